package physics

import (
	"cmp"
	"iter"
	"slices"

	"mereo/engine/geom"
)

// EventKind says what happened.
type EventKind uint8

const (
	// ContactBegin and ContactEnd: two bodies touched that did not before, or came apart by more than half a millimeter. What bounces
	// within a step begins, hits and ends in it.
	ContactBegin EventKind = iota
	// Impact: two bodies met at 0.1 m/s or more, in the air or, as a box that tumbles, with a part that did not touch.
	Impact
	ContactEnd
	// SensorEnter and SensorLeave: a body overlaps a sensor at the end of the step, or no longer. A is the sensor.
	SensorEnter
	SensorLeave
	// FellAsleep and Woke: A is the body; there is no B.
	FellAsleep
	Woke
)

var eventNames = [...]string{"contact_begin", "impact", "contact_end", "sensor_enter", "sensor_leave", "fell_asleep", "woke"}

// String is the kind in words, as "contact_begin".
func (k EventKind) String() string { return eventNames[k] }

// Event is something that happened in a step. Bodies that were removed since are named, too.
type Event struct {
	Kind EventKind
	// Time is in seconds since the step began: of ContactBegin and Impact when the surfaces met, of Woke 0, of others the end of the
	// step. An impact is told when its impulse is complete; if that was in the step after, its time is negative. What is about to meet as
	// the step ends may be told of already, with a time of up to a sub-step after it.
	Time float64
	// A and B are the colliders that met first or, as all of a body counts, last parted. Of bodies A is the one that comes first in the
	// order of Bodies.
	A, B ShapeRef
	// Position and Normal are where they met, world, and unit, from A to B. Sensors have no normal.
	Position, Normal geom.Vec3
	// Speed is how fast they approached along the normal, m/s, of ContactBegin and Impact.
	Speed float64
	// Impulse is what an impact gave to B, N s, pressure and friction: that of the sub-step in which they met and of the next.
	Impulse geom.Vec3
}

// Touch is what two bodies that touch did to each other.
type Touch struct {
	A, B       ShapeRef  // the colliders that pressed most; the body of A comes first in the order of Bodies
	Position   geom.Vec3 // the middle of the points, weighed by their pressure, world
	Normal     geom.Vec3 // unit, from A to B, weighed likewise
	Separation float64   // the least, meters, at the end of the step
	Pressure   float64   // the sum of the impulses along the normals, N s
	Impulse    geom.Vec3 // on B, N s, friction included
}

// RecordEvents makes steps tell what happens in them, or no longer. What touches when it begins is told as beginning. A step that
// records takes a few percent longer.
func (w *World) RecordEvents(on bool) { w.recorder = recorder{on: on} }

// Events goes through what happened in the last step, in the order of time and, at one time, of bodies. It is empty unless RecordEvents
// was called.
func (w *World) Events() iter.Seq[Event] { return slices.Values(w.recorder.events) }

// Touching goes through the pairs of bodies that touched in the last step, in the order of Bodies. Impulses are those of the whole step;
// of pairs that sleep, of the step in which they fell asleep. It is empty unless RecordEvents was called.
func (w *World) Touching() iter.Seq[Touch] {
	return func(yield func(Touch) bool) {
		for i := range w.recorder.touching {
			if !yield(w.recorder.touching[i].Touch) {
				return
			}
		}
	}
}

// recorder is what a world keeps to tell of events.
type recorder struct {
	on       bool
	events   []Event
	sums     []impulseSum // of the constraints
	points   []pointState // of the constraint that was last looked at
	reports  []report
	struckAt float64     // when something last bounced in the sub-step, seconds since the step began
	touching []touchPair // by body, as of the last step
	later    []touchPair // the next touching, while it is made
	rest     []restSeen  // by index of body
	inside   []inside    // by sensor and body
	insideAt []inside    // the next inside
	lastDt   float64     // seconds of the last step
	patch    manifold    // where two surfaces meet
	cache    pairCache
}

// restSeen is whether a body slept at the end of the last step.
type restSeen struct {
	generation uint32
	asleep     bool
}

// noteStep tells of what is known at the end of a step, and puts the events in order.
func (w *World) noteStep(dt float64) {
	r := &w.recorder
	if !r.on {
		return
	}
	r.lastDt = dt
	w.noteSensors(dt)
	for i := range w.bodies {
		b := &w.bodies[i]
		if i == len(r.rest) {
			r.rest = append(r.rest, restSeen{})
		}
		if !b.alive || b.typ != Dynamic {
			continue
		}
		before := &r.rest[i]
		if before.generation != b.generation {
			*before = restSeen{generation: b.generation}
		}
		if before.asleep == b.asleep {
			continue
		}
		before.asleep = b.asleep
		e := Event{Kind: Woke, A: ShapeRef{Body: w.id(int32(i))}, Position: w.motions[i].center}
		if b.asleep {
			e.Kind, e.Time = FellAsleep, dt
		}
		r.events = append(r.events, e)
	}
	slices.SortStableFunc(r.events, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
}
