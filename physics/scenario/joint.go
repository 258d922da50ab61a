package scenario

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// Joint is a joint between two bodies, with its name, which no other joint of the scenario has.
type Joint struct {
	Name string
	A, B string           // names of bodies
	Def  physics.JointDef // A and B are filled in by Build
}

// jointKinds are the words of the file, in the order of physics.JointKind.
var jointKinds = []string{physics.Fixed: "fixed", physics.Hinge: "hinge", physics.Slider: "slider", physics.Ball: "ball"}

// joints reads what holds the bodies together, which were read before.
func (s *Scenario) joints(r *reader, f field) {
	byName, at := map[string]bool{}, s.places()
	for i, f := range r.upTo(f, maxBodies) {
		j := s.joint(r, f, at)
		if j.Name == "" {
			j.Name = fmt.Sprintf("joint%d", i)
		}
		if r.err == nil && byName[j.Name] {
			r.fail(f.member("name"), "is %q, as that of an earlier joint", j.Name)
		}
		byName[j.Name] = true
		s.Joints = append(s.Joints, j)
	}
}

func (s *Scenario) joint(r *reader, f field, at map[string]int) Joint {
	m := r.object(f)
	r.keys(f, m, "name?", "kind", "a", "b", "a_frame?", "b_frame?", "limits?", "motor?", "stiffness?", "damping?", "spring?", "collide?")
	var j Joint
	if f, ok := m["name"]; ok {
		j.Name = r.text(f)
	}
	kind := r.choice(m["kind"], jointKinds...)
	for k, word := range jointKinds {
		if word == kind {
			j.Def.Kind = physics.JointKind(k)
		}
	}
	a, b := s.named(r, m["a"], at), s.named(r, m["b"], at)
	if r.err != nil {
		return j
	}
	if a == b {
		r.fail(m["b"].path, "is %q, as a", b.Name)
	}
	j.A, j.B = a.Name, b.Name

	// Frames. Where that on B is missing, it is the one on A as the bodies stand.
	unit := geom.Quat{W: 1}
	j.Def.AFrame.Rotation, j.Def.BFrame.Rotation = unit, unit
	if f, ok := m["a_frame"]; ok {
		j.Def.AFrame = r.frame(f)
	}
	if f, ok := m["b_frame"]; ok {
		j.Def.BFrame = r.frame(f)
	} else if r.err == nil {
		j.Def.BFrame = within(b.Def.Pose, of(a.Def.Pose, j.Def.AFrame))
	}

	if f, ok := m["limits"]; ok {
		j.Def.Limited = true
		j.Def.Lower, j.Def.Upper = r.limits(f)
	}
	if f, ok := m["motor"]; ok {
		m := r.object(f)
		r.keys(f, m, "speed", "max")
		j.Def.MotorSpeed, j.Def.MotorMax = r.number(m["speed"]), r.positive(m["max"])
	}
	if f, ok := m["stiffness"]; ok {
		j.Def.Stiffness = r.atLeast(f, 0)
	}
	if f, ok := m["damping"]; ok {
		j.Def.Damping = r.atLeast(f, 0)
	}
	if f, ok := m["spring"]; ok {
		m := r.object(f)
		r.keys(f, m, "hertz", "damping_ratio")
		j.Def.Hertz, j.Def.DampingRatio = r.positive(m["hertz"]), r.atLeast(m["damping_ratio"], 0)
	}
	if f, ok := m["collide"]; ok {
		j.Def.Collide = r.truth(f)
	}
	return j
}

// places is where in Bodies each name is.
func (s *Scenario) places() map[string]int {
	at := make(map[string]int, len(s.Bodies))
	for i := range s.Bodies {
		at[s.Bodies[i].Name] = i
	}
	return at
}

// named reads the name of a body.
func (s *Scenario) named(r *reader, f field, at map[string]int) *Body {
	name := r.text(f)
	i, ok := at[name]
	if !ok {
		r.fail(f.path, "is %q, want the name of a body", name)
		return nil
	}
	return &s.Bodies[i]
}

// limits reads the lower and the upper one, each a number, or null where nothing bounds.
func (r *reader) limits(f field) (lo, hi float64) {
	items := r.list(f, 2)
	if r.err != nil {
		return 0, 0
	}
	end := func(f field, open float64) float64 {
		if string(f.raw) == "null" {
			return open
		}
		return r.number(f)
	}
	return end(items[0], math.Inf(-1)), end(items[1], math.Inf(1))
}

// frame reads a pose; what is missing of it is that of the body.
func (r *reader) frame(f field) physics.Pose {
	m := r.object(f)
	r.keys(f, m, "pos?", "quat?")
	p := physics.Pose{Rotation: geom.Quat{W: 1}}
	if f, ok := m["pos"]; ok {
		p.Position = r.vec(f, r.number)
	}
	if f, ok := m["quat"]; ok {
		p.Rotation = r.quat(f)
	}
	return p
}

// of is a pose in a frame seen from where the frame is.
func of(frame, p physics.Pose) physics.Pose {
	return physics.Pose{
		Position: frame.Rotation.Rotate(p.Position).Add(frame.Position), Rotation: frame.Rotation.Mul(p.Rotation).Unit(),
	}
}

// within is the inverse of of.
func within(frame, p physics.Pose) physics.Pose {
	back := frame.Rotation.Conj()
	return physics.Pose{Position: back.Rotate(p.Position.Sub(frame.Position)), Rotation: back.Mul(p.Rotation).Unit()}
}
