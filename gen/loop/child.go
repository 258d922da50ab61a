package loop

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/internal/phase"
)

// tries is how often a sample is tried whose worker process dies, the last time when the others are made and no other process works:
// what killed it may have been want of memory. As often a process is started that dies as it begins.
const tries = 3

// place is where a worker process works. When it dies another takes its place, and makes the same sample.
type place struct {
	job   gen.Job
	how   *Child
	child *child // nil: none runs
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
func (p *place) start() error {
	var last *deathError
	for range tries {
		c, err := startChild(p.how)
		if err != nil {
			return err
		}
		switch _, err = c.ask(start{p.how.Set, p.job}); {
		case err == nil:
			p.child = c
			return nil
		case !errors.As(err, &last):
			c.wait()
			return err
		}
		p.tell(fmt.Errorf("gen: a worker process died as it began, %s", last.fate))
	}
	return fmt.Errorf("gen: %d worker processes died as they began, the last %s: %s", tries, last.fate, last.words)
}

// make makes a sample, in so many tries.
func (p *place) make(index, n int) (*gen.Item, error) {
	var last *deathError
	for range n {
		if p.child == nil {
			if err := p.start(); err != nil {
				return nil, err
			}
		}
		a, err := p.child.ask(request{index})
		if err == nil && a.Item == nil {
			err = errors.New("gen: a worker process answered without a sample")
		}
		if !errors.As(err, &last) {
			return a.Item, err
		}
		p.child = nil
		p.tell(fmt.Errorf("gen: a worker process died at sample %d of %s, %s", index, p.job.Split, last.fate))
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

// closePlaces ends all processes side by side. All that was asked of them has been answered, so no harm is done by one that fails now.
func closePlaces(places []*place) {
	for _, p := range places {
		if p.child != nil {
			p.child.in.Close()
		}
	}
	for _, p := range places {
		if p.child == nil {
			continue
		}
		if d := p.child.wait(); !p.child.cmd.ProcessState.Success() {
			p.tell(fmt.Errorf("gen: a worker process died after its last sample, %s: %s", d.fate, d.words))
		}
		p.child = nil
	}
}

// deathError is a worker process that ended before it had answered.
type deathError struct {
	fate  string // "killed by SIGKILL"
	words string // from its standard error
}

func (e *deathError) Error() string { return "gen: a worker process died, " + e.fate + ": " + e.words }

// child is the parent's end of a worker process.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	words words
	kills int           // of the kernel's out-of-memory killer before it was started
	gone  chan struct{} // closed when the process was waited for
}

func startChild(how *Child) (*child, error) {
	c := &child{cmd: how.Command(), kills: memoryKills(), gone: make(chan struct{})}
	c.cmd.Stderr = &c.words
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
		<-c.gone
	}()
	if err := <-started; err != nil {
		close(c.gone)
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	return c, nil
}

// wait closes the child's input, waits until it has ended, and says how.
func (c *child) wait() *deathError {
	c.in.Close()
	c.cmd.Wait()
	close(c.gone)
	said := c.words.String()
	return &deathError{fate(c.cmd.ProcessState, said, memoryKills() > c.kills), said}
}

// ask sends a message and waits for the answer. An error of the worker comes back as it was; a worker that died, as a deathError,
// and it was waited for.
func (c *child) ask(message any) (answer, error) {
	line, err := json.Marshal(message)
	if err != nil {
		return answer{}, fmt.Errorf("gen: worker process: %w", err)
	}
	c.words.reset()
	var a answer
	if _, err = c.in.Write(append(line, '\n')); err == nil {
		if line, err = c.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &a)
		}
	}
	if err != nil {
		return answer{}, c.wait()
	}
	phase.Add(a.Spent)
	if a.Error != "" {
		return answer{}, errors.New(a.Error)
	}
	return a, nil
}

// words keeps the beginning and the end of what is written to it: a crash of Go says first what it is, a driver last. Safe for use
// from several goroutines.
type words struct {
	mu         sync.Mutex
	head, tail []byte
	cut        bool // between them
}

// wordsBytes is how much is kept of the beginning, a panic's message and its innermost frames, and as much of the end.
const wordsBytes = 1500

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(p), wordsBytes-len(w.head))
	w.head = append(w.head, p[:n]...)
	w.tail = append(w.tail, p[n:]...)
	if more := len(w.tail) - wordsBytes; more > 0 {
		w.tail, w.cut = append(w.tail[:0], w.tail[more:]...), true
	}
	return len(p), nil
}

// reset forgets what was written.
func (w *words) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.head, w.tail, w.cut = nil, nil, false
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	between := ""
	if w.cut {
		between = "\n...\n"
	}
	all := string(w.head) + between + string(w.tail)
	if s := strings.TrimSpace(string(bytes.ToValidUTF8([]byte(all), []byte("?")))); s != "" {
		return s
	}
	return "none"
}
