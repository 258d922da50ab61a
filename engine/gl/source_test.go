package gl

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func file(lines ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(strings.Join(lines, "\n") + "\n")}
}

var tree = fstest.MapFS{
	"common/a.glsl":    file("// a", "float a;"),
	"common/b.glsl":    file("// b", `#include "common/a.glsl"`, "float b;"),
	"main.frag":        file(`#include "common/a.glsl"`, `  #include  "common/b.glsl" `, "void main() {", "}"),
	"twice.frag":       file(`#include "common/a.glsl"`, `#include "common/a.glsl"`, "float c;"),
	"ring/one.glsl":    file(`#include "ring/two.glsl"`, "float one;"),
	"ring/two.glsl":    file(`#include "ring/one.glsl"`, "float two;"),
	"missing.frag":     file("float d;", `#include "common/deep.glsl"`),
	"common/deep.glsl": file("", "", `#include "common/none.glsl"`),
	"comment.frag":     file(`// #include "common/none.glsl"`, "float e;"),
}

func TestLoadResolvesIncludes(t *testing.T) {
	for _, c := range []struct {
		name, file string
		files      []string
		text       string
	}{
		{"nested, each file once", "main.frag", []string{"main.frag", "common/a.glsl", "common/b.glsl"},
			"#line 1 0\n#line 1 1\n// a\nfloat a;\n#line 2 0\n#line 1 2\n// b\n\nfloat b;\n#line 3 0\nvoid main() {\n}\n"},
		{"the same line twice", "twice.frag", []string{"twice.frag", "common/a.glsl"},
			"#line 1 0\n#line 1 1\n// a\nfloat a;\n#line 2 0\n\nfloat c;\n"},
		{"two files that include each other", "ring/one.glsl", []string{"ring/one.glsl", "ring/two.glsl"},
			"#line 1 0\n#line 1 1\n\nfloat two;\n#line 2 0\nfloat one;\n"},
		{"an include in a comment is a comment", "comment.frag", []string{"comment.frag"},
			"#line 1 0\n// #include \"common/none.glsl\"\nfloat e;\n"},
	} {
		s, err := Load(tree, c.file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := Version + c.text; s.Text != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, s.Text, want)
		}
		if !slices.Equal(s.Files, c.files) {
			t.Errorf("%s: files are %q, want %q", c.name, s.Files, c.files)
		}
	}
}

// Counting on from the last #line gives every line of the result the place that it has in its own file.
func TestLineNumbersNameTheSource(t *testing.T) {
	for name := range tree {
		s, err := Load(tree, name)
		if err != nil {
			continue // the broken ones are another test's
		}
		number, at := 0, 0
		for line := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(s.Text, Version), "\n"), "\n") {
			if rest, ok := strings.CutPrefix(line, "#line "); ok {
				n := strings.Fields(rest)
				at, number = atoi(n[0]), atoi(n[1])
				continue
			}
			source := strings.Split(string(tree[s.Files[number]].Data), "\n")
			if got := source[at-1]; got != line && !(line == "" && strings.Contains(got, "#include")) {
				t.Errorf("%s: %q is said to be line %d of %s, where %q is", name, line, at, s.Files[number], got)
			}
			at++
		}
	}
}

func atoi(s string) int {
	n := 0
	for _, d := range s {
		n = 10*n + int(d-'0')
	}
	return n
}

func TestLoadNamesTheMissingFile(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"nowhere.frag", "gl: shader nowhere.frag: open nowhere.frag: file does not exist"},
		{"missing.frag", "gl: shader common/none.glsl: open common/none.glsl: file does not exist (included by common/deep.glsl:3) (included by missing.frag:2)"},
	} {
		if _, err := Load(tree, c.file); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.file, err, c.want)
		}
	}
}

// The drivers' logs count files and lines in ways of their own.
func TestExplainPutsFileNamesIntoLogs(t *testing.T) {
	s := &Source{Files: []string{"main.frag", "common/a.glsl"}}
	for _, c := range []struct{ driver, log, want string }{
		{"Mesa", "1:12(3): error: `x' undeclared", "common/a.glsl:12(3): error: `x' undeclared"},
		{"NVIDIA", "0(7) : error C0000: syntax error", "main.frag:7 : error C0000: syntax error"},
		{"Intel", "ERROR: 1:4: 'y' : undeclared", "common/a.glsl:4: 'y' : undeclared"},
		{"a file that was not counted", "9:1: error", "9:1: error"},
		{"several lines", "0:1(1): error: a\n1:2(2): error: b", "main.frag:1(1): error: a\ncommon/a.glsl:2(2): error: b"},
		{"text without a place", "link failed", "link failed"},
	} {
		if got := s.explain(c.log); got != c.want {
			t.Errorf("%s: got %q, want %q", c.driver, got, c.want)
		}
	}
}
