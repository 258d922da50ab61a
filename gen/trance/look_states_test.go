package trance

import (
	"reflect"
	"testing"

	"mereo/gen"
	"mereo/scenes/vary"
)

// Between the states of a sample and its cameras only the objects change: light, floor and wall are the same.
func TestStatesHaveOneLook(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Style = vary.Varied
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r, err := set.Show(gen.Job{Root: t.TempDir(), Seed: 7, Split: "test"})
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for index := range 12 {
		m, err := r.Make(t.Context(), index)
		if err != nil {
			t.Fatal(err)
		}
		views := m.Views()
		first := &views[0]
		for i := range views {
			v := &views[i]
			if !reflect.DeepEqual(v.Options.Environment, first.Options.Environment) || !reflect.DeepEqual(v.Scene.Lights, first.Scene.Lights) ||
				!reflect.DeepEqual(v.Scene.Suns, first.Scene.Suns) || !reflect.DeepEqual(v.Scene.Backdrop, first.Scene.Backdrop) {
				t.Errorf("sample %d: picture %d has another look than the first", index, i)
			}
			if vary.Around(v.Scene) != vary.Around(first.Scene) {
				moved++
			}
		}
	}
	if moved == 0 {
		t.Error("no object moves: the test shows nothing")
	}
}
