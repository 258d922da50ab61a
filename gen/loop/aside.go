package loop

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/write"
)

// makeAside makes the blocks that opt.Part has one after the other in a folder of opt.Scratch, puts each into job.Root when it
// is finished, and removes it from opt.Scratch. Folders that many machines share are slow at what making samples does:
// small files and journals. They then see whole blocks only.
//
// Blocks that are in job.Root already are checked there, as without a scratch folder. What a stopped run leaves in opt.Scratch
// is gone on with when the next run finds it.
func makeAside(ctx context.Context, set gen.Set, id gen.Identity, job gen.Job, p gen.Plan, opt Options) (Result, error) {
	var sum Result
	for b := range p.Blocks() {
		if opt.Part.has(b) {
			sum.Total += p.Block(b).Samples
		}
	}
	for b := range p.Blocks() {
		if !opt.Part.has(b) {
			continue
		}
		one := opt
		one.Part = Part{b + 1, p.Blocks()}
		if opt.Progress != nil {
			before := sum.Kept + sum.Made
			one.Progress = func(done, _ int) { opt.Progress(before+done, sum.Total) }
		}
		there, err := hasBlock(job.Root, job.Split, p.Block(b))
		if err != nil {
			return sum, err
		}
		var r Result
		if there {
			r, err = makeBlocks(ctx, set, job, p, one)
		} else {
			r, err = makeBlockAside(ctx, set, id, job, p, b, one)
		}
		sum.Made += r.Made
		sum.Kept += r.Kept
		sum.Asked += r.Asked
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// makeBlockAside makes block b, which is not in job.Root as it should be, in a scratch folder and puts it there. The block is
// locked in job.Root meanwhile.
func makeBlockAside(ctx context.Context, set gen.Set, id gen.Identity, job gen.Job, p gen.Plan, b int, opt Options) (Result, error) {
	want := p.Block(b)
	place, err := lockBlock(job, want)
	if err != nil {
		return Result{}, otherBlocks(err)
	}
	aside := job
	if aside.Root, err = asideFolder(opt.Scratch, job, b); err != nil {
		place.close()
		return Result{}, err
	}
	r, err := makeAndPut(ctx, set, id, job, aside, p, b, opt)
	if err != nil {
		place.close()
		return r, err
	}
	place.written, place.counted = want.Items(), want.Samples // it was put there
	if err := place.finish(); err != nil {
		return r, err
	}
	return r, clearAside(aside.Root)
}

// clearAside removes the folder of a block. It gets another name first: a run that finds half a dataset under its own would refuse it.
func clearAside(root string) error {
	gone := root + "-gone"
	for _, step := range []func() error{
		func() error { return os.RemoveAll(gone) }, // of a run that was stopped here
		func() error { return os.Rename(root, gone) },
		func() error { return write.Folder(gone) },
		func() error { return os.RemoveAll(gone) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("gen: scratch folder: %w", err)
		}
	}
	return nil
}

// asideFolder is where a block is made in a scratch folder: the same block of the same dataset finds there what was left of it,
// and others that use the scratch folder do not meet it.
func asideFolder(scratch string, job gen.Job, b int) (string, error) {
	root, err := filepath.Abs(job.Root)
	if err != nil {
		return "", fmt.Errorf("gen: scratch folder: %w", err)
	}
	return filepath.Join(scratch, fmt.Sprintf("mereo-%.6x-%s-%04d", sha256.Sum256([]byte(root)), job.Split, b)), nil
}

// makeAndPut makes block b below aside.Root and puts it below job.Root.
func makeAndPut(ctx context.Context, set gen.Set, id gen.Identity, job, aside gen.Job, p gen.Plan, b int, opt Options) (Result, error) {
	q, err := claim(id, aside, gen.Plan{Count: p.Count, Stride: p.Stride})
	if err != nil {
		return Result{}, fmt.Errorf("gen: scratch folder: %w", err)
	}
	r, err := makeBlocks(ctx, set, aside, q, opt)
	if err != nil {
		return r, err
	}
	// The file of a block that had fewer samples, when the split was shorter, is not that of this block.
	if err := write.Remove(job.Root, gen.BlockPath(job.Split, b)); err != nil {
		return r, err
	}
	block, err := gen.ReadBlock(aside.Root, job.Split, b)
	if err != nil {
		return r, err
	}
	return r, bringBlock(job.Root, aside.Root, block)
}

// hasBlock tells whether a folder has the file of a finished block as it shall be.
func hasBlock(root, split string, want gen.BlockPlan) (bool, error) {
	block, err := gen.ReadBlock(root, split, want.Number)
	if gen.Absent(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return block.Plan() == want, nil
}
