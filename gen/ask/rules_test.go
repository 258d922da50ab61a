package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// newLate is the toy set with macros that make their steps late, and keep the rules of constraints about any number of slots.
func newLate() *Library[row] {
	l := newToy()
	l.AddConstraint(Constraint[row]{Name: "EITHER", Params: "s+", Rule: func(q *Search[row], slots []int) {
		for i, k := range q.Stream.Perm(len(slots)) {
			q.SetRule(slots[k], []Rule{Filled, Empty}[min(i, 1)])
		}
	}})
	for _, end := range []string{"count", "exist"} {
		eager := l.macros["filter_"+end]
		keeps := func(q *Search[row], n *TemplateNode, b Branch) bool {
			for i, slot := range n.Slots {
				empty := b.Slots[i] == "" || b.Slots[i] == Thing
				if r := q.Rule(slot); r == Empty && !empty || r == Filled && empty {
					return false
				}
			}
			return true
		}
		find := func(q *Search[row], n *TemplateNode) (b Branch) {
			var room []Branch
			for _, b := range eager.Expand(q, n, &room) {
				if b.Slots[0] == q.Slot(n.Slots[0]) && b.Slots[1] == q.Slot(n.Slots[1]) {
					return b
				}
			}
			panic("no branch fills the slots")
		}
		l.AddMacro(Macro[row]{Name: "late_" + end, In: eager.In, Slots: eager.Slots, Out: eager.Out,
			Expand: func(q *Search[row], n *TemplateNode, room *[]Branch) []Branch {
				out := slices.Clone(eager.Expand(q, n, room))
				for i := range out {
					out[i].Output, out[i].Steps = out[i].Steps[len(out[i].Steps)-1].Output, nil
				}
				return slices.DeleteFunc(out, func(b Branch) bool { return !keeps(q, n, b) })
			},
			Steps: func(q *Search[row], n *TemplateNode) []Step { return find(q, n).Steps },
			Result: func(q *Search[row], n *TemplateNode) Value {
				steps := find(q, n).Steps
				return steps[len(steps)-1].Output
			},
		})
	}
	return l
}

// everyInstance lists slots, program and answer of all instances.
func everyInstance(t *testing.T, nodes string, constraints ...string) []string {
	t.Helper()
	g := grammarOf(t, newLate(), families(family(nodes, "x", constraints...)))
	var out []string
	q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: rowOf("red cube, red ball, blue cone"), Stream: streamOf(t, 0)}
	q.Each(func(Value) bool {
		in := q.Instance()
		out = append(out, fmt.Sprint(in.Values, in.Program, in.Outputs, in.Answer))
		return false
	})
	slices.Sort(out)
	return out
}

func TestLateStepsAreThoseOfBranches(t *testing.T) {
	early, late := everyInstance(t, "scene filter_count(0)<C,S>"), everyInstance(t, "scene late_count(0)<C,S>")
	if len(early) == 0 || !slices.Equal(early, late) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(late, "\n"), strings.Join(early, "\n"))
	}
}

// A rule is drawn once for a search, and another time for the next.
func TestRulesHoldForOneSearch(t *testing.T) {
	g := grammarOf(t, newLate(), families(family("scene late_exist(0)<C,S>", "x", `EITHER(<C>, <S>)`)))
	seen := map[string]bool{}
	for i := range 20 {
		rules := map[string]bool{}
		q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: rowOf("red cube, blue ball"), Stream: streamOf(t, i)}
		q.Each(func(Value) bool {
			in := q.Instance()
			color, shape := in.Values[0] != "", in.Values[1] != Thing
			if color == shape || color != (in.Rules[0] == Filled) || shape != (in.Rules[1] == Filled) {
				t.Fatalf("search %d: slots %v with rules %v", i, in.Values, in.Rules)
			}
			rules[fmt.Sprint(in.Rules)] = true
			return false
		})
		if len(rules) != 1 {
			t.Errorf("search %d: rules %v, want one choice", i, rules)
		}
		for r := range rules {
			seen[r] = true
		}
	}
	if len(seen) != 2 {
		t.Errorf("rules of 20 searches are %v, want both", seen)
	}
}

func TestEmptyIsStrongerThanFilled(t *testing.T) {
	q := &Search[row]{rules: make([]Rule, 2)}
	q.SetRule(0, Empty)
	q.SetRule(0, Filled)
	q.SetRule(1, Filled)
	q.SetRule(1, Empty)
	if q.Rule(0) != Empty || q.Rule(1) != Empty {
		t.Errorf("rules are %v, want both empty", q.rules)
	}
}

// The short test for relations that change nothing rejects what the long one on whole programs does.
func TestPointlessIsDegenerate(t *testing.T) {
	g := grammarOf(t, newLate(), families(family("scene unique(0) relate(1)<R> late_exist(2)<C,S>", "x"),
		family("scene filter_unique(0)<C,S> relate(1)<R> late_count(2)<C2,S2>", "x"),
		family("scene filter_unique(0)<C,S> relate(1)<R> filter_color(2)<C2> count(3)", "x"),
		family("scene filter_unique(0)<C,S> relate(1)<R> unique(2) query_color(3)", "x")))
	pointless, all := 0, 0
	for i := range 20 {
		scene := drawRow(streamOf(t, i), 1+i%4)
		for _, x := range g.Templates {
			q := &Search[row]{Library: g.Library, Template: x, Scene: scene, Stream: streamOf(t, 100+i)}
			q.Each(func(answer Value) bool {
				in := q.Instance()
				all++
				if q.pointless() {
					pointless++
				}
				if got, want := q.pointless(), g.Library.Degenerate(scene, in.Program, answer); got != want {
					t.Fatalf("%s on %v: %v: pointless %v, degenerate %v", x.Name(), scene, in.Program, got, want)
				}
				if after := q.Instance(); fmt.Sprint(after.Outputs) != fmt.Sprint(in.Outputs) {
					t.Fatal("the test changed the search")
				}
				return false
			})
		}
	}
	if pointless == 0 || pointless == all {
		t.Errorf("%d of %d instances are pointless, want some", pointless, all)
	}
}
