package qlevr

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What makes sense to the second executor, and has numbers that are drawn, are the candidates of a node: just these, or where
// the template has constraints on objects at least those that the constraints leave.
func TestVectorsSecondCandidates(t *testing.T) {
	scenes := readSecondVectors[map[string]*Scene](t, "scenes.json")
	cases := readSecondVectors[[]struct {
		secondCase
		Node       int
		Candidates []struct {
			Key    []any
			Vals   []any
			Set    []int
			Usable *bool
		}
	}](t, "candidates.json")
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		s, in := scenes[c.Scene], c.instance()
		want, optional := map[string]string{}, map[string]bool{}
		for _, k := range c.Candidates {
			key := k.Key
			if key == nil {
				key = k.Vals[:8]
			}
			name, most := candidateName(key)
			if most > mostMadeUp {
				continue
			}
			want[name] = fmt.Sprint(k.Set)
			optional[name] = k.Usable != nil && !*k.Usable
		}
		n := &in.Template.Nodes[c.Node]
		constrained := len(c.Constraints) > 0 && n.Kind == "object"
		// What counts planes by the same words takes exceptions away that the words would give away.
		if n.Type == "attributes_subset_no_except" && strings.Contains(c.Nodes[n.Inputs[0]].Type, "contain_") {
			constrained = true
		}
		for vals := range madeUpVals(s, in.Template, c.Vals, c.Node) {
			in.Vals = vals
			r, err := runSecond(s, in)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			if r.rejected >= 0 || r.numbersFault(s) >= 0 {
				continue
			}
			var key []any
			for i, slot := range n.Slots {
				if slot[1] != 's' && !strings.HasPrefix(slot, "<pg") {
					key = append(key, nil)
					if v := vals[c.Node][i]; v.Said {
						key[i] = v.Word
					}
				}
			}
			name, _ := candidateName(key)
			set, there := want[name]
			got := r.outputs[c.Node].Second
			if n.Kind == "plane" {
				got = r.outputs[c.Node].First
			}
			switch {
			case !there && !constrained:
				t.Errorf("%s: %s is no candidate of %s", c.ID, name, n.Type)
			case there && set != fmt.Sprint(got) && c.Candidates[0].Key != nil:
				t.Errorf("%s: %s %s gives %v, want %s", c.ID, n.Type, name, got, set)
			}
			delete(want, name)
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if !optional[name] {
				t.Errorf("%s: %s is refused for %s", c.ID, name, n.Type)
			}
		}
	}
}

// candidateName writes a key in one way, and finds its largest number.
func candidateName(key []any) (name string, most int) {
	words := make([]string, len(key))
	for i, k := range key {
		switch v := k.(type) {
		case nil:
			words[i] = "-"
		case float64:
			words[i] = strconv.Itoa(int(v))
			most = max(most, int(v))
		case string:
			words[i] = v
			if v == "one" || v == "object" {
				words[i] = "-"
			}
			if n, err := strconv.Atoi(v); err == nil {
				most = max(most, n)
			}
		}
	}
	return strings.Join(words, ", "), most
}

// mostMadeUp is the largest number that is made up.
const mostMadeUp = 12

// madeUpVals are the values of a question up to a node. Where the node has none, they are all that a node of its type can have,
// numbers up to mostMadeUp.
func madeUpVals(s *Scene, template *Template, given [][]Value, at int) iter.Seq[[][]Value] {
	return func(yield func([][]Value) bool) {
		if len(given) > at {
			yield(given)
			return
		}
		n := &template.Nodes[at]
		slots := n.Slots
		if slices.Contains([]string{"different_attribute", "query_attribute_most"}, n.Type) {
			slots = nil
		}
		choices := make([][]Value, len(slots))
		word := func(words ...string) (out []Value) {
			for _, w := range words {
				out = append(out, Value{w, true})
			}
			return out
		}
		orNone := func(words ...string) []Value { return append(word(words...), Value{}) }
		for i, slot := range slots {
			switch slot[:3] {
			case "<OR", "<PR":
				choices[i] = word(slices.Sorted(maps.Keys(secondOpposites))...)
			case "<OC":
				for n := range mostMadeUp + 1 {
					choices[i] = append(choices[i], Value{strconv.Itoa(n), true})
				}
			case "<OP":
				choices[i] = word("1/2", "2/3", "9/10")
			case "<PC":
				choices[i] = orNone(append(planeColors, deskColor)...)
			case "<PM":
				choices[i] = orNone(planeMaterials...)
			case "<PS":
				choices[i] = orNone(append(planeShapes, deskShape)...)
			case "<sp", "<pg", "<so", "<sa", "<sh", "<se", "<sn", "<st":
				choices[i] = word("")
			default:
				var there []string
				for k := range s.Objects {
					there = append(there, secondObjectValue(&s.Objects[k], slot[1:2]))
				}
				slices.Sort(there)
				choices[i] = orNone(slices.Compact(there)...)
			}
		}
		vals := make([]Value, len(choices))
		var fill func(i int) bool
		fill = func(i int) bool {
			if i == len(choices) {
				return yield(append(slices.Clone(given), vals))
			}
			for _, v := range choices[i] {
				vals[i] = v
				if !fill(i + 1) {
					return false
				}
			}
			return true
		}
		fill(0)
	}
}
