package hdf5

import (
	"os"
	"path/filepath"

	"mereo/gen/write"
)

// Create writes a file, with folders that are missing. It appears when it is complete and on the disk.
func Create(name string, fill func(w *Writer) error) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.Create(write.Temp(name))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w, err := NewWriter(f)
	if err != nil {
		return err
	}
	if err := fill(w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return write.Place(f, name)
}
