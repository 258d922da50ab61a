package ptr

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mereo/gen/ask"
)

// FuzzExecutors runs programs with both executors: what the first one reads it runs without a panic, and the second one agrees
// at every node. Errors of the first one name the program, and the node where it is about one.
func FuzzExecutors(f *testing.F) {
	for _, c := range secondTestPrograms {
		f.Add([]byte(c.program))
	}
	f.Add([]byte(`[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": [{"leg": "red"}]}, {"type": "count", "inputs": [1]}]`))
	f.Add([]byte(`[{"type": "scene"}, {"type": "unique", "inputs": [0]}, {"type": "query_change", "inputs": [1], "side_inputs": ["left"]}]`))
	k, _, err := parseKnown([]byte(acceptScene))
	if err != nil {
		f.Fatal(err)
	}
	second, err := newSecondScene([]byte(acceptScene))
	if err != nil {
		f.Fatal(err)
	}
	l := newLibrary()
	f.Fuzz(func(t *testing.T, program []byte) {
		p, err := l.ParseProgram(program)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "ask: program") {
				t.Errorf("got %q, want an error of the program", err)
			}
			return
		}
		outputs := l.Run(k, p)
		stored, err := json.Marshal(storedForm(p))
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := second.run(stored)
		if err != nil || len(want) != len(outputs) {
			t.Fatalf("%s: the second executor gives %v, %v, the first %v", stored, want, err, outputs)
		}
		for i, v := range outputs {
			if !sameResult(decodedValue(v), decodedValue(want[i])) {
				t.Errorf("%s: node %d: the first executor gives %v, the second %v", stored, i, v, want[i])
			}
		}
	})
}

// storedForm is a program as question files have it.
func storedForm(p ask.Program) []Node {
	nodes := []Node{}
	for _, n := range p {
		nodes = append(nodes, Node{Type: n.Function, Inputs: append([]int{}, n.Inputs...), SideInputs: n.Side})
	}
	return nodes
}

// decodedValue is a value as encoding/json decodes it.
func decodedValue(v any) (out any) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

// BenchmarkAskBlock asks about the scenes of a small block again and again; "mereo ask" on a set of 2,000 is what
// docs/performance.md has.
func BenchmarkAskBlock(b *testing.B) {
	s, job, items := madeRecords(b, 60)
	out := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		askBlock(b, s, job, items, out)
	}
	b.ReportMetric(float64(len(items)*b.N)/b.Elapsed().Seconds(), "scenes/s")
}

// BenchmarkKnown reads scene files as questions need them.
func BenchmarkKnown(b *testing.B) {
	_, job, _ := madeRecords(b, 1)
	data, err := os.ReadFile(job.Root + "/" + filesOf(job.Split, 0).scene)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := parseKnown(data); err != nil {
			b.Fatal(err)
		}
	}
}
