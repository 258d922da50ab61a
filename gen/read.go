package gen

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"mereo/internal/folder"
)

// Path is where a file below the dataset's folder lies.
func (j Job) Path(name string) string { return filepath.Join(j.Root, filepath.FromSlash(name)) }

// Has tells whether there is a file below the dataset's folder; there is none without a folder.
func (j Job) Has(name string) bool {
	if j.Root == "" {
		return false
	}
	_, err := folder.Stat(j.Root, name)
	return err == nil
}

// Read reads a file below the dataset's folder. Errors name it as it is called there: where the folder lies is nobody's business.
// They wrap fs.ErrNotExist where there is no such file, or no dataset.
func (j Job) Read(name string) ([]byte, error) {
	if j.Root == "" {
		return nil, fmt.Errorf("%s: there is no dataset: %w", name, fs.ErrNotExist)
	}
	return folder.Read(j.Root, name, folder.Record)
}
