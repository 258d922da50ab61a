package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// Claim makes the job's folder a dataset of the set, or checks that it is one.
func Claim(set gen.Set, job gen.Job) error {
	id, err := gen.IdentityOf(set, job)
	if err != nil {
		return err
	}
	return Adopt(job.Root, id)
}

// Adopt makes the folder a dataset of this identity, or checks that it is one. Nothing is written when the folder belongs to
// something else.
func Adopt(root string, id gen.Identity) error {
	return claimFolder(id, root, func() error { return nil })
}

// claim makes the folder a dataset of this identity, or checks that it is one, and writes the split's plan. Nothing is
// written when the folder belongs to something else.
func claim(id gen.Identity, job gen.Job, want gen.Plan) (p gen.Plan, err error) {
	if !gen.ValidSplit(job.Split) {
		return p, gen.BadSplit(job.Split)
	}
	if want.Count < 1 || want.Count > gen.MaxCount {
		return p, fmt.Errorf("gen: count is %d, want 1 to %d", want.Count, gen.MaxCount)
	}
	want.Of = id.Sum()
	err = claimFolder(id, job.Root, func() (err error) {
		p, err = planSplit(job, want)
		return err
	})
	return p, err
}

// claimFolder makes the folder a dataset of this identity, or checks that it is one, and then calls f while no other process
// can do so.
func claimFolder(id gen.Identity, root string, f func() error) error {
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	if _, err := id.Holds(root); err != nil {
		return err
	}
	foreign := func(e fs.DirEntry) bool { return !ours[e.Name()] }
	named := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == gen.DatasetFile })
	if !named && slices.ContainsFunc(entries, foreign) {
		return fmt.Errorf("gen: %s: the folder is not empty and holds no dataset", root)
	}
	if err := write.Folder(root); err != nil {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	return withLock(root, func() error {
		there, err := id.Holds(root) // another process may have come first
		if err == nil && there {
			err = write.Sync(root, []write.File{{Path: gen.DatasetFile}}) // it may have been killed before it did so
		} else if err == nil {
			_, err = write.CommitJSON(root, gen.DatasetFile, nil, id)
		}
		if err != nil {
			return err
		}
		return f()
	})
}

// ours are the names in a folder in which another run is about to begin the same dataset.
var ours = map[string]bool{gen.LockName: true, gen.DatasetFile: true, write.Temp(gen.DatasetFile): true}

// planSplit writes or raises the split's plan and returns what it is then. A split may grow, since every sample depends on its
// index alone; it never shrinks, but sets that join samples under names with their number join fewer, too.
func planSplit(job gen.Job, want gen.Plan) (gen.Plan, error) {
	p, err := gen.ReadPlan(job.Root, job.Split)
	switch {
	case gen.Absent(err):
		p = want
	case err != nil:
		return p, err
	case p.Count == want.Count || slices.Contains(p.Shorter, want.Count):
		return p, write.Sync(job.Root, []write.File{{Path: gen.PlanPath(job.Split)}})
	case want.Stride != 0:
		p = p.With(want.Count)
	case p.Count > want.Count:
		return p, fmt.Errorf("gen: %s: split %s has %d samples, asked for %d; a split can grow but not shrink",
			job.Root, job.Split, p.Count, want.Count)
	default:
		p = want
	}
	_, err = write.CommitJSON(job.Root, gen.PlanPath(job.Split), nil, p)
	return p, err
}

// withLock runs f while no other process runs one on the same dataset's folder.
func withLock(root string, f func() error) error {
	lock, err := folder.Append(root, gen.LockName)
	if err != nil {
		return fmt.Errorf("gen: output folder: %w", err)
	}
	defer lock.Close()
	if err := write.Lock(lock, true); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	return f()
}
