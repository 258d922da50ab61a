package hostile

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// Mutations are files that are made at random of good ones and then read.
type Mutations struct {
	Count int           // of files; MEREO_MUTATIONS has another number: 100000 takes minutes
	Least int           // share that has to be read, one of so many
	Time  time.Duration // that each may take; 0 for any
	Bytes uint64        // that each may allocate in all
	// Make makes file number seed.
	Make func(r *rand.Rand) []byte
	// Try reads it, and reports whether it could be read. It may panic.
	Try func(t *testing.T, seed int, data []byte) bool
}

// Run makes and reads them. Nothing panics, and no file takes too much; the slowest and the largest are told with -v. A file that fails is made
// again by its number.
func (m Mutations) Run(t *testing.T) {
	if text := os.Getenv("MEREO_MUTATIONS"); text != "" {
		var err error
		if m.Count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	var whole, slowestSeed, largestSeed int
	var slowest time.Duration
	var most uint64
	for seed := range m.Count {
		data := m.Make(rand.New(rand.NewPCG(uint64(seed), 0)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := time.Now()
		if m.try(t, seed, data) {
			whole++
		}
		took := time.Since(begin)
		runtime.ReadMemStats(&after)
		if took > slowest {
			slowest, slowestSeed = took, seed
		}
		bytes := after.TotalAlloc - before.TotalAlloc
		if bytes > most {
			most, largestSeed = bytes, seed
		}
		if m.Time > 0 && took > m.Time || bytes > m.Bytes {
			t.Errorf("file %d takes %v and allocates %d bytes, want at most %v and %d:\n%.2000q", seed, took, bytes, m.Time, m.Bytes, data)
		}
	}
	t.Logf("%d of %d files could be read; the slowest, %d, took %v, and the largest, %d, %d KB", whole, m.Count, slowestSeed, slowest, largestSeed, most>>10)
	if whole < m.Count/m.Least {
		t.Errorf("only %d of %d files could be read", whole, m.Count)
	}
}

func (m Mutations) try(t *testing.T, seed int, data []byte) bool {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("file %d panics: %v\n%.2000q", seed, p, data)
		}
	}()
	return m.Try(t, seed, data)
}
