package explore

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// cutAfter is how long an answer may be on its way while others wait for room.
const cutAfter = 2 * time.Second

// smallAnswer is how many bytes an answer may have that is not counted.
const smallAnswer = 64 << 10

// sending bounds the memory of answers that are on their way, which readers who are slow would fill otherwise. Who waits for room
// has the reader cut off who has been at it for longest.
type sending struct {
	limit int64 // bytes

	mu    sync.Mutex
	used  int64
	freed chan struct{} // closed when there is more room
	all   map[*answer]struct{}
}

// answer is one that is made or sent.
type answer struct {
	in    *sending
	w     http.ResponseWriter
	size  int64
	since time.Time // from when on it was sent; zero while it is made
}

func newSending(limit int64) *sending {
	return &sending{limit: limit, freed: make(chan struct{}), all: map[*answer]struct{}{}}
}

// take waits for room for an answer, whose end gives it back. One that is larger than everything is alone.
func (s *sending) take(ctx context.Context, w http.ResponseWriter, size int64) (*answer, error) {
	a := &answer{in: s, w: w, size: size}
	for {
		s.mu.Lock()
		if s.used == 0 || s.used+size <= s.limit {
			s.used += size
			s.all[a] = struct{}{}
			s.mu.Unlock()
			return a, nil
		}
		freed := s.freed
		s.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(cutAfter):
			s.cut()
		}
	}
}

// cut breaks off the answer that has been on its way for longest, if that is long.
func (s *sending) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var oldest *answer
	for a := range s.all {
		if !a.since.IsZero() && (oldest == nil || a.since.Before(oldest.since)) {
			oldest = a
		}
	}
	if oldest != nil && time.Since(oldest.since) >= cutAfter {
		http.NewResponseController(oldest.w).SetWriteDeadline(time.Now()) // where that cannot be done, nothing is sent to the network
	}
}

// write sends bytes of the answer.
func (a *answer) write(data []byte) {
	a.in.mu.Lock()
	a.since = time.Now()
	a.in.mu.Unlock()
	a.w.Write(data)
}

func (a *answer) end() {
	a.in.mu.Lock()
	defer a.in.mu.Unlock()
	delete(a.in.all, a)
	a.in.used -= a.size
	close(a.in.freed)
	a.in.freed = make(chan struct{})
}

// send answers with bytes that are there.
func (e *Explorer) send(w http.ResponseWriter, r *http.Request, data []byte) {
	if len(data) <= smallAnswer {
		w.Write(data)
		return
	}
	a, err := e.sending.take(r.Context(), w, int64(len(data)))
	if err != nil {
		return // nobody waits for it
	}
	defer a.end()
	a.write(data)
}
