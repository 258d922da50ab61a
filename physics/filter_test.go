package physics

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// A falling ball enters and leaves a sensor where it should, and is not slowed; rays do not see it.
func TestSensor(t *testing.T) {
	const dt, radius = 1.0 / 240, 0.05
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	gate := addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{
		{Shape: shaped(t)(NewBox(geom.V(1, 1, 0.2))), Sensor: true}}})
	ball := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, 1)},
		Colliders: []Collider{{Shape: shaped(t)(NewSphere(radius)), Density: 1000}}})
	var told history
	told.record(w, 150, dt)
	if told.kinds() != "sensor_enter sensor_leave " || told.sum != (geom.Vec3{}) {
		t.Fatalf("%s, %v", told.kinds(), told.sum)
	}
	for i, at := range []float64{0.2 + radius, -0.2 - radius} {
		e := told.events[i]
		want := math.Sqrt(2 * (1 - at) / gravity)
		if e.Time < want-1e-9 || e.Time > want+dt+1e-9 || e.A.Body != gate || e.B.Body != ball {
			t.Errorf("%+v, want it within a step after %g s", e, want)
		}
	}
	if z := 1 - 0.5*gravity*told.time*told.time; math.Abs(w.Center(ball).Z-z) > 1e-9 {
		t.Errorf("the ball is at %g, want %g", w.Center(ball).Z, z)
	}
	if hit, ok := w.RayCast(geom.Ray{Origin: geom.V(0.5, 0, 1), Dir: geom.V(0, 0, -1)}, 10); ok {
		t.Errorf("a ray meets %v", hit)
	}
	if refs := w.Overlap(shaped(t)(NewSphere(0.1)), Pose{}); len(refs) > 0 {
		t.Errorf("%v overlap", refs)
	}
	mesh := shaped(t)(NewTriMesh([]geom.Vec3{{}, {X: 1}, {Y: 1}}, [][3]uint32{{0, 1, 2}}))
	if _, err := w.AddBody(BodyDef{Type: Static, Colliders: []Collider{{Shape: mesh, Sensor: true}}}); err == nil {
		t.Error("a mesh is a sensor")
	}
}

// A sensor on a moving body feels a mesh, one that a kinematic body carries what sleeps, and none another sensor.
func TestSensorsThatMove(t *testing.T) {
	const dt = 1.0 / 240
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	floor := addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{{Friction: 1, Shape: shaped(t)(NewTriMesh(
		[]geom.Vec3{{X: -9, Y: -9}, {X: 9, Y: -9}, {X: 9, Y: 9}, {X: -9, Y: 9}}, [][3]uint32{{0, 1, 2}, {0, 2, 3}}))}}})
	cube := shaped(t)(NewBox(geom.V(0.1, 0.1, 0.1)))
	feeler := shaped(t)(NewBox(geom.V(0.1, 0.1, 0.3)))
	box := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, 0.6)}, Colliders: []Collider{
		{Shape: cube, Density: 500, Friction: 1}, {Shape: feeler, Sensor: true}}})
	var told history
	told.record(w, 480, dt)
	enter := told.only(SensorEnter)
	want := math.Sqrt(2 * 0.3 / gravity)
	if len(enter) != 1 || enter[0].A != (ShapeRef{box, 1}) || enter[0].B.Body != floor || math.Abs(enter[0].Time-want-dt/2) > dt || len(told.only(FellAsleep)) != 1 {
		t.Fatalf("%s: %+v", told.kinds(), enter)
	}

	told = history{}
	probe := addBody(t, w, BodyDef{Type: Kinematic, Pose: Pose{Position: geom.V(-1, 0, 0.15)}, Velocity: geom.V(1, 0, 0),
		Colliders: []Collider{{Shape: cube, Sensor: true}}})
	told.record(w, 480, dt)
	if told.kinds() != "sensor_enter sensor_leave " || w.Awake(box) {
		t.Fatalf("%s, awake %v", told.kinds(), w.Awake(box))
	}
	for i, at := range []float64{0.8, 1.2} {
		if e := told.events[i]; e.A.Body != probe || e.B != (ShapeRef{box, 0}) || math.Abs(e.Time-at-dt/2) > dt {
			t.Errorf("%+v, want %g s", e, at)
		}
	}
}

// Two colliders touch if each one's category is in the other's mask.
func TestFilters(t *testing.T) {
	const wood, iron = 2, 4
	for _, c := range []struct {
		categoryA, maskA, categoryB, maskB uint32
		touch                              bool
	}{
		{0, 0, 0, 0, true}, {wood, wood, wood, wood, true}, {wood, 0, iron, 0, true}, {wood, wood, iron, iron, false},
		{wood, wood | iron, iron, iron, false}, {wood, iron, iron, wood, true}, {0, wood, wood, 1, true}, {0, 0, wood, iron, false},
	} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
		addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -1)}, Colliders: []Collider{
			{Shape: shaped(t)(NewBox(geom.V(5, 5, 1))), Category: c.categoryA, Mask: c.maskA}}})
		id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, 0.1)}, Colliders: []Collider{
			{Shape: shaped(t)(NewSphere(0.1)), Density: 1000, Category: c.categoryB, Mask: c.maskB}}})
		for range 60 {
			w.Step(1.0 / 60)
		}
		if got := w.Center(id).Z > 0; got != c.touch {
			t.Errorf("%+v: z is %g", c, w.Center(id).Z)
		}
	}
}

// Fast bodies are not held up by what they do not touch, nor by sensors.
func TestFiltersOfFastBodies(t *testing.T) {
	for _, wall := range []Collider{{Sensor: true}, {Category: 2}} {
		wall.Shape = shaped(t)(NewBox(geom.V(0.01, 1, 1)))
		w := newWorld(t, WorldDef{})
		addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{wall}})
		id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(-0.5, 0, 0)}, Velocity: geom.V(100, 0, 0),
			Colliders: []Collider{{Shape: shaped(t)(NewSphere(0.05)), Density: 1000, Mask: 1}}})
		for range 60 {
			w.Step(1.0 / 60)
		}
		if got := w.Center(id).X; math.Abs(got-99.5) > 1e-9 {
			t.Errorf("it is at %g m, want 99.5", got)
		}
	}
}

// Worlds hold no more pairs than they may, and say so.
func TestMaxPairs(t *testing.T) {
	for _, most := range []int{0, 5, 44, 45, 100} {
		w := newWorld(t, WorldDef{MaxPairs: most})
		for range 10 { // 45 pairs
			boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.Vec3{}, 0)
		}
		limited := w.Step(1.0/240)&PairsLimited != 0
		if want := most > 0 && most < 45; limited != want || want && len(w.sorted) != most || !want && len(w.sorted) != 45 {
			t.Errorf("at most %d: %d pairs, limited %v", most, len(w.sorted), limited)
		}
	}
	if _, err := NewWorld(WorldDef{MaxPairs: -1}); err == nil {
		t.Error("-1 pairs are accepted")
	}
}
