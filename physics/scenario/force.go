package scenario

import (
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// Force pulls a dynamic body for a while, or strikes it once.
type Force struct {
	Body   string
	Force  geom.Vec3 // N
	Torque geom.Vec3 // N m
	// Impulse (N s) acts at the time From and is instead of Force and Torque.
	Impulse geom.Vec3
	// At is where force and impulse act, in the frame of the body, and moves with it. Nil is the center of mass.
	At *geom.Vec3
	// Local says that force, torque and impulse are along the axes of the body and turn with it; else along the world's.
	Local bool
	// From and Until are seconds since the start; Until may be +Inf. A step that lies partly outside has its share of the
	// force, so that its impulse is exact.
	From, Until float64
}

// forces reads what acts on the bodies, which were read before.
func (s *Scenario) forces(r *reader, f field) {
	at := s.places()
	for _, f := range r.upTo(f, maxBodies) {
		m := r.object(f)
		r.keys(f, m, "body", "force?", "torque?", "impulse?", "at?", "local?", "from?", "until?")
		b := s.named(r, m["body"], at)
		if r.err != nil {
			return
		}
		if b.Def.Type != physics.Dynamic {
			r.fail(m["body"].path, "is %q, want a body that is not fixed and not kinematic", b.Name)
		}
		out := Force{Body: b.Name, Until: math.Inf(1)}
		vec := func(key string, to *geom.Vec3) {
			if f, ok := m[key]; ok {
				*to = r.vec(f, r.number)
			}
		}
		vec("force", &out.Force)
		vec("torque", &out.Torque)
		vec("impulse", &out.Impulse)
		_, force := m["force"]
		_, torque := m["torque"]
		impulse, strikes := m["impulse"]
		switch {
		case strikes && (force || torque):
			r.fail(impulse.path, "is there beside a force or torque, want them apart")
		case !strikes && !force && !torque:
			r.fail(f.path, "has no force, torque or impulse")
		}
		if f, ok := m["at"]; ok {
			if !force && !strikes {
				r.fail(f.path, "is there, but a torque has no place")
			}
			out.At = &geom.Vec3{}
			vec("at", out.At)
		}
		if f, ok := m["local"]; ok {
			out.Local = r.truth(f)
		}
		if f, ok := m["from"]; ok {
			out.From = r.atLeast(f, 0)
		}
		if f, ok := m["until"]; ok {
			if strikes {
				r.fail(f.path, "is there, but an impulse acts at once")
			}
			if out.Until = r.number(f); r.err == nil && out.Until <= out.From {
				r.fail(f.path, "is %s, want more than from, %g", f.raw, out.From)
			}
		}
		s.Forces = append(s.Forces, out)
	}
}

// push lets the forces of a step act that is to come. ids are those of Build, and at those of places.
func (s *Scenario) push(step int, w *physics.World, ids []physics.BodyID, at map[string]int) {
	begin, end := float64(step)*s.Dt, float64(step+1)*s.Dt
	for i := range s.Forces {
		f := &s.Forces[i]
		id := ids[at[f.Body]]
		turn := func(v geom.Vec3) geom.Vec3 {
			if f.Local {
				return w.Pose(id).Rotation.Rotate(v)
			}
			return v
		}
		place := w.Center(id)
		if f.At != nil {
			place = w.Pose(id).Transform().Point(*f.At)
		}
		if f.Impulse != (geom.Vec3{}) {
			if begin <= f.From && f.From < end {
				w.ApplyImpulse(id, turn(f.Impulse), place)
			}
			continue
		}
		if share := (min(end, f.Until) - max(begin, f.From)) / s.Dt; share > 0 {
			share = min(share, 1)
			if f.Force != (geom.Vec3{}) {
				w.ApplyForce(id, turn(f.Force).Scale(share), place)
			}
			if f.Torque != (geom.Vec3{}) {
				w.ApplyTorque(id, turn(f.Torque).Scale(share))
			}
		}
	}
}
