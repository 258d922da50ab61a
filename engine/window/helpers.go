//go:build viewer

package window

import (
	"math"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/experimental/collision"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/graphic"
	"github.com/g3n/engine/material"
	"github.com/g3n/engine/math32"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// helper is what can be drawn over the picture.
type helper int

const (
	helperWireframe helper = iota
	helperColliders
	helperContacts
	helperGrid
	helperAxes
	helpers
)

var helperNames = [helpers]string{"wireframe", "colliders", "contacts", "grid", "axes"}

// overlay is g3n's scene: the picture behind everything, and what is drawn over it.
type overlay struct {
	gs      *gls.GLS
	root    *core.Node
	quad    *quad
	picture *pictureMaterial
	group   [helpers]*core.Node
	albedo  *core.Node
	box     *core.Node // around what is selected
	gizmo   *core.Node
	spring  *core.Node // of what is pulled
	// Of the scene that is shown.
	frame     *frame.Frame
	colliders [][]*mesh.Mesh
	bodies    []placedBy // nodes that go with instances and objects
	textures  []*texture
	size      float64 // of all objects, meters
}

// placedBy is a node that stands where an instance or, for colliders, an object of the frame does.
type placedBy struct {
	node     core.INode
	instance int
}

// part is what a node of the overlay shows, for picking.
type pickable struct {
	kind   string // "collider" or "contact"
	object int    // from 0
	number int    // from 1, of the object's colliders or the instant's contacts
	with   int    // the other object of a contact; -1 for none
	force  float64
	faces  int
}

func newOverlay(gs *gls.GLS) *overlay {
	o := &overlay{gs: gs, root: core.NewNode(), picture: newPictureMaterial(), albedo: core.NewNode(), box: core.NewNode(), gizmo: core.NewNode(), spring: core.NewNode()}
	o.quad = newQuad(o.picture)
	o.root.Add(o.quad)
	o.root.Add(o.albedo)
	o.root.Add(o.box)
	o.root.Add(o.gizmo)
	o.root.Add(o.spring)
	for i := range o.group {
		o.group[i] = core.NewNode()
		o.group[i].SetVisible(false)
		o.root.Add(o.group[i])
	}
	return o
}

// empty takes everything out of a node and off the device.
func empty(n *core.Node) {
	n.DisposeChildren(true)
	n.RemoveAll(true)
}

// load takes the frame of a scene, and makes what does not depend on the camera when it is first shown.
func (o *overlay) load(f *frame.Frame, colliders [][]*mesh.Mesh) {
	for i := range o.group {
		empty(o.group[i])
	}
	empty(o.albedo)
	empty(o.box)
	empty(o.gizmo)
	for _, t := range o.textures {
		t.dispose(o.gs)
	}
	o.textures, o.bodies, o.frame, o.colliders = nil, nil, f, colliders
	box, _ := bounds(f, 0, 0)
	o.size = 1
	if s := box.Size(); !box.Empty() && s.Len() > 0 {
		o.size = s.Len()
	}
	o.makeGrid(box)
	o.makeAxes()
}

// show makes a helper visible or not; the albedo is the same with show == modeAlbedo.
func (o *overlay) show(h helper, on bool) {
	if on && len(o.group[h].Children()) == 0 {
		switch h {
		case helperWireframe:
			o.makeWireframe()
		case helperColliders:
			o.makeColliders()
		}
	}
	o.group[h].SetVisible(on)
}

func (o *overlay) showAlbedo(on bool) {
	if on && len(o.albedo.Children()) == 0 {
		o.makeAlbedo()
	}
	o.albedo.SetVisible(on)
}

// place puts bodies where a frame has them.
func (o *overlay) place(f *frame.Frame) {
	for _, b := range o.bodies {
		placed(b.node, f.Instances[b.instance].WorldFromObject)
	}
}

func (o *overlay) makeGrid(box geom.AABB) {
	step := math.Pow(10, math.Floor(math.Log10(o.size/2)))
	if o.size/step > 8 {
		step *= 2.5
	}
	reach := math.Ceil(1.2*o.size/step) * step
	middle := geom.V(0, 0, 0)
	if !box.Empty() {
		c := box.Center()
		middle = geom.V(math.Round(c.X/step)*step, math.Round(c.Y/step)*step, 0)
	}
	var fine []geom.Vec3
	for d := -reach; d <= reach+step/2; d += step {
		fine = append(fine,
			middle.Add(geom.V(d, -reach, 0)), middle.Add(geom.V(d, reach, 0)),
			middle.Add(geom.V(-reach, d, 0)), middle.Add(geom.V(reach, d, 0)))
	}
	o.group[helperGrid].Add(lines(fine, newFlat(0.1, 0.45, 0.95, 0.55)))
}

func (o *overlay) makeAxes() {
	long, thick := 0.3*o.size, 0.004*o.size
	for i, c := range axisColors[:3] {
		end := [3]float64{}
		end[i] = long
		m := newFlat(c[0], c[1], c[2], 1)
		m.SetTransparent(true) // after the picture and the grid
		m.SetDepthTest(false)
		n := graphic.NewMesh(geometryOf(cylinder(geom.Vec3{}, geom.V(end[0], end[1], end[2]), thick)), m)
		n.SetRenderOrder(10)
		o.group[helperAxes].Add(n)
	}
}

// rod is a thin prism between two points.
func cylinder(a, b geom.Vec3, radius float64) *mesh.Mesh {
	z := b.Sub(a).Unit()
	x := z.Cross(geom.V(1, 0, 0))
	if math.Abs(z.X) > 0.9 {
		x = z.Cross(geom.V(0, 1, 0))
	}
	x = x.Unit()
	y := z.Cross(x)
	m := &mesh.Mesh{}
	for _, end := range []geom.Vec3{a, b} {
		for k := range 6 {
			s, c := math.Sincos(float64(k) * math.Pi / 3)
			m.Positions = append(m.Positions, end.AddScaled(radius*c, x).AddScaled(radius*s, y))
		}
	}
	for k := range uint32(6) {
		n := (k + 1) % 6
		m.Triangles = append(m.Triangles, [3]uint32{k, n, n + 6}, [3]uint32{k, n + 6, k + 6})
	}
	for k := uint32(1); k < 5; k++ {
		m.Triangles = append(m.Triangles, [3]uint32{0, k + 1, k}, [3]uint32{6, 6 + k, 7 + k})
	}
	return m
}

// ball is an octahedron, each face split once.
func sphere(at geom.Vec3, radius float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for _, v := range []geom.Vec3{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
		for _, z := range []float64{1, -1} {
			up, next := geom.V(0, 0, z), geom.V(-v.Y, v.X, 0)
			corners := [3]geom.Vec3{v, next, up}
			if z < 0 {
				corners = [3]geom.Vec3{next, v, up}
			}
			n := uint32(len(m.Positions))
			for k, c := range corners {
				m.Positions = append(m.Positions, at.AddScaled(radius, c), at.AddScaled(radius, c.Add(corners[(k+1)%3]).Unit()))
			}
			m.Triangles = append(m.Triangles, [3]uint32{n, n + 1, n + 5}, [3]uint32{n + 1, n + 2, n + 3}, [3]uint32{n + 3, n + 4, n + 5},
				[3]uint32{n + 1, n + 3, n + 5})
		}
	}
	return m
}

func (o *overlay) makeWireframe() {
	m := newFlat(0.05, 0.95, 0.95, 0.55)
	m.SetWireframe(true)
	for i := range o.frame.Instances {
		if o.frame.Instances[i].Object == 0 {
			continue // walls and floors have a grid
		}
		n := graphic.NewMesh(geometryOf(o.frame.Instances[i].Mesh), m)
		n.SetCullable(false)
		o.group[helperWireframe].Add(n)
		o.bodies = append(o.bodies, placedBy{n, i})
	}
}

func (o *overlay) makeColliders() {
	for object, pieces := range o.colliders {
		instance := -1
		for i := range o.frame.Instances {
			if int(o.frame.Instances[i].Object) == object+1 {
				instance = i
				break
			}
		}
		if instance < 0 {
			continue
		}
		for k, piece := range pieces {
			c := idColor(uint16(7*object + k + 1))
			r, g, b := float32(c[0])/255, float32(c[1])/255, float32(c[2])/255
			what := &pickable{kind: "collider", object: object, number: k + 1, with: -1, faces: len(piece.Triangles)}
			shape := geometryOf(piece)
			edges := newFlat(r, g, b, 0.95)
			edges.SetWireframe(true)
			edges.SetDepthTest(false)
			for k, m := range []*flat{newFlat(r, g, b, 0.3), edges} {
				m.SetDepthTest(false)
				if k > 0 {
					shape.Incref()
				}
				n := graphic.NewMesh(shape, m)
				n.SetCullable(false)
				n.SetUserData(what)
				o.group[helperColliders].Add(n)
				o.bodies = append(o.bodies, placedBy{n, instance})
			}
		}
	}
}

// setContacts shows the contacts of an instant: balls, and rods as long as forces are great.
func (o *overlay) setContacts(list []Contact) {
	g := o.group[helperContacts]
	empty(g)
	most := 0.0
	for _, c := range list {
		most = max(most, c.Force)
	}
	for k, c := range list {
		m := newFlat(1, 0.25, 0.1, 0.95)
		if c.A < 0 {
			m = newFlat(1, 0.85, 0.1, 0.95)
		}
		m.SetDepthTest(false)
		what := &pickable{kind: "contact", object: c.B, number: k + 1, with: c.A, force: c.Force}
		long := 0.0
		if most > 0 {
			long = 0.12 * o.size * c.Force / most
		}
		for _, shape := range []*mesh.Mesh{sphere(c.Point, 0.007*o.size), cylinder(c.Point, c.Point.AddScaled(long+1e-4*o.size, c.Normal), 0.0025*o.size)} {
			n := graphic.NewMesh(geometryOf(shape), m)
			n.SetUserData(what)
			n.SetRenderOrder(5)
			g.Add(n)
		}
	}
}

func (o *overlay) makeAlbedo() {
	white := &texture{}
	white.set(1, 1, gls.RGBA8, gls.RGBA, gls.UNSIGNED_BYTE, gls.NEAREST, gls.REPEAT, []uint8{255, 255, 255, 255})
	o.textures = append(o.textures, white)
	loaded := map[*uint8]*texture{}
	for i := range o.frame.Instances {
		in := &o.frame.Instances[i]
		base, srgb := white, false
		if t := in.Material.BaseColorTexture; t != nil && len(in.Mesh.UVs) > 0 {
			srgb, base = t.SRGB, loaded[&t.Pix[0]]
			if base == nil {
				base = &texture{}
				base.set(t.Width, t.Height, gls.RGBA8, gls.RGBA, gls.UNSIGNED_BYTE, gls.LINEAR, gls.REPEAT, t.Pix)
				loaded[&t.Pix[0]] = base
				o.textures = append(o.textures, base)
			}
		}
		m := newAlbedo(in.Material.BaseColor, base, srgb)
		if in.Object == 0 && !in.Mesh.Closed {
			m.SetSide(material.SideFront) // as cutaway does
		}
		n := graphic.NewMesh(geometryOf(in.Mesh), m)
		n.SetCullable(false)
		o.albedo.Add(n)
		o.bodies = append(o.bodies, placedBy{n, i})
	}
}

// setBox shows the box around what is selected.
func (o *overlay) setBox(box geom.AABB, ok bool) {
	empty(o.box)
	if !ok {
		return
	}
	var edges []geom.Vec3
	for i := range 8 {
		for axis := range 3 {
			if j := i | 1<<axis; j != i {
				edges = append(edges, box.Corner(i), box.Corner(j))
			}
		}
	}
	o.box.Add(lines(edges, newFlat(1, 0.77, 0, 0.8)))
}

// setSpring shows what pulls at an object: from its point to another one. Nil shows none.
func (o *overlay) setSpring(ends []geom.Vec3) {
	empty(o.spring)
	if len(ends) != 2 || ends[0] == ends[1] {
		return
	}
	m := newFlat(1, 0.9, 0.2, 0.98)
	m.SetDepthTest(false)
	for _, shape := range []*mesh.Mesh{sphere(ends[0], 0.008*o.size), cylinder(ends[0], ends[1], 0.003*o.size)} {
		n := graphic.NewMesh(geometryOf(shape), m)
		n.SetCullable(false)
		n.SetRenderOrder(20)
		o.spring.Add(n)
	}
}

// pick returns the nearest collider or contact under a point of the picture, of those that are shown.
func (o *overlay) pick(c camera.Pinhole, x, y float64) *pickable {
	ray := c.Ray(x, y)
	dir := ray.Dir.Unit()
	from := math32.Vector3{X: float32(ray.Origin.X), Y: float32(ray.Origin.Y), Z: float32(ray.Origin.Z)}
	to := math32.Vector3{X: float32(dir.X), Y: float32(dir.Y), Z: float32(dir.Z)}
	caster := collision.NewRaycaster(&from, &to)
	for _, h := range []helper{helperContacts, helperColliders} { // contacts are drawn over colliders
		if !o.group[h].Visible() {
			continue
		}
		for _, hit := range caster.IntersectObject(o.group[h], true) {
			if what, ok := hit.Object.GetNode().UserData().(*pickable); ok {
				return what
			}
		}
	}
	return nil
}
