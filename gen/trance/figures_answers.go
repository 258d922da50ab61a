package trance

import (
	"fmt"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/figure"
)

// answerFigures compare how answers without a network are judged with what the published data give. Of samples in which objects are only
// moved less is known; where moves lead does not depend on their order.
func answerFigures(cfg Config, b bounds) figure.List[*observation] {
	type list = figure.List[*observation]
	sensitive := figure.Is(func(o *observation) bool { return o.order.sensitive })
	depends := figure.Is(func(o *observation) bool { return o.order.depends })
	if cfg.Problem == ProblemPosition {
		return list{
			figure.Of("samples that the order of their steps can spoil", b.share(0.18, 0.28), sensitive),
			figure.Of("samples whose last state depends on the order of their steps", figure.None, depends),
		}
	}
	answers := func(name string, of func(o *observation) []Judgement, lo, hi float64, is func(j Judgement) bool) figure.Figure[*observation] {
		return figure.Of(name, b.share(lo, hi), figure.Among(of, is))
	}
	distance := func(name string, of func(o *observation) []Judgement, lo, hi float64, scale func(j Judgement) int) figure.Figure[*observation] {
		return figure.Seen(func(o *observation) (out []float64) {
			for _, j := range of(o) {
				out = append(out, float64(j.Distance)/float64(scale(j)))
			}
			return out
		}, b.mean(name, lo, hi))
	}
	whole, perStep := func(Judgement) int { return 1 }, func(j Judgement) int { return max(j.ReferenceSteps, 1) }
	correct, loose := func(j Judgement) bool { return j.Correct }, func(j Judgement) bool { return j.Loose }
	empty := func(o *observation) []Judgement { return []Judgement{o.empty} }
	random := func(o *observation) []Judgement { return o.random[:] }
	reversed := func(o *observation) []Judgement { return o.order.permutations[len(o.order.permutations)-1:] } // in lexicographic order
	return list{
		figure.Of("samples that the order of their steps can spoil", b.share(0.05, 0.08), sensitive),
		figure.Seen(func(o *observation) []float64 {
			if !o.order.sensitive {
				return nil
			}
			right, orders := figure.Among(func(o *observation) []Judgement { return o.order.permutations }, correct)(o)
			return figure.One(float64(right) / float64(orders))
		}, b.mean("their steps in any order: right", 0.47, 0.53)),
		figure.Of("samples whose last state depends on the order of their steps", b.share(0.035, 0.065), depends),
		distance("no steps: distance", empty, 2.30, 2.45, whole),
		distance("no steps: distance for each step", empty, 0.95, 0.98, perStep),
		answers("no steps: right", empty, 0, 0.01, correct),
		answers("no steps: last state reached", empty, 0, 0.01, loose),
		distance("random steps: distance", random, 3.8, 4.3, whole),
		distance("random steps: distance for each step", random, 1.55, 1.75, perStep),
		answers("random steps: right", random, 0, 0.01, correct),
		answers("random steps: overlap", random, 0.28, 0.37, func(j Judgement) bool { return j.Overlap }),
		answers("random steps: out of the plane", random, 0.16, 0.22, func(j Judgement) bool { return j.Out }),
		answers("steps in reverse: right", reversed, 0.87, 0.92, correct),
		answers("steps in reverse: last state reached", reversed, 0.94, 0.97, loose),
	}
}

// publishedSamples is the smaller number of samples that the published figures are stated for.
const publishedSamples = 3000

// even wants numbers that differ by no more than a bound; nothing is said where nothing was counted.
func even[T any](name string, n, bound int, add func(x T, counts []int)) figure.Figure[T] {
	counts := make([]int, n)
	return figure.Counted(func(x T) { add(x, counts) }, func() []gen.Figure {
		low, high := slices.Min(counts), slices.Max(counts)
		if high == 0 {
			return nil
		}
		return []gen.Figure{figure.Row(name, fmt.Sprintf("differ by at most %d", bound), high-low <= bound, "%d to %d", low, high)}
	})
}

// bounds are the published ones, wider for fewer than publishedSamples.
type bounds struct{ samples *int }

// share wants a share of lo to hi, written in percent. Nothing is said of nothing.
func (b bounds) share(lo, hi float64) figure.Judge {
	return func(name string, n, of int) gen.Figure {
		if of == 0 {
			return gen.Figure{}
		}
		deviation := func(p float64) float64 { return 100 * math.Sqrt(float64(p*(1-p))/float64(of)) }
		below, above := deviation(lo), min(deviation(hi), 100*(1-hi)/standardErrors)
		return b.inside(name, " %", 100*float64(n)/float64(of), of, interval{100 * lo, 100 * hi}, below, above)
	}
}

// enoughToSpread is how many values must be there for their own spread to tell how far off their mean may be.
const enoughToSpread = 30

// mean wants the mean of what was observed to be lo to hi. Nothing is said of less than enoughToSpread.
func (b bounds) mean(name string, lo, hi float64) func(v *figure.Values) gen.Figure {
	return func(v *figure.Values) gen.Figure {
		if v.N < enoughToSpread {
			return gen.Figure{}
		}
		off := math.Sqrt(v.Variance() / float64(v.N-1))
		return b.inside(name, "", v.Mean(), v.N, interval{lo, hi}, off, off)
	}
}

// standardErrors is by how many standard errors few samples may miss an interval.
const standardErrors = 3

// inside wants a value inside an interval, which for few samples is wider by so many of the given standard errors.
func (b bounds) inside(name, unit string, got float64, n int, want interval, belowLo, aboveHi float64) gen.Figure {
	target := want.String() + unit
	if *b.samples < publishedSamples {
		want.lo -= float64(standardErrors * belowLo)
		want.hi += float64(standardErrors * aboveHi)
		target = fmt.Sprintf("%v%s: %s, %d standard errors wider", want, unit, target, standardErrors)
	}
	return figure.Row(name, target, got >= want.lo && got <= want.hi, "%.4g%s of %d", got, unit, n).ByChance()
}

type interval struct{ lo, hi float64 }

func (i interval) String() string {
	if i.lo <= 0 {
		return fmt.Sprintf("at most %.4g", i.hi)
	}
	return fmt.Sprintf("%.4g to %.4g", i.lo, i.hi)
}
