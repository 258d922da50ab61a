package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExp(t *testing.T) {
	for _, c := range [][2]float64{
		{0, 1}, {-1, 1 / math.E}, {1, math.E}, {-math.Ln2, 0.5}, {math.Ln2, 2}, {-701, 0}, {math.Inf(-1), 0}, {701, math.Inf(1)},
	} {
		if got := Exp(c[0]); got != c[1] && !(math.Abs(got-c[1]) <= 1e-15*c[1]) {
			t.Errorf("Exp(%g) = %g, want %g", c[0], got, c[1])
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		x := 700 * (2*r.Float64() - 1) * r.Float64() * r.Float64()
		got, want := Exp(x), math.Exp(x)
		if math.Abs(got-want) > 1e-14*want {
			t.Fatalf("Exp(%g) = %.17g, want %.17g", x, got, want)
		}
	}
}
