package ptr

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mereo/gen/ask"
)

// FuzzExecutors runs programs by both meanings of functions: what is read runs without a panic, and they agree at every node.
// Errors name the program, and the node where they are about one.
func FuzzExecutors(f *testing.F) {
	for _, c := range plainTestPrograms {
		f.Add([]byte(c.program))
	}
	f.Add([]byte(`[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": [{"leg": "red"}]}, {"type": "count", "inputs": [1]}]`))
	f.Add([]byte(`[{"type": "scene"}, {"type": "unique", "inputs": [0]}, {"type": "query_change", "inputs": [1], "side_inputs": ["left"]}]`))
	k, _, err := parseKnown([]byte(acceptScene))
	if err != nil {
		f.Fatal(err)
	}
	plain, err := ask.ReadPlain([]byte(acceptScene))
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
		want := l.RunPlain(plain, p)
		if len(want) != len(outputs) {
			t.Fatalf("%s: the second meanings give %v, the first %v", program, want, outputs)
		}
		for i, v := range outputs {
			if !sameResult(decodedValue(v), decodedValue(want[i])) {
				t.Errorf("%s: node %d: the first meaning gives %v, the second %v", program, i, v, want[i])
			}
		}
	})
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
