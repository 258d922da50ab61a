package bound

import (
	"bytes"
	"math"
	"os"
	"strconv"
	"syscall"
)

// allowed is what is left of the address space of the process, as "ulimit -v" sets it. The runtime reserves 1.2 GB of it at the start.
func allowed() Size {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil || r.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return Size(r.Cur)
	}
	pages, _, _ := bytes.Cut(data, []byte(" "))
	n, err := strconv.ParseInt(string(pages), 10, 64)
	if err != nil {
		return Size(r.Cur)
	}
	return Size(int64(r.Cur) - n*int64(os.Getpagesize()))
}
