package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"

	"mereo/gen"
	"mereo/gen/worker"
)

// Child starts worker processes. Mesa's software rasterizer makes several contexts of one process wait for each other;
// processes do not wait. One that dies is started again.
type Child struct {
	// Command returns a command that calls Serve on its standard input and output. It is called for every process.
	Command func() *exec.Cmd
	// Set is handed to the open function of Serve: what it needs to build the same Set.
	Set json.RawMessage
	// Alone is the command that makes one sample alone, for people.
	Alone func(index int) string
	// Died is told why a process died, where the run goes on. It may be called at once from several goroutines. Nil is fine.
	Died func(why error)
}

// workers make samples: one function per worker, each called from one goroutine.
type workers struct {
	make  []func(index int) (*gen.Item, error)
	last  func(index int) (*gen.Item, error) // makes a sample that is lost, when the others do nothing
	close func() error
}

// openWorkers opens opt.Workers workers, or one for each GPU if these are more, but not more than there are samples to make.
func openWorkers(ctx context.Context, set gen.Set, job gen.Job, opt Options, samples int) (*workers, error) {
	if opt.Child != nil {
		return openChildren(job, opt, samples)
	}
	var makers []gen.Maker
	w := &workers{close: func() (first error) {
		for _, m := range makers {
			if err := m.Close(); first == nil {
				first = err
			}
		}
		return first
	}}
	gpus := opt.GPUs
	if len(gpus) == 0 {
		gpus = []string{job.GPU}
	}
	for _, gpu := range gpus {
		job.GPU = gpu
		maker, err := set.NewMaker(ctx, job)
		if err != nil {
			w.close()
			return nil, err
		}
		makers = append(makers, maker)
	}
	// A sample that was begun is finished also when ctx ends: it takes a second and is not lost.
	whole := context.WithoutCancel(ctx)
	for k := range min(max(opt.Workers, len(makers)), samples) {
		maker := makers[k%len(makers)]
		w.make = append(w.make, func(i int) (*gen.Item, error) { return makeOne(whole, maker, i) })
	}
	return w, nil
}

func makeOne(ctx context.Context, maker gen.Maker, index int) (*gen.Item, error) {
	item, err := maker.Make(ctx, index)
	if err != nil {
		return nil, err
	}
	item.Renderer = maker.Renderer()
	return item, nil
}

// What a run tells its worker processes: the start, then requests. Answers are items.
type (
	start struct {
		Set json.RawMessage `json:"set"`
		Job gen.Job         `json:"job"`
	}
	request struct {
		Index int `json:"index"`
	}
)

// Serve is a worker process: it makes samples on request until in ends. open builds the Set from Child.Set.
func Serve(ctx context.Context, in io.Reader, out io.Writer, open func(set json.RawMessage) (gen.Set, error)) error {
	return worker.Serve(in, out, func(hello json.RawMessage) (worker.Handler, error) {
		var s start
		if err := json.Unmarshal(hello, &s); err != nil {
			return nil, fmt.Errorf("gen: worker: %w", err)
		}
		set, err := open(s.Set)
		if err != nil {
			return nil, err
		}
		maker, err := set.NewMaker(ctx, s.Job)
		return &handler{ctx, maker}, err
	})
}

// handler makes what is asked for.
type handler struct {
	ctx context.Context
	gen.Maker
}

func (h *handler) Handle(message json.RawMessage) (any, error) {
	var q request
	if err := json.Unmarshal(message, &q); err != nil {
		return nil, fmt.Errorf("gen: worker: %w", err)
	}
	return makeOne(h.ctx, h.Maker, q.Index)
}
