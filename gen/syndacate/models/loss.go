package models

import (
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
				l = chamfer(t, out, grad, rows, o.weights)
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
	loss = softmax(y, p) - float64(y[class])
	copy(grad, p)
	if grad != nil {
		grad[class]--
	}
	best := 0
	for i, v := range y {
		if v > y[best] {
			best = i
		}
	}
	if best == class {
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
func chamfer(t *tape, y, grad, target, weights []float32) float64 {
	d := len(weights)
	outputs, targets := len(y)/d, len(target)/d
	distance := t.scratch(outputs * targets)
	for p := range targets {
		for q := range outputs {
			sum := float32(0)
			for i, w := range weights {
				off := w * (target[p*d+i] - y[q*d+i])
				sum += off * off
			}
			distance[p*outputs+q] = sum
		}
	}
	clear(grad)
	pull := func(p, q int, share float32) {
		if grad == nil {
			return
		}
		for i, w := range weights {
			grad[q*d+i] += 2 * share * w * w * (y[q*d+i] - target[p*d+i])
		}
	}
	toOutput, toTarget := 0.0, 0.0
	for p := range targets {
		best := 0
		for q := range outputs {
			if distance[p*outputs+q] < distance[p*outputs+best] {
				best = q
			}
		}
		toOutput += float64(distance[p*outputs+best])
		pull(p, best, 1/float32(targets))
	}
	for q := range outputs {
		best := 0
		for p := range targets {
			if distance[p*outputs+q] < distance[best*outputs+q] {
				best = p
			}
		}
		toTarget += float64(distance[best*outputs+q])
		pull(best, q, 1/float32(outputs))
	}
	return toOutput/float64(targets) + toTarget/float64(outputs)
}
