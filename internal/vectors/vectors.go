// Package vectors finds the conformance vectors: files of inputs and expected outputs that lie beside the project.
package vectors

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of one subject ("ptr", "physics", "render", ...): $MEREO_VECTORS/name, or
// ../shared/vectors/name as seen from the folder that holds go.mod. Without it the test is skipped with one line, except
// under CI=true, where a missing folder is a failure.
func Dir(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("MEREO_VECTORS")
	if root == "" {
		root = filepath.Join(moduleRoot(t), "..", "shared", "vectors")
	}
	dir := filepath.Join(root, name)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("vectors: no folder %s, and CI=true requires it", dir)
	}
	t.Skipf("vectors: no folder %s; set MEREO_VECTORS to where the conformance vectors are", dir)
	return ""
}

// Public tells whether the vectors are those beside the project, not others that $MEREO_VECTORS names: how many cases there are, and of
// what, is known of these alone.
func Public() bool { return os.Getenv("MEREO_VECTORS") == "" }

// moduleRoot walks up from the test's working folder to the one with go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("vectors: working folder: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("vectors: no go.mod above the working folder")
		}
		dir = up
	}
}
