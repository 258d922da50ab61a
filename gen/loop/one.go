package loop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/write"
)

// One makes a single sample below job.Root and nothing else, so no questions: a single sample has none of its own, they
// belong to its block. The folder becomes a dataset's, or must hold the same one. Others may make the same sample there meanwhile,
// alone or in a run: it is made in a folder of its own, and its files are then put in place, each at once.
func One(ctx context.Context, set gen.Set, job gen.Job, index int) (item *gen.Item, err error) {
	if index < 0 || index >= gen.MaxCount {
		return nil, fmt.Errorf("gen: index is %d, want 0 to %d", index, gen.MaxCount-1)
	}
	if stride := set.Stride(); index%stride != 0 {
		return nil, fmt.Errorf("gen: index is %d, want a multiple of %d: so many samples are made at once", index, stride)
	}
	if !gen.ValidSplit(job.Split) {
		return nil, gen.BadSplit(job.Split)
	}
	if err := Claim(set, job); err != nil {
		return nil, err
	}
	aside := job
	aside.Root = filepath.Join(job.Root, ".index", fmt.Sprintf("%s-%06d", job.Split, index))
	err = Alone(aside.Root+".lock", func() error {
		err := os.RemoveAll(aside.Root) // of a process that was killed
		if err == nil {
			item, err = makeAlone(ctx, set, aside, index)
		}
		if err == nil {
			err = putInPlace(job.Root, aside.Root, item.Files)
		}
		if cerr := os.RemoveAll(aside.Root); err == nil && cerr != nil {
			err = fmt.Errorf("gen: %w", cerr)
		}
		return err
	})
	os.Remove(filepath.Dir(aside.Root)) // unless others use it
	return item, err
}

// makeAlone makes a sample with a maker of its own.
func makeAlone(ctx context.Context, set gen.Set, job gen.Job, index int) (*gen.Item, error) {
	maker, err := set.NewMaker(ctx, job)
	if err != nil {
		return nil, err
	}
	item, err := makeOne(ctx, maker, index)
	if cerr := maker.Close(); err == nil {
		err = cerr
	}
	return item, err
}

// putInPlace moves files from a folder of the dataset to where they belong.
func putInPlace(root, aside string, files []write.File) error {
	for _, f := range files {
		to := filepath.Join(root, filepath.FromSlash(f.Path))
		err := os.MkdirAll(filepath.Dir(to), 0o777)
		if err == nil {
			err = os.Rename(filepath.Join(aside, filepath.FromSlash(f.Path)), to)
		}
		if err != nil {
			return fmt.Errorf("gen: %s: %w", f.Path, gen.PathCause(err))
		}
	}
	return write.Sync(root, files)
}

// Alone runs f while no other process does so with the same file, which is made for it and removed. On file systems without locks f runs
// all the same, as in withLock.
func Alone(name string, f func() error) error {
	for {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		lock, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the folder was removed meanwhile
		} else if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		if err := write.Lock(lock, true); err != nil {
			lock.Close()
			return fmt.Errorf("gen: %w", err)
		}
		if !inPlace(lock, name) { // who had it removed it
			lock.Close()
			continue
		}
		err = f()
		if rerr := write.Remove(filepath.Dir(name), filepath.Base(name)); err == nil && rerr != nil {
			err = rerr
		}
		lock.Close()
		return err
	}
}

// inPlace tells whether an open file is still the one of its name.
func inPlace(f *os.File, name string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(name)
	return err == nil && os.SameFile(mine, there)
}
