package write

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// ErrLocked: another process has locked the file.
var ErrLocked = errors.New("another process has locked the file")

var (
	flock   = syscall.Flock // another one in tests
	noLocks sync.Once
	noticed = func(sentence string) { fmt.Fprintln(os.Stderr, sentence) }
)

// Lock locks an open file until it is closed. Another process that has it locked is waited for, or else the error is ErrLocked. Locks
// are advisory and end with their processes. Where the file system has none, that is told once, and all goes on without.
func Lock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		switch err := flock(int(f.Fd()), how); {
		case err == nil:
			return nil
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		case errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK):
			noLocks.Do(func() {
				noticed(fmt.Sprintf("mereo: the file system of %s cannot lock files (%v): nothing keeps two commands from writing there at once; start one at a time",
					filepath.Dir(f.Name()), err))
			})
			return nil
		default:
			return fmt.Errorf("%s: cannot be locked: %w; use a folder of another file system", f.Name(), err)
		}
	}
}
