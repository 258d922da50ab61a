package ask

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// bruteForce lists the instances of a template on a scene in another way: every combination of values of all slots is
// tried, nodes are evaluated by slowCall, and allowed says what the constraints forbid. An instance is
// "slot=value ... answer".
func bruteForce(r row, x *Template[row], allowed func(slot map[string]string, out []any) bool) []string {
	var found []string
	var try func(slot map[string]string, left []string)
	try = func(slot map[string]string, left []string) {
		if len(left) > 0 {
			for _, v := range slowDomain(x, left[0]) {
				slot[left[0]] = v
				try(slot, left[1:])
			}
			return
		}
		var out []any
		for _, n := range x.Nodes {
			v := slowNode(r, x, n, slot, out)
			if v == nil {
				return
			}
			out = append(out, v)
		}
		if allowed == nil || allowed(slot, out) {
			text := ""
			for _, name := range x.Slots {
				text += name + "=" + slot[name] + " "
			}
			found = append(found, fmt.Sprint(text, out[len(out)-1]))
		}
	}
	try(map[string]string{}, x.Slots)
	slices.Sort(found)
	return found
}

// slowDomain are the values of a slot by its name; those of macros may be empty.
func slowDomain(x *Template[row], slot string) []string {
	macro := false
	for _, n := range x.Nodes {
		for _, k := range n.Slots {
			macro = macro || x.Slots[k] == slot && n.Type != "filter_color" && n.Type != "filter_shape"
		}
	}
	var words []string
	switch {
	case slot[0] == 'R':
		return []string{"left", "right"}
	case slot[0] == 'C' && macro:
		words = []string{""}
	case slot[0] == 'S' && macro:
		words = []string{"thing"}
	}
	if slot[0] == 'C' {
		return append(words, "red", "green", "blue")
	}
	return append(words, "cube", "ball", "cone")
}

// slowNode evaluates a function or macro, whose name says its calls.
func slowNode(r row, x *Template[row], n TemplateNode, slot map[string]string, out []any) any {
	var in []any
	for _, from := range n.Inputs {
		in = append(in, out[from])
	}
	var side []string
	for _, k := range n.Slots {
		side = append(side, slot[x.Slots[k]])
	}
	name, relate := strings.CutPrefix(n.Type, "relate_")
	if name != "filter" && !strings.HasPrefix(name, "filter_") || name == "filter_color" || name == "filter_shape" {
		var values []any
		for _, v := range side {
			values = append(values, v)
		}
		return slowCall(r, n.Type, in, values)
	}
	at := in[0]
	if relate {
		at, side = slowCall(r, "relate", in, []any{side[0]}), side[1:]
	}
	if side[0] != "" {
		at = slowCall(r, "filter_color", []any{at}, []any{side[0]})
	}
	if len(side) > 1 && side[1] != "thing" {
		at = slowCall(r, "filter_shape", []any{at}, []any{side[1]})
	}
	if _, end, ok := strings.Cut(name, "_"); ok {
		return slowCall(r, end, []any{at}, nil)
	}
	return at
}

// searched are templates of all kinds of nodes, with what their constraints allow.
var searched = []struct {
	name, nodes string
	constraints []string
	allowed     func(slot map[string]string, out []any) bool
}{
	{name: "function with a slot", nodes: "scene filter_color(0)<C> filter_shape(1)<S> count(2)"},
	{name: "node without slots", nodes: "scene unique(0) query_color(1)"},
	{name: "macro", nodes: "scene filter_count(0)<C,S>"},
	{name: "slot left out", nodes: "scene filter_count(0)<C>"},
	{name: "macro without steps", nodes: "scene filter(0)<C,S> filter(1)<C2,S2> exist(2)"},
	{name: "chain", nodes: "scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> query_shape(2)"},
	{name: "NULL", nodes: "scene filter_unique(0)<C,S> query_color(1)", constraints: []string{`NULL(<C>)`},
		allowed: func(slot map[string]string, _ []any) bool { return slot["C"] == "" }},
	{name: "NULL of a category", nodes: "scene filter_exist(0)<C,S>", constraints: []string{`NULL(<S>)`},
		allowed: func(slot map[string]string, _ []any) bool { return slot["S"] == "thing" }},
	{name: "OUT_NEQ",
		nodes:       "scene filter_unique(0)<C,S> filter_unique(0)<C2,S2> query_color(1) query_color(2) equal_color(3,4)",
		constraints: []string{`OUT_NEQ(n1, n2)`},
		allowed:     func(_ map[string]string, out []any) bool { return out[1] != out[2] }},
	{name: "both", nodes: "scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> relate_filter_count(2)<R2,C3>",
		constraints: []string{`OUT_NEQ(n1, n2)`, `NULL(<C3>)`},
		allowed:     func(slot map[string]string, out []any) bool { return out[1] != out[2] && slot["C3"] == "" }},
}

// instances lists what a search finds, as bruteForce does, and checks every instance.
func instances(t *testing.T, q *Search[row]) []string {
	t.Helper()
	var found []string
	q.Each(func(answer Value) bool {
		in := q.Instance()
		text := ""
		for i, name := range in.Template.Slots {
			text += fmt.Sprint(name, "=", in.Values[i], " ")
		}
		found = append(found, fmt.Sprint(text, plain(answer)))
		if err := q.Library.Check(in.Program); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if outputs := q.Library.Run(q.Scene, in.Program); in.Answer != answer || !slices.Equal(outputs, in.Outputs) {
			t.Fatalf("%s: got %v and the answer %v, want %v and %v", text, in.Outputs, in.Answer, outputs, answer)
		}
		for n, at := range in.At {
			if got, want := plain(in.Outputs[at]), plain(q.Output(n)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: node %d lies at %d: got %v, want %v", text, n, at, got, want)
			}
			for k, slot := range in.Template.Nodes[n].Slots {
				if name := in.Template.Slots[slot]; in.Node(name) != n || in.Slot(name) != in.Values[slot] {
					t.Fatalf("%s: slot %d of node %d: got node %d, value %v", text, k, n, in.Node(name), in.Slot(name))
				}
			}
		}
		return false
	})
	slices.Sort(found)
	return found
}

func TestEachFindsWhatBruteForceFinds(t *testing.T) {
	scenes := []row{rowOf("red cube"), rowOf("red cube, red ball, green ball"), rowOf("blue cone, blue cone")}
	for i := range 3 {
		scenes = append(scenes, drawRow(streamOf(t, i), 5))
	}
	for _, c := range searched {
		g := grammarOf(t, newToy(), families(family(c.nodes, "x", c.constraints...)))
		total := 0
		for k, scene := range scenes {
			want := bruteForce(scene, g.Templates[0], c.allowed)
			total += len(want)
			for i := range 4 {
				q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, 10*k+i)}
				if got := instances(t, q); !slices.Equal(got, want) {
					t.Fatalf("%s on %v: got %d instances %q\nwant %d %q", c.name, scene, len(got), got, len(want), want)
				}
				if q.Exhausted() {
					t.Errorf("%s: exhausted without a budget", c.name)
				}
			}
		}
		if total == 0 {
			t.Errorf("%s: no scene has an instance", c.name)
		}
	}
}

func TestNodeAndSlotThatAreNotThere(t *testing.T) {
	g := grammarOf(t, newToy(), families(family("scene filter_count(0)<C>", "x")))
	in := firstOf(t, g, rowOf("red ball"), streamOf(t, 0))
	if n, v := in.Node("X"), in.Slot("X"); n != -1 || v != nil {
		t.Errorf("got node %d and value %v, want -1 and nil", n, v)
	}
}

// Constraints see the nodes that are placed and no others, before and after every step back; what one search leaves does
// not change the next.
func TestSearchLeavesNoState(t *testing.T) {
	l := newToy()
	var problem string
	asked := 0
	l.AddConstraint(Constraint[row]{Name: "WATCH", Params: "n", Violated: func(q *Search[row], _ []int) bool {
		asked++
		placed := 0
		for placed < len(q.Template.Nodes) && q.Output(placed) != nil {
			placed++
		}
		for n, node := range q.Template.Nodes {
			if (q.Output(n) != nil) != (n < placed) {
				problem = fmt.Sprintf("node %d has result %v where %d nodes are placed", n, q.Output(n), placed)
			}
			for _, slot := range node.Slots {
				if (q.Slot(slot) != nil) != (n < placed) {
					problem = fmt.Sprintf("slot %d of node %d is %v where %d nodes are placed", slot, n, q.Slot(slot), placed)
				}
			}
		}
		return placed == 2 && q.Slot(0) == "green" // something to step back from
	}})
	g := grammarOf(t, l, families(family("scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> query_shape(2)", "x",
		`WATCH(n0)`)))
	scene := rowOf("red cube, green ball, blue cone, blue ball")
	search := func(i int) *Search[row] {
		return &Search[row]{Library: l, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, i)}
	}
	q := search(0)
	all := instances(t, q)
	if problem != "" || asked == 0 {
		t.Errorf("asked %d times: %s", asked, problem)
	}
	for n := range q.Template.Nodes {
		if q.Output(n) != nil {
			t.Errorf("node %d still has the result %v", n, q.Output(n))
		}
	}
	for slot := range q.Template.Slots {
		if q.Slot(slot) != nil {
			t.Errorf("slot %d is still %v", slot, q.Slot(slot))
		}
	}
	for i := range 20 { // stopped anywhere, the next search of the same struct finds everything
		q.Stream = streamOf(t, i)
		left := 1 + q.Stream.IntN(len(all))
		q.Each(func(Value) bool { left--; return left == 0 })
		if got := instances(t, q); !slices.Equal(got, all) || problem != "" {
			t.Fatalf("stream %d: got %d instances after a stop, want %d; %s", i, len(got), len(all), problem)
		}
	}
	// An instance stays as it is while the search goes on.
	var kept []*Instance[row]
	var text []string
	q = search(1)
	q.Each(func(Value) bool {
		kept = append(kept, q.Instance())
		text = append(text, fmt.Sprint(*kept[len(kept)-1]))
		return false
	})
	for i, in := range kept {
		if got := fmt.Sprint(*in); got != text[i] {
			t.Fatalf("instance %d changed: got %s, want %s", i, got, text[i])
		}
	}
}

func TestBudget(t *testing.T) {
	g := grammarOf(t, newToy(), families(family("scene filter_unique(0)<C,S> relate_filter_count(1)<R,C2>", "x")))
	scene := rowOf("red cube, green ball, blue cone")
	// Each of the three is one by its color, by its shape, and by both: nine ways, each with two relations and four
	// colors.
	const branches, found = 1 + 9 + 9*8, 9 * 8
	for _, c := range []struct {
		name      string
		budget    int
		found     int
		exhausted bool
	}{
		{"any", 0, found, false},
		{"more than enough", branches + 1, found, false},
		{"just enough", branches, found, false},
		{"one too few", branches - 1, found - 1, true},
		{"one way", 1 + 1 + 8, 8, true},
		{"the second way", 1 + 1 + 8 + 1, 8, true},
		{"not to the end", 2, 0, true},
	} {
		q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, 0), Budget: c.budget}
		for range 2 { // a search begins with all of its budget
			if got := len(instances(t, q)); got != c.found || q.Exhausted() != c.exhausted {
				t.Errorf("%s: got %d instances, exhausted %v, want %d, %v", c.name, got, q.Exhausted(), c.found, c.exhausted)
			}
		}
	}
	q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, 0), Budget: 3}
	if q.Each(func(Value) bool { return true }); q.Exhausted() {
		t.Error("exhausted, although the third branch was accepted")
	}
}

// Where every first branch leads to an instance, the first instance comes from each equally often: chi-squared with 8
// degrees of freedom at the level of 0.1 % is 26.12.
func TestFirstInstanceIsUniformOverFirstBranches(t *testing.T) {
	const nodes = "scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> query_shape(2)"
	g := grammarOf(t, newToy(), families(family(nodes, "x")))
	scene := rowOf("red cube, green ball, blue cone")
	counts := map[string]int{}
	const n = 4500
	for i := range n {
		in := firstOf(t, g, scene, streamOf(t, i))
		counts[fmt.Sprint(in.Slot("C"), " ", in.Slot("S"))]++
	}
	if len(counts) != 9 {
		t.Fatalf("got %v, want 9 first branches", counts)
	}
	var chi float64
	for _, k := range counts {
		chi += (float64(k) - n/9) * (float64(k) - n/9) / (n / 9)
	}
	if chi > 26.12 {
		t.Errorf("chi-squared is %.1f, want at most 26.12: %v", chi, counts)
	}
}
