package mereo

import (
	"os"
	"strings"
	"testing"
)

// The code on the page about the library is that of Examples, which are run.
func TestLibraryPageShowsExamples(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	run := read("scenes/shoot/example_test.go") + read("physics/example_test.go")
	blocks := strings.Split(read("docs/library.md"), "```go\n")[1:]
	for _, b := range blocks {
		if code, _, ok := strings.Cut(b, "```"); !ok || !strings.Contains(run, code) {
			t.Errorf("docs/library.md has code that no Example has:\n%s", code)
		}
	}
	if len(blocks) != 3 {
		t.Errorf("docs/library.md has %d pieces of Go, want 3", len(blocks))
	}
}
