package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Verifying needs no folder for temporary files; the baselines of human tests do, and say so where there is none.
func TestNoTemporaryFolder(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "p")
	mustMereo(t, "complete", "generate", "ptr", "--no-pictures", "--count", "1", "--out", out)
	none := filepath.Join(dir, "none")
	t.Setenv("TMPDIR", none)
	mustMereo(t, "0 problems", "verify", out)
	code, _, problem := mereo(t, "bench", "--only", "records")
	if want := "temporary files cannot be written in " + none + ": no such file or directory; let TMPDIR name a folder with room\n"; code != 1 ||
		!strings.HasSuffix(problem, want) {
		t.Errorf("exit %d, %s, want %s", code, problem, want)
	}
}
