package bucket

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/record"
	"mereo/gen/write"
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
	if err := b.Claim(ctx, root); err != nil {
		return Result{}, err
	}
	return copyAll(ctx, here(root), b, o)
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
	data, err := here(root).read(ctx, gen.DatasetFile)
	if err != nil {
		return err
	}
	return b.write(ctx, gen.DatasetFile, data)
}

// Pull copies what is finished in the bucket into a folder, which has to be empty or hold the same dataset. What is there already
// stays.
func (b *Bucket) Pull(ctx context.Context, root string, o Options) (Result, error) {
	id, err := b.identity(ctx)
	if err == nil && id == nil {
		err = fmt.Errorf("bucket: %s has no dataset: %s is missing", b.address, gen.DatasetFile)
	}
	if err == nil {
		err = loop.Adopt(root, *id)
	}
	if err != nil {
		return Result{}, err
	}
	return copyAll(ctx, b, here(root), o)
}

// PushBlock copies a finished block into a bucket that was claimed.
func (b *Bucket) PushBlock(ctx context.Context, root, split string, number int, o Options) error {
	c := &copying{from: here(root), to: b, o: o}
	if _, err := c.plan(ctx, split); err != nil {
		return err
	}
	return c.block(ctx, split, number)
}

// Blocks lists the numbers of the finished blocks of a split that the bucket has with as many samples as count asks for.
func (b *Bucket) Blocks(ctx context.Context, split string, count int) (map[int]bool, error) {
	there, err := b.blocks(ctx, split, count)
	if err != nil {
		return nil, err
	}
	if last := (count - 1) / gen.BlockSize; there[last] { // it may have fewer or more
		block, _, err := b.block(ctx, split, last)
		if err != nil {
			return nil, err
		}
		there[last] = block.Count == count-last*gen.BlockSize
	}
	return there, nil
}

// identity is the dataset that is there; nil where there is none.
func (b *Bucket) identity(ctx context.Context) (*gen.Identity, error) {
	var id gen.Identity
	data, err := b.record(ctx, gen.DatasetFile, &id, func() error { return id.Compact() })
	if data == nil {
		return nil, err
	}
	return &id, nil
}

// record reads a file of JSON into v, of which check then says what is wrong; nil where there is none.
func (b *Bucket) record(ctx context.Context, path string, v any, check func() error) ([]byte, error) {
	data, err := b.read(ctx, path)
	if data == nil || err != nil {
		return nil, err
	}
	if err = record.Read(data, v, record.Lacking); err == nil {
		err = check()
	}
	if err != nil {
		return nil, b.fail(path, fmt.Errorf("%w; %s", err, b.bad))
	}
	return data, nil
}

// splits are those that are there.
func (b *Bucket) splits(ctx context.Context) (splits []string, err error) {
	for name, err := range b.store.list(ctx, "") {
		if err != nil {
			return nil, fmt.Errorf("bucket: %s: %w", b.address, err)
		}
		if split, ok := strings.CutSuffix(name, "/"); ok && gen.ValidSplit(split) {
			splits = append(splits, split)
		}
	}
	slices.Sort(splits)
	return splits, nil
}

// blocks are the numbers of the blocks that a split of so many samples may have and has.
func (b *Bucket) blocks(ctx context.Context, split string, count int) (map[int]bool, error) {
	dir := path.Dir(gen.BlockPath(split, 0))
	there := map[int]bool{}
	for name, err := range b.store.list(ctx, dir) {
		if err != nil {
			return nil, b.fail(dir, err)
		}
		var number int
		_, err := fmt.Sscanf(path.Base(name), "%d.json", &number)
		if err == nil && name == gen.BlockPath(split, number) && number*gen.BlockSize < count {
			there[number] = true
		}
	}
	return there, nil
}

// block reads the file of a block. What it names is what a block may have.
func (b *Bucket) block(ctx context.Context, split string, number int) (*gen.Block, []byte, error) {
	var block gen.Block
	path := gen.BlockPath(split, number)
	data, err := b.record(ctx, path, &block, func() error { return block.Check(split, number) })
	if data == nil && err == nil {
		err = b.fail(path, fs.ErrNotExist)
	}
	return &block, data, err
}

// copying copies a dataset, several files at once.
type copying struct {
	from, to *Bucket
	o        Options
	mu       sync.Mutex // of what follows
	result   Result
}

// copyAll copies what is finished: plans, blocks, and, if there is a manifest, everything that it names.
func copyAll(ctx context.Context, from, to *Bucket, o Options) (Result, error) {
	c := &copying{from: from, to: to, o: o}
	err := c.all(ctx)
	return c.result, err
}

func (c *copying) all(ctx context.Context) error {
	splits, err := c.from.splits(ctx)
	if err != nil {
		return err
	}
	blocks := make([][]int, len(splits))
	total := 0
	for i, split := range splits {
		count, err := c.plan(ctx, split)
		if err != nil {
			return err
		}
		there, err := c.from.blocks(ctx, split, count)
		if err != nil {
			return err
		}
		blocks[i] = slices.Sorted(maps.Keys(there))
		total += len(there)
	}
	for i, split := range splits {
		for _, number := range blocks[i] {
			if err := c.block(ctx, split, number); err != nil {
				return err
			}
			c.result.Blocks++
			if c.o.Progress != nil {
				c.o.Progress(c.result.Blocks, total)
			}
		}
	}
	return c.manifest(ctx)
}

// plan copies the plan of a split, unless there is one of more samples, or of as many that says more. It returns how many samples the
// copied one has, 0 where there is none: then the folder is of something else.
func (c *copying) plan(ctx context.Context, split string) (int, error) {
	path := gen.PlanPath(split)
	data, err := c.from.read(ctx, path)
	if data == nil || err != nil {
		return 0, err
	}
	count, err := gen.Planned(data)
	if err != nil {
		return 0, c.from.fail(path, err)
	}
	old, err := c.to.read(ctx, path)
	if err != nil {
		return 0, err
	}
	if there, err := gen.Planned(old); err == nil && (there > count || there == count && len(old) > len(data)) {
		return count, nil
	}
	return count, c.to.write(ctx, path, data)
}

// block copies a block: the files of its samples and questions, and then its own.
func (c *copying) block(ctx context.Context, split string, number int) error {
	block, data, err := c.from.block(ctx, split, number)
	if err != nil {
		return err
	}
	return c.files(ctx, block.Files(), file(gen.BlockPath(split, number), data), block.Files())
}

// manifest copies what a manifest names, and then the manifest. What says which dataset it is was there first.
func (c *copying) manifest(ctx context.Context) error {
	id, err := c.from.identity(ctx)
	if err != nil {
		return err
	}
	var m gen.Manifest
	data, err := c.from.record(ctx, gen.ManifestFile, &m, func() error {
		err := m.Check()
		if err == nil {
			err = m.Compact()
		}
		if err == nil && m.Differ(*id) != "" {
			err = fmt.Errorf("says %s", m.Differ(*id))
		}
		return err
	})
	if data == nil || err != nil {
		return err
	}
	var files []write.File
	for _, s := range m.Splits {
		files = append(files, s.Joined...)
	}
	files = slices.DeleteFunc(append(files, m.Files...), func(f write.File) bool { return f.Path == gen.DatasetFile })
	return c.files(ctx, files, file(gen.ManifestFile, data), m.Named())
}

// files copies files, and then the last one, which says that those are there which it names. The first error ends it.
func (c *copying) files(ctx context.Context, files []write.File, last write.File, names []write.File) error {
	several, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan write.File)
	var wg sync.WaitGroup
	for range cmp.Or(c.o.Workers, 16) {
		wg.Go(func() {
			for f := range next {
				if err := c.file(several, f, nil); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, f := range files {
		if several.Err() != nil {
			break
		}
		next <- f
	}
	close(next)
	wg.Wait()
	if err := context.Cause(several); err != nil {
		return err
	}
	return c.file(ctx, last, names)
}

// file copies a file and counts it.
func (c *copying) file(ctx context.Context, f write.File, names []write.File) error {
	moved, err := c.from.move(ctx, c.to, f, names)
	c.mu.Lock()
	defer c.mu.Unlock()
	if moved {
		c.result.Copied++
	} else if err == nil {
		c.result.Kept++
	}
	return err
}
