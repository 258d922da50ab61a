package physics

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
)

const (
	// apart is the distance, metres, from which on bodies that touched no longer do.
	apart = 0.0005
	// impactSpeed is the approach speed, m/s, from which on a meeting is an Impact: below it nothing bounces.
	impactSpeed = bounceSpeed
)

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

// touching is a pair of bodies that touch.
type touching struct {
	Touch
	key  uint64 // pairKey
	gone bool   // they parted in the step
	open bool   // last has not been told of
	last Event  // an impact in the last sub-step of the step
}

// report is a constraint of a pair of bodies.
type report struct {
	key        uint64
	constraint int32 // -1 for a contact that is none
	contact    int32
	separation float64 // the least, at the end of the step
	next       float64 // a sub-step later
}

// beginTallies begins a step, after its contacts were prepared.
func (w *World) beginTallies() {
	r := &w.recorder
	if !r.on {
		return
	}
	r.events = r.events[:0]
	r.tallies = r.tallies[:0]
	at, key := -1, uint64(0)
	for i := range w.constraints {
		c := w.contact(w.constraints[i].contact)
		if k := pairKey(c.bodyA, c.bodyB); i == 0 || k != key {
			key = k
			at = w.touched(key)
		}
		t := tally{first: -1, known: at >= 0}
		t.carries = t.known && r.touching[at].open
		r.tallies = append(r.tallies, t)
	}
}

// touched is where two bodies are among those that touched in the step before, or -1.
func (w *World) touched(key uint64) int {
	list := w.recorder.touching
	i, ok := slices.BinarySearchFunc(list, key, func(t touching, key uint64) int { return cmp.Compare(t.key, key) })
	if !ok || list[i].gone || !w.present(&list[i].Touch) {
		return -1
	}
	return i
}

// present reports whether both bodies are still there.
func (w *World) present(t *Touch) bool {
	_, a := w.index(t.A.Body)
	_, b := w.index(t.B.Body)
	return a && b
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

// separation is the least of a constraint now, and the least that it will be after another sub-step if nothing acts.
func (w *World) separation(k *constraint) (least, next float64) {
	ma, mb, points, arms := k.sides(w)
	moved, v0 := mb.moved.Sub(ma.moved).Dot(k.normal), mb.v.Sub(ma.v).Dot(k.normal)
	least, next = math.Inf(1), math.Inf(1)
	for j := range points {
		turn := points[j].b.n.turn
		s, v := points[j].separation+moved+mb.turned.Dot(turn), v0+mb.w.Dot(turn)
		if arms != nil {
			s -= ma.turned.Dot(arms[j].n.turn)
			v -= ma.w.Dot(arms[j].n.turn)
		}
		least, next = min(least, s), min(next, s+float64(v*w.lastH))
	}
	return least, next
}

// noteTouches tells which bodies met, touched and parted in a step of dt seconds.
func (w *World) noteTouches(dt float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	w.listReports()
	r.later = r.later[:0]
	old := 0
	leave := func(t *touching) { // they have no contact
		if t.open {
			w.tellLast(t)
		}
		if t.gone {
			return
		}
		a, okA := w.index(t.A.Body)
		b, okB := w.index(t.B.Body)
		if okA && okB && !w.bodies[a].active() && !w.bodies[b].active() {
			r.later = append(r.later, *t)
			return
		}
		e := Event{Kind: ContactEnd, Time: dt, A: t.A, B: t.B, Position: t.Position, Normal: t.Normal}
		if !okA || !okB {
			e.Time = 0 // one was removed
		}
		r.events = append(r.events, e)
	}
	for first := 0; first < len(r.reports); {
		key := r.reports[first].key
		last := first + 1
		for last < len(r.reports) && r.reports[last].key == key {
			last++
		}
		for old < len(r.touching) && r.touching[old].key < key {
			leave(&r.touching[old])
			old++
		}
		var before *touching
		if old < len(r.touching) && r.touching[old].key == key {
			if before = &r.touching[old]; before.gone || !w.present(&before.Touch) {
				leave(before)
				before = nil
			}
			old++
		}
		w.notePair(r.reports[first:last], before, dt)
		first = last
	}
	for ; old < len(r.touching); old++ {
		leave(&r.touching[old])
	}
	r.touching, r.later = r.later, r.touching
}

// listReports lists what may touch, by pairs of bodies.
func (w *World) listReports() {
	r := &w.recorder
	r.reports = r.reports[:0]
	for i := range w.constraints {
		k := &w.constraints[i]
		if s, next := w.separation(k); s <= apart || r.tallies[i].pressed > 0 {
			c := w.contact(k.contact)
			r.reports = append(r.reports, report{pairKey(c.bodyA, c.bodyB), int32(i), k.contact, s, next})
		}
	}
	// What sleeps on a kinematic body has no constraints.
	kinematic := false
	for _, i := range w.awake {
		kinematic = kinematic || w.bodies[i].typ == Kinematic
	}
	if kinematic {
		for _, i := range w.sorted {
			c := w.contact(i)
			a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
			if c.manifold.count == 0 || !(a.asleep && b.typ == Kinematic || b.asleep && a.typ == Kinematic) {
				continue
			}
			s := math.Inf(1)
			for _, p := range c.manifold.points[:c.manifold.count] {
				s = min(s, p.separation)
			}
			if s <= apart {
				r.reports = append(r.reports, report{pairKey(c.bodyA, c.bodyB), -1, i, s, s})
			}
		}
	}
	slices.SortStableFunc(r.reports, func(a, b report) int { return cmp.Compare(a.key, b.key) })
}

// notePair tells of two bodies that touch or did in the step. before is nil if they did not in the step before.
func (w *World) notePair(reports []report, before *touching, dt float64) {
	r := &w.recorder
	t := touching{key: reports[0].key}
	t.Separation = math.Inf(1)
	var blow meeting
	var struck geom.Vec3 // N s
	var carried geom.Vec3
	arrives := false // what presses to brake what is about to meet has not parted
	first, most := w.substeps, math.Inf(-1)
	for _, p := range reports {
		c := w.contact(p.contact)
		a, b := c.a, c.b
		normal := c.manifold.normal
		swapped := c.bodyA > c.bodyB
		if swapped {
			a, b, normal = b, a, normal.Neg()
		}
		pressed := 0.0
		if p.constraint >= 0 {
			k, y := &w.constraints[p.constraint], &r.tallies[p.constraint]
			sign := 1.0 // of what acts on the later body
			if k.flipped != swapped {
				sign = -1
			}
			pressed = y.pressed
			arrives = arrives || pressed > 0 && p.next <= apart
			t.Impulse = t.Impulse.AddScaled(float64(sign*pressed), k.normal).AddScaled(sign, y.rubbed)
			t.Position = t.Position.Add(y.at)
			if y.first >= 0 {
				first = min(first, y.first)
			}
			carried = carried.AddScaled(sign, y.carried)
			if y.blow.speed > 0 && pressed > 0 {
				struck = struck.AddScaled(sign, y.blow.impulse)
				if y.blow.speed > blow.speed {
					blow = y.blow
				}
			}
		}
		t.Pressure += pressed
		t.Normal = t.Normal.AddScaled(pressed, normal)
		t.Separation = min(t.Separation, p.separation)
		if rank := pressed - p.separation*1e-9; rank > most { // N s; of those that do not press the nearest
			most, t.A, t.B = rank, w.ref(a), w.ref(b)
		}
	}
	w.locate(&t.Touch, reports)

	if before != nil && before.open {
		before.last.Impulse = before.last.Impulse.Add(carried)
		w.tellLast(before)
	}
	if before == nil {
		if t.Pressure == 0 && t.Separation > 0 {
			return
		}
		e := Event{Kind: ContactBegin, Time: dt, A: t.A, B: t.B, Position: t.Position, Normal: t.Normal}
		switch {
		case blow.speed > 0:
			e.Time, e.Position, e.Normal, e.Speed = blow.time, blow.at, blow.normal, blow.speed
		case t.Pressure > 0:
			e.Time = dt * float64(first) / float64(w.substeps)
		}
		r.events = append(r.events, e)
	}
	t.gone = t.Separation > apart && !arrives
	if blow.speed >= impactSpeed {
		t.last = Event{Kind: Impact, Time: blow.time, A: t.A, B: t.B, Position: blow.at, Normal: blow.normal, Speed: blow.speed, Impulse: struck}
		if t.open = blow.until >= w.substeps && !t.gone; !t.open {
			r.events = append(r.events, t.last)
		}
	}
	if t.gone {
		r.events = append(r.events, Event{Kind: ContactEnd, Time: dt, A: t.A, B: t.B, Position: t.Position, Normal: t.Normal})
	}
	r.later = append(r.later, t)
}

// locate finishes place and normal of a touch that were summed.
func (w *World) locate(t *Touch, reports []report) {
	if t.Pressure > 0 {
		t.Position, t.Normal = t.Position.Scale(1/t.Pressure), t.Normal.Unit()
		return
	}
	// Nothing presses: the nearest point.
	least := math.Inf(1)
	for _, p := range reports {
		c := w.contact(p.contact)
		for _, q := range c.manifold.points[:c.manifold.count] {
			if q.separation < least {
				least, t.Position, t.Normal = q.separation, q.at, c.manifold.normal
				if c.bodyA > c.bodyB {
					t.Normal = t.Normal.Neg()
				}
			}
		}
	}
}

// tellLast tells of an impact of the step before.
func (w *World) tellLast(t *touching) {
	t.last.Time -= w.recorder.lastDt
	t.open = false
	w.recorder.events = append(w.recorder.events, t.last)
}
