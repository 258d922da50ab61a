//go:build cgo && linux

package pass

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/shaders"
)

const (
	frontFace = 4
	faces     = 6 // of the cube around a lamp; must match FACES in shaders/common/shadow.glsl
	// shadowSize is the side of a shadow map in texels: 1 cm at 5 m from the lamp for casters 10 m across.
	shadowSize = 1024
	// texelsPerTangent makes a texel 2 cm wide at 8 m from the lamp. Half of it shows as steps on shadows of thin legs.
	texelsPerTangent = 400
	// fineFocal is the focal length, in pixels, of the least pictures that show so much.
	fineFocal = 490
)

// faceCoordinates turns a vector of the lamp's frame into (across, across, forward) of a face.
// Must match faceCoordinates in shaders/common/shadow.glsl.
func faceCoordinates(d geom.Vec3, face int) geom.Vec3 {
	var c geom.Vec3
	switch face / 2 {
	case 0:
		c = geom.V(d.Y, d.Z, d.X)
	case 1:
		c = geom.V(d.Z, d.X, d.Y)
	default:
		c = d
	}
	if face%2 == 1 {
		c.Z = -c.Z
	}
	return c
}

// rect is a rectangle on a face: tangents of the angles across, or meters for parallel light.
type rect struct{ left, bottom, right, top float64 }

var noRect = rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (r rect) empty() bool { return !(r.right > r.left && r.top > r.bottom) }

func (r rect) grow(u, v float64) rect {
	return rect{min(r.left, u), min(r.bottom, v), max(r.right, u), max(r.top, v)}
}

func (r rect) union(s rect) rect {
	return rect{min(r.left, s.left), min(r.bottom, s.bottom), max(r.right, s.right), max(r.top, s.top)}
}

// padded has room for two texels more on each side, for the filter's sake.
func (r rect) padded() rect {
	w, h := r.right-r.left, r.top-r.bottom
	d := 2.0 / shadowSize
	return rect{r.left - d*w - 1e-6, r.bottom - d*h - 1e-6, r.right + d*w + 1e-6, r.top + d*h + 1e-6}
}

// shader is the rectangle as the shaders read it, when it is drawn onto width x height of a map, whose sides are 1.
func (r rect) shader(width, height float64) [4]float32 {
	return [4]float32{float32(r.left), float32(r.bottom), float32(width / (r.right - r.left)), float32(height / (r.top - r.bottom))}
}

// area is the corner of a map that a rectangle is drawn onto, in texels.
type area struct{ width, height int }

// texels is where a rectangle is drawn: perUnit texels for each unit, as far as the map reaches. Clearing and filling maps
// is what shadows cost.
func (r rect) texels(perUnit float64) area {
	side := func(length float64) int {
		const step = 32
		return min(max(step*int(math.Ceil(perUnit*length/step)), 2*step), shadowSize)
	}
	return area{side(r.right - r.left), side(r.top - r.bottom)}
}

// shader is the rectangle as the shaders read it, when it is drawn there.
func (a area) shader(r rect) [4]float32 {
	return r.shader(float64(a.width)/shadowSize, float64(a.height)/shadowSize)
}

// code is a layer and its area in one number. Must match inRect in shaders/common/lighting.glsl.
func (a area) code(layer int) int32 { return int32(layer | a.width<<8 | a.height<<19) }

// onFace is the part of a face in which a box can be seen, from corners in the lamp's frame (in the order of
// geom.AABB.Corner).
func onFace(corners *[8]geom.Vec3, face int) rect {
	var local [8]geom.Vec3
	r, inside := noRect, true
	out := [5]int{}
	for k, d := range corners {
		c := faceCoordinates(d, face)
		local[k] = c
		for i, h := range pyramid {
			if h.Dot(c) < 0 {
				out[i]++
				inside = false
			}
		}
		if inside {
			r = r.grow(c.X/c.Z, c.Y/c.Z)
		}
	}
	for _, n := range out {
		if n == 8 {
			return noRect
		}
	}
	if inside {
		return r
	}
	// Cut the six sides to the face's pyramid.
	r = noRect
	for _, side := range boxSides {
		polygon := []geom.Vec3{local[side[0]], local[side[1]], local[side[2]], local[side[3]]}
		for _, h := range pyramid {
			polygon = cut(polygon, h)
		}
		for _, c := range polygon {
			if c.Z > 0 {
				r = r.grow(c.X/c.Z, c.Y/c.Z)
			}
		}
	}
	return r
}

// pyramid holds the inward normals of the planes through the lamp that bound what a face sees; the last one keeps what
// lies before it.
var pyramid = [5]geom.Vec3{{X: -1, Z: 1}, {X: 1, Z: 1}, {Y: -1, Z: 1}, {Y: 1, Z: 1}, {Z: 1}}

// boxSides lists the corners of a box's sides in order.
var boxSides = [6][4]int{{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}}

// cut keeps the part of a convex polygon on the side of n of the plane through the origin.
// Sutherland and Hodgman 1974, "Reentrant Polygon Clipping".
func cut(polygon []geom.Vec3, n geom.Vec3) []geom.Vec3 {
	var out []geom.Vec3
	for i, b := range polygon {
		a := polygon[(i+len(polygon)-1)%len(polygon)]
		da, db := n.Dot(a), n.Dot(b)
		if (da < 0) != (db < 0) {
			out = append(out, a.Lerp(b, da/(da-db)))
		}
		if db >= 0 {
			out = append(out, b)
		}
	}
	return out
}

// Shadow draws shadow maps.
type Shadow struct{ plain, covered *gl.Program } // the second is for surfaces with a material.Coverage, compiled when it is first used

// shadowMaps are those of a scene in a sub-frame: one layer for each face of each lamp on which casters are seen, and one for the
// sky.
type shadowMaps struct {
	Maps   *gl.Texture
	target *gl.Framebuffer
}

// shadowPlan says what the maps of a sub-frame show.
type shadowPlan struct {
	faces []face // one for each layer
	kept  int    // maps that are the same in all sub-frames, before the others

	perTangent float64 // texelsPerTangent of these pictures
	perMeter   float64 // sunTexels of these pictures
	front      bool    // all of the lamps' maps are of front faces
}

// newShadowPlan has no maps yet. They will be as fine as pictures of a focal length can show.
func newShadowPlan(focalPx float64) shadowPlan {
	scale := min(1, focalPx/fineFocal)
	return shadowPlan{perTangent: texelsPerTangent * scale, perMeter: sunTexels * scale, front: true}
}

type face struct {
	number         int
	lightFromWorld geom.Transform
	bounds         rect
	parallel       bool
	start, length  float64
	ranges         []gl.Range
	closed         []gl.Range // of these, back sides are left out
	texels         area       // that is used
}

// add puts a caster on the map. outside tells that the light is not inside of it.
func (f *face) add(c *caster, outside bool) {
	if c.closed && outside {
		f.closed = append(f.closed, c.indices)
	} else {
		f.ranges = append(f.ranges, c.indices)
	}
}

// NewShadow compiles the pass.
func NewShadow() (*Shadow, error) {
	p, err := gl.NewProgram(shaders.Files, "shadow/shadow.vert", "shadow/shadow.frag", "COVERAGE 0")
	return &Shadow{plain: p}, err
}

// newShadowMaps makes none yet.
func newShadowMaps() *shadowMaps { return &shadowMaps{target: gl.NewFramebuffer(nil)} }

// keep says that the maps planned so far are the same in all sub-frames.
func (s *shadowPlan) keep() { s.kept = len(s.faces) }

// lamp plans the maps of a lamp that shines from p into the half space of axis. It returns the frame, and for each face
// rectangle and layer as the shaders read them.
func (s *shadowPlan) lamp(g *Prepared, p, axis geom.Vec3) (frame geom.Mat3, rects [faces][4]float32, layer [faces]int32) {
	around := geom.EmptyAABB()
	for i := range g.casts {
		if c := &g.casts[i]; !c.culledFor(p, axis) {
			around = around.Union(c.bounds)
		}
	}
	z := geom.V(0, 0, 1)
	if !around.Empty() && around.Center() != p {
		z = around.Center().Sub(p).Unit()
	}
	frame.Z = z
	frame.X, frame.Y = geom.Basis(z)
	lightFromWorld := geom.Transform{M: frame, T: p}.Inverse()
	var found [faces]face
	for k := range found {
		found[k] = face{number: k, lightFromWorld: lightFromWorld, bounds: noRect}
	}
	for i := range g.casts {
		c := &g.casts[i]
		if c.culledFor(p, axis) {
			continue
		}
		var corners [8]geom.Vec3
		for k := range corners {
			corners[k] = lightFromWorld.Point(c.bounds.Corner(k))
		}
		for k := range found {
			if r := onFace(&corners, k); !r.empty() {
				found[k].bounds = found[k].bounds.union(r)
				found[k].add(c, !c.bounds.Contains(p))
			}
		}
	}
	for k := range found {
		layer[k] = -1
		if len(found[k].ranges)+len(found[k].closed) > 0 {
			found[k].bounds = found[k].bounds.padded()
			found[k].texels = found[k].bounds.texels(s.perTangent)
			rects[k], layer[k] = found[k].texels.shader(found[k].bounds), found[k].texels.code(len(s.faces))
			s.faces = append(s.faces, found[k])
			s.front = s.front && k == frontFace
		} else {
			rects[k] = rect{0, 0, 1, 1}.shader(1, 1)
		}
	}
	return frame, rects, layer
}

// nothingCasts is an empty rectangle, outside which all is lit.
var nothingCasts = skyBlock{rect: [4]float32{1e9, 1e9, 1, 1}}

// parallel plans the map of parallel light along dir, of as many texels as texels says for its rectangle, and returns what
// the shaders read, but for the density.
func (s *shadowPlan) parallel(g *Prepared, dir geom.Vec3, texels func(rect) area) skyBlock {
	frame := geom.Mat3{Z: dir}
	frame.X, frame.Y = geom.Basis(dir)
	f := face{lightFromWorld: geom.Transform{M: frame.Transpose()}, bounds: noRect, parallel: true}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range g.casts {
		c := &g.casts[i]
		if c.culledAlong(dir) || c.bounds.Empty() {
			continue
		}
		for k := range 8 {
			d := f.lightFromWorld.Point(c.bounds.Corner(k))
			f.bounds = f.bounds.grow(d.X, d.Y)
			low, high = min(low, d.Z), max(high, d.Z)
		}
		f.add(c, true)
	}
	b := skyBlock{frame: [3][4]float32{vec4(frame.X, 0), vec4(frame.Y, 0), vec4(frame.Z, 0)}}
	if len(f.ranges)+len(f.closed) == 0 {
		b.rect = nothingCasts.rect
		return b
	}
	f.bounds = f.bounds.padded()
	f.texels = texels(f.bounds)
	f.start, f.length = low-0.01, high-low+0.02
	b.rect = f.texels.shader(f.bounds)
	b.span = [4]float32{float32(f.start), float32(1 / f.length), 0, math.Float32frombits(uint32(f.texels.code(len(s.faces))))}
	s.faces = append(s.faces, f)
	return b
}

// Draw sets a scene's lights for a sub-frame and draws their maps; those that are the same in all sub-frames, only in the first.
func (p *Shadow) Draw(scene *Scene, textures *Textures, subFrame int) error {
	s, g, plan := scene.Shadow, scene.Geometry, scene.Lights.use(subFrame)
	from := 0
	if subFrame > 0 {
		from = plan.kept
	}
	if s.Maps == nil || s.Maps.Layers < len(plan.faces) {
		s.Maps.Delete()
		s.Maps = gl.NewDepthArray(shadowSize, shadowSize, max(4, len(plan.faces)))
		from = 0
	}
	program := p.plain
	if g.covered {
		if p.covered == nil {
			var err error
			if p.covered, err = gl.NewProgram(shaders.Files, "shadow/shadow.vert", "shadow/shadow.frag", "COVERAGE 1"); err != nil {
				return err
			}
		}
		program = p.covered
		g.instances.BindStorage(0)
		textures.bind()
	}
	program.Use()
	if g.covered {
		program.Uint("uCoverSample", uint32(subFrame))
	}
	gl.DepthTest(true)
	for layer := from; layer < len(plan.faces); layer++ {
		f := &plan.faces[layer]
		s.target.AttachDepthLayer(s.Maps, layer)
		if layer == from {
			if err := s.target.Complete(); err != nil {
				return err
			}
		}
		s.target.BindCorner(f.texels.width, f.texels.height)
		s.Maps.ClearCorner(layer, f.texels.width, f.texels.height)
		m := matrix(f.lightFromWorld)
		program.Mat4("uLightFromWorld", &m)
		program.Int("uFace", f.number)
		r := f.bounds.shader(1, 1)
		program.Vec4("uRect", [4]float32{r[0], r[1], 2 * r[2], 2 * r[3]})
		parallel := 0
		if f.parallel {
			parallel = 1
			program.Vec2("uRange", f.start, 1/f.length)
		}
		program.Int("uParallel", parallel)
		g.array.Draw(f.ranges...)
		// Maps have y upwards and look along +z, which turns triangles round; odd faces turn them once more.
		gl.Cull(true, f.number%2 == 0)
		g.array.Draw(f.closed...)
		gl.Cull(false, false)
	}
	gl.Scissor(false, 0, 0, 0, 0)
	gl.DepthTest(false)
	return nil
}

func matrix(t geom.Transform) [16]float32 {
	x, y, z, p := vec3(t.M.X), vec3(t.M.Y), vec3(t.M.Z), vec3(t.T)
	return [16]float32{x[0], x[1], x[2], 0, y[0], y[1], y[2], 0, z[0], z[1], z[2], 0, p[0], p[1], p[2], 1}
}
