package trance

import "math"

// answerSums adds up how answers without a network are judged.
type answerSums struct {
	samples            int
	depends, sensitive int     // samples that depend on the order of their steps: where they lead, or which rules they break
	orders             moments // right orders of sensitive samples
	empty, random      judgedSums
	reversed           judgedSums
}

// judgedSums adds up judgements.
type judgedSums struct {
	correct, loose, overlap, out int
	distance                     moments
}

func (a *judgedSums) add(j *Judgement) {
	for _, c := range [...]struct {
		sum *int
		is  bool
	}{{&a.correct, j.Correct}, {&a.loose, j.Loose}, {&a.overlap, j.Overlap}, {&a.out, j.Out}} {
		if c.is {
			*c.sum++
		}
	}
	a.distance.add(j.ReferenceSteps, j.Distance)
}

func (c *answerSums) add(o *observation) {
	c.samples++
	orders := o.order.permutations
	if o.order.depends {
		c.depends++
	}
	if o.order.sensitive {
		c.sensitive++
		right := 0
		for i := range orders {
			if orders[i].Correct {
				right++
			}
		}
		c.orders.add(len(o.made.steps), right)
	}
	empty := o.sample.Judge(nil)
	c.empty.add(&empty)
	for k := range o.random {
		c.random.add(&o.random[k])
	}
	c.reversed.add(&orders[len(orders)-1]) // in lexicographic order
}

// figures compares with what the published data give. Of samples in which objects are only moved less is known; where moves
// lead does not depend on their order.
func (c *answerSums) figures(l *figureList, cfg Config) {
	if cfg.Problem == ProblemPosition {
		l.share("samples that the order of their steps can spoil", c.sensitive, c.samples, 0.18, 0.28)
		l.none("samples whose last state depends on the order of their steps", c.depends, c.samples)
		return
	}
	l.share("samples that the order of their steps can spoil", c.sensitive, c.samples, 0.05, 0.08)
	l.mean("their steps in any order: right", &c.orders, perOrder, 0.47, 0.53)
	l.share("samples whose last state depends on the order of their steps", c.depends, c.samples, 0.035, 0.065)
	l.mean("no steps: distance", &c.empty.distance, perSample, 2.30, 2.45)
	l.mean("no steps: distance for each step", &c.empty.distance, perStep, 0.95, 0.98)
	l.share("no steps: right", c.empty.correct, c.samples, 0, 0.01)
	l.share("no steps: last state reached", c.empty.loose, c.samples, 0, 0.01)
	l.mean("random steps: distance", &c.random.distance, perSample, 3.8, 4.3)
	l.mean("random steps: distance for each step", &c.random.distance, perStep, 1.55, 1.75)
	l.share("random steps: right", c.random.correct, randomAnswers*c.samples, 0, 0.01)
	l.share("random steps: overlap", c.random.overlap, randomAnswers*c.samples, 0.28, 0.37)
	l.share("random steps: out of the plane", c.random.out, randomAnswers*c.samples, 0.16, 0.22)
	l.share("steps in reverse: right", c.reversed.correct, c.samples, 0.87, 0.92)
	l.share("steps in reverse: last state reached", c.reversed.loose, c.samples, 0.94, 0.97)
}

// moments are sums of whole numbers and of their squares, by the steps of the reference, so that they do not depend on the
// order of adding.
type moments [maxSequence + 1]struct{ n, sum, squares int }

func (m *moments) add(steps, x int) {
	m[steps].n++
	m[steps].sum += x
	m[steps].squares += x * x
}

// mean of what was added, each divided by a scale, and the mean's standard error.
func (m *moments) mean(scale func(steps int) int) (mean, deviation float64, n int) {
	sum, squares := 0.0, 0.0
	for steps, s := range m {
		by := float64(scale(steps))
		n += s.n
		sum += float64(s.sum) / by
		squares += float64(s.squares) / float64(by*by)
	}
	mean = sum / float64(max(n, 1))
	variance := max(0, squares/float64(max(n, 1))-float64(mean*mean))
	return mean, math.Sqrt(variance / float64(max(n-1, 1))), n
}

func perSample(int) int     { return 1 }
func perStep(steps int) int { return max(steps, 1) }

// perOrder is how many orders so many steps have.
func perOrder(steps int) int {
	n := 1
	for k := 2; k <= steps; k++ {
		n *= k
	}
	return n
}
