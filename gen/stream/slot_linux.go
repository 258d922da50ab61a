package stream

import "golang.org/x/sys/unix"

// slot is memory that other processes can map: it has no name, so nothing is left of it when the last process that has it ends.
type slot struct {
	fd  int // -1 before grow
	mem []byte
}

// grow makes room for so many bytes.
func (s *slot) grow(size int) error {
	if s.fd < 0 {
		fd, err := unix.MemfdCreate("mereo", unix.MFD_CLOEXEC)
		if err != nil {
			return err
		}
		s.fd = fd
	}
	if size <= len(s.mem) {
		return nil
	}
	if s.mem != nil {
		if err := unix.Munmap(s.mem); err != nil {
			return err
		}
		s.mem = nil
	}
	if err := unix.Ftruncate(s.fd, int64(size)); err != nil {
		return err
	}
	mem, err := unix.Mmap(s.fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	s.mem = mem
	return err
}

func (s *slot) close() {
	if s.mem != nil {
		unix.Munmap(s.mem)
	}
	if s.fd >= 0 {
		unix.Close(s.fd)
	}
	s.mem, s.fd = nil, -1
}
