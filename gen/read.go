package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Path is where a file below the dataset's folder lies.
func (j Job) Path(name string) string { return filepath.Join(j.Root, filepath.FromSlash(name)) }

// Has tells whether there is a file below the dataset's folder; there is none without a folder.
func (j Job) Has(name string) bool {
	if j.Root == "" {
		return false
	}
	_, err := os.Stat(j.Path(name))
	return err == nil
}

// Read reads a file below the dataset's folder. Errors name it as it is called there: where the folder lies is nobody's business.
// They wrap fs.ErrNotExist where there is no such file, or no dataset.
func (j Job) Read(name string) ([]byte, error) {
	if j.Root == "" {
		return nil, fmt.Errorf("%s: there is no dataset: %w", name, fs.ErrNotExist)
	}
	data, err := os.ReadFile(j.Path(name))
	var at *fs.PathError
	if errors.As(err, &at) {
		err = fmt.Errorf("%s: %w", name, at.Err)
	}
	return data, err
}
