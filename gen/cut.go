package gen

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// ErrCut: a file is as a power cut leaves one that was not on the disk yet. Who may write it takes it for one that is not there.
var ErrCut = errors.New("the file is cut off")

// runAgain is the cure for a file that is cut off.
const runAgain = "run the command that makes the dataset again"

// Absent tells whether an error means that a file is not there, or is cut off.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrCut) }

// endsWhole tells whether a JSON file that was written with a line's end has it.
func endsWhole(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() < 2 {
		return false, err
	}
	end := make([]byte, 2)
	_, err = f.ReadAt(end, info.Size()-2)
	return bytes.IndexByte(end, '}') >= 0, err
}

// Holds tells whether a folder has the dataset.json of this identity; an error says that it holds something else.
func (id Identity) Holds(root string) (bool, error) {
	there, err := ReadIdentity(root)
	switch {
	case err == nil:
		if d := there.Differ(id); d != "" {
			return false, fmt.Errorf("gen: %s: the folder holds %s; take another folder", root, d)
		}
		return true, nil
	case errors.Is(err, errNoDataset), errors.Is(err, ErrCut) && id.recurs(root):
		return false, nil
	case errors.Is(err, ErrCut):
		err = fmt.Errorf("gen: %s: nothing says that what is there is of the dataset asked for; %s", filepath.Join(root, DatasetFile), copyIt)
	}
	return false, err
}

// recurs tells whether a dataset.json that is cut off can be written again: what is left of it is the beginning of this one, and all
// that was made below says that it was made by this one.
func (id Identity) recurs(root string) bool {
	left, err := folder.Read(root, DatasetFile, folder.Record)
	var own bytes.Buffer
	if err != nil || write.EncodeJSON(&own, id) != nil {
		return false
	}
	left, _, _ = bytes.Cut(left, []byte{0})
	if !bytes.HasPrefix(own.Bytes(), left) {
		return false
	}
	if m, err := ReadManifest(root); err == nil && id.Differ(m.Identity) != "" {
		return false
	}
	blocks, err := fs.Glob(folder.FS(root), "*/blocks")
	if err != nil {
		return false
	}
	for _, dir := range blocks {
		p, err := ReadPlan(root, path.Dir(dir))
		if err == nil && p.Of != id.Sum() || err != nil && !lost(root, dir) {
			return false
		}
	}
	return true
}

// lost tells whether a folder of blocks has none of which anything can be read.
func lost(root, dir string) bool {
	names, err := fs.Glob(folder.FS(root), dir+"/*")
	return err == nil && !slices.ContainsFunc(names, func(name string) bool {
		data, err := folder.Read(root, name, folder.Record)
		return err != nil || !write.Cut(data)
	})
}

// Sum is a short name of the identity: the SHA-256 of its JSON.
func (id Identity) Sum() string {
	data, err := json.Marshal(id)
	if err != nil {
		panic(err) // it was read, or made of a configuration that was
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}
