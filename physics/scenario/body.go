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
	r.keys(f, m, "name?", "fixed?", "kinematic?", "pos", "quat", "mass?", "density?", "friction", "rolling_friction?",
		"spinning_friction?", "restitution?", "category?", "mask?", "sensor?", "velocity?", "angular_velocity?", "linear_damping?", "angular_damping?", "shapes")
	if f, ok := m["fixed"]; ok && r.truth(f) {
		def.Type = physics.Static
	}
	if f, ok := m["kinematic"]; ok && r.truth(f) {
		if def.Type == physics.Static {
			r.fail(f.path, "is true, but a fixed body stays where it is")
		}
		def.Type = physics.Kinematic
	}
	def.Pose = physics.Pose{Position: r.vec(m["pos"], r.number), Rotation: r.quat(m["quat"])}
	moving := func(key string) (field, bool) {
		f, ok := m[key]
		if ok && def.Type == physics.Static {
			r.fail(f.path, "is there, but a fixed body stays where it is")
		}
		return f, ok
	}
	dynamic := func(key string) (field, bool) {
		f, ok := m[key]
		if ok && def.Type != physics.Dynamic {
			r.fail(f.path, "is there, but only bodies that forces move have it")
		}
		return f, ok
	}
	if f, ok := moving("velocity"); ok {
		def.Velocity = r.vec(f, r.number)
	}
	if f, ok := moving("angular_velocity"); ok {
		def.AngularVelocity = r.vec(f, r.number)
	}
	if f, ok := dynamic("linear_damping"); ok {
		def.LinearDamping = r.atLeast(f, 0)
	}
	if f, ok := dynamic("angular_damping"); ok {
		def.AngularDamping = r.atLeast(f, 0)
	}
	var mass *physics.MassProperties
	if f, ok := dynamic("mass"); ok {
		mass = r.mass(f)
	}

	// What the shapes have unless they say something else.
	var surface physics.Collider
	r.surface(m, &surface)
	if def.Type == physics.Dynamic && mass == nil {
		density, ok := m["density"]
		if !ok {
			r.fail(f.member("density"), "is missing")
		}
		r.positive(density)
	}
	for _, f := range r.upTo(m["shapes"], maxShapes) {
		c := surface
		shape(r, f, def.Type, &c)
		def.Colliders = append(def.Colliders, c)
	}
	if r.err == nil && def.Type == physics.Dynamic && len(def.Colliders) == 0 && mass == nil {
		r.fail(m["shapes"].path, "is empty")
	}
	shapes := def.Colliders
	var solids []physics.MassProperties
	if r.err == nil && def.Type != physics.Static && slices.ContainsFunc(shapes, isMesh) {
		looks = shapes
		def.Colliders, solids = hulls(r, m["shapes"], shapes)
	}
	if def.Mass = mass; r.err == nil && def.Type == physics.Dynamic && mass == nil {
		def.Mass = balanced(shapes, solids)
	}
	return def, looks
}

// surfaceKeys are what a body says of all its shapes, and a shape of itself.
var surfaceKeys = []string{"density?", "friction?", "rolling_friction?", "spinning_friction?", "restitution?", "category?", "mask?", "sensor?"}

// surface reads what is there of them.
func (r *reader) surface(m map[string]field, c *physics.Collider) {
	if f, ok := m["density"]; ok {
		c.Density = r.atLeast(f, 0)
	}
	if f, ok := m["friction"]; ok {
		c.Friction = r.atLeast(f, 0)
	}
	if f, ok := m["rolling_friction"]; ok {
		c.RollingFriction = r.atLeast(f, 0)
	}
	if f, ok := m["spinning_friction"]; ok {
		c.SpinningFriction = r.atLeast(f, 0)
	}
	if f, ok := m["restitution"]; ok {
		c.Restitution = r.atLeast(f, 0)
		if r.err == nil && c.Restitution > 1 {
			r.fail(f.path, "is %s, want at most 1", f.raw)
		}
	}
	if f, ok := m["category"]; ok {
		c.Category = uint32(r.count(f, 1, math.MaxUint32))
	}
	if f, ok := m["mask"]; ok {
		c.Mask = uint32(r.count(f, 1, math.MaxUint32))
	}
	if f, ok := m["sensor"]; ok {
		c.Sensor = r.truth(f)
	}
}

// mass reads what replaces the mass of the shapes: kg; where its center is, the origin if missing; and the inertia about
// it along the body's axes, kg m2: xx, yy, zz and, unless they are 0, xy, xz, yz.
func (r *reader) mass(f field) *physics.MassProperties {
	m := r.object(f)
	r.keys(f, m, "mass", "center?", "inertia")
	p := physics.MassProperties{Mass: r.positive(m["mass"])}
	if f, ok := m["center"]; ok {
		p.Center = r.vec(f, r.number)
	}
	items := r.upTo(m["inertia"], 6)
	if r.err == nil && len(items) != 3 && len(items) != 6 {
		r.fail(m["inertia"].path, "has %d values, want 3 or 6", len(items))
	}
	var i [6]float64
	for k, f := range items {
		if r.err != nil {
			return nil
		}
		i[k] = r.number(f)
	}
	p.Inertia = geom.Mat3{X: geom.V(i[0], i[3], i[4]), Y: geom.V(i[3], i[1], i[5]), Z: geom.V(i[4], i[5], i[2])}
	return &p
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

// shape reads a shape, its pose in the body, and its surface where that differs from c.
func shape(r *reader, f field, of physics.BodyType, c *physics.Collider) {
	m := r.object(f)
	if _, ok := m["type"]; !ok {
		r.fail(f.member("type"), "is missing")
	}
	kind := r.choice(m["type"], "box", "sphere", "cylinder", "capsule", "hull", "mesh", "heights")
	keys := map[string][]string{
		"box": {"half"}, "sphere": {"radius"}, "cylinder": {"radius", "half_height"}, "capsule": {"radius", "half_height"},
		"hull": {"points", "volume?"}, "mesh": {"vertices", "triangles"}, "heights": {"spacing", "heights"},
	}[kind]
	r.keys(f, m, slices.Concat([]string{"type", "pos?", "quat?"}, keys, surfaceKeys)...)
	c.Pose = physics.Pose{Rotation: geom.Quat{W: 1}}
	if f, ok := m["pos"]; ok {
		c.Pose.Position = r.vec(f, r.number)
	}
	if f, ok := m["quat"]; ok {
		c.Pose.Rotation = r.quat(f)
	}
	r.surface(m, c)

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
	case "heights":
		s, err = r.heights(m["spacing"], m["heights"])
	}
	if err != nil {
		r.fail(f.path+":", "%w", err) // unless something was wrong before
	}
	if r.err != nil {
		return
	}
	if f, ok := m["volume"]; ok {
		got := r.positive(f)
		if want := s.Volume(); r.err == nil && math.Abs(got-want) > float64(volumeTolerance*want) {
			r.fail(f.path, "is %s, want that of the points, %.6g", f.raw, want)
		}
	}
	c.Shape = s
}

// triangles reads triples of vertex numbers.
func (r *reader) triangles(f field) [][3]uint32 {
	var out [][3]uint32
	for _, f := range r.upTo(f, maxPoints) {
		var t [3]uint32
		for i, f := range r.list(f, 3) {
			t[i] = uint32(r.count(f, 0, math.MaxUint32))
		}
		out = append(out, t)
	}
	return out
}

// heights reads ground: rows of heights along x, one for each step along y.
func (r *reader) heights(spacing, rows field) (*physics.Shape, error) {
	var step [2]float64
	for i, f := range r.list(spacing, 2) {
		step[i] = r.positive(f)
	}
	var heights []float64
	width := 0
	list := r.upTo(rows, maxPoints)
	for i, row := range list {
		items := r.upTo(row, maxPoints/len(list))
		if i == 0 {
			width = len(items)
		} else if r.err == nil && len(items) != width {
			r.fail(row.path, "has %d heights, want %d as the first row", len(items), width)
		}
		for _, f := range items {
			heights = append(heights, r.number(f))
		}
	}
	if r.err != nil {
		return nil, nil
	}
	return physics.NewHeightField(width, len(list), step[0], step[1], heights)
}
