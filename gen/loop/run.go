// Package loop makes datasets: it walks the indices of a split in blocks, hands each index to a set's Maker, remembers what is
// finished, and asks questions of whole blocks.
//
// Run is the loop; run.go is the file to read first. Ask asks again, Merge puts parts together, One makes a sample alone, and Serve is the
// other side of worker processes. Finish has pages and manifest written when a split is complete.
package loop

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/internal/ordered"
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
	// GPUs are the devices to draw on, as engine.Options.GPU, each with a Maker of its own; workers are shared out among them. Nil
	// is the one of the job.
	GPUs []string
	// Child starts one process per worker instead of one Maker for all. Nil makes samples in this process, which ends with them when
	// a driver crashes.
	Child *Child
	// Elsewhere tells of blocks that are finished in another place and are not made here. Nil is none.
	Elsewhere func(block int) bool
	// Finished is called for every block of this run when its file is there, also when it was there already. It may be called at once
	// from several goroutines. Nil is fine.
	Finished func(ctx context.Context, block int) error
	// Scratch is a folder of this machine in which blocks are made before they are put into the dataset's folder; see
	// makeAside. If empty, blocks are made where they belong.
	Scratch string
	// Progress is called, never twice at once, with how many samples of this run's blocks are there and how many there
	// shall be: first after what is there already was checked, then after every sample. Nil is fine.
	Progress func(done, total int)
}

// Result is what a run did.
type Result struct {
	Made      int // samples made
	Kept      int // samples that were there already
	Total     int // samples of this run's blocks
	Asked     int // blocks that were asked
	Elsewhere int // blocks that are finished in another place
	// Finished: every block of the split is there and the dataset's own files were written.
	Finished bool
	// Left is how many blocks of the split are not there.
	Left int
}

// Run makes the samples 0 <= index < count of job.Split that are not there yet, or as many as the split shall have already,
// block by block, asks the questions of
// every block whose samples are there, and when the last block of the split is there writes what describes the whole.
// It may be stopped at any moment, by the context, a kill or a power cut, and goes on when called again. What it says is finished is on
// the disk. Several processes may run on
// one folder at once, each with a Part of its own: a block that another process is making is an error, and what was made
// before is kept.
//
// The result on disk does not depend on Options, on interruptions, or on the order in which samples become ready.
func Run(ctx context.Context, set gen.Set, job gen.Job, count int, opt Options) (Result, error) {
	id, err := gen.IdentityOf(set, job)
	if err != nil {
		return Result{}, err
	}
	whole := job
	whole.Count = count
	if err := set.Validate(whole); err != nil {
		return Result{}, err
	}
	// Questions that cannot be asked are told about before anything is written.
	if _, err := set.NewAsker(ctx, job); err != nil {
		return Result{}, err
	}
	p, err := claim(id, job, gen.NewPlan(set, count))
	if err != nil {
		return Result{}, err
	}
	opt.Workers = ordered.Workers(opt.Workers)

	var result Result
	if opt.Scratch != "" {
		result, err = makeAside(ctx, set, id, job, p, opt)
	} else {
		result, err = makeBlocks(ctx, set, job, p, opt)
	}
	if err != nil {
		return result, err
	}

	// Describe the whole.
	left, err := Finish(ctx, set, job)
	result.Left, result.Finished = left, err == nil && left == 0
	return result, err
}

// makeBlocks makes the blocks of a claimed folder that opt.Part has.
func makeBlocks(ctx context.Context, set gen.Set, job gen.Job, p gen.Plan, opt Options) (Result, error) {
	asker, err := set.NewAsker(ctx, job)
	if err != nil {
		return Result{}, err
	}
	r := run{
		job: job, opt: opt, plan: p, asker: asker,
		slots: make(chan struct{}, opt.Workers), stop: make(chan struct{}), blocks: map[int]*openBlock{},
	}
	for b := range p.Blocks() {
		if opt.Part.has(b) && opt.Elsewhere != nil && opt.Elsewhere(b) {
			r.result.Elsewhere++
		} else if opt.Part.has(b) {
			r.ahead = append(r.ahead, b)
			r.result.Total += p.Block(b).Samples
		}
	}
	err = r.work(ctx, set)
	r.giveUp()
	return r.result, err
}

// run is the state of one call of Run. One goroutine takes indices out of it, another puts samples in, and one for each
// block whose samples are there finishes the block.
type run struct {
	job   gen.Job
	opt   Options
	plan  gen.Plan
	asker gen.Asker // nil for sets without questions

	ahead   []int // blocks that were not looked at; only next uses it
	missing []int // indices of open blocks that nobody makes yet; only next uses it

	finishing sync.WaitGroup // blocks whose samples are there
	slots     chan struct{}  // one for each block that is finished at once
	stop      chan struct{}  // closed after the first failure

	mu     sync.Mutex
	blocks map[int]*openBlock // blocks that lack samples
	failed []failure
	lost   []*lostError // at which workers died; the others are made all the same
	inARow int          // of them since the last sample that was made
	result Result
}

// failure is an error and the index at which it came up.
type failure struct {
	index int
	err   error
}

// fail remembers an error. Nothing new is begun then, and what is being made is still written down.
func (r *run) fail(index int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.failed) == 0 {
		close(r.stop)
	}
	r.failed = append(r.failed, failure{index, err})
}

// work makes the samples that are missing and finishes their blocks.
func (r *run) work(ctx context.Context, set gen.Set) error {
	// Look for something to do before opening what making needs; most of a repeated run is looking.
	first, more, err := r.next(ctx)
	if err != nil && ctx.Err() == nil {
		r.fail(gen.MaxCount, err)
	}
	var closed error
	if more {
		workers, err := openWorkers(ctx, set, r.job, r.opt, r.result.Total)
		if err != nil {
			return err
		}
		r.make(ctx, workers, first)
		r.again(ctx, workers)
		closed = workers.close()
	}
	r.finishing.Wait()
	if len(r.failed) > 0 {
		// Several can fail at once; which one is told about should not be chance.
		sort.SliceStable(r.failed, func(a, b int) bool { return r.failed[a].index < r.failed[b].index })
		return r.failed[0].err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(r.lost) > 0 {
		return r.missed()
	}
	return closed
}

// next returns an index to make, opening blocks as it gets to them, so that few are locked at once. Blocks that lack nothing
// are finished on the way. It returns false when nothing is left.
func (r *run) next(ctx context.Context) (index int, more bool, err error) {
	for len(r.missing) == 0 {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		if len(r.ahead) == 0 || r.stopped() {
			r.update(func() {})
			return 0, false, nil
		}
		b := r.ahead[0]
		r.ahead = r.ahead[1:]
		want := r.plan.Block(b)
		block, err := openBlockAt(r.job, want, r.opt.Workers)
		if err != nil {
			return 0, false, otherBlocks(err)
		}
		r.missing = block.missing()
		if len(r.missing) == 0 {
			r.mu.Lock()
			r.result.Kept += want.Samples
			r.mu.Unlock()
			r.slots <- struct{}{} // before more blocks are locked
			r.finishing.Go(func() { r.finish(ctx, block) })
			continue
		}
		r.update(func() {
			r.result.Kept += block.samples()
			r.blocks[b] = block
		})
	}
	index, r.missing = r.missing[0], r.missing[1:]
	return index, true, nil
}

// otherBlocks adds to the error of a block that is being made what else can be done.
func otherBlocks(err error) error {
	if errors.Is(err, errBusy) {
		return fmt.Errorf("%w, or make other blocks with --blocks", err)
	}
	return err
}

// stopped tells whether something failed.
func (r *run) stopped() bool {
	select {
	case <-r.stop:
		return true
	default:
		return false
	}
}

// finish asks a block whose samples are all there, unless it is asked already, writes its file and frees a slot.
func (r *run) finish(ctx context.Context, block *openBlock) {
	defer func() { <-r.slots }()
	err := ctx.Err()
	ask := r.asker != nil && (block.asked == nil || block.asked.Source != r.asker.Source())
	if err == nil && ask {
		err = block.ask(ctx, r.asker)
	}
	finished := false
	if err == nil {
		err = block.finish()
		finished = err == nil
	}
	if err == nil && ask {
		r.mu.Lock()
		r.result.Asked++
		r.mu.Unlock()
	}
	if err == nil && r.opt.Finished != nil {
		err = r.opt.Finished(ctx, block.want.Number)
	}
	if err != nil {
		if !finished {
			block.close()
		}
		if ctx.Err() == nil {
			r.fail(block.want.Index(block.want.Items()-1), err)
		}
	}
}

// update changes the state and shows how far the run has come.
func (r *run) update(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	if r.opt.Progress != nil {
		r.opt.Progress(r.result.Kept+r.result.Made, r.result.Total)
	}
}

// made is what a worker hands back.
type made struct {
	index int
	item  *gen.Item
	err   error
}

// make hands the missing indices, beginning with first, to the workers in order and writes down what comes back.
// After a failure or when ctx ends nothing new is begun, and what is being made is still written down.
func (r *run) make(ctx context.Context, workers *workers, first int) {
	results := make(chan made)
	indices := make(chan int)
	go func() {
		defer close(indices)
		index, more, err := first, true, error(nil)
		for more && err == nil {
			select {
			case <-ctx.Done():
				return
			case <-r.stop:
				return
			case indices <- index:
			}
			index, more, err = r.next(ctx)
		}
		if err != nil && ctx.Err() == nil {
			r.fail(gen.MaxCount, err)
		}
	}()
	var working sync.WaitGroup
	for _, make := range workers.make {
		working.Go(func() {
			for i := range indices {
				if r.stopped() {
					continue // the select above takes either case when both are ready
				}
				item, err := make(i)
				results <- made{i, item, err}
			}
		})
	}
	go func() {
		working.Wait() // the workers end after indices is closed, so nobody sends any more
		close(results)
	}()

	for m := range results {
		if m.err == nil {
			r.inARow = 0
			m.err = r.record(ctx, m)
		}
		var lost *lostError
		if errors.As(m.err, &lost) {
			r.lose(m.index, lost)
		} else if m.err != nil {
			r.fail(m.index, m.err)
		}
	}
}

// record writes a finished sample into its block's journal. After the last one the block is finished beside the
// workers, which go on with the next block meanwhile.
func (r *run) record(ctx context.Context, m made) error {
	if m.item.Index != m.index {
		return fmt.Errorf("gen: asked for sample %s/%d, got %d", r.job.Split, m.index, m.item.Index)
	}
	b := m.index / gen.BlockSize
	r.mu.Lock()
	block := r.blocks[b]
	r.mu.Unlock()
	if err := block.add(*m.item); err != nil {
		return err
	}
	last := len(block.done) >= block.want.Items() && len(block.missing()) == 0 // a split that was longer once has more
	r.update(func() {
		r.result.Made += block.want.Of(m.index)
		if last {
			delete(r.blocks, b)
		}
	})
	if last {
		r.finishing.Go(func() {
			r.slots <- struct{}{}
			r.finish(ctx, block)
		})
	}
	return nil
}

// giveUp waits for the blocks that are being finished and closes those that lack samples; their journals stay.
func (r *run) giveUp() {
	r.finishing.Wait()
	for _, b := range r.blocks {
		b.close()
	}
}
