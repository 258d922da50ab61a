package settle

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// A run that is stepped is the film of the same things; a thing that is pulled at comes to where it is pulled, and falls when it is let go.
func TestLive(t *testing.T) {
	stage, err := NewStage(Rules{Gravity: geom.V(0, 0, -9.81), Duration: 1, Steps: 240}, []Block{{Box: geom.AABB{Min: geom.V(-5, -5, -1), Max: geom.V(5, 5, 0)}, Friction: 1}})
	if err != nil {
		t.Fatal(err)
	}
	things := []Thing{boxAt(t, geom.V(0, 0, 1.2), geom.V(0.5, 0.5, 0.5), geom.RotX(0.3)), boxAt(t, geom.V(3, 0, 0.5), geom.V(0.5, 0.5, 0.5), geom.RotZ(0.4))}
	film, err := stage.Film(t.Context(), things, Variant{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	live, err := stage.Start(things)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(film.Instants); n++ {
		now, want := live.Now(), film.Instants[n]
		for i := range things {
			if now.WorldFromSolid[i] != want.WorldFromSolid[i] || now.Time != want.Time || len(now.Contacts) != len(want.Contacts) {
				t.Fatalf("step %d: thing %d is at %v, want %v", n, i, now.WorldFromSolid[i], want.WorldFromSolid[i])
			}
		}
		if err := live.Step(nil); err != nil {
			t.Fatal(err)
		}
	}

	if live, err = stage.Start(things); err != nil {
		t.Fatal(err)
	}
	at := geom.V(0.1, 0.2, 0.3) // of a corner of the turned box, and where it is pulled
	to := geom.V(3.3, 0.4, 2)
	for range 480 {
		if err := live.Step(&Pull{1, at, to}); err != nil {
			t.Fatal(err)
		}
	}
	if got := live.Now().WorldFromSolid[1].Point(at); got.Sub(to).Len() > 0.1 {
		t.Errorf("what is pulled at is at %v, want %v", got, to)
	}
	for range 480 {
		if err := live.Step(nil); err != nil {
			t.Fatal(err)
		}
	}
	if z := live.Now().WorldFromSolid[1].T.Z; math.Abs(z-0.25) > 0.02 {
		t.Errorf("what was let go is %g m high, want half of its size, 0.25 m", z)
	}
}
