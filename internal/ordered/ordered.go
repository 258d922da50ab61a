// Package ordered does work on all processors and uses its results in order.
package ordered

import (
	"context"
	"runtime"
	"sync"
)

// Ahead is how many results may wait for their turn.
const Ahead = 32

// Do calls do for 0 to n-1 on all processors and use with the results in order, from the calling goroutine. It stops at
// the first error, in that order, and when ctx ends.
func Do[T any](ctx context.Context, n int, do func(i int) (T, error), use func(i int, v T) error) error {
	type result struct {
		v   T
		err error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pending := make(chan chan result, Ahead)
	go func() {
		defer close(pending)
		free := make(chan struct{}, runtime.GOMAXPROCS(0))
		for i := range n {
			one := make(chan result, 1)
			select {
			case <-ctx.Done():
				return
			case pending <- one:
			}
			free <- struct{}{}
			go func() {
				defer func() { <-free }()
				v, err := do(i)
				one <- result{v, err}
			}()
		}
	}()
	i := 0
	for one := range pending {
		r := <-one
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.err == nil {
			r.err = use(i, r.v)
		}
		if r.err != nil {
			return r.err
		}
		i++
	}
	return ctx.Err()
}

// Workers is n, or for n < 1 the number of processors.
func Workers(n int) int {
	if n < 1 {
		return runtime.NumCPU()
	}
	return n
}

// Each calls f(0) ... f(n-1) from the given number of goroutines, in any order, and returns when all have returned.
func Each(workers, n int, f func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
