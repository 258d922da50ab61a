package physics

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// StepAll steps each of the worlds so many times by dt seconds, on all processors at once. Each goes as it would alone, bit for bit,
// however many processors there are. It returns for every world whether it is NotSettled after the last step, and what any of its steps
// could not do as asked. No world may be given twice.
func StepAll(worlds []*World, dt float64, steps int) []Flags {
	if !(dt > 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("physics: time step is %g s, want more than 0", dt))
	}
	seen := make(map[*World]bool, len(worlds))
	for i, w := range worlds {
		if seen[w] {
			panic(fmt.Sprintf("physics: world %d is among the worlds before it", i))
		}
		seen[w] = true
	}
	flags := make([]Flags, len(worlds))
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(worlds)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(worlds); i = int(next.Add(1)) - 1 {
				for range steps {
					flags[i] = flags[i]&^NotSettled | worlds[i].Step(dt)
				}
			}
		})
	}
	working.Wait()
	return flags
}
