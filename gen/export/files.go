package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/write"
)

// streams writes several files at once; see write.Stream.
func streams(out string, paths []string, fill func(to []io.Writer) error) ([]write.File, error) {
	files := make([]write.File, len(paths))
	writers := make([]io.Writer, len(paths))
	var open func(k int) error
	open = func(k int) (err error) {
		if k == len(paths) {
			return fill(writers)
		}
		files[k], err = write.Stream(out, paths[k], func(w io.Writer) error {
			writers[k] = w
			return open(k + 1)
		})
		return err
	}
	return files, open(0)
}

// place puts a picture into the export, as another name of the dataset's file where the file system can, else as a copy.
func (d *dataset) place(out, path string, p Picture) (write.File, error) {
	if p.Path == "" {
		return write.Bytes(out, path, p.Data)
	}
	name := filepath.Join(out, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return write.File{}, fmt.Errorf("export: %w", err)
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return write.File{}, fmt.Errorf("export: %w", err)
	}
	if os.Link(gen.Job{Root: d.root}.Path(p.Path), name) != nil {
		return write.Bytes(out, path, p.Data)
	}
	sum := sha256.Sum256(p.Data)
	return write.File{Path: path, Bytes: int64(len(p.Data)), SHA256: hex.EncodeToString(sum[:])}, nil
}

// info says in the words of COCO and others what a split is.
func (d *dataset) info(split string) map[string]any {
	return map[string]any{
		"description": d.set.About().Title + ", split " + split, "version": d.manifest.Program, "seed": d.manifest.Seed,
		"contributor": "mereo", "url": "", "year": 0, "date_created": "",
	}
}
