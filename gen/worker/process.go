// Package worker starts processes that work for this one, and talks with them: one request at a time, in JSON lines. Mesa's software
// rasterizer makes several contexts of one process wait for each other; processes do not wait.
package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"

	"mereo/internal/phase"
)

// Process is the parent's end of a worker process. It is used by one goroutine at a time.
type Process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	words words
	kills int           // of the kernel's out-of-memory killer before it was started
	gone  chan struct{} // closed when the process was waited for
}

// DeathError is a worker process that ended before it had answered.
type DeathError struct {
	Fate  string // "by SIGKILL"
	Words string // from its standard error
}

func (e *DeathError) Error() string { return "gen: a worker process died, " + e.Fate + ": " + e.Words }

// Tries is how often a process is started that dies as it begins.
const Tries = 3

// Start starts a process whose command calls Serve, tells it hello and waits until it is ready. One that dies as it begins is told of and
// started again. An error of the worker comes back as it was.
func Start(command func() *exec.Cmd, hello any, died func(why error)) (*Process, error) {
	var last *DeathError
	for range Tries {
		p, err := open(command())
		if err != nil {
			return nil, err
		}
		switch _, err = p.Ask(hello); {
		case err == nil:
			return p, nil
		case !errors.As(err, &last):
			p.wait()
			return nil, err
		}
		died(fmt.Errorf("gen: a worker process died as it began, %s", last.Fate))
	}
	return nil, fmt.Errorf("gen: %d worker processes died as they began, the last %s: %s", Tries, last.Fate, last.Words)
}

func open(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, kills: memoryKills(), gone: make(chan struct{})}
	p.cmd.Stderr = &p.words
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 1<<16)
	dieWithParent(p.cmd)
	started := make(chan error)
	go func() {
		// The kernel takes the thread that started a process for its parent, so that thread must live as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		started <- p.cmd.Start()
		<-p.gone
	}()
	if err := <-started; err != nil {
		close(p.gone)
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	return p, nil
}

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Ask sends a request and returns the answer. An error of the worker comes back as it was; a worker that died, as a DeathError: nothing
// more can be asked of it then.
func (p *Process) Ask(request any) (json.RawMessage, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("gen: worker process: %w", err)
	}
	p.words.reset()
	var a answer
	if _, err = p.in.Write(append(line, '\n')); err == nil {
		if line, err = p.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &a)
		}
	}
	if err != nil {
		return nil, p.wait()
	}
	phase.Add(a.Spent)
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	return a.Result, nil
}

// wait closes the process's input, waits until it has ended, and says how.
func (p *Process) wait() *DeathError {
	p.in.Close()
	p.cmd.Wait()
	close(p.gone)
	said := p.words.String()
	return &DeathError{fate(p.cmd.ProcessState, said, memoryKills() > p.kills), said}
}

// Close ends processes side by side and waits for them; nil ones are left out. failed is told of each that did not end well: all that was
// asked of it has been answered, so no harm is done.
func Close(processes []*Process, failed func(why error)) {
	for _, p := range processes {
		if p != nil {
			p.in.Close()
		}
	}
	for _, p := range processes {
		if p == nil {
			continue
		}
		if d := p.wait(); !p.cmd.ProcessState.Success() {
			failed(fmt.Errorf("gen: a worker process died after its last sample, %s: %s", d.Fate, d.Words))
		}
	}
}

// answer is a line of a worker: the result, or an error as text.
type answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  string          `json:"error,omitempty"`
	Spent  phase.Times     `json:"spent,omitzero"` // since the last answer, if the process measures
}

// Handler answers the requests of a parent.
type Handler interface {
	// Handle returns what is sent as JSON.
	Handle(request json.RawMessage) (result any, err error)
	Close() error
}

// Serve is the worker's end: it reads hello, opens what handles requests, and answers them until in ends.
func Serve(in io.Reader, out io.Writer, open func(hello json.RawMessage) (Handler, error)) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	var message json.RawMessage
	if err := requests.Decode(&message); err != nil {
		return fmt.Errorf("gen: worker: %w", err)
	}
	h, err := open(message)
	if err != nil {
		return answers.Encode(answer{Error: err.Error()})
	}
	err = answers.Encode(answer{})
	for err == nil {
		message = nil
		if err = requests.Decode(&message); errors.Is(err, io.EOF) {
			return h.Close()
		} else if err == nil {
			err = answers.Encode(answerTo(h, message))
		}
	}
	h.Close()
	return fmt.Errorf("gen: worker: %w", err)
}

func answerTo(h Handler, request json.RawMessage) answer {
	result, err := h.Handle(request)
	var a answer
	if err == nil {
		a.Result, err = json.Marshal(result)
	}
	if err != nil {
		a = answer{Error: err.Error()}
	}
	a.Spent = phase.Take()
	return a
}
