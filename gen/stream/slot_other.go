//go:build !linux

package stream

// slot is memory of this process: where there is no memory without a name to share, arrays are sent.
type slot struct {
	fd  int
	mem []byte
}

func (s *slot) grow(size int) error {
	if size > len(s.mem) {
		s.mem = make([]byte, size)
	}
	return nil
}

func (s *slot) close() { s.mem = nil }
