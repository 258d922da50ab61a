package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
)

func TestTemp(t *testing.T) {
	root := t.TempDir()
	t.Setenv("TMPDIR", root)
	dir, err := Temp("a-")
	if err != nil {
		t.Fatal(err)
	}
	full := fmt.Errorf("write: x: %w", syscall.ENOSPC)
	want := "temporary files cannot be written in " + root + ": no space left on device; let TMPDIR name a folder with room"
	if err := TempFault(dir, full); fmt.Sprint(err) != want || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v, want %s", err, want)
	}
	if err := TempFault(dir, &fs.PathError{Op: "open", Path: filepath.Join(dir, "x"), Err: syscall.EACCES}); !errors.Is(err, syscall.EACCES) {
		t.Errorf("a file that cannot be written: %v", err)
	}
	for _, err := range []error{nil, errors.New("x"), &fs.PathError{Op: "open", Path: "/elsewhere", Err: syscall.ENOENT}} {
		if got := TempFault(dir, err); got != nil {
			t.Errorf("%v: %v", err, got)
		}
	}
	t.Setenv("TMPDIR", filepath.Join(root, "none"))
	want = "temporary files cannot be written in " + filepath.Join(root, "none") + ": no such file or directory; let TMPDIR name a folder with room"
	if _, err := Temp("a-"); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}
