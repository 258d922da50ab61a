package shopvrb

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// streamOf is the i-th stream of a test.
func streamOf(t testing.TB, i int) *rng.Stream { return rng.Named(fmt.Sprintf("%s/%d", t.Name(), i)) }

// things are objects as records have them, without places.
func things(t testing.TB) (out []map[string]any) {
	t.Helper()
	data, err := os.ReadFile("testdata/things.json")
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// drawScene draws a record of 3 to 7 things that lie in random orders from left to right and from back to front.
func drawScene(t testing.TB, s *rng.Stream, pool []map[string]any, index int) []byte {
	t.Helper()
	n := 3 + s.IntN(5)
	var objects []map[string]any
	for range n {
		objects = append(objects, rng.Choose(s, pool))
	}
	relationships := map[string][][]int{}
	for _, axis := range [][2]string{{"left", "right"}, {"behind", "front"}} {
		place := s.Perm(n)
		before, after := make([][]int, n), make([][]int, n)
		for i := range n {
			before[i], after[i] = []int{}, []int{}
			for j := range n {
				if place[j] < place[i] {
					before[i] = append(before[i], j)
				} else if j != i {
					after[i] = append(after[i], j)
				}
			}
		}
		relationships[axis[0]], relationships[axis[1]] = before, after
	}
	return []byte(oneLine(t, map[string]any{
		"split": "train", "image_index": index, "image_filename": fmt.Sprintf("SHOP_VRB_train_%06d.png", index),
		"objects": objects, "relationships": relationships,
	}))
}

// grammarOf reads the published templates of a kind.
func grammarOf(t testing.TB, k kind) *grammar {
	t.Helper()
	g, err := readGrammar(k, Mended{}, "")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// keyOfScene is the key of a scene of a test.
func keyOfScene(index int) rng.Key {
	return rng.Key{Seed: 1, Set: setName, Split: "train", Index: index}
}

func BenchmarkAsk(b *testing.B) {
	pool := things(b)
	var scenes [][]byte
	for i := range period {
		scenes = append(scenes, drawScene(b, streamOf(b, i), pool, i))
	}
	for kind, count := range map[kind]int{visual: 20, textual: 10} {
		g := grammarOf(b, kind)
		b.Run(kind.String(), func(b *testing.B) {
			asked, few := 0, 0
			var session *ask.Session[*known]
			for n := range b.N {
				i := n % period
				if i == 0 {
					session = newSession(g, count, askWay{})
				}
				q := session.Ask(mustKnow(b, scenes[i]), streamsOf(keyOfScene(i), kind))
				asked += len(q)
				if len(q) < count {
					few++
				}
			}
			b.ReportMetric(float64(asked)/float64(b.N), "questions/scene")
			b.ReportMetric(100*float64(few)/float64(b.N), "%few")
			if b.N > 100 {
				b.Log(session.Rejects)
			}
		})
	}
}

// What speaks of all things is not asked where a sentence makes a reader look for some, nor what the description says.
func TestIdleQuestions(t *testing.T) {
	for text, want := range map[string]bool{
		"scene; filter_color red 0; scene; union 1 2; count 3":                                          true,
		"scene; filter_color red 0; scene; filter_color blue 2; union 1 3; count 4":                     false,
		"scene; count 0; scene; filter_color red 2; count 3; equal_integer 1 4":                         true,
		"scene; filter_name pan 0; count 1; scene; filter_color red 3; count 4; greater_than 2 5":       false,
		"scene; filter_weight light 0; filter_movability portable 1; unique 2; query_movability 3":      true,
		"scene; filter_movability portable 0; filter_weight light 1; unique 2; query_movability 3":      true,
		"scene; filter_weight light 0; unique 1; query_movability 2":                                    false,
		"scene; filter_color red 0; unique 1; same_color 2; filter_name pan 3; unique 4; query_color 5": false,
	} {
		var p ask.Program
		for _, line := range strings.Split(text, "; ") {
			words := strings.Fields(line)
			n := ask.Node{Function: words[0]}
			for _, w := range words[1:] {
				if i, err := strconv.Atoi(w); err == nil {
					n.Inputs = append(n.Inputs, i)
				}
			}
			p = append(p, n)
		}
		if got := idle(&instance{Program: p}) != ""; got != want {
			t.Errorf("%s: idle is %v, want %v", text, got, want)
		}
	}
}
