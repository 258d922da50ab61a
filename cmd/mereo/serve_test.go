package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mereo/internal/gltest"
)

// The Python package talks with this program: what it reads and streams is compared with datasets on the disk by its own tests.
func TestPythonPackage(t *testing.T) {
	needPython(t, "numpy, pytest")
	gltest.Renderer(t)
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "mereo")
	program, err := os.Executable()
	if err == nil {
		err = os.Symlink(program, bin)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "../../python/tests")
	cmd.Env = append(os.Environ(), "MEREO="+bin, "PYTHONPATH=../../python", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
