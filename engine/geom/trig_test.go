package geom

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ulps is the distance of got from want in units of want's last place.
func ulps(got, want float64) float64 {
	if got == want {
		return 0
	}
	a := math.Abs(want)
	return math.Abs(got-want) / (math.Nextafter(a, math.Inf(1)) - a)
}

// angle spreads arguments over ten decades; every fourth is a multiple of pi/4 or hardly beside one, where quadrants meet.
func angle(r *rand.Rand, i int) float64 {
	if i%4 == 0 {
		return float64(r.IntN(100_000)-50_000)*math.Pi/4 + (r.Float64()-0.5)*1e-9*float64(r.IntN(2))
	}
	return (2*r.Float64() - 1) * math.Pow(10, 10*r.Float64()-5)
}

func TestSinCosAgainstMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for i := range 400_000 {
		x := angle(r, i)
		s, c := SinCos(x)
		for _, v := range []struct {
			name      string
			got, want float64
		}{{"sine", s, math.Sin(x)}, {"cosine", c, math.Cos(x)}} {
			// Where the result is small, the reduced angle keeps an absolute error of about an ulp of 1.
			if math.Abs(v.got-v.want) > 2.3e-16 || math.Abs(v.want) > 1e-3 && ulps(v.got, v.want) > 2 {
				t.Fatalf("draw %d: %s of %v: got %v, want %v within 2 ulp", i, v.name, x, v.got, v.want)
			}
		}
	}
}

func TestSinCosKnownAnswers(t *testing.T) {
	h := math.Sqrt(0.5)
	for _, c := range []struct{ x, sin, cos float64 }{
		{0, 0, 1}, {math.Pi / 6, 0.5, math.Sqrt(0.75)}, {math.Pi / 4, h, h}, {math.Pi / 2, 1, 0}, {math.Pi, 0, -1},
		{3 * math.Pi / 2, -1, 0}, {-math.Pi / 2, -1, 0}, {5 * math.Pi / 4, -h, -h}, {1e-9, 1e-9, 1}, {-1e-300, -1e-300, 1},
	} {
		s, co := SinCos(c.x)
		if math.Abs(s-c.sin) > 2.5e-16 || math.Abs(co-c.cos) > 2.5e-16 {
			t.Errorf("SinCos(%v): got %v, %v, want %v, %v", c.x, s, co, c.sin, c.cos)
		}
		if Sin(c.x) != s || Cos(c.x) != co || Tan(c.x) != s/co {
			t.Errorf("Sin, Cos, Tan of %v: got %v, %v, %v, want the numbers of SinCos", c.x, Sin(c.x), Cos(c.x), Tan(c.x))
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s, c := SinCos(x); !math.IsNaN(s) || !math.IsNaN(c) {
			t.Errorf("SinCos(%v): got %v, %v, want NaN twice", x, s, c)
		}
	}
}

// The bits are part of every data set; they may not move on any processor.
func TestSinCosIsFrozen(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	var sum uint64
	mix := func(v float64) { sum = (sum ^ math.Float64bits(v)) * 0x9e3779b97f4a7c15 }
	for i := range 100_000 {
		// No product may be added here: the arguments themselves must have the same bits everywhere.
		x := (r.Float64() - 0.5) * 1000
		s, c := SinCos(x)
		mix(s)
		mix(c)
		mix(Atan2(x, r.Float64()-0.5))
		mix(Acos(float64(i)/50_000 - 1))
	}
	if want := uint64(0xbe54aa162218ecf8); sum != want {
		t.Errorf("hash of sines, cosines and arcs: got %#x, want %#x", sum, want)
	}
}

func TestAtan2AgainstMath(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for i := range 400_000 {
		y, x := r.NormFloat64()*math.Pow(10, 6*r.Float64()-3), r.NormFloat64()
		if i%5 == 0 {
			y = math.Copysign(x, y) // the diagonals
		}
		if got, want := Atan2(y, x), math.Atan2(y, x); ulps(got, want) > 3 {
			t.Fatalf("draw %d: Atan2(%v, %v): got %v, want %v within 3 ulp", i, y, x, got, want)
		}
	}
	for _, c := range []struct{ y, x, want float64 }{
		{0, 0, 0}, {0, 1, 0}, {0, -1, math.Pi}, {math.Copysign(0, -1), -1, math.Pi}, {1, 0, math.Pi / 2}, {-1, 0, -math.Pi / 2},
		{1, 1, math.Pi / 4}, {1, -1, 3 * math.Pi / 4}, {-1, -1, -3 * math.Pi / 4}, {math.Inf(1), 1, math.Pi / 2}, {1e-300, 1e300, 0},
	} {
		if got := Atan2(c.y, c.x); ulps(got, c.want) > 1 {
			t.Errorf("Atan2(%v, %v): got %v, want %v within an ulp", c.y, c.x, got, c.want)
		}
	}
}

func TestArcsUndoSineAndCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for i := range 100_000 {
		x := 2*r.Float64() - 1
		if i%3 == 0 {
			x = math.Copysign(1-math.Pow(10, -16*r.Float64()), x) // the ends, where the arcs are steep
		}
		// math.Asin and math.Acos lose digits at the ends: they subtract x*x from 1.
		other := math.Sqrt((1 - x) * (1 + x))
		if a, want := Asin(x), math.Atan2(x, other); math.Abs(Sin(a)-x) > 8e-16 || ulps(a, want) > 3 {
			t.Fatalf("draw %d: Asin(%v): got %v with sine %v, want %v within 3 ulp", i, x, a, Sin(a), want)
		}
		if a, want := Acos(x), math.Atan2(other, x); math.Abs(Cos(a)-x) > 8e-16 || ulps(a, want) > 3 {
			t.Fatalf("draw %d: Acos(%v): got %v with cosine %v, want %v within 3 ulp", i, x, a, Cos(a), want)
		}
	}
	for _, c := range []struct{ got, want float64 }{
		{Asin(2), math.Pi / 2}, {Asin(-2), -math.Pi / 2}, {Acos(2), 0}, {Acos(-2), math.Pi}, {Asin(0), 0}, {Acos(0), math.Pi / 2},
		{Acos(1 - 0x1p-53), 0x1p-26}, // cos a = 1 - a^2/2
	} {
		if ulps(c.got, c.want) > 2 {
			t.Errorf("arc: got %v, want %v", c.got, c.want)
		}
	}
}

func BenchmarkSinCos(b *testing.B) {
	x, sum := 0.0, 0.0
	for b.Loop() {
		s, c := SinCos(x)
		x, sum = x+0.1, sum+s+c
	}
	if math.IsNaN(sum) {
		b.Fatal("sum of sines is NaN")
	}
}
