package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/internal/ordered"
)

// AskOptions say how Ask goes about its work. None of them changes what is asked.
type AskOptions struct {
	// Workers is how many blocks are asked at once. If 0, as many as there are processors.
	Workers int
	// Progress is called, never twice at once, with how many samples were asked about and how many there shall be: first
	// with none, then after every block. Nil is fine.
	Progress func(done, total int)
}

// AskResult is what Ask did.
type AskResult struct {
	Samples   int            // samples asked about
	Questions int            // questions about them
	Rejects   map[string]int // questions that were not kept, by reason
	// Incomplete are blocks that lack samples. They were left as they are.
	Incomplete []gen.Place
}

// Ask asks the questions of every complete block below job.Root again, of job.Split or, if it is empty, of all
// SplitNames, and writes again what describes the whole. Seed and Pictures of the job are those of the folder, which must
// hold what set makes. Nothing is rendered, and the files of samples of finished blocks are not compared with their checksums, as Run and
// Verify do. A block that another process has open is an error.
//
// It may be stopped at any moment. A block is then as before, or asked again, or has question files that are not
// those of its checksums, which Run and Ask mend.
func Ask(ctx context.Context, set gen.Set, job gen.Job, opt AskOptions) (AskResult, error) {
	result := AskResult{Rejects: map[string]int{}}
	a := asking{opt: opt}
	names, err := a.open(ctx, set, job)
	if err != nil {
		return result, err
	}
	a.update(nil, 0)
	ordered.Each(ordered.Workers(opt.Workers), len(a.blocks), func(i int) {
		if !a.stopped() && ctx.Err() == nil {
			a.ask(ctx, &a.blocks[i])
		}
	})

	// Add up in order, so that nothing told depends on which block was ready first.
	for _, b := range a.blocks {
		switch {
		case errors.Is(b.err, page.ErrIncomplete):
			result.Incomplete = append(result.Incomplete, gen.Place{Split: b.job.Split, Block: b.want.Number})
		case b.err != nil && err == nil:
			err = b.err
		case b.asked != nil:
			result.Samples += b.want.Samples
			result.Questions += b.asked.Count
			for reason, n := range b.asked.Rejects {
				result.Rejects[reason] += n
			}
		}
	}
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	if err != nil {
		return result, err
	}
	for _, name := range names {
		job := a.job
		job.Split = name
		left, err := Finish(ctx, set, job)
		if err != nil {
			return result, err
		}
		if left == 0 {
			break // it described the other splits as well
		}
	}
	return result, nil
}

// asking is the state of one call of Ask.
type asking struct {
	opt    AskOptions
	job    gen.Job // without a split
	blocks []askedBlock

	mu          sync.Mutex
	failed      bool
	done, total int // samples
}

// askedBlock is a block to ask, and how that went.
type askedBlock struct {
	job   gen.Job
	asker gen.Asker
	want  gen.BlockPlan
	asked *gen.Asked
	err   error
}

// open lists the blocks to ask and returns the splits they are of.
func (a *asking) open(ctx context.Context, set gen.Set, job gen.Job) ([]string, error) {
	var err error
	if a.job, err = gen.JobOf(set, job.Root); err != nil {
		return nil, err
	}
	names, err := gen.SplitNames(job.Root)
	if err != nil {
		return nil, err
	}
	if job.Split != "" {
		if !slices.Contains(names, job.Split) {
			return nil, fmt.Errorf("gen: %s: split is %q, want one that is there (%s)",
				job.Root, job.Split, strings.Join(names, ", "))
		}
		names = []string{job.Split}
	}
	for _, name := range names {
		job := a.job
		job.Split = name
		asker, err := set.NewAsker(ctx, job)
		if err != nil {
			return nil, err
		}
		if asker == nil {
			return nil, fmt.Errorf("gen: %s: set %s has no questions", job.Root, set.Name())
		}
		p, err := gen.ReadPlan(job.Root, name)
		if err != nil {
			return nil, err
		}
		for b := range p.Blocks() {
			a.blocks = append(a.blocks, askedBlock{job: job, asker: asker, want: p.Block(b)})
		}
		a.total += p.Count
	}
	return names, nil
}

// ask asks one block and writes its file.
func (a *asking) ask(ctx context.Context, b *askedBlock) {
	block, err := lockBlock(b.job, b.want)
	if err == nil {
		if block.written == 0 { // a journal may name what a power cut has taken
			block.dropDamaged(1)
		}
		if len(block.missing()) > 0 {
			err = page.ErrIncomplete
		} else if err = block.ask(ctx, b.asker); err == nil {
			err = block.finish()
		}
		if err != nil {
			block.close()
		} else {
			b.asked = block.asked
		}
	}
	b.err = err
	a.update(err, b.want.Samples)
}

// update counts samples asked about, or left as they are, and shows how far the work has come.
func (a *asking) update(err error, samples int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case err == nil:
		a.done += samples
	case errors.Is(err, page.ErrIncomplete):
		a.total -= samples
	default:
		a.failed = true
	}
	if a.opt.Progress != nil {
		a.opt.Progress(a.done, a.total)
	}
}

// stopped tells whether something failed.
func (a *asking) stopped() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failed
}
