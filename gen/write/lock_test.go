package write

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	a, b := open(), open()
	if err := Lock(a, true); err != nil {
		t.Fatal(err)
	}
	if err := Lock(b, false); !errors.Is(err, ErrLocked) {
		t.Errorf("a second lock: %v, want ErrLocked", err)
	}
	a.Close()
	if err := Lock(b, false); err != nil {
		t.Errorf("after the first was closed: %v", err)
	}

	var told []string
	defer func(f func(int, int) error, g func(string)) { flock, noticed, noLocks = f, g, sync.Once{} }(flock, noticed)
	noticed = func(sentence string) { told = append(told, sentence) }
	for _, c := range []struct {
		fault error
		want  string
	}{
		{syscall.ENOLCK, "<nil>"},
		{syscall.ENOTSUP, "<nil>"},
		{syscall.EIO, name + ": cannot be locked: input/output error; use a folder of another file system"},
	} {
		interrupted := false
		flock = func(int, int) error {
			if !interrupted {
				interrupted = true
				return syscall.EINTR
			}
			return c.fault
		}
		if err := Lock(b, true); fmt.Sprint(err) != c.want {
			t.Errorf("%v: %v, want %s", c.fault, err, c.want)
		}
	}
	if want := "mereo: the file system of " + filepath.Dir(name) + " cannot lock files (no locks available): nothing keeps two commands from " +
		"writing there at once; start one at a time"; len(told) != 1 || told[0] != want {
		t.Errorf("told %q, want once %q", told, want)
	}
}
