package trance

import (
	"fmt"
	"strconv"

	"mereo/gen"
)

// figures makes the table.
func (c *counts) figures() []gen.Figure {
	l := &figureList{samples: c.samples}
	l.none("records of another form", c.broken, c.samples)
	if c.samples == c.broken {
		return l.out
	}
	l.none("samples whose steps do not lead to the last state, or break a rule", c.unreached, c.samples)
	l.even("samples of each number of steps", c.lengths[:], 2)
	l.even("samples of each number of visible objects", c.visible[:], 4)
	l.even("steps of each object", c.objects[:], 10)
	if c.moves > 0 {
		l.even("moves of each type", c.types[innerMove:], 10)
	}
	c.gramFigures(l)
	for _, a := range wordAttributes {
		each, off := 1/float64(len(values[a])), 0.015
		if a == Color {
			off = 0.01
		}
		for v := range values[a] {
			of := ObjectCount * (c.samples - c.broken)
			l.share("objects at first, "+pairOf(a, v).String(), c.values[a][v], of, each-off, each+off)
		}
	}
	c.answers.figures(l, c.cfg)
	lo, hi := 0.09, 0.16
	if c.cfg.Strict {
		lo, hi = 0, 0
	}
	l.share("initial states with objects too close to each other", c.tooClose, c.samples-c.broken, lo, hi)
	l.mean("options of a move out", &c.options, perSample, 7.9, 8.9)
	l.none("steps with other options than they should have", c.badOptions, c.steps)
	l.none("steps that change nothing", c.unchanged, c.steps)
	l.none("moves of another type than recorded", c.mismatches, c.steps)
	l.none("objects that leave after they were changed", c.leaving, c.outs)
	l.none("inner moves that the Center camera sees go elsewhere", c.astray, c.types[innerMove])
	if !c.cfg.Published.HiddenFirst {
		l.none("changed objects hidden after a move or a change of size", c.hidden, c.shown)
	}
	l.mean("level of the floor in the middle of first pictures", &c.floor, perSample, 140, 185)
	l.share("initial states given up before a step", c.givenUp, c.samples+c.givenUp, 0, 0.005)
	l.share("steps that could not be done", c.refused, c.trials, 0.08, 0.25)
	return l.out
}

// gramFigures compares how often sequences of pairs occur. The bounds are stated for 3,000 and for 510,000 samples of 33
// pairs. Those for 3,000 are asked of fewer samples too, those for 510,000 of all larger sets. With fewer pairs, the number
// of samples is taken in which 33 pairs would use each sequence as often.
func (c *counts) gramFigures(l *figureList) {
	load := func(order int) float64 {
		x := float64(c.samples)
		for range order {
			x *= float64(PairCount) / float64(c.grams.pairs)
		}
		return x
	}
	sequences := func(order int) string { return fmt.Sprintf("sequences of %d pairs", order) }
	most := func(name string, got, bound float64) {
		l.add(got <= bound, name, fmt.Sprintf("at most %g", bound), "%.4g", got)
	}
	one, two, three, four := c.grams.spread(1), c.grams.spread(2), c.grams.spread(3), c.grams.spread(4)
	if load(1) >= 500 {
		l.add(one.max-one.min <= 3, "steps with each pair", "differ by at most 3", "%d to %d", one.min, one.max)
	}
	if load(2) >= publishedSamples {
		l.add(two.seen == two.possible, sequences(2)+" that occur", strconv.Itoa(two.possible), "%d", two.seen)
	}
	if load(2) <= publishedSamples {
		most(sequences(2)+", most frequent", float64(two.max), 6)
		most(sequences(2)+", standard deviation", two.std, 0.8)
	} else {
		most(sequences(2)+", standard deviation", two.std, 3)
	}
	if load(3) <= publishedSamples {
		all := c.grams.total(3)
		again := (all + 44) / 45 // 50 of 2,250
		l.add(all-three.seen <= again, sequences(3)+" that occurred before", fmt.Sprintf("at most %d", again), "%d of %d",
			all-three.seen, all)
		most(sequences(3)+", most frequent", float64(three.max), 2)
	} else {
		most(sequences(3)+", standard deviation", three.std, 1)
	}
	bound := 1.0
	if load(4) > publishedSamples {
		bound = 4
	}
	most(sequences(4)+", most frequent", float64(four.max), bound)
}
