package strict

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// No text of the allowed size takes more than some hundred megabytes, whatever is in it.
func TestYAMLBombs(t *testing.T) {
	r := strings.Repeat
	var keys, laughs strings.Builder
	for i := range 80_000 {
		fmt.Fprintf(&keys, "key%d: 1\n", i)
	}
	laughs.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&laughs, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(r(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	for name, c := range map[string]struct{ text, want, json string }{
		"brackets": {r("[", 200_000), "is no YAML: exceeded max depth of 10000", "is no YAML: exceeded max depth"},
		"braces":   {r("{", MaxYAML), "is no YAML: exceeded max depth of 10000", "is no YAML: exceeded max depth"},
		"dashes":   {r("- ", MaxYAML/2), "is no YAML: exceeded max depth of 10000", "is no YAML: exceeded max depth"},
		"nested":   {r("[", 9999) + r("]", 9999), "line 1, column 1: is a list", "line 1, column 102: lies deeper than 100 values"},
		"too long": {r("#", MaxYAML+1), "has 1048577 bytes, want 1048576 at most", "has 1048577 bytes"},
		"keys":     {keys.String(), "line 1, column 1: key0 is an unknown key", ""},
		"items":    {"sizes: [" + r("1,", MaxYAML/2-10) + "]", "", ""},
		"aliases":  {"name: &x " + r("x", MaxYAML/2) + "\nsizes: [" + r("*x,", 10_000) + "]", "line 1, column 7: sizes[0] is xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..., want a whole number", "line 2, column 27: aliases make more than 4194304 values of the text"},
		"laughs":   {laughs.String(), "line 1, column 1: a0 is an unknown key", "line 1, column 22: aliases make more than 4194304 values of the text"},
		"itself":   {"sizes: &x [*x]", "line 1, column 8: sizes[0] is a list, want a whole number", "line 1, column 12: lies deeper than 100 values"},
	} {
		var before, after runtime.MemStats
		check := func(err error, want string) {
			t.Helper()
			runtime.ReadMemStats(&after)
			if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 600 {
				t.Errorf("%s: takes %d MB", name, got)
			}
			if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		runtime.ReadMemStats(&before)
		_, err := YAML([]byte(c.text), camera{})
		check(err, c.want)
		runtime.ReadMemStats(&before)
		_, err = YAMLToJSON([]byte(c.text))
		check(err, c.json)
	}
}

func TestYAMLToJSON(t *testing.T) {
	for _, c := range []struct{ text, json, want string }{
		{"b: 1\na: [x, 2.50, true, ~, \"3\", 2026-01-01]\nc: &c {0x10: -1}\nd: *c", `{"b":1,"a":["x",2.50,true,null,"3","2026-01-01"],"c":{"0x10":-1},"d":{"0x10":-1}}`, ""},
		{" # nothing\n", "null", ""},
		{"b:\n  a: 1\n  a: 2", "", "line 3, column 3: b.a is there twice, first in line 2"},
		{"a: []\nb: {}", `{"a":[],"b":{}}`, ""},
		{"a: .nan", "", "line 1, column 4: a is .nan, which JSON has no number for"},
		{"{[1]: 2}", "", "line 1, column 2: has a key that is no word"},
		{"a: 1\n b: 2", "", "line 2: is no YAML: mapping values are not allowed in this context"},
	} {
		got, err := YAMLToJSON([]byte(c.text))
		if c.want == "" && (err != nil || string(got) != c.json) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%q: %s, %v; want %s%s", c.text, got, err, c.json, c.want)
		}
	}
}
