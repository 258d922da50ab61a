package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// What needs a folder for temporary files says so where there is none.
func TestNoTemporaryFolder(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "p")
	mustMereo(t, "complete", "generate", "ptr", "--no-pictures", "--count", "1", "--out", out)
	none := filepath.Join(dir, "none")
	t.Setenv("TMPDIR", none)
	code, _, problem := mereo(t, "verify", out)
	if want := "mereo: gen: asking again: temporary files cannot be written in " + none +
		": no such file or directory; let TMPDIR name a folder with room\n"; code != 1 || lastLine(problem) != want {
		t.Errorf("exit %d, %s, want %s", code, problem, want)
	}
}

// lastLine is the last line of a text.
func lastLine(text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1] + "\n"
}
