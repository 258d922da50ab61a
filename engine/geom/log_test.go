package geom

import (
	"fmt"
	"math"
	"testing"
)

// Known values, and agreement with the standard library.
func TestLog(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{1, 0}, {2, math.Ln2}, {0.5, -math.Ln2}, {math.E, 1}, {10, math.Ln10}, {0x1p-1022, -1022 * math.Ln2},
		{0, math.Inf(-1)}, {math.Inf(1), math.Inf(1)},
	} {
		if got := Log(c.x); got != c.want && !(math.Abs(got-c.want) <= 4e-16*math.Abs(c.want)) {
			t.Errorf("Log(%g) = %.17g, want %.17g", c.x, got, c.want)
		}
	}
	for _, x := range []float64{-1, math.Inf(-1), math.NaN()} {
		if got := Log(x); !math.IsNaN(got) {
			t.Errorf("Log(%g) = %g, want NaN", x, got)
		}
	}
	for i := range 400_000 {
		x := math.Exp(float64(i-200_000) / 4000) // e^-50 to e^50
		got, want := Log(x), math.Log(x)
		if math.Abs(got-want) > 5e-16*math.Abs(want) {
			t.Fatalf("Log(%.17g) = %.17g, want %.17g", x, got, want)
		}
	}
}

// The bits are part of data: known ones, the same on every machine.
func TestLogBits(t *testing.T) {
	h := uint64(14695981039346656037)
	for i := 1; i <= 10_000; i++ {
		h = (h ^ math.Float64bits(Log(float64(i)/10_000))) * 1099511628211
	}
	if got, want := fmt.Sprintf("%016x", h), "10ba6dd4ff821e1a"; got != want {
		t.Errorf("hash of 10000 logarithms is %s, want %s", got, want)
	}
}
