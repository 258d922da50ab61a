package shopvrb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/ctxtest"
	"mereo/internal/gltest"
	"mereo/scenes/settle"
	"mereo/scenes/shoot"
)

// Where all stands as it was put or fell, it stays.
func TestFilmAsItStands(t *testing.T) {
	for name, change := range map[string]func(c *Config){"upright": nil, "dropped": func(c *Config) { c.Drop = true }} {
		r := shownSet(t, change)
		m := madeOf(t, r, 1)
		w := m.WhatIfs()
		if w[0] != (show.WhatIf{Name: "as it stands", Object: -1}) || len(w) < 3 {
			t.Errorf("%s: first of %d is %+v, want to let all go as it stands", name, len(w), w[0])
		}
		film, err := m.Film(t.Context(), w[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range m.Views()[0].Scene.Objects {
			if got := film.Instants[0].WorldFromSolid[i]; poseChange(got, o.WorldFromObject) > 1e-6 {
				t.Errorf("%s: object %d starts at %v, want %v", name, i+1, got, o.WorldFromObject)
			}
			if got := film.Instants[len(film.Instants)-1].WorldFromSolid[i]; poseChange(got, o.WorldFromObject) > 0.1 {
				t.Errorf("%s: object %d ends at %v, want it to stay at %v", name, i+1, got, o.WorldFromObject)
			}
		}
		verdicts, err := m.Verdicts(t.Context(), w[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range verdicts {
			if !v.Stable || v.Margin < 0.5 {
				t.Errorf("%s: object %d is %+v, want it stable", name, i+1, v)
			}
		}
	}
}

// poseChange is the largest difference between two poses.
func poseChange(a, b geom.Transform) float64 {
	far := 0.0
	for _, d := range []geom.Vec3{a.T.Sub(b.T), a.M.X.Sub(b.M.X), a.M.Y.Sub(b.M.Y), a.M.Z.Sub(b.M.Z)} {
		far = max(far, math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	}
	return far
}

// The film of the fall starts in the air and ends where the record has everything.
func TestFilmOfTheFall(t *testing.T) {
	r := shownSet(t, func(c *Config) { c.Drop = true })
	for index := range 3 {
		m := madeOf(t, r, index)
		w := m.WhatIfs()[1]
		if w != (show.WhatIf{Name: "the fall", Object: -1}) {
			t.Fatalf("second is %+v, want the fall", w)
		}
		film, err := m.Film(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		first, last := film.Instants[0], film.Instants[len(film.Instants)-1]
		if last.Time <= first.Time || len(film.Instants) < 10 {
			t.Errorf("%d: %d instants from %g to %g s", index, len(film.Instants), first.Time, last.Time)
		}
		for k := 1; k < len(film.Instants); k++ {
			if film.Instants[k].Time <= film.Instants[k-1].Time {
				t.Errorf("%d: instant %d is not after the one before", index, k)
			}
		}
		for i, o := range m.Views()[0].Scene.Objects {
			if d := poseChange(last.WorldFromSolid[i], o.WorldFromObject); d > 1e-6 {
				t.Errorf("%d: object %d ends %g away from its place", index, i+1, d)
			}
			if poseChange(first.WorldFromSolid[i], o.WorldFromObject) < 0.01 {
				t.Errorf("%d: object %d does not fall", index, i+1)
			}
		}
		for i, motion := range show.MotionsOf(m.Views()[0].Scene.Objects, film) {
			if !motion.Rests || motion.Fell <= 0 {
				t.Errorf("%d: object %d is %+v, want that it fell and rests", index, i+1, motion)
			}
		}
		if verdicts, err := m.Verdicts(t.Context(), w); verdicts != nil || err != nil {
			t.Errorf("%d: the verdicts of the fall are %v, %v, want none", index, verdicts, err)
		}
		if len(last.Contacts) == 0 {
			t.Errorf("%d: nothing touches at the end", index)
		}
		gone, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 1"})
		if _, err := gone.Film(t.Context(), w); err == nil || err.Error() != "shopvrb: nothing fell here" {
			t.Errorf("the fall of a changed scene gives %v", err)
		}
	}
}

// What is moved starts elsewhere, along the directions of the relations; what would be inside another thing is refused.
func TestFilmOfMoves(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 1)
	film, err := m.Film(t.Context(), show.WhatIf{Object: 0, Direction: "behind", Distance: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	d := film.Instants[0].WorldFromSolid[0].T.Sub(m.Views()[0].Scene.Objects[0].WorldFromObject.T)
	if want := vector(publishedDirections.Behind).Scale(0.5); d.Sub(want).Len() > 1e-9 {
		t.Errorf("it is moved by %v, want %v", d, want)
	}
	// Put the second thing beside the first, and move the first into it.
	at := m.record.Objects[0].Position
	near, _ := edited(t, m, show.Edit{Kind: show.EditMove, Entity: "object 2", X: at[0] + 2*0.6563112735748291, Y: at[1] + 2*0.7544902563095093})
	_, err = near.Film(t.Context(), show.WhatIf{Object: 0, Direction: "right", Distance: 0.2})
	if want := fmt.Sprintf("shopvrb: the %s cannot be there: it would be inside the %s", m.called(0), m.called(1)); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	for _, c := range []struct {
		w    show.WhatIf
		want string
	}{
		{show.WhatIf{Object: 7, Direction: "left"}, "shopvrb: there is no object 7 to move, want one of [0 1 2]"},
		{show.WhatIf{Object: 0, Direction: "up"}, `shopvrb: "up" is no direction, want one of ["left" "right" "front" "behind"]`},
		{show.WhatIf{Object: 0, Direction: "left", Distance: math.NaN()}, "shopvrb: the distance is NaN m, want 2 m at most"},
	} {
		if _, err := m.Film(t.Context(), c.w); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// A run that is stepped is the film, in the units of the scene; what is pulled at goes where it is pulled. Objects that were moved begin there.
func TestRunsAndMoved(t *testing.T) {
	m := madeOf(t, shownSet(t, nil), 1)
	still := m.WhatIfs()[0]
	run, err := m.Start(still)
	if err != nil {
		t.Fatal(err)
	}
	objects := m.Views()[0].Scene.Objects
	for i, pose := range run.Now().WorldFromSolid {
		if d := pose.T.Sub(objects[i].WorldFromObject.T).Len() + pose.M.X.Sub(objects[i].WorldFromObject.M.X).Len(); d > 1e-9 {
			t.Errorf("object %d begins at %v, want %v", i, pose, objects[i].WorldFromObject)
		}
	}
	at := geom.V(0.01, 0, 0.02)
	to := objects[1].WorldFromObject.Point(at).Add(geom.V(0, 0, 2))
	for range 480 {
		if err := run.Step(&settle.Pull{Thing: 1, At: at, To: to}); err != nil {
			t.Fatal(err)
		}
	}
	if got := run.Now().WorldFromSolid[1].Point(at); got.Sub(to).Len() > 0.1 {
		t.Errorf("a point was pulled to %v and is at %v", to, got)
	}
	poses := m.Views()[0].Scene.Poses()
	poses[1].T.Z += 2
	moved := m.Moved(poses)
	film, err := moved.Film(t.Context(), still)
	if err != nil {
		t.Fatal(err)
	}
	if d := film.Instants[0].WorldFromSolid[1].T.Sub(poses[1].T).Len(); d > 1e-9 || film.Ends[1].WorldFromSolid.T.Z > poses[1].T.Z-1 {
		t.Errorf("what was lifted to %v begins at %v and ends at %v", poses[1].T, film.Instants[0].WorldFromSolid[1].T, film.Ends[1].WorldFromSolid.T)
	}
	if all := moved.WhatIfs(); len(all) == 0 || all[0].Object != -1 {
		t.Errorf("what can be tried there is %v", all)
	}
}

// What is given up ends on the way.
func TestFilmsAndVerdictsAreGivenUp(t *testing.T) {
	r := shownSet(t, func(c *Config) { c.Drop = true })
	m := madeOf(t, r, 1)
	all := m.WhatIfs()
	for name, work := range map[string]func(ctx context.Context) error{
		"film":     func(ctx context.Context) error { _, err := m.Film(ctx, all[0]); return err },
		"fall":     func(ctx context.Context) error { _, err := m.Film(ctx, all[1]); return err },
		"verdicts": func(ctx context.Context) error { _, err := m.Verdicts(ctx, all[0]); return err },
	} {
		ctx := &ctxtest.Few{Context: t.Context(), Left: 3}
		if err := work(ctx); !errors.Is(err, context.Canceled) || ctx.Left != -1 {
			t.Errorf("%s: error %v after %d checks too many", name, err, -1-ctx.Left)
		}
	}
}

// Colliders lie in the models' own frames, around the models.
func TestShownColliders(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 1)
	for i, b := range m.Bodies() {
		if b.Mass != masses[m.sampled.objects[i].in.weight] || b.Friction != dropFriction || b.Verdict != nil {
			t.Errorf("object %d: the body is %+v", i+1, b)
		}
	}
	for i, pieces := range m.Colliders() {
		box := pieces[0].Bounds()
		for _, p := range pieces[1:] {
			box = box.Union(p.Bounds())
		}
		want := m.sampled.objects[i].model.Bounds()
		if box.Min.Sub(want.Min).Len() > 0.1 || box.Max.Sub(want.Max).Len() > 0.1 {
			t.Errorf("object %d: colliders fill %v, the model %v", i+1, box, want)
		}
	}
}

// A sample's picture is drawn again with the same bytes, and lies where the page says.
func TestViewsAreDrawnAsTheDatasetIs(t *testing.T) {
	gltest.Renderer(t)
	s := setOf(t, func(c *Config) { c.SubFrames = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 2, Split: "val", Pictures: true, GPU: "software"}
	makeSamples(t, s, job, 3)
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	picture := sampleOf(t, r, 3).Page().Pictures[0]
	w, h := picture.Width, picture.Height
	want, err := write.ReadRGB(job.Root, picture.Path, w, h)
	if err != nil {
		t.Fatal(err)
	}
	studio, err := shoot.Open(job.GPU)
	if err != nil {
		t.Fatal(err)
	}
	defer studio.Close()
	v := madeOf(t, r, 3).Views()[0]
	got, err := studio.Shoot(v.Scene, v.Options)
	if err != nil {
		t.Fatal(err)
	}
	if w != picture.Width || h != picture.Height || !bytes.Equal(got.RGB, want) {
		t.Errorf("the picture of %d x %d pixels is not drawn again with the same bytes", w, h)
	}
	// What is deleted is not drawn.
	gone, _ := edited(t, madeOf(t, r, 3), show.Edit{Kind: show.EditDelete, Entity: "object 1"})
	v = gone.Views()[0]
	if got, err = studio.Shoot(v.Scene, v.Options); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got.RGB, want) || slices.Contains(got.Object, 1) {
		t.Error("what was deleted is still drawn")
	}
}
