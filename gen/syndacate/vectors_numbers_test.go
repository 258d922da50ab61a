package syndacate

import (
	"testing"

	"mereo/internal/vectors"
)

// numberCases reads the cases of a vector file.
func numberCases[T any](t testing.TB, name string) []T {
	t.Helper()
	return vectors.Cases[T](t, "syndacate", name)
}
