// Package bound keeps what is read of a stranger's model within a number of bytes, however little of it the stranger had to write.
package bound

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"

	"mereo/internal/folder"
)

// usual is the bound where nobody says another. A room with twenty textures of 4096 x 4096 takes that much.
const usual Size = 2e9

// defaultLimit is 2 GB, or a third of what the system lets the process have when it is first asked, if that is less: a collector of garbage may
// need twice what is in use.
var defaultLimit = sync.OnceValue(func() Size { return min(usual, max(Least, allowed()/3)) })

// Memory is what one model may still take. What is taken is never given back, so that it bounds the work, too. It is not safe for
// several goroutines.
type Memory struct{ limit, left Size }

// New is memory of a size.
func New(limit Size) *Memory {
	if limit == 0 {
		limit = defaultLimit()
	}
	return &Memory{limit, limit}
}

// Share is the part of a limit that each of n models has which are read at once, at least Least.
func Share(limit Size, n int) Size {
	if limit == 0 {
		limit = defaultLimit()
	}
	return max(Least, limit/Size(n))
}

// Take takes n things of size bytes each, or says that there is no room.
func (m *Memory) Take(n int, size Size) error {
	if n < 0 || size > 0 && Size(n) > m.left/size {
		m.left = 0
		return fmt.Errorf("takes more than %v of memory, the bound that --%s sets", m.limit, Flag)
	}
	m.left -= Size(n) * size
	return nil
}

// Make is a slice of n elements that fits.
func Make[T any](m *Memory, n int) ([]T, error) {
	if err := m.Take(n, Size(reflect.TypeFor[T]().Size())); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// Read reads a regular file below a folder, as folder.Read does.
func (m *Memory) Read(root, path string) ([]byte, error) {
	f, err := folder.Open(root, path)
	return m.all(f, path, err)
}

// In is Read in a folder that is open.
func (m *Memory) In(dir *os.Root, path string) ([]byte, error) {
	f, err := folder.In(dir, path)
	return m.all(f, path, err)
}

// Given reads a regular file whose path the user gives, with links wherever they lead.
func (m *Memory) Given(path string) ([]byte, error) {
	f, err := folder.Named(path)
	return m.all(f, path, err)
}

// Through reads on, and takes some bytes for each one that is read.
func (m *Memory) Through(r io.Reader, each Size) io.Reader { return through{r, m, each} }

type through struct {
	io.Reader
	memory *Memory
	each   Size
}

func (t through) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if full := t.memory.Take(n, t.each); full != nil {
		return 0, full
	}
	return n, err
}

// all reads a file that was opened.
func (m *Memory) all(f *os.File, path string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = m.Take(1, Size(info.Size())+1)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return folder.All(f, path, info.Size())
}

// What JSON becomes in memory at most, measured for nodes of glTF with their defaults and for maps of anything, garbage included.
const (
	perObject = 1024
	perItem   = 100
	perByte   = 4
)

// deepest is how deep JSON may be nested. Models have it some ten deep, trees of parts thirty.
const deepest = 200

// JSON takes what a text of JSON becomes when it is decoded, and refuses one that is nested too deep. What is no JSON is for the decoder.
func (m *Memory) JSON(text []byte) error {
	objects, items, depth := 0, 0, 0
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			if depth++; depth > deepest {
				return fmt.Errorf("line %d: JSON is nested more than %d deep", 1+bytes.Count(text[:i], []byte("\n")), deepest)
			}
			if c == '{' {
				objects++
			}
			items++
		case c == '}' || c == ']':
			depth--
		case c == ',':
			items++
		}
	}
	for _, part := range []struct {
		n    int
		size Size
	}{{objects, perObject}, {items, perItem}, {len(text), perByte}} {
		if err := m.Take(part.n, part.size); err != nil {
			return fmt.Errorf("JSON of %d objects and %d values %w", objects, items, err)
		}
	}
	return nil
}
