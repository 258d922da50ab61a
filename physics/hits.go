package physics

import (
	"math"

	"mereo/engine/geom"
)

// impactSpeed is the approach speed, m/s, from which on a hit is an Impact: below it nothing bounces.
const impactSpeed = bounceSpeed

// impulseSum is what a constraint did in a step, in its own frame: its B and its normal.
type impulseSum struct {
	normal   float64   // N s, the sum of all points
	friction geom.Vec3 // N s
	at       geom.Vec3 // the sum of points, times their pressure
	contact  int32     // that of the point that pressed most
	most     float64   // N s, of that point
	first    int       // the sub-step in which it first pressed; -1 for none
	known    bool      // its bodies touched before the step
	carries  bool      // its bodies met in the last sub-step of the step before, and the first one is part of that
	carried  geom.Vec3 // N s, of that sub-step
	hit      hit
}

// hit is how two surfaces hit each other.
type hit struct {
	speed   float64 // m/s; 0 for none
	time    float64 // seconds since the step began
	until   int     // the last sub-step that is part of it
	at      geom.Vec3
	normal  geom.Vec3 // from A to B, as Event has it
	impulse geom.Vec3 // N s on B
}

// pointState is a point of a constraint in a sub-step.
type pointState struct {
	contact    int32
	at         geom.Vec3 // when the step began
	separation float64   // meters, now
	speed      float64   // of B against A along the normal, m/s
	normal     float64   // N s
	friction   geom.Vec3 // N s on B, world
}

// constraintPoints lists the points of a constraint. The list holds until the next call.
func (w *World) constraintPoints(k *constraint) []pointState {
	r := &w.recorder
	r.points = r.points[:0]
	k.updateSeparations(w)
	approach, turn := k.slip(w)
	v := geom.Vec3{X: approach.Z, Y: turn.X, Z: turn.Y}
	for j := k.firstPoint; j < k.firstPoint+k.count; j++ {
		p, from := &w.points[j], &w.sources[j]
		speed := p.speed(v)
		if k.rolls > 0 {
			speed = w.rollingPoints[w.rolling[k.rolls-1].firstPoint+j-k.firstPoint].p.velocity(&w.motions[k.a], &w.motions[k.b], k).Z
		}
		r.points = append(r.points, pointState{
			contact: from.contact, at: w.contact(from.contact).manifold.points[from.index].at, separation: p.now, speed: speed,
			normal: p.impulse, friction: k.t1.Scale(p.friction1).AddScaled(p.friction2, k.t2),
		})
	}
	return r.points
}

// predictHits notes what will hit within sub-step number sub of h seconds, before forces act and anything bounces.
func (w *World) predictHits(sub int, h float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	r.struckAt = 0
	for i := range r.sums {
		k, t := &w.constraints[i], &r.sums[i]
		if t.hit.impulse == (geom.Vec3{}) {
			t.hit = hit{} // it did not come to it
		}
		least := impactSpeed
		if !t.known && t.first < 0 {
			least = 0 // the beginning of a contact has a speed and a place, however slow
		}
		least = max(least, t.hit.speed)
		pull := w.gravityAlong(k)
		fastest, wait, contact := 0.0, 0.0, int32(0)
		for _, p := range w.constraintPoints(k) {
			// Without restitution relaxing brakes what would meet in the next sub-step, so that it comes to the surface with its end.
			if p.normal > 0 || p.speed >= 0 || p.separation+float64(2*h*(p.speed+float64(h*pull))) > 0 {
				continue
			}
			s := max(p.separation, 0)
			if speed := math.Sqrt(max(0, float64(p.speed*p.speed)-float64(2*pull*s))); speed > fastest {
				fastest, wait, contact = speed, min(float64(2*s)/(speed-p.speed), 2*h), p.contact
			}
		}
		if fastest > 0 && fastest >= least {
			w.noteHit(i, contact, sub, h, fastest, wait)
		}
	}
}

// noteHit notes that the bodies of a constraint hit each other in a sub-step, after wait seconds of it.
func (w *World) noteHit(constraint int, contact int32, sub int, h, speed, wait float64) {
	t := &w.recorder.sums[constraint]
	t.hit.speed, t.hit.until = speed, sub+1
	t.hit.time = float64(float64(sub)*h) + wait
	t.hit.at, t.hit.normal = w.hitPlace(w.contact(contact), wait)
}

// hitPlace is where the surfaces of a contact are nearest when wait seconds have passed, and the normal from A to B.
func (w *World) hitPlace(c *contact, wait float64) (at, normal geom.Vec3) {
	r := &w.recorder
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

// sumImpact notes the impulses of an impact, of which the velocities before are still known.
func (w *World) sumImpact(sub int, h float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	for i := range w.impact {
		q := &w.impact[i]
		if !(q.p.impulse > 0) {
			continue
		}
		t, k := &r.sums[q.constraint], &w.constraints[q.constraint]
		now := w.constraintPoints(k)[q.point]
		if -q.before.Z > float64(1.001*t.hit.speed) && (-q.before.Z >= impactSpeed || !t.known && t.first < 0) {
			w.noteHit(int(q.constraint), now.contact, sub, h, -q.before.Z, 0) // it was set in motion by another impact
			t.hit.time = max(t.hit.time, r.struckAt)
		}
		r.struckAt = max(r.struckAt, t.hit.time)
		now.normal, now.friction = q.p.impulse, k.t1.Scale(q.p.impulse1).AddScaled(q.p.impulse2, k.t2)
		t.add(k, &now, sub)
	}
}

// sumImpulses notes the impulses of a sub-step.
func (w *World) sumImpulses(sub int) {
	r := &w.recorder
	if !r.on {
		return
	}
	for i := range r.sums {
		k := &w.constraints[i]
		points := w.constraintPoints(k)
		for j := range points {
			if points[j].normal > 0 {
				r.sums[i].add(k, &points[j], sub)
			}
		}
	}
}

// add adds the impulse of a point.
func (t *impulseSum) add(k *constraint, p *pointState, sub int) {
	if t.first < 0 {
		t.first = sub
	}
	if p.normal > t.most {
		t.most, t.contact = p.normal, p.contact
	}
	t.normal += p.normal
	t.friction = t.friction.Add(p.friction)
	t.at = t.at.AddScaled(p.normal, p.at)
	impulse := p.friction.AddScaled(p.normal, k.normal)
	if t.carries && sub == 0 {
		t.carried = t.carried.Add(impulse)
	}
	if t.hit.speed > 0 && sub <= t.hit.until {
		t.hit.impulse = t.hit.impulse.Add(impulse)
	}
}
