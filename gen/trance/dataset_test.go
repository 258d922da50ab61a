package trance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
)

// far puts small gray rubber cubes where none disturbs another, the first few in the visible area.
func far() (s State) {
	for i := range s {
		s[i].values[Size] = 2
		s[i].Position = Point{-40 + 8*i, 35}
		if i < 5 {
			s[i].Position = Point{-20 + 10*i, 0}
		}
	}
	return s
}

// line is a sample's line of data.jsonl; the final state is where the steps lead.
func line(t testing.TB, idx int, initial State, steps ...Step) string {
	t.Helper()
	final, _ := initial.Run(steps)
	var transformations []map[string]any
	at := initial
	for _, s := range steps {
		a := s.Pair.Attribute()
		step := map[string]any{"obj_idx": s.Object, "attr": a.String()}
		if a == Position {
			step["val"], step["options"] = s.Pair.Move(), acceptedMoves(at[s.Object].Position, s.Pair.Move())
		} else {
			step["val"] = values[a][s.Pair.value()]
			step["options"] = []any{step["val"]}
		}
		at.Apply(s)
		transformations = append(transformations, step)
	}
	data, err := json.Marshal(map[string]any{
		"idx": idx, "states": []any{map[string]any{"objects": initial}, map[string]any{"objects": final}},
		"transformations": transformations,
	}, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "\n"
}

func pair(t *testing.T, name string) (p Pair) {
	t.Helper()
	if err := p.UnmarshalText([]byte(name)); err != nil {
		t.Fatal(err)
	}
	return p
}

// dataset has four samples: a recoloring, a move out of the visible area, two changes of different objects, and two moves of
// which the second must wait for the first.
func dataset(t *testing.T) string {
	t.Helper()
	train := far()
	train[0].Position, train[1].Position, train[2].Position = Point{-10, 0}, Point{0, 0}, Point{20, 20}
	lines := line(t, 0, far(), Step{0, pair(t, "color.red")}) +
		line(t, 1, far(), Step{0, pair(t, "position.front.1")}) +
		line(t, 2, far(), Step{0, pair(t, "color.red")}, Step{2, pair(t, "size.medium")}) +
		line(t, 3, train, Step{1, pair(t, "position.right.1")}, Step{0, pair(t, "position.behind.1")})
	return writeFile(t, "test/data.jsonl", lines)
}

func writeFile(t *testing.T, name, text string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}
