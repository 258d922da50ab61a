package sets_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/cmd/sets"
)

const top = "../.."

// ofSets finds names of sets in a text.
var ofSets = regexp.MustCompile(`(?i)\b(` + strings.Join(append(sets.Names(), "shop-vrb", "tranco", "partnet"), "|") + `)`)

// What people look at names no set, in any language: sets declare what is special to them.
func TestPagesKnowNoSet(t *testing.T) {
	for _, dir := range []string{"gen/explore", "gen/show"} {
		files(t, dir, func(name string, data []byte) {
			if strings.Contains(name, "/vendor/") {
				return
			}
			for n, line := range strings.Split(string(data), "\n") {
				if at := ofSets.FindString(line); at != "" {
					t.Errorf("%s:%d names the set %s: %s", name, n+1, at, line)
				}
			}
		})
	}
}

// ofOneSet are the commands, or flags of commands, that are about one set.
var ofOneSet = map[string]string{
	"cmd/mereo/assets.go":      "qlevr",
	"cmd/mereo/train.go":       "syndacate",
	"cmd/mereo/export_task.go": "syndacate",
}

// Sets are listed in cmd/sets alone: outside of it and of their own packages, texts of the program name them in examples of commands and
// in what is about one set.
func TestSetsAreListedOnce(t *testing.T) {
	names := regexp.MustCompile(`\b(` + strings.Join(sets.Names(), "|") + `)\b`)
	own := []string{"cmd/sets"}
	for _, name := range sets.Names() {
		own = append(own, "gen/"+name)
	}
	for _, dir := range []string{"assets", "cmd", "engine", "gen", "internal", "physics", "scenes"} {
		files(t, dir, func(name string, data []byte) {
			if !strings.HasSuffix(name, ".go") || slices.ContainsFunc(own, func(p string) bool { return strings.HasPrefix(name, p+"/") }) {
				return
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, data, 0)
			if err != nil {
				t.Fatal(err)
			}
			imports := map[*ast.BasicLit]bool{}
			for _, i := range file.Imports {
				imports[i.Path] = true
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING || imports[lit] {
					return true
				}
				text, _ := strconv.Unquote(lit.Value)
				if found := names.FindString(text); found != "" && found != ofOneSet[name] && !strings.Contains(text, "mereo ") {
					t.Errorf("%v names the set %s: %s", set.Position(lit.Pos()), found, lit.Value)
				}
				return true
			})
		})
	}
}

// files are those below a folder, but for tests and what tests read.
func files(t *testing.T, dir string, of func(name string, data []byte)) {
	t.Helper()
	root := os.DirFS(top)
	err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || path.Base(path.Dir(name)) == "testdata" {
			return err
		}
		data, err := fs.ReadFile(root, name)
		of(name, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
