package write

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"mereo/internal/phase"
)

// What Bytes, JSON and Stream write is in the kernel's memory when they return; a power cut may leave it empty, cut off, with zero
// bytes or without its name. So a file that says that others are there is written by Commit, which puts those onto the disk first:
// one batch for each thousand samples instead of a wait for each file.

// syncers is how many files are synced at once: enough for file systems to join the waits into few commits of their logs, which makes a
// thousand files ten times faster than one after the other.
const syncers = 16

// many files are synced with all of their file system, where Linux can: a thousand take 2 ms of a processor then and not 60. It waits for
// what others write to that disk, too, but beside the workers. Few files are synced alone.
const many = 64

// Commit is Stream for a file that others rely on: first the files below root that it names get onto the disk, then its bytes, then
// its name. Where it is, whole, so are they.
func Commit(root, path string, names []File, fill func(w io.Writer) error) (File, error) {
	if err := Sync(root, names); err != nil {
		return File{}, err
	}
	return stream(root, path, true, fill)
}

// CommitJSON is Commit of what JSON writes.
func CommitJSON(root, path string, names []File, v any) (File, error) {
	return Commit(root, path, names, func(w io.Writer) error { return EncodeJSON(w, v) })
}

// Sync puts files below root onto the disk, with their names and those of the folders between.
func Sync(root string, files []File) error {
	defer phase.Begin(phase.Encode).End() // around which writing is taken to lie
	defer phase.Begin(phase.Write).End()
	if len(files) >= many {
		for _, f := range files { // a file that is missing is told about
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(f.Path))); err != nil {
				return sentence(f.Path, err)
			}
		}
		if done, err := syncWhole(folders(root, files)); done || err != nil {
			return err
		}
	}
	next := make(chan File)
	errs := make(chan error, 1) // the first
	var wg sync.WaitGroup
	for range min(syncers, len(files)) {
		wg.Go(func() {
			for f := range next {
				if err := syncFile(filepath.Join(root, filepath.FromSlash(f.Path))); err != nil {
					select {
					case errs <- sentence(f.Path, err):
					default:
					}
				}
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return syncFolders(root, files)
	}
}

// syncFolders puts the names of files onto the disk, and those of the folders between them and root.
func syncFolders(root string, files []File) error {
	for _, dir := range folders(root, files) {
		if err := syncFolder(dir); err != nil {
			return fmt.Errorf("write: folder of %s: %w", files[0].Path, err)
		}
	}
	return nil
}

// folders are those of files and those between them and root.
func folders(root string, files []File) (dirs []string) {
	root = filepath.Clean(root)
	seen := map[string]bool{}
	for _, f := range files {
		for dir := filepath.Dir(filepath.Join(root, filepath.FromSlash(f.Path))); !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			dirs = append(dirs, dir)
			if dir == root {
				break
			}
		}
	}
	return dirs
}

// Folder makes a folder and those above it that are missing, and puts their names onto the disk, also those that a stopped run made.
func Folder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	for above := filepath.Dir(dir); above != dir; dir, above = above, filepath.Dir(above) {
		if err := syncFolder(above); err != nil {
			return err
		}
	}
	return nil
}

// Place gives the file with the temporary name of name, which is complete, its final name, and puts both onto the disk. It closes f.
func Place(f *os.File, name string) error {
	defer phase.Begin(phase.Encode).End() // as in Sync
	defer phase.Begin(phase.Write).End()
	err := f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(name))
	}
	return err
}

// Remove removes a file below root, if it is there, and on the disk, too, before anything comes that it would belie.
func Remove(root, path string) error {
	name := filepath.Join(root, filepath.FromSlash(path))
	err := os.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncFolder(filepath.Dir(name))
	}
	if err != nil {
		return sentence(path, err)
	}
	return nil
}

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe is not waited for
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// syncFolder puts the names in a folder onto the disk. Some file systems cannot sync folders, and those above a dataset's may be
// closed to its user; nothing can be done about either.
func syncFolder(dir string) error {
	err := syncFile(dir)
	for _, ok := range []error{fs.ErrPermission, syscall.EINVAL, syscall.ENOTSUP, syscall.ENOSYS} {
		if errors.Is(err, ok) {
			return nil
		}
	}
	return err
}

// Cut tells whether a JSON file with this content is as a power cut leaves one that was not yet on the disk: empty, with zero bytes, or
// without its end.
func Cut(data []byte) bool {
	if bytes.IndexByte(data, 0) >= 0 {
		return true
	}
	var v json.RawMessage
	err := json.NewDecoder(bytes.NewReader(data)).Decode(&v)
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
