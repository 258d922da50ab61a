package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"mereo/gen"
	"mereo/gen/worker"
)

// tries is how often a sample is tried whose worker process dies, the last time when the others are made and no other process works:
// what killed it may have been want of memory.
const tries = worker.Tries

// place is where a worker process works. When it dies another takes its place, and makes the same sample.
type place struct {
	job     gen.Job
	how     *Child
	process *worker.Process // nil: none runs
}

// openChildren starts as many worker processes as openWorkers says, and waits until all are ready.
func openChildren(job gen.Job, opt Options, samples int) (*workers, error) {
	n := min(max(opt.Workers, len(opt.GPUs)), samples)
	places := make([]*place, n)
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		if len(opt.GPUs) > 0 {
			job.GPU = opt.GPUs[i%len(opt.GPUs)]
		}
		places[i] = &place{job: job, how: opt.Child}
		wg.Go(func() { errs[i] = places[i].start() })
	}
	wg.Wait()
	w := &workers{close: func() error {
		closePlaces(places)
		return nil
	}}
	for i, p := range places {
		if errs[i] != nil {
			closePlaces(places)
			return nil, errs[i]
		}
		w.make = append(w.make, func(index int) (*gen.Item, error) { return p.make(index, tries-1) })
	}
	w.last = func(index int) (*gen.Item, error) { return places[0].make(index, 1) }
	return w, nil
}

// start starts a process and waits until it is ready.
func (p *place) start() (err error) {
	p.process, err = worker.Start(p.how.Command, start{p.how.Set, p.job}, p.tell)
	return err
}

// make makes a sample, in so many tries.
func (p *place) make(index, n int) (*gen.Item, error) {
	var last *worker.DeathError
	for range n {
		if p.process == nil {
			if err := p.start(); err != nil {
				return nil, err
			}
		}
		data, err := p.process.Ask(request{index})
		if !errors.As(err, &last) {
			var item *gen.Item
			if err == nil {
				err = json.Unmarshal(data, &item)
			}
			return item, err
		}
		p.process = nil
		p.tell(fmt.Errorf("gen: a worker process died at sample %d of %s, %s", index, p.job.Split, last.Fate))
	}
	return nil, &lostError{index, p.job.Split, p.job.Seed, p.how.alone(index), n, last}
}

func (p *place) tell(why error) {
	if p.how.Died != nil {
		p.how.Died(why)
	}
}

func (c *Child) alone(index int) string {
	if c.Alone == nil {
		return ""
	}
	return c.Alone(index)
}

// closePlaces ends all processes side by side.
func closePlaces(places []*place) {
	var processes []*worker.Process
	for _, p := range places {
		processes = append(processes, p.process)
		p.process = nil
	}
	worker.Close(processes, places[0].tell)
}
