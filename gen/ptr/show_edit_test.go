package ptr

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
)

// edit changes a sample.
func edit(t testing.TB, m show.Made, edits ...show.Edit) (show.Made, []string) {
	t.Helper()
	changed, warnings, err := m.Editor().Edit(context.Background(), edits)
	if err != nil {
		t.Fatal(err)
	}
	return changed, warnings
}

func edited(t testing.TB, m show.Made, edits ...show.Edit) show.Made {
	t.Helper()
	changed, _ := edit(t, m, edits...)
	return changed
}

// Moving everything to where it is changes nothing: what an edit writes is what the Maker writes. Only numbers of pixels may differ
// where something touches a wall, since the Maker of these samples looks at the objects without the room.
func TestEditThatChangesNothing(t *testing.T) {
	physical := 0
	for _, i := range []int{0, 1, 5, 10} {
		m := madeOf(t, i)
		if m.Physics() != nil {
			physical++
		}
		before, pixels := pageText(t, m.Page()), 0
		var edits []show.Edit
		for _, e := range m.Page().Entities {
			edits = append(edits, show.Edit{Kind: show.EditMove, Entity: e.Key, X: e.At[0], Y: e.At[1]}, show.Edit{Kind: show.EditTurn, Entity: e.Key})
			for _, p := range e.Entities {
				edits = append(edits, show.Edit{Kind: show.EditRecolor, Entity: p.Key, Color: p.Rows[0].Value})
			}
		}
		changed, warnings := edit(t, m, edits...)
		for k := range changed.Page().Entities {
			e, was := &changed.Page().Entities[k], &m.Page().Entities[k]
			pixels += samePixels(t, e, was)
			for n := range e.Entities {
				pixels += samePixels(t, &e.Entities[n], &was.Entities[n])
			}
		}
		if pixels > 6 {
			t.Errorf("sample %d: %d pixels differ", i, pixels)
		}
		samePage(t, fmt.Sprint("sample ", i), changed.Page(), m.Page())
		if len(warnings) > 0 {
			t.Errorf("sample %d: %q", i, warnings)
		}
		if pageText(t, m.Page()) != before {
			t.Errorf("sample %d: an edit changes the sample that is edited", i)
		}
	}
	if physical == 0 || physical == 4 {
		t.Errorf("%d of 4 samples are physical, want some", physical)
	}
}

// So it is whatever is switched on.
func TestEditOfUnusualSets(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Randomize.Textures, c.Randomize.Lights = 1, 1 },
		func(c *Config) { c.Physical, c.Realism.Distortion = 0.5, barrel },
		func(c *Config) { c.Published = AsPublished },
	} {
		s := smallSet(t, change)
		job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val"}
		makeItems(t, s, job, 3)
		r, err := s.Show(job)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			m, err := r.Make(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			read, err := r.Sample(i)
			if err != nil {
				t.Fatal(err)
			}
			samePage(t, fmt.Sprint("made ", i), m.Page(), read.Page())
			e := m.Page().Entities[0]
			changed := edited(t, m, show.Edit{Kind: show.EditMove, Entity: e.Key, X: e.At[0], Y: e.At[1]},
				show.Edit{Kind: show.EditRecolor, Entity: e.Key, Color: "red"})
			for n, part := range e.Entities {
				got := changed.Page().Entities[0].Entities[n]
				if got.Rows[0].Value != "red" || !slices.Equal(got.Rows[1:3], part.Rows[1:3]) || got.Key != part.Key {
					t.Errorf("%s is now %+v", part.Key, got)
				}
			}
			edited(t, m, show.Edit{Kind: show.EditDelete, Entity: e.Key})
		}
	}
}

// samePixels gives an entity the number of pixels of another one and returns by how many they differ.
func samePixels(t testing.TB, e, was *show.Entity) int {
	t.Helper()
	for i := range e.Rows {
		if e.Rows[i].Name == "visible pixels" {
			a, errA := strconv.Atoi(e.Rows[i].Value)
			b, errB := strconv.Atoi(was.Rows[i].Value)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			e.Rows[i].Value = was.Rows[i].Value
			return max(a-b, b-a)
		}
	}
	return 0
}

// questionsEnding finds questions of the split whose program ends with a function.
func questionsEnding(t testing.TB, function string, f func(i int, m show.Made, q int, trace *show.Trace)) {
	t.Helper()
	for i := range shownCount {
		m := madeOf(t, i)
		for q, question := range m.Page().Questions {
			if question.Program[len(question.Program)-1].Function != function {
				continue
			}
			trace, err := m.Run(question.Program)
			if err != nil {
				t.Fatal(err)
			}
			f(i, m, q, trace)
		}
	}
}

// Deleting an object that was counted makes the answer one less, and its keys are gone.
func TestEditDelete(t *testing.T) {
	tried, less := 0, 0
	questionsEnding(t, "count", func(i int, m show.Made, q int, trace *show.Trace) {
		in := trace.Results[m.Page().Questions[q].Program[len(trace.Results)-1].Inputs[0]]
		if len(in.Entities) == 0 || tried == 4 {
			return
		}
		tried++
		key := in.Entities[len(in.Entities)-1]
		p := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: key}).Page()
		if got, want := p.Questions[q].Answer, fmt.Sprint(len(in.Entities)-1); got != want && got != "" {
			t.Errorf("sample %d without %s: %s: %q, want %s", i, key, p.Questions[q].Text, got, want)
		} else if got == want {
			less++
		}
		var want []string
		for _, e := range m.Page().Entities {
			if e.Key != key {
				want = append(want, e.Key)
			}
		}
		var got []string
		for _, e := range p.Entities {
			got = append(got, e.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("sample %d without %s has %q, want %q", i, key, got, want)
		}
		for _, r := range p.Relations {
			if r.From == key || r.To == key {
				t.Errorf("sample %d without %s: %+v", i, key, r)
			}
		}
	})
	if less == 0 {
		t.Error("no count became one less")
	}

	// What a program is about may be gone, with all the rest.
	m := madeOf(t, 0)
	var all []show.Edit
	for _, e := range m.Page().Entities {
		all = append(all, show.Edit{Kind: show.EditDelete, Entity: e.Key})
	}
	p := edited(t, m, all...).Page()
	if len(p.Entities) != 0 || len(p.Relations) != 0 {
		t.Errorf("an empty room has %d objects, %d relations", len(p.Entities), len(p.Relations))
	}
	for _, q := range p.Questions {
		if q.Answer != "" && q.Answer != "0" && q.Answer != "no" {
			t.Errorf("an empty room: %s %s", q.Text, q.Answer)
		}
	}
}

// An object that is moved to the other side of another one is on its other side, for questions, too.
func TestEditMove(t *testing.T) {
	m := madeOf(t, 0)
	left := m.Page().Relations[0]
	from, to := find(m.Page(), left.From), find(m.Page(), left.To)
	if left.Name != "left" {
		t.Fatalf("the first relation is %+v", left)
	}
	changed := edited(t, m, show.Edit{Kind: show.EditMove, Entity: left.From, X: to.At[0] + 2, Y: to.At[1]})
	p := changed.Page()
	if slices.Contains(p.Relations, left) || !slices.Contains(p.Relations, show.Relation{Name: "right", From: left.From, To: left.To}) {
		t.Errorf("%s is not right of %s: %+v", left.From, left.To, p.Relations)
	}
	now := find(p, left.From)
	if want := [3]float64{to.At[0] + 2, to.At[1], from.At[2]}; *now.At != want {
		t.Errorf("it stands at %v, want %v", *now.At, want)
	}
	if now.Boxes[0].X0 <= from.Boxes[0].X0 {
		t.Errorf("it is seen at %v, before at %v", now.Boxes, from.Boxes)
	}
	for axis := range 2 {
		most := func(e *show.Entity) float64 {
			out := math.Inf(-1)
			for _, p := range e.Plan {
				out = max(out, p[axis]-e.At[axis])
			}
			return out
		}
		if got, want := most(now), most(from); math.Abs(got-want) > 1e-9 {
			t.Errorf("its outline reaches %g m along axis %d, want %g", got, axis, want)
		}
	}
	if !slices.Contains(changed.Labels(0).Object, uint16(now.ID)) {
		t.Errorf("%s is not in the label picture", left.From)
	}
}

func find(p *show.Page, key string) *show.Entity {
	for i := range p.Entities {
		if p.Entities[i].Key == key {
			return &p.Entities[i]
		}
	}
	return nil
}

// recordOf is the record of a sample.
func recordOf(of show.Made) *Record {
	m := world.TakeOf[*plan](of).Plan
	s, err := NewSampler(DefaultConfig(), Procedural{}, 3, "train")
	if err != nil {
		panic(err)
	}
	return s.Record(m.Sample, m.Composite())
}

// Turning takes directions along, and back again.
func TestEditTurn(t *testing.T) {
	physical := false
	for i := range shownCount {
		m := madeOf(t, i)
		if m.Physics() != nil { // a turn judges everything again, which is tested elsewhere and takes long
			if physical {
				continue
			}
			physical = true
		}
		key := m.Page().Entities[0].Key
		quarter := recordOf(edited(t, m, show.Edit{Kind: show.EditTurn, Entity: key, Turn: math.Pi / 2})).Objects[0]
		before := recordOf(m).Objects[0]
		for name, v := range before.PlaneGeo {
			if got, want := quarter.PlaneGeo[name], [3]float64{-v[1], v[0], v[2]}; math.Abs(got[0]-want[0])+math.Abs(got[1]-want[1])+math.Abs(got[2]-want[2]) > 1e-9*(1+math.Abs(v[0])) {
				t.Errorf("sample %d: the %s faces %v, want %v", i, name, got, want)
			}
		}
		if quarter.Coords != before.Coords {
			t.Errorf("sample %d: it is at %v, want %v", i, quarter.Coords, before.Coords)
		}
		was, is := before.Rotation.worldFromModel(), quarter.Rotation.worldFromModel()
		if d := is.X.Sub(was.X); math.Abs(is.X.X+was.X.Y)+math.Abs(is.X.Y-was.X.X)+math.Abs(d.Z) > 1e-9 {
			t.Errorf("sample %d: its x axis is %v, was %v", i, is.X, was.X)
		}
	}
}

// Recoloring the part that a question asks the color of changes its answer.
func TestEditRecolor(t *testing.T) {
	asked := 0
	questionsEnding(t, "query_part-color", func(i int, m show.Made, q int, trace *show.Trace) {
		asked++
		parts := trace.Results[len(trace.Results)-1].Entities
		answer := m.Page().Questions[q].Answer
		color := colorNames[(slices.Index(colorNames, answer)+1)%len(colorNames)]
		p := edited(t, m, show.Edit{Kind: show.EditRecolor, Entity: parts[0], Color: color}).Page()
		// The description of the object may have named the color that is gone.
		if got := p.Questions[q].Answer; got != color && got != "" {
			t.Errorf("sample %d: %s %s, want %s", i, p.Questions[q].Text, got, color)
		} else if got == color {
			asked += 100
		}
		for _, e := range p.Entities {
			for _, part := range e.Entities {
				if slices.Contains(parts, part.Key) && (part.Rows[0].Value != color || part.Color != screenColor(color)) {
					t.Errorf("sample %d: %s is %s (%s), want %s", i, part.Key, part.Rows[0].Value, part.Color, color)
				}
			}
		}
	})
	if asked < 100 {
		t.Error("no answer changed")
	}

	// An object takes all its parts along.
	m := madeOf(t, 0)
	changed, warnings := edit(t, m, show.Edit{Kind: show.EditRecolor, Entity: "object 1", Color: "cyan"})
	for _, part := range find(changed.Page(), "object 1").Entities {
		if part.Rows[0].Value != "cyan" {
			t.Errorf("%s is %s, want cyan", part.Key, part.Rows[0].Value)
		}
	}
	if got := find(changed.Page(), "object 1").Name; got != "table with a cyan top" || len(warnings) > 0 {
		t.Errorf("it is called %q, with warnings %q", got, warnings)
	}
	if c := changed.Views()[0].Scene.Objects[0].Parts[0].Material.BaseColor; c == m.Views()[0].Scene.Objects[0].Parts[0].Material.BaseColor {
		t.Errorf("it is still painted %v", c)
	}
}

// Physical samples are judged again: something that is put up in the air falls no more when it stands on the floor, and what stood on
// it falls when it goes.
func TestEditIsJudged(t *testing.T) {
	stacked := 0
	physicalOf(t, func(i int, m show.Physical, r *Record) {
		for k, o := range r.Objects {
			if o.Simulation.Supporter == nil {
				continue
			}
			on := show.Relation{Name: "on", From: show.Key("object", k+1), To: show.Key("object", *o.Simulation.Supporter+1)}
			if !slices.Contains(m.Page().Relations, on) {
				t.Errorf("sample %d: no relation %+v", i, on)
			}
			stacked++
			changed := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: on.To})
			e := find(changed.Page(), on.From)
			if got := row(e, "stable"); got != "no" {
				t.Errorf("sample %d: %s has nothing below and is stable: %s", i, on.From, got)
			}
			if slices.ContainsFunc(changed.Page().Relations, func(r show.Relation) bool { return r.Name == "on" }) {
				t.Errorf("sample %d: it still stands on something", i)
			}
			if got := row(e, "put"); got != "stacked" {
				t.Errorf("sample %d: it is put %q", i, got)
			}
		}
	})
	if stacked == 0 {
		t.Error("nothing is stacked")
	}
}

func row(e *show.Entity, name string) string {
	for _, r := range e.Rows {
		if r.Name == name {
			return r.Value
		}
	}
	return ""
}

func TestEditWarns(t *testing.T) {
	m := madeOf(t, 0)
	p := m.Page()
	chair, table := find(p, "object 3"), find(p, "object 1")
	if chair.Name != "chair" {
		t.Fatalf("object 3 is a %s", chair.Name)
	}
	move := func(x, y float64) show.Edit {
		return show.Edit{Kind: show.EditMove, Entity: "object 3", X: x, Y: y}
	}
	for _, c := range []struct {
		edit show.Edit
		want []string
	}{
		{move(table.At[0], table.At[1]), []string{"The table with a yellow top and the chair overlap."}},
		{move(0, 40), []string{"The chair is in a wall.", "The chair is hidden."}},
		{move(0, -30), []string{"The chair is not all on the floor.", "The chair is out of sight."}},
		{show.Edit{Kind: show.EditDelete, Entity: "object 3"}, nil},
	} {
		changed, warnings := edit(t, m, c.edit)
		for _, w := range c.want {
			if !slices.Contains(warnings, w) {
				t.Errorf("%+v: no %q among %q", c.edit, w, warnings)
			}
		}
		if c.want == nil && len(warnings) > 0 {
			t.Errorf("%+v: %q", c.edit, warnings)
		}
		if slices.Contains(c.want, "The chair is hidden.") && find(changed.Page(), "object 3").Boxes[0] != (show.Rect{}) {
			t.Errorf("%+v: hidden, with box %v", c.edit, find(changed.Page(), "object 3").Boxes)
		}
	}
	// Just before a table: seen together, apart in the room.
	cover := false
	for y := table.At[1] - 3.5; y < table.At[1]; y += 0.25 {
		_, warnings := edit(t, m, move(table.At[0], y))
		cover = cover || slices.Contains(warnings, "The table with a yellow top and the chair cover parts of each other in the picture.")
	}
	if !cover {
		t.Error("no place where the chair covers the table without touching it")
	}
}

func TestEditRefuses(t *testing.T) {
	m := madeOf(t, 0)
	deleted := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 2"})
	for _, c := range []struct {
		m    show.Made
		edit show.Edit
		want string
	}{
		{m, show.Edit{Kind: show.EditMove, Entity: "object 9"}, "ptr: change 1 (move object 9): there is no such thing, want object 1 to object 5 or part 1 to part 51"},
		{deleted, show.Edit{Kind: show.EditMove, Entity: "object 2"}, "ptr: change 1 (move object 2): it was deleted"},
		{deleted, show.Edit{Kind: show.EditRecolor, Entity: "part 8", Color: "red"}, "ptr: change 1 (recolor part 8): it was deleted"},
		{m, show.Edit{Kind: "fly", Entity: "object 1"}, `ptr: change 1 (fly object 1): the kind is "fly", want move, turn, recolor, delete or step`},
		{m, show.Edit{Kind: show.EditStep, Entity: "object 1", Change: "stand"}, "ptr: change 1 (step object 1): it takes no steps"},
		{m, show.Edit{Kind: show.EditTurn, Entity: "part 1"}, "ptr: change 1 (turn part 1): a part can only be recolored, object 1 is the object it belongs to"},
		{m, show.Edit{Kind: show.EditRecolor, Entity: "part 1", Color: "pink"}, `ptr: change 1 (recolor part 1): the color is "pink", want one of gray, red, blue, green, brown, purple, cyan, yellow`},
		{m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: math.Inf(1)}, "ptr: change 1 (move object 1): the place is (+Inf, 0), want (-100, -100) to (100, 100)"},
		{m, show.Edit{Kind: show.EditTurn, Entity: "object 1", Turn: 107}, "ptr: change 1 (turn object 1): the turn is 107 radians, want -100 to 100"},
	} {
		if _, _, err := c.m.Editor().Edit(context.Background(), []show.Edit{c.edit}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// BenchmarkEdit moves an object, without drawing.
func BenchmarkEdit(b *testing.B) {
	for _, physical := range []bool{false, true} {
		var all []show.Made
		for i := range shownCount {
			m := madeOf(b, i)
			if (m.Physics() != nil) == physical {
				all = append(all, m)
			}
		}
		b.Run(fmt.Sprintf("physical=%v", physical), func(b *testing.B) {
			for i := range b.N {
				m := all[i%len(all)]
				at := m.Page().Entities[0].At
				edit(b, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: at[0] + 0.1, Y: at[1]})
			}
		})
	}
}
