package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

func readJSON(root, p string, v any) error {
	data, err := folder.Read(root, p, folder.Record)
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if err := record.Read(data, v, record.Lacking); err != nil && write.Cut(data) {
		return fmt.Errorf("gen: %s: %w; %s", p, ErrCut, runAgain)
	} else if err != nil {
		return fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	return nil
}

// removeIt is the cure for a damaged file that a run writes again.
const removeIt = "remove the file and run the same command again"

// PathCause strips the operating system's spelling of a path from an error.
func PathCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Path is where a file below the dataset's folder lies.
func (j Job) Path(name string) string { return filepath.Join(j.Root, filepath.FromSlash(name)) }

// Has tells whether there is a file below the dataset's folder; there is none without a folder.
func (j Job) Has(name string) bool {
	return j.Root != "" && folder.Has(j.Root, name)
}

// Read reads a file below the dataset's folder. Errors name it as it is called there: where the folder lies is nobody's business.
// They wrap fs.ErrNotExist where there is no such file, or no dataset.
func (j Job) Read(name string) ([]byte, error) {
	if j.Root == "" {
		return nil, fmt.Errorf("%s: there is no dataset: %w", name, fs.ErrNotExist)
	}
	return folder.Read(j.Root, name, folder.Record)
}
