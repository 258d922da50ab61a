package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mereo/gen/worker"
)

// lostError is a sample at which one process after the other died.
type lostError struct {
	index  int
	split  string
	seed   uint64
	alone  string // the command that makes it
	deaths int    // of worker processes
	last   *worker.DeathError
}

func (e *lostError) Error() string {
	s := fmt.Sprintf("gen: sample %d of %s, seed %d, is missing: %d worker processes died of it, the last %s", e.index, e.split, e.seed, e.deaths, e.last.Fate)
	if e.alone != "" {
		s += "; this makes it alone: " + e.alone
	}
	return s + "; the last words: " + e.last.Words
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

// again tries the lost samples a last time.
func (r *run) again(ctx context.Context, w *workers) {
	lost := r.lost
	r.lost = nil
	for _, l := range lost {
		if r.stopped() || ctx.Err() != nil {
			r.lost = append(r.lost, l)
			continue
		}
		item, err := w.last(l.index)
		if err == nil {
			err = r.record(ctx, made{l.index, item, nil})
		}
		var last *lostError
		if errors.As(err, &last) {
			l.deaths, l.last = l.deaths+last.deaths, last.last
			r.lost = append(r.lost, l)
		} else if err != nil {
			r.fail(l.index, err)
		}
	}
}

// missed is the error of a run that lost samples.
func (r *run) missed() error {
	slices.SortFunc(r.lost, func(a, b *lostError) int { return a.index - b.index })
	if len(r.lost) == 1 {
		return r.lost[0]
	}
	return fmt.Errorf("%d samples are missing, the first of them: %w", len(r.lost), r.lost[0])
}
