package motion

import (
	"context"
	"math"
	"reflect"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
)

// table is a floor without gravity's sideways pull, and balls of 10 cm and 1 kg on it.
func table(t *testing.T, restitution float64, balls ...[2]geom.Vec3) (*physics.World, []physics.BodyID) {
	t.Helper()
	w, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		t.Fatal(err)
	}
	box, err := physics.NewBox(geom.V(20, 20, 0.5))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddBody(physics.BodyDef{Type: physics.Static, Pose: physics.Pose{Position: geom.V(0, 0, -0.5)}, Colliders: []physics.Collider{{Shape: box}}}); err != nil {
		t.Fatal(err)
	}
	ball, err := physics.NewSphere(0.1)
	if err != nil {
		t.Fatal(err)
	}
	var ids []physics.BodyID
	for _, b := range balls {
		id, err := w.AddBody(physics.BodyDef{
			Pose: physics.Pose{Position: b[0]}, Velocity: b[1],
			Colliders: []physics.Collider{{Shape: ball, Density: 1 / (4 * math.Pi / 3 * 0.001), Restitution: restitution}},
		})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return w, ids
}

// Two balls without friction that meet head on exchange their velocities, once, with the impulse that does it.
func TestBallsExchangeVelocities(t *testing.T) {
	w, ids := table(t, 1, [2]geom.Vec3{geom.V(-1, 0, 0.1), geom.V(2, 0, 0)}, [2]geom.Vec3{geom.V(0.5, 0, 0.1), {}})
	f, err := Shoot(context.Background(), w, ids, Rules{FPS: 25, Frames: 40})
	if err != nil {
		t.Fatal(err)
	}
	met := f.Collisions(0.1)
	if len(met) != 1 || len(f.Frames) != 40 {
		t.Fatalf("%d collisions in %d frames: %+v", len(met), len(f.Frames), met)
	}
	c := met[0]
	if c.A != 0 || c.B != 1 || math.Abs(c.Time-0.65) > 0.01 || c.Frame != 16 || math.Abs(c.Impulse.X-2) > 0.05 || math.Abs(c.Normal.X-1) > 1e-6 {
		t.Errorf("collision %+v, want of 0 with 1 after 1.3 m at 2 m/s, and 2 N s", c)
	}
	last := f.Frames[39]
	if math.Abs(last[0].Velocity.X) > 0.05 || math.Abs(last[1].Velocity.X-2) > 0.05 {
		t.Errorf("velocities are %v and %v, want them exchanged", last[0].Velocity, last[1].Velocity)
	}
}

// A ball that bounces on the floor meets what is not filmed, and no other body; impacts of a pair soon after each other are one collision.
func TestCollisionsGather(t *testing.T) {
	w, ids := table(t, 0.5, [2]geom.Vec3{geom.V(0, 0, 1), {}})
	f, err := Shoot(context.Background(), w, ids, Rules{FPS: 25, Frames: 50})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Impacts) < 3 || len(f.Collisions(1)) != 0 {
		t.Errorf("%d impacts on the floor, %d collisions, want some and none", len(f.Impacts), len(f.Collisions(1)))
	}
	for _, m := range f.Impacts {
		if m.A != -1 && m.B != -1 {
			t.Errorf("impact %+v, want one with the floor", m)
		}
	}
	hit := func(time float64, a, b int) Impact { return Impact{Time: time, A: a, B: b, Impulse: geom.V(1, 0, 0)} }
	made := &Film{FPS: 10, Frames: make([][]State, 20), Impacts: []Impact{hit(0.1, 0, 1), hit(0.25, 1, 0), hit(0.3, 0, 2), hit(1.5, 0, 1)}}
	got := made.Collisions(0.2)
	want := []Collision{
		{Impact: hit(0.1, 0, 1), Frame: 1, Last: 0.25}, {Impact: hit(0.3, 0, 2), Frame: 3, Last: 0.3}, {Impact: hit(1.5, 0, 1), Frame: 15, Last: 1.5},
	}
	want[0].Impulse = geom.Vec3{} // the second one went the other way
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Equal worlds give equal films; what is filmed in two pieces goes on as in one; and too many impacts are an error.
func TestFilmsRepeat(t *testing.T) {
	begin := [][2]geom.Vec3{{geom.V(-1, 0.05, 0.1), geom.V(3, 0, 0)}, {geom.V(0, 0, 0.1), {}}, {geom.V(0.3, -0.1, 0.1), {}}, {geom.V(0, 0, 0.6), geom.V(0, 0, 1)}}
	shoot := func(frames ...int) (out [][]State) {
		w, ids := table(t, 0.7, begin...)
		for _, n := range frames {
			f, err := Shoot(context.Background(), w, ids, Rules{FPS: 24, Frames: n})
			if err != nil {
				t.Fatal(err)
			}
			if out != nil {
				out = out[:len(out)-1] // the first frame of a film is the last one of that before
			}
			out = append(out, f.Frames...)
		}
		return out
	}
	if a, b, c := shoot(48), shoot(48), shoot(20, 29); !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, c) {
		t.Error("films of equal worlds differ")
	}
	w, ids := table(t, 0.7, begin...)
	if _, err := Shoot(context.Background(), w, ids, Rules{FPS: 24, Frames: 48, Impacts: 2}); err == nil || err.Error() != "more than 2 contacts came about within 0.392 s; make a shorter film" {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Shoot(ctx, w, ids, Rules{FPS: 24, Frames: 48}); err != context.Canceled {
		t.Errorf("got %v, want that it was canceled", err)
	}
}
