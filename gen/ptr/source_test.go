package ptr

import (
	"fmt"
	"slices"
	"testing"

	"mereo/assets/furniture"
)

// shelfOf is a library of boxes under names of its own.
type shelfOf []string

func (l shelfOf) IDs(category string) []string {
	if category != "Chair" {
		return nil
	}
	return l
}

func (l shelfOf) Load(category, id string) (*furniture.Model, error) {
	if !slices.Contains(l, id) {
		return nil, fmt.Errorf("no %s", id)
	}
	m, _, err := boxSource{}.Model(category, slices.Index(l, id))
	return m, err
}

func TestFromLibraries(t *testing.T) {
	s := FromLibraries("shelves", shelfOf{"a", "b"}, shelfOf{"c"})
	if got := s.Count("Chair"); got != 3 {
		t.Errorf("chairs: got %d, want 3", got)
	}
	if got := s.Count("Bed"); got != 0 {
		t.Errorf("beds: got %d, want 0", got)
	}
	for n, want := range []string{"a", "b", "c"} {
		if m, id, err := s.Model("Chair", n); err != nil || id != want || m.Category != "Chair" {
			t.Errorf("model %d: got %s, %v, want %s", n, id, err, want)
		}
	}
	same, moved := FromLibraries("shelves", shelfOf{"a"}, shelfOf{"b", "c"}), FromLibraries("shelves", shelfOf{"b", "a"}, shelfOf{"c"})
	if s.Name() != same.Name() {
		t.Errorf("the same models in the same order: got names %s and %s", s.Name(), same.Name())
	}
	if s.Name() == moved.Name() {
		t.Errorf("another order has the same name %s", s.Name())
	}

	// Scenes of models on disk: directions are detected, not stated.
	cfg := DefaultConfig()
	cfg.Categories = map[string]float64{"Chair": 1}
	sampler, m := sampleOf(t, cfg, s, "train", 0)
	r := sampler.Record(m, m.Composite())
	seat := vec3(r.Objects[0].PlaneGeo["seat"])
	if seat.X == 0 || seat.Z < 0.95 {
		t.Errorf("normal of a seat: got %v, want nearly upright and not exactly", seat)
	}
}

func TestProcedural(t *testing.T) {
	m, id, err := Procedural{}.Model("Chair", 17)
	if err != nil {
		t.Fatal(err)
	}
	if want := m.Family + "-17"; id != want || m.Category != "Chair" {
		t.Errorf("got %s %s, want Chair %s", m.Category, id, want)
	}
	if _, _, err := (Procedural{}).Model("Chair", -1); err == nil {
		t.Error("model -1: no error")
	}
}
