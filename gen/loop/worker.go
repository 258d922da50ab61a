package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"mereo/gen"
	"mereo/internal/phase"
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

// The talk between a run and its worker processes is JSON lines: the parent sends one start and then requests one at a
// time, the child answers each, the start with an empty answer. The child ends when its input does.
type (
	start struct {
		Set json.RawMessage `json:"set"`
		Job gen.Job         `json:"job"`
	}
	request struct {
		Index int `json:"index"`
	}
	answer struct {
		Item  *gen.Item   `json:"item,omitempty"`
		Error string      `json:"error,omitempty"`
		Spent phase.Times `json:"spent,omitzero"` // since the last answer, if the child measures
	}
)

// Serve is a worker process: it makes samples on request until in ends. open builds the Set from Child.Set.
func Serve(ctx context.Context, in io.Reader, out io.Writer, open func(set json.RawMessage) (gen.Set, error)) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	var s start
	if err := requests.Decode(&s); err != nil {
		return fmt.Errorf("gen: worker: %w", err)
	}
	maker, err := func() (gen.Maker, error) {
		set, err := open(s.Set)
		if err != nil {
			return nil, err
		}
		return set.NewMaker(ctx, s.Job)
	}()
	if err != nil {
		return answers.Encode(answer{Error: err.Error()})
	}
	err = serve(ctx, maker, requests, answers)
	if cerr := maker.Close(); err == nil {
		err = cerr
	}
	return err
}

func serve(ctx context.Context, maker gen.Maker, requests *json.Decoder, answers *json.Encoder) error {
	if err := answers.Encode(answer{}); err != nil {
		return fmt.Errorf("gen: worker: %w", err)
	}
	for {
		var q request
		if err := requests.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("gen: worker: %w", err)
		}
		var a answer
		if item, err := makeOne(ctx, maker, q.Index); err != nil {
			a.Error = err.Error()
		} else {
			a.Item = item
		}
		a.Spent = phase.Take()
		if err := answers.Encode(a); err != nil {
			return fmt.Errorf("gen: worker: %w", err)
		}
	}
}
