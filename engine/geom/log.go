package geom

import "math"

// Log returns the natural logarithm of x, to about 1 ulp: NaN below 0 and for NaN, -Inf at 0, +Inf at +Inf.
//
// The standard library's is assembly on some processors; this one has the same bits everywhere. Cody and Waite 1980,
// "Software Manual for the Elementary Functions", chapter 5: x = 2^k m with m in [sqrt(1/2), sqrt(2)), and with
// s = (m-1)/(m+1) the series log m = 2 (s + s^3/3 + s^5/5 + ...); |s| <= 0.172, remainder below 2^-60.
func Log(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01 // 33 bits, so that k*ln2Hi is exact
		ln2Lo = 1.90821492927058770002e-10
	)
	switch {
	case x < 0 || math.IsNaN(x):
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	m, exponent := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, exponent = 2*m, exponent-1
	}
	k := float64(exponent)
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	p := 1.0 / 23
	for _, c := range [...]float64{1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15,
		1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3} {
		p = float64(p*z) + c
	}
	return float64(k*ln2Hi) + (float64(2*s) + (float64(float64(2*s)*float64(z*p)) + float64(k*ln2Lo)))
}
