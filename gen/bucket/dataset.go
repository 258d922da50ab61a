package bucket

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"sync"

	"gocloud.dev/blob"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// Options say how a dataset is copied.
type Options struct {
	// Workers is how many files are copied at once. If 0, sixteen: stores answer slowly and take much at once.
	Workers int
	// Progress is called, never twice at once, with how many blocks are there. Nil is fine.
	Progress func(done, total int)
}

// Result is what was copied.
type Result struct {
	Blocks int // that are there now
	Copied int // files that were not there
	Kept   int // files that were
}

// Push copies what is finished of a dataset's folder into the bucket: blocks that are there whole, and, when the folder has a
// manifest, everything that the manifest names. What is there already stays. A bucket with another dataset is refused.
func (b *Bucket) Push(ctx context.Context, root string, o Options) (Result, error) {
	c := newCopying(ctx, o, b.putter(ctx, root))
	if err := b.Claim(ctx, root); err != nil {
		return c.result, err
	}
	extents, err := gen.Extents(root)
	if err != nil {
		return c.result, err
	}
	for _, e := range extents {
		if err := b.putPlan(ctx, root, e.Split); err != nil {
			return c.result, err
		}
	}
	for _, e := range extents {
		for number := range blocksOf(e.Count) {
			if _, err := folder.Stat(root, gen.BlockPath(e.Split, number)); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := c.block(root, e.Split, number); err != nil {
				return c.result, err
			}
		}
	}
	m, err := gen.ReadManifest(root)
	if errors.Is(err, fs.ErrNotExist) {
		return c.result, nil
	} else if err != nil {
		return c.result, err
	}
	return c.result, c.manifest(root, m)
}

// Claim makes the bucket the place of the dataset in a folder, or checks that it is.
func (b *Bucket) Claim(ctx context.Context, root string) error {
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return err
	}
	there, err := b.identity(ctx)
	if err != nil {
		return err
	}
	if there != nil {
		if d := there.Differ(id); d != "" {
			return fmt.Errorf("bucket: %s holds %s; want another place", b.address, d)
		}
		return nil
	}
	data, err := folder.Read(root, gen.DatasetFile, folder.Record)
	if err != nil {
		return fmt.Errorf("bucket: %w", err)
	}
	return b.putBytes(ctx, gen.DatasetFile, data)
}

// identity is the dataset of the bucket; nil where there is none.
func (b *Bucket) identity(ctx context.Context) (*gen.Identity, error) {
	data, err := b.read(ctx, gen.DatasetFile)
	if data == nil || err != nil {
		return nil, err
	}
	var id gen.Identity
	if err := strict.JSON(data, &id); err != nil {
		return nil, fmt.Errorf("bucket: %s: %w", b.name(gen.DatasetFile), err)
	}
	return &id, id.Compact()
}

// putPlan copies a split's plan, unless the bucket has one of more samples.
func (b *Bucket) putPlan(ctx context.Context, root, split string) error {
	path := gen.PlanPath(split)
	data, err := folder.Read(root, path, folder.Record)
	if err != nil {
		return fmt.Errorf("bucket: %w", err)
	}
	old, err := b.read(ctx, path)
	if err != nil {
		return err
	}
	here, err := gen.Planned(data)
	if err != nil {
		return fmt.Errorf("bucket: %s: %w", path, err)
	}
	if there, err := gen.Planned(old); err == nil && there > here {
		return nil
	}
	return b.putBytes(ctx, path, data)
}

// PushBlock copies a finished block into a bucket that was claimed.
func (b *Bucket) PushBlock(ctx context.Context, root, split string, number int, o Options) error {
	if err := b.putPlan(ctx, root, split); err != nil {
		return err
	}
	return newCopying(ctx, o, b.putter(ctx, root)).block(root, split, number)
}

// putter puts files of a folder.
func (b *Bucket) putter(ctx context.Context, root string) copyFile {
	return func(f write.File, names []write.File) (bool, error) { return b.put(ctx, root, f, names) }
}

// Blocks lists the numbers of the finished blocks of a split that the bucket has with as many samples as count asks for.
func (b *Bucket) Blocks(ctx context.Context, split string, count int) (map[int]bool, error) {
	out := map[int]bool{}
	paths, err := b.list(ctx, split+"/blocks/")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		var number int
		if _, err := fmt.Sscanf(strings.TrimPrefix(path, split+"/blocks/"), "%d.json", &number); err != nil || path != gen.BlockPath(split, number) {
			continue
		}
		want := min(gen.BlockSize, count-number*gen.BlockSize)
		if want < 1 {
			continue
		}
		if want < gen.BlockSize || (number+1)*gen.BlockSize >= count { // the last one may have fewer or more
			block, _, err := b.block(ctx, split, number)
			if err != nil {
				return nil, err
			}
			if block.Count != want {
				continue
			}
		}
		out[number] = true
	}
	return out, nil
}

// block reads the file of a block. What it names is what a block may have.
func (b *Bucket) block(ctx context.Context, split string, number int) (*gen.Block, []byte, error) {
	path := gen.BlockPath(split, number)
	data, err := b.read(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	var block gen.Block
	if err = strict.JSON(data, &block); err == nil {
		err = block.Check(split, number)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("bucket: %s: %w; do not trust it", b.name(path), err)
	}
	return &block, data, nil
}

// listed is how many pages of a list are read, of a thousand files each: a split has a thousand blocks at most.
const listed = 20

// list lists the files whose paths begin with prefix, folders below not included.
func (b *Bucket) list(ctx context.Context, prefix string) (paths []string, err error) {
	token := blob.FirstPageToken
	for range listed {
		page, next, err := b.store.ListPage(ctx, token, gen.BlockSize, &blob.ListOptions{Prefix: prefix, Delimiter: "/"})
		if err != nil {
			return nil, fmt.Errorf("bucket: %s: %w", b.name(prefix), err)
		}
		for _, object := range page {
			paths = append(paths, object.Key)
		}
		if len(next) == 0 {
			sort.Strings(paths)
			return paths, nil
		}
		token = next
	}
	return nil, fmt.Errorf("bucket: %s: the list of files does not end after %d pages; a dataset has fewer", b.name(prefix), listed)
}

// Pull copies what is finished in the bucket into a folder, which has to be empty or hold the same dataset. What is there already
// stays.
func (b *Bucket) Pull(ctx context.Context, root string, o Options) (Result, error) {
	c := newCopying(ctx, o, func(f write.File, _ []write.File) (bool, error) { return b.get(ctx, root, f) })
	id, err := b.identity(ctx)
	if err != nil {
		return c.result, err
	}
	if id == nil {
		return c.result, fmt.Errorf("bucket: %s has no dataset: %s is missing", b.address, gen.DatasetFile)
	}
	if err := loop.Adopt(root, *id); err != nil {
		return c.result, err
	}
	folders, err := b.list(ctx, "")
	if err != nil {
		return c.result, err
	}
	blocks := map[string]int{} // that a split shall have
	var splits []string
	for _, f := range folders {
		if split, ok := strings.CutSuffix(f, "/"); ok && gen.ValidSplit(split) {
			plan, err := b.read(ctx, gen.PlanPath(split))
			if err != nil {
				return c.result, err
			}
			if plan == nil { // a folder of something else
				continue
			}
			count, err := gen.Planned(plan)
			if err != nil {
				return c.result, fmt.Errorf("bucket: %s: %w", b.name(gen.PlanPath(split)), err)
			}
			if err := adoptPlan(root, split, count, plan); err != nil {
				return c.result, err
			}
			blocks[split] = blocksOf(count)
			splits = append(splits, split)
		}
	}
	for _, split := range splits {
		paths, err := b.list(ctx, split+"/blocks/")
		if err != nil {
			return c.result, err
		}
		for number := range blocks[split] {
			path := gen.BlockPath(split, number)
			if !slices.Contains(paths, path) {
				continue
			}
			block, data, err := b.block(ctx, split, number)
			if err != nil {
				return c.result, err
			}
			if err := c.files(block.Files()); err != nil {
				return c.result, err
			}
			if _, err := write.Commit(root, path, block.Files(), content(data)); err != nil {
				return c.result, err
			}
			c.counted(len(paths) - 1) // the plan is no block
		}
	}
	data, err := b.read(ctx, gen.ManifestFile)
	if data == nil || err != nil {
		return c.result, err
	}
	var m gen.Manifest
	if err = strict.JSON(data, &m); err == nil {
		err = m.Check()
	}
	if err == nil {
		err = m.Compact()
	}
	if err == nil && m.Differ(*id) != "" {
		err = fmt.Errorf("says %s", m.Differ(*id))
	}
	if err != nil {
		return c.result, fmt.Errorf("bucket: %s: %w; do not trust it", b.name(gen.ManifestFile), err)
	}
	for _, s := range m.Splits {
		if err := c.files(s.Joined); err != nil {
			return c.result, err
		}
	}
	if err := c.files(described(&m)); err != nil {
		return c.result, err
	}
	_, err = write.Commit(root, gen.ManifestFile, m.Named(), content(data))
	return c.result, err
}

// adoptPlan writes a split's plan into a folder, unless there is one of as many samples or more.
func adoptPlan(root, split string, count int, plan []byte) error {
	old, err := folder.Read(root, gen.PlanPath(split), folder.Record)
	if err == nil {
		if here, err := gen.Planned(old); err == nil && here >= count {
			return nil
		}
	}
	_, err = write.Commit(root, gen.PlanPath(split), nil, content(plan))
	return err
}

func blocksOf(count int) int { return (count + gen.BlockSize - 1) / gen.BlockSize }

// copying copies files, several at once.
type copying struct {
	ctx    context.Context
	o      Options
	copy   copyFile
	result Result
}

// copyFile copies a file that names others, which are there, or none.
type copyFile func(f write.File, names []write.File) (copied bool, err error)

func newCopying(ctx context.Context, o Options, copy copyFile) *copying {
	if o.Workers < 1 {
		o.Workers = 16
	}
	return &copying{ctx: ctx, o: o, copy: copy}
}

// block pushes a block: the files of its samples and questions, and then its own.
func (c *copying) block(root, split string, number int) error {
	path := gen.BlockPath(split, number)
	own, err := write.Sum(root, path)
	if err != nil {
		return err
	}
	block, err := gen.ReadBlock(root, split, number)
	if err != nil {
		return err
	}
	if err := c.files(block.Files()); err != nil {
		return err
	}
	if err := c.last(own, block.Files()); err != nil {
		return err
	}
	c.counted(0)
	return nil
}

func (c *copying) counted(total int) {
	c.result.Blocks++
	if c.o.Progress != nil {
		c.o.Progress(c.result.Blocks, max(total, c.result.Blocks))
	}
}

// manifest pushes what a manifest names, and then the manifest.
func (c *copying) manifest(root string, m *gen.Manifest) error {
	for _, s := range m.Splits {
		if err := c.files(s.Joined); err != nil {
			return err
		}
	}
	if err := c.files(described(m)); err != nil {
		return err
	}
	own, err := write.Sum(root, gen.ManifestFile)
	if err != nil {
		return err
	}
	return c.last(own, m.Named())
}

// described are the files that describe a dataset, but for the one that says what it is, which was there first.
func described(m *gen.Manifest) []write.File {
	return slices.DeleteFunc(slices.Clone(m.Files), func(f write.File) bool { return f.Path == gen.DatasetFile })
}

// last copies the file that says that others are there.
func (c *copying) last(f write.File, names []write.File) error {
	copied, err := c.copy(f, names)
	if copied {
		c.result.Copied++
	} else if err == nil {
		c.result.Kept++
	}
	return err
}

// files copies files; the first error of a file ends it.
func (c *copying) files(files []write.File) error {
	var mu sync.Mutex
	var failed error
	var wg sync.WaitGroup
	next := make(chan write.File)
	for range min(c.o.Workers, len(files)) {
		wg.Go(func() {
			for f := range next {
				copied, err := c.copy(f, nil)
				mu.Lock()
				if err != nil && failed == nil {
					failed = err
				} else if copied {
					c.result.Copied++
				} else {
					c.result.Kept++
				}
				mu.Unlock()
			}
		})
	}
	for _, f := range files {
		mu.Lock()
		stop := failed != nil || c.ctx.Err() != nil
		mu.Unlock()
		if stop {
			break
		}
		next <- f
	}
	close(next)
	wg.Wait()
	if failed == nil {
		failed = c.ctx.Err()
	}
	return failed
}
