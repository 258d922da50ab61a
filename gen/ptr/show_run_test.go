package ptr

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/gen/show"
)

// Every question's program gives the stored answer, one of its choices, and lights up entities of the page.
func TestShowRun(t *testing.T) {
	questions := 0
	for i := range shownCount {
		s := shownOf(t, i)
		p := s.Page()
		keys := map[string]bool{}
		for _, e := range p.Entities {
			keys[e.Key] = true
			for _, part := range e.Entities {
				keys[part.Key] = true
			}
		}
		for n, q := range p.Questions {
			questions++
			trace, err := s.Run(q.Program)
			if err != nil {
				t.Fatal(err)
			}
			if trace.Answer != q.Answer || trace.Fault != "" || len(trace.Results) != len(q.Program) {
				t.Errorf("sample %d: %s: got %q, %q, want %q", i, q.Text, trace.Answer, trace.Fault, q.Answer)
			}
			if !slices.Contains(q.Choices, q.Answer) {
				t.Errorf("sample %d: %s: %q is not among the choices %q", i, q.Text, q.Answer, q.Choices)
			}
			if got := s.Reword(n, q.Program); got != q.Text {
				t.Errorf("sample %d: said as %q, want %q", i, got, q.Text)
			}
			for k, r := range trace.Results {
				if q.Program[k].Function == "query_part-color" && len(r.Entities) == 0 {
					t.Errorf("sample %d: %s: no part is lit up", i, q.Text)
				}
				for _, key := range r.Entities {
					if !keys[key] {
						t.Errorf("sample %d: %s: call %d is about %q, which is not on the page", i, q.Text, k, key)
					}
				}
			}
		}
	}
	if questions < 100 {
		t.Errorf("%d questions, want about ten of each sample", questions)
	}
}

// call is a call of a program in a test.
func call(function string, inputs []int, side ...string) show.Call {
	return show.Call{Function: function, Inputs: inputs, Side: side}
}

// Sample 0 has tables with yellow, blue and gray tops, a chair and a refrigerator.
func TestShowRunTellsWhatItDoes(t *testing.T) {
	s := shownOf(t, 0)
	tables := []show.Call{call("scene", nil), call("filter_object-category", []int{0}, "Table")}
	yellow := append(tables, call("filter_color", []int{1}, "top: yellow"), call("unique", []int{2}))
	for _, c := range []struct {
		program show.Program
		last    show.Result
		fault   string
	}{
		{tables, show.Result{
			Text:     "3 objects: table with a yellow top, table with a blue top, table with a gray top",
			Entities: []string{"object 1", "object 2", "object 4"},
		}, ""},
		{append(yellow, call("query_part-count", []int{3}, "leg")),
			show.Result{Text: "4", Entities: []string{"part 2", "part 3", "part 4", "part 5"}}, ""},
		{append(yellow, call("query_part-geometry", []int{3}, "yellow")),
			show.Result{Text: "plane facing (0.00, 0.00, 1.00)", Entities: []string{"part 1"}}, ""},
		{append(yellow, call("filter_object-category", []int{0}, "Chair"), call("unique", []int{4}), call("query_positional-relation", []int{3, 5})),
			show.Result{Text: "left and behind", Entities: []string{"object 1"}}, ""},
		{append(tables, call("exist", []int{1})), show.Result{Text: "yes"}, ""},
		{append(tables, call("unique", []int{1})), show.Result{}, "Call 2 (unique) gives nothing: it needs exactly one object and has " +
			"3 objects: table with a yellow top, table with a blue top, table with a gray top."},
		{append(tables, call("filter_object-category", []int{1}, "Table")), show.Result{},
			"Call 2 (filter_object-category) gives nothing: every object here is a table, so the filter says nothing."},
		{append(tables, call("filter_color", []int{1}, "top: red"), call("filter_object-category", []int{2}, "Bed")), show.Result{},
			"Call 3 (filter_object-category) gives nothing: there is no object to choose from."},
		{append(tables, call("filter_stability", []int{1})), show.Result{},
			"Call 2 (filter_stability) gives nothing: the objects of this scene are not judged."},
		{append(yellow, call("query_part-color", []int{3}, "door")), show.Result{},
			"Call 4 (query_part-color) gives nothing: the table with a yellow top shows no door whose color is known."},
		{append(yellow, call("query_part-count", []int{3}, "top")), show.Result{},
			"Call 4 (query_part-count) gives nothing: the table with a yellow top shows no top whose number is known."},
		{append(yellow, call("query_part-category", []int{3}, "red")), show.Result{},
			"Call 4 (query_part-category) gives nothing: the table with a yellow top shows no red part that has a name."},
		{append(yellow, call("query_part-geometry", []int{3}, "purple")),
			show.Result{Text: "line without a common direction", Entities: []string{"part 2", "part 3", "part 4", "part 5"}}, ""},
		{append(tables, call("count", []int{1}), call("count", []int{0}), call("minus_more", []int{2, 3})), show.Result{},
			"Call 4 (minus_more) gives nothing: the result is no number from 0 to 9."},
		{append(yellow, call("query_part-geometry", []int{3}, "yellow"), call("count_parallel_plane", []int{3, 4})), show.Result{},
			"Call 5 (count_parallel_plane) gives nothing: not all lines of the table with a yellow top are known."},
		{append(yellow, call("query_direction", []int{3})), show.Result{},
			"Call 4 (query_direction) gives nothing: the table with a yellow top has 0 directions that help, not one."},
	} {
		trace, err := s.Run(slices.Clone(c.program))
		if err != nil {
			t.Fatal(err)
		}
		if trace.Fault != c.fault {
			t.Errorf("got fault %q, want %q", trace.Fault, c.fault)
		}
		if c.fault != "" {
			if trace.Answer != "" {
				t.Errorf("%s: and yet the answer is %q", c.fault, trace.Answer)
			}
			continue
		}
		if got := trace.Results[len(trace.Results)-1]; !reflect.DeepEqual(got, c.last) {
			t.Errorf("got %+v, want %+v", got, c.last)
		}
	}
}

func TestShowRunRefuses(t *testing.T) {
	s := shownOf(t, 0)
	for _, c := range []struct {
		program show.Program
		want    string
	}{
		{nil, "ask: program has no node"},
		{show.Program{call("jump", nil, "high")}, "ask: program: node 0 (jump) is no function of ptr"},
		{show.Program{call("scene", nil), call("unique", nil)}, "ask: program: node 1 (unique) has 0 inputs, want 1"},
		{show.Program{call("scene", nil), call("count", []int{1})}, "ask: program: node 1 (count) input 0 is node 1, want an earlier one"},
		{show.Program{call("scene", nil), call("query_part-color", []int{0}, "leg")}, "ask: program: node 1 (query_part-color) input 0 is a ObjectSet, want a Object"},
		{show.Program{call("scene", nil), call("relate", []int{0})}, "ask: program: node 1 (relate) has 0 side inputs, want 1"},
		{show.Program{call("scene", nil), call("filter_object-category", []int{0}, "Sofa")},
			`ask: program: node 1 (filter_object-category) side input 0 is "Sofa", want one of ["Chair" "Bed" "Table" "Refrigerator" "Cart" "thing"]`},
		{show.Program{call("scene", nil), call("filter_color", []int{0}, "leg: pink")},
			`ask: program: node 1 (filter_color) side input 0 is "leg: pink", want a PartColor such as "leg: red"`},
		{show.Program{call("scene", nil), call("filter_part-count", []int{0}, "leg: -1")},
			`ask: program: node 1 (filter_part-count) side input 0 is "leg: -1", want a PartNumber such as "leg: 4"`},
	} {
		if trace, err := s.Run(c.program); err == nil || err.Error() != c.want {
			t.Errorf("got %v, %v, want %s", trace, err, c.want)
		}
	}
}

// There is help for every function of the library, and every option can be read back.
func TestShowFunctions(t *testing.T) {
	l := newLibrary()
	inLibrary := reflect.ValueOf(l).Elem().FieldByName("functions").Len()
	functions := openShown(t).Functions()
	seen := map[string]bool{}
	for _, f := range functions {
		seen[f.Name] = true
		if !strings.HasSuffix(f.Help, ".") || strings.Count(f.Help, ". ") > 0 {
			t.Errorf("%s: help is %q, want one sentence", f.Name, f.Help)
		}
		for k, side := range f.Side {
			if len(side.Options) == 0 {
				t.Errorf("%s: side input %d has no options", f.Name, k)
			}
			for _, o := range side.Options {
				of := l.Type(l.Function(f.Name).Side[k])
				v, ok := of.Find(o)
				if !ok || of.Said(v) != o {
					t.Errorf("%s: option %q is read as %v, %v", f.Name, o, v, ok)
				}
			}
		}
	}
	if len(seen) != inLibrary || len(functions) != inLibrary {
		t.Errorf("%d functions with %d names, the library has %d", len(functions), len(seen), inLibrary)
	}
}

// The sentence says other values where each is one word of it.
func TestShowReword(t *testing.T) {
	s := shownOf(t, 0)
	find := func(start string) (int, show.Program) {
		for i, q := range s.Page().Questions {
			if strings.HasPrefix(q.Text, start) {
				p := slices.Clone(q.Program)
				for k := range p {
					p[k].Side = slices.Clone(p[k].Side)
				}
				return i, p
			}
		}
		t.Fatalf("no question begins with %q", start)
		return 0, nil
	}
	// all replaces a text in all side inputs.
	all := func(p show.Program, pairs ...string) {
		for i := range p {
			for k := range p[i].Side {
				p[i].Side[k] = strings.NewReplacer(pairs...).Replace(p[i].Side[k])
			}
		}
	}
	for _, c := range []struct {
		start  string
		change func(p show.Program)
		want   string
	}{
		{"is there a table with red legs", func(p show.Program) { all(p, "red", "cyan") },
			"is there a table with cyan legs somewhere in the picture?"},
		{"is there a table with red legs", func(p show.Program) { all(p, "Table", "Chair", "leg", "leg bar") },
			"is there a chair with red leg bars somewhere in the picture?"},
		{"is there a table with red legs", func(p show.Program) { all(p, "leg", "seat") }, ""},    // one seat
		{"is there a table with red legs", func(p show.Program) { p[2].Side[0] = "leg bar" }, ""}, // and the other call still has legs
		{"look at the top of the table with four brown legs", func(p show.Program) { all(p, "leg: 4", "leg: 3") },
			"look at the top of the table with three brown legs; what color is it?"},
		{"look at the top of the table with four brown legs", func(p show.Program) { all(p, "leg: 4", "leg: 1") }, ""},
		{"look at the top of the table with four brown legs", func(p show.Program) { all(p, "top", "back") },
			"look at the back of the table with four brown legs; what color is it?"},
		{"what is the number of objects with legs on the left side", func(p show.Program) { all(p, "left", "behind") },
			"what is the number of objects with legs behind the table with a blue shelf?"},
		{"what is the number of objects with legs on the left side", func(p show.Program) { all(p, "left", "right") },
			"what is the number of objects with legs on the right side of the table with a blue shelf?"},
		{"what is the number of objects with legs on the left side", func(p show.Program) { p[2].Function = "filter_part-count" }, ""},
		// The table is in two places of the program and of the sentence.
		{"the table with a shelf on the left side", func(p show.Program) { p[1].Side[0] = "Chair" }, ""},
	} {
		q, p := find(c.start)
		c.change(p)
		if got := s.Reword(q, p); got != c.want {
			t.Errorf("%s: %v: got %q, want %q", c.start, p, got, c.want)
		}
	}
	q, p := find("is there a table with red legs")
	if got := s.Reword(q, p[:len(p)-1]); got != "" {
		t.Errorf("a shorter program is said as %q", got)
	}
	if got := s.Reword(99, p); got != "" {
		t.Errorf("no question, and said as %q", got)
	}

	// Directions of moves are other words than relations, and parts of words are none.
	set, err := New(DefaultConfig(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	l := set.lexicon()()
	for _, c := range []struct{ text, from, to, want string }{
		{"would it stay if moved to the left", "move left", "move right", "would it stay if moved to the right"},
		{"would it stay if moved to the left", "left", "right", ""},
		{"the chair to the left of the thing", "left", "right", "the chair to the right of the thing"},
		{"the chair to the left of the thing", "move left", "move right", ""},
		{"take it to the back of the room", "move behind", "move front", "take it to the front of the room"},
		{"the leg bar and the legs of the chairs", "leg", "wheel", "the leg bar and the wheels of the chairs"},
		{"the leg bar and the legs of the chairs", "Chair", "Table", "the leg bar and the legs of the tables"},
		{"one, stable", "1", "2", "two, stable"},
	} {
		if got := l.Reword(c.text, map[string]string{c.from: c.to}, func(from, to string) bool { return true }); got != c.want {
			t.Errorf("%s with %s for %s: %q, want %q", c.text, c.to, c.from, got, c.want)
		}
	}
}

// Readers and samples may be used by several goroutines at once.
func TestShowAtOnce(t *testing.T) {
	r, m := openShown(t), madeOf(t, 0)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			s, err := r.Sample(n % 2)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := r.Facets(n % 2); err != nil {
				t.Error(err)
			}
			for _, s := range []show.Sample{s, m} {
				for q, question := range s.Page().Questions {
					trace, err := s.Run(question.Program)
					if err != nil || trace.Answer != question.Answer || s.Reword(q, question.Program) != question.Text {
						t.Errorf("%s: %+v, %v", question.Text, trace, err)
					}
				}
			}
			m.Labels(0)
			e := m.Page().Entities[n%3]
			move := []show.Edit{{Kind: show.EditMove, Entity: e.Key, X: e.At[0], Y: e.At[1]}}
			if _, _, err := m.Editor().Edit(context.Background(), move); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
