package physics

import (
	"math"

	"mereo/engine/geom"
)

// impactSpeed is the approach speed, m/s, from which on a meeting is an Impact: below it nothing bounces.
const impactSpeed = bounceSpeed

// tally is what a constraint did in a step, in its own frame: its B and its normal.
type tally struct {
	pressed float64   // N s, the sum of all points
	rubbed  geom.Vec3 // N s
	at      geom.Vec3 // the sum of points, times their pressure
	first   int       // the sub-step in which it first pressed; -1 for none
	known   bool      // its bodies touched before the step
	carries bool      // its bodies met in the last sub-step of the step before, and the first one is part of that
	carried geom.Vec3 // N s, of that sub-step
	blow    meeting
}

// meeting is how two surfaces met.
type meeting struct {
	speed   float64 // m/s; 0 for none
	time    float64 // seconds since the step began
	until   int     // the last sub-step that is part of it
	at      geom.Vec3
	normal  geom.Vec3 // from A to B, as Event has it
	impulse geom.Vec3 // N s on B
}

// foresee notes what will meet within sub-step number sub of h seconds, before forces act and anything bounces.
func (w *World) foresee(sub int, h float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	r.struckAt = 0
	for i := range r.tallies {
		k, t := &w.constraints[i], &r.tallies[i]
		if t.blow.impulse == (geom.Vec3{}) {
			t.blow = meeting{} // it did not come to it
		}
		least := impactSpeed
		if !t.known && t.first < 0 {
			least = 0 // the beginning of a contact has a speed and a place, however slow
		}
		least = max(least, t.blow.speed)
		ma, mb, points, arms := k.sides(w)
		pull := w.pull(k, ma, mb)
		moved, v0 := mb.moved.Sub(ma.moved).Dot(k.normal), mb.v.Sub(ma.v).Dot(k.normal)
		fastest, wait := 0.0, 0.0
		for j := range points {
			p := &points[j]
			if p.impulse > 0 {
				continue
			}
			s, v := p.separation+moved+mb.turned.Dot(p.b.n.turn), v0+mb.w.Dot(p.b.n.turn)
			if arms != nil {
				s -= ma.turned.Dot(arms[j].n.turn)
				v -= ma.w.Dot(arms[j].n.turn)
			}
			// Without restitution relaxing brakes what would meet in the next sub-step, so that it comes to the surface with its end.
			if v >= 0 || s+float64(2*h*(v+float64(h*pull))) > 0 {
				continue
			}
			s = max(s, 0)
			if speed := math.Sqrt(max(0, float64(v*v)-float64(2*pull*s))); speed > fastest {
				fastest, wait = speed, min(float64(2*s)/(speed-v), 2*h)
			}
		}
		if fastest > 0 && fastest >= least {
			w.met(i, sub, h, fastest, wait)
		}
	}
}

// met notes that the bodies of a constraint meet in a sub-step, after wait seconds of it.
func (w *World) met(constraint, sub int, h, speed, wait float64) {
	t := &w.recorder.tallies[constraint]
	k := &w.constraints[constraint]
	t.blow.speed, t.blow.until = speed, sub+1
	t.blow.time = float64(float64(sub)*h) + wait
	t.blow.at, t.blow.normal = w.meetingPlace(k, wait)
}

// meetingPlace is where the surfaces of a contact are nearest when wait seconds have passed, and the normal from A to B.
func (w *World) meetingPlace(k *constraint, wait float64) (at, normal geom.Vec3) {
	r := &w.recorder
	c := w.contact(k.contact)
	frame := func(i int32) geom.Transform {
		o := &w.colliders[i]
		m := &w.motions[w.bodies[o.body].motion]
		if w.bodies[o.body].typ == Static {
			return o.worldFromShape
		}
		return geom.Transform{M: turn(m.rot, m.w, wait).Mat3(), T: m.center.AddScaled(wait, m.v)}.Mul(o.centerFromShape)
	}
	a, b := frame(c.a), frame(c.b)
	m := &r.patch
	m.count, r.cache = 0, pairCache{}
	w.collidePair(m, c, &a, &b, speculative, &r.cache)
	if m.count == 0 {
		m = &c.manifold // they only graze
	}
	least := math.Inf(1)
	for _, p := range m.points[:m.count] {
		least = min(least, p.separation)
	}
	// Of the points that touch then, those count that come: the far end of a plank that slaps on the floor.
	pick := func(weight func(at geom.Vec3) float64) (sum geom.Vec3, n float64) {
		for _, p := range m.points[:m.count] {
			if p.separation <= least+apart {
				weight := weight(p.at)
				sum, n = sum.AddScaled(weight, p.at), n+weight
			}
		}
		return sum, n
	}
	ma, mb := &w.motions[w.bodies[c.bodyA].motion], &w.motions[w.bodies[c.bodyB].motion]
	at, n := pick(func(at geom.Vec3) float64 {
		return max(0, ma.velocityAt(at).Sub(mb.velocityAt(at)).Dot(m.normal))
	})
	if n == 0 {
		at, n = pick(func(geom.Vec3) float64 { return 1 })
	}
	if normal = m.normal; c.bodyA > c.bodyB {
		normal = normal.Neg()
	}
	return at.Scale(1 / n), normal
}

// velocityAt is that of the point of the body that is at a place.
func (m *motion) velocityAt(at geom.Vec3) geom.Vec3 { return m.v.Add(m.w.Cross(at.Sub(m.center))) }

// tallyStrike notes the impulses of an impact, of which the velocities before are still known.
func (w *World) tallyStrike(sub int, h float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	for i := range w.struck {
		q := &w.struck[i]
		if !(q.p.impulse > 0) {
			continue
		}
		t := &r.tallies[q.constraint]
		if -q.before.Z > float64(1.001*t.blow.speed) && (-q.before.Z >= impactSpeed || !t.known && t.first < 0) {
			w.met(int(q.constraint), sub, h, -q.before.Z, 0) // it was set in motion by another impact
			t.blow.time = max(t.blow.time, r.struckAt)
		}
		r.struckAt = max(r.struckAt, t.blow.time)
		w.add(q.constraint, &q.p, int(q.point), sub)
	}
}

// tally notes the impulses of a sub-step.
func (w *World) tally(sub int) {
	r := &w.recorder
	if !r.on {
		return
	}
	for i := range r.tallies {
		_, _, points, _ := w.constraints[i].sides(w)
		for j := range points {
			if points[j].impulse > 0 {
				w.add(int32(i), &points[j], j, sub)
			}
		}
	}
}

// add adds the impulse of a point, number j of its contact.
func (w *World) add(constraint int32, p *point, j, sub int) {
	k, t := &w.constraints[constraint], &w.recorder.tallies[constraint]
	if t.first < 0 {
		t.first = sub
	}
	c := w.contact(k.contact)
	rubbed := k.t1.Scale(p.impulse1).AddScaled(p.impulse2, k.t2)
	t.pressed += p.impulse
	t.rubbed = t.rubbed.Add(rubbed)
	t.at = t.at.AddScaled(p.impulse, c.manifold.points[j].at)
	if t.carries && sub == 0 {
		t.carried = t.carried.AddScaled(p.impulse, k.normal).Add(rubbed)
	}
	if t.blow.speed > 0 && sub <= t.blow.until {
		t.blow.impulse = t.blow.impulse.AddScaled(p.impulse, k.normal).Add(rubbed)
	}
}
