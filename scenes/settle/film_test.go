package settle

import (
	"reflect"
	"testing"

	"mereo/engine/geom"
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
