package syndacate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// How much of poses a frozen model's features tell is measured by a linear map from them: ridge regression on the training
// part, and the coefficient of determination of each entry of the pose on the test part.

// ridge is a linear map from features to targets with a constant term.
type ridge struct {
	mean, scale []float64  // of features
	weights     *mat.Dense // features x targets, of standardized features
	constant    []float64  // of targets
	penalty     float64    // of squared weights, for each row
}

// ridgePenalties are tried, weakest first, as shares of the number of rows.
var ridgePenalties = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100}

// validationShare of the training rows, the last ones, choose the penalty. All rows are used afterwards.
const validationShare = 0.1

// fitRidge fits targets y (rows x targets) to features x (rows x features). The penalty is the one with the largest mean R^2 on
// the rows that are kept for its choice. It is an error to give fewer than 20 rows, or unequal numbers of them.
func fitRidge(x, y *mat.Dense) (*ridge, error) {
	rows, features := x.Dims()
	if n, _ := y.Dims(); n != rows || rows < 20 {
		return nil, fmt.Errorf("syndacate: ridge: %d rows of features and %d of targets, want equal numbers, at least 20", rows, n)
	}
	kept := rows - int(math.Floor(float64(validationShare*float64(rows))))
	_, targets := y.Dims()
	fitted, held := newRidgeFit(x.Slice(0, kept, 0, features), y.Slice(0, kept, 0, targets)), x.Slice(kept, rows, 0, features)
	best, bestScore := ridgePenalties[0], math.Inf(-1)
	for _, penalty := range ridgePenalties {
		score := 0.0
		for _, v := range determination(y.Slice(kept, rows, 0, targets), fitted.with(penalty).predict(held)) {
			score += v
		}
		if score > bestScore {
			best, bestScore = penalty, score
		}
	}
	return newRidgeFit(x, y).with(best), nil
}

// ridgeFit is what regressions with different penalties share: with standardized features Z and centered targets Y, the
// eigenvalues s and vectors V of Z'Z, and V'Z'Y. Then the weights are V (s + n penalty)^-1 V'Z'Y.
type ridgeFit struct {
	ridge
	rows    int
	values  []float64
	vectors mat.Dense
	turned  mat.Dense
}

func newRidgeFit(x, y mat.Matrix) *ridgeFit {
	rows, _ := x.Dims()
	f := &ridgeFit{rows: rows}
	var z, centered *mat.Dense
	z, f.mean, f.scale = standardized(x, true)
	centered, f.constant, _ = standardized(y, false)
	var gram mat.SymDense
	gram.SymOuterK(1, z.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&gram, true) {
		panic("syndacate: ridge: a Gram matrix has no eigenvalues") // features are not finite
	}
	f.values = eigen.Values(nil)
	eigen.VectorsTo(&f.vectors)
	var moments mat.Dense
	moments.Mul(z.T(), centered)
	f.turned.Mul(f.vectors.T(), &moments)
	return f
}

// standardized takes the mean out of every column, and its deviation where it is to be scaled.
func standardized(m mat.Matrix, scaled bool) (out *mat.Dense, mean, scale []float64) {
	out = mat.DenseCopyOf(m)
	rows, columns := m.Dims()
	mean, scale = make([]float64, columns), make([]float64, columns)
	for j := range columns {
		mean[j], scale[j] = meanAndDeviation(mat.Col(nil, j, m))
		if scale[j] == 0 || !scaled {
			scale[j] = 1 // a constant feature has no weight
		}
		for i := range rows {
			out.Set(i, j, (m.At(i, j)-mean[j])/scale[j])
		}
	}
	return out, mean, scale
}

// with is the regression with a penalty.
func (f *ridgeFit) with(penalty float64) *ridge {
	shrunk := mat.DenseCopyOf(&f.turned)
	shrunk.Apply(func(i, _ int, v float64) float64 {
		return v / (max(0, f.values[i]) + float64(penalty*float64(f.rows)))
	}, shrunk)
	r := f.ridge
	r.penalty, r.weights = penalty, new(mat.Dense)
	r.weights.Mul(&f.vectors, shrunk)
	return &r
}

// predict maps features to targets.
func (r *ridge) predict(x mat.Matrix) *mat.Dense {
	z := mat.DenseCopyOf(x)
	z.Apply(func(_, j int, v float64) float64 { return (v - r.mean[j]) / r.scale[j] }, z)
	out := new(mat.Dense)
	out.Mul(z, r.weights)
	out.Apply(func(_, j int, v float64) float64 { return v + r.constant[j] }, out)
	return out
}

// determination is R^2 = 1 - sum (y-p)^2 / sum (y-mean)^2 of each column: 1 is exact, 0 no better than the mean, and 0 for a
// target that is constant.
func determination(y, predicted mat.Matrix) []float64 {
	rows, targets := y.Dims()
	out := make([]float64, targets)
	for j := range targets {
		column := mat.Col(nil, j, y)
		_, deviation := meanAndDeviation(column)
		off := 0.0
		for i, v := range column {
			d := v - predicted.At(i, j)
			off += float64(d * d)
		}
		if all := float64(float64(rows) * deviation * deviation); all > 0 {
			out[j] = 1 - off/all
		}
	}
	return out
}

// meanAndDeviation are of a whole population.
func meanAndDeviation(v []float64) (mean, deviation float64) {
	for _, x := range v {
		mean += x
	}
	mean /= float64(len(v))
	for _, x := range v {
		deviation += float64((x - mean) * (x - mean))
	}
	return mean, math.Sqrt(deviation / float64(len(v)))
}
