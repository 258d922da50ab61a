package robots

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/scenario"
)

// maxSteps is that of scenario files.
const maxSteps = 10_000_000

// scenario is the model as bodies and joints.
func (m *model) scenario() *scenario.Scenario {
	if len(m.links) > maxLinks {
		m.r.err = fmt.Errorf("%s: has %d links, want at most %d", m.name, len(m.links), maxLinks)
	}
	if m.r.err != nil {
		return nil
	}
	a := m.assemble()
	if m.r.err != nil {
		return nil
	}
	steps := math.Round(m.o.Seconds / m.dt)
	if !(steps >= 1 && steps <= maxSteps) {
		m.r.err = fmt.Errorf("%s: %g s in steps of %g s are %g steps, want 1 to %d", m.name, m.o.Seconds, m.dt, steps, maxSteps)
		return nil
	}
	s := &scenario.Scenario{Name: m.name, Gravity: m.gravity, FrictionMixing: m.mixing, Dt: m.dt, Steps: int(steps)}
	filters := a.filters()
	taken := map[string]int{}
	for _, between := range []bool{false, true} { // links have their names first
		for i := range a.bodies {
			if b := &a.bodies[i]; b.between == between {
				b.name = unused(taken, b.name)
			}
		}
	}
	place := make([]int, len(a.bodies)) // in s.Bodies
	for i := range a.bodies {
		b := &a.bodies[i]
		if place[i] = -1; b.dropped || b.static && !b.held && len(b.parts) == 0 {
			continue
		}
		place[i] = len(s.Bodies)
		s.Bodies = append(s.Bodies, scenario.Body{Name: b.name, Def: a.define(b, filters[i])})
	}
	if m.floor {
		s.Bodies = append(s.Bodies, floorBelow(s.Bodies, unused(taken, "floor"), m.o.Friction))
	}
	taken = map[string]int{}
	for i := range a.joints {
		j := &a.joints[i]
		if place[j.a] < 0 || place[j.b] < 0 {
			continue
		}
		def := a.joint(j)
		s.Joints = append(s.Joints, scenario.Joint{
			Name: unused(taken, j.name), A: s.Bodies[place[j.a]].Name, B: s.Bodies[place[j.b]].Name, Def: def,
		})
	}
	if len(s.Bodies) == 0 && m.r.err == nil {
		m.r.err = fmt.Errorf("%s: has nothing that moves or is touched", m.name)
	}
	return s
}

// unused is a name, with a number if it is taken.
func unused(taken map[string]int, name string) string {
	out := name
	for taken[out] > 0 {
		taken[name]++
		out = fmt.Sprintf("%s_%d", name, taken[name])
	}
	taken[out]++
	return out
}

// define makes the body.
func (a *assembly) define(b *body, filters []filter) physics.BodyDef {
	def := physics.BodyDef{Pose: pose(b.world)}
	if b.static {
		def.Type = physics.Static
	} else {
		mass := b.sum
		def.Mass = &mass
	}
	for i, p := range b.parts {
		c := physics.Collider{
			Shape: p.shape, Pose: pose(p.from), Density: p.density, Friction: p.friction, Restitution: p.restitution,
			RollingFriction: p.rolling, SpinningFriction: p.spinning,
			Category: filters[i].category, Mask: filters[i].mask,
		}
		if p.file == "" {
			def.Colliders = append(def.Colliders, c)
			continue
		}
		for _, shape := range a.r.shapes(p.part, b.static) {
			c.Shape = shape
			def.Colliders = append(def.Colliders, c)
		}
	}
	return def
}

// joint makes the joint.
func (a *assembly) joint(j *joined) physics.JointDef {
	def := physics.JointDef{Kind: j.kind, AFrame: pose(j.onA), BFrame: pose(j.at), MotorMax: j.brake, Stiffness: j.stiffness, Damping: j.damping}
	def.Collide = a.parentsTouch && a.bodies[j.a].static
	if j.limited {
		lo, hi := j.lo-j.zero, j.hi-j.zero
		switch {
		case !(lo <= hi):
			a.r.fail(j.node, "has limits %g to %g, want the lower one first", j.lo, j.hi)
		case j.kind == physics.Hinge && !(hi-lo <= 2*pi && lo >= -2*pi && hi <= 2*pi):
			a.r.note("joint %s has no limits: %g to %g is more than a turn", j.name, j.lo, j.hi)
			return def
		}
		def.Limited, def.Lower, def.Upper = true, lo, hi
	}
	return def
}

// floorBelow is a floor at the height of the lowest point.
func floorBelow(bodies []scenario.Body, name string, friction float64) scenario.Body {
	const half = 50 // meters; the floor ends beyond
	all := geom.EmptyAABB()
	for i := range bodies {
		t := bodies[i].Def.Pose.Transform()
		for _, c := range bodies[i].Def.Colliders {
			box, t := c.Shape.Bounds(), t.Mul(c.Pose.Transform())
			for k := range 8 {
				all = all.Grow(t.Point(box.Corner(k)))
			}
		}
	}
	top := 0.0
	if z := all.Min.Z; !math.IsInf(z, 0) {
		top = z
	}
	box, err := physics.NewBox(geom.V(half, half, 0.5))
	if err != nil {
		panic(err)
	}
	return scenario.Body{Name: name, Def: physics.BodyDef{
		Type: physics.Static, Pose: physics.Pose{Position: geom.V(0, 0, top-0.5), Rotation: geom.Quat{W: 1}},
		Colliders: []physics.Collider{{Shape: box, Pose: physics.Pose{Rotation: geom.Quat{W: 1}}, Density: 1000, Friction: friction}},
	}}
}
