//go:build viewer

package window

import (
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/graphic"
	"github.com/g3n/engine/material"
	"github.com/g3n/engine/math32"
	"github.com/g3n/engine/renderer"

	"mereo/engine/camera"
	"mereo/engine/geom"
	house "mereo/engine/material"
	"mereo/engine/mesh"
)

// Programs of the shaders below.
const (
	programPicture = "mereo.picture"
	programFlat    = "mereo.flat"
	programAlbedo  = "mereo.albedo"
)

// The picture fills the viewport, with the depth that its pixels have for what is drawn over it, pushed back a little: what lies
// in a surface, as the grid in the floor, is before it.
const pictureVertex = `
layout(location = 0) in vec3 VertexPosition;
out vec2 At;
void main() {
	At = vec2(0.5 + 0.5 * VertexPosition.x, 0.5 - 0.5 * VertexPosition.y);
	gl_Position = vec4(VertexPosition.xy, 0.0, 1.0);
}
`

const pictureFragment = `
precision highp float;
in vec2 At;
out vec4 FragColor;
uniform sampler2D Picture;
uniform sampler2D ViewZ;
uniform vec2 NearFar;
void main() {
	FragColor = texture(Picture, At);
	float z = texture(ViewZ, At).r * 1.004, near = NearFar.x, far = NearFar.y;
	gl_FragDepth = z <= near ? 1.0 : min(1.0, far * (z - near) / (z * (far - near)));
}
`

const flatVertex = `
layout(location = 0) in vec3 VertexPosition;
layout(location = 3) in vec2 VertexTexcoord;
uniform mat4 MVP;
out vec2 UV;
void main() {
	UV = VertexTexcoord;
	gl_Position = MVP * vec4(VertexPosition, 1.0);
}
`

const flatFragment = `
precision highp float;
uniform vec4 FlatColor;
out vec4 FragColor;
void main() { FragColor = FlatColor; }
`

// The product of base color and its texture, both linear, as sRGB (IEC 61966-2-1).
const albedoFragment = `
precision highp float;
in vec2 UV;
uniform vec4 FlatColor;
uniform sampler2D BaseColor;
uniform float TextureSRGB;
out vec4 FragColor;
vec3 decode(vec3 s) { return mix(pow((s + 0.055) / 1.055, vec3(2.4)), s / 12.92, vec3(lessThanEqual(s, vec3(0.04045)))); }
vec3 encode(vec3 l) { return mix(1.055 * pow(l, vec3(1.0 / 2.4)) - 0.055, 12.92 * l, vec3(lessThanEqual(l, vec3(0.0031308)))); }
void main() {
	vec3 t = texture(BaseColor, UV).rgb;
	FragColor = vec4(encode(FlatColor.rgb * (TextureSRGB > 0.5 ? decode(t) : t)), 1.0);
}
`

func addPrograms(r *renderer.Renderer) {
	r.AddShader("mereo.picture.vertex", pictureVertex)
	r.AddShader("mereo.picture.fragment", pictureFragment)
	r.AddShader("mereo.flat.vertex", flatVertex)
	r.AddShader("mereo.flat.fragment", flatFragment)
	r.AddShader("mereo.albedo.fragment", albedoFragment)
	r.AddProgram(programPicture, "mereo.picture.vertex", "mereo.picture.fragment")
	r.AddProgram(programFlat, "mereo.flat.vertex", "mereo.flat.fragment")
	r.AddProgram(programAlbedo, "mereo.flat.vertex", "mereo.albedo.fragment")
}

// lens is a camera of ours as g3n wants it.
type lens struct{ view, proj math32.Matrix4 }

func (l *lens) ViewMatrix(m *math32.Matrix4) { *m = l.view }
func (l *lens) ProjMatrix(m *math32.Matrix4) { *m = l.proj }

// newLens sees what c sees, with GL's depth: -1 is near, 1 is far.
func newLens(c camera.Pinhole) *lens {
	w, h, n, f := float64(c.Width), float64(c.Height), c.Near, c.Far
	l := &lens{view: matrix(c.WorldFromCamera.RigidInverse())}
	l.proj.Set(
		float32(2*c.FocalPx/w), 0, float32(1-2*c.CenterX/w), 0,
		0, float32(2*c.FocalPx/h), float32(2*c.CenterY/h-1), 0,
		0, 0, float32(-(f+n)/(f-n)), float32(-2*f*n/(f-n)),
		0, 0, -1, 0,
	)
	return l
}

// matrix is t as g3n's matrix, which Set takes row by row.
func matrix(t geom.Transform) (m math32.Matrix4) {
	a, v := t.M, func(x float64) float32 { return float32(x) }
	m.Set(
		v(a.X.X), v(a.Y.X), v(a.Z.X), v(t.T.X),
		v(a.X.Y), v(a.Y.Y), v(a.Z.Y), v(t.T.Y),
		v(a.X.Z), v(a.Y.Z), v(a.Z.Z), v(t.T.Z),
		0, 0, 0, 1,
	)
	return m
}

// placed puts a node of g3n where t says.
func placed(n core.INode, t geom.Transform) {
	m := matrix(t)
	n.GetNode().SetMatrix(&m)
}

// texture is a picture on the device.
type texture struct {
	name  uint32
	dirty func(gs *gls.GLS) // uploads what is new; nil if nothing is
}

// set is called with what gs.TexImage2D wants; data must not change.
func (t *texture) set(w, h int, iformat int32, format, kind uint32, filter, wrap int32, data any) {
	t.dirty = func(gs *gls.GLS) {
		gs.TexImage2D(gls.TEXTURE_2D, 0, iformat, int32(w), int32(h), format, kind, data)
		gs.TexParameteri(gls.TEXTURE_2D, gls.TEXTURE_MIN_FILTER, filter)
		gs.TexParameteri(gls.TEXTURE_2D, gls.TEXTURE_MAG_FILTER, filter)
		gs.TexParameteri(gls.TEXTURE_2D, gls.TEXTURE_WRAP_S, wrap)
		gs.TexParameteri(gls.TEXTURE_2D, gls.TEXTURE_WRAP_T, wrap)
	}
}

// bind puts the texture into a slot.
func (t *texture) bind(gs *gls.GLS, slot int, uniform *gls.Uniform) {
	if t.name == 0 {
		t.name = gs.GenTexture()
	}
	gs.ActiveTexture(uint32(gls.TEXTURE0 + slot))
	gs.BindTexture(gls.TEXTURE_2D, t.name)
	if t.dirty != nil {
		t.dirty(gs)
		t.dirty = nil
	}
	gs.Uniform1i(uniform.Location(gs), int32(slot))
}

func (t *texture) dispose(gs *gls.GLS) {
	if t.name != 0 {
		gs.DeleteTextures(t.name)
		t.name = 0
	}
}

// pictureMaterial shows a picture behind everything.
type pictureMaterial struct {
	material.Material
	picture, viewZ             texture
	near, far                  float32
	uniPicture, uniZ, uniRange gls.Uniform
}

func newPictureMaterial() *pictureMaterial {
	m := &pictureMaterial{near: 0.1, far: 100}
	m.Material.Init()
	m.SetShader(programPicture)
	m.SetDepthFunc(gls.ALWAYS)
	m.SetSide(material.SideDouble)
	m.uniPicture.Init("Picture")
	m.uniZ.Init("ViewZ")
	m.uniRange.Init("NearFar")
	return m
}

func (m *pictureMaterial) RenderSetup(gs *gls.GLS) {
	m.Material.RenderSetup(gs)
	m.picture.bind(gs, 0, &m.uniPicture)
	m.viewZ.bind(gs, 1, &m.uniZ)
	gs.Uniform2f(m.uniRange.Location(gs), m.near, m.far)
}

// quad fills the viewport; it is drawn before everything else.
type quad struct{ graphic.Graphic }

func newQuad(m material.IMaterial) *quad {
	q := &quad{}
	g := geometry.NewGeometry()
	g.AddVBO(gls.NewVBO(math32.ArrayF32{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}).AddAttrib(gls.VertexPosition))
	g.SetIndices(math32.ArrayU32{0, 1, 2, 0, 2, 3})
	q.Graphic.Init(q, g, gls.TRIANGLES)
	q.AddMaterial(q, m, 0, 0)
	q.SetCullable(false)
	q.SetRenderOrder(1000) // the greatest comes first among what is opaque
	return q
}

func (q *quad) RenderSetup(*gls.GLS, *core.RenderInfo) {}

// flat is a surface or line of one color, without light.
type flat struct {
	material.Material
	color    math32.Color4
	uniColor gls.Uniform
}

func newFlat(r, g, b, a float32) *flat {
	m := &flat{color: math32.Color4{R: r, G: g, B: b, A: a}}
	m.Material.Init()
	m.SetShader(programFlat)
	m.SetSide(material.SideDouble)
	m.uniColor.Init("FlatColor")
	if a < 1 {
		m.SetTransparent(true)
		m.SetDepthMask(false)
	}
	return m
}

func (m *flat) RenderSetup(gs *gls.GLS) {
	m.Material.RenderSetup(gs)
	gs.Uniform4f(m.uniColor.Location(gs), m.color.R, m.color.G, m.color.B, m.color.A)
}

// albedo is a surface in its own color.
type albedo struct {
	flat
	base             *texture
	srgb             float32
	uniBase, uniSRGB gls.Uniform
}

func newAlbedo(c house.RGB, base *texture, srgb bool) *albedo {
	m := &albedo{flat: *newFlat(float32(c[0]), float32(c[1]), float32(c[2]), 1), base: base}
	m.SetShader(programAlbedo)
	m.uniBase.Init("BaseColor")
	m.uniSRGB.Init("TextureSRGB")
	if srgb {
		m.srgb = 1
	}
	return m
}

func (m *albedo) RenderSetup(gs *gls.GLS) {
	m.flat.RenderSetup(gs)
	m.base.bind(gs, 0, &m.uniBase)
	gs.Uniform1f(m.uniSRGB.Location(gs), m.srgb)
}

// geometryOf is a mesh for g3n.
func geometryOf(m *mesh.Mesh) *geometry.Geometry {
	g := geometry.NewGeometry()
	pos := math32.NewArrayF32(0, 3*len(m.Positions))
	for _, p := range m.Positions {
		pos.Append(float32(p.X), float32(p.Y), float32(p.Z))
	}
	g.AddVBO(gls.NewVBO(pos).AddAttrib(gls.VertexPosition))
	if len(m.UVs) > 0 {
		uv := math32.NewArrayF32(0, 2*len(m.UVs))
		for _, t := range m.UVs {
			uv.Append(float32(t[0]), float32(t[1]))
		}
		g.AddVBO(gls.NewVBO(uv).AddAttrib(gls.VertexTexcoord))
	}
	indices := math32.NewArrayU32(0, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		indices.Append(t[0], t[1], t[2])
	}
	g.SetIndices(indices)
	return g
}

// lines is a set of segments, two points each.
func lines(points []geom.Vec3, m material.IMaterial) *graphic.Lines {
	g := geometry.NewGeometry()
	pos := math32.NewArrayF32(0, 3*len(points))
	for _, p := range points {
		pos.Append(float32(p.X), float32(p.Y), float32(p.Z))
	}
	g.AddVBO(gls.NewVBO(pos).AddAttrib(gls.VertexPosition))
	l := graphic.NewLines(g, m)
	l.SetCullable(false)
	return l
}
