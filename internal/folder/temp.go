package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Temp makes a folder for temporary files, whose name begins with prefix.
func Temp(prefix string) (string, error) {
	dir, err := os.MkdirTemp("", prefix)
	if err != nil {
		return "", noTemp(err)
	}
	return dir, nil
}

// TempFault is the sentence about an error of writing below dir, which Temp has made: the disk is full, or cannot be written any more.
// It is nil for other errors.
func TempFault(dir string, err error) error {
	var at *fs.PathError
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS} { // errors of writing only
		if errors.Is(err, cause) {
			return noTemp(cause)
		}
	}
	if errors.As(err, &at) && strings.HasPrefix(at.Path, dir) {
		return noTemp(err)
	}
	return nil
}

func noTemp(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("temporary files cannot be written in %s: %w; let TMPDIR name a folder with room", os.TempDir(), err)
}
