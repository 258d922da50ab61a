package shopvrb

import (
	"reflect"
	"testing"

	"mereo/gen/ask"
)

// Whatever lies in files, both executors read it or refuse it, and where both read it they agree.
func FuzzPrograms(f *testing.F) {
	const scene = `{"objects": [{"name": "mug", "color": ["red"], "attribute": ["sharp", "flexible"]}, {"name": "pan", "attribute": []}],
		"relationships": {"left": [[1], []], "right": [[], [0]], "behind": [[1], []], "front": [[], [0]]}}`
	f.Add([]byte(scene), []byte(`[{"function": "scene"}, {"function": "filter_name", "inputs": [0], "value_inputs": ["mug"]},
		{"function": "unique", "inputs": [1]}, {"function": "relate", "inputs": [2], "value_inputs": ["left"]}, {"function": "count", "inputs": [3]}]`))
	f.Add([]byte(scene), []byte(`[{"function": "scene"}, {"function": "filter_attribute", "inputs": [0], "value_inputs": ["sharp"]},
		{"function": "unique", "inputs": [1]}, {"function": "query_attribute", "inputs": [2]}, {"function": "equal_attribute", "inputs": [3, 3]}]`))
	f.Fuzz(func(t *testing.T, scene, program []byte) {
		k, err := parseKnown(scene)
		plain, errPlain := ask.ReadPlain(scene)
		if err != nil || errPlain != nil {
			return
		}
		l := newLibrary()
		p, err := l.ParseProgram(program)
		if err != nil {
			return
		}
		if got, want := decoded(t, l.Run(k, p)), decoded(t, l.RunPlain(plain, p)); !reflect.DeepEqual(got, want) {
			t.Errorf("results %v, by second meanings %v", got, want)
		}
	})
}
