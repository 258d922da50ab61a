package export

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"mereo/gen/show"
	"mereo/gen/write"
)

// running is an export that is being written.
type running struct {
	o      Options
	f      format
	ledger *ledger
	shards []Shard
	result Result
}

// pass writes several exports of one dataset.
type pass struct {
	d        *dataset
	jobs     []*running
	workers  int
	progress func(done, total int)
	done     int // samples
	total    int
}

// RunAll writes several exports in one pass, in which each sample is read once for all that lack it. They are of the same splits; Workers
// and Progress are those of the first.
func RunAll(ctx context.Context, set show.Set, root string, all []Options) ([]Result, error) {
	if err := checkAll(all); err != nil {
		return nil, err
	}
	d, err := openDataset(set, root, all[0].Splits)
	if err != nil {
		return nil, err
	}
	p := &pass{d: d, workers: all[0].Workers, progress: all[0].Progress}
	if p.workers < 1 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	for _, o := range all {
		f := formatOf(o.Format).open(o)
		if q, ok := f.(preparer); ok {
			if err := q.prepare(ctx, d); err != nil {
				return nil, fmt.Errorf("export: %w", err)
			}
		}
		p.jobs = append(p.jobs, &running{o: o, f: f, shards: d.shards(f.wants())})
	}
	for _, j := range p.jobs {
		if j.ledger, err = openLedger(j.o, d); err != nil {
			return nil, err
		}
		defer j.ledger.close()
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	var out []Result
	for _, j := range p.jobs {
		var files []write.File
		if f, ok := j.f.(finisher); ok {
			files, err = f.finish(j.o.Out, d)
		}
		if err == nil {
			err = j.ledger.finish(j.shards, files)
		}
		if err != nil {
			return nil, err
		}
		for _, s := range d.splits {
			j.result.Samples += s.Samples
		}
		j.result.Shards = len(j.shards)
		out = append(out, j.result)
	}
	return out, nil
}

// checkAll reports what is wrong with options.
func checkAll(all []Options) error {
	folders := map[string]bool{}
	for _, o := range all {
		if err := Check(o.Format, o.Channels); err != nil {
			return err
		}
		if !slices.Equal(o.Splits, all[0].Splits) {
			return fmt.Errorf("export: %s is asked for splits %q and %s for %q, want the same in one pass", o.Format, o.Splits, all[0].Format, all[0].Splits)
		}
		if out := filepath.Clean(o.Out); folders[out] {
			return fmt.Errorf("export: two exports go to %s, want a folder for each", o.Out)
		} else {
			folders[out] = true
		}
	}
	return nil
}

// run writes the shards that are missing.
func (p *pass) run(ctx context.Context) error {
	sampled := slices.ContainsFunc(p.jobs, func(j *running) bool { return !j.f.wants().nothing })
	for _, s := range p.d.splits {
		if sampled {
			p.total += s.Samples
		}
	}
	p.report(0)
	for k := range p.d.splits {
		s := &p.d.splits[k]
		whole := map[*running]bool{} // that lack the whole split
		for _, j := range p.jobs {
			if sh, ok := j.shard(s.Split, -1); ok {
				if j.ledger.has(sh, false) {
					j.result.Kept++
				} else {
					whole[j] = true
				}
			}
		}
		for _, b := range s.Blocks {
			var missing []*running
			var shards []Shard // for each of them
			for _, j := range p.jobs {
				sh, ok := j.shard(s.Split, b.Block)
				switch {
				case ok && j.ledger.has(sh, false):
					j.result.Kept++
					continue
				case whole[j]:
					if sh = p.d.part(s, b, j.f.wants()); j.ledger.has(sh, true) {
						continue
					}
				case !ok:
					continue
				}
				missing, shards = append(missing, j), append(shards, sh)
			}
			if len(missing) == 0 {
				if sampled {
					p.report(b.Count)
				}
				continue
			}
			if err := p.block(ctx, missing, shards); err != nil {
				return err
			}
		}
		for _, j := range p.jobs {
			if whole[j] {
				sh, _ := j.shard(s.Split, -1)
				if err := p.join(ctx, j, sh); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// shard is the one of a block, or of the whole split if block is -1.
func (j *running) shard(split string, block int) (Shard, bool) {
	k := slices.IndexFunc(j.shards, func(sh Shard) bool { return sh.Split == split && sh.Block == block })
	if k < 0 {
		return Shard{}, false
	}
	return j.shards[k], true
}

// report tells that so many more samples are exported.
func (p *pass) report(more int) {
	p.done += more
	if p.progress != nil {
		p.progress(p.done, p.total)
	}
}

// block reads the samples of a block and has each export write its shard or part of it. The writers work at once.
func (p *pass) block(ctx context.Context, jobs []*running, shards []Shard) error {
	for _, j := range jobs {
		if err := j.ledger.begin(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error // of a sample, in its own words: writers would put the names of their files before it
	lines, told, errs := make([]chan any, len(jobs)), make([]bool, len(jobs)), make([]error, len(jobs))
	var writing sync.WaitGroup
	for k, j := range jobs {
		lines[k] = make(chan any)
		writing.Go(func() {
			errs[k] = j.write(p.d, shards[k], func(yield func(any, error) bool) {
				for item := range lines[k] {
					if !yield(item, nil) {
						return
					}
				}
				if failed != nil {
					told[k] = true
					yield(nil, failed)
				}
			})
			if errs[k] != nil {
				cancel() // nobody takes what comes next
			}
		})
	}
	for items, err := range p.encoded(ctx, jobs, shards[0]) {
		if failed = err; err != nil {
			break
		}
		for k := range jobs {
			select {
			case lines[k] <- items[k]:
			case <-ctx.Done():
			}
		}
		p.report(1)
	}
	for _, line := range lines {
		close(line)
	}
	writing.Wait()
	for k, err := range errs {
		if err != nil && !told[k] {
			return fmt.Errorf("export: %s: %w", shards[k], err)
		}
	}
	if failed != nil {
		return fmt.Errorf("export: %w", failed)
	}
	return nil
}

// write writes a shard, or a part of one.
func (j *running) write(d *dataset, sh Shard, items iter.Seq2[any, error]) error {
	k, part := j.f.(spooled)
	do := j.f.write
	if part {
		do = func(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
			return spool(k, out, d, sh, items)
		}
	}
	files, err := do(j.o.Out, d, sh, items)
	if err != nil {
		return err
	}
	return j.ledger.add(sh, part, files)
}

// encoded reads the samples of a shard and encodes them for each job, several at once, and hands them on in index order. It holds as
// many as there are workers, and twice as many at most. The first error ends it.
func (p *pass) encoded(ctx context.Context, jobs []*running, sh Shard) iter.Seq2[[]any, error] {
	type result struct {
		items []any
		err   error
	}
	var all wants
	var channels []string
	for _, j := range jobs {
		all = all.and(j.f.wants())
		channels = append(channels, j.o.Channels...)
	}
	return func(yield func([]any, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var working sync.WaitGroup
		defer working.Wait()
		defer cancel()
		slots := make(chan chan result, p.workers) // in order; each holds its sample when it is ready
		working.Go(func() {
			defer close(slots)
			for i := sh.First; i < sh.First+sh.Count; i++ {
				slot := make(chan result, 1)
				select {
				case slots <- slot:
				case <-ctx.Done():
					return
				}
				working.Go(func() {
					s, err := p.d.read(ctx, sh.Split, i, all, channels)
					var items []any
					for _, j := range jobs {
						var item any
						if err == nil {
							item, err = j.f.encode(s)
						}
						items = append(items, item)
					}
					slot <- result{items, err}
				})
			}
		})
		for slot := range slots {
			r := <-slot
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(r.items, r.err) || r.err != nil {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
		}
	}
}
