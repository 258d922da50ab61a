package robots

import (
	"fmt"
	"math"
	"sort"

	"mereo/engine/geom"
	"mereo/physics"
)

const pi = math.Pi

// maxLinks bounds what a file can ask for.
const maxLinks = 20_000

// model is what a file says, whatever its format: links, parents before children.
type model struct {
	r       *reader
	o       Options
	name    string
	gravity geom.Vec3
	dt      float64
	mixing  physics.Mixing // of friction
	links   []link
	apart   [][2]string // names of links that do not touch
	// parentsTouch has links touch those they are joined to, if these do not move.
	parentsTouch bool
	floor        bool // there is to be one below everything
}

// link is a rigid thing with the joints that lead to it from its parent.
type link struct {
	node       *node
	name       string
	parent     int            // -1: the world
	fromParent geom.Transform // with all joints at zero
	free       bool           // nothing holds it
	joints     []axis         // one after the other; if there are none and it is not free, it is fixed to its parent
	mass       *physics.MassProperties
	parts      []part
}

// part is a shape of a link.
type part struct {
	node                           *node
	shape                          *physics.Shape
	from                           geom.Transform         // link from shape
	mass                           physics.MassProperties // in the link, if the link has no mass of its own
	density, friction, restitution float64
	rolling, spinning              float64 // friction, meters
	touches                        bool
	kind, with                     uint32 // what it is and what it touches, as bits: two parts touch if one touches what the other is

	// Of a mesh that is a surface where it does not move.
	file  string
	scale geom.Vec3
}

// axis is a joint with one degree of freedom, or a ball joint.
type axis struct {
	node    *node
	name    string
	kind    physics.JointKind
	at      geom.Transform // of the joint's frame in the link; it moves about z or along z
	limited bool
	lo, hi  float64 // in the file's terms, as zero
	zero    float64 // what the file calls the place where fromParent holds
	brake   float64 // the most that friction and the like can do: N m, N
	// Of a spring that is at rest where fromParent holds, and of a damper: N m/rad and N m s/rad, N/m and N s/m.
	stiffness, damping float64
}

// body is a link with those that are fixed to it.
type body struct {
	name     string
	static   bool
	world    geom.Transform // from body, at the start
	masses   []physics.MassProperties
	sum      physics.MassProperties
	donor    int // it has a share of this body's mass; -1 for bodies with their own
	parts    []placed
	between  bool // it stands between the joints of a link
	held     bool // a joint needs it
	dropped  bool
	children []int
}

// placed is a part in a body.
type placed struct {
	*part
	from geom.Transform // body from shape
}

// joined is a joint between bodies.
type joined struct {
	*axis
	a, b int
	onA  geom.Transform // of the joint's frame
}

// assembly puts the model together.
type assembly struct {
	*model
	bodies []body
	joints []joined
	where  []int            // of each link, its body
	inBody []geom.Transform // body from link
}

// assemble makes bodies of links.
func (m *model) assemble() *assembly {
	a := &assembly{model: m}
	left := map[string]bool{}
	for name := range m.o.Start {
		left[name] = true
	}
	for i := range m.links {
		l := &m.links[i]
		worldFromParent, parent, inParent := geom.Identity, -1, geom.Identity
		if l.parent >= 0 {
			parent, inParent = a.where[l.parent], a.inBody[l.parent]
			worldFromParent = a.bodies[parent].world.Mul(inParent)
		}
		world := worldFromParent.Mul(l.fromParent)
		switch {
		case l.free:
			parent = a.add(body{name: l.name, world: world, donor: -1})
			inParent = geom.Identity
		case len(l.joints) == 0 && (parent < 0 || a.bodies[parent].static):
			parent = a.add(body{name: l.name, world: world, donor: -1, static: true})
			inParent = geom.Identity
		case len(l.joints) == 0:
			inParent = inParent.Mul(l.fromParent)
		default:
			if parent < 0 {
				parent, inParent = a.add(body{name: "world", world: geom.Identity, donor: -1, static: true}), geom.Identity
			}
			parent = a.chain(l, parent, inParent.Mul(l.fromParent), left)
			inParent = geom.Identity
		}
		a.where, a.inBody = append(a.where, parent), append(a.inBody, inParent)
		a.fill(&a.bodies[parent], l, inParent)
	}
	names := make([]string, 0, len(left))
	for name := range left {
		names = append(names, name)
	}
	if sort.Strings(names); len(names) > 0 && m.r.err == nil {
		m.r.err = fmt.Errorf("%s: no joint is called %s", m.name, names[0])
	}
	a.share()
	return a
}

func (a *assembly) add(b body) int {
	a.bodies = append(a.bodies, b)
	return len(a.bodies) - 1
}

// chain adds the bodies that a link's joints lead to, the last of which is the link, and returns that one.
func (a *assembly) chain(l *link, parent int, onA geom.Transform, left map[string]bool) int {
	first, last := len(a.bodies), len(a.bodies)+len(l.joints)-1
	for k := range l.joints {
		j := &l.joints[k]
		start := a.start(j)
		delete(left, j.name)
		motion := geom.Transform{M: geom.RotZ(start)}
		if j.kind == physics.Slider {
			motion = geom.Translate(geom.V(0, 0, start))
		}
		world := a.bodies[parent].world.Mul(onA).Mul(j.at).Mul(motion).Mul(j.at.RigidInverse())
		b := body{name: l.name, world: world, donor: -1}
		if first+k < last {
			b.name, b.donor, b.between = j.name, last, true
		}
		a.bodies[parent].held = true
		a.bodies[parent].children = append(a.bodies[parent].children, len(a.bodies))
		a.joints = append(a.joints, joined{j, parent, len(a.bodies), onA.Mul(j.at)})
		parent, onA = a.add(b), geom.Identity
	}
	if len(l.joints) > 1 {
		a.r.note("between the joints of a link that has several stand bodies with a twentieth of its mass each")
	}
	return parent
}

// start is where a joint is at the start, less its zero.
func (a *assembly) start(j *axis) float64 {
	q, said := a.o.Start[j.name]
	switch {
	case !said:
		if q = j.zero; j.limited && !(j.lo <= q && q <= j.hi) {
			q = min(max(q, j.lo), j.hi)
			a.r.note("joint %s starts at its limit, %g, as %g is outside", j.name, q, j.zero)
		}
	case j.kind == physics.Ball:
		a.r.fail(j.node, "is a ball joint, which has no single value to start from")
	case math.IsNaN(q-q) || j.limited && !(j.lo <= q && q <= j.hi):
		a.r.fail(j.node, "is to start at %g, want %g to %g", q, j.lo, j.hi)
	}
	return q - j.zero
}

// fill puts what a link has into its body.
func (a *assembly) fill(b *body, l *link, bodyFromLink geom.Transform) {
	mass := l.mass
	if mass == nil || mass.Mass == 0 {
		var parts []physics.MassProperties
		for i := range l.parts {
			parts = append(parts, l.parts[i].mass)
		}
		sum := physics.SumMasses(parts...)
		mass = &sum
	}
	if mass.Mass > 0 {
		b.masses = append(b.masses, moved(*mass, bodyFromLink))
	}
	for i := range l.parts {
		if p := &l.parts[i]; p.touches {
			b.parts = append(b.parts, placed{p, bodyFromLink.Mul(p.from)})
		}
	}
}

// massShare is what a body without mass takes of another's: little, so that this one moves as it would, and enough that
// joints hold.
const massShare = 0.05

// share sums masses, and gives bodies without one a share of that of the body that hangs on them.
func (a *assembly) share() {
	for i := range a.bodies {
		a.bodies[i].sum = physics.SumMasses(a.bodies[i].masses...)
	}
	for i := len(a.bodies) - 1; i >= 0; i-- { // children before parents
		b := &a.bodies[i]
		if b.static || b.sum.Mass > 0 {
			continue
		}
		for k := 0; k < len(b.children) && b.donor < 0; k++ {
			if c := &a.bodies[b.children[k]]; c.donor >= 0 {
				b.donor = c.donor
			} else if !c.dropped {
				b.donor = b.children[k]
			}
			if b.donor >= 0 {
				a.r.note("link %s has no mass and takes a twentieth of that of %s", b.name, a.bodies[b.donor].name)
			}
		}
		if b.donor < 0 || a.bodies[b.donor].dropped {
			b.dropped = true
			a.r.note("link %s is left out: it moves and has neither mass nor shape", b.name)
			continue
		}
		d := &a.bodies[b.donor]
		b.sum = moved(d.sum.Scaled(massShare), b.world.RigidInverse().Mul(d.world))
		d.sum = d.sum.Scaled(1 - massShare)
	}
}
