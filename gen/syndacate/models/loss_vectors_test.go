package models

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mereo/gen/syndacate"
	"mereo/internal/vectors"
)

// float32OrWord reads numbers and the words inf, -inf and nan.
type float32OrWord float32

func (f *float32OrWord) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64)
	*f = float32OrWord(v)
	return err
}

type lossTensor struct {
	Shape []int
	Data  []float32OrWord
}

func (t lossTensor) floats() []float32 {
	var out []float32
	for _, v := range t.Data {
		out = append(out, float32(v))
	}
	return out
}

// The losses of training are those that are evaluated.
func TestVectorsTrainingLosses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(vectors.Dir(t, "syndacate"), "losses.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID, Loss, Of   string
			Y, T           lossTensor
			Weights        lossTensor
			Forward        float64
			MetricBatchSum float64 `json:"metric_batch_sum"`
			Out            json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("losses.json has no cases")
	}
	for _, c := range file.Cases {
		near := func(what string, got, want float64) {
			t.Helper()
			if off := math.Abs(got - want); got != want && !(off <= 1e-6 || off <= 2e-5*math.Abs(want)) {
				t.Errorf("%s: %s is %v, want %v", c.ID, what, got, want)
			}
		}
		want := target{rows: c.T.floats()}
		for _, v := range c.T.Data {
			want.classes = append(want.classes, int64(v))
		}
		measure := func(loss string) (float64, float64) {
			o := objective{syndacate.Loss(loss), c.Weights.floats()}
			return o.measure(&tape{}, input(c.Y.floats(), c.Y.Shape...), want, c.Y.Shape[0])
		}
		switch c.Loss {
		case "weights":
			o := newObjective(syndacate.LossChamferMSE, Elements{Shape: c.T.Shape[1:], Floats: c.T.floats()})
			var out lossTensor
			if json.Unmarshal(c.Out, &out.Data) != nil {
				if err := json.Unmarshal(c.Out, &out); err != nil {
					t.Fatalf("%s: %v", c.ID, err)
				}
			}
			if len(out.Data) != len(o.weights) {
				t.Fatalf("%s: %d weights, want %d", c.ID, len(o.weights), len(out.Data))
			}
			for i, v := range out.floats() {
				near("weight", float64(o.weights[i]), float64(v))
			}
		case "metric_over_batches":
			var out float64
			if err := json.Unmarshal(c.Out, &out); err != nil {
				t.Fatal(err)
			}
			_, metric := measure(c.Of)
			near("metric", metric/float64(c.Y.Shape[0]), out)
		default:
			loss, metric := measure(c.Loss)
			near("loss", loss/float64(c.Y.Shape[0]), c.Forward)
			near("metric", metric, c.MetricBatchSum)
		}
	}
}
