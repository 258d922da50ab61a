package physics

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// history is what a world told in steps of dt.
type history struct {
	events []Event // with times since the start
	time   float64
	sum    geom.Vec3 // N s on B, of all touches
}

// record steps a world and keeps what it tells.
func (h *history) record(w *World, steps int, dt float64) {
	w.recorder.on = true
	for range steps {
		w.Step(dt)
		for e := range w.Events() {
			e.Time += h.time
			h.events = append(h.events, e)
		}
		for t := range w.Touching() {
			h.sum = h.sum.Add(t.Impulse)
		}
		h.time += dt
	}
}

func (h *history) kinds() string {
	s := ""
	for _, e := range h.events {
		s += e.Kind.String() + " "
	}
	return s
}

func (h *history) only(kind EventKind) (out []Event) {
	for _, e := range h.events {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

func bodyNear(t *testing.T, what string, got, want geom.Vec3, within float64) {
	t.Helper()
	if !(got.Sub(want).Len() <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// A ball that is thrown at the floor without gravity gives and takes m (1+e) v, where and when it arrives.
func TestEventsOfABounce(t *testing.T) {
	const radius, speed, side, gap = 0.1, 3.0, 2.0, 0.37
	ball := shaped(t)(NewSphere(radius))
	for _, hz := range []float64{60, 240} {
		for _, e := range []float64{0, 0.3, 1} {
			for _, turned := range []bool{false, true} { // the floor is the first or the second body
				name := fmt.Sprintf("%g Hz, e %g, turned %v", hz, e, turned)
				w := newWorld(t, WorldDef{})
				var floor BodyID
				if !turned {
					floor = ground(t, w, 0)
				}
				id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, radius+gap)}, Velocity: geom.V(side, 0, -speed),
					Colliders: []Collider{{Shape: ball, Density: 1000, Restitution: e}}})
				if turned {
					floor = ground(t, w, 0)
				}
				var h history
				h.record(w, int(0.3*hz), 1/hz)
				m := w.Mass(id).Mass
				want := "contact_begin impact contact_end "
				if e == 0 {
					want = "contact_begin impact "
				}
				if h.kinds() != want {
					t.Errorf("%s: %s", name, h.kinds())
					continue
				}
				up, a, b := geom.V(0, 0, 1), floor, id
				if turned {
					up, a, b = up.Neg(), id, floor
				}
				momentum := m * (1 + e) * speed
				bodyNear(t, name+": the sum of impulses", h.sum, up.Scale(momentum), 1e-9*momentum)
				for _, ev := range h.events[:2] {
					if math.Abs(ev.Time-gap/speed) > 1e-9 || math.Abs(ev.Speed-speed) > 1e-9 || ev.A.Body != a || ev.B.Body != b {
						t.Errorf("%s: %+v, want %g s and %g m/s", name, ev, gap/speed, speed)
					}
					bodyNear(t, name+": the place", ev.Position, geom.V(side*gap/speed, 0, 0), 1e-9)
					bodyNear(t, name+": the normal", ev.Normal, up, 1e-9)
				}
				bodyNear(t, name+": the impulse", h.events[1].Impulse, up.Scale(momentum), 1e-9*momentum)
			}
		}
	}
}

// What lands without bouncing has one impact of m v and what it weighs while it lasts, in whichever sub-step it comes down.
func TestImpactOfALanding(t *testing.T) {
	const hz, half = 240.0, 0.1
	h := 1 / hz / 4
	for i := range 40 {
		fall := 0.2 + 0.001*float64(i)
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
		ground(t, w, 0.5)
		id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0.3, 0.2, half+fall)},
			Colliders: []Collider{{Shape: shaped(t)(NewSphere(half)), Density: 1000, Friction: 0.5}}})
		var told history
		told.record(w, 240, 1/hz)
		hits := told.only(Impact)
		if len(hits) != 1 || len(told.only(ContactBegin)) != 1 || len(told.only(ContactEnd)) != 0 {
			t.Fatalf("fall of %g m: %s %+v", fall, told.kinds(), told.events)
		}
		m, v := w.Mass(id).Mass, math.Sqrt(2*gravity*fall)
		e := hits[0]
		if math.Abs(e.Time-v/gravity) > 1e-6 || math.Abs(e.Speed-v) > 1e-6 {
			t.Errorf("fall of %g m: at %.9f s with %.9f m/s, want %.9f and %.9f", fall, e.Time, e.Speed, v/gravity, v)
		}
		if got := e.Impulse.Z; got < m*v || got > m*(v+gravity*2*h) {
			t.Errorf("fall of %g m: impulse %g, want %g to %g", fall, got, m*v, m*(v+gravity*2*h))
		}
		bodyNear(t, "the place", e.Position, geom.V(0.3, 0.2, 0), 2e-5)
		// All impulses together stop the ball and carry it: m g times the whole second.
		if want := m * gravity * told.time; math.Abs(told.sum.Z-want) > 1e-3*want {
			t.Errorf("fall of %g m: all impulses are %g, want %g", fall, told.sum.Z, want)
		}
	}
}

// Everything in a stack carries m g dt of what lies on it, in every step; nothing begins or ends until it sleeps, and then not either.
func TestTouchingOfAStack(t *testing.T) {
	const n, half, dt = 4, 0.1, 1.0 / 240
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 0.5)
	var top BodyID
	for i := range n {
		top = boxAt(t, w, geom.V(half, half, half), geom.V(0, 0, half*float64(2*i+1)), 0.5)
	}
	weight := w.Mass(top).Mass * gravity * dt
	var told history
	told.record(w, 120, dt)
	for range 60 {
		told.record(w, 1, dt)
		i := 0
		for touch := range w.Touching() {
			if want := weight * float64(n-i); math.Abs(touch.Pressure-want) > 2e-3*want || math.Abs(touch.Impulse.Z-want) > 2e-3*want {
				t.Fatalf("touch %d presses by %g N s and gives %v, want %g", i, touch.Pressure, touch.Impulse, want)
			}
			bodyNear(t, "the place", touch.Position, geom.V(0, 0, half*float64(2*i)), 1e-3)
			i++
		}
		if i != n {
			t.Fatalf("%d touches, want %d", i, n)
		}
	}
	told.record(w, 2000, dt)
	touches := 0
	for range w.Touching() {
		touches++
	}
	if len(told.only(ContactBegin)) != n || len(told.only(FellAsleep)) != n || len(told.events) != 2*n || touches != n {
		t.Errorf("%d touch at the end, %s", touches, told.kinds())
	}

	// A blow wakes them; the top one is thrown off and comes down again.
	told = history{}
	w.ApplyImpulse(top, geom.V(0, 0, w.Mass(top).Mass), w.Center(top))
	told.record(w, 120, dt)
	if len(told.only(Woke)) != n || len(told.only(ContactEnd)) != 1 || len(told.only(ContactBegin)) != 1 || len(told.only(Impact)) < 1 {
		t.Errorf("after the blow: %s", told.kinds())
	}
	if e := told.only(ContactBegin)[0]; math.Abs(e.Time-2/gravity) > 2e-3 || math.Abs(e.Speed-1) > 2*gravity/960 { // two sub-steps of falling
		t.Errorf("it comes down with %g m/s after %g s, want 1 m/s after %g s", e.Speed, e.Time, 2/gravity)
	}
}

// The floor brakes a sliding box by mu m g dt in every step.
func TestTouchingOfASlide(t *testing.T) {
	const mu, dt = 0.4, 1.0 / 240
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 1)
	id := boxAt(t, w, geom.V(0.2, 0.2, 0.02), geom.V(0, 0, 0.02), mu)
	w.SetVelocity(id, geom.V(3, 0, 0), geom.Vec3{})
	var told history
	told.record(w, 24, dt)
	for range 48 {
		told.record(w, 1, dt)
		want := geom.V(-mu, 0, 1).Scale(w.Mass(id).Mass * gravity * dt)
		for touch := range w.Touching() {
			bodyNear(t, "the impulse", touch.Impulse, want, 1e-3*want.Len())
		}
	}
}

// A plank that tips over an edge slaps on the floor while it touches it: an impact within a contact.
func TestImpactWithinAContact(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 1)
	s := shaped(t)(NewBox(geom.V(0.5, 0.1, 0.02)))
	const tilt = 0.5
	sin, cos := math.Sincos(tilt / 2)
	z := 0.5*math.Sin(tilt) + 0.02*math.Cos(tilt)
	addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, z), Rotation: geom.Quat{W: cos, Y: sin}},
		Colliders: []Collider{{Shape: s, Density: 500, Friction: 1}}})
	var told history
	told.record(w, 240, 1.0/240)
	hits := told.only(Impact)
	if len(told.only(ContactBegin)) != 1 || len(hits) == 0 || told.only(ContactBegin)[0].Time > 0.01 {
		t.Fatal(told.kinds())
	}
	// The edge of the other end: a rod about its lower end falls with w^2 = 3 g sin(tilt)/l.
	const l = 1.0
	speed := l * math.Sqrt(3*gravity*math.Sin(tilt)/l)
	if e := hits[0]; math.Abs(e.Speed-speed) > 0.05*speed || e.Position.X > -0.3 {
		t.Errorf("%+v, want %g m/s at the far end", e, speed)
	}
}

// A blow goes through a row of balls: every pair has its impact, m v.
func TestImpactsOfACradle(t *testing.T) {
	const radius, v, n = 0.05, 2.0, 5
	ball := shaped(t)(NewSphere(radius))
	w := newWorld(t, WorldDef{})
	var ids []BodyID
	for i := range n {
		def := BodyDef{Pose: Pose{Position: geom.V(2*radius*float64(i), 0, 0)}, Colliders: []Collider{{Shape: ball, Density: 1000, Restitution: 1}}}
		if i == 0 {
			def.Pose.Position.X, def.Velocity.X = -0.1, v
		}
		ids = append(ids, addBody(t, w, def))
	}
	var told history
	told.record(w, 24, 1.0/240)
	hits := told.only(Impact)
	if len(hits) != n-1 {
		t.Fatal(told.kinds())
	}
	slices.SortFunc(hits, func(a, b Event) int { return compareRefs(a.A, b.A) })
	m := w.Mass(ids[0]).Mass
	for i, e := range hits {
		if e.A.Body != ids[i] || e.B.Body != ids[i+1] || math.Abs(e.Speed-v) > 1e-6 {
			t.Errorf("impact %d: %+v", i, e)
		}
		bodyNear(t, "the impulse", e.Impulse, geom.V(m*v, 0, 0), 1e-6*m*v)
		bodyNear(t, "the normal", e.Normal, geom.V(1, 0, 0), 1e-9)
	}
}

// A body that is removed parts from what it touched; one in its place is another.
func TestEventsOfRemoved(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 1)
	id := boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(0, 0, 0.1), 1)
	var told history
	told.record(w, 10, 1.0/240)
	w.RemoveBody(id)
	next := boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(0, 0, 0.1), 1)
	told.record(w, 10, 1.0/240)
	w.RemoveBody(next)
	told.record(w, 2, 1.0/240)
	if told.kinds() != "contact_begin contact_end contact_begin contact_end " || told.events[1].B.Body != id || told.events[2].B.Body != next {
		t.Errorf("%s: %+v", told.kinds(), told.events)
	}
}

// What rests on a kinematic body goes on touching it when it sleeps, until that moves away.
func TestTouchingOfAKinematicBody(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	table := addBody(t, w, BodyDef{Type: Kinematic, Pose: Pose{Position: geom.V(0, 0, -0.1)},
		Colliders: []Collider{{Shape: shaped(t)(NewBox(geom.V(1, 1, 0.1))), Friction: 1}}})
	box := boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(0, 0, 0.1), 1)
	var told history
	told.record(w, 480, 1.0/240)
	if told.kinds() != "contact_begin fell_asleep " || w.Awake(box) {
		t.Fatal(told.kinds())
	}
	w.SetVelocity(table, geom.V(0, 0, -20), geom.Vec3{})
	told.record(w, 24, 1.0/240)
	if told.kinds() != "contact_begin fell_asleep woke contact_end " {
		t.Error(told.kinds())
	}
}

// Recording changes no motion, and allocates nothing once there is room.
func TestRecordingCostsNothing(t *testing.T) {
	build := func() *World {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity), NoSleep: true})
		ground(t, w, 0.5)
		for i := range 30 {
			x := float64(i % 3)
			boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(0.15*x, 0.02*float64(i%4), 0.2+0.25*float64(i/3)), 0.5)
		}
		return w
	}
	a, b := build(), build()
	b.RecordEvents(true)
	for range 480 {
		a.Step(1.0 / 240)
		b.Step(1.0 / 240)
	}
	if a.Hash() != b.Hash() {
		t.Errorf("%x without, %x with events", a.Hash(), b.Hash())
	}
	if n := testing.AllocsPerRun(50, func() {
		b.Step(1.0 / 240)
		for range b.Events() {
		}
		for range b.Touching() {
		}
	}); n > 0 {
		t.Errorf("%g allocations per step", n)
	}
}
