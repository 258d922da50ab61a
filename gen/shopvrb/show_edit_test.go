package shopvrb

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/record"
	"mereo/gen/show"
)

// edited changes a scene.
func edited(t testing.TB, m *showMade, edits ...show.Edit) (*showMade, []string) {
	t.Helper()
	out, warnings, err := m.Editor().Edit(t.Context(), edits)
	if err != nil {
		t.Fatal(err)
	}
	return out.Physics().(*showMade), warnings
}

// entityOf is the entity of a key.
func entityOf(p *show.Page, key string) *show.Entity {
	for i := range p.Entities {
		if p.Entities[i].Key == key {
			return &p.Entities[i]
		}
	}
	return nil
}

func rowOf(e *show.Entity, name string) string {
	i := slices.IndexFunc(e.Rows, func(r show.Row) bool { return r.Name == name })
	if i < 0 {
		return ""
	}
	return e.Rows[i].Value
}

// Nothing changes where nothing is changed, but that answers are found by running programs.
func TestEditOfNothing(t *testing.T) {
	for name, change := range map[string]func(c *Config){"upright": nil, "dropped": func(c *Config) { c.Drop = true }} {
		r := shownSet(t, change)
		m := madeOf(t, r, 0)
		same, warnings := edited(t, m)
		if len(warnings) > 0 || !reflect.DeepEqual(same.Page(), m.Page()) || !reflect.DeepEqual(same.Labels(0), m.Labels(0)) {
			t.Errorf("%s: a scene without a change differs: %q, %s", name, warnings,
				record.Diff([]byte(asText(t, same.Page())), []byte(asText(t, m.Page()))))
		}
	}
}

// A thing that is deleted is gone from picture, graph and relations; all others keep keys, ids and descriptions.
func TestEditDeletes(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 0)
	gone, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 2"})
	before, after := m.Page(), gone.Page()
	if len(after.Entities) != len(before.Entities)-1 || entityOf(after, "object 2") != nil {
		t.Fatalf("%d things of %d are left, want all but object 2", len(after.Entities), len(before.Entities))
	}
	for i := range after.Entities {
		e := &after.Entities[i]
		was := entityOf(before, e.Key)
		if e.ID != was.ID || e.Name != was.Name || rowOf(e, "description") != rowOf(was, "description") ||
			e.Entities[0].Key != was.Entities[0].Key {
			t.Errorf("%s is %s with id %d, was %s with %d", e.Key, e.Name, e.ID, was.Name, was.ID)
		}
	}
	ids, parts := gone.Labels(0).Object, map[uint16]bool{}
	for _, p := range entityOf(before, "object 2").Entities {
		parts[uint16(p.ID)] = true
	}
	for at, id := range ids {
		if id == 2 || parts[gone.Labels(0).Part[at]] {
			t.Fatalf("%s is still of object 2", fmt.Sprint("pixel ", at))
		}
	}
	for _, rel := range after.Relations {
		if rel.From == "object 2" || rel.To == "object 2" {
			t.Errorf("%+v is told of what is gone", rel)
		}
	}
	trace, err := gone.Run(show.Program{{Function: "scene"}, {Function: "count", Inputs: []int{0}}})
	if err != nil || trace.Answer != fmt.Sprint(len(before.Entities)-1) || slices.Contains(trace.Results[0].Entities, "object 2") {
		t.Errorf("counting gives %+v, %v, want %d", trace, err, len(before.Entities)-1)
	}
	if n := len(gone.Views()[0].Scene.Objects); n != len(before.Entities) {
		t.Errorf("the scene has %d objects, want %d: ids are positions", n, len(before.Entities))
	}
	if _, _, err := gone.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditDelete, Entity: "object 2"}}); err == nil ||
		!strings.HasPrefix(err.Error(), `shopvrb: change 1 (delete object 2): it was deleted`) {
		t.Errorf("deleting again gives %v", err)
	}
}

// A thing that is moved to the other side of another one is on the other side in relations and answers.
func TestEditMovesAndTurns(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 0)
	left := func(m *showMade) []string {
		t.Helper()
		trace, err := m.Run(show.Program{{Function: "scene"}, {Function: "filter_name", Inputs: []int{0}, Side: []string{"scissors"}},
			{Function: "unique", Inputs: []int{1}}, {Function: "relate", Inputs: []int{2}, Side: []string{"left"}}})
		if err != nil || trace.Fault != "" {
			t.Fatalf("%+v, %v", trace, err)
		}
		return trace.Results[3].Entities
	}
	i := slices.IndexFunc(m.record.Objects, func(o ObjectRecord) bool { return o.Name == "scissors" })
	scissors := show.Key("object", i+1)
	// Left is where x and y are small.
	toLeft, _ := edited(t, m, show.Edit{Kind: show.EditMove, Entity: scissors, X: -3.3, Y: -3.3})
	toRight, _ := edited(t, m, show.Edit{Kind: show.EditMove, Entity: scissors, X: 3.3, Y: 3.3})
	if a, b := left(toLeft), left(toRight); len(a) != 0 || len(b) != len(m.Page().Entities)-1 {
		t.Errorf("left of the scissors are %q and then %q, want nothing and then all others", a, b)
	}
	e := entityOf(toLeft.Page(), scissors)
	if want := [3]float64{float64(float32(-3.3)), float64(float32(-3.3)), 0}; *e.At != want {
		t.Errorf("it is at %v, want %v", *e.At, want)
	}
	changed := 0
	for _, to := range []*showMade{toLeft, toRight} {
		for i, q := range to.Page().Questions {
			if trace, err := to.Run(q.Program); err != nil || trace.Answer != q.Answer {
				t.Errorf("question %d: page says %q, program %+v, %v", i, q.Answer, trace, err)
			}
			if q.Answer != m.Page().Questions[i].Answer {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("no answer changed")
	}
	turned, _ := edited(t, m, show.Edit{Kind: show.EditTurn, Entity: scissors, Turn: math.Pi / 2})
	was, is := m.record.Objects[i].Rotation, turned.record.Objects[i].Rotation
	if math.Abs(is-was-90) > 1e-9 || turned.record.Objects[i].Position != m.record.Objects[i].Position {
		t.Errorf("it is turned to %g degrees from %g, want 90 more", is, was)
	}
}

// A thing is painted without a change of its material, and questions for colors find it.
func TestEditRecolors(t *testing.T) {
	r := shownSet(t, nil)
	painted := 0
	for index := range 3 {
		m := madeOf(t, r, index)
		for _, e := range m.Page().Entities {
			if e.Colors == nil {
				_, _, err := m.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditRecolor, Entity: e.Key, Color: "cyan"}})
				if want := fmt.Sprintf("shopvrb: change 1 (recolor %s): it has no part that takes a color", e.Key); err == nil || err.Error() != want {
					t.Errorf("got %v, want %q", err, want)
				}
				continue
			}
			painted++
			cyan, _ := edited(t, m, show.Edit{Kind: show.EditRecolor, Entity: e.Key, Color: "cyan"})
			was, is := e, entityOf(cyan.Page(), e.Key)
			if rowOf(is, "color") != "cyan" || rowOf(is, "material") != rowOf(&was, "material") || is.Color != "#29d0d0" {
				t.Errorf("%s became %s with color %s", e.Name, is.Name, is.Color)
			}
			trace, err := cyan.Run(show.Program{{Function: "scene"}, {Function: "filter_color", Inputs: []int{0}, Side: []string{"cyan"}}})
			if err != nil || !slices.Contains(trace.Results[1].Entities, e.Key) {
				t.Errorf("%s is not among the cyan things %+v, %v", e.Key, trace, err)
			}
			if reflect.DeepEqual(cyan.Views()[0].Scene.Objects[e.ID-1].Parts, m.Views()[0].Scene.Objects[e.ID-1].Parts) != (rowOf(&was, "color") == "cyan") {
				t.Errorf("%s does not look cyan", e.Name)
			}
		}
	}
	if painted == 0 {
		t.Error("nothing could be painted")
	}
}

func TestEditWarnsAndRefuses(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 1)
	thermos, at := m.called(0), m.record.Objects[1].Position
	other := m.called(1)
	for _, c := range []struct {
		edits []show.Edit
		want  string
	}{
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 1", X: at[0], Y: at[1]}}, "The " + thermos + " and the " + other + " overlap."},
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 1", X: -3.8, Y: 2}},
			"The " + thermos + " is off the part of the table that samples use, 3.5 units to each side of the middle."},
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 1", X: 8, Y: -8}}, "The " + thermos + " is out of sight."},
		{[]show.Edit{{Kind: show.EditDelete, Entity: "object 1"}, {Kind: show.EditDelete, Entity: "object 2"}},
			"Samples have at least 3 objects; this scene has 1."},
	} {
		if _, got := edited(t, m, c.edits...); !slices.Contains(got, c.want) {
			t.Errorf("%+v: warnings are %q, want %q", c.edits, got, c.want)
		}
	}
	for _, c := range []struct {
		edit show.Edit
		want string
	}{
		{show.Edit{Kind: show.EditMove, Entity: "part 1"},
			"shopvrb: change 1 (move part 1): there is no such thing, want object 1 to object 3"},
		{show.Edit{Kind: show.EditMove, Entity: "object 1", X: 99}, "shopvrb: change 1 (move object 1): the place is (99, 0), want (-9, -9) to (9, 9)"},
		{show.Edit{Kind: show.EditMove, Entity: "object 1", X: math.NaN()},
			"shopvrb: change 1 (move object 1): the place is (NaN, 0), want (-9, -9) to (9, 9)"},
		{show.Edit{Kind: show.EditTurn, Entity: "object 1", Turn: 107},
			"shopvrb: change 1 (turn object 1): the turn is 107 radians, want -100 to 100"},
		{show.Edit{Kind: "melt", Entity: "object 1"},
			`shopvrb: change 1 (melt object 1): the kind is "melt", want move, turn, recolor, delete or step`},
		{show.Edit{Kind: show.EditRecolor, Entity: "object 1", Color: "pink"},
			`shopvrb: change 1 (recolor object 1): the color is "pink", want one of red, blue, green, brown, purple, cyan, yellow`},
	} {
		if _, _, err := m.Editor().Edit(t.Context(), []show.Edit{c.edit}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func BenchmarkShowEdit(b *testing.B) {
	r := shownSet(b, nil)
	m := madeOf(b, r, 0)
	for b.Loop() {
		edited(b, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: 1, Y: 1})
	}
}

// What fell is moved and turned as it lies.
func TestEditOfWhatFell(t *testing.T) {
	r := shownSet(t, func(c *Config) { c.Drop = true })
	m := madeOf(t, r, 0)
	changed, _ := edited(t, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: 2, Y: -1},
		show.Edit{Kind: show.EditTurn, Entity: "object 1", Turn: 1})
	was, is := &m.record.Objects[0], &changed.record.Objects[0]
	if want := [3]float64{2, -1, was.Position[2]}; is.Position != want {
		t.Errorf("it is at %v, want %v", is.Position, want)
	}
	before, after := m.sampled.objects[0].orientation(), changed.sampled.objects[0].orientation()
	if d := after.MulVec(vector([3]float64{1, 0, 0})).Sub(geom.RotZ(1).Mul(before).MulVec(vector([3]float64{1, 0, 0}))); d.Len() > 1e-9 {
		t.Errorf("it is turned otherwise, by %v", d)
	}
	if math.Abs(math.Remainder(is.Rotation-was.Rotation-180/math.Pi, 360)) > 1e-6 {
		t.Errorf("its heading is %g after %g, want a radian more", is.Rotation, was.Rotation)
	}
	film, err := changed.Film(t.Context(), show.WhatIf{Object: -1})
	if err != nil || poseChange(film.Instants[0].WorldFromSolid[0], changed.Views()[0].Scene.Objects[0].WorldFromObject) > 1e-6 {
		t.Errorf("it does not start where it lies: %v", err)
	}
}

// A table without things is a scene, too.
func TestEditDeletesAll(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 1)
	var all []show.Edit
	for _, e := range m.Page().Entities {
		all = append(all, show.Edit{Kind: show.EditDelete, Entity: e.Key})
	}
	bare, warnings := edited(t, m, all...)
	if len(bare.Page().Entities) != 0 || len(bare.Page().Relations) != 0 || slices.Max(bare.Labels(0).Object) != 0 {
		t.Errorf("something is left: %+v", bare.Page().Entities)
	}
	if want := []string{"Samples have at least 3 objects; this scene has 0."}; !slices.Equal(warnings, want) {
		t.Errorf("warnings are %q, want %q", warnings, want)
	}
	if film, err := bare.Film(t.Context(), bare.WhatIfs()[0]); err != nil || len(film.Instants) == 0 {
		t.Errorf("nothing to film gives %v", err)
	}
}

// A reader and its samples serve several goroutines at once.
func TestShowServesManyAtOnce(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 0)
	var working sync.WaitGroup
	for i := range 4 {
		working.Go(func() {
			if _, err := r.Facets(i % 2); err != nil {
				t.Error(err)
			}
			s, err := r.Sample(i % 2)
			if err != nil {
				t.Error(err)
				return
			}
			for _, sample := range []show.Sample{s, m} {
				for _, q := range sample.Page().Questions {
					if trace, err := sample.Run(q.Program); err != nil || trace.Answer != q.Answer {
						t.Errorf("%q: %+v, %v, want %s", q.Text, trace, err, q.Answer)
					}
				}
			}
			if _, _, err := m.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditMove, Entity: "object 1", X: float64(i) / 2}}); err != nil {
				t.Error(err)
			}
			if _, err := m.Film(t.Context(), m.WhatIfs()[0]); err != nil {
				t.Error(err)
			}
		})
	}
	working.Wait()
}
