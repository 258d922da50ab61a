package gen

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Part says which blocks of a split a run makes: those with block mod Of == Number-1. The zero value is all.
type Part struct{ Number, Of int }

// ParsePart reads "i/n" with 1 <= i <= n; "" is all.
func ParsePart(s string) (Part, error) {
	if s == "" {
		return Part{}, nil
	}
	a, b, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < 1 || i > n {
		return Part{}, fmt.Errorf("gen: blocks is %q, want i/n with 1 <= i <= n, such as 3/40", s)
	}
	return Part{i, n}, nil
}

func (p Part) has(block int) bool { return p.Of == 0 || block%p.Of == p.Number-1 }

// Options say how a run goes about its work. None of them changes what is made.
type Options struct {
	// Workers is how many samples are made at once. If 0, as many as there are processors.
	Workers int
	Part    Part
	// Child starts one process per worker instead of one Maker for all. Nil makes samples in this process.
	Child *Child
	// Progress is called, never twice at once, with how many samples of this run's blocks are there and how many there
	// shall be: first after what is there already was checked, then after every sample. Nil is fine.
	Progress func(done, total int)
}

// Result is what a run did.
type Result struct {
	Made  int // samples made
	Kept  int // samples that were there already
	Total int // samples of this run's blocks
	// Busy are blocks that another process has open; they were left to it.
	Busy []int
	// Finished: every block of the split is there and the dataset's own files were written.
	Finished bool
	// Left is how many blocks of the split are not there.
	Left int
}

// Run makes the samples 0 <= index < count of job.Split that are not there yet, block by block, and when the last block of
// the split is there writes what describes the whole. It may be stopped at any moment, by the context or by a kill, and
// goes on when called again; several processes may run on one folder at once and share the blocks.
//
// The result on disk does not depend on Options, on interruptions, or on the order in which samples become ready.
func Run(ctx context.Context, set Set, job Job, count int, opt Options) (Result, error) {
	id, err := identityOf(set, job)
	if err != nil {
		return Result{}, err
	}
	if err := set.Validate(job); err != nil {
		return Result{}, err
	}
	if err := claim(id, job, count); err != nil {
		return Result{}, err
	}
	opt.Workers = workerCount(opt.Workers)

	r := run{job: job, opt: opt, count: count, blocks: map[int]*openBlock{}}
	defer r.giveUp()
	for b := range blocksOf(count) {
		if opt.Part.has(b) {
			r.ahead = append(r.ahead, b)
			r.result.Total += blockCount(count, b)
		}
	}

	// Look for something to do before opening what making needs; most of a repeated run is looking.
	first, more, err := r.next(ctx)
	if err != nil {
		return r.result, err
	}
	if more {
		workers, err := openWorkers(ctx, set, job, opt, r.result.Total)
		if err != nil {
			return r.result, err
		}
		err = r.make(ctx, workers, first)
		if cerr := workers.close(); err == nil {
			err = cerr
		}
		if err != nil {
			return r.result, err
		}
	}

	// Describe the whole.
	left, err := Finish(ctx, set, job)
	r.result.Left, r.result.Finished = left, err == nil && left == 0
	return r.result, err
}

// One makes a single sample below job.Root and nothing else. When the folder holds a dataset it must be the same one.
func One(ctx context.Context, set Set, job Job, index int) (*Item, error) {
	if index < 0 || index >= maxCount {
		return nil, fmt.Errorf("gen: index is %d, want 0 to %d", index, maxCount-1)
	}
	if !splitName.MatchString(job.Split) {
		return nil, badSplit(job.Split)
	}
	id, err := identityOf(set, job)
	if err != nil {
		return nil, err
	}
	there, err := ReadIdentity(job.Root)
	switch {
	case err == nil:
		if d := there.differ(id); d != "" {
			return nil, fmt.Errorf("gen: %s: the folder holds %s", job.Root, d)
		}
	case !errors.Is(err, errNoDataset):
		return nil, err
	}
	maker, err := set.NewMaker(ctx, job)
	if err != nil {
		return nil, err
	}
	item, err := makeOne(ctx, maker, index)
	if cerr := maker.Close(); err == nil && cerr != nil {
		return nil, cerr
	}
	return item, err
}

// run is the state of one call of Run. One goroutine takes indices out of it and another puts samples in.
type run struct {
	job   Job
	opt   Options
	count int

	mu      sync.Mutex
	ahead   []int              // blocks that were not looked at
	missing []int              // indices of open blocks that nobody makes yet
	blocks  map[int]*openBlock // open blocks
	result  Result
}

// next returns an index to make, opening blocks as it gets to them, so that several processes on one folder each find
// blocks for themselves. Blocks that lack nothing are finished on the way. It returns false when nothing is left.
func (r *run) next(ctx context.Context) (index int, more bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.missing) == 0 {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		if len(r.ahead) == 0 {
			r.progress()
			return 0, false, nil
		}
		b := r.ahead[0]
		r.ahead = r.ahead[1:]
		want := blockCount(r.count, b)
		block, err := openBlockAt(r.job, b, want, r.opt.Workers)
		if errors.Is(err, errBusy) {
			r.result.Busy = append(r.result.Busy, b)
			r.result.Total -= want
			continue
		} else if err != nil {
			return 0, false, err
		}
		r.missing = block.missing()
		r.result.Kept += want - len(r.missing)
		if len(r.missing) == 0 {
			if err := block.finish(); err != nil {
				return 0, false, err
			}
			continue
		}
		r.blocks[b] = block
		r.progress()
	}
	index, r.missing = r.missing[0], r.missing[1:]
	return index, true, nil
}

func (r *run) progress() {
	if r.opt.Progress != nil {
		r.opt.Progress(r.result.Kept+r.result.Made, r.result.Total)
	}
}

// made is what a worker hands back.
type made struct {
	index int
	item  *Item
	err   error
}

// make hands the missing indices, beginning with first, to the workers in order and writes down what comes back. After an
// error or when ctx ends nothing new is begun, and what is being made is still written down.
func (r *run) make(ctx context.Context, workers *workers, first int) error {
	results := make(chan made)
	stop := make(chan struct{})
	stopOnce := sync.OnceFunc(func() { close(stop) })
	defer stopOnce()
	indices := make(chan int)
	go func() {
		defer close(indices)
		index, more, err := first, true, error(nil)
		for more && err == nil {
			select {
			case <-ctx.Done():
				return
			case <-stop:
				return
			case indices <- index:
			}
			index, more, err = r.next(ctx)
		}
		if err != nil && ctx.Err() == nil {
			results <- made{index: maxCount, err: err}
		}
	}()
	var working sync.WaitGroup
	for _, make := range workers.make {
		working.Go(func() {
			for i := range indices {
				item, err := make(i)
				results <- made{i, item, err}
			}
		})
	}
	go func() {
		working.Wait() // the workers end after indices is closed, so nobody sends any more
		close(results)
	}()

	var failed []made
	for m := range results {
		if m.err == nil {
			m.err = r.record(m)
		}
		if m.err != nil {
			failed = append(failed, m)
			stopOnce()
		}
	}
	if len(failed) > 0 {
		// Several workers can fail at once; which one is told about should not be chance.
		sort.Slice(failed, func(a, b int) bool { return failed[a].index < failed[b].index })
		return failed[0].err
	}
	return ctx.Err()
}

// record writes a finished sample into its block's journal, and the block's file after the last one.
func (r *run) record(m made) error {
	if m.item.Index != m.index {
		return fmt.Errorf("gen: asked for sample %s/%d, got %d", r.job.Split, m.index, m.item.Index)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	b := m.index / BlockSize
	block := r.blocks[b]
	if err := block.add(*m.item); err != nil {
		return err
	}
	r.result.Made++
	r.progress()
	if len(block.done) == block.want {
		delete(r.blocks, b)
		return block.finish()
	}
	return nil
}

// giveUp closes the blocks that are still open; their journals stay.
func (r *run) giveUp() {
	for _, b := range r.blocks {
		b.close()
	}
}

// workerCount is n, or for n < 1 the number of processors.
func workerCount(n int) int {
	if n < 1 {
		return runtime.NumCPU()
	}
	return n
}

// parallel calls f(0) ... f(n-1) from the given number of goroutines.
func parallel(workers, n int, f func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
