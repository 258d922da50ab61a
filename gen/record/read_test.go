package record

import (
	"fmt"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	type inner struct {
		Size  float64    `json:"size"`
		Place [3]float64 `json:"place"`
		Tiny  uint8      `json:"tiny"`
	}
	type value struct {
		Count   int            `json:"count"`
		Name    string         `json:"name"`
		Objects []inner        `json:"objects"`
		Tally   map[string]int `json:"tally"`
	}
	for _, c := range []struct{ text, want string }{
		{`{"count": 3, "objects": [{"size": 1.5, "place": [1, 2, 3]}], "tally": {"Count": 2}}` + "\n", ""},
		{`{"Count": 3}`, "line 1, column 2: Count is an unknown key"},
		{"{\"count\": 3,\n \"cuont\": 4}", "line 2, column 2: cuont is an unknown key"},
		{"{\"count\": 3,\n  \"count\": 4}", "line 2, column 3: count is there twice"},
		{`{"tally": {"a": 1, "a": 1}}`, "line 1, column 20: tally.a is there twice"},
		{`{"count": 1e308}`, "line 1, column 11: count is 1e308, want a whole number"},
		{`{"count": 99999999999999999999}`, "line 1, column 11: count is 99999999999999999999, want a whole number from -9223372036854775808 to 9223372036854775807"},
		{`{"objects": [{"tiny": 256}]}`, "line 1, column 23: objects[0].tiny is 256, want a whole number from 0 to 255"},
		{`{"count": 1.5}`, "line 1, column 11: count is 1.5, want a whole number"},
		{`{"objects": [{"size": 1e999}]}`, "line 1, column 23: objects[0].size is 1e999, want a number of 64 bits"},
		{`{"name": 3}`, "line 1, column 10: name is 3, want a text"},
		{`{"objects": {}}`, "line 1, column 13: objects is a group of keys, want a list"},
		{`{"objects": ["a"]}`, "line 1, column 14: objects[0] is a text, want a group of keys"},
		{`{"objects": [{"place": [1, 2]}]}`, "line 1, column 24: objects[0].place has another length than 3"},
		{`{"objects": [{"place": [1, 2, 3, 4]}]}`, "line 1, column 24: objects[0].place has another length than 3"},
		{`{"count": 3} {}`, "line 1, column 14: something follows the end of the value"},
		{`{"count": 3`, "line 1, column 12: the text ends within a value"},
		{`{"count": 03}`, "line 1, column 12: is no JSON: "},
		{" \n", "line 2, column 1: the file is empty, want JSON"},
		{strings.Repeat("[", 1_000_000), "line 1, column "},
		{"{\"name\": \"\xff\"}", "line 1, column 11: name is no JSON: invalid UTF-8"},
	} {
		var v value
		err := Read([]byte(c.text), &v, Lacking)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(fmt.Sprint(err), c.want) {
			t.Errorf("%.60q: %v, want %s", c.text, err, c.want)
		}
	}
}
