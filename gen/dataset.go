package gen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// Version is the program's version. It is part of a dataset's identity, since another version may make other samples.
const Version = "0.14.0"

// Files of a dataset's folder.
const (
	DatasetFile  = "dataset.json"  // what it is, from the first moment on
	ManifestFile = "manifest.json" // what is there; written last
	lockName     = ".lock"
)

// Identity is what decides every sample of a dataset; it lies in dataset.json from the first moment on.
type Identity struct {
	Program  string          `json:"program"`
	Set      string          `json:"set"`
	Seed     uint64          `json:"seed"`
	Pictures bool            `json:"pictures"`
	Config   json.RawMessage `json:"config"`
}

// identityOf returns the identity of what set and job make.
func identityOf(set Set, job Job) (Identity, error) {
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
	if err := strict.JSON(data, &id); err != nil && write.Cut(data) {
		return Identity{}, fmt.Errorf("gen: %s: %w; %s", filepath.Join(root, DatasetFile), errCut, runAgain)
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

// Claim makes the job's folder a dataset of the set, or checks that it is one.
func Claim(set Set, job Job) error {
	id, err := identityOf(set, job)
	if err != nil {
		return err
	}
	return Adopt(job.Root, id)
}

// Adopt makes the folder a dataset of this identity, or checks that it is one. Nothing is written when the folder belongs to
// something else.
func Adopt(root string, id Identity) error { return claimFolder(id, root, func() error { return nil }) }

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
		if j, err := firstJSON(id.Config, other.Config); err == nil && j != nil {
			return fmt.Sprintf("another configuration: %s is %s, asked for %s", strings.TrimPrefix(j.Path, "/"), j.A, j.B)
		}
		return "another configuration"
	}
	return ""
}

// claim makes the folder a dataset of this identity, or checks that it is one, and writes the split's plan. Nothing is
// written when the folder belongs to something else.
func claim(id Identity, job Job, want plan) (p plan, err error) {
	if !ValidSplit(job.Split) {
		return p, badSplit(job.Split)
	}
	if want.Count < 1 || want.Count > maxCount {
		return p, fmt.Errorf("gen: count is %d, want 1 to %d", want.Count, maxCount)
	}
	want.Of = id.sum()
	err = claimFolder(id, job.Root, func() (err error) {
		p, err = planSplit(job, want)
		return err
	})
	return p, err
}

// claimFolder makes the folder a dataset of this identity, or checks that it is one, and then calls f while no other process
// can do so.
func claimFolder(id Identity, root string, f func() error) error {
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	if _, err := id.holds(root); err != nil {
		return err
	}
	foreign := func(e fs.DirEntry) bool { return !ours[e.Name()] }
	named := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == DatasetFile })
	if !named && slices.ContainsFunc(entries, foreign) {
		return fmt.Errorf("gen: %s: the folder is not empty and holds no dataset", root)
	}
	if err := write.Folder(root); err != nil {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	return withLock(root, func() error {
		there, err := id.holds(root) // another process may have come first
		if err == nil && there {
			err = write.Sync(root, []write.File{{Path: DatasetFile}}) // it may have been killed before it did so
		} else if err == nil {
			_, err = write.CommitJSON(root, DatasetFile, nil, id)
		}
		if err != nil {
			return err
		}
		return f()
	})
}

// ours are the names in a folder in which another run is about to begin the same dataset.
var ours = map[string]bool{lockName: true, DatasetFile: true, write.Temp(DatasetFile): true}

var splitName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

func badSplit(name string) error {
	if slices.Contains(besides, name) {
		return fmt.Errorf("gen: split is %q, which is the name of a folder beside those of splits", name)
	}
	return fmt.Errorf("gen: split is %q, want letters, digits, - and _", name)
}

// maxCount keeps indices inside six digits, which is what published file names have.
const maxCount = 1000000

// plan is how many samples a split shall have, and how they are made; it lies in <split>/blocks/plan.json.
type plan struct {
	Count int `json:"count"`
	// Stride is Set.Stride; 0 is 1.
	Stride int `json:"stride,omitempty"`
	// Shorter are smaller counts that were asked for, too, ascending, of sets whose stride is not 1: their joined files are
	// kept beside that of all samples.
	Shorter []int `json:"shorter,omitempty"`
	// Of is the Identity.sum of the dataset, by which a dataset.json that was lost is known again.
	Of string `json:"of"`
}

// with is the plan with another count besides.
func (p plan) with(count int) plan {
	counts := append(slices.Clone(p.Shorter), p.Count, count)
	slices.Sort(counts)
	counts = slices.Compact(counts)
	last := len(counts) - 1
	return plan{counts[last], p.Stride, counts[:last:last], p.Of}
}

// same tells whether two plans are of the same samples.
func (p plan) same(q plan) bool { return p.Count == q.Count && p.Stride == q.Stride }

// newPlan is the plan of count samples of a set.
func newPlan(set Set, count int) plan {
	p := plan{Count: count}
	if stride := set.Stride(); stride != 1 {
		p.Stride = stride
	}
	return p
}

// blocks is how many blocks the samples make.
func (p plan) blocks() int { return (p.Count + BlockSize - 1) / BlockSize }

// block is the part of the plan that block b is.
func (p plan) block(b int) blockPlan {
	return blockPlan{number: b, samples: min(BlockSize, p.Count-b*BlockSize), stride: max(1, p.Stride)}
}

// blockPlan is what a block shall have.
type blockPlan struct{ number, samples, stride int }

// items is how many items have the samples; the last may have more than are wanted.
func (p blockPlan) items() int { return (p.samples + p.stride - 1) / p.stride }

// index is the first sample of item i of the block.
func (p blockPlan) index(i int) int { return p.number*BlockSize + i*p.stride }

// of is how many wanted samples the item from an index on has.
func (p blockPlan) of(index int) int { return min(p.stride, p.number*BlockSize+p.samples-index) }

// PlanPath is the file that says how many samples a split shall have, below the dataset's folder.
func PlanPath(split string) string { return path.Join(split, "blocks", "plan.json") }

func readPlan(root, split string) (plan, error) {
	var p plan
	err := readJSON(root, PlanPath(split), &p)
	if err == nil {
		if err = p.check(); err != nil {
			err = fmt.Errorf("gen: %s: %w", PlanPath(split), err)
		}
	}
	return p, err
}

// check says what is wrong with a plan.
func (p plan) check() error {
	switch {
	case p.Count < 1 || p.Count > maxCount:
		return fmt.Errorf("count is %d, want 1 to %d", p.Count, maxCount)
	case p.Stride < 0 || p.Stride > 0 && BlockSize%p.Stride != 0:
		return fmt.Errorf("stride is %d, want a divisor of %d", p.Stride, BlockSize)
	case slices.ContainsFunc(p.Shorter, func(n int) bool { return n < 1 || n >= p.Count }):
		return fmt.Errorf("shorter is %d, want counts below %d", p.Shorter, p.Count)
	}
	return nil
}

// Planned is how many samples a split shall have, as the content of a plan's file says.
func Planned(data []byte) (int, error) {
	var p plan
	if err := strict.JSON(data, &p); err != nil {
		return 0, err
	}
	return p.Count, p.check()
}

// planSplit writes or raises the split's plan and returns what it is then. A split may grow, since every sample depends on its
// index alone; it never shrinks, but sets that join samples under names with their number join fewer, too.
func planSplit(job Job, want plan) (plan, error) {
	p, err := readPlan(job.Root, job.Split)
	switch {
	case absent(err):
		p = want
	case err != nil:
		return p, err
	case p.Count == want.Count || slices.Contains(p.Shorter, want.Count):
		return p, write.Sync(job.Root, []write.File{{Path: PlanPath(job.Split)}})
	case want.Stride != 0:
		p = p.with(want.Count)
	case p.Count > want.Count:
		return p, fmt.Errorf("gen: %s: split %s has %d samples, asked for %d; a split can grow but not shrink",
			job.Root, job.Split, p.Count, want.Count)
	default:
		p = want
	}
	_, err = write.CommitJSON(job.Root, PlanPath(job.Split), nil, p)
	return p, err
}

// splits lists the splits of a dataset's folder that have a plan, sorted.
func splits(root string) ([]string, error) {
	found, err := fs.Glob(folder.FS(root), PlanPath("*"))
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	var names []string
	for _, f := range found {
		names = append(names, path.Dir(path.Dir(f)))
	}
	slices.Sort(names)
	return names, nil
}

func readJSON(root, p string, v any) error {
	data, err := folder.Read(root, p, folder.Record)
	if err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if err := strict.JSON(data, v); err != nil && write.Cut(data) {
		return fmt.Errorf("gen: %s: %w; %s", p, errCut, runAgain)
	} else if err != nil {
		return fmt.Errorf("gen: %s: %w; %s", p, err, removeIt)
	}
	return nil
}

// removeIt is the cure for a damaged file that a run writes again.
const removeIt = "remove the file and run the same command again"

// withLock runs f while no other process runs one on the same dataset's folder.
func withLock(root string, f func() error) error {
	lock, err := folder.Append(root, lockName)
	if err != nil {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	defer lock.Close()
	if err := write.Lock(lock, true); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	return f()
}
