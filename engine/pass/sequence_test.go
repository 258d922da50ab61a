package pass

import (
	"math"
	"testing"
)

// In each of the first 2, 4, 8 ... points, every elementary interval of that area holds one point: whatever is ended early has
// seen the whole square.
func TestPointsAreWellSpreadFromTheFirst(t *testing.T) {
	for seed := range uint64(20) {
		p := points(64, seed, 7)
		for n := 1; n <= len(p); n *= 2 {
			for columns := 1; columns <= n; columns *= 2 {
				rows := n / columns
				seen := map[[2]int]int{}
				for _, q := range p[:n] {
					if q[0] < 0 || q[0] >= 1 || q[1] < 0 || q[1] >= 1 {
						t.Fatalf("seed %d: point %v, want it in the unit square", seed, q)
					}
					seen[[2]int{int(q[0] * float64(columns)), int(q[1] * float64(rows))}]++
				}
				if len(seen) != n {
					t.Errorf("seed %d: the first %d points are in %d of %d x %d intervals", seed, n, len(seen), columns, rows)
				}
			}
		}
	}
}

// Points of two purposes must not go together: a lamp's place would depend on the pixel's.
func TestPointsOfPurposesAreIndependent(t *testing.T) {
	const seeds, n = 400, 8
	var sum float64
	for seed := range uint64(seeds) {
		a, b := points(n, seed, 1), points(n, seed, 100)
		for i := range a {
			sum += (a[i][0] - 0.5) * (b[i][0] - 0.5)
		}
	}
	// The mean of so many products of independent uniform numbers has a standard deviation of 1/12/sqrt(seeds*n).
	if got, limit := sum/(seeds*n), 4.0/12/math.Sqrt(seeds*n); math.Abs(got) > limit {
		t.Errorf("covariance of points of two purposes is %.4f, want at most %.4f", got, limit)
	}
}

// Offsets have the filter's mean and width.
func TestPixelOffsets(t *testing.T) {
	var mean, square float64
	const n = 4096
	for _, p := range PixelOffsets(n, 1) {
		if math.Abs(p[0]) > filterWidth/2 || math.Abs(p[1]) > filterWidth/2 {
			t.Fatalf("offset %v, want at most %g", p, filterWidth/2)
		}
		mean += p[0] / n
		square += p[0] * p[0] / n
	}
	// Of the window's four cosines only the mean and these three have second moments: width^2 (1/12 + sum a_k (-1)^k/(2 (pi k)^2 a_0)).
	want := filterWidth * filterWidth * (1.0/12 + (-0.48829+0.14128/4-0.01168/9)/(2*math.Pi*math.Pi*0.35875))
	if math.Abs(mean) > 1e-3 || math.Abs(square-want) > 1e-3 {
		t.Errorf("mean %.4f and mean square %.4f, want 0 and %.4f", mean, square, want)
	}
}
