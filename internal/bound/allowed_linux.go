package bound

import (
	"math"
	"syscall"
)

// allowed is the address space of the process, as "ulimit -v" sets it.
func allowed() Size {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil {
		return math.MaxInt64
	}
	return Size(min(r.Cur, math.MaxInt64))
}
