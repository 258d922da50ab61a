package gen

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"mereo/internal/phase"
)

// Child starts worker processes. Mesa's software rasteriser makes several contexts of one process wait for each other;
// processes do not wait.
type Child struct {
	// Command returns a command that calls Serve on its standard input and output. It is called once per worker.
	Command func() *exec.Cmd
	// Set is handed to the open function of Serve: what it needs to build the same Set.
	Set json.RawMessage
}

// workers make samples: one function per worker, each called from one goroutine.
type workers struct {
	make  []func(index int) (*Item, error)
	close func() error
}

// openWorkers opens opt.Workers workers, or one for each GPU if these are more, but not more than there are samples to make.
func openWorkers(ctx context.Context, set Set, job Job, opt Options, samples int) (*workers, error) {
	n := min(opt.Workers, samples)
	if opt.Child != nil {
		return openChildren(job, opt.Child, n)
	}
	var makers []Maker
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
	for k := range max(n, min(len(makers), samples)) {
		maker := makers[k%len(makers)]
		w.make = append(w.make, func(i int) (*Item, error) { return makeOne(whole, maker, i) })
	}
	return w, nil
}

func makeOne(ctx context.Context, maker Maker, index int) (*Item, error) {
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
		Job Job             `json:"job"`
	}
	request struct {
		Index int `json:"index"`
	}
	answer struct {
		Item  *Item       `json:"item,omitempty"`
		Error string      `json:"error,omitempty"`
		Spent phase.Times `json:"spent,omitzero"` // since the last answer, if the child measures
	}
)

// Serve is a worker process: it makes samples on request until in ends. open builds the Set from Child.Set.
func Serve(ctx context.Context, in io.Reader, out io.Writer, open func(set json.RawMessage) (Set, error)) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	var s start
	if err := requests.Decode(&s); err != nil {
		return fmt.Errorf("gen: worker: %w", err)
	}
	maker, err := func() (Maker, error) {
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

func serve(ctx context.Context, maker Maker, requests *json.Decoder, answers *json.Encoder) error {
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

// child is the parent's end of a worker process.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr opening
	ended  chan struct{} // closed when the process was waited for
}

// openChildren starts n worker processes and waits until all are ready.
func openChildren(job Job, how *Child, n int) (*workers, error) {
	children := make([]*child, n)
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		c, err := startChild(how)
		if err != nil {
			errs[i] = err
			break
		}
		children[i] = c
		wg.Go(func() { _, errs[i] = c.ask(start{how.Set, job}) })
	}
	wg.Wait()
	w := &workers{close: func() error { return closeChildren(children) }}
	for _, err := range errs {
		if err != nil {
			w.close()
			return nil, err
		}
	}
	for _, c := range children {
		w.make = append(w.make, func(index int) (*Item, error) {
			a, err := c.ask(request{index})
			if err == nil && a.Item == nil {
				err = errors.New("gen: a worker process answered without a sample")
			}
			return a.Item, err
		})
	}
	return w, nil
}

func startChild(how *Child) (*child, error) {
	c := &child{cmd: how.Command(), ended: make(chan struct{})}
	c.cmd.Stderr = &c.stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	c.in, c.out = in, bufio.NewReaderSize(out, 1<<16)
	dieWithParent(c.cmd)
	started := make(chan error)
	go func() {
		// The kernel takes the thread that started a process for its parent, so that thread must live as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		started <- c.cmd.Start()
		<-c.ended
	}()
	if err := <-started; err != nil {
		close(c.ended)
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	return c, nil
}

// wait closes the child's input and waits until it has ended.
func (c *child) wait() error {
	c.in.Close()
	err := c.cmd.Wait()
	c.cmd = nil
	close(c.ended)
	return err
}

// ask sends a message and waits for the answer. An error of the worker comes back as it was; a worker that died is
// reported with the end of what it wrote to its standard error.
func (c *child) ask(message any) (answer, error) {
	line, err := json.Marshal(message)
	if err != nil {
		return answer{}, fmt.Errorf("gen: worker process: %w", err)
	}
	if c.cmd == nil {
		return answer{}, errors.New("gen: a worker process is dead") // the sample it died of has been told about
	}
	var a answer
	if _, err = c.in.Write(append(line, '\n')); err == nil {
		if line, err = c.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &a)
		}
	}
	if err != nil {
		state := "exit status 0"
		if werr := c.wait(); werr != nil {
			state = werr.Error()
		}
		return answer{}, fmt.Errorf("gen: a worker process died (%s): %s", state, c.stderr.String())
	}
	phase.Add(a.Spent)
	if a.Error != "" {
		return answer{}, errors.New(a.Error)
	}
	return a, nil
}

// closeChildren ends all that are alive.
func closeChildren(children []*child) error {
	var first error
	for _, c := range children {
		if c != nil {
			c.in.Close() // all at once, so that they end side by side
		}
	}
	for _, c := range children {
		if c == nil || c.cmd == nil {
			continue
		}
		if err := c.wait(); err != nil && first == nil {
			first = fmt.Errorf("gen: a worker process failed at its end (%w): %s", err, c.stderr.String())
		}
	}
	return first
}

// opening keeps the beginning of what is written to it: a crash says first what it is. Safe for use from several goroutines.
type opening struct {
	mu   sync.Mutex
	data []byte
}

// openingBytes is how much of a dead worker's words is shown: a panic's message and its innermost frames.
const openingBytes = 2000

func (o *opening) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.data = append(o.data, p[:min(len(p), openingBytes-len(o.data))]...)
	return len(p), nil
}

func (o *opening) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s := strings.TrimSpace(string(bytes.ToValidUTF8(o.data, []byte("?")))); s != "" {
		return s
	}
	return "it said nothing"
}
