package build

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/models"
	"mereo/assets/palette"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/physics"
	"mereo/scenes"
	"mereo/scenes/settle"
)

// form is what a thing is: what it collides with and what it looks like, in its own frame.
type form struct {
	shape    *physics.Shape // of simple things; nil for those that are solids
	solid    *settle.Solid
	parts    []scenes.Part
	meta     models.Meta // of models
	painted  bool        // parts have materials of their own
	original material.RGB
}

// workshop makes the forms of things. Things alike share one.
type workshop struct {
	made      map[string]*form
	many      bool // things: round ones get fewer triangles
	triangles int
}

// crease is the least angle between facets that is seen as an edge, radians.
const crease = 40 * math.Pi / 180

func (w *workshop) form(key string, t *thing) (f *form, err error) {
	name := "" // of forms that things may share
	switch t.Kind {
	case "box":
		name = fmt.Sprint("box ", *t.Size)
	case "sphere":
		name = fmt.Sprint("sphere ", *t.Radius)
	case "cylinder":
		name = fmt.Sprint("cylinder ", *t.Radius, *t.Height)
	case "model":
		name = fmt.Sprint("model ", t.scale(), *t.File)
	case "furniture":
		name = fmt.Sprint("furniture ", t.scale(), t.number(), *t.Category)
	}
	if f = w.made[name]; f == nil {
		if f, err = w.make(t); err != nil {
			return nil, fmt.Errorf("scene: %s%w", key, err)
		}
		if name != "" {
			w.made[name] = f
		}
	}
	for _, p := range f.parts {
		w.triangles += len(p.Mesh.Triangles)
	}
	if w.triangles > maxTriangles {
		return nil, fmt.Errorf("scene: things have more triangles than %d, which all may have together: leave some out, or take simpler ones", maxTriangles)
	}
	return f, nil
}

func (t *thing) scale() float64 {
	if t.Scale == nil {
		return 1
	}
	return *t.Scale
}

func (t *thing) number() int {
	if t.Number == nil {
		return 0
	}
	return *t.Number
}

// make makes a form. Errors continue the place of the thing.
func (w *workshop) make(t *thing) (f *form, err error) {
	sides := 96
	if w.many {
		sides = 32
	}
	f = &form{original: material.RGB{-1}}
	one := func(m *mesh.Mesh, crease float64) {
		m = solid.Smooth(m, crease)
		m.Closed = t.Kind != "mesh"
		f.parts = []scenes.Part{{Label: t.Kind, Mesh: m}}
	}
	switch t.Kind {
	case "box":
		size := vec(*t.Size)
		f.shape, err = physics.NewBox(size.Scale(0.5))
		// Edges that are a little round catch light, as those of real things do. The faces beside them stay flat.
		one(solid.RoundedBox(size, min(0.01, 0.04*min(size.X, size.Y, size.Z)), 2), 0.1)
	case "sphere":
		f.shape, err = physics.NewSphere(*t.Radius)
		one(solid.Ellipsoid(geom.V(*t.Radius, *t.Radius, *t.Radius), sides, sides/2), crease)
	case "cylinder":
		f.shape, err = physics.NewCylinder(*t.Height/2, *t.Radius)
		one(solid.Move(solid.Cylinder(*t.Radius, *t.Height, min(0.005, 0.04*min(*t.Radius, *t.Height)), sides), geom.V(0, 0, -*t.Height/2)), crease)
	case "mesh":
		m := &mesh.Mesh{}
		for _, v := range *t.Vertices {
			m.Positions = append(m.Positions, vec(v))
		}
		for _, v := range *t.Faces {
			m.Triangles = append(m.Triangles, [3]uint32{uint32(v[0]), uint32(v[1]), uint32(v[2])})
		}
		if f.solid, err = settle.Convex(m); err != nil {
			return nil, fmt.Errorf(": %w", err)
		}
		one(m, crease)
	case "model":
		return f, f.open(t)
	case "furniture":
		return f, f.furnish(t)
	}
	if err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	return f, nil
}

// open makes a model of a file. Its foot, the middle of its lower side, comes to lie at the origin.
func (f *form) open(t *thing) error {
	folder, file := filepath.Split(*t.File)
	if strings.ContainsAny(file, `*?[\`) || file == "" {
		return fmt.Errorf(".file is %q, want the path of one file, without * ? [ and \\ in its name", *t.File)
	}
	if folder == "" {
		folder = "."
	}
	library, err := models.Open(folder, file, models.Options{})
	if err != nil {
		return fmt.Errorf(".file cannot be opened: %w", err)
	}
	m := library.Models[0]
	parts, err := m.Parts()
	if err != nil {
		return fmt.Errorf(".file cannot be opened: %w", err)
	}
	f.meta, f.painted = m.Meta, true
	var meshes []*mesh.Mesh
	for _, p := range parts {
		meshes = append(meshes, p.Mesh)
		own := material.Default()
		own.BaseColor = material.RGB{0.6, 0.6, 0.6}
		if p.Material != nil {
			own = *p.Material
		}
		f.parts = append(f.parts, scenes.Part{Label: p.Name, Mesh: p.Mesh, Material: own})
	}
	at := foot(meshes, t.scale())
	for i, m := range meshes {
		meshes[i] = m.Transformed(at)
		f.parts[i].Mesh = meshes[i]
	}
	if f.solid, err = settle.Convex(meshes...); err != nil {
		return fmt.Errorf(".file %s: %w", *t.File, err)
	}
	return nil
}

// furnish makes a piece of furniture, on its foot.
func (f *form) furnish(t *thing) error {
	category := ""
	for _, name := range furniture.Categories() {
		if strings.EqualFold(name, *t.Category) {
			category = name
		}
	}
	if category == "" {
		return fmt.Errorf(".category is %q, want %s", *t.Category, strings.ToLower(strings.Join(furniture.Categories(), ", ")))
	}
	if n := t.number(); n < 0 || n >= furniture.Count {
		return fmt.Errorf(".number is %d, want 0 to %d", n, furniture.Count-1)
	}
	m, err := furniture.ByNumber(category, t.number())
	if err != nil {
		return fmt.Errorf(": %w", err)
	}
	var meshes []*mesh.Mesh
	for _, p := range m.Parts {
		meshes = append(meshes, p.Mesh)
	}
	at := foot(meshes, t.scale())
	var pieces [][]geom.Vec3
	for i, p := range m.Parts {
		meshes[i] = meshes[i].Transformed(at)
		f.parts = append(f.parts, scenes.Part{Label: p.Label, Mesh: solid.Smooth(meshes[i], crease)})
		for _, c := range p.Colliders {
			moved := make([]geom.Vec3, len(c))
			for k, v := range c {
				moved[k] = at.Point(v)
			}
			pieces = append(pieces, moved)
		}
	}
	f.original = woodTone
	if f.solid, err = settle.NewSolid(pieces); err != nil {
		return fmt.Errorf(": %w", err)
	}
	f.solid.Weigh(meshes...)
	return nil
}

// woodTone is the color of furniture without another one.
var woodTone = material.RGB{0.42, 0.26, 0.14}

// foot takes the middle of the lower side of some meshes to the origin, and scales them.
func foot(meshes []*mesh.Mesh, scale float64) geom.Transform {
	box := geom.EmptyAABB()
	for _, m := range meshes {
		box = box.Union(m.Bounds())
	}
	c := box.Center()
	t := geom.Transform{M: geom.Mat3{X: geom.V(scale, 0, 0), Y: geom.V(0, scale, 0), Z: geom.V(0, 0, scale)}}
	t.T = t.M.MulVec(geom.V(-c.X, -c.Y, -box.Min.Z))
	return t
}

// dressed are the parts of thing i in its colors.
func (f *form) dressed(i int, s *surface) []scenes.Part {
	own := f.original
	if own[0] < 0 {
		own = palette.Apart(i).SRGB()
	}
	out := make([]scenes.Part, len(f.parts))
	for k, p := range f.parts {
		if !f.painted {
			p.Material = material.Default()
			p.Material.BaseColor = own
		}
		p.Material = s.on(p.Material)
		out[k] = p
	}
	return out
}

// on is a material with what a surface says.
func (s *surface) on(m material.Material) material.Material {
	if s.Glass {
		m.BaseColor, m.BaseColorTexture, m.Transmission, m.PerceptualRoughness = material.RGB{0.97, 0.98, 0.98}, nil, 1, 0
	}
	if s.Color != nil {
		m.BaseColor, m.BaseColorTexture = material.RGB(*s.Color), nil
	}
	if s.Roughness != nil {
		m.PerceptualRoughness, m.MetallicRoughnessTexture = *s.Roughness, nil
	}
	if s.Metallic != nil {
		m.Metallic, m.MetallicRoughnessTexture = *s.Metallic, nil
		if s.Roughness == nil && *s.Metallic > 0 {
			m.PerceptualRoughness = 0.25
		}
	}
	return m
}

// stuff are friction, rolling friction and restitution of a surface that says nothing.
func (s *surface) stuff(friction *float64) (out physics.Collider) {
	out.Friction, out.RollingFriction, out.Restitution = 0.7, 0.01, 0.3
	for _, v := range []struct {
		to   *float64
		from *float64
	}{{&out.Friction, friction}, {&out.Friction, s.Friction}, {&out.RollingFriction, s.Rolling}, {&out.Restitution, s.Restitution}} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	return out
}

// body is the body of a thing.
func (f *form) body(t *thing) (def physics.BodyDef) {
	like := t.surface.stuff(f.meta.Friction)
	mass, density := t.Mass, t.Density
	if mass == nil && density == nil {
		mass, density = f.meta.Mass, f.meta.Density
	}
	kg := 500.0 // per m3
	if density != nil {
		kg = *density
	}
	if f.shape != nil {
		if mass != nil {
			kg = *mass / f.shape.Volume()
		}
		def.Colliders = []physics.Collider{{Shape: f.shape, Density: kg}}
	} else {
		if mass != nil {
			kg = *mass / f.solid.Volume()
		}
		def.Colliders, def.Mass = f.solid.Body(kg)
	}
	for i := range def.Colliders {
		c := &def.Colliders[i]
		c.Friction, c.RollingFriction, c.Restitution = like.Friction, like.RollingFriction, like.Restitution
	}
	def.Pose = physics.Pose{Position: vec(t.At), Rotation: t.Turn.rotation()}
	if t.Fixed {
		def.Type = physics.Static
	}
	if t.Velocity != nil {
		def.Velocity = vec(*t.Velocity)
	}
	if t.Angular != nil {
		def.AngularVelocity = vec(*t.Angular)
	}
	return def
}

func (t turn) rotation() geom.Quat {
	if t.quat != ([4]float64{}) {
		return geom.Quat{W: t.quat[0], X: t.quat[1], Y: t.quat[2], Z: t.quat[3]}.Unit()
	}
	sin, cos := geom.SinCos(t.angle / 2 * math.Pi / 180)
	return geom.Quat{W: cos, Z: sin}
}

func vec(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }
