// Package phase measures on what a process spends its time while it makes samples. Like a profile there is one per process, and
// it is off until Measure is called: then every mark costs two looks at the clock, before that one look at a pointer.
//
//	defer phase.Begin(phase.Sampling).End()
//
// Clocks are forbidden where data is decided, so the program hands one in; nothing that is measured can be seen from there.
package phase

import (
	"sync/atomic"
	"time"
)

// Phase is what time is spent on.
type Phase int

const (
	// Sampling draws scenes, rejected ones included.
	Sampling Phase = iota
	// Acceptance looks whether a scene may stay: what the rasterizer on the CPU sees of it, and what falls.
	Acceptance
	// Draw records what the device shall do and waits until it is done.
	Draw
	// ReadBack copies what was drawn out of the device's buffers and turns its rows round.
	ReadBack
	// Encode turns pictures, labels and records into the bytes of files.
	Encode
	// Write hashes these bytes and puts them on disk.
	Write
	// count is how many phases there are.
	count
)

// String is the phase's name in reports.
func (p Phase) String() string {
	return [count]string{"sampling", "acceptance", "draw", "read-back", "encode", "write"}[p]
}

// around is the phase in which another always lies. Its time does not contain that of the inner one.
var around = [count]Phase{Sampling, Sampling, Draw, Draw, Encode, Encode}

// Times are the times spent on each phase, summed over all goroutines.
type Times [count]time.Duration

// Sum is the time of all phases together.
func (t Times) Sum() (sum time.Duration) {
	for _, d := range t {
		sum += d
	}
	return sum
}

var (
	clock atomic.Pointer[func() time.Time] // nil while nothing is measured
	spent [count]atomic.Int64              // nanoseconds
)

// Measure begins to measure, by a clock such as time.Now.
func Measure(now func() time.Time) { clock.Store(&now) }

// Mark is the beginning of a phase.
type Mark struct {
	phase Phase
	now   *func() time.Time // nil for a mark that is not measured
	begun time.Time
}

// Begin says that a phase begins.
func Begin(p Phase) Mark {
	now := clock.Load()
	if now == nil {
		return Mark{}
	}
	return Mark{p, now, (*now)()}
}

// End says that the phase has ended. Between the two, marks of the same phase must not lie in each other.
func (m Mark) End() {
	if m.now == nil {
		return
	}
	took := int64((*m.now)().Sub(m.begun))
	spent[m.phase].Add(took)
	if outer := around[m.phase]; outer != m.phase {
		spent[outer].Add(-took)
	}
}

// Take returns what was measured since the last Take. No mark should be open.
func Take() (t Times) {
	for p := range spent {
		t[p] = time.Duration(spent[p].Swap(0))
	}
	return t
}

// Add adds what another process has measured.
func Add(t Times) {
	for p := range spent {
		spent[p].Add(int64(t[p]))
	}
}
