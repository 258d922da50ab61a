package qlevr

import (
	"fmt"
	"strconv"
	"strings"
)

// secondFraction is a share.
type secondFraction struct{ over, under int }

// String is "2/3".
func (f secondFraction) String() string { return fmt.Sprintf("%d/%d", f.over, f.under) }

// MarshalJSON writes "2/3".
func (f secondFraction) MarshalJSON() ([]byte, error) {
	return strconv.AppendQuote(nil, f.String()), nil
}

// secondFractionOf reads a fraction in digits or words: 2/3, two-thirds, "two thirds", "a quarter". It need not be reduced.
func secondFractionOf(text string) (secondFraction, error) {
	if over, under, ok := strings.Cut(text, "/"); ok {
		a, errA := strconv.Atoi(over)
		b, errB := strconv.Atoi(under)
		if errA == nil && errB == nil && a >= 0 && b > 0 {
			return secondFraction{a, b}, nil
		}
	}
	if f, ok := fractionsByPhrase()[text]; ok {
		return secondFraction{f[0], f[1]}, nil
	}
	return secondFraction{}, fmt.Errorf("fraction is %q, want the like of 2/3 or two-thirds", text)
}
