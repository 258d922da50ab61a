package syndacate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/internal/vectors"
)

// numberCases reads the cases of a vector file.
func numberCases[T any](t testing.TB, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "syndacate"), name))
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
