package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"mereo/gen/worker"
)

// slots are numbers of those slots of a worker that are free.
type slots struct {
	mu   sync.Mutex
	free []int
	n    int
}

func (s *slots) take() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.free) - 1; last >= 0 {
		slot := s.free[last]
		s.free = s.free[:last]
		return slot
	}
	s.n++
	return s.n - 1
}

func (s *slots) give(slot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, slot)
}

// maker makes samples; it is used by one goroutine.
type maker interface {
	make(ctx context.Context, w *wish) (*handed, error)
	slots() *slots
	// memory opens the file of a slot.
	memory(slot, fd int) (*Memory, error)
	close()
}

// openWorkers opens as many makers as there are workers.
func (s *Stream) openWorkers() ([]maker, error) {
	out := make([]maker, s.opt.Workers)
	if s.opt.Processes == nil {
		h := openHands(s.opt.Set, s.opt.Job)
		if _, err := h.maker(s.ctx, s.opt.Job.Pictures); err != nil {
			h.Close()
			return nil, err
		}
		shared := &local{hands: h, users: len(out)}
		for i := range out {
			out[i] = shared
		}
		return out, nil
	}
	errs := make([]error, len(out))
	var wg sync.WaitGroup
	for i := range out {
		r := &remote{how: s.opt.Processes, hello: hello{s.opt.Processes.Set, s.opt.Job}, files: map[int]*Memory{}}
		out[i] = r
		wg.Go(func() { errs[i] = r.start() })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		for _, w := range out {
			w.close()
		}
		return nil, err
	}
	return out, nil
}

// local makes samples in this process, for all workers.
type local struct {
	*hands
	own   slots
	mu    sync.Mutex
	users int
	files map[int]*Memory
}

func (l *local) slots() *slots { return &l.own }

func (l *local) memory(slot, fd int) (*Memory, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return keep(&l.files, slot, os.Getpid(), fd)
}

func (l *local) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.users--; l.users == 0 {
		l.hands.Close()
		closeAll(l.files)
	}
}

// remote is a process that makes samples. When it dies another takes its place.
type remote struct {
	how     *Processes
	hello   hello
	process *worker.Process
	own     slots
	files   map[int]*Memory
	past    []map[int]*Memory // of processes that died: samples that were not taken yet have arrays there
}

func (r *remote) start() (err error) {
	r.process, err = worker.Start(r.how.Command, r.hello, r.how.Died)
	return err
}

func (r *remote) make(_ context.Context, w *wish) (*handed, error) {
	var last *worker.DeathError
	for range worker.Tries {
		if r.process == nil {
			if err := r.start(); err != nil {
				return nil, err
			}
		}
		data, err := r.process.Ask(w)
		if !errors.As(err, &last) {
			var out handed
			if err == nil {
				err = json.Unmarshal(data, &out)
			}
			return &out, err
		}
		r.process = nil
		r.past, r.files = append(r.past, r.files), map[int]*Memory{}
		r.how.Died(fmt.Errorf("stream: a worker process died at sample %d of %s, %s", w.Index, r.hello.Job.Split, last.Fate))
	}
	return nil, fmt.Errorf("stream: %d worker processes died of sample %d of %s, seed %d, the last %s: %s",
		worker.Tries, w.Index, r.hello.Job.Split, r.hello.Job.Seed, last.Fate, last.Words)
}

func (r *remote) slots() *slots { return &r.own }

func (r *remote) memory(slot, fd int) (*Memory, error) {
	return keep(&r.files, slot, r.process.PID(), fd)
}

func (r *remote) close() {
	if r.process != nil {
		worker.Close([]*worker.Process{r.process}, r.how.Died)
	}
	for _, files := range append(r.past, r.files) {
		closeAll(files)
	}
}

// Memory is a file without a name in which arrays are.
type Memory struct {
	*os.File
	// ID is another one for each file of this process's life, while descriptors come again.
	ID int64
}

var memoryID atomic.Int64

// keep opens the file of a slot once, by the process that made it.
func keep(files *map[int]*Memory, slot, pid, fd int) (*Memory, error) {
	if f := (*files)[slot]; f != nil {
		return f, nil
	}
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/%d", pid, fd), os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("stream: shared memory: %w", err)
	}
	if *files == nil {
		*files = map[int]*Memory{}
	}
	m := &Memory{f, memoryID.Add(1)}
	(*files)[slot] = m
	return m, nil
}

func closeAll(files map[int]*Memory) {
	for _, f := range files {
		f.Close()
	}
}
