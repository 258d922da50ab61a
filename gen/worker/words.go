package worker

import (
	"bytes"
	"strings"
	"sync"
)

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
