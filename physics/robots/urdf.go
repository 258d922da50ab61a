package robots

import (
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/physics"
)

// Bits of URDF's parts: with SelfCollision a robot touches itself.
const robotBit, otherBit = 1, 2

// urdfLink is a link before its place in the tree is known.
type urdfLink struct {
	link
	joints []*node // to its children
	parent string
}

// urdf reads a <robot>.
func (m *model) urdf(top *node) {
	r := m.r
	if name, ok := top.text("name"); ok && name != "" {
		m.name = name
	}
	byName := map[string]*urdfLink{}
	var order []*urdfLink
	for _, n := range top.all("link") {
		l := &urdfLink{link: m.urdfBody(n)}
		if byName[l.name] != nil {
			r.fail(n, "is there twice")
		}
		byName[l.name] = l
		order = append(order, l)
	}
	names := map[string]bool{}
	for _, n := range top.all("joint") {
		if name := r.must(n, "name"); names[name] {
			r.fail(n, "is there twice")
		} else {
			names[name] = true
		}
		end := func(what string) *urdfLink {
			c := n.one(what)
			if c == nil {
				r.fail(n, "<%s> is missing", what)
				return nil
			}
			name := r.must(c, "link")
			if byName[name] == nil {
				r.fail(n, "<%s> is %q, want the name of a link", what, name)
			}
			return byName[name]
		}
		parent, child := end("parent"), end("child")
		if r.err != nil {
			return
		}
		if child.parent != "" {
			r.fail(n, "leads to %q, as an earlier joint does", child.name)
		}
		child.parent = parent.name
		parent.joints = append(parent.joints, n)
	}
	var root *urdfLink
	for _, l := range order {
		if l.parent == "" {
			if root != nil {
				r.fail(l.node, "and %q hang on nothing, want one root", root.name)
			}
			root = l
		}
	}
	if r.err != nil {
		return
	}
	if root == nil {
		r.fail(top, "has no link that is no child of another")
		return
	}
	fixed := root.name == "world" || root.mass != nil && root.mass.Mass == 0
	root.link.parent, root.fromParent = -1, geom.Identity
	root.free = m.o.FreeBase && !fixed
	m.floor = root.free
	m.grow(root, byName)
	if r.err == nil && !root.free && !slices.ContainsFunc(m.links, func(l link) bool { return l.free || len(l.joints) > 0 }) {
		r.note("nothing moves: the base is fixed and has no joints")
	}
	if r.err == nil && len(m.links) != len(order) {
		r.fail(top, "has %d links, of which %d hang together: the others are a ring", len(order), len(m.links))
	}
}

// grow adds a link and all that hangs on it, parents before children.
func (m *model) grow(root *urdfLink, byName map[string]*urdfLink) {
	type item struct {
		l      *urdfLink
		parent int
	}
	for open := []item{{root, -1}}; len(open) > 0 && m.r.err == nil; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		at.l.link.parent = at.parent
		m.links = append(m.links, at.l.link)
		self := len(m.links) - 1
		for k := len(at.l.joints) - 1; k >= 0; k-- {
			n := at.l.joints[k]
			child := byName[n.one("child").peek("link")]
			child.link.free = false
			child.fromParent, child.link.joints, child.free = m.urdfJoint(n)
			open = append(open, item{child, self})
		}
	}
}

// origin reads where a thing is in its link, or a joint's child in its parent.
func (r *reader) origin(n *node) geom.Transform {
	o := n.one("origin")
	if o == nil {
		return geom.Identity
	}
	t := geom.Transform{M: rpy(r.vec(o, "rpy", geom.Vec3{})), T: r.vec(o, "xyz", geom.Vec3{})}
	if v := r.numbers(o, "quat_xyzw", 4, 4); v != nil {
		q := geom.Quat{X: v[0], Y: v[1], Z: v[2], W: v[3]}
		if q.Len() == 0 {
			r.fail(o, "quat_xyzw is 0")
			return t
		}
		t.M = q.Unit().Mat3()
	}
	return t
}

// urdfJoint reads a joint: its frame in the parent is that of the child where the joint is at zero.
func (m *model) urdfJoint(n *node) (fromParent geom.Transform, joints []axis, free bool) {
	r := m.r
	fromParent = r.origin(n)
	u := geom.V(1, 0, 0)
	if a := n.one("axis"); a != nil {
		u = r.vec(a, "xyz", u)
	}
	kind := r.must(n, "type")
	if kind != "fixed" && kind != "floating" {
		if !(u.Len() > 1e-9) {
			r.fail(n, "has the axis %v, want a direction", u)
		}
		u = u.Unit()
	}
	j := axis{node: n, name: n.peek("name"), at: geom.Transform{M: zTo(u)}}
	limit := n.one("limit")
	if limit != nil {
		effort := r.atLeast0(limit, "effort", 0)
		if m.o.Hold {
			j.brake += effort
		}
		for _, key := range []string{"lower", "upper", "velocity"} { // a loose joint goes as fast as it is driven
			limit.text(key)
		}
	}
	if d := n.one("dynamics"); d != nil {
		j.brake += r.atLeast0(d, "friction", 0)
		j.damping = r.atLeast0(d, "damping", 0)
	}
	if c := n.one("mimic"); c != nil {
		r.leave("<mimic>")
		c.attrs = nil
	}
	n.one("calibration")
	if c := n.one("safety_controller"); c != nil {
		c.attrs = nil // of the robot's own program
	}
	switch kind {
	case "fixed":
		return fromParent, nil, false
	case "floating":
		return fromParent, nil, true
	case "revolute", "prismatic":
		if limit == nil {
			r.fail(n, "<limit> is missing")
			return
		}
		j.limited, j.lo, j.hi = true, r.number(limit, "lower", 0), r.number(limit, "upper", 0)
		fallthrough
	case "continuous":
		j.kind = physics.Hinge
		if kind == "prismatic" {
			j.kind = physics.Slider
		}
		if j.limited && !(j.lo <= j.hi) { // as editors write a joint without limits
			r.note("joint %s has no limits: they are %g to %g", j.name, j.lo, j.hi)
			j.limited = false
		}
	case "planar": // along both directions of the plane, and about its normal
		x, y := j, j
		toX, toY := geom.Basis(u)
		x.name, x.kind, x.at.M = j.name+"/x", physics.Slider, zTo(toX)
		y.name, y.kind, y.at.M = j.name+"/y", physics.Slider, zTo(toY)
		j.kind = physics.Hinge
		return fromParent, []axis{x, y, j}, false
	case "spherical": // Bullet's
		j.kind = physics.Ball
	default:
		r.fail(n, "type is %q, want revolute, continuous, prismatic, fixed, floating or planar", kind)
	}
	return fromParent, []axis{j}, false
}

// urdfBody reads a link.
func (m *model) urdfBody(n *node) link {
	r := m.r
	l := link{node: n, name: r.must(n, "name")}
	surface := part{density: m.o.Density, friction: m.o.Friction, touches: true, kind: robotBit, with: otherBit}
	if m.o.SelfCollision {
		surface.with |= robotBit
	}
	if c := n.one("contact"); c != nil {
		if f := c.one("lateral_friction"); f != nil {
			surface.friction = r.atLeast0(f, "value", surface.friction)
		}
		if f := c.one("restitution"); f != nil {
			surface.restitution = min(r.atLeast0(f, "value", 0), 1)
		}
	}
	for _, c := range n.all("collision") {
		if g := c.one("geometry"); g != nil && r.isCollada(g) {
			c.children = nil
			continue
		}
		l.parts = append(l.parts, m.urdfShape(c, surface))
	}
	if i := n.one("inertial"); i != nil {
		l.mass = m.urdfInertial(i, &l)
	}
	if len(l.parts) == 0 && l.mass == nil {
		// Drawn, but without shape or mass: what is seen says how heavy it is, and touches nothing.
		for _, c := range n.children {
			g := c.one("geometry")
			if c.name != "visual" || g == nil {
				continue
			}
			if r.isCollada(g) {
				continue
			}
			p := m.urdfShape(c, surface)
			p.touches = false
			l.parts = append(l.parts, p)
			r.note("links without <inertial> and <collision> weigh what is drawn of them, and touch nothing")
		}
	}
	return l
}

// isCollada tells whether a <geometry> is a mesh in COLLADA, and notes that it is left out.
func (r *reader) isCollada(n *node) bool {
	c := n.one("mesh")
	if c == nil || !strings.HasSuffix(strings.ToLower(c.peek("filename")), ".dae") {
		return false
	}
	c.attrs = nil
	r.leave("<mesh> in COLLADA (OBJ and STL are read)")
	return true
}

// urdfInertial reads a mass.
func (m *model) urdfInertial(n *node, l *link) *physics.MassProperties {
	r := m.r
	t := r.origin(n)
	p := physics.MassProperties{}
	if c := n.one("mass"); c != nil {
		r.must(c, "value")
		p.Mass = r.atLeast0(c, "value", 0)
	}
	if c := n.one("inertia"); c != nil {
		get := func(key string) float64 { return r.number(c, key, 0) }
		p.Inertia = inertia(get("ixx"), get("iyy"), get("izz"), get("ixy"), get("ixz"), get("iyz"))
	}
	if p.Mass == 0 {
		return &p
	}
	if !isSolid(&p.Inertia) {
		p.Inertia = m.guess(l, p.Mass)
		r.note("link %s has the inertia of its shapes: that of the file is no solid's", l.name)
	}
	out := moved(p, t)
	return &out
}

// isSolid tells whether an inertia can be that of a solid.
func isSolid(i *geom.Mat3) bool {
	return i.X.X > 0 && float64(i.X.X*i.Y.Y)-float64(i.X.Y*i.X.Y) > 0 && i.Det() > 0
}

// guess is the inertia that shapes of a mass have, or a ball of the density.
func (m *model) guess(l *link, mass float64) geom.Mat3 {
	var parts []physics.MassProperties
	for i := range l.parts {
		parts = append(parts, l.parts[i].mass)
	}
	if sum := physics.SumMasses(parts...); sum.Mass > 0 {
		return sum.Scaled(mass / sum.Mass).Inertia
	}
	r := cubeRoot(mass / (m.o.Density * 4 * pi / 3))
	i := 0.4 * mass * r * r
	return inertia(i, i, i, 0, 0, 0)
}

// cubeRoot is that of a positive number, by Newton's method.
func cubeRoot(x float64) float64 {
	y := max(x, 1)
	for range 200 {
		y -= (y - x/float64(y*y)) / 3
	}
	return y
}

// urdfShape reads a <collision> or <visual>.
func (m *model) urdfShape(n *node, p part) part {
	r := m.r
	p.node, p.from = n, r.origin(n)
	g := n.one("geometry")
	if g == nil || len(g.children) == 0 {
		r.fail(n, "has no <geometry>")
		return p
	}
	c := g.children[0]
	c.read = true
	p.node = c
	var err error
	switch c.name {
	case "box":
		r.must(c, "size")
		p.shape, err = physics.NewBox(r.vec(c, "size", geom.Vec3{}).Scale(0.5))
	case "sphere":
		p.shape, err = physics.NewSphere(r.positive(c, "radius"))
	case "cylinder":
		p.shape, err = physics.NewCylinder(0.5*r.positive(c, "length"), r.positive(c, "radius"))
	case "capsule":
		p.shape, err = physics.NewCapsule(0.5*r.positive(c, "length"), r.positive(c, "radius"))
	case "mesh":
		p.file, p.scale = r.must(c, "filename"), r.vec(c, "scale", geom.V(1, 1, 1))
		s := r.solid(c, p.file, p.scale, false)
		if s == nil {
			return p
		}
		p.shape, p.mass = s.hull, s.mass.Scaled(p.density)
	default:
		r.fail(c, "is unknown, want <box>, <sphere>, <cylinder>, <capsule> or <mesh>")
		return p
	}
	if err != nil {
		r.fail(c, "%w", err)
		return p
	}
	if r.err != nil {
		return p
	}
	if p.file == "" {
		p.mass = physics.Collider{Shape: p.shape, Density: p.density}.Mass()
	}
	p.mass = moved(p.mass, p.from)
	return p
}
