package tamper

import (
	"encoding/json"
	"testing"
)

// Every change is JSON and another document, and nothing is left as it was.
func TestChanges(t *testing.T) {
	const doc = `{"a": [1, 2.5, "x"], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`
	changes, err := Changes([]byte(doc), 0, []byte(`{"e": ["z"], "b": {"g": 1}}`))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, c := range changes {
		data := string(c.Data())
		if !json.Valid([]byte(data)) || data == doc {
			t.Errorf("%s gives %s", c.Where, data)
		}
		found[c.Where] = data
	}
	for where, want := range map[string]string{
		"/a/0 one more":            `{"a": [2, 2.5, "x"], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/a/1 by a hundredth":      `{"a": [1, 2.525, "x"], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/a/2 taken away":          `{"a": [1, 2.5], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/a/1 before its neighbor": `{"a": [2.5, 1, "x"], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/b/c turned around":       `{"a": [1, 2.5, "x"], "b": {"c": false, "d": null}, "e": ["y"], "f": 1e300}`,
		"/b/c under another key":   `{"a": [1, 2.5, "x"], "b": {"g": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/b taken away":            `{"a": [1, 2.5, "x"], "e": ["y"], "f": 1e300}`,
		"/a/2 twice":               `{"a": [1, 2.5, "x","x"], "b": {"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/b/c twice":               `{"a": [1, 2.5, "x"], "b": {"c": true,"c": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/b/c in capitals":         `{"a": [1, 2.5, "x"], "b": {"C": true, "d": null}, "e": ["y"], "f": 1e300}`,
		"/e/0 is another":          `{"a": [1, 2.5, "x"], "b": {"c": true, "d": null}, "e": ["z"], "f": 1e300}`,
		"/e/0 taken away":          `{"a": [1, 2.5, "x"], "b": {"c": true, "d": null}, "e": [], "f": 1e300}`,
	} {
		if found[where] != want {
			t.Errorf("%s gives %s, want %s", where, found[where], want)
		}
	}
	if few, err := Changes([]byte(`[1, 2, 3, 4, 5]`), 2); err != nil || len(few) != 10 {
		t.Errorf("two of each kind of five numbers: got %d changes and %v, want 10", len(few), err)
	}
	if _, err := Changes([]byte(`[1, `), 0); err == nil {
		t.Error("half a document: no error")
	}
}
