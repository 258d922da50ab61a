package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// Merge puts the finished blocks of several folders of the same dataset into one and finishes the splits that are then
// complete. Files are linked where the file system can, else copied; the folders stay as they are. Blocks that are there
// already must be the same, and none that is missing may be open in another process. It returns how many blocks each split lacks, by split.
func Merge(ctx context.Context, set gen.Set, out string, from []string) (left map[string]int, err error) {
	if len(from) == 0 {
		return nil, errors.New("gen: merge: no folder to merge")
	}
	// Compare everything before anything is written.
	id, err := gen.ReadIdentity(from[0])
	if err != nil {
		return nil, err
	}
	plans := map[string]gen.Plan{}
	for _, dir := range from {
		other, err := gen.ReadIdentity(dir)
		if err != nil {
			return nil, err
		}
		if d := id.Differ(other); d != "" {
			return nil, fmt.Errorf("gen: merge: %s holds %s (in %s)", from[0], d, dir)
		}
		names, err := gen.SplitNames(dir)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			p, err := gen.ReadPlan(dir, name)
			if err != nil {
				return nil, err
			}
			if q, ok := plans[name]; ok && !q.Same(p) {
				return nil, fmt.Errorf("gen: merge: %s: split %s has %d samples in one folder and %d in another", dir, name, q.Count, p.Count)
			}
			for _, n := range plans[name].Shorter {
				p = p.With(n)
			}
			plans[name] = p
		}
	}
	if len(plans) == 0 {
		return nil, fmt.Errorf("gen: merge: %s: the folder has no split", from[0])
	}

	left = map[string]int{}
	names := slices.Sorted(maps.Keys(plans))
	for _, name := range names {
		job := gen.Job{Root: out, Seed: id.Seed, Split: name, Pictures: id.Pictures}
		for _, n := range append(slices.Clone(plans[name].Shorter), plans[name].Count) {
			if _, err := claim(id, job, gen.Plan{Count: n, Stride: plans[name].Stride}); err != nil {
				return nil, err
			}
		}
		for b := range plans[name].Blocks() {
			for _, dir := range from {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if err := mergeBlock(out, dir, name, plans[name].Block(b)); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, name := range names {
		job := gen.Job{Root: out, Seed: id.Seed, Split: name, Pictures: id.Pictures}
		if left[name], err = Finish(ctx, set, job); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// mergeBlock brings a block from dir to out when dir has it complete and whole.
func mergeBlock(out, dir, split string, want gen.BlockPlan) error {
	b := want.Number
	block, err := gen.ReadBlock(dir, split, b)
	if errors.Is(err, fs.ErrNotExist) || err == nil && block.Plan() != want {
		return nil
	} else if err != nil {
		return err
	}
	p := gen.BlockPath(split, b)
	source, err := write.Sum(dir, p)
	if err != nil {
		return err
	}
	there, err := write.Sum(out, p)
	if _, bad := gen.ReadBlock(out, split, b); err == nil && !errors.Is(bad, gen.ErrCut) {
		if there.SHA256 != source.SHA256 {
			return fmt.Errorf("gen: merge: block %d of %s in %s is not the one that is there already", b, split, dir)
		}
		// A run that was stopped may have left its lock.
		if _, err := folder.Stat(out, journalPath(split, b)); err != nil {
			return nil
		}
		lock, _, err := openJournal(out, split, b)
		if err == nil {
			lock.close()
		}
		return err
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lock, _, err := openJournal(out, split, b)
	if err != nil {
		return err
	}
	defer lock.close()
	return bringBlock(out, dir, block)
}

// bringBlock links or copies a block whose journal in out this process has locked.
func bringBlock(out, dir string, block *gen.Block) error {
	for _, f := range block.Files() {
		if err := f.Check(dir); err != nil {
			return fmt.Errorf("gen: merge: %s: %w", dir, err)
		}
		if err := bring(out, dir, f.Path); err != nil {
			return err
		}
	}
	// Last: the block's file says that samples and questions are there.
	p := gen.BlockPath(block.Split, block.Block)
	data, err := folder.Read(dir, p, folder.Record)
	if err != nil {
		return fmt.Errorf("gen: merge: %w", err)
	}
	_, err = write.Commit(out, p, block.Files(), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	return err
}

// bring links or copies one file. A link is another name of the same bytes, which is safe because files are never changed
// in place.
func bring(out, dir, p string) error {
	from, to := filepath.Join(dir, filepath.FromSlash(p)), filepath.Join(out, filepath.FromSlash(p))
	into, err := os.OpenRoot(out)
	if err != nil {
		return fmt.Errorf("gen: merge: %w", err)
	}
	defer into.Close()
	if err := into.MkdirAll(path.Dir(p), 0o777); err != nil { // also where a link leads out
		return fmt.Errorf("gen: merge: %s: %w", p, err)
	}
	// A link would get another meaning in another folder, and is copied.
	if info, err := os.Lstat(from); err == nil && info.Mode().IsRegular() && os.Link(from, to) == nil {
		return nil
	}
	in, err := folder.Open(dir, p)
	if err != nil {
		return fmt.Errorf("gen: merge: %w", err)
	}
	defer in.Close()
	_, err = write.Stream(out, p, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
	return err
}
