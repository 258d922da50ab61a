package scenario

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// body reads everything of a body but its name. looks are its shapes as the file has them, if it has hulls for meshes.
func body(r *reader, f field) (def physics.BodyDef, looks []physics.Collider) {
	m := r.object(f)
	r.keys(f, m, "name?", "fixed?", "pos", "quat", "density", "friction", "restitution?", "velocity?", "angular_velocity?",
		"shapes")
	if f, ok := m["fixed"]; ok && r.truth(f) {
		def.Type = physics.Static
	}
	def.Pose = physics.Pose{Position: r.vec(m["pos"], r.number), Rotation: r.quat(m["quat"])}
	surface := physics.Collider{Density: r.atLeast(m["density"], 0), Friction: r.atLeast(m["friction"], 0)}
	if def.Type == physics.Dynamic {
		r.positive(m["density"])
	}
	if f, ok := m["restitution"]; ok {
		surface.Restitution = r.atLeast(f, 0)
		if r.err == nil && surface.Restitution > 1 {
			r.fail(f.path, "is %s, want at most 1", f.raw)
		}
	}
	velocity := func(key string) (v geom.Vec3) {
		f, ok := m[key]
		if !ok {
			return v
		}
		if def.Type == physics.Static {
			r.fail(f.path, "is there, but a fixed body stays where it is")
		}
		return r.vec(f, r.number)
	}
	def.Velocity, def.AngularVelocity = velocity("velocity"), velocity("angular_velocity")
	for _, f := range r.list(m["shapes"], -1) {
		c := surface
		c.Shape, c.Pose = shape(r, f)
		def.Colliders = append(def.Colliders, c)
	}
	if r.err == nil && len(def.Colliders) == 0 {
		r.fail(m["shapes"].path, "is empty")
	}
	shapes := def.Colliders
	var solids []physics.MassProperties
	if r.err == nil && def.Type != physics.Static && slices.ContainsFunc(shapes, isMesh) {
		looks = shapes
		def.Colliders, solids = hulls(r, m["shapes"], shapes)
	}
	if r.err == nil && def.Type == physics.Dynamic {
		def.Mass = balanced(shapes, solids)
	}
	return def, looks
}

// balanced is the mass of a body with hulls or meshes, nil for others. The format has a hull balanced about the origin of its
// frame, wherever its points are: as a stone with a core. Its inertia about that point is the shape's own. A mesh has the mass of
// the solid inside it.
func balanced(shapes []physics.Collider, solids []physics.MassProperties) *physics.MassProperties {
	var parts []physics.MassProperties
	own := false
	for i, c := range shapes {
		m := c.Mass()
		switch c.Shape.Kind() {
		case "hull":
			own = true
			m.Center = c.Pose.Position
		case "mesh":
			own = true
			m = solids[i]
		}
		parts = append(parts, m)
	}
	if !own {
		return nil
	}
	sum := physics.SumMasses(parts...)
	return &sum
}

// volumeTolerance is how far the volume that a file gives a hull may be from that of its points, as a share.
const volumeTolerance = 1e-3

// shape reads a shape and its pose in the body.
func shape(r *reader, f field) (*physics.Shape, physics.Pose) {
	m := r.object(f)
	if _, ok := m["type"]; !ok {
		r.fail(f.member("type"), "is missing")
	}
	kind := r.choice(m["type"], "box", "sphere", "cylinder", "capsule", "hull", "mesh")
	keys := map[string][]string{
		"box": {"half"}, "sphere": {"radius"}, "cylinder": {"radius", "half_height"}, "capsule": {"radius", "half_height"},
		"hull": {"points", "volume?"}, "mesh": {"vertices", "triangles"},
	}[kind]
	r.keys(f, m, append([]string{"type", "pos?", "quat?"}, keys...)...)
	pose := physics.Pose{Rotation: geom.Quat{W: 1}}
	if f, ok := m["pos"]; ok {
		pose.Position = r.vec(f, r.number)
	}
	if f, ok := m["quat"]; ok {
		pose.Rotation = r.quat(f)
	}

	var s *physics.Shape
	var err error
	switch kind {
	case "box":
		s, err = physics.NewBox(r.vec(m["half"], r.positive))
	case "sphere":
		s, err = physics.NewSphere(r.positive(m["radius"]))
	case "cylinder":
		s, err = physics.NewCylinder(r.positive(m["half_height"]), r.positive(m["radius"]))
	case "capsule":
		s, err = physics.NewCapsule(r.positive(m["half_height"]), r.positive(m["radius"]))
	case "hull":
		s, err = physics.NewHull(r.vecs(m["points"]))
	case "mesh":
		s, err = physics.NewTriMesh(r.vecs(m["vertices"]), r.triangles(m["triangles"]))
	}
	if err != nil {
		r.fail(f.path+":", "%w", err) // unless something was wrong before
	}
	if r.err != nil {
		return nil, pose
	}
	if f, ok := m["volume"]; ok {
		got := r.positive(f)
		if want := s.Volume(); r.err == nil && math.Abs(got-want) > float64(volumeTolerance*want) {
			r.fail(f.path, "is %s, want that of the points, %.6g", f.raw, want)
		}
	}
	return s, pose
}

// triangles reads triples of vertex numbers.
func (r *reader) triangles(f field) [][3]uint32 {
	var out [][3]uint32
	for _, f := range r.list(f, -1) {
		var t [3]uint32
		for i, f := range r.list(f, 3) {
			t[i] = uint32(r.count(f, 0, math.MaxUint32))
		}
		out = append(out, t)
	}
	return out
}
