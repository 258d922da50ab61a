package models

import (
	"math"
	"slices"

	"mereo/gen/syndacate"
)

// objective is the loss of a task, with what it needs.
type objective struct {
	loss    syndacate.Loss
	weights []float32 // of each number of a row, for losses on sets
}

// newObjective takes the weights of a loss on sets from the training targets.
func newObjective(loss syndacate.Loss, targets Elements) objective {
	o := objective{loss: loss}
	if loss != syndacate.LossAlignedSetMSE && loss != syndacate.LossChamferMSE {
		return o
	}
	d := targets.Shape[len(targets.Shape)-1]
	rows := syndacate.Batch{N: len(targets.Floats) / d, Rows: 1, Width: d, Data: targets.Floats}
	for _, w := range syndacate.LossWeights(rows) {
		o.weights = append(o.weights, float32(w))
	}
	return o
}

// target is what the outputs for some elements should be: classes, or rows of numbers.
type target struct {
	classes []int64
	rows    []float32
}

// measure returns sums over elements: of the loss, and of what is reported, which is correct answers for cross-entropy and
// an error otherwise. Where y has a gradient, it becomes that of the mean loss over a batch.
func (o objective) measure(t *tape, y *value, want target, batch int) (loss, metric float64) {
	n := y.batch()
	for e := range n {
		from, to := e*len(y.data)/n, (e+1)*len(y.data)/n
		out := y.data[from:to]
		var grad []float32
		if y.grad != nil {
			grad = y.grad[from:to]
		}
		var l, m float64
		if o.loss == syndacate.LossCrossEntropy {
			l, m = crossEntropy(t, out, grad, int(want.classes[e]))
		} else {
			rows := want.rows[e*len(want.rows)/n : (e+1)*len(want.rows)/n]
			switch o.loss {
			case syndacate.LossChamferMSE:
				l = chamfer(out, grad, rows, o.weights)
				m = l
			case syndacate.LossAlignedSetMSE:
				l = squares(out, grad, rows, o.weights, y.last())
				m = l
			case syndacate.LossMSE:
				l = squares(out, grad, rows, nil, y.last())
				m = l * float64(len(out)/y.last())
			default:
				panic("models: no loss " + string(o.loss))
			}
		}
		for i := range grad {
			grad[i] /= float32(batch)
		}
		loss += l
		metric += m
	}
	return loss, metric
}

// crossEntropy is -log softmax(y)[class], and 1 when the first of the largest outputs is that of the class.
func crossEntropy(t *tape, y, grad []float32, class int) (loss, correct float64) {
	p := t.scratch(len(y))
	highest, total := softmax(y, p)
	loss = float64(highest) + math.Log(float64(total)) - float64(y[class])
	copy(grad, p)
	if grad != nil {
		grad[class]--
	}
	if slices.Index(y, slices.Max(y)) == class {
		correct = 1
	}
	return loss, correct
}

// squares is the mean over rows of d numbers of the sum of (w (y-t))^2. Without weights they are 1.
func squares(y, grad, t, weights []float32, d int) float64 {
	must(len(y) == len(t), "%d outputs for %d numbers", len(y), len(t))
	rows := float32(len(y) / d)
	total := 0.0
	for i, v := range y {
		off, w := v-t[i], float32(1)
		if weights != nil {
			w = weights[i%d]
		}
		off *= w
		total += float64(off) * float64(off)
		if grad != nil {
			grad[i] = 2 * w * off / rows
		}
	}
	return total / float64(rows)
}

// chamfer is the mean over target rows of the squared weighted distance to the nearest output row, plus the mean over output
// rows of that to the nearest target row. The sets may have different sizes; of equally near rows the first counts.
func chamfer(y, grad, target, weights []float32) float64 {
	d := len(weights)
	ofOutput, ofTarget := make([]syndacate.Nearest[float32], len(y)/d), make([]syndacate.Nearest[float32], len(target)/d)
	syndacate.FindNearest(y, target, weights, ofOutput, ofTarget)
	clear(grad)
	outputs, targets := 0.0, 0.0
	pull := func(p, q int, share float32) {
		if grad == nil {
			return
		}
		for i, w := range weights {
			grad[q*d+i] += 2 * share * w * w * (y[q*d+i] - target[p*d+i])
		}
	}
	for p, n := range ofTarget {
		targets += float64(n.Square)
		pull(p, n.Row, 1/float32(len(ofTarget)))
	}
	for q, n := range ofOutput {
		outputs += float64(n.Square)
		pull(n.Row, q, 1/float32(len(ofOutput)))
	}
	return targets/float64(len(ofTarget)) + outputs/float64(len(ofOutput))
}
