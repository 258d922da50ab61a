package trance

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"mereo/gen"
)

// counts add up what figures are made of. All are whole numbers, so they do not depend on the order of adding.
type counts struct {
	cfg     Config
	samples int
	broken  int // records that are not of the right form; the rest is counted for the others

	// What is balanced.
	lengths [maxSequence]int
	visible [ObjectCount]int // initial states by their objects in the visible area, one less
	objects [ObjectCount]int // steps
	types   [len(moveTypeNames)]int
	grams   *Grams
	values  [attributeCount][8]int // of objects of initial states
	close   int                    // initial states in which two objects are too close

	// What steps do.
	steps, moves, outs int
	unreached          int // samples whose steps do not lead to the last state, or not without faults
	same               int // steps that change nothing
	mismatches         int // moves of another type than the record says
	leaving            int // objects that are moved out after they were changed
	options            moments
	badOptions         int
	astray             int // inner moves that look otherwise than they should
	shown, hidden      int // changed objects of the visible area after moves and changes of size

	floor moments // levels in the middle of first pictures

	answers answerSums

	// What making the samples took: steps that were tried, those of them that could not be done, and initial states that were
	// given up for other reasons.
	tries, refused, givenUp int
}

func newCounts(cfg Config) *counts { return &counts{cfg: cfg, grams: NewGrams(len(cfg.pairs()))} }

// add counts what a record shows; nil for one that is not of the right form.
func (c *counts) add(o *observation) {
	c.samples++
	if o == nil {
		c.broken++
		return
	}
	initial := &o.made.States[0]
	c.lengths[len(o.made.Steps)-1]++
	c.visible[initial.visible()-1]++
	tooClose := false
	for i := range initial {
		for a, v := range initial[i].values {
			c.values[a][v]++
		}
		tooClose = tooClose || initial.overlaps(i)
	}
	if tooClose {
		c.close++
	}
	c.addSteps(o)
	c.answers.add(o)
}

// addSteps carries the steps of a sample out.
func (c *counts) addSteps(o *observation) {
	if !o.order.Permutations[0].Correct { // the order of the record
		c.unreached++
	}
	state := o.made.States[0]
	var pairs []Pair
	var changed [ObjectCount]bool
	for i, step := range o.made.Steps {
		before := state[step.Object]
		state.Apply(step)
		after := &state[step.Object]
		attribute := step.Pair.Attribute()
		c.steps++
		c.objects[step.Object]++
		pairs = append(pairs, step.Pair)
		c.grams.Add(pairs, 1)
		t := NoMove
		if attribute == Position {
			t = typeOf(before.Position, after.Position)
			c.types[t]++
			c.moves++
			if !before.Position.Visible() && !after.Position.Visible() {
				c.mismatches++
			}
		} else if *after == before {
			c.same++
		}
		if o.made.Types[i] != t {
			c.mismatches++
		}
		if t == Inner && astray(step.Pair.Move(), o.inCenter(i, step.Object), o.inCenter(i+1, step.Object)) {
			c.astray++
		}
		if t == Out && changed[step.Object] {
			c.leaving++
		}
		c.addOptions(before.Position, step.Pair, t, o.options[i])
		changed[step.Object] = true
		if attribute == Position || attribute == Size {
			c.addPixels(&state, &changed, &o.made.Pixels[i+1])
		}
	}
}

// inCenter is where the Center camera sees an object: pixels from the left and from the bottom.
func (o *observation) inCenter(state, object int) [3]float64 {
	return o.info.States[state].Objects[object].ViewCoords.Center
}

// astray tells whether a move goes elsewhere in the Center picture than it should: behind is down, right is right.
func astray(m Move, from, to [3]float64) bool {
	d, right, down := m.Delta(), to[0]-from[0], from[1]-to[1]
	return d.X > 0 && down <= 0 || d.X < 0 && down >= 0 || d.Y > 0 && right <= 0 || d.Y < 0 && right >= 0
}

// addOptions counts what is accepted in the place of a step: itself, and any way out for one that leads out.
func (c *counts) addOptions(from Point, pair Pair, t MoveType, options []Pair) {
	target, good := false, len(options) == 1
	if t == Out {
		c.outs++
		c.options.add(0, len(options))
		good = true
	}
	for _, p := range options {
		target = target || p == pair
		if t == Out {
			to := from.add(p.Move().Delta())
			good = good && to.Valid() && !to.Visible()
		}
	}
	if !good || !target {
		c.badOptions++
	}
}

// addPixels counts the objects changed so far that should be seen, and those that some camera does not see well.
func (c *counts) addPixels(s *State, changed *[ObjectCount]bool, pixels *Pixels) {
	hidden := pixels.Hidden(s)
	for i := range s {
		if changed[i] && s[i].Position.Visible() {
			c.shown++
			if hidden[i] {
				c.hidden++
			}
		}
	}
}

// Where an item's tally has the number of steps that were tried.
const tallyTries, tallySteps = "tries", "steps"

// addItem counts what making a sample took.
func (c *counts) addItem(item *gen.Item) {
	c.tries += item.Tally[tallyTries][tallySteps]
	for reason, n := range item.Rejects {
		if strings.HasPrefix(reason, stepReason) {
			c.refused += n
		} else {
			c.givenUp += n
		}
	}
}

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
		l.even("moves of each type", c.types[Inner:], 10)
	}
	c.gramFigures(l)
	for _, a := range valued {
		each, off := 1/float64(len(values[a])), 0.015
		if a == Color {
			off = 0.01
		}
		for v := range values[a] {
			of := ObjectCount * (c.samples - c.broken)
			l.share("objects at first, "+PairOf(a, v).String(), c.values[a][v], of, each-off, each+off)
		}
	}
	c.answers.figures(l, c.cfg)
	lo, hi := 0.09, 0.16
	if c.cfg.Strict {
		lo, hi = 0, 0
	}
	l.share("initial states with objects too close to each other", c.close, c.samples-c.broken, lo, hi)
	l.mean("options of a move out", &c.options, whole, 7.9, 8.9)
	l.none("steps with other options than they should have", c.badOptions, c.steps)
	l.none("steps that change nothing", c.same, c.steps)
	l.none("moves of another type than recorded", c.mismatches, c.steps)
	l.none("objects that leave after they were changed", c.leaving, c.outs)
	l.none("inner moves that the Center camera sees go elsewhere", c.astray, c.types[Inner])
	if !c.cfg.Published.HiddenFirst {
		l.none("changed objects hidden after a move or a change of size", c.hidden, c.shown)
	}
	l.mean("level of the floor in the middle of first pictures", &c.floor, whole, 140, 185)
	l.share("initial states given up before a step", c.givenUp, c.samples+c.givenUp, 0, 0.005)
	l.share("steps that could not be done", c.refused, c.tries, 0.08, 0.25)
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
	one, two, three, four := c.grams.Spread(1), c.grams.Spread(2), c.grams.Spread(3), c.grams.Spread(4)
	if load(1) >= 500 {
		l.add(one.Max-one.Min <= 3, "steps with each pair", "differ by at most 3", "%d to %d", one.Min, one.Max)
	}
	if load(2) >= publishedSamples {
		l.add(two.Seen == two.Possible, sequences(2)+" that occur", strconv.Itoa(two.Possible), "%d", two.Seen)
	}
	if load(2) <= publishedSamples {
		most(sequences(2)+", most frequent", float64(two.Max), 6)
		most(sequences(2)+", standard deviation", two.Std, 0.8)
	} else {
		most(sequences(2)+", standard deviation", two.Std, 3)
	}
	if load(3) <= publishedSamples {
		all := c.grams.total(3)
		again := (all + 44) / 45 // 50 of 2,250
		l.add(all-three.Seen <= again, sequences(3)+" that occurred before", fmt.Sprintf("at most %d", again), "%d of %d",
			all-three.Seen, all)
		most(sequences(3)+", most frequent", float64(three.Max), 2)
	} else {
		most(sequences(3)+", standard deviation", three.Std, 1)
	}
	bound := 1.0
	if load(4) > publishedSamples {
		bound = 4
	}
	most(sequences(4)+", most frequent", float64(four.Max), bound)
}

// total is how many sequences of a length were counted.
func (g *Grams) total(order int) (n int) {
	for count, sequences := range g.orders[order-1].having {
		n += count * sequences
	}
	return n
}

// tables shows how often sequences of pairs occur in a split, as the published table does.
func tables(ctx context.Context, cfg Config, job gen.Job) ([]gen.Table, error) {
	grams := NewGrams(len(cfg.pairs()))
	err := eachRecord(ctx, filepath.Join(job.Root, job.Split, dataName), func(r *Record) error {
		var pairs []Pair
		for _, step := range r.Reference {
			pairs = append(pairs, step.Pair)
		}
		grams.AddAll(pairs, 1)
		return nil
	})
	if err != nil {
		return nil, err
	}
	t := gen.Table{
		Title: "How often pairs and sequences of pairs occur",
		Note: "A pair is an attribute and one of its values. Sequences are pairs of steps in a row, wherever they stand in a " +
			"sample; those that never occur count as 0.",
		Head: []string{"pairs", "options", "min", "max", "median", "mean", "std"},
	}
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	for order := 1; order <= maxSequence; order++ {
		s := grams.Spread(order)
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(order), strconv.Itoa(s.Possible), strconv.Itoa(s.Min), strconv.Itoa(s.Max), number(s.Median, 1),
			number(s.Mean, 4), number(s.Std, 4),
		})
	}
	return []gen.Table{t}, nil
}
