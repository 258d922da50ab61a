package geom

import "math"

// SinCos returns the sine and cosine of x radians, to about 1 ulp for |x| < 1e5.
//
// It replaces math.Sincos wherever a label, a pose or an acceptance depends on the result: the standard library's may
// be fused or written in assembly on some processors, this one gives the same bits everywhere. Cody and Waite 1980,
// "Software Manual for the Elementary Functions", chapter 8: reduction by pi/2 in three parts, then the Taylor series
// on [-pi/4, pi/4] (remainder below 2^-58).
func SinCos(x float64) (sin, cos float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN(), math.NaN()
	}
	const (
		p1 = 1.57079625129699707031e+00
		p2 = 7.54978941586159635336e-08
		p3 = 5.39030285815811905290e-15
	)
	k := math.Round(float64(x * (2 / math.Pi)))
	r := x - float64(k*p1)
	r -= float64(k * p2)
	r -= float64(k * p3)
	s, c := series(r)
	switch int64(k) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	}
	return -c, s
}

func series(r float64) (sin, cos float64) {
	z := float64(r * r)
	p := 1.0 / 355687428096000 // 1/17!
	for _, c := range [...]float64{-1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6} {
		p = float64(p*z) + c
	}
	sin = r + float64(float64(r*z)*p)
	q := 1.0 / 20922789888000 // 1/16!
	for _, c := range [...]float64{-1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24} {
		q = float64(q*z) + c
	}
	h := float64(0.5 * z)
	w := 1 - h
	cos = w + (((1 - w) - h) + float64(float64(z*z)*q))
	return sin, cos
}

func Sin(x float64) float64 { s, _ := SinCos(x); return s }
func Cos(x float64) float64 { _, c := SinCos(x); return c }
func Tan(x float64) float64 { s, c := SinCos(x); return s / c }

// Atan2 returns the angle of (x, y) in (-pi, pi], with the same bits on every processor; Atan2(0, 0) is 0.
//
// The ratio is reduced to [0, tan(pi/8)] by the identity atan(t) = pi/4 + atan((t-1)/(t+1)), refined by one step of
// Newton's method on SinCos, whose error is cubic there.
func Atan2(y, x float64) float64 {
	if x == 0 && y == 0 {
		return 0
	}
	ax, ay := math.Abs(x), math.Abs(y)
	t, flip := ay/ax, false
	if ay > ax {
		t, flip = ax/ay, true
	}
	a := atan01(t)
	if flip {
		a = math.Pi/2 - a
	}
	if x < 0 {
		a = math.Pi - a
	}
	if y < 0 {
		a = -a
	}
	return a
}

// atan01 is the arc tangent on [0, 1].
func atan01(t float64) float64 {
	u, base := t, 0.0
	if t > 0.41421356237309503 {
		u, base = (t-1)/(t+1), math.Pi/4
	}
	z := float64(u * u)
	p := 1.0 / 13
	for _, c := range [...]float64{-1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3, 1} {
		p = float64(p*z) + c
	}
	a := base + float64(u*p)
	s, c := SinCos(a)
	// tan(a+d) = t  =>  tan d = (t c - s) / (c + t s), and d - d^3/3 is below half an ulp of a.
	d := (float64(t*c) - s) / (c + float64(t*s))
	return a + d
}

// Asin returns the arc sine of x, clamped to [-1, 1].
func Asin(x float64) float64 {
	x = max(-1, min(1, x))
	return Atan2(x, math.Sqrt(float64((1-x)*(1+x))))
}

// Acos returns the arc cosine of x, clamped to [-1, 1].
func Acos(x float64) float64 {
	x = max(-1, min(1, x))
	return Atan2(math.Sqrt(float64((1-x)*(1+x))), x)
}
