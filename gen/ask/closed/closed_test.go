package closed_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/scenes/rng"
)

// row is a scene of blocks in a row: a set as a user of the package writes one.
type row []block

type block struct {
	Color string   `json:"color,omitempty"`
	Uses  []string `json:"uses,omitempty"`
}

var (
	colors     = []ask.Value{"red", "green", "blue"}
	uses       = []ask.Value{"sit", "step"}
	directions = []ask.Value{"left", "right"}
	properties = []closed.Attribute{{Key: "color", Type: "Color"}, {Key: "use", Type: "Use", Listed: true}}
)

// mostBlocks is what is counted to.
const mostBlocks = 4

func newLibrary() *ask.Library[row] {
	l := ask.NewLibrary[row]("row")
	l.AddType("Color", ask.TypeInfo{Domain: colors})
	l.AddType("Use", ask.TypeInfo{Domain: uses, Open: true})
	l.AddType("Direction", ask.TypeInfo{Domain: directions})
	closed.Sets(l, "Direction", mostBlocks)
	closed.Numbers(l)
	closed.Equal(l, "equal_object", ask.TypeObject, "Whether two objects are the same one.")
	closed.Attributes(l, properties)
	return l
}

func (r row) where(test func(o int) bool) (s ask.Set) {
	for o := range r {
		if test(o) {
			s = s.With(ask.Object(o))
		}
	}
	return s
}

func (r row) Len() int { return len(r) }

func (r row) Related(relation string, o ask.Object) (ask.Set, bool) {
	left, known := relation == "left", slices.Contains(directions, ask.Value(relation))
	return r.where(func(i int) bool { return i != int(o) && (i < int(o)) == left }), known
}

func (r row) Having(attribute int, value string) ask.Set {
	return r.where(func(o int) bool {
		return attribute == 0 && r[o].Color == value || attribute == 1 && slices.Contains(r[o].Uses, value)
	})
}

func (r row) Alike(attribute int, o ask.Object) ask.Set {
	return r.where(func(i int) bool {
		if attribute == 0 {
			return r[o].Color != "" && r[i].Color == r[o].Color
		}
		return r[o].Uses != nil && slices.Equal(r[i].Uses, r[o].Uses)
	})
}

// list is a list of uses that can be compared.
type list string

func (l list) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Split(string(l), " ")) }

func (r row) Property(attribute int, o ask.Object) ask.Value {
	b := r[o]
	switch {
	case attribute == 0 && b.Color != "":
		return b.Color
	case attribute == 1 && len(b.Uses) == 1:
		return b.Uses[0]
	case attribute == 1 && b.Uses != nil:
		return list(strings.Join(b.Uses, " "))
	}
	return ask.Invalid
}

// plain is the record of a row.
func (r row) plain(t testing.TB) *ask.Plain {
	t.Helper()
	var objects []any
	left, right := [][]int{}, [][]int{}
	for i, b := range r {
		o := map[string]any{}
		if b.Color != "" {
			o["color"] = b.Color
		}
		if b.Uses != nil {
			o["use"] = b.Uses
		}
		objects = append(objects, o)
		before, after := []int{}, []int{}
		for k := range r {
			switch {
			case k < i:
				before = append(before, k)
			case k > i:
				after = append(after, k)
			}
		}
		left, right = append(left, before), append(right, after)
	}
	data, err := json.Marshal(map[string]any{"objects": objects, "relationships": map[string]any{"left": left, "right": right}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ask.ReadPlain(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawn is a row in which properties may be missing, and more blocks than are counted.
func drawn(s *rng.Stream) (r row) {
	for range s.IntN(mostBlocks + 2) {
		b := block{}
		if s.Bool(0.8) {
			b.Color = rng.Choose(s, colors).(string)
		}
		switch s.IntN(4) {
		case 0:
			b.Uses = []string{rng.Choose(s, uses).(string)}
		case 1:
			b.Uses = []string{"sit", "step"}
		}
		r = append(r, b)
	}
	return r
}

// Both meanings of every function agree on drawn programs, and every function is called and yields something at times.
func TestMeaningsAgree(t *testing.T) {
	l := newLibrary()
	yielded, gaveUp := map[string]bool{}, map[string]bool{}
	for i := range 2000 {
		s := rng.At(rng.Key{Set: "row", Index: i}, "programs")
		scene := drawn(s)
		var p ask.Program
		at := map[ask.Type][]int{} // nodes by the type of their results
	next:
		for range 40 {
			f := rng.Choose(s, l.Functions())
			n := ask.Node{Function: f.Name}
			for _, t := range f.In {
				if len(at[t]) == 0 {
					continue next
				}
				n.Inputs = append(n.Inputs, rng.Choose(s, at[t]))
			}
			for _, t := range f.Side {
				n.Side = append(n.Side, rng.Choose(s, l.Domain(t)))
			}
			at[f.Out] = append(at[f.Out], len(p))
			p = append(p, n)
		}
		if len(p) == 0 {
			continue
		}
		first, second := l.Run(scene, p), l.RunPlain(scene.plain(t), p)
		if a, b := ask.AsJSON(first), ask.AsJSON(second); !reflect.DeepEqual(a, b) {
			t.Fatalf("scene %v, program %v: first meanings give %v, second ones %v", scene, p, a, b)
		}
		for k, v := range first {
			if v == ask.Invalid {
				gaveUp[p[k].Function] = true
			} else {
				yielded[p[k].Function] = true
			}
		}
	}
	for _, f := range l.Functions() {
		if !yielded[f.Name] {
			t.Errorf("%s never yielded anything", f.Name)
		}
		if f.Help == "" || !strings.HasSuffix(f.Help, ".") {
			t.Errorf("%s: help is %q, want a sentence", f.Name, f.Help)
		}
	}
	for _, name := range []string{"unique", "count", "query_color", "query_use"} {
		if !gaveUp[name] {
			t.Errorf("%s always yielded something", name)
		}
	}
}

// What gives up says why, in words that a page completes.
func TestFunctionsSayWhy(t *testing.T) {
	l := newLibrary()
	scene := row{{Color: "red"}, {Color: "red"}, {Color: "blue"}, {}, {Color: "green"}}
	for program, want := range map[string]string{
		`[{"type": "scene"}, {"type": "unique", "inputs": [0]}]`: "it needs exactly one object and has [0 1 2 3 4]",
		`[{"type": "scene"}, {"type": "count", "inputs": [0]}]`:  "the result is no number from 0 to 4",
		`[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": ["blue"]}, {"type": "unique", "inputs": [1]},
			{"type": "query_use", "inputs": [2]}]`: "the 2 has no such value",
	} {
		p, err := l.ParseProgram([]byte(program))
		if err != nil {
			t.Fatal(err)
		}
		outputs, why := l.TellPlain(scene.plain(t), p)
		if outputs[len(outputs)-1] != ask.Invalid || why == nil {
			t.Errorf("%s: got %v, %v, want %s", program, outputs, why, want)
			continue
		}
		var words []any
		for _, v := range why.Args {
			words = append(words, fmt.Sprint(v))
		}
		if got := fmt.Sprintf(why.Phrase, words...); got != want {
			t.Errorf("%s: got %q, want %q", program, got, want)
		}
	}
}

func Example() {
	l := newLibrary()
	p, err := l.ParseProgram([]byte(`[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": ["red"]},
		{"type": "count", "inputs": [1]}]`))
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Answer(row{{Color: "red"}, {Color: "blue"}, {Color: "red"}}, p), l.Function("count").Help)
	// Output: 2 How many objects there are.
}
