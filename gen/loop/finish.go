package loop

import (
	"context"
	"errors"
	"slices"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/gen/write"
)

// Finish writes what describes a dataset, from the files of its finished blocks, when job.Split is complete: joined files,
// statistics page, contact sheet, dataset card and manifest. Otherwise it writes nothing. It returns how many blocks of
// job.Split are not there.
func Finish(ctx context.Context, set gen.Set, job gen.Job) (left int, err error) {
	missing, err := gen.MissingBlocks(job.Root, job.Split)
	if err != nil {
		return 0, err
	}
	if len(missing) > 0 {
		return len(missing), nil
	}
	return 0, withLock(job.Root, func() error { return describe(ctx, set, job) })
}

// describe writes the files of the whole. The manifest comes last, so that it never names what is not there, also on the disk.
func describe(ctx context.Context, set gen.Set, job gen.Job) error {
	id, err := gen.IdentityOf(set, job)
	if err != nil {
		return err
	}
	names, err := gen.SplitNames(job.Root)
	if err != nil {
		return err
	}
	before := page.JoinedBefore(job.Root, id)
	var found []*page.Gathered
	for _, name := range names {
		job.Split = name
		g, err := page.GatherSplit(job)
		if errors.Is(err, page.ErrIncomplete) {
			continue
		}
		if err == nil {
			err = g.Join(ctx, set, before[name])
		}
		if err == nil {
			err = g.Show(ctx, set)
		}
		if err != nil {
			return err
		}
		found = append(found, g)
	}
	m := page.ManifestOf(id, found)
	dataset, err := write.Sum(job.Root, gen.DatasetFile)
	if err != nil {
		return err
	}
	pages, err := page.WritePages(set, job, m, found, page.WholePages)
	if err != nil {
		return err
	}
	packed, err := gen.PackedFiles(set, job.Root)
	if err != nil {
		return err
	}
	m.Files = slices.Concat([]write.File{dataset}, pages, packed)
	_, err = write.CommitJSON(job.Root, gen.ManifestFile, m.Named(), m)
	return err
}
