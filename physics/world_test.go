package physics

import (
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
)

const gravity = 9.81

func newWorld(t testing.TB, def WorldDef) *World {
	t.Helper()
	w, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// shaped fails the test when a shape cannot be made: shaped(t)(NewBox(half)).
func shaped(t testing.TB) func(*Shape, error) *Shape {
	return func(s *Shape, err error) *Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func addBody(t testing.TB, w *World, def BodyDef) BodyID {
	t.Helper()
	id, err := w.AddBody(def)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// ground adds a static slab whose top is z = 0.
func ground(t testing.TB, w *World, friction float64) BodyID {
	t.Helper()
	s := shaped(t)(NewBox(geom.V(50, 50, 1)))
	return addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -1)}, Colliders: []Collider{{Shape: s, Friction: friction}}})
}

// boxAt adds a dynamic box of 1000 kg/m3.
func boxAt(t testing.TB, w *World, half, at geom.Vec3, friction float64) BodyID {
	t.Helper()
	s := shaped(t)(NewBox(half))
	return addBody(t, w, BodyDef{Pose: Pose{Position: at}, Colliders: []Collider{{Shape: s, Density: 1000, Friction: friction}}})
}

func TestAddBodyRefuses(t *testing.T) {
	box := shaped(t)(NewBox(geom.V(1, 1, 1)))
	surface := shaped(t)(NewTriMesh([]geom.Vec3{{}, {X: 1}, {Y: 1}}, [][3]uint32{{0, 1, 2}}))
	one := []Collider{{Shape: box, Density: 1}}
	nan := math.NaN()
	mass := func(m MassProperties) *MassProperties { return &m }
	for _, c := range []struct {
		name string
		def  BodyDef
		want string
	}{
		{"position", BodyDef{Pose: Pose{Position: geom.V(nan, 0, 0)}, Colliders: one}, "position is {NaN 0 0}, want finite numbers"},
		{"rotation", BodyDef{Pose: Pose{Rotation: geom.Quat{W: 2}}, Colliders: one}, "rotation has length 2, want 1"},
		{"velocity", BodyDef{Velocity: geom.V(math.Inf(1), 0, 0), Colliders: one}, "velocity is {+Inf 0 0} and {0 0 0}, want finite numbers"},
		{"moving static", BodyDef{Type: Static, Velocity: geom.V(1, 0, 0), Colliders: one}, "velocity of a static body"},
		{"type", BodyDef{Type: 7, Colliders: one}, "body type is 7"},
		{"damping", BodyDef{LinearDamping: -1, Colliders: one}, "damping is -1 and 0, want 0 or more"},
		{"no mass", BodyDef{}, "0"},
		{"no shape", BodyDef{Colliders: []Collider{{Density: 1}}}, "collider 0 has no shape"},
		{"density", BodyDef{Colliders: []Collider{{Shape: box, Density: -1}}}, "collider 0: density is -1, want 0 or more"},
		{"friction", BodyDef{Colliders: []Collider{{Shape: box, Density: 1, Friction: -0.5}}}, "collider 0: friction is -0.5, want 0 or more"},
		{"restitution", BodyDef{Colliders: []Collider{{Shape: box, Density: 1, Restitution: 1.5}}}, "collider 0: restitution is 1.5, want 0 to 1"},
		{"mesh", BodyDef{Colliders: []Collider{{Shape: surface, Density: 1}}}, "collider 0: a triangle mesh belongs to static bodies only"},
		{"weightless", BodyDef{Colliders: []Collider{{Shape: box}}}, "0"},
		{"given mass", BodyDef{Mass: mass(MassProperties{Mass: -1, Inertia: geom.Identity3})}, "mass of a dynamic body is -1 kg, want more than 0"},
		{"given inertia", BodyDef{Mass: mass(MassProperties{Mass: 1})}, "want a symmetric, positive definite matrix"},
	} {
		w := newWorld(t, WorldDef{})
		_, err := w.AddBody(c.def)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "physics: ") {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
		for range w.Bodies() {
			t.Errorf("%s: a body was added all the same", c.name)
		}
	}
	if _, err := NewWorld(WorldDef{Gravity: geom.V(0, 0, nan)}); err == nil {
		t.Error("gravity NaN was taken")
	}
	if _, err := NewWorld(WorldDef{Substeps: -1}); err == nil {
		t.Error("-1 sub-steps were taken")
	}
}

// A body that nothing touches follows the parabola to rounding.
func TestFreeFall(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	v := geom.V(3, -1, 5)
	s := shaped(t)(NewBox(geom.V(0.1, 0.2, 0.3)))
	id := addBody(t, w, BodyDef{Velocity: v, Colliders: []Collider{{Shape: s, Density: 700}}})
	const n = 240
	for range n {
		w.Step(1.0 / 120)
	}
	const T = n / 120.0
	want := v.Scale(T).Add(geom.V(0, 0, -gravity*T*T/2))
	if d := w.Center(id).Sub(want).Len(); d > 1e-9 {
		t.Errorf("after %g s: at %v, want %v", T, w.Center(id), want)
	}
	if got, want := w.Velocity(id), v.Add(geom.V(0, 0, -gravity*T)); got.Sub(want).Len() > 1e-9 {
		t.Errorf("velocity %v, want %v", got, want)
	}
}

// What rests presses on the ground with its weight, at rest to the micrometer, and sleeps; a push wakes it.
func TestRestSleepWake(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	floor := ground(t, w, 0.8)
	id := boxAt(t, w, geom.V(0.2, 0.3, 0.1), geom.V(0, 0, 0.1), 0.8)
	for range 30 {
		w.Step(1.0 / 120)
	}
	force, n := 0.0, 0
	for c := range w.Contacts() {
		n++
		if c.A.Body != floor || c.B.Body != id || len(c.Points) != 4 || c.Normal.Z < 0.999 {
			t.Errorf("contact %+v, want 4 points of the ground with the box, normal up", c)
		}
		for _, p := range c.Points {
			force += p.Force
		}
	}
	weight := w.Mass(id).Mass * gravity
	if n != 1 || math.Abs(force-weight) > 0.01*weight {
		t.Errorf("%d contacts carry %g N, want one and %g N", n, force, weight)
	}
	steps := 0
	for w.Step(1.0/120)&NotSettled != 0 {
		if steps++; steps > 240 {
			t.Fatal("a resting box does not fall asleep within 2 s")
		}
	}
	if z := w.Center(id).Z; math.Abs(z-0.1) > 1e-4 {
		t.Errorf("rests at %g, want 0.1", z)
	}
	if w.Awake(id) {
		t.Error("settled, but awake")
	}
	before := w.Hash()
	w.Step(1.0 / 120)
	if w.Hash() != before {
		t.Error("a settled world changed")
	}
	w.ApplyImpulse(id, geom.V(w.Mass(id).Mass, 0, 0), w.Center(id))
	if !w.Awake(id) || w.Velocity(id) != geom.V(1, 0, 0) {
		t.Errorf("after a push: awake %v, velocity %v", w.Awake(id), w.Velocity(id))
	}
}

// A ball that rolls into a sleeping pile wakes all of it; one that misses it wakes nothing.
func TestWakeByTouch(t *testing.T) {
	for _, hit := range []bool{true, false} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
		ground(t, w, 0.8)
		low := boxAt(t, w, geom.V(0.5, 0.5, 0.5), geom.V(0, 0, 0.5), 0.8)
		high := boxAt(t, w, geom.V(0.4, 0.4, 0.4), geom.V(0, 0, 1.4), 0.8)
		for range 240 {
			w.Step(1.0 / 120)
		}
		if w.Awake(low) || w.Awake(high) {
			t.Fatal("the pile does not sleep after 2 s")
		}
		ball := shaped(t)(NewSphere(0.2))
		y := 0.0
		if !hit {
			y = 5
		}
		addBody(t, w, BodyDef{
			Pose: Pose{Position: geom.V(-2, y, 0.2)}, Velocity: geom.V(3, 0, 0),
			Colliders: []Collider{{Shape: ball, Density: 3000, Friction: 0.5}},
		})
		woken := false
		for range 120 {
			w.Step(1.0 / 120)
			if w.Awake(low) != w.Awake(high) {
				t.Fatal("half of the pile is awake")
			}
			woken = woken || w.Awake(low)
		}
		if woken != hit {
			t.Errorf("ball hits the pile: %v; pile woke: %v", hit, woken)
		}
	}
}

// Removing what carries a sleeping box lets it fall; its name is no longer known, also when its place is taken.
func TestRemoveBody(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 0.8)
	low := boxAt(t, w, geom.V(0.5, 0.5, 0.5), geom.V(0, 0, 0.5), 0.8)
	high := boxAt(t, w, geom.V(0.5, 0.5, 0.5), geom.V(0, 0, 1.5), 0.8)
	for range 240 {
		w.Step(1.0 / 120)
	}
	w.RemoveBody(low)
	if _, ok := w.index(low); ok {
		t.Error("a removed body is still known")
	}
	other := boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(5, 0, 0.1), 0.8)
	if _, ok := w.index(low); ok || other == low {
		t.Error("a removed body has the name of a new one")
	}
	for range 240 {
		w.Step(1.0 / 120)
	}
	if z := w.Center(high).Z; math.Abs(z-0.5) > 1e-3 {
		t.Errorf("the upper box is at z = %g, want 0.5", z)
	}
}

// A body put elsewhere falls there, and what stood on it falls down.
func TestSetPose(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 0.8)
	low := boxAt(t, w, geom.V(0.5, 0.5, 0.5), geom.V(0, 0, 0.5), 0.8)
	high := boxAt(t, w, geom.V(0.5, 0.5, 0.5), geom.V(0, 0, 1.5), 0.8)
	for range 240 {
		w.Step(1.0 / 120)
	}
	if err := w.SetPose(low, Pose{Position: geom.V(3, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	for range 240 {
		w.Step(1.0 / 120)
	}
	for _, id := range []BodyID{low, high} {
		if z := w.Center(id).Z; math.Abs(z-0.5) > 1e-3 {
			t.Errorf("a box is at z = %g, want 0.5", z)
		}
	}
	if err := w.SetPose(low, Pose{Rotation: geom.Quat{X: 3}}); err == nil {
		t.Error("a rotation of length 3 was taken")
	}
}

// A kinematic body carries what stands on it and is stopped by nothing.
func TestKinematic(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	s := shaped(t)(NewBox(geom.V(5, 1, 0.1)))
	lift := addBody(t, w, BodyDef{Type: Kinematic, Velocity: geom.V(0.3, 0, 0.2), Colliders: []Collider{{Shape: s, Friction: 1}}})
	id := boxAt(t, w, geom.V(0.2, 0.2, 0.2), geom.V(0, 0, 0.3), 1)
	for range 240 {
		w.Step(1.0 / 120)
	}
	if got, want := w.Center(lift), geom.V(0.6, 0, 0.4); got.Sub(want).Len() > 1e-9 {
		t.Errorf("the lift is at %v, want %v", got, want)
	}
	if got, want := w.Center(id), geom.V(0.6, 0, 0.7); got.Sub(want).Len() > 5e-3 {
		t.Errorf("the box is at %v, want %v", got, want)
	}
}

// What is too fast is slowed down and says so; nothing becomes NaN.
func TestSpeedLimit(t *testing.T) {
	w := newWorld(t, WorldDef{})
	s := shaped(t)(NewBox(geom.V(0.1, 0.2, 0.3)))
	id := addBody(t, w, BodyDef{Velocity: geom.V(1e9, 0, 0), AngularVelocity: geom.V(0, 1e9, 1e9), Colliders: []Collider{{Shape: s, Density: 1}}})
	if f := w.Step(0.01); f&SpeedLimited == 0 || f&NotFinite != 0 {
		t.Errorf("flags are %b, want SpeedLimited and not NotFinite", f)
	}
	if v := w.Velocity(id).Len(); v > maxSpeed*1.001 {
		t.Errorf("speed is %g m/s, want at most %g", v, maxSpeed)
	}
}

// A body without colliders that spins in place does not sleep.
func TestSpinningDoesNotSleep(t *testing.T) {
	w := newWorld(t, WorldDef{})
	id := addBody(t, w, BodyDef{AngularVelocity: geom.V(0, 0, 0.1), Mass: &MassProperties{Mass: 2, Inertia: geom.Identity3}})
	for range 240 {
		w.Step(1.0 / 120)
	}
	if !w.Awake(id) {
		t.Error("asleep while it spins")
	}
}

// A still kinematic body leaves alone what sleeps on it.
func TestStillKinematic(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	s := shaped(t)(NewBox(geom.V(1, 1, 0.1)))
	addBody(t, w, BodyDef{Type: Kinematic, Colliders: []Collider{{Shape: s, Friction: 1}}})
	id := boxAt(t, w, geom.V(0.2, 0.2, 0.2), geom.V(0, 0, 0.3), 1)
	for range 240 {
		w.Step(1.0 / 120)
	}
	if w.Awake(id) {
		t.Fatal("a box on a still platform does not sleep after 2 s")
	}
	before := w.Hash()
	for range 60 {
		w.Step(1.0 / 120)
	}
	if w.Hash() != before || w.Velocity(id) != (geom.Vec3{}) {
		t.Errorf("a sleeping box moves: velocity %v", w.Velocity(id))
	}
}
