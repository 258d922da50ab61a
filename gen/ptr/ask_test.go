package ptr

import (
	"testing"

	"mereo/gen/qa"
	"mereo/scenes/rng"
)

// builtin reads the templates that are part of the program.
func builtin(t testing.TB) *qa.Grammar[*known] {
	t.Helper()
	g, err := readGrammar("")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func streamOf(name string) *rng.Stream { return rng.Named(name) }
