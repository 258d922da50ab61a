package mereo

import (
	"os"
	"strings"
	"testing"
)

// The code on pages about the library and about sets is run by tests.
func TestPagesShowWhatRuns(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	run := read("scenes/shoot/example_test.go") + read("physics/example_test.go")
	for page, want := range map[string]struct {
		run    string
		pieces int
	}{"docs/library.md": {run, 3}, "docs/adding-a-set.md": {read("gen/world/example_test.go"), 7}} {
		pieces := strings.Split(read(page), "```go\n")[1:]
		for _, p := range pieces {
			if code, _, ok := strings.Cut(p, "```"); !ok || !strings.Contains(want.run, code) {
				t.Errorf("%s has code that is not run:\n%s", page, code)
			}
		}
		if len(pieces) != want.pieces {
			t.Errorf("%s has %d pieces of Go, want %d", page, len(pieces), want.pieces)
		}
	}
}
