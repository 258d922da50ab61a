package syndacate

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/ordered"
)

// Assemble joins the shards of a split into its file, one member after the other, so that memory does not grow with the file, and writes
// what it is beside it.
func (Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	path, err := filePath(job)
	if err != nil {
		return nil, err
	}
	shards := func(i int) string {
		return filepath.Join(job.Root, filepath.FromSlash(shardPath(job.Split, i*shardElements)))
	}
	var written []npz.Member
	file, err := write.Stream(job.To(), path, func(w io.Writer) error {
		z := npz.NewWriter(w)
		for _, c := range columnsOf(src, job.Pictures) {
			if err := c.join(ctx, z, job.Count, shards); err != nil {
				return err
			}
		}
		if err := z.Begin(keyCount, []int64(nil), nil); err != nil {
			return err
		}
		if err := z.Append([]int64{int64(job.Count)}); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		written = z.Members()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("syndacate: %w", err)
	}
	meta, err := write.JSON(job.To(), sidecarPath(path), newSidecar(job, path, src, written))
	files := []write.File{file, meta}
	if c, ok := src.(companions); ok && err == nil {
		var more []write.File
		more, err = c.companions(job)
		files = append(files, more...)
	}
	return files, err
}

// companions is for sources that write more files beside the joined one.
type companions interface {
	companions(job gen.Job) ([]write.File, error)
}

// join writes a column of all shards, reading ahead on all processors. Row i of a shard's array is of its element i.
func (c *column) join(ctx context.Context, z *npz.Writer, count int, shards func(i int) string) error {
	of := c.array(0)
	of.Shape[0] = c.rows(0, count)
	if err := z.Begin(c.key, of.Data, of.Shape); err != nil {
		return err
	}
	return ordered.Do(ctx, (count+shardElements-1)/shardElements, func(i int) (any, error) {
		r, err := npz.Open(shards(i))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		first := i * shardElements
		a, err := r.First(c.key, c.rows(first, min(shardElements, count-first)))
		if err == nil && (len(a.Shape) == 0 || !slices.Equal(a.Shape[1:], c.shape)) {
			err = fmt.Errorf("%s: %s has shape %d, want rows of %d; remove the file and run the same command again",
				shards(i), c.key, a.Shape, c.shape)
		}
		return a.Data, err
	}, func(_ int, rows any) error { return z.Append(rows) })
}
