package export

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/write"
)

// named is a file that is to be written, or a member of an archive.
type named struct {
	path string
	data []byte
}

// loose is what formats share whose samples have files of their own: encode returns them as []named.
type loose struct{}

func (loose) write(out string, _ *dataset, _ Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	var w written
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		for _, f := range item.([]named) {
			w.add(write.Bytes(out, f.path, f.data))
		}
		if w.err != nil {
			break
		}
	}
	return w.all()
}

// written are files that were written. The first error stays.
type written struct {
	files []write.File
	err   error
}

func (w *written) add(file write.File, err error) {
	w.files = append(w.files, file)
	w.err = cmp.Or(w.err, err)
}

func (w *written) all() ([]write.File, error) {
	if w.err != nil {
		return nil, w.err
	}
	return w.files, nil
}

// scratch is a list of JSON values that waits in a file until what stands before it is written.
type scratch struct {
	*os.File
	buffer *bufio.Writer
	begun  bool
}

// newScratch makes a file without a name: it is gone when it is closed, whatever becomes of the process.
func newScratch(out string) (*scratch, error) {
	dir := filepath.Join(out, partsName)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "list-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return &scratch{File: f, buffer: bufio.NewWriter(f)}, nil
}

// add appends a value.
func (s *scratch) add(data []byte) error {
	first := !s.begun
	s.begun = true
	return element(s.buffer, data, first)
}

// copyTo writes all values.
func (s *scratch) copyTo(w io.Writer) error {
	if err := s.buffer.Flush(); err != nil {
		return err
	}
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.File)
	return err
}

// element writes an element of a list, which is JSON.
func element(w io.Writer, data []byte, first bool) error {
	before := ",\n"
	if first {
		before = "\n"
	}
	if _, err := io.WriteString(w, before); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
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
