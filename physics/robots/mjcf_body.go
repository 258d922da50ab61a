package robots

import (
	"fmt"
	"math"
	"path"

	"mereo/engine/geom"
	"mereo/physics"
)

// inside reads what is in a <worldbody>, <body> or <frame>: the link has the number self, and from is the frame in it.
func (f *mjcf) inside(n *node, self int, from geom.Transform, childClass string) {
	r := f.r
	for _, c := range n.children {
		if r.err != nil {
			return
		}
		class := childClass
		if s := c.peek("childclass"); s != "" && (c.name == "body" || c.name == "frame") {
			if class = s; f.defaults[s] == nil {
				r.fail(c, "childclass %q is unknown", s)
				return
			}
		}
		switch c.name {
		case "frame":
			c.read = true
			f.inside(c, self, from.Mul(f.frame(c)), class)
		case "geom":
			c.read = true
			f.fill(c, "geom", class)
			if p, ok := f.geom(c, from, self > 0 && f.links[self].mass == nil); ok {
				f.links[self].parts = append(f.links[self].parts, p)
			}
		case "body":
			c.read = true
			f.body(c, self, from, class)
		case "joint", "freejoint", "inertial":
			if self == 0 {
				r.fail(c, "is in the world, which does not move")
			} else if from != geom.Identity && c.name != "freejoint" && n.name == "frame" {
				r.fail(c, "is in a <frame>, where it is not read")
			}
		}
	}
}

// body reads a <body> and all in it.
func (f *mjcf) body(n *node, parent int, from geom.Transform, class string) {
	r := f.r
	if len(f.links) > maxLinks {
		r.fail(n, "is one of more than %d bodies", maxLinks)
		return
	}
	l := link{node: n, parent: parent, fromParent: from.Mul(f.frame(n))}
	l.name, _ = n.text("name")
	if l.name == "" {
		l.name = fmt.Sprintf("body%d", len(f.links))
	}
	for _, c := range n.children {
		switch c.name {
		case "freejoint":
			c.read = true
			l.free = true
		case "joint":
			c.read = true
			f.fill(c, "joint", class)
			if s, _ := c.text("type"); s == "free" {
				l.free = true
				continue
			}
			l.joints = append(l.joints, f.joint(c, &l))
		case "inertial":
			c.read = true
			if f.fromGeoms != "true" {
				l.mass = f.inertial(c)
			}
			for i := range c.attrs { // also where it is not wanted
				c.attrs[i].read = true
			}
		}
	}
	switch {
	case l.free && parent != 0:
		r.fail(n, "has a free joint, which only bodies in the world have")
	case l.free && len(l.joints) > 0:
		r.fail(n, "has a free joint and others")
	}
	self := len(f.links)
	f.links = append(f.links, l)
	f.inside(n, self, geom.Identity, class)
	f.bound(&f.links[self])
}

// bound gives a link the mass that the compiler asks for at least.
func (f *mjcf) bound(l *link) {
	if f.boundMass == 0 && f.boundSpin == 0 || f.r.err != nil {
		return
	}
	mass := l.mass
	if mass == nil {
		var parts []physics.MassProperties
		for i := range l.parts {
			parts = append(parts, l.parts[i].mass)
		}
		sum := physics.SumMasses(parts...)
		mass = &sum
	}
	mass.Mass = max(mass.Mass, f.boundMass)
	i := &mass.Inertia
	i.X.X, i.Y.Y, i.Z.Z = max(i.X.X, f.boundSpin), max(i.Y.Y, f.boundSpin), max(i.Z.Z, f.boundSpin)
	l.mass = mass
}

func (f *mjcf) inertial(n *node) *physics.MassProperties {
	r := f.r
	t := f.frame(n)
	r.must(n, "pos")
	p := physics.MassProperties{Mass: r.positive(n, "mass")}
	if v := r.numbers(n, "fullinertia", 6, 6); v != nil {
		p.Inertia = inertia(v[0], v[1], v[2], v[3], v[4], v[5])
	} else {
		v := r.vec(n, "diaginertia", geom.Vec3{})
		p.Inertia = inertia(v.X, v.Y, v.Z, 0, 0, 0)
	}
	if f.balance {
		// Where the moments are no solid's, all become their mean.
		if i := &p.Inertia; i.X.X+i.Y.Y < i.Z.Z || i.Y.Y+i.Z.Z < i.X.X || i.Z.Z+i.X.X < i.Y.Y {
			mean := (i.X.X + i.Y.Y + i.Z.Z) / 3
			p.Inertia = inertia(mean, mean, mean, 0, 0, 0)
		}
	}
	i := &p.Inertia
	i.X.X, i.Y.Y, i.Z.Z = max(i.X.X, f.boundSpin), max(i.Y.Y, f.boundSpin), max(i.Z.Z, f.boundSpin)
	if r.err == nil && !isSolid(&p.Inertia) {
		r.fail(n, "has an inertia that no solid has: %v", p.Inertia)
	}
	out := moved(p, t)
	return &out
}

// joint reads a <joint>.
func (f *mjcf) joint(n *node, l *link) axis {
	r := f.r
	j := axis{node: n}
	j.name, _ = n.text("name")
	if j.name == "" {
		if j.name = l.name + "_joint"; len(l.joints) > 0 {
			j.name = fmt.Sprintf("%s_joint%d", l.name, len(l.joints)+1)
		}
	}
	angle := pi / 180
	if f.radians {
		angle = 1
	}
	kind, ok := n.text("type")
	switch {
	case !ok || kind == "hinge":
		j.kind = physics.Hinge
	case kind == "slide":
		j.kind, angle = physics.Slider, 1
	case kind == "ball":
		j.kind = physics.Ball
	default:
		r.fail(n, "type is %q, want free, ball, slide or hinge", kind)
	}
	u := r.vec(n, "axis", geom.V(0, 0, 1))
	if j.kind == physics.Ball {
		u = geom.V(0, 0, 1)
	}
	if !(u.Len() > 1e-9) {
		r.fail(n, "has the axis %v, want a direction", u)
		u = geom.V(0, 0, 1)
	}
	j.at = geom.Transform{M: zTo(u.Unit()), T: r.vec(n, "pos", geom.Vec3{})}
	j.zero = float64(r.number(n, "ref", 0) * angle)
	span := r.numbers(n, "range", 2, 2)
	limited, said := n.text("limited")
	if span != nil && (limited == "true" || (!said || limited == "auto") && f.autolimits) {
		j.limited, j.lo, j.hi = true, float64(span[0]*angle), float64(span[1]*angle)
		if j.kind == physics.Ball {
			r.note("a ball joint's limit is that of the angle between the axes z: turns about them are free")
		}
	}
	j.brake = r.atLeast0(n, "frictionloss", 0) + f.brakes[j.name]
	if j.kind != physics.Ball {
		j.damping = r.atLeast0(n, "damping", 0)
		if rest := float64(r.number(n, "springref", 0) * angle); rest == j.zero {
			j.stiffness = r.atLeast0(n, "stiffness", 0)
		} else if n.peek("stiffness") != "" {
			r.leave("springs whose springref is not ref")
			n.text("stiffness")
		}
	}
	return j
}

// geom reads a <geom>; not ok are those that neither touch nor weigh anything.
func (f *mjcf) geom(n *node, from geom.Transform, weighs bool) (part, bool) {
	r := f.r
	p := part{node: n, density: 1000, friction: 1, kind: 1, with: 1}
	p.density = r.atLeast0(n, "density", p.density)
	mass := r.number(n, "mass", -1)
	f.surface(n, &p)
	if p.touches = p.kind|p.with != 0; !p.touches && !weighs { // it is only drawn
		n.attrs = nil
		return p, false
	}
	kind, ok := n.text("type")
	if !ok {
		if kind = "sphere"; n.peek("mesh") != "" {
			kind = "mesh"
		}
	}
	p.from = from.Mul(f.frame(n))
	size := r.numbers(n, "size", 1, 3)
	at := func(i int) float64 {
		if i >= len(size) {
			if r.err == nil {
				r.fail(n, "size has %d numbers, want more for a %s", len(size), kind)
			}
			return 1
		}
		return size[i]
	}
	length := 0.0 // along z, from fromto
	ends := r.numbers(n, "fromto", 6, 6)
	if ends != nil {
		a, b := geom.V(ends[0], ends[1], ends[2]), geom.V(ends[3], ends[4], ends[5])
		if length = b.Sub(a).Len(); !(length > 1e-12) {
			r.fail(n, "fromto has no length")
			return p, false
		}
		// The axis z runs from the second end to the first.
		p.from = from.Mul(geom.Transform{M: zTo(a.Sub(b).Unit()), T: a.Lerp(b, 0.5)})
	}
	long := func() float64 { // half height
		if ends != nil {
			return 0.5 * length
		}
		return at(1)
	}
	inMesh := physics.MassProperties{}
	var err error
	switch kind {
	case "sphere":
		p.shape, err = physics.NewSphere(at(0))
	case "capsule":
		radius := at(0)
		p.shape, err = physics.NewCapsule(long(), radius)
	case "cylinder":
		radius := at(0)
		p.shape, err = physics.NewCylinder(long(), radius)
	case "box":
		half := geom.V(at(0), 1, 1)
		if ends != nil {
			half.Y, half.Z = half.X, 0.5*length
			if len(size) > 1 {
				half.Y = size[1]
			}
		} else {
			half.Y, half.Z = at(1), at(2)
		}
		p.shape, err = physics.NewBox(half)
	case "plane":
		const endless, deep = 50, 0.5 // meters
		half := geom.V(endless, endless, deep)
		if len(size) > 0 && size[0] > 0 {
			half.X = size[0]
		}
		if len(size) > 1 && size[1] > 0 {
			half.Y = size[1]
		}
		p.from = p.from.Mul(geom.Translate(geom.V(0, 0, -deep)))
		p.shape, err = physics.NewBox(half)
		p.density, mass = 0, -1
	case "ellipsoid":
		half := geom.V(at(0), 1, 1)
		if ends != nil {
			half.Y, half.Z = half.X, 0.5*length
		} else {
			half.Y, half.Z = at(1), at(2)
		}
		r.note("an <ellipsoid> is the hull of %d points on it, and weighs what an ellipsoid does", len(onSphere))
		p.shape, inMesh, err = ellipsoid(half)
	case "mesh":
		s := f.mesh(n)
		if s == nil {
			return p, false
		}
		p.shape, inMesh = s.hull, s.mass
	default:
		r.leave("<geom> " + kind)
		n.attrs = nil
		return p, false
	}
	if err != nil {
		r.fail(n, "%w", err)
	}
	if r.err != nil {
		return p, false
	}
	if inMesh.Mass == 0 {
		inMesh = physics.Collider{Shape: p.shape, Density: 1}.Mass()
	}
	if mass >= 0 {
		p.density = mass / inMesh.Mass
	}
	p.mass = moved(inMesh.Scaled(p.density), p.from)
	return p, true
}

// surface reads the friction of a geom, and with what it collides.
func (f *mjcf) surface(n *node, p *part) {
	r := f.r
	turning := [2]float64{0.005, 0.0001} // spinning and rolling friction, meters
	if v := r.numbers(n, "friction", 1, 3); v != nil {
		p.friction = max(v[0], 0)
		for i, c := range v[1:] {
			turning[i] = max(c, 0)
		}
	}
	// Of two surfaces the larger coefficients count. To MuJoCo those of a surface with a small condim count where the other surface
	// has a larger one; here they do not.
	switch dim := r.number(n, "condim", 3); {
	case dim == 1:
		p.friction = 0
	case dim >= 6:
		p.rolling = turning[1]
		fallthrough
	case dim >= 4:
		p.spinning = turning[0]
	}
	bits := func(key string) uint32 { return uint32(int64(r.number(n, key, 1))) }
	p.kind, p.with = bits("contype"), bits("conaffinity")
}

// mesh reads the mesh that a geom names.
func (f *mjcf) mesh(n *node) *solid {
	r := f.r
	name := r.must(n, "mesh")
	c := f.meshes[name]
	if c == nil {
		r.fail(n, "mesh %q is not among the <asset>s", name)
		return nil
	}
	if _, done := c.text("scaled"); !done {
		f.fill(c, "mesh", "")
		c.attrs = append(c.attrs, attr{key: "scaled", read: true})
	}
	scale := r.vec(c, "scale", geom.V(1, 1, 1))
	for _, key := range []string{"refpos", "refquat"} {
		if s, ok := c.text(key); ok && !isZero(s) {
			r.fail(c, "has %s, which is not read", key)
		}
	}
	for _, key := range []string{"smoothnormal", "maxhullvert", "inertia", "content_type"} {
		c.text(key)
	}
	if v := r.numbers(c, "vertex", 12, math.MaxInt); v != nil {
		return f.hull(c, name, v, scale)
	}
	file, ok := c.text("file")
	if !ok {
		r.fail(c, "has neither file nor vertex, want one")
		return nil
	}
	if !path.IsAbs(file) {
		file = path.Join(f.meshDir, file)
	}
	return r.solid(c, file, scale, false)
}

// hull is that of the points that a <mesh> lists.
func (f *mjcf) hull(n *node, name string, v []float64, scale geom.Vec3) *solid {
	key := meshKey{file: "vertex of " + name}
	if s := f.r.meshes[key]; s != nil {
		return s
	}
	points := make([]geom.Vec3, len(v)/3)
	for i := range points {
		points[i] = geom.V(v[3*i], v[3*i+1], v[3*i+2]).Mul(scale)
	}
	n.text("face")
	err := f.r.count(len(points))
	var shape *physics.Shape
	if err == nil {
		shape, err = physics.NewHull(points)
	}
	if err != nil {
		f.r.fail(n, "%w", err)
		return nil
	}
	s := &solid{hull: shape, mass: physics.Collider{Shape: shape, Density: 1}.Mass()}
	f.r.meshes[key] = s
	return s
}

// onSphere are points evenly over the unit sphere: Fibonacci's lattice (Swinbank & Purser 2006, "Fibonacci grids").
var onSphere = func() []geom.Vec3 {
	const n = 200
	golden := pi * (3 - math.Sqrt(5))
	out := make([]geom.Vec3, n)
	for i := range out {
		z := 1 - float64(2*i+1)/n
		sin, cos := geom.SinCos(float64(golden * float64(i)))
		r := math.Sqrt(1 - float64(z*z))
		out[i] = geom.V(float64(r*cos), float64(r*sin), z)
	}
	return out
}()

// ellipsoid is a hull of points on it, and the mass of the ellipsoid at 1 kg/m3: 4/3 pi abc; (b2+c2)/5 times that about x.
func ellipsoid(half geom.Vec3) (*physics.Shape, physics.MassProperties, error) {
	points := make([]geom.Vec3, len(onSphere))
	for i, p := range onSphere {
		points[i] = p.Mul(half)
	}
	s, err := physics.NewHull(points)
	m := float64(4 * pi / 3 * half.X * half.Y * half.Z)
	x, y, z := float64(half.X*half.X), float64(half.Y*half.Y), float64(half.Z*half.Z)
	return s, physics.MassProperties{Mass: m, Inertia: inertia(m*(y+z)/5, m*(z+x)/5, m*(x+y)/5, 0, 0, 0)}, err
}
