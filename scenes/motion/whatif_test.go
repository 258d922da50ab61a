package motion

import (
	"context"
	"math"
	"reflect"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// row is a ball that rolls towards two that stand in a row, on a floor; the last one begins later, beside it.
func row(t *testing.T) *Setup {
	t.Helper()
	ball, err := physics.NewSphere(0.1)
	if err != nil {
		t.Fatal(err)
	}
	var corners []geom.Vec3
	for k := range 8 {
		corners = append(corners, geom.V(0.1*float64(2*(k&1)-1), 0.1*float64(k&2-1), 0.1*float64(k>>1&2-1)))
	}
	solid, err := settle.NewSolid([][]geom.Vec3{corners})
	if err != nil {
		t.Fatal(err)
	}
	s := &Setup{
		Gravity: geom.V(0, 0, -9.81), Restitution: 1,
		Blocks: []settle.Block{{Box: geom.AABB{Min: geom.V(-20, -20, -1), Max: geom.V(20, 20, 0)}}},
	}
	add := func(x, y, speed, begins float64) {
		s.Bodies = append(s.Bodies, Body{
			Thing:    settle.Thing{Solid: solid, WorldFromSolid: geom.Transform{M: geom.RotZ(0), T: geom.V(x, y, 0.1)}, Mass: 1},
			Velocity: geom.V(speed, 0, 0), Exact: ball, Begins: begins,
		})
	}
	add(-1, 0, 3, 0)
	add(0, 0, 0, 0)
	add(0.6, 0, 0, 0)
	add(-1, 3, 2, 0.5)
	return s
}

// run films the row.
func run(t *testing.T, s *Setup, frames int) *Run {
	t.Helper()
	r, err := s.Begin(Rules{FPS: 25})
	if err == nil {
		err = r.To(context.Background(), frames)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pairs are the bodies that collide, in the order of time.
func pairs(f *Film) (out [][2]int) {
	for _, c := range f.Collisions(0.25) {
		out = append(out, [2]int{c.A, c.B})
	}
	return out
}

// Without a ball of a row the impact is not passed on, or passes it by; two that go through each other leave the rest to happen; and what would have been
// begins as what was.
func TestWhatIf(t *testing.T) {
	fact := run(t, row(t), 60)
	if got, want := pairs(fact.Film()), [][2]int{{0, 1}, {1, 2}}; !reflect.DeepEqual(got, want) {
		t.Fatalf("collisions of %v, want %v", got, want)
	}
	for _, c := range []struct {
		what   string
		change Change
		want   [][2]int
	}{
		{"without the first ball", Change{Without: []int{0}}, nil},
		{"without the middle ball", Change{Without: []int{1}}, [][2]int{{0, 2}}},
		{"without the last ball", Change{Without: []int{2}}, [][2]int{{0, 1}}},
		{"without a ball that touches none", Change{Without: []int{3}}, [][2]int{{0, 1}, {1, 2}}},
		{"where the first two go through each other", Change{Apart: [2]int{1, 0}}, [][2]int{{0, 2}}},
		{"where two go through each other that do not meet", Change{Apart: [2]int{0, 3}}, [][2]int{{0, 1}, {1, 2}}},
	} {
		f, err := fact.WhatIf(context.Background(), c.change, 50)
		if err != nil {
			t.Fatal(err)
		}
		if got := pairs(f); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s collide %v, want %v", c.what, got, c.want)
		}
		if len(f.Frames) != 50 || !reflect.DeepEqual(f.Frames[5][2], fact.Film().Frames[5][2]) {
			t.Errorf("%s: %d frames, which begin otherwise", c.what, len(f.Frames))
		}
		again, err := run(t, row(t), 60).WhatIf(context.Background(), c.change, 50)
		if err != nil || !reflect.DeepEqual(f, again) {
			t.Errorf("%s: another film the second time (%v)", c.what, err)
		}
	}
}

// A film in pieces is that in one, also where some are what-ifs in between; a missing body is not there.
func TestRunGoesOn(t *testing.T) {
	s := row(t)
	whole, parts := run(t, s, 60), run(t, s, 7)
	if _, err := parts.WhatIf(context.Background(), Change{Without: []int{1}}, 7); err != nil {
		t.Fatal(err)
	}
	for _, frames := range []int{8, 20, 60} {
		if err := parts.To(context.Background(), frames); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(whole.Film(), parts.Film()) {
		t.Error("a film in pieces is another one")
	}
	s.Bodies[1].Missing = true
	if got := pairs(run(t, s, 60).Film()); !reflect.DeepEqual(got, [][2]int{{0, 2}}) {
		t.Errorf("without the middle ball %v collide", got)
	}
}

// What begins later waits without touching anything, until its time and until its place is free.
func TestLater(t *testing.T) {
	s := row(t)
	f := run(t, s, 60).Film()
	if a, b := f.Frames[0][3], f.Frames[13][3]; a.Pose != b.Pose || f.Frames[14][3].Pose == a.Pose {
		t.Errorf("it is at %v, %v and %v, want it to wait for 13 frames", a.Pose, b.Pose, f.Frames[14][3].Pose)
	}
	s.Bodies[3].WorldFromSolid.T = geom.V(0.02, 0, 0.1) // where another one stands until it is hit
	f = run(t, s, 60).Film()
	moved := 0
	for moved < 59 && f.Frames[moved][3].Pose == f.Frames[0][3].Pose {
		moved++
	}
	if clear := f.Frames[moved-1][1].Pose.Position.Sub(f.Frames[0][3].Pose.Position).Len(); moved < 14 || clear < 0.19 {
		t.Errorf("it begins in frame %d, %.3f m from another one, want it to wait until the place is free", moved, clear)
	}
}

// Nudges are of the size that is asked for, and leave alone what is fixed.
func TestNudged(t *testing.T) {
	s := row(t)
	s.Bodies[2].Fixed = true
	n := s.Nudged(rng.At(rng.Key{Seed: 1}, "nudges").Uniform, Nudge{Move: 0.001, Turn: 0.01, Speed: 0.02})
	for i := range s.Bodies {
		a, b := &s.Bodies[i], &n.Bodies[i]
		moved, faster := b.WorldFromSolid.T.Sub(a.WorldFromSolid.T), b.Velocity.Len()-a.Velocity.Len()
		turned := math.Acos(min(1, a.WorldFromSolid.M.X.Dot(b.WorldFromSolid.M.X)))
		if i == 2 {
			if moved.Len() != 0 || turned != 0 {
				t.Errorf("a fixed body moves by %v", moved)
			}
			continue
		}
		if math.Abs(moved.Len()-0.001) > 1e-9 || moved.Z != 0 || math.Abs(turned-0.01) > 1e-6 || math.Abs(math.Abs(faster)-0.02*a.Velocity.Len()) > 1e-9 {
			t.Errorf("body %d is moved by %v, turned by %g, faster by %g", i, moved, turned, faster)
		}
	}
}
