package surface

import (
	"math"
	"testing"
)

// Reliefs are gray and have the mean and the spread they are asked for, less what is clipped at white.
func TestReliefs(t *testing.T) {
	for i := 1; i <= Count; i++ {
		for _, spread := range []float64{6, 12} {
			r := WallRelief(i, 200, spread)
			if r != WallRelief(i, 200, spread) {
				t.Errorf("wall %d: made twice", i)
			}
			if w := WallTexture(i); r == w || r.Width != w.Width || r.Height != w.Height || !r.SRGB {
				t.Errorf("wall %d: relief of %d x %d", i, r.Width, r.Height)
			}
			sum, squares := 0.0, 0.0
			for k := 0; k < len(r.Pix); k += 4 {
				v := float64(r.Pix[k])
				sum, squares = sum+v, squares+v*v
				if r.Pix[k+1] != r.Pix[k] || r.Pix[k+2] != r.Pix[k] || r.Pix[k+3] != 255 {
					t.Fatalf("wall %d: pixel %d is %v, want opaque gray", i, k/4, r.Pix[k:k+4])
				}
			}
			n := float64(len(r.Pix) / 4)
			mean := sum / n
			if std := math.Sqrt(squares/n - mean*mean); math.Abs(mean-200) > 1 || math.Abs(std-spread) > 1 {
				t.Errorf("wall %d: mean %.1f and spread %.1f, want 200 and %g", i, mean, std, spread)
			}
		}
	}
	if FloorRelief(1, 200, 6) == WallRelief(1, 200, 6) {
		t.Error("floor and wall are the same")
	}
}
