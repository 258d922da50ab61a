package syndacate

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// Batch is N sets of Rows rows of Width numbers, row-major: len(Data) == N*Rows*Width. A vector is a set of one row: a batch of
// N x Width numbers has Rows 1.
type Batch struct {
	N, Rows, Width int
	Data           []float32
}

// set is element i: Rows*Width numbers.
func (b Batch) set(i int) []float32 {
	size := b.Rows * b.Width
	return b.Data[i*size : (i+1)*size]
}

// row is row r of element i: Width numbers.
func (b Batch) row(i, r int) []float32 {
	from := (i*b.Rows + r) * b.Width
	return b.Data[from : from+b.Width]
}

// slice is the elements first to end-1.
func (b Batch) slice(first, end int) Batch {
	size := b.Rows * b.Width
	return Batch{end - first, b.Rows, b.Width, b.Data[first*size : end*size]}
}

// mustMatch panics if the batch and its targets are no pair, or if weights are not one for each column.
func (b Batch) mustMatch(t Batch, weights []float64) {
	switch {
	case len(b.Data) != b.N*b.Rows*b.Width || len(t.Data) != t.N*t.Rows*t.Width:
		panic(fmt.Sprintf("syndacate: %d and %d numbers, want %d x %d x %d and %d x %d x %d", len(b.Data), len(t.Data),
			b.N, b.Rows, b.Width, t.N, t.Rows, t.Width))
	case b.N != t.N || b.Width != t.Width || b.Rows != t.Rows:
		panic(fmt.Sprintf("syndacate: predictions are %d x %d x %d, targets %d x %d x %d", b.N, b.Rows, b.Width, t.N, t.Rows,
			t.Width))
	case weights != nil && len(weights) != b.Width:
		panic(fmt.Sprintf("syndacate: %d weights, want %d", len(weights), b.Width))
	}
}

// The losses follow Levi and van der Wilk 2025, "SynDaCaTE", section 4 and code release: y are predictions, t targets. Each
// returns what a training step minimizes, and the sum over the batch of what is reported: sums of all batches divided by the
// number of elements are the metric of a split, whatever the sizes of the batches. Padding rows count like any other.

// MSE is the squared error without weights: loss is its mean over all rows, sum its total, rows included.
func MSE(y, t Batch) (loss, sum float64) {
	y.mustMatch(t, nil)
	for i, v := range y.Data {
		d := float64(v) - float64(t.Data[i])
		sum += float64(d * d)
	}
	return sum / float64(y.N*y.Rows), sum
}

// AlignedSetMSE is the mean over rows of sum_d (w_d (y_d - t_d))^2, where row r of y predicts row r of t: loss is its mean over
// the batch, sum its sum. Weights are LossWeights of the training targets.
func AlignedSetMSE(y, t Batch, weights []float64) (loss, sum float64) {
	y.mustMatch(t, weights)
	for i := range y.N {
		of := 0.0
		for r := range y.Rows {
			of += distance(y.row(i, r), t.row(i, r), weights)
		}
		sum += of / float64(y.Rows)
	}
	return sum / float64(y.N), sum
}

// distance is sum_d (w_d (y_d - t_d))^2.
func distance(y, t []float32, weights []float64) (sum float64) {
	t, weights = t[:len(y)], weights[:len(y)]
	for d, v := range y {
		e := weights[d] * (float64(v) - float64(t[d]))
		sum += float64(e * e)
	}
	return sum
}

// chamfer compares the sets of a batch one after the other: with d(p, q) = sum_d (w_d (t_pd - y_qd))^2, the loss of two is the mean over
// target rows p of min_q d plus the mean over prediction rows q of min_p d. They may differ in size, and neither is empty.
type chamfer struct {
	y, t       Batch
	weights    []float64
	yRow, tRow []float64 // the two sets
	// Of every row that of the other set which is nearest.
	ofTarget, ofPrediction []Nearest[float64]
}

func newChamfer(y, t Batch, weights []float64) *chamfer {
	return &chamfer{
		y: y, t: t, weights: weights,
		yRow: make([]float64, y.Rows*y.Width), tRow: make([]float64, t.Rows*t.Width),
		ofTarget: make([]Nearest[float64], t.Rows), ofPrediction: make([]Nearest[float64], y.Rows),
	}
}

// directions compares the sets of element i and returns the two means.
func (c *chamfer) directions(i int) (fromTargets, fromPredictions float64) {
	widen(c.yRow, c.y.set(i))
	widen(c.tRow, c.t.set(i))
	FindNearest(c.yRow, c.tRow, c.weights, c.ofPrediction, c.ofTarget)
	return meanSquare(c.ofTarget), meanSquare(c.ofPrediction)
}

func meanSquare(nearest []Nearest[float64]) (sum float64) {
	for _, n := range nearest {
		sum += n.Square
	}
	return sum / float64(len(nearest))
}

// Nearest is the row of another set that is nearest to a row, the first of several, and the square of its distance.
type Nearest[T float32 | float64] struct {
	Square T
	Row    int
}

// FindNearest compares two sets of rows of len(weights) numbers, one for each of ofY and ofT, which get the nearest row of the other
// set with d(p, q) = sum_d (w_d (t_pd - y_qd))^2. NaN, which is the distance of equal numbers under an infinite weight, is nearest.
func FindNearest[T float32 | float64](y, t, weights []T, ofY, ofT []Nearest[T]) {
	width := len(weights)
	for q := range ofY {
		ofY[q].Square = T(math.Inf(1))
	}
	for p := range ofT {
		least := Nearest[T]{T(math.Inf(1)), 0}
		t := t[p*width:][:width]
		for q := range ofY {
			y := y[q*width:][:width]
			square := T(0)
			for d, w := range weights {
				e := w * (t[d] - y[d])
				square += T(e * e)
			}
			if square < least.Square || square != square {
				least = Nearest[T]{square, q}
			}
			if square < ofY[q].Square || square != square {
				ofY[q] = Nearest[T]{square, p}
			}
		}
		ofT[p] = least
	}
}

func widen(dst []float64, src []float32) {
	for i, v := range src {
		dst[i] = float64(v)
	}
}

// CrossEntropy compares logits, N x 1 x the number of classes, with classes from 0. Loss is the mean of -log softmax(y)[t],
// correct counts the rows whose largest logit, the first on ties, is that of their class. It panics on an unknown class.
func CrossEntropy(logits Batch, classes []int64) (loss float64, correct int) {
	if logits.Rows != 1 || logits.N != len(classes) {
		panic(fmt.Sprintf("syndacate: logits are %d x %d x %d for %d classes", logits.N, logits.Rows, logits.Width, len(classes)))
	}
	for i, class := range classes {
		row := logits.row(i, 0)
		best := bestClass(row)
		sum := 0.0
		for _, v := range row {
			sum += geom.Exp(float64(v) - float64(row[best]))
		}
		loss += geom.Log(sum) + float64(row[best]) - float64(row[class])
		if best == class {
			correct++
		}
	}
	return loss / float64(logits.N), correct
}

// LossWeights are 1/std of every column, with the unbiased standard deviation of all rows of all sets, padding rows included.
// A constant column has an infinite weight.
func LossWeights(t Batch) []float64 {
	rows := t.N * t.Rows
	means := columnMeans(t, true)
	sums := make([]float64, t.Width)
	for row := range slices.Chunk(t.Data, t.Width) {
		for d, v := range row {
			e := float64(v) - means[d]
			sums[d] += float64(e * e)
		}
	}
	for d, sum := range sums {
		sums[d] = 1 / math.Sqrt(sum/float64(rows-1))
	}
	return sums
}

// columnMeans are the means over the rows of all sets, those of padding included or not.
func columnMeans(t Batch, padding bool) []float64 {
	means := make([]float64, t.Width)
	rows := 0
	for row := range slices.Chunk(t.Data, t.Width) {
		if !padding && zeroRow(row) {
			continue
		}
		rows++
		for d, v := range row {
			means[d] += float64(v)
		}
	}
	for d := range means {
		means[d] /= float64(rows)
	}
	return means
}
