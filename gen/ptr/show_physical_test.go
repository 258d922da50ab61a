package ptr

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/internal/ctxtest"
	"mereo/scenes/settle"
)

// physicalOf calls f with the physical samples of the split and their records.
func physicalOf(t *testing.T, f func(i int, m show.Physical, r *Record)) {
	t.Helper()
	for i := range shownCount {
		m := madeOf(t, i).Physics()
		if m == nil {
			continue
		}
		data, err := os.ReadFile(filepath.Join(shownFolder, filesOf("train", i).scene))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecord(data)
		if err != nil {
			t.Fatal(err)
		}
		f(i, m, r)
	}
}

// A film of the scene as it stands begins with the scene and ends where the labels say; verdicts are those of the labels.
func TestShowFilmEndsAsLabeled(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		still := m.WhatIfs()[0]
		if still.Name != "as it stands" || still.Object != -1 || still.Outcome != "" {
			t.Errorf("sample %d: the first what-if is %+v", i, still)
		}
		film, err := m.Film(t.Context(), still)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := m.Verdicts(t.Context(), still)
		if err != nil {
			t.Fatal(err)
		}
		first, last := film.Instants[0], film.Instants[len(film.Instants)-1]
		for k, o := range r.Objects {
			if first.WorldFromSolid[k] != m.Views()[0].Scene.Objects[k].WorldFromObject {
				t.Errorf("sample %d: the film begins with object %d at %v", i, k, first.WorldFromSolid[k])
			}
			if got := triple(last.WorldFromSolid[k].T); got != o.Simulation.EndCoords {
				t.Errorf("sample %d: the film ends with object %d at %v, want %v", i, k, got, o.Simulation.EndCoords)
			}
			if got, want := verdicts[k], (show.Verdict{Stable: o.Stability == "yes", Change: o.Simulation.Change, Margin: o.Simulation.Margin}); got != want {
				t.Errorf("sample %d: the verdict of object %d is %+v, want %+v", i, k, got, want)
			}
		}
	})
}

// A run that is stepped is the film; what is pulled at goes where it is pulled. Objects that were moved begin there.
func TestShowStepsAndMoves(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, _ *Record) {
		still := m.WhatIfs()[0]
		film, err := m.Film(t.Context(), still)
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Start(still)
		if err != nil {
			t.Fatal(err)
		}
		for range stepsPerInstant {
			if err := run.Step(nil); err != nil {
				t.Fatal(err)
			}
		}
		if len(film.Instants) > 1 && !slices.Equal(run.Now().WorldFromSolid, film.Instants[1].WorldFromSolid) {
			t.Errorf("sample %d: after %d steps objects are at %v, in the film at %v", i, stepsPerInstant, run.Now().WorldFromSolid, film.Instants[1].WorldFromSolid)
		}
		poses := slices.Clone(film.Instants[0].WorldFromSolid)
		last := len(poses) - 1
		to := poses[last].T.Add(geom.V(0, 0, 3))
		for range 480 {
			if err := run.Step(&settle.Pull{Thing: last, To: to}); err != nil {
				t.Fatal(err)
			}
		}
		if got := run.Now().WorldFromSolid[last].T; got.Sub(to).Len() > 0.3 {
			t.Errorf("sample %d: the origin of the last object was pulled to %v and is at %v", i, to, got)
		}
		poses[last].T = to
		moved, err := m.Moved(poses).Film(t.Context(), still)
		if err != nil {
			t.Fatal(err)
		}
		if got := moved.Instants[0].WorldFromSolid[last].T; got != to || moved.Ends[last].WorldFromSolid.T.Z > to.Z-1 {
			t.Errorf("sample %d: an object that was moved to %v begins at %v and ends at %v", i, to, got, moved.Ends[last].WorldFromSolid.T)
		}
	})
}

// The moves are those of the labels, and the film of each that is not blocked ends with the outcome that they have.
func TestShowMovesEndAsLabeled(t *testing.T) {
	moves := 0
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		var labeled []show.WhatIf
		for k, o := range r.Objects {
			for _, move := range o.Simulation.Moves {
				labeled = append(labeled, show.WhatIf{Object: k, Direction: move.Direction, Distance: move.Distance, Outcome: move.Outcome})
			}
		}
		all := m.WhatIfs()[1:]
		if len(all) != len(labeled) {
			t.Fatalf("sample %d: %d moves, want %d", i, len(all), len(labeled))
		}
		for n, w := range all {
			name := w.Name
			if w.Name = ""; w != labeled[n] {
				t.Errorf("sample %d: move %d is %+v, want %+v", i, n, w, labeled[n])
			}
			if n%5 > 0 || w.Outcome == moveBlocked { // each film takes its time
				continue
			}
			moves++
			film, err := m.Film(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			if got := film.Ends[w.Object].Change <= unstableChange; got != (w.Outcome == moveStable) {
				t.Errorf("sample %d: %s: the film ends with stable %v, the labels say %s", i, name, got, w.Outcome)
			}
		}
	})
	if moves < 10 {
		t.Errorf("%d moves, want more", moves)
	}
}

func TestShowWhatIfNames(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, _ *Record) {
		if i != 10 {
			return
		}
		var got []string
		for _, w := range m.WhatIfs() {
			if w.Distance == 0.5 {
				got = append(got, w.Name)
			}
		}
		want := []string{"table moved left by 0.5 m", "table moved right by 0.5 m", "table moved to the front by 0.5 m", "table moved to the back by 0.5 m"}
		if !slices.Equal(got, want) {
			t.Errorf("moves %q, want %q", got, want)
		}
	})
}

// Verdicts after a move are those of an edit that moves as far.
func TestShowVerdictsAfterAMove(t *testing.T) {
	done := false
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		all := m.WhatIfs()
		if done || len(all) == 1 {
			return
		}
		done = true
		w := all[len(all)-1] // by 1 m to the back, unless that is blocked
		verdicts, err := m.Verdicts(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		at := m.Page().Entities[w.Object].At
		changed := edited(t, m, show.Edit{Kind: show.EditMove, Entity: show.Key("object", w.Object+1), X: at[0], Y: at[1] + w.Distance}).Physics()
		again, err := changed.Verdicts(t.Context(), show.WhatIf{Object: -1})
		if err != nil {
			t.Fatal(err)
		}
		for k := range verdicts {
			if verdicts[k] != again[k] {
				t.Errorf("sample %d: object %d: %+v after a move, %+v after an edit", i, k, verdicts[k], again[k])
			}
		}
	})
	if !done {
		t.Error("nothing can be moved")
	}
}

// What is given up ends on the way.
func TestShowFilmsAndVerdictsAreGivenUp(t *testing.T) {
	m := madeOf(t, 10).Physics()
	still := m.WhatIfs()[0]
	for name, work := range map[string]func(ctx context.Context) error{
		"film":     func(ctx context.Context) error { _, err := m.Film(ctx, still); return err },
		"verdicts": func(ctx context.Context) error { _, err := m.Verdicts(ctx, still); return err },
	} {
		ctx := &ctxtest.Few{Context: t.Context(), Left: 3}
		if err := work(ctx); !errors.Is(err, context.Canceled) || ctx.Left != -1 {
			t.Errorf("%s: error %v after %d checks too many", name, err, -1-ctx.Left)
		}
	}
}

func TestShowMoveRefuses(t *testing.T) {
	m := madeOf(t, 10).Physics()
	for _, c := range []struct {
		w    show.WhatIf
		want string
	}{
		{show.WhatIf{Object: 3, Direction: "left"}, "ptr: train/10: move of object 3: there is no such object, want 0 to 2, or -1 for none"},
		{show.WhatIf{Object: 0, Direction: "up"}, `ptr: train/10: move of object 0: direction is "up", want left, right, front or behind`},
		{show.WhatIf{Object: 0, Direction: "left", Distance: math.NaN()}, "ptr: train/10: move of object 0: distance is NaN, want -100 to 100"},
	} {
		if _, err := m.Film(t.Context(), c.w); err == nil || err.Error() != c.want {
			t.Errorf("film: got %v, want %s", err, c.want)
		}
		if _, err := m.Verdicts(t.Context(), c.w); err == nil || err.Error() != c.want {
			t.Errorf("verdicts: got %v, want %s", err, c.want)
		}
	}
}

// The colliders lie around the meshes: every vertex is within a centimeter of a collider's box.
func TestShowColliders(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, _ *Record) {
		for k, pieces := range m.Colliders() {
			box := geom.EmptyAABB()
			for _, p := range pieces {
				box = box.Union(p.Bounds())
			}
			box = box.Pad(0.01)
			for _, part := range m.Views()[0].Scene.Objects[k].Parts {
				for _, p := range part.Mesh.Positions {
					if !box.Contains(p) {
						t.Fatalf("sample %d, object %d: %v is outside of its colliders %v", i, k, p, box)
					}
				}
			}
		}
	})
}

// Bodies weigh something and have the verdicts of the record.
func TestShowBodies(t *testing.T) {
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		for k, b := range m.Bodies() {
			sim := r.Objects[k].Simulation
			want := show.Verdict{Stable: r.Objects[k].Stability == "yes", Change: sim.Change, Margin: sim.Margin}
			if b.Mass != objectMass || b.Friction != objectFriction || b.Verdict == nil || *b.Verdict != want {
				t.Errorf("sample %d, object %d: %+v with %+v, want %+v", i, k, b, b.Verdict, want)
			}
		}
	})
	changed := edited(t, madeOf(t, 10), show.Edit{Kind: show.EditDelete, Entity: "object 1"}).Physics()
	if b := changed.Bodies(); len(b) != 3 || b[0] != (show.Body{}) || b[1].Mass == 0 {
		t.Errorf("bodies after deleting are %+v", b)
	}
}

// Films of a scene from which something was deleted keep the numbers of the objects.
func TestShowFilmAfterDeleting(t *testing.T) {
	m := madeOf(t, 10).Physics()
	changed := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 1"}).Physics()
	film, err := changed.Film(t.Context(), show.WhatIf{Object: -1})
	if err != nil {
		t.Fatal(err)
	}
	touched := map[int]bool{}
	for _, at := range film.Instants {
		if len(at.WorldFromSolid) != 3 {
			t.Fatalf("%d poses, want 3", len(at.WorldFromSolid))
		}
		for _, c := range at.Contacts {
			touched[c.A], touched[c.B] = true, true
		}
	}
	if touched[0] || !touched[1] || !touched[2] {
		t.Errorf("what is touched: %v, want -1, 1 and 2", touched)
	}
	if pieces := changed.Colliders(); len(pieces) != 3 || pieces[0] != nil || len(pieces[1]) == 0 {
		t.Errorf("colliders of %d objects, %d pieces of the deleted one", len(pieces), len(pieces[0]))
	}
	want := "ptr: train/10: move of object 0: there is no such object, want 0 to 2, or -1 for none"
	if _, err := changed.Film(t.Context(), show.WhatIf{Object: 0, Direction: "left"}); err == nil || err.Error() != want {
		t.Errorf("film of what is deleted: %v, want %s", err, want)
	}
	for _, w := range changed.WhatIfs() {
		if w.Object == 0 {
			t.Errorf("%s, but it is deleted", w.Name)
		}
	}
}
