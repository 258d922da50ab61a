package trance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
)

// editableSample is a sample that can be changed, with its plan.
type editableSample struct {
	show.Editable
	from *generatedSample
}

// editable makes a sample of our own: objects where far puts them, seen by cameras without jitter.
func editable(t *testing.T, steps ...Step) editableSample {
	t.Helper()
	g := &generatedSample{sceneSetup: *atBases(), steps: steps}
	first := far()
	g.states, g.pixels = []State{first}, []pixelCounts{newCounter(&g.sceneSetup).pixels(&first)}
	if w := g.replay(DefaultConfig(), g); len(w) > 0 {
		t.Fatalf("warnings of a sample that is allowed: %q", w)
	}
	set := &Set{cfg: DefaultConfig()}
	set.Open = func(job gen.Job) (*world.Split[*generatedSample], error) {
		split, err := set.open(job)
		split.Plan = func(context.Context, int) (*generatedSample, error) { return g, nil }
		return split, err
	}
	return editableSample{madeAgain(t, opened(t, set, gen.Job{Split: "test"}), 0), g}
}

func edited(t *testing.T, m show.Editable, edits ...show.Edit) (editableSample, []string) {
	t.Helper()
	out, warnings, err := m.Edit(t.Context(), edits)
	if err != nil {
		t.Fatal(err)
	}
	return editableSample{out.Editor(), planOf(out)}, warnings
}

// far has small gray rubber cubes at (-20, 0), (-10, 0), ... (20, 0), and the others at y = 35.
func TestEdits(t *testing.T) {
	m := editable(t, Step{1, pair(t, "position.right.1")}, Step{0, pair(t, "color.red")})
	before := *m.Page()
	move := func(key string, x, y float64) show.Edit {
		return show.Edit{Kind: show.EditMove, Entity: key, X: x, Y: y}
	}
	for _, c := range []struct {
		name    string
		edits   []show.Edit
		initial func(s *State)
		want    []string
	}{
		{"between lattice points", []show.Edit{move("object 2", 0.22, -1.48)}, func(s *State) { s[2].Position = Point{1, -10} }, nil},
		{"two changes of one object", []show.Edit{
			move("object 2", 0, 1.5), {Kind: show.EditRecolor, Entity: "object 2", Color: "purple"},
		}, func(s *State) {
			s[2].Position = Point{0, 10}
			s[2].values[Color] = 5
		}, nil},
		{"a step about it goes along", []show.Edit{move("object 1", -1.5, -1.5)}, func(s *State) { s[1].Position = Point{-10, -10} }, nil},
		{"a step that changes nothing", []show.Edit{{Kind: show.EditRecolor, Entity: "object 0", Color: "red"}},
			func(s *State) { s[0].values[Color] = 1 },
			[]string{"Step 2 changes nothing about object 0 (small red rubber cube)."}},
		{"overlap", []show.Edit{move("object 2", 1.5, 0.6)}, func(s *State) { s[2].Position = Point{10, 4} },
			[]string{"Object 2 (small gray rubber cube) is too close to object 3 (small gray rubber cube)."}},
		{"both moved", []show.Edit{move("object 2", 0.75, 0), move("object 3", 0.75, 0.3)}, func(s *State) {
			s[2].Position, s[3].Position = Point{5, 0}, Point{5, 2}
		}, []string{"Object 2 (small gray rubber cube) is too close to object 3 (small gray rubber cube)."}},
		{"a step brings together", []show.Edit{move("object 2", -1.5, 1.5)}, func(s *State) { s[2].Position = Point{-10, 10} },
			[]string{"Step 1 brings object 1 (small gray rubber cube) too close to another object."}},
		{"out of sight", []show.Edit{move("object 3", 1.5, 3.15)}, func(s *State) { s[3].Position = Point{10, 21} },
			[]string{"Object 3 (small gray rubber cube) is outside of the visible area, where nothing is drawn."}},
		{"off the plane", []show.Edit{move("object 3", 0, 6.1)}, func(s *State) { s[3].Position = Point{0, 41} },
			[]string{"Object 3 (small gray rubber cube) is off the plane, which ends at 6 m."}},
		{"a step off the plane", []show.Edit{move("object 1", 0, 6)}, func(s *State) { s[1].Position = Point{0, 40} }, []string{
			"Object 1 (small gray rubber cube) is outside of the visible area, where nothing is drawn.",
			"Step 1 takes object 1 (small gray rubber cube) off the plane.",
		}},
		{"a step nobody sees", []show.Edit{move("object 1", 0, 3.75)}, func(s *State) { s[1].Position = Point{0, 25} }, []string{
			"Object 1 (small gray rubber cube) is outside of the visible area, where nothing is drawn.",
			"Step 1 moves object 1 (small gray rubber cube) outside of the visible area, where nobody sees it.",
		}},
	} {
		got, warnings := edited(t, m, c.edits...)
		want := far()
		c.initial(&want)
		if got.from.states[0] != want {
			t.Errorf("%s: the first state is %v, want %v", c.name, got.from.states[0], want)
		}
		want.Apply(m.from.steps[0])
		want.Apply(m.from.steps[1])
		if got.from.states[2] != want {
			t.Errorf("%s: the last state is %v, want %v", c.name, got.from.states[2], want)
		}
		if !slices.Equal(warnings, c.want) {
			t.Errorf("%s: warnings are %q, want %q", c.name, warnings, c.want)
		}
		if len(got.Views()) != 4 || len(got.Page().Pictures) != 4 || len(got.Page().Entities) != 2+ObjectCount {
			t.Errorf("%s: the page is %+v", c.name, got.Page())
		}
	}
	if !reflect.DeepEqual(*m.Page(), before) || m.from.states[0] != far() {
		t.Error("the sample that was changed is another one now")
	}
}

// What cannot be seen because of a change is told.
func TestHiddenByEdits(t *testing.T) {
	m := editable(t, Step{1, pair(t, "color.red")}, Step{3, pair(t, "size.large")})
	// Object 3 stands between object 1 and the center camera, which looks along -x from above, and grows.
	to := []show.Edit{{Kind: show.EditMove, Entity: "object 1", X: -1.95, Y: 2.55}, {Kind: show.EditMove, Entity: "object 3", X: -0.3, Y: 2.25}}
	_, warnings := edited(t, m, to...)
	if want := []string{"Step 2 hides an object that is changed in one of the pictures."}; !slices.Equal(warnings, want) {
		t.Errorf("warnings are %q, want %q", warnings, want)
	}
	m.from.states[0][3].values[Size] = 0
	_, warnings = edited(t, m, to...)
	want := []string{"Object 1 (small gray rubber cube) has N pixels in the first picture, fewer than the 150 that make it visible."}
	for i, w := range warnings {
		warnings[i] = regexp.MustCompile("has [0-9]+ pixels").ReplaceAllString(w, "has N pixels")
	}
	if len(warnings) == 0 || warnings[0] != want[0] {
		t.Errorf("warnings are %q, want %q first", warnings, want)
	}
}

// A turn turns the outline and the mesh, in all states, and nothing else.
func TestTurn(t *testing.T) {
	m := editable(t, Step{0, pair(t, "position.right.1")})
	got, warnings := edited(t, m, show.Edit{Kind: show.EditTurn, Entity: "object 0", Turn: -math.Pi / 2})
	if math.Abs(got.from.rotations[0]-3*math.Pi/2) > 1e-12 || len(warnings) > 0 {
		t.Errorf("the rotation is %g with warnings %q, want 3/2 pi", got.from.rotations[0], warnings)
	}
	for p, v := range got.Views() {
		x := v.Scene.Objects[0].WorldFromObject.Dir(m.Views()[p].Scene.Objects[0].WorldFromObject.M.X)
		if was := m.Views()[p].Scene.Objects[0].WorldFromObject.M.X; math.Abs(x.Dot(was)) > 1e-9 {
			t.Errorf("picture %d: the cube's side is turned from %v to %v, want by a right angle", p, was, x)
		}
	}
	if again, _ := edited(t, got, show.Edit{Kind: show.EditTurn, Entity: "object 0", Turn: math.Pi / 2}); again.from.rotations[0] > 1e-12 {
		t.Errorf("turned back the rotation is %g, want 0", again.from.rotations[0])
	}
	if tiny, _ := edited(t, m, show.Edit{Kind: show.EditTurn, Entity: "object 0", Turn: -1e-30}); tiny.from.rotations[0] >= 2*math.Pi {
		t.Errorf("a tiny turn back gives %g, want less than 2 pi", tiny.from.rotations[0])
	}
}

// Nothing changed is the sample itself; so is a move to where an object is.
func TestEmptyEdit(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		m := madeAgain(t, r, index)
		var stay []show.Edit
		for _, e := range m.Page().Entities {
			if e.At != nil {
				stay = append(stay, show.Edit{Kind: show.EditMove, Entity: e.Key, X: e.At[0], Y: e.At[1]})
			}
		}
		for _, edits := range [][]show.Edit{nil, stay} {
			got, warnings := edited(t, m, edits...)
			if len(warnings) > 0 || !reflect.DeepEqual(got.Page(), m.Page()) || !reflect.DeepEqual(got.from.types, planOf(m).types) {
				t.Errorf("sample %d is another one after %d changes of nothing, with warnings %q", index, len(edits), warnings)
			}
		}
	}
}

// Steps of the reference, made one after the other on the first state, lead to the last one.
func TestStepsLeadToTheLastState(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		m := madeAgain(t, r, index)
		from := planOf(m)
		var steps []show.Edit
		for k, s := range from.steps {
			steps = append(steps, show.Edit{Kind: show.EditStep, Entity: objectKey(s.Object), Change: s.Pair.String()})
			if got, _ := edited(t, m, steps...); got.from.states[0] != from.states[k+1] {
				t.Errorf("sample %d: after %d steps the state is %v, want %v", index, k+1, got.from.states[0], from.states[k+1])
			}
		}
	}
}

// Steps that the rules forbid are refused.
func TestRefusedSteps(t *testing.T) {
	m := editable(t, Step{0, pair(t, "color.red")})
	for _, c := range []struct{ entity, change, want string }{
		{"object 1", "color.gray", "it changes nothing about object 1 (small gray rubber cube)"},
		{"object 5", "position.behind.2", "it moves object 5 (small gray rubber cube) outside of the visible area, where nobody sees it"},
		{"object 6", "position.right.1", "it takes object 6 (small gray rubber cube) off the plane"},
		{"object 1", "position.behind.1", "it brings object 1 (small gray rubber cube) too close to another object"},
	} {
		edit := show.Edit{Kind: show.EditStep, Entity: c.entity, Change: c.change}
		_, _, err := m.Edit(t.Context(), []show.Edit{edit})
		var refused *show.Refused
		if !errors.As(err, &refused) || refused.Why != c.want {
			t.Errorf("%s of %s: %v, want that %s", c.change, c.entity, err, c.want)
		}
	}
	// What was changed may leave: who goes wrong can go back.
	edited(t, m, show.Edit{Kind: show.EditStep, Entity: "object 1", Change: "color.red"},
		show.Edit{Kind: show.EditStep, Entity: "object 1", Change: "position.front.2"})
}

func TestBadEdits(t *testing.T) {
	m := editable(t, Step{0, pair(t, "color.red")})
	good := show.Edit{Kind: show.EditRecolor, Entity: "object 0", Color: "blue"}
	for _, c := range []struct {
		edit show.Edit
		want string
	}{
		{show.Edit{Kind: show.EditMove, Entity: "object 10"}, "there is no such thing, want object 0 to object 9"},
		{show.Edit{Kind: show.EditMove, Entity: "plane"}, "there is no such thing, want object 0 to object 9"},
		{show.Edit{Kind: show.EditMove, Entity: "object 0", X: 200}, "the place is (200, 0), want (-100, -100) to (100, 100)"},
		{show.Edit{Kind: show.EditMove, Entity: "object 0", Y: math.NaN()}, "the place is (0, NaN), want (-100, -100) to (100, 100)"},
		{show.Edit{Kind: show.EditTurn, Entity: "object 0", Turn: math.Inf(1)}, "the turn is +Inf radians, want -100 to 100"},
		{show.Edit{Kind: show.EditRecolor, Entity: "object 0", Color: "pink"},
			`the color is "pink", want one of gray, red, blue, green, brown, purple, cyan, yellow`},
		{show.Edit{Kind: show.EditDelete, Entity: "object 1"},
			"it cannot be deleted, since every sample has 10 objects; move it out of the visible area"},
		{show.Edit{Kind: show.EditStep, Entity: "object 1", Change: "color.pink"},
			`no pair "color.pink", want one such as color.red, size.small or position.front-left.2`},
		{show.Edit{Kind: "melt", Entity: "object 1"}, `the kind is "melt", want move, turn, recolor, delete or step`},
	} {
		_, _, err := m.Edit(t.Context(), []show.Edit{good, c.edit})
		if want := fmt.Sprintf("trance: change 2 (%s %s): %s", c.edit.Kind, c.edit.Entity, c.want); fmt.Sprint(err) != want {
			t.Errorf("%+v: %v, want %s", c.edit, err, want)
		}
	}
	for _, e := range m.Page().Entities {
		if strings.HasPrefix(e.Key, "object") != (len(e.Edits) == 4) || slices.Contains(e.Edits, show.EditDelete) {
			t.Errorf("%s: edits are %q", e.Key, e.Edits)
		}
	}
}
