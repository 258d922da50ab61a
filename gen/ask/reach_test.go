package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A search for wanted answers finds exactly those instances of a search for all that have one, and reach knows every value
// that such an instance has at any node.
func TestWantedAnswersAreFound(t *testing.T) {
	scenes := []row{rowOf("red cube"), rowOf("red cube, red ball, green ball"), rowOf("blue cone, blue cone"), nil}
	for i := range 3 {
		scenes = append(scenes, drawRow(streamOf(t, i), 5))
	}
	pruned := 0
	for _, c := range searched {
		g := grammarOf(t, newToy(), families(family(c.nodes, "x", c.constraints...)))
		for k, scene := range scenes {
			search := func(wanted func(Value) bool) *Search[row] {
				return &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, k), Wanted: wanted}
			}
			all := search(nil)
			found := instances(t, all)
			if all.Unwanted() {
				t.Errorf("%s: met unwanted answers where all are wanted", c.name)
			}
			for _, v := range g.Library.Domain(g.Templates[0].Answer) {
				q := search(func(answer Value) bool { return answer == v })
				var want []string
				for _, text := range found {
					if strings.HasSuffix(" "+text, fmt.Sprint(" ", plain(v))) {
						want = append(want, text)
					}
				}
				if got := instances(t, q); !slices.Equal(got, want) {
					t.Fatalf("%s on %v, answer %v: got %d instances %q\nwant %d %q", c.name, scene, v, len(got), got, len(want), want)
				}
				if got, want := q.Unwanted(), len(found) > len(want); want && !got {
					t.Errorf("%s on %v, answer %v: met no unwanted answer, want some", c.name, scene, v)
				}
				if q.spent < all.spent {
					pruned++
				}
				reached := q.reach()
				q.Each(func(Value) bool {
					for n, r := range reached {
						if at, ok := r.at[q.outputs[n]]; !ok || !r.useful[at] || r.values[at] != q.outputs[n] {
							t.Errorf("%s on %v, answer %v: reach misses the value %v of node %d", c.name, scene, v, q.outputs[n], n)
						}
					}
					return false
				})
			}
		}
	}
	if pruned == 0 {
		t.Error("no search was shortened")
	}
}

// What leads nowhere is not tried: where the one color of a scene is not wanted, a search ends as soon as it looks.
func TestHopelessSearchEndsEarly(t *testing.T) {
	const nodes = "scene filter_unique(0)<C,S> relate_filter_unique(1)<R,C2,S2> relate_filter_unique(2)<R2,C3,S3> query_color(3)"
	g := grammarOf(t, newToy(), families(family(nodes, "x")))
	scene := rowOf("red cube, red ball, red cone")
	for _, c := range []struct {
		wanted string
		most   int // branches
		found  bool
	}{{"red", 1000, true}, {"blue", doubt, false}} {
		found := false
		q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: streamOf(t, 0),
			Wanted: func(answer Value) bool { return answer == c.wanted }}
		q.Each(func(Value) bool { found = true; return false })
		if found != c.found || q.spent > c.most || q.Exhausted() || q.Unwanted() == c.found {
			t.Errorf("%s: found %v after %d branches, exhausted %v, unwanted %v; want found %v after at most %d",
				c.wanted, found, q.spent, q.Exhausted(), q.Unwanted(), c.found, c.most)
		}
	}
}

// Too many values to tell: any of them may lead anywhere, and the search goes on as if nobody had looked.
func TestTooMuchToReach(t *testing.T) {
	l := newToy()
	l.AddMacro(Macro[row]{Name: "many", Slots: []Type{typeColor}, Out: TypeInteger, Expand: func(_ *Search[row], _ *TemplateNode, room *[]Branch) []Branch {
		*room = (*room)[:0]
		for i := range maxReach + 1 {
			*room = append(*room, Branch{Slots: []Value{"red"}, Steps: []Step{{"count", nil, i}}})
		}
		return *room
	}})
	g := grammarOf(t, l, families(family("many<C>", "x")))
	found := 0
	q := &Search[row]{Library: l, Template: g.Templates[0], Stream: streamOf(t, 0), Wanted: func(v Value) bool { return v.(int)%2 == 0 }}
	q.Each(func(Value) bool { found++; return false })
	if found != maxReach/2+1 || q.reach() != nil {
		t.Errorf("found %d of %d even numbers; reached %v, want nil", found, maxReach/2+1, q.reach())
	}
}
