package physics

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
)

// apart is the distance, meters, from which on bodies that touched no longer do.
const apart = 0.0005

// touchPair is a pair of bodies that touch.
type touchPair struct {
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

// beginImpulseSums begins a step, after its contacts were prepared.
func (w *World) beginImpulseSums() {
	r := &w.recorder
	if !r.on {
		return
	}
	r.events = r.events[:0]
	r.sums = r.sums[:0]
	at, key := -1, uint64(0)
	for i := range w.constraints {
		first := w.constraintPoints(&w.constraints[i])[0].contact
		c := w.contact(first)
		if k := pairKey(c.bodyA, c.bodyB); i == 0 || k != key {
			key = k
			at = w.touched(key)
		}
		t := impulseSum{first: -1, contact: first, known: at >= 0}
		t.carries = t.known && r.touching[at].open
		r.sums = append(r.sums, t)
	}
}

// touched is where two bodies are among those that touched in the step before, or -1.
func (w *World) touched(key uint64) int {
	list := w.recorder.touching
	i, ok := slices.BinarySearchFunc(list, key, func(t touchPair, key uint64) int { return cmp.Compare(t.key, key) })
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

// separation is the least of a constraint now, and the least that it will be after another sub-step if nothing acts.
func (w *World) separation(k *constraint) (least, next float64) {
	least, next = math.Inf(1), math.Inf(1)
	for _, p := range w.constraintPoints(k) {
		least, next = min(least, p.separation), min(next, p.separation+float64(p.speed*w.lastH))
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
	leave := func(t *touchPair) { // they have no contact
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
		var before *touchPair
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
		if s, next := w.separation(k); s <= apart || r.sums[i].normal > 0 {
			contact := r.sums[i].contact
			c := w.contact(contact)
			r.reports = append(r.reports, report{pairKey(c.bodyA, c.bodyB), int32(i), contact, s, next})
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
func (w *World) notePair(reports []report, before *touchPair, dt float64) {
	r := &w.recorder
	t := touchPair{key: reports[0].key}
	t.Separation = math.Inf(1)
	var strongest hit
	var hitImpulse geom.Vec3 // N s
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
			k, y := &w.constraints[p.constraint], &r.sums[p.constraint]
			sign := 1.0 // of what acts on the later body
			if k.flipped != swapped {
				sign = -1
			}
			pressed = y.normal
			arrives = arrives || pressed > 0 && p.next <= apart
			t.Impulse = t.Impulse.AddScaled(float64(sign*pressed), k.normal).AddScaled(sign, y.friction)
			t.Position = t.Position.Add(y.at)
			if y.first >= 0 {
				first = min(first, y.first)
			}
			carried = carried.AddScaled(sign, y.carried)
			if y.hit.speed > 0 && pressed > 0 {
				hitImpulse = hitImpulse.AddScaled(sign, y.hit.impulse)
				if y.hit.speed > strongest.speed {
					strongest = y.hit
				}
			}
		}
		t.Pressure += pressed
		t.Normal = t.Normal.AddScaled(pressed, normal)
		t.Separation = min(t.Separation, p.separation)
		if rank := pressed - float64(p.separation*1e-9); rank > most { // N s; of those that do not press the nearest
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
		case strongest.speed > 0:
			e.Time, e.Position, e.Normal, e.Speed = strongest.time, strongest.at, strongest.normal, strongest.speed
		case t.Pressure > 0:
			e.Time = dt * float64(first) / float64(w.substeps)
		}
		r.events = append(r.events, e)
	}
	t.gone = t.Separation > apart && !arrives
	if strongest.speed >= impactSpeed {
		t.last = Event{Kind: Impact, Time: strongest.time, A: t.A, B: t.B, Position: strongest.at, Normal: strongest.normal, Speed: strongest.speed,
			Impulse: hitImpulse}
		if t.open = strongest.until >= w.substeps && !t.gone; !t.open {
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
func (w *World) tellLast(t *touchPair) {
	t.last.Time -= w.recorder.lastDt
	t.open = false
	w.recorder.events = append(w.recorder.events, t.last)
}
