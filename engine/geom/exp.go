package geom

import "math"

// Exp returns e^x for |x| <= 700, to a relative error below 1e-14; 0 below and +Inf above.
//
// The standard library's is assembly on some processors; this one has the same bits everywhere. Cody and Waite 1980,
// "Software Manual for the Elementary Functions", chapter 6: x = k ln 2 + r with ln 2 in two parts, then the Taylor series on
// |r| <= ln(2)/2 (remainder below 2^-52).
func Exp(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01 // 33 bits, so that k*ln2Hi is exact
		ln2Lo = 1.90821492927058770002e-10
	)
	switch {
	case x < -700:
		return 0
	case x > 700:
		return math.Inf(1)
	}
	k := math.Round(float64(x * (1 / math.Ln2)))
	r := x - float64(k*ln2Hi)
	r -= float64(k * ln2Lo)
	p := 1.0 / 479001600 // 1/12!
	for _, c := range [...]float64{1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
		1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 1} {
		p = float64(p*r) + c
	}
	return math.Ldexp(p, int(k))
}
