package ptr

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
)

// step makes a step of object k; refused is why it may not be.
func step(t *testing.T, m show.Made, k int, change string) (out show.Made, refused string) {
	t.Helper()
	out, _, err := m.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditStep, Entity: show.Key("object", k+1), Change: change}})
	if why := new(show.Refused); errors.As(err, &why) {
		return nil, why.Why
	} else if err != nil {
		t.Fatal(err)
	}
	return out, ""
}

// bare makes samples without a dataset, and so without questions.
func bare(t *testing.T, index int) show.Made {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Physical = 0.4
	s, err := New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Show(gen.Job{Seed: 3, Split: "train"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Make(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A push has the outcome that the labels know, and without questions is judged in the same way, once.
func TestPushesEndAsLabeled(t *testing.T) {
	outcomes := map[string]int{}
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		alone := bare(t, i)
		for k, o := range r.Objects {
			for n, move := range o.Simulation.Moves {
				if n%3 > 0 && move.Outcome != moveStable { // each takes its time
					continue
				}
				change := fmt.Sprintf("%s.%g", move.Direction, move.Distance)
				got, refused := step(t, alone, k, change)
				if outcomes[move.Outcome]++; (refused != "") != (move.Outcome == moveBlocked) {
					t.Errorf("sample %d: %s of object %d is refused with %q, the labels say %s", i, change, k, refused, move.Outcome)
				}
				if refused != "" {
					continue
				}
				facts := find(got.Page(), show.Key("object", k+1)).Facts
				if facts["stable"] != (move.Outcome == moveStable) {
					t.Errorf("sample %d: after %s object %d is stable: %v, the labels say %s", i, change, k, facts["stable"], move.Outcome)
				}
				if _, ok := facts["margin"]; ok || row(find(got.Page(), show.Key("object", k+1)), "margin") != "" || facts["moves"] != nil {
					t.Errorf("sample %d: margin and moves are told that nobody has looked for", i)
				}
				if n > 0 {
					continue
				}
				asked, _ := step(t, m, k, change)
				full := find(asked.Page(), show.Key("object", k+1)).Facts
				if full["stable"] != facts["stable"] || full["change"] != facts["change"] || full["margin"] == nil {
					t.Errorf("sample %d: with questions %v, without %v", i, full, facts)
				}
			}
		}
	})
	for _, name := range []string{moveStable, moveUnstable, moveBlocked} {
		if outcomes[name] == 0 {
			t.Errorf("no push is %s: %v", name, outcomes)
		}
	}
}

// What stands up is upright and no higher than it was; what is put onto another thing is just above it, middle above middle.
func TestStandAndOnto(t *testing.T) {
	stood, put := 0, 0
	refusals := map[string]int{}
	physicalOf(t, func(i int, _ show.Physical, r *Record) {
		m := bare(t, i)
		for k := range r.Objects {
			if got, refused := step(t, m, k, stepStand); refused == "" {
				stood++
				was, is := m.Views()[0].Scene.Objects[k].WorldFromObject, got.Views()[0].Scene.Objects[k].WorldFromObject
				if is.M.Z.Sub(geom.V(0, 0, 1)).Len() > 1e-12 || is.T.X != was.T.X || is.T.Y != was.T.Y {
					t.Errorf("sample %d: object %d stands at %v, was at %v", i, k, is, was)
				}
				if low, before := world.TakeOf[*plan](got).Plan.bounds(k).Min.Z, world.TakeOf[*plan](m).Plan.bounds(k).Min.Z; low > before+1e-9 || low < floorZ-touching {
					t.Errorf("sample %d: the lowest point of object %d is at %g, was at %g", i, k, low, before)
				}
			} else {
				refusals[refused]++
			}
			for n := range r.Objects {
				got, refused := step(t, m, k, fmt.Sprintf("%s.%d", stepOnto, n))
				if refused != "" {
					refusals[refused]++
					continue
				}
				put++
				box, base := world.TakeOf[*plan](got).Plan.bounds(k), world.TakeOf[*plan](got).Plan.bounds(n)
				d := box.Center().Sub(base.Center())
				if math.Abs(d.X) > 0.05 || math.Abs(d.Y) > 0.05 || box.Min.Z <= floorZ+touching {
					t.Errorf("sample %d: object %d is at %v, put onto %v", i, k, box, base)
				}
				if e := find(got.Page(), show.Key("object", k+1)); e.Facts["supporter"] != show.Key("object", n+1) {
					t.Errorf("sample %d: object %d stands on %v, want on %d", i, k, e.Facts["supporter"], n)
				}
			}
		}
	})
	if stood == 0 || put == 0 || refusals[errBlocked.Why] == 0 || refusals["it cannot stand on itself"] == 0 {
		t.Errorf("%d stood up, %d were put onto others, refused: %v", stood, put, refusals)
	}
}

func TestBadSteps(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, _ *Record) {
		for _, change := range []string{"", "left", "left.0.3", "up.0.5", "stand.1", "onto", "onto.7", "onto.-1"} {
			_, _, err := m.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditStep, Entity: "object 1", Change: change}})
			if want := fmt.Sprintf("ptr: change 1 (step object 1): the change is %q, want ", change); err == nil || errors.As(err, new(*show.Refused)) ||
				len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
				t.Errorf("%q: %v", change, err)
			}
		}
	})
}
