// Package ctxtest has contexts for tests of work that can be given up.
package ctxtest

import "context"

// Few is a context that is canceled after Err was called Left times. Nothing is told on its channel.
type Few struct {
	context.Context
	Left int // below 0 afterwards: -1 where the work ended at once
}

// Err counts.
func (c *Few) Err() error {
	if c.Left--; c.Left < 0 {
		return context.Canceled
	}
	return nil
}
