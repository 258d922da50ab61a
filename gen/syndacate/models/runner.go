package models

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// shardSize is how many elements pass through a network together. In training, gradients of shards are added in order, so that
// another size gives other last bits.
const shardSize = 10

// runner lets workers pass shards through a model, each on a tape of its own.
type runner struct {
	model *Model
	tapes []*tape
}

// newRunner has one worker for each processor when workers is 0.
func newRunner(m *Model, workers int) runner {
	r := runner{model: m}
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		r.tapes = append(r.tapes, &tape{})
	}
	return r
}

// parallel does jobs 0 to n-1, each with the tape of the worker that took it.
func (r runner) parallel(n int, do func(tape *tape, i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for _, tape := range r.tapes[:min(len(r.tapes), n)] {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(tape, i)
			}
		})
	}
	group.Wait()
}

// piece is how many outputs are kept at once.
const piece = 1000

// outputs passes elements through forward, which is the model's or a part of it, and gives what comes out to emit: in the
// order of elements, some at once, with the shape of one.
func (r runner) outputs(
	ctx context.Context, x Elements, n int, forward layer, emit func(y []float32, shape []int) error,
) error {
	for from := 0; from < n; from += piece {
		elements := upTo(n)[from:min(from+piece, n)]
		outputs := make([][]float32, shards(len(elements)))
		var shape []int
		r.parallel(len(outputs), func(tape *tape, i int) {
			if ctx.Err() != nil {
				return
			}
			tape.reset()
			tape.gradients = nil
			y := forward(tape, x.input(tape, shard(elements, i)))
			outputs[i] = append(outputs[i], y.data...)
			if i == 0 {
				shape = y.shape[1:]
			}
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, y := range outputs {
			if err := emit(y, shape); err != nil {
				return err
			}
		}
	}
	return nil
}

// shards is into how many shards n elements are cut.
func shards(n int) int { return (n + shardSize - 1) / shardSize }

// shard is the i-th of them.
func shard(elements []int, i int) []int {
	return elements[i*shardSize : min((i+1)*shardSize, len(elements))]
}

// upTo is 0 to n-1.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
