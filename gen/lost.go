package gen

import (
	"fmt"
	"slices"
)

// lostError is a sample at which one process after the other died.
type lostError struct {
	index int
	split string
	seed  uint64
	alone string // the command that makes it
	last  *deathError
}

func (e *lostError) Error() string {
	s := fmt.Sprintf("gen: sample %d of %s, seed %d, is missing: %d worker processes died of it, the last %s", e.index, e.split, e.seed, tries, e.last.fate)
	if e.alone != "" {
		s += "; this makes it alone: " + e.alone
	}
	return s + "; the last words: " + e.last.words
}

// lose remembers a sample at which workers died. Where it is one after the other, the machine is at fault and nothing more is begun.
func (r *run) lose(index int, err *lostError) {
	r.lost = append(r.lost, err)
	if r.inARow++; r.inARow == maxLost {
		r.fail(index, r.missed())
	}
}

// maxLost is how many samples may be lost one after the other.
const maxLost = 3

// missed is the error of a run that lost samples.
func (r *run) missed() error {
	slices.SortFunc(r.lost, func(a, b *lostError) int { return a.index - b.index })
	if len(r.lost) == 1 {
		return r.lost[0]
	}
	return fmt.Errorf("%d samples are missing, the first of them: %w", len(r.lost), r.lost[0])
}
