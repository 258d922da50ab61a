package sets_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/show"
)

// shown is how many samples of each set are tried.
const shown = 5

// opened makes a dataset of a few samples without pictures and opens it.
func opened(t *testing.T, e *sets.Entry) show.Reader {
	t.Helper()
	spec, err := e.Spec("", "", sets.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := spec.Open()
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Split: "train", Seed: 3}
	if _, err := loop.Run(t.Context(), set, job, shown, loop.Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	r, err := set.(show.Set).Show(job)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// entities are those of a page by their keys.
func entities(t *testing.T, p *show.Page) map[string]*show.Entity {
	t.Helper()
	out := map[string]*show.Entity{}
	var add func(list []show.Entity)
	add = func(list []show.Entity) {
		for i := range list {
			e := &list[i]
			if out[e.Key] != nil || e.Name == "" || e.Kind == "" {
				t.Errorf("%s: %q is there twice, or without name or kind: %+v", p.Title, e.Key, e)
			}
			out[e.Key] = e
			add(e.Entities)
		}
	}
	add(p.Entities)
	return out
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// checkPage looks whether everything that a page names is on it, and whether its questions have the answers that their programs give.
func checkPage(t *testing.T, r show.Reader, s show.Sample) {
	t.Helper()
	p := s.Page()
	by := entities(t, p)
	for _, rel := range p.Relations {
		if by[rel.From] == nil || by[rel.To] == nil || rel.From == rel.To {
			t.Errorf("%s: relation %+v of what is not there", p.Title, rel)
		}
	}
	if c := p.Camera; c == nil || math.Abs(c.DirX*c.DirX+c.DirY*c.DirY-1) > 1e-9 {
		t.Errorf("%s: the camera of the plan is %+v, want one with a unit vector", p.Title, c)
	}
	classes := r.Classes()
	for i, c := range classes {
		if c.Kind == "" || c.Name == "" || slices.Contains(classes[:i], c) {
			t.Errorf("class %+v is there twice, or empty", c)
		}
	}
	for _, e := range by {
		if e.Class != "" && !slices.Contains(classes, show.Class{Kind: e.Kind, Name: e.Class}) || e.Class == "" && e.Channel != show.ChannelNone {
			t.Errorf("%s: %s is a %s of class %q, which the set does not name", p.Title, e.Key, e.Kind, e.Class)
		}
		if len(e.Boxes) > 0 && len(e.Boxes) != len(p.Pictures) {
			t.Errorf("%s: %s has %d boxes in %d pictures", p.Title, e.Key, len(e.Boxes), len(p.Pictures))
		}
		if slices.Contains(e.Edits, show.EditRecolor) != (len(e.Colors) > 0) {
			t.Errorf("%s: %s can be changed by %v and has the colors %v", p.Title, e.Key, e.Edits, e.Colors)
		}
		for _, row := range e.Rows {
			if row.Value == "" || strings.Contains(row.Value, "NaN") || strings.Contains(row.Value, "-0.00") {
				t.Errorf("%s: %s: %s is %q", p.Title, e.Key, row.Name, row.Value)
			}
		}
		if len(e.Plan) > 0 {
			area := 0.0
			for k, a := range e.Plan {
				b := e.Plan[(k+1)%len(e.Plan)]
				area += a[0]*b[1] - a[1]*b[0]
			}
			if area <= 0 {
				t.Errorf("%s: the outline of %s is not counter-clockwise: %v", p.Title, e.Key, e.Plan)
			}
		}
	}
	functions := map[string]show.Function{}
	for _, f := range r.Functions() {
		functions[f.Name] = f
		if !strings.HasSuffix(f.Help, ".") {
			t.Errorf("the help of %s is %q, want a sentence", f.Name, f.Help)
		}
	}
	for _, q := range p.Questions {
		trace, err := s.Run(q.Program)
		if err != nil || trace.Answer != q.Answer || (trace.Answer == "") == (trace.Fault == "") {
			t.Errorf("%s: %s: %+v, %v, want the answer %q", p.Title, q.Text, trace, err, q.Answer)
			continue
		}
		if trace.Fault != "" && (len(trace.Results) >= len(q.Program) || !strings.HasPrefix(trace.Fault, "Call ") || !strings.HasSuffix(trace.Fault, ".")) {
			t.Errorf("%s: %d results and the fault %q", p.Title, len(trace.Results), trace.Fault)
		}
		for k, result := range trace.Results {
			if result.Text == "" || slices.ContainsFunc(result.Entities, func(key string) bool { return by[key] == nil }) {
				t.Errorf("%s: call %d yields %+v", p.Title, k, result)
			}
		}
		for k, c := range q.Program {
			f := functions[c.Function]
			if len(f.In) != len(c.Inputs) || len(f.Side) != len(c.Side) {
				t.Errorf("%s: call %d is %+v, but the function is %+v", p.Title, k, c, f)
				continue
			}
			for i, side := range f.Side {
				if side.Options != nil && !slices.Contains(side.Options, c.Side[i]) {
					t.Errorf("%s: call %d (%s): %q is none of the options", p.Title, k, c.Function, c.Side[i])
				}
			}
		}
	}
}

// What a set tells of a sample fits together, whether it is read or made again, and after changes.
func TestShown(t *testing.T) {
	for i := range sets.All {
		e := &sets.All[i]
		if e.Flat {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			r := opened(t, e)
			for i := range shown {
				s, err := r.Sample(i)
				if err != nil {
					t.Fatal(err)
				}
				checkPage(t, r, s)
				for k, q := range s.Page().Questions {
					if got := s.Reword(k, q.Program); got != q.Text {
						t.Errorf("%s: question %d with its own words is %q, want %q", s.Page().Title, k, got, q.Text)
					}
				}
			}
			m, err := r.Make(context.Background(), shown-1)
			if err != nil {
				t.Fatal(err)
			}
			checkPage(t, r, m)
			checkBoxes(t, m)
			checkEdits(t, r, m.Editor())
		})
	}
}

// checkBoxes compares boxes with label pictures. Those of QLEVR's drawing are of what is drawn, hidden or not.
func checkBoxes(t *testing.T, m show.Made) {
	t.Helper()
	for v := range m.Page().Pictures {
		l := m.Labels(v)
		channels := map[show.Channel][]uint16{show.ChannelObject: l.Object, show.ChannelPart: l.Part, show.ChannelRegion: l.Region}
		for _, e := range entities(t, m.Page()) {
			ids := channels[e.Channel]
			if ids == nil || e.Boxes == nil {
				continue
			}
			want, got := show.Rect{}, e.Boxes[v]
			for k, id := range ids {
				if int(id) != e.ID {
					continue
				}
				x, y := float64(k%l.Width), float64(k/l.Width)
				if want == (show.Rect{}) {
					want = show.Rect{X0: x, Y0: y, X1: x + 1, Y1: y + 1}
				}
				want = show.Rect{X0: min(want.X0, x), Y0: min(want.Y0, y), X1: max(want.X1, x+1), Y1: max(want.Y1, y+1)}
			}
			slack := 0.0
			if l.Region != nil && l.ViewZ == nil {
				slack = 1
			}
			inside := want == show.Rect{} || got.X0 <= want.X0+slack && got.Y0 <= want.Y0+slack && got.X1 >= want.X1-slack && got.Y1 >= want.Y1-slack
			if !inside || slack == 0 && got != want {
				t.Errorf("%s: picture %d: the box of %s is %v, its pixels are in %v", m.Page().Title, v, e.Key, got, want)
			}
		}
	}
}

// checkEdits changes two entities: nothing changes nothing, and the order, or one after the other, does not matter.
func checkEdits(t *testing.T, r show.Reader, m show.Editable) {
	t.Helper()
	edit := func(of show.Editable, edits ...show.Edit) show.Editable {
		t.Helper()
		out, warnings, err := of.Edit(t.Context(), edits)
		if err != nil {
			t.Fatal(err)
		}
		if len(edits) == 0 && len(warnings) > 0 {
			t.Errorf("%s: no change warns %q", m.Page().Title, warnings)
		}
		for _, w := range warnings {
			if strings.ToUpper(w[:1]) != w[:1] || !strings.HasSuffix(w, ".") {
				t.Errorf("%s: the warning %q is no sentence", m.Page().Title, w)
			}
		}
		return out.Editor()
	}
	if got, want := text(t, edit(m).Page()), text(t, m.Page()); got != want {
		t.Errorf("%s: no change makes\n%s, want\n%s", m.Page().Title, got, want)
	}
	var movable []*show.Entity
	for _, e := range entities(t, m.Page()) {
		if slices.Contains(e.Edits, show.EditMove) {
			movable = append(movable, e)
		}
	}
	slices.SortFunc(movable, func(a, b *show.Entity) int { return strings.Compare(a.Key, b.Key) })
	a, b := movable[0], movable[len(movable)-1]
	move := show.Edit{Kind: show.EditMove, Entity: a.Key, X: a.At[0] + 0.3, Y: a.At[1] - 0.3}
	paint := show.Edit{Kind: show.EditRecolor, Entity: b.Key}
	if len(b.Colors) > 0 {
		paint.Color = b.Colors[1]
	} else {
		paint.Kind, paint.Turn = show.EditTurn, 0.5
	}
	both := edit(m, move, paint)
	checkPage(t, r, both)
	want := text(t, both.Page())
	if text(t, edit(m, paint, move).Page()) != want {
		t.Errorf("%s: %v and %v do not commute", m.Page().Title, move, paint)
	}
	if text(t, edit(edit(m, move), paint).Page()) != want {
		t.Errorf("%s: %v and then %v is not both at once", m.Page().Title, move, paint)
	}
	if slices.Contains(b.Edits, show.EditDelete) {
		gone := edit(m, move, show.Edit{Kind: show.EditDelete, Entity: b.Key})
		checkPage(t, r, gone)
		if entities(t, gone.Page())[b.Key] != nil {
			t.Errorf("%s: %s is still there", m.Page().Title, b.Key)
		}
	}
}
