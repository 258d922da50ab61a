//go:build cgo && linux

package pass

import (
	"math"
	"slices"
	"sync"

	"mereo/engine/bounce"
	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/material"
)

// instanceData must match Instance in shaders/common/instance.glsl.
type instanceData struct {
	baseColorRoughness [4]float32
	surface            [4]float32
	emission           [4]float32
	ids                [4]uint32
	layer              [4]float32
}

// Prepared is what can be made of a frame without the device: where its triangles are, what its views see of them, and the tree for
// rays. So the callers of a renderer do that side by side.
type Prepared struct {
	// Tree is the hierarchy of the triangles, and Bounced bounce.Ambient of the frame; nil and nothing unless wanted.
	Tree    *bvh.Tree
	Bounced bounce.Light

	placed   placed
	casts    []caster
	shadings []shadingModel // of each instance
	textured bool           // a material has a picture
	covered  bool           // a material has a material.Coverage
	relief   bool           // a material has a picture of normals
	tinted   bool           // vertices have colors or second texture coordinates
	glows    bool           // a material has a picture of what it emits
	frosted  bool           // there is rough glass
	coated   bool           // a material has a coat
	sheen    bool           // a material has a sheen
	sights   []visible
	bounds   geom.AABB

	// Outlines of all views, in clip space, and their triangles.
	outlinePoints  [][2]float32
	outlineCorners [][3]uint32

	// Triangles of all instances in the world, their corners, and which instance each belongs to.
	triangles []bvh.Triangle
	owner     []uint32
	corners   [][3]uint32
	points    [][3]float32
}

// Geometry is a prepared frame on the device, drawn with one call.
type Geometry struct {
	*Prepared
	vertices, indices, instances    gl.Buffer
	outlineVertices, outlineIndices gl.Buffer
	array                           *gl.VertexArray
}

// shadingModel says which program lights an instance. It is the mark that the surface pass leaves.
type shadingModel int

const (
	matt   shadingModel = iota // no highlight; also where nothing is hit. 0 for the sake of outline.draw.
	glossy                     // highlights of lamps
	traced                     // shows the scene in it, or glows
	mirror                     // metal in which only rays see lamps
	glass
	unshadowed // matt where no shadow falls
	shadings   // how many
)

// byRays says that rays are followed for it.
func (l shadingModel) byRays() bool { return l == traced || l == mirror || l == glass }

// run is a range of triangles with one shading model.
type run struct {
	shading shadingModel
	indices gl.Range
}

// visible is what a view shows.
type visible struct {
	seen     gl.Range // everything but what is seen edge-on
	runs     []run    // the same by shading model, in order, without the back sides of what is closed
	has      [shadings]bool
	outlines gl.Range // of the outlines' indices: they hold all that is not open, if has[open]
}

// caster is what the shadow pass knows of an instance.
type caster struct {
	indices gl.Range
	bounds  geom.AABB
	closed  bool // back sides are not seen from outside
	none    bool // casts no shadow
	// A flat instance cannot shade anything when light and everything else lie on one side of its plane.
	flat         bool
	plane        geom.Vec3 // unit normal
	offset       float64   // plane . p
	above, below bool      // everything else lies on the normal's side, on the other side
}

// newGeometry makes the buffers.
func newGeometry() *Geometry {
	return &Geometry{array: gl.NewVertexArray(vertexStride, // as shaders/place/vertices.comp writes them
		gl.Attribute{Location: 0, Components: 3, Type: gl.Float32, Offset: 0},
		gl.Attribute{Location: 1, Components: 2, Type: gl.Snorm16, Offset: 12},
		gl.Attribute{Location: 2, Components: 2, Type: gl.Float32, Offset: 16},
		gl.Attribute{Location: 3, Components: 1, Type: gl.Uint32, Offset: 24},
		gl.Attribute{Location: 4, Components: 4, Type: gl.Unorm16, Offset: 28},
		gl.Attribute{Location: 5, Components: 2, Type: gl.Float32, Offset: 36})}
}

// spent are prepared frames that nobody needs any more, for their memory.
var spent = sync.Pool{New: func() any { return &Prepared{} }}

// Release gives memory back. Nothing of it may be used any more.
func (g *Prepared) Release() { spent.Put(g) }

// Wants says what rays are for in a frame.
type Wants struct{ Tree, Bounced bool }

// Prepare flattens a frame's instances into world space, with what each view draws of them. Bounced light needs the tree.
func Prepare(f *frame.Frame, views []*View, wants Wants) *Prepared {
	g := spent.Get().(*Prepared)
	g.points, g.corners, g.owner = g.points[:0], g.corners[:0], g.owner[:0]
	g.triangles = g.triangles[:0]
	g.casts = make([]caster, len(f.Instances))
	g.bounds = geom.EmptyAABB()
	g.shadings, g.textured, g.covered, g.relief, g.tinted, g.glows, g.frosted, g.coated, g.sheen = g.shadings[:0], false, false, false, false, false, false, false, false
	g.Tree, g.Bounced = nil, bounce.Light{}
	g.outlinePoints, g.outlineCorners = nil, nil
	g.placed.reset()
	var world []geom.Vec3
	for i := range f.Instances {
		in := &f.Instances[i]
		m, base, first := in.Mesh, uint32(len(g.points)), 3*len(g.corners)
		world = world[:0]
		box := geom.EmptyAABB()
		for _, p := range m.Positions {
			q := in.WorldFromObject.Point(p)
			world = append(world, q)
			box = box.Grow(q)
			g.points = append(g.points, vec3(q))
		}
		g.placed.add(in, base, uint32(first/3))
		turned := in.WorldFromObject.M.Det() < 0
		for _, t := range m.Triangles {
			if turned {
				t[1], t[2] = t[2], t[1]
			}
			g.corners = append(g.corners, [3]uint32{base + t[0], base + t[1], base + t[2]})
			g.triangles = append(g.triangles, bvh.Triangle{A: world[t[0]], B: world[t[1]], C: world[t[2]]})
			g.owner = append(g.owner, uint32(i))
		}
		g.casts[i] = caster{
			indices: gl.Range{First: first, Count: 3*len(g.corners) - first}, bounds: box, closed: m.Closed, none: in.NoShadow,
		}
		g.casts[i].findPlane(world, m.Triangles)
		g.bounds = g.bounds.Union(box)
		g.shadings = append(g.shadings, shadingModelOf(in.Material))
		g.covered = g.covered || in.Material.Coverage != nil
		g.tinted = g.tinted || len(m.Colors)+len(m.SecondUVs) > 0
		g.glows = g.glows || in.Material.EmissionTexture != nil
		g.frosted = g.frosted || in.Material.Transmission > 0.5 && in.Material.PerceptualRoughness*in.Material.PerceptualRoughness >= smooth
		g.coated = g.coated || in.Material.Coat != nil
		g.sheen = g.sheen || in.Material.Sheen != nil
		g.relief = g.relief || in.Material.NormalTexture != nil
		g.textured = g.textured || in.Material.Textures() != material.Textures{}
	}
	for i := range g.casts {
		g.casts[i].findSides(g.casts, i)
	}
	all := newList(len(g.corners)) // for shadows
	for k := range g.corners {
		all.take(k)
	}
	g.placed.close(all)
	g.sights = make([]visible, len(views))
	for i, v := range views {
		v.number = i
		g.cull(v)
		if f.Realism.Blurs() {
			g.sights[i].runs, g.sights[i].has = g.allRuns()
		}
	}
	if wants.Tree {
		parts := make([]bvh.Part, len(f.Instances))
		for i := range parts {
			parts[i] = bvh.Part{Tree: treeOf(f.Instances[i].Mesh), First: g.casts[i].indices.First / 3}
		}
		g.Tree = bvh.Join(parts, g.triangles)
	}
	if wants.Bounced {
		g.Bounced = bounce.Ambient(f, g.Tree, g.triangles, g.owner, g.bounds)
	}
	return g
}

// Load puts a prepared frame on the device: its meshes where its instances are, and in t what rays need, if that was wanted. Textures
// must hold its textures already.
func (g *Geometry) Load(f *frame.Frame, p *Prepared, meshes *Meshes, textures *Textures, t *Trace) {
	g.Prepared = p
	data := make([]instanceData, len(f.Instances))
	for i := range data {
		data[i] = describe(&f.Instances[i], textures)
	}
	gl.Upload(&g.instances, data)
	meshes.place(f, g, t)
	g.array.Attach(&g.vertices, &g.indices, vertexStride)
	g.loadOutlines()
}

// cull lists the triangles that the view's passes draw, and sets their ranges: seen and runs.
//
// What is seen edge-on is left out. Rasterizers move corners to a grid of 1/256 pixel, and so may find a pixel inside a
// triangle whose depth there, continued over its slope, lies meters away. Neighbors cover what such a triangle would.
func (g *Prepared) cull(v *View) {
	type image struct{ x, y, z float64 }
	images := make([]image, len(g.points))
	for i, p := range g.points {
		images[i].x, images[i].y, images[i].z = v.Camera.Project(geom.V(float64(p[0]), float64(p[1]), float64(p[2])))
	}
	out := &g.sights[v.number]
	out.has[matt] = true
	seen, front := newList(len(g.corners)), newList(len(g.corners))
	for i := range g.casts {
		first := g.casts[i].indices.First / 3
		triangles := g.corners[first:][:g.casts[i].indices.Count/3]
		before := true // all of the instance lies before the camera, which therefore is not inside
		for _, t := range triangles {
			before = before && min(images[t[0]].z, images[t[1]].z, images[t[2]].z) > v.Camera.Near
		}
		begin := front.count
		for k, t := range triangles {
			a, b, c := images[t[0]], images[t[1]], images[t[2]]
			ux, uy, uz := b.x-a.x, b.y-a.y, b.z-a.z
			vx, vy, vz := c.x-a.x, c.y-a.y, c.z-a.z
			area2 := vx*uy - ux*vy                         // positive on the front, as y points down
			slope2 := math.Hypot(uz*vy-vz*uy, ux*vz-vx*uz) // meters for a pixel, times area2
			if min(a.z, b.z, c.z) > v.Camera.Near && slope2*gridPx > math.Abs(area2)*depthSlack {
				continue
			}
			seen.take(first + k)
			if !(before && g.casts[i].closed && area2 < 0) {
				front.take(first + k)
			}
		}
		if front.count == begin {
			continue
		}
		out.has[g.shadings[i]] = true
		if n := len(out.runs); n == 0 || out.runs[n-1].shading != g.shadings[i] {
			out.runs = append(out.runs, run{g.shadings[i], gl.Range{First: begin}})
		}
		out.runs[len(out.runs)-1].indices.Count += front.count - begin
	}
	at := g.placed.close(seen)
	out.seen = gl.Range{First: 3 * at, Count: 3 * seen.count}
	// Mostly nothing is closed, and one list serves for both.
	if front.count < seen.count {
		at = g.placed.close(front)
	}
	for i := range out.runs {
		r := &out.runs[i].indices
		r.First, r.Count = 3*(at+r.First), 3*r.Count
	}
}

// allRuns has all triangles of all instances, for draws from places around a view's. What each of them sees edge-on, or from
// behind, is not worth finding: their pictures are averaged.
func (g *Prepared) allRuns() (runs []run, has [shadings]bool) {
	has[matt] = true
	for i := range g.casts {
		shading, indices := g.shadings[i], g.casts[i].indices
		has[shading] = true
		if n := len(runs); n == 0 || runs[n-1].shading != shading {
			runs = append(runs, run{shading, gl.Range{First: indices.First}})
		}
		runs[len(runs)-1].indices.Count += indices.Count
	}
	return runs, has
}

const (
	gridPx     = 1.0 / 256 // rasterizers' grid, pixels
	depthSlack = 0.03      // how far off depth may be for it, meters
)

// describe fills the shader's view of an instance.
func describe(in *frame.Instance, textures *Textures) instanceData {
	m := in.Material
	flat := float32(0)
	if m.Flat || len(in.Mesh.Normals) == 0 {
		flat = 1
	}
	byRays := float32(0)
	switch {
	case showsScene(m) && m.TintedReflection:
		byRays = 2
	case showsScene(m):
		byRays = 1
	}
	c, e := m.BaseColor, m.Emission
	return instanceData{
		baseColorRoughness: [4]float32{float32(c[0]), float32(c[1]), float32(c[2]), float32(m.PerceptualRoughness)},
		surface:            [4]float32{float32(m.Metallic), float32(m.IOR), float32(m.Transmission), flat},
		emission:           [4]float32{float32(e[0]), float32(e[1]), float32(e[2]), byRays},
		ids:                [4]uint32{uint32(in.Object), uint32(in.Part) | textures.color.code(m.EmissionTexture)<<16, textures.color.code(m.BaseColorTexture) | coverageCode(m.Coverage), textures.linear.code(m.MetallicRoughnessTexture) | textures.linear.code(m.NormalTexture)<<16},
		layer:              layerOf(m),
	}
}

// layerOf is the absorption of what lets light pass, or the sheen as sheenOf in shaders/common/sheen.glsl reads it: thousandths of red with the
// roughness behind the point, green and blue; and the coat.
func layerOf(m *material.Material) [4]float32 {
	l := m.Absorption
	switch s := m.Sheen; {
	case s != nil:
		l = material.RGB{math.Round(1000*s.Color[0]) + 0.999*s.PerceptualRoughness, s.Color[1], s.Color[2]}
	case m.Transmission == 0:
		l = material.RGB{}
	}
	return [4]float32{float32(l[0]), float32(l[1]), float32(l[2]), coatCode(m.Coat)}
}

// coatCode is what coatOf in shaders/common/coat.glsl reads: thousandths of the share that is coated, and the roughness behind the point.
func coatCode(c *material.Coat) float32 {
	if c == nil {
		return 0
	}
	return float32(math.Round(1000*c.Share) + 0.999*c.PerceptualRoughness)
}

// Blends reports whether light passes beside a share of a surface: few sub-frames do not tell how large it is.
func Blends(f *frame.Frame) bool {
	return slices.ContainsFunc(f.Instances, func(in frame.Instance) bool {
		return in.Material.Coverage != nil && in.Material.Coverage.Cutoff == 0
	})
}

// coverageCode is what shaders/common/coverage.glsl reads, beside the picture's code.
func coverageCode(c *material.Coverage) uint32 {
	const blend, most = 1 << 31, 1<<15 - 1
	switch {
	case c == nil:
		return 0
	case c.Cutoff == 0:
		return blend | uint32(math.Round(most*c.Alpha))<<16
	}
	return max(1, uint32(math.Round(most*min(1, c.Cutoff/max(c.Alpha, 1e-9))))) << 16
}

func (c *caster) findPlane(world []geom.Vec3, triangles [][3]uint32) {
	if len(triangles) == 0 {
		return
	}
	t := triangles[0]
	n := world[t[1]].Sub(world[t[0]]).Cross(world[t[2]].Sub(world[t[0]])).Unit()
	offset, size := n.Dot(world[t[0]]), c.bounds.Size().Len()
	for _, p := range world {
		if math.Abs(n.Dot(p)-offset) > 1e-6*size {
			return
		}
	}
	c.flat, c.plane, c.offset = n != geom.Vec3{}, n, offset
}

func (c *caster) findSides(all []caster, self int) {
	if !c.flat {
		return
	}
	const tolerance = 1e-3 // meters: furniture may stand a little inside the floor
	c.above, c.below = true, true
	for i := range all {
		if i == self {
			continue
		}
		for k := range 8 {
			d := c.plane.Dot(all[i].bounds.Corner(k)) - c.offset
			c.above = c.above && d > -tolerance
			c.below = c.below && d < tolerance
		}
	}
}

// culledFor reports that the caster cannot keep a lamp at p, which shines into the half space of axis, or to all sides where that is 0, from
// lighting anything.
func (c *caster) culledFor(p, axis geom.Vec3) bool {
	ahead := axis == geom.Vec3{}
	for k := range 8 {
		ahead = ahead || axis.Dot(c.bounds.Corner(k).Sub(p)) > 0
	}
	d := c.plane.Dot(p) - c.offset
	return c.none || !ahead || c.flat && (c.above && d > 0 || c.below && d < 0)
}

// culledAlong is culledFor with light that travels along dir.
func (c *caster) culledAlong(dir geom.Vec3) bool {
	d := -c.plane.Dot(dir)
	return c.none || c.flat && (c.above && d > 0 || c.below && d < 0)
}

// draw draws what a view sees.
func (g *Geometry) draw(v *View) {
	g.instances.BindStorage(0)
	g.array.Draw(g.sights[v.number].seen)
}

// drawMarked is draw with a mark for the shading model of what is seen.
func (g *Geometry) drawMarked(v *View) {
	g.instances.BindStorage(0)
	for _, r := range g.sights[v.number].runs {
		gl.StencilMark(int(r.shading))
		g.array.Draw(r.indices)
	}
	gl.StencilOff()
}
