package write

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestJSONWords(t *testing.T) {
	for text, want := range map[string]string{
		"[1]": "an array", "{}": "an object", `"a"`: "a string", "-1.50": "-1.50", "true": "true", "null": "null",
	} {
		if got := FoundJSON(jsontext.Value(text).Kind(), jsontext.Value(text)); got != want {
			t.Errorf("%s is found as %q, want %q", text, got, want)
		}
	}
	if got := FoundJSON('0', nil); got != "a number" {
		t.Errorf("a number that is not known is found as %q, want a number", got)
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{[]int{}, "an array"}, {struct{}{}, "an object"}, {map[string]int{}, "an object"}, {"", "a string"},
		{0.5, "a number"}, {1, "a whole number"}, {uint64(1), "a whole number"}, {new(new([]string)), "an array"},
	} {
		if got := WantedJSON(reflect.TypeOf(c.value)); got != c.want {
			t.Errorf("a %T is wanted as %q, want %q", c.value, got, c.want)
		}
	}
}
