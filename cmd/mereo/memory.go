package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"mereo/internal/bound"
)

// keepWithin has garbage collected before the process holds more than so many bytes, as far as what is in use leaves room, until the
// context ends. The driver's memory counts, with a software rasterizer some 300 MB; what is mapped from files does not, since the system
// takes it back when it must.
func keepWithin(ctx context.Context, most bound.Size) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	const often = 2 * time.Second // a driver takes its memory with the first pictures
	for tick := time.NewTicker(often); ; {
		// Caches and what is being made may take that much, and the collector would work for nothing below.
		debug.SetMemoryLimit(max(int64(most)*2/5, int64(most)-outside()))
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return
		}
	}
}

// outside is the memory of the process that Go does not manage, bytes; 0 where the system does not tell it.
func outside() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("\nRssAnon:"))
	var kB int64
	if _, err := fmt.Sscan(string(rest[:min(40, len(rest))]), &kB); err != nil {
		return 0
	}
	own := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(own)
	return max(0, kB<<10-int64(own[0].Value.Uint64()-own[1].Value.Uint64()))
}
