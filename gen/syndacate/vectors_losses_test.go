package syndacate

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

// lossTensor is a tensor of a vector file; its numbers may be "inf", "-inf" and "nan".
type lossTensor struct {
	Shape []int
	Data  []lossNumber
}

type lossNumber float64

func (n *lossNumber) UnmarshalJSON(text []byte) error {
	switch s := string(text); s {
	case `"inf"`:
		*n = lossNumber(math.Inf(1))
	case `"-inf"`:
		*n = lossNumber(math.Inf(-1))
	case `"nan"`:
		*n = lossNumber(math.NaN())
	default:
		return json.Unmarshal(text, (*float64)(n))
	}
	return nil
}

// batch is N x rows x width, or N x width as N sets of one row.
func (l *lossTensor) batch() Batch {
	b := Batch{N: l.Shape[0], Rows: 1, Width: l.Shape[len(l.Shape)-1]}
	if len(l.Shape) == 3 {
		b.Rows = l.Shape[1]
	}
	for _, v := range l.Data {
		b.Data = append(b.Data, float32(v))
	}
	return b
}

func (l *lossTensor) float64s() (out []float64) {
	if l == nil {
		return nil
	}
	for _, v := range l.Data {
		out = append(out, float64(v))
	}
	return out
}

func TestVectorsLosses(t *testing.T) {
	for _, c := range numberCases[struct {
		ID, Loss, Of   string
		Y, T, Weights  *lossTensor
		Batches        []int
		Forward        lossNumber
		MetricBatchSum lossNumber  `json:"metric_batch_sum"`
		TargetToPred   *lossTensor `json:"target_to_pred"`
		PredToTarget   *lossTensor `json:"pred_to_target"`
		Out            json.RawMessage
	}](t, "losses.json") {
		check := func(what string, got, want float64) {
			t.Helper()
			if got != want && !(math.Abs(got-want) <= max(1e-6, 2e-5*math.Abs(want))) {
				t.Errorf("%s: %s %s is %g, want %g", c.ID, c.Loss, what, got, want)
			}
		}
		evaluate := func(y, target Batch) (loss, sum float64) {
			switch name := c.Loss + c.Of; name {
			case "Mse", "metric_over_batchesMse":
				return MSE(y, target)
			case "AlignedSetMse", "metric_over_batchesAlignedSetMse":
				return AlignedSetMSE(y, target, c.Weights.float64s())
			case "ChamferMse", "metric_over_batchesChamferMse":
				return chamferMSE(y, target, c.Weights.float64s())
			default:
				t.Fatalf("%s: no loss %q", c.ID, name)
				return 0, 0
			}
		}
		switch c.Loss {
		case "weights":
			var want []lossNumber
			if err := json.Unmarshal(c.Out, &want); err != nil {
				t.Fatal(err)
			}
			got := LossWeights(c.T.batch())
			if len(got) != len(want) {
				t.Fatalf("%s: %d weights, want %d", c.ID, len(got), len(want))
			}
			for d, w := range want {
				check(fmt.Sprintf("weight %d", d), got[d], float64(w))
			}
		case "metric_over_batches":
			var want float64
			if err := json.Unmarshal(c.Out, &want); err != nil {
				t.Fatal(err)
			}
			y, target := c.Y.batch(), c.T.batch()
			total, first := 0.0, 0
			for _, size := range c.Batches {
				_, sum := evaluate(y.slice(first, first+size), target.slice(first, first+size))
				total, first = total+sum, first+size
			}
			check("metric", total/float64(y.N), want)
		case "CrossEntropy":
			var classes []int64
			for _, v := range c.T.Data {
				classes = append(classes, int64(v))
			}
			loss, correct := CrossEntropy(c.Y.batch(), classes)
			check("loss", loss, float64(c.Forward))
			check("correct", float64(correct), float64(c.MetricBatchSum))
		default:
			y, target := c.Y.batch(), c.T.batch()
			loss, sum := evaluate(y, target)
			check("loss", loss, float64(c.Forward))
			check("sum", sum, float64(c.MetricBatchSum))
			if c.Loss != "ChamferMse" {
				break
			}
			compare := newChamfer(y, target, c.Weights.float64s())
			for i := range y.N {
				compare.directions(i)
				for p, got := range compare.ofTarget {
					check(fmt.Sprintf("element %d, target row %d", i, p), got.Square, float64(c.TargetToPred.Data[i*target.Rows+p]))
				}
				for q, got := range compare.ofPrediction {
					check(fmt.Sprintf("element %d, predicted row %d", i, q), got.Square, float64(c.PredToTarget.Data[i*y.Rows+q]))
				}
			}
		}
	}
}
