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

// assemble joins the shards of a split: one member after the other, so that memory does not grow with the file.
func assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
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
	members, err := membersOf(shards, job.Count)
	if err != nil {
		return nil, err
	}
	var written []npz.Member
	file, err := write.Stream(job.To(), path, func(w io.Writer) error {
		z := npz.NewWriter(w)
		for _, m := range members {
			if err := m.join(ctx, z, shards); err != nil {
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

// member is an array of the joined file.
type member struct {
	key   string
	shape []int // with all rows
	rows  []int // how many of each shard are wanted
}

// membersOf are the arrays of the joined file of count elements. Row i of a shard's array is of its element i.
func membersOf(shards func(i int) string, count int) (members []*member, err error) {
	for i := range (count + shardElements - 1) / shardElements {
		r, err := npz.Open(shards(i))
		if err != nil {
			return nil, fmt.Errorf("syndacate: %w", err)
		}
		keys := r.Keys()
		for k, key := range keys {
			_, shape, err := r.Header(key)
			if err == nil && len(shape) == 0 {
				err = fmt.Errorf("%s: %s has no rows", shards(i), key)
			}
			if err != nil {
				r.Close()
				return nil, fmt.Errorf("syndacate: %w", err)
			}
			if i == 0 {
				m := &member{key: key, shape: slices.Clone(shape)}
				m.shape[0] = 0
				members = append(members, m)
			}
			if k >= len(members) || members[k].key != key || !slices.Equal(members[k].shape[1:], shape[1:]) {
				r.Close()
				return nil, fmt.Errorf("syndacate: %s: array %d is %s of shape %d, which the first shard has not; remove the file "+
					"and run the same command again", shards(i), k, key, shape)
			}
			rows := min(shape[0], count-i*shardElements)
			members[k].rows = append(members[k].rows, rows)
			members[k].shape[0] += rows
		}
		if err := r.Close(); err != nil {
			return nil, fmt.Errorf("syndacate: %w", err)
		}
		if len(keys) != len(members) {
			return nil, fmt.Errorf("syndacate: %s has %d arrays, want %d; remove the file and run the same command again",
				shards(i), len(keys), len(members))
		}
	}
	return members, nil
}

// join writes one array of all shards, reading ahead on all processors.
func (m *member) join(ctx context.Context, z *npz.Writer, shards func(i int) string) error {
	begun := false
	return ordered.Do(ctx, len(m.rows), func(i int) (any, error) {
		r, err := npz.Open(shards(i))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		a, err := r.First(m.key, m.rows[i])
		return a.Data, err
	}, func(_ int, rows any) error {
		if !begun {
			begun = true
			if err := z.Begin(m.key, rows, m.shape); err != nil {
				return err
			}
		}
		return z.Append(rows)
	})
}
