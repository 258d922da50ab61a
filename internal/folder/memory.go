package folder

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Memory is a folder in memory, known by its Root as other folders are by their paths: what package write writes below it stays there, and
// Read and Has find it. Its methods may be called at once from several goroutines.
type Memory struct {
	root  string
	waits bool

	mu     sync.Mutex
	change sync.Cond
	files  map[string][]byte // paths with slashes
	closed error
}

// memories are those that are open, by their roots.
var (
	memories   sync.Map
	memoryLast atomic.Int64
)

// memoryPrefix begins no path of a file system.
const memoryPrefix = "\x00memory/"

// NewMemory opens an empty folder. If waits is true, a file that is read and not there is waited for until it is, or the folder is
// closed: what makes files and what reads them may run side by side.
func NewMemory(waits bool) *Memory {
	m := &Memory{root: memoryPrefix + strconv.FormatInt(memoryLast.Add(1), 10), waits: waits, files: map[string][]byte{}}
	m.change.L = &m.mu
	memories.Store(m.root, m)
	return m
}

// Root is the name by which functions that take a root know the folder.
func (m *Memory) Root() string { return m.root }

// InMemory is the folder of that root, an empty one after it was closed; nil for one of a file system.
func InMemory(root string) *Memory {
	if !strings.HasPrefix(root, memoryPrefix) {
		return nil
	}
	if m, ok := memories.Load(root); ok {
		return m.(*Memory)
	}
	m := &Memory{root: root, closed: fs.ErrClosed}
	m.change.L = &m.mu
	return m
}

// Keep puts a file there, in place of one of its path. The bytes must not be changed afterwards.
func (m *Memory) Keep(path string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed == nil {
		m.files[path] = data
		m.change.Broadcast()
	}
}

// Read is the function Read. The error is that of Close after it.
func (m *Memory) Read(path string, limit int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		data, ok := m.files[path]
		switch {
		case m.closed != nil:
			return nil, fmt.Errorf("%s: %w", path, m.closed)
		case ok && int64(len(data)) > limit:
			return nil, tooLarge(path, limit)
		case ok:
			return data, nil
		case !m.waits:
			return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
		}
		m.change.Wait()
	}
}

// Has tells whether a file is there now.
func (m *Memory) Has(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.files[path]
	return ok
}

// Paths are those of all files, sorted.
func (m *Memory) Paths() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.files))
}

// Remove removes files; those that are not there do no harm.
func (m *Memory) Remove(paths ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range paths {
		delete(m.files, p)
	}
}

// Close gives the memory back. Whoever waits for a file gets the error why; nil is fs.ErrClosed.
func (m *Memory) Close(why error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if why == nil {
		why = fs.ErrClosed
	}
	if m.closed == nil {
		m.closed, m.files = why, nil
		m.change.Broadcast()
		memories.Delete(m.root)
	}
}
