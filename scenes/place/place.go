// Package place holds what samplers share: named rejections, the loop that tries again, and the rims of the picture.
//
// A rejection is a normal outcome. It has a reason, a short fixed phrase, so that reasons can be counted and the counts
// shown. Only when attempts run out does it become an error.
package place

import (
	"errors"
	"fmt"

	"mereo/scenes/annot"
)

// Reject is the error of an attempt whose outcome is not wanted; another attempt may do better.
type Reject struct{ Reason string }

func (r Reject) Error() string { return "rejected: " + r.Reason }

// Rejects counts rejections by reason.
type Rejects map[string]int

// Add counts all of other on top.
func (r Rejects) Add(other Rejects) {
	for reason, n := range other {
		r[reason] += n
	}
}

// Total is the number of all rejections.
func (r Rejects) Total() int {
	sum := 0
	for _, n := range r {
		sum += n
	}
	return sum
}

// Commonest returns the reason with the highest count, of equal ones the first in the alphabet; "" and 0 when there is
// none.
func (r Rejects) Commonest() (reason string, n int) {
	for k, v := range r {
		if v > n || (v == n && n > 0 && k < reason) {
			reason, n = k, v
		}
	}
	return reason, n
}

// Repeat calls try with attempt 0, 1, ... until it succeeds, at most limit times, and returns its value and the attempt
// that gave it. A Reject is counted in rejects and followed by the next attempt; any other error ends the loop. When
// all attempts are rejected, the error names the commonest reason of rejects, to which try may have added its own.
func Repeat[T any](limit int, rejects Rejects, try func(attempt int) (T, error)) (value T, attempt int, err error) {
	for attempt = range limit {
		value, err = try(attempt)
		var r Reject
		if !errors.As(err, &r) {
			return value, attempt, err
		}
		rejects[r.Reason]++
	}
	reason, n := rejects.Commonest()
	return value, attempt, fmt.Errorf("place: %d attempts rejected, most often: %s (%d times)", limit, reason, n)
}

// Edges says which rims of the picture count as touched.
type Edges struct{ Left, Right, Top, Bottom bool }

// Touches reports whether a box of pixels reaches one of the edges of a width x height picture. An empty box touches
// none.
func (e Edges) Touches(b annot.Box, width, height int) bool {
	if b.Empty() {
		return false
	}
	return e.Left && b.X0 <= 0 || e.Right && b.X1 >= width || e.Top && b.Y0 <= 0 || e.Bottom && b.Y1 >= height
}
