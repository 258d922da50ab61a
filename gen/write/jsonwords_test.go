package write

import (
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
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
		{[2]int{}, "an array of 2"}, {even(0), "a string"},
	} {
		if got := WantedJSON(reflect.TypeOf(c.value)); got != c.want {
			t.Errorf("a %T is wanted as %q, want %q", c.value, got, c.want)
		}
	}
}

// even is read from a word for an even number.
type even int

func (e *even) UnmarshalText(text []byte) error {
	if string(text) != "two" {
		return fmt.Errorf("no even number %q", text)
	}
	*e = 2
	return nil
}

// odd is read from an odd number.
type odd int

func (o *odd) UnmarshalJSON(data []byte) error {
	if string(data) != "1" {
		return fmt.Errorf("no odd number %s", data)
	}
	*o = 1
	return nil
}

func TestJSONFault(t *testing.T) {
	for text, want := range map[string]string{
		`{"list": [{"whole": 0.5}]}`:  "list[0].whole is 0.5, want a whole number",
		`{"list": [3]}`:               "list[0] is a number, want an object",
		`{"list": [{"even": "one"}]}`: `list[0].even: no even number "one"`,
		`{"list": [{"even": 2}]}`:     "list[0].even is a number, want a string",
		`{"list": [{"odd": 2}]}`:      "list[0].odd: no odd number 2",
		`[]`:                          "the value is an array, want an object",
		`{"list": [], "list": []}`:    "key list is there twice",
		`{"list": [`:                  "no JSON at byte 10: unexpected EOF",
	} {
		var v struct {
			List []struct {
				Whole int  `json:"whole"`
				Even  even `json:"even"`
				Odd   odd  `json:"odd"`
			} `json:"list"`
		}
		if got := JSONFault(json.Unmarshal([]byte(text), &v)); got == nil || got.Error() != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
	if got := JSONFault(io.ErrClosedPipe); got != io.ErrClosedPipe {
		t.Errorf("another error comes back as %v", got)
	}
}
