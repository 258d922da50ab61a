package gen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// Version is the program's version. It is part of a dataset's identity, since another version may make other samples.
const Version = "0.31.0"

// Files of a dataset's folder.
const (
	DatasetFile  = "dataset.json"  // what it is, from the first moment on
	ManifestFile = "manifest.json" // what is there; written last
	LockName     = ".lock"
)

// Identity is what decides every sample of a dataset; it lies in dataset.json from the first moment on.
type Identity struct {
	Program  string          `json:"program"`
	Set      string          `json:"set"`
	Seed     uint64          `json:"seed"`
	Pictures bool            `json:"pictures"`
	Config   json.RawMessage `json:"config"`
}

// IdentityOf returns the identity of what set and job make.
func IdentityOf(set Set, job Job) (Identity, error) {
	config, err := json.Marshal(set.Config())
	if err != nil {
		return Identity{}, fmt.Errorf("gen: configuration of %s: %w", set.Name(), err)
	}
	return Identity{"mereo " + Version, set.Name(), job.Seed, job.Pictures, config}, nil
}

var errNoDataset = errors.New("no dataset is there")

// ReadIdentity reads the dataset.json of a dataset's folder.
func ReadIdentity(root string) (Identity, error) {
	data, err := folder.Read(root, DatasetFile, folder.Record)
	if errors.Is(err, fs.ErrNotExist) {
		return Identity{}, fmt.Errorf("gen: %s: %w: %s is missing", root, errNoDataset, DatasetFile)
	} else if info, stat := os.Stat(root); err != nil && stat == nil && !info.IsDir() {
		return Identity{}, fmt.Errorf("gen: %s is a file, want a dataset's folder", root)
	} else if err != nil {
		return Identity{}, fmt.Errorf("gen: %w", err)
	}
	var id Identity
	if err := record.Read(data, &id, record.Lacking); err != nil && write.Cut(data) {
		return Identity{}, fmt.Errorf("gen: %s: %w; %s", filepath.Join(root, DatasetFile), ErrCut, runAgain)
	} else if err != nil {
		return Identity{}, fmt.Errorf("gen: %s: %w; %s", filepath.Join(root, DatasetFile), err, copyIt)
	}
	if err := id.Compact(); err != nil {
		return Identity{}, fmt.Errorf("gen: %s: %w; %s", filepath.Join(root, DatasetFile), err, copyIt)
	}
	return id, nil
}

// copyIt is the cure for a damaged dataset.json: a run that wrote it again could join samples of two datasets.
const copyIt = "the file is damaged; begin the same dataset in an empty folder and copy the file from there"

// Compact takes the spaces out of the configuration, without which identities are compared.
func (id *Identity) Compact() error {
	var compact bytes.Buffer
	if err := json.Compact(&compact, id.Config); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	id.Config = compact.Bytes()
	return nil
}

// Differ says in words what makes other another dataset than id, or nothing.
func (id Identity) Differ(other Identity) string {
	switch {
	case id.Set != other.Set:
		return fmt.Sprintf("set %s, asked for %s", id.Set, other.Set)
	case id.Program != other.Program:
		return fmt.Sprintf("a set made by %s, this is %s", id.Program, other.Program)
	case id.Seed != other.Seed:
		return fmt.Sprintf("seed %d, asked for %d", id.Seed, other.Seed)
	case id.Pictures != other.Pictures:
		with := map[bool]string{true: "with", false: "without"}
		return fmt.Sprintf("samples %s pictures, asked for samples %s", with[id.Pictures], with[other.Pictures])
	case !bytes.Equal(id.Config, other.Config):
		if j, err := record.First(id.Config, other.Config); err == nil && j != nil {
			return fmt.Sprintf("another configuration: %s is %s, asked for %s", j.Place, j.A, j.B)
		}
		return "another configuration"
	}
	return ""
}

// JobOf is the job of a dataset's folder, without a split. The folder must hold what set makes.
func JobOf(set Set, root string) (Job, error) {
	id, err := ReadIdentity(root)
	if err != nil {
		return Job{}, err
	}
	job := Job{Root: root, Seed: id.Seed, Pictures: id.Pictures}
	if want, err := IdentityOf(set, job); err != nil {
		return Job{}, err
	} else if d := id.Differ(want); d != "" {
		return Job{}, fmt.Errorf("gen: %s: the folder holds %s", root, d)
	}
	return job, nil
}
