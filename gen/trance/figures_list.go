package trance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
	"mereo/gen/figure"
)

// figureList are all figures. Records of another form are counted for the first alone.
func figureList(cfg Config, made *gen.Counts) figure.List[*observation] {
	samples, whole := 0, 0
	b := bounds{&samples}
	grams := newNgrams(len(cfg.pairs()))
	list := figure.List[*observation]{
		figure.Sum(&whole, func(*observation) int { return 1 }),
		figure.Of("samples whose steps do not lead to the last state, or break a rule", figure.None,
			figure.Is(func(o *observation) bool { return !o.order.permutations[0].Correct })), // the order of the record
		even("samples of each number of steps", maxSequence, 2, func(o *observation, n []int) { n[len(o.steps)-1]++ }),
		even("samples of each number of visible objects", ObjectCount, 4, func(o *observation, n []int) { n[o.states[0].visible()-1]++ }),
		figure.Each(stepsOf, figure.List[stepShown]{
			even("steps of each object", ObjectCount, 10, func(s stepShown, n []int) { n[s.Object]++ }),
			even("moves of each type", len(moveTypeNames)-int(innerMove), 10, func(s stepShown, n []int) {
				if s.kind != noMove {
					n[s.kind-innerMove]++
				}
			}),
		}),
		figure.Counted(func(o *observation) {
			var pairs []Pair
			for i := range o.steps {
				pairs = append(pairs, o.steps[i].Pair)
			}
			grams.addAll(pairs)
		}, func() []gen.Figure { return grams.figures(samples) }),
	}
	for _, a := range wordAttributes {
		each, off, words := 1/float64(len(values[a])), 0.015, []string{}
		if a == Color {
			off = 0.01
		}
		for v := range values[a] {
			words = append(words, pairOf(a, v).String())
		}
		list = append(list, figure.Shares("objects at first, %s", words, func(int) figure.Judge { return b.share(each-off, each+off) },
			func(o *observation, t *figure.Tally) {
				for i := range o.states[0] {
					t.Add(words[o.states[0][i].values[a]])
				}
			}))
	}
	list = append(list, answerFigures(cfg, b)...)
	lo, hi := 0.09, 0.16
	if cfg.Strict {
		lo, hi = 0, 0
	}
	list = append(list,
		figure.Of("initial states with objects too close to each other", b.share(lo, hi), figure.Is(func(o *observation) bool {
			initial := &o.states[0]
			return slices.ContainsFunc(objectNumbers, initial.overlaps)
		})),
		figure.Each(stepsOf, figure.List[stepShown]{figure.Seen(func(s stepShown) []float64 {
			if s.kind != outMove {
				return nil
			}
			return figure.One(len(acceptedMoves(s.from, s.Pair.Move())))
		}, b.mean("options of a move out", 7.9, 8.9))}),
		figure.Seen(func(o *observation) []float64 { return o.floor }, b.mean("level of the floor in the middle of first pictures", 140, 185)),
		figure.Known[*observation]("initial states given up before a step", b.share(0, 0.005), func() (n, of int) {
			for reason, k := range made.Rejects {
				if !strings.HasPrefix(reason, stepReason) {
					n += k
				}
			}
			return n, samples + n
		}),
		figure.Known[*observation]("steps that could not be done", b.share(0.08, 0.25), func() (n, of int) {
			for reason, k := range made.Rejects {
				if strings.HasPrefix(reason, stepReason) {
					n += k
				}
			}
			return n, made.Tally[tallyTries][tallySteps]
		}))
	list = append(list, figure.Of(figVanish, b.share(0, 0.03), (*observation).vanish))
	return figure.List[*observation]{
		figure.Sum(&samples, func(*observation) int { return 1 }),
		figure.Of("records of another form", figure.None, figure.Is(func(o *observation) bool { return o == nil })),
		figure.If(&whole, figure.List[*observation]{figure.Some(func(o *observation) *observation { return o }, list)}),
	}
}

// figVanish is how often something is gone for who sees the last state from the center, though no step changed it.
const figVanish = "objects seen at first that no step changes and that another one hides at last"

// vanish counts such objects, and all that are seen at first and not changed.
func (o *observation) vanish() (n, of int) {
	last := len(o.steps)
	for i := range objectNumbers {
		if o.pixels[0].status(&o.states[0], cameraCenter, i, o.enough()) != statusVisible ||
			slices.ContainsFunc(o.steps, func(s Step) bool { return s.Object == i }) {
			continue
		}
		of++
		if o.pixels[last].status(&o.states[last], cameraCenter, i, o.enough()) == statusOccluded {
			n++
		}
	}
	return n, of
}

// Where the tallies of items have the number of steps that were tried.
const tallyTries, tallySteps = "tries", "steps"

// objectNumbers are those of a state's objects.
var objectNumbers = func() (out []int) {
	for i := range ObjectCount {
		out = append(out, i)
	}
	return out
}()

func stepsOf(o *observation) (out []stepShown) {
	for i, step := range o.steps {
		out = append(out, stepShown{step, o.types[i], o.states[i][step.Object].Position})
	}
	return out
}

// figures compares how often sequences of pairs occur. The bounds are stated for 3,000 and for 510,000 samples of 33
// pairs. Those for 3,000 are asked of fewer samples too, those for 510,000 of all larger sets. With fewer pairs, the number
// of samples is taken in which 33 pairs would use each sequence as often.
func (g *ngrams) figures(samples int) (out []gen.Figure) {
	load := func(order int) float64 {
		out := float64(samples)
		for range order {
			out *= float64(PairCount) / float64(g.pairs)
		}
		return out
	}
	sequences := func(order int) string { return fmt.Sprintf("sequences of %d pairs", order) }
	most := func(name string, got, bound float64) {
		out = append(out, figure.Row(name, fmt.Sprintf("at most %g", bound), got <= bound, "%.4g", got))
	}
	one, two, three, four := g.spread(1), g.spread(2), g.spread(3), g.spread(4)
	if load(1) >= 500 {
		out = append(out, figure.Row("steps with each pair", "differ by at most 3", one.max-one.min <= 3, "%d to %d", one.min, one.max))
	}
	if load(2) >= publishedSamples {
		out = append(out, figure.Row(sequences(2)+" that occur", strconv.Itoa(two.possible), two.seen == two.possible, "%d", two.seen))
	}
	if load(2) <= publishedSamples {
		most(sequences(2)+", most frequent", float64(two.max), 6)
		most(sequences(2)+", standard deviation", two.std, 0.8)
	} else {
		most(sequences(2)+", standard deviation", two.std, 3)
	}
	if load(3) <= publishedSamples {
		all := g.total(3)
		again := (all + 44) / 45 // 50 of 2,250
		out = append(out, figure.Row(sequences(3)+" that occurred before", fmt.Sprintf("at most %d", again), all-three.seen <= again,
			"%d of %d", all-three.seen, all))
		most(sequences(3)+", most frequent", float64(three.max), 2)
	} else {
		most(sequences(3)+", standard deviation", three.std, 1)
	}
	bound := 1.0
	if load(4) > publishedSamples {
		bound = 4
	}
	most(sequences(4)+", most frequent", float64(four.max), bound)
	return out
}
