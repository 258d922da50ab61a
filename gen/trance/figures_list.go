package trance

import (
	"fmt"
	"math"
	"slices"

	"mereo/gen"
)

// publishedSamples is the smaller number of samples that the published figures are stated for.
const publishedSamples = 3000

// figureList collects figures.
type figureList struct {
	samples int
	out     []gen.Figure
}

func (l *figureList) add(pass bool, name, target, format string, args ...any) {
	l.out = append(l.out, gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass})
}

// none wants that nothing of a kind is there.
func (l *figureList) none(name string, got, of int) {
	l.add(got == 0, name, "0", "%d of %d", got, of)
}

// even wants counts that differ by no more than a bound.
func (l *figureList) even(name string, counts []int, bound int) {
	low, high := slices.Min(counts), slices.Max(counts)
	l.add(high-low <= bound, name, fmt.Sprintf("differ by at most %d", bound), "%d to %d", low, high)
}

// share wants k of n to be a share of lo to hi, written in percent. Nothing is said when n is 0.
func (l *figureList) share(name string, k, n int, lo, hi float64) {
	if n == 0 {
		return
	}
	deviation := func(p float64) float64 { return 100 * math.Sqrt(float64(p*(1-p))/float64(n)) }
	below, above := deviation(lo), min(deviation(hi), 100*(1-hi)/standardErrors)
	l.inside(name, " %", 100*float64(k)/float64(n), n, interval{100 * lo, 100 * hi}, below, above)
}

// enoughToSpread is how many values must be there for their own spread to tell how far off their mean may be.
const enoughToSpread = 30

// mean wants the mean of what was observed to be lo to hi. Nothing is said of less than enoughToSpread.
func (l *figureList) mean(name string, m *moments, scale func(steps int) int, lo, hi float64) {
	if got, deviation, n := m.mean(scale); n >= enoughToSpread {
		l.inside(name, "", got, n, interval{lo, hi}, deviation, deviation)
	}
}

// standardErrors is by how many standard errors few samples may miss an interval.
const standardErrors = 3

// inside wants a value inside an interval, which for few samples is wider by so many of the given standard errors.
func (l *figureList) inside(name, unit string, got float64, n int, want interval, belowLo, aboveHi float64) {
	target := want.String() + unit
	if l.samples < publishedSamples {
		want.lo -= float64(standardErrors * belowLo)
		want.hi += float64(standardErrors * aboveHi)
		target = fmt.Sprintf("%v%s: %s, %d standard errors wider", want, unit, target, standardErrors)
	}
	l.add(got >= want.lo && got <= want.hi, name, target, "%.4g%s of %d", got, unit, n)
	l.out[len(l.out)-1] = l.out[len(l.out)-1].ByChance()
}

type interval struct{ lo, hi float64 }

func (i interval) String() string {
	if i.lo <= 0 {
		return fmt.Sprintf("at most %.4g", i.hi)
	}
	return fmt.Sprintf("%.4g to %.4g", i.lo, i.hi)
}
