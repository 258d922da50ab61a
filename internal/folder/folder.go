// Package folder opens the files of a folder that may come from a stranger: only regular files, only inside of the folder, and never
// more bytes than the caller allows.
package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Limits of what is read whole, in bytes.
const (
	Record = 64 << 20  // records, questions, manifests and blocks: their largest have some megabytes
	Image  = 256 << 20 // a picture or array, or a file of predictions
)

// Open opens a regular file for reading. path is below root, with slashes. Links are followed as long as they stay inside of root;
// root itself may be one. What is no regular file, a pipe, a device or a folder, is not opened for reading and never waited for.
// Errors name path, not root, and keep their cause for errors.Is.
func Open(root, path string) (*os.File, error) {
	dir, err := enter(root)
	if err != nil {
		return nil, sentence(path, err)
	}
	defer dir.Close()
	return In(dir, path)
}

// enter opens a folder. The slash at the end keeps it from waiting for a pipe.
func enter(root string) (*os.Root, error) { return os.OpenRoot(filepath.Clean(root) + "/") }

// In is Open in a folder that is open.
func In(dir *os.Root, path string) (*os.File, error) {
	// Opening a pipe waits for its other end, unless told otherwise.
	f, err := dir.OpenFile(filepath.FromSlash(path), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	return regular(f, path, err)
}

// Inside is Open for a file of a dataset that is known by its whole name, which errors have: the folder that it is in counts as root.
func Inside(name string) (*os.File, error) {
	dir, err := enter(filepath.Dir(name))
	if err != nil {
		return nil, sentence(name, err)
	}
	defer dir.Close()
	f, err := dir.OpenFile(filepath.Base(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	return regular(f, name, err)
}

// Append is Open for reading and for adding to the end of a file, which is made where there is none.
func Append(root, path string) (*os.File, error) {
	dir, err := enter(root)
	if err != nil {
		return nil, sentence(path, err)
	}
	defer dir.Close()
	f, err := dir.OpenFile(filepath.FromSlash(path), os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, 0o666)
	return regular(f, path, err)
}

// regular is a file that was opened, if it is a regular one.
func regular(f *os.File, path string, err error) (*os.File, error) {
	if err != nil {
		return nil, sentence(path, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, sentence(path, err)
	}
	if !info.Mode().IsRegular() {
		f.Close()
		return nil, fmt.Errorf("%s: is %s, want a file", path, kind(info.Mode()))
	}
	return f, nil
}

// Read reads a file of at most limit bytes. Bytes of a Memory must not be changed.
func Read(root, path string, limit int64) ([]byte, error) {
	if m := InMemory(root); m != nil {
		return m.Read(path, limit)
	}
	f, err := Open(root, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(f, path, limit)
}

// Given reads a file whose path the user gives, with links wherever they lead; otherwise it is Read.
func Given(path string, limit int64) ([]byte, error) {
	f, err := Named(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(f, path, limit)
}

// Named is Open for such a path.
func Named(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	return regular(f, path, err)
}

// All reads what is left of an open file, at most limit bytes; path names it in errors.
func All(f *os.File, path string, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, sentence(path, err)
	}
	if info.Size() > limit {
		return nil, tooLarge(path, limit)
	}
	data := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit: // it grew meanwhile
			return nil, tooLarge(path, limit)
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, sentence(path, err)
		case len(data) == cap(data):
			data = append(data, 0)[:len(data)]
		}
	}
}

// FS is the folder of that name for fs.Glob, fs.WalkDir and others that take a file system. Files are opened as by Open and read up
// to Record; folders can be listed.
type FS string

// Open opens a file or a folder.
func (root FS) Open(path string) (fs.File, error) {
	info, err := Stat(string(root), path)
	if err == nil && !info.IsDir() {
		return Open(string(root), path)
	}
	if err != nil {
		return nil, err
	}
	dir, err := enter(string(root))
	if err != nil {
		return nil, sentence(path, err)
	}
	defer dir.Close()
	f, err := dir.OpenFile(filepath.FromSlash(path), os.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return nil, sentence(path, err)
	}
	return f, nil
}

// ReadFile reads a file.
func (root FS) ReadFile(path string) ([]byte, error) { return Read(string(root), path, Record) }

// Stat tells of a file without opening it.
func (root FS) Stat(path string) (fs.FileInfo, error) { return Stat(string(root), path) }

// Stat tells of a file, a folder or what else a path below root leads to, without opening it.
func Stat(root, path string) (fs.FileInfo, error) {
	dir, err := enter(root)
	if err != nil {
		return nil, sentence(path, err)
	}
	defer dir.Close()
	return StatIn(dir, path)
}

// StatIn is Stat in a folder that is open.
func StatIn(dir *os.Root, path string) (fs.FileInfo, error) {
	info, err := dir.Stat(filepath.FromSlash(path))
	if err != nil {
		return nil, sentence(path, err)
	}
	return info, nil
}

// Has tells whether something is at a path below root.
func Has(root, path string) bool {
	if m := InMemory(root); m != nil {
		return m.Has(path)
	}
	_, err := Stat(root, path)
	return err == nil
}

func tooLarge(path string, limit int64) error {
	return fmt.Errorf("%s: has more than %d MB, which is the most that is read", path, limit>>20)
}

// kind names what is no regular file.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "no regular file"
}

// sentence names the file once, by its path below the root.
func sentence(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if strings.HasSuffix(err.Error(), "path escapes from parent") { // os has no value for this error
		return fmt.Errorf("%s: leads out of the folder", path)
	}
	return fmt.Errorf("%s: %w", path, err)
}
