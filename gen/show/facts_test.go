package show_test

import (
	"testing"

	"mereo/gen/show"
)

func TestFactsCheck(t *testing.T) {
	good := show.Facts{
		"stable": true, "count": 3, "mass_kg": 1.5, "color": "red", "position_m": [3]float64{1, 2, 3}, "words": []string{"a"},
		"moves": []show.Facts{{"direction": "left", "distance_m": 0.5}}, "room": show.Facts{"width_m": 4.0},
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for want, bad := range map[string]show.Facts{
		"show: fact mass: a float32, want a bool, int, float64 or string, a list of these, or Facts":                   {"mass": float32(1)},
		"show: fact moves: show: fact at: a struct {}, want a bool, int, float64 or string, a list of these, or Facts": {"moves": []show.Facts{{"at": struct{}{}}}},
	} {
		if err := bad.Check(); err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", bad, err, want)
		}
	}
}

func TestEntityIn(t *testing.T) {
	e := show.Entity{Name: "red cube", Class: "cube", Facts: show.Facts{"color": "red"}}
	if got := e.In(3); got.Class != "cube" || got.Facts["color"] != "red" {
		t.Errorf("what does not change is %+v in picture 3", got)
	}
	e.States = []show.State{{Class: "cube"}, {Class: "sphere", Facts: show.Facts{"color": "blue"}}}
	if got := e.In(1); got.Class != "sphere" || got.Facts["color"] != "blue" {
		t.Errorf("what changes is %+v in picture 1", got)
	}
}
