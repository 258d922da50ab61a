package vectors

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
)

// Cases reads the cases of a file {"cases": [...]} in the folder of a subject, with the skips and failures of Dir. A file
// without cases fails the test.
func Cases[T any](t testing.TB, subject, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(Dir(t, subject), name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []T }
	if err := json.Unmarshal(data, &file, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(file.Cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return file.Cases
}
