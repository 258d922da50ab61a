package settle

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/ctxtest"
)

func TestRenumber(t *testing.T) {
	at := func(x float64) geom.Transform { return geom.Transform{M: geom.Identity3, T: geom.V(x, 0, 0)} }
	f := &Film{
		Instants: []Instant{{
			Time: 1, WorldFromSolid: []geom.Transform{at(1), at(2)}, Contacts: []Contact{{A: -1, B: 1}, {A: 0, B: 1, Force: 3}},
		}},
		Ends: []Outcome{{WorldFromSolid: at(3), Change: 2}, {WorldFromSolid: at(4), Change: 2}},
	}
	want := &Film{
		Instants: []Instant{{
			Time: 1, WorldFromSolid: []geom.Transform{at(10), at(1), at(20), at(2)}, Contacts: []Contact{{A: -1, B: 3}, {A: 1, B: 3, Force: 3}},
		}},
		Ends: []Outcome{
			{WorldFromSolid: at(10), Rests: true}, {WorldFromSolid: at(3), Change: 2}, {WorldFromSolid: at(20), Rests: true},
			{WorldFromSolid: at(4), Change: 2},
		},
	}
	got := f.Renumber([]int{1, 3}, []geom.Transform{at(10), at(99), at(20), at(99)})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if f.Instants[0].Contacts[1].A != 0 || len(f.Instants[0].WorldFromSolid) != 2 {
		t.Errorf("the film that was renumbered is another one now: %+v", f.Instants[0])
	}
}

// What falls over is seen to its end and a moment longer, what trembles after that is not.
func TestTrim(t *testing.T) {
	at := func(time, z, turn float64) Instant {
		return Instant{Time: time, WorldFromSolid: []geom.Transform{
			{M: geom.RotZ(turn), T: geom.V(0, 0, z)}, geom.Translate(geom.V(1, 0, 0)),
		}}
	}
	const quarter = math.Pi / 2
	tail := func(from, to int, z, turn float64) (out []Instant) {
		for k := from; k <= to; k++ {
			out = append(out, at(float64(k)/10, z, turn))
		}
		return out
	}
	for _, c := range []struct {
		name string
		film []Instant
		want []Instant
	}{
		{
			"falls, then trembles",
			append(append(tail(0, 1, 1, 0), tail(2, 8, 0.0005, 0)...), at(0.9, 0, 0)),
			append(append(tail(0, 1, 1, 0), tail(2, 4, 0.0005, 0)...), at(0.5, 0, 0)),
		},
		{
			"turns, then rests",
			append(tail(0, 0, 0, 0), tail(1, 9, 0, quarter)...),
			append(tail(0, 0, 0, 0), tail(1, 4, 0, quarter)...),
		},
		{"ends in a moment", append(tail(0, 3, 1, 0), tail(4, 5, 0, 0)...), append(tail(0, 3, 1, 0), tail(4, 5, 0, 0)...)},
		{"never moves", tail(0, 9, 0, 0), tail(0, 3, 0, 0)},
		{"never rests", append(tail(0, 8, 1, 0), at(0.9, 0, 0)), append(tail(0, 8, 1, 0), at(0.9, 0, 0))},
		{"one instant", tail(0, 0, 0, 0), tail(0, 0, 0, 0)},
	} {
		whole := &Film{Instants: c.film, Ends: []Outcome{{Change: 3}, {}}}
		before := len(c.film)
		got := whole.Trim()
		if !reflect.DeepEqual(got, &Film{Instants: c.want, Ends: whole.Ends}) || len(whole.Instants) != before {
			t.Errorf("%s: got %+v, want %+v", c.name, got.Instants, c.want)
		}
	}
}

// A film that is given up ends before its next step.
func TestFilmIsGivenUp(t *testing.T) {
	things := []Thing{boxAt(t, geom.V(0, 0, 4), geom.V(1, 1, 1), geom.Identity3)}
	ctx := &ctxtest.Few{Context: t.Context(), Left: 5}
	if film, err := floorAndWall(t).Film(ctx, things, Variant{}, 1); film != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got film %v, error %v, want that it was canceled", film, err)
	}
	if ctx.Left != -1 {
		t.Errorf("it went on for %d checks", -1-ctx.Left)
	}
}
