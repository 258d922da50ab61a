package trance

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// FuzzRecord: what is taken for a record is one: written again it reads the same.
func FuzzRecord(f *testing.F) {
	red, out := pairOf(Color, 1), Move{Steps: 2}.Pair()
	f.Add([]byte(line(f, 0, far(), Step{0, red})))
	f.Add([]byte(line(f, 7, far(), Step{0, out}, Step{9, red})))
	f.Add([]byte(`{"idx": 1, "states": [null, {"objects": [null]}], "transformations": [{"target": ["front", null]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(data []byte) (*Record, error) {
			var stored storedRecord
			if err := json.Unmarshal(data, &stored); err != nil {
				return nil, err
			}
			return stored.record()
		}
		got, err := read(data)
		if err != nil {
			return
		}
		for _, s := range []State{got.Initial, got.Final} {
			for i := range s {
				if !s[i].Position.Valid() {
					t.Errorf("object %d stands at %v", i, s[i].Position)
				}
			}
		}
		again, err := read(rewritten(t, got))
		if err != nil || !reflect.DeepEqual(got, again) {
			t.Errorf("got %+v, written and read %+v, %v", got, again, err)
		}
		got.Judge(got.Reference)
		greedySteps(&got.Initial, &got.Final)
	})
}

// rewritten is a record's line.
func rewritten(t *testing.T, r *Record) []byte {
	t.Helper()
	value := func(p Pair) any {
		if p.Attribute() == Position {
			return p.Move()
		}
		return values[p.Attribute()][p.value()]
	}
	var steps []any
	for i, s := range r.Reference {
		var options []any
		for _, o := range r.Options[i] {
			options = append(options, value(o))
		}
		steps = append(steps, map[string]any{
			"obj_idx": s.Object, "attr": s.Pair.Attribute().String(), "val": value(s.Pair), "options": options,
		})
	}
	data, err := json.Marshal(map[string]any{
		"idx": r.Idx, "transformations": steps,
		"states": []any{map[string]any{"objects": r.Initial}, map[string]any{"objects": r.Final}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzPrediction: what is taken for a prediction is one: written again it reads the same.
func FuzzPrediction(f *testing.F) {
	for i, text := range []string{
		`{"idx": 7, "steps": [[9, "size.small"]]}`, `{"idx": null, "steps": [null, [null, null], [0]]}`,
		`{"idx": 7, "view": "left", "steps": [[0, "color.red"], [3, "position.front-left.2"]]}`,
	} {
		f.Add([]byte(text), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		setting := Settings[int(n)%len(Settings)]
		read := &evaluated{setting: setting}
		key, steps, err := read.Read(data)
		if err != nil {
			return
		}
		idx, view, viewed := strings.Cut(strings.TrimSuffix(key, ")"), " (")
		if len(steps) > maxSequence || setting == BasicSetting && len(steps) != 1 || viewed != (setting == ViewSetting) {
			t.Errorf("setting %s took %v as %s", setting, steps, key)
		}
		entry := map[string]any{"idx": jsontext.Value(idx), "steps": steps}
		if viewed {
			entry["view"] = view
		}
		line, err := json.Marshal(entry)
		if err != nil {
			t.Fatal(err)
		}
		keyAgain, again, err := read.Read(line)
		if err != nil || key != keyAgain || len(steps) != len(again) || len(steps) > 0 && !reflect.DeepEqual(steps, again) {
			t.Errorf("got %v %v, written and read %v %v, %v", key, steps, keyAgain, again, err)
		}
	})
}
