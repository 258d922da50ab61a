package tranco

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// Known answers, worked out by hand from the definitions.
func TestMeasure(t *testing.T) {
	third := 1.0 / 3
	for _, c := range []struct {
		why, reference, prediction string
		want                       Score // in the order R, P as printed, R, P, KTD, SD, NSD, EMR
	}{
		{"the same", "a b c", "a b c", Score{1, 1, 1, 1, 0, 0, 0, 1}},
		{"two neighbours change places", "a b c", "b a c", Score{1, 1, 1, 1, third, 0, 0, 0}},
		{"from last to first", "a b c", "c b a", Score{1, 1, 1, 1, 1, 0, 0, 0}},
		{"nothing", "a b", "", Score{0, 0, 0, 0, 1, 2, 1, 0}},
		{"nothing right", "a b", "x y", Score{0, 0, 0, 0, 1, 0, 0, 0}},
		{"one common clip has no order", "a b c", "b", Score{1, third, third, 1, 1, 2, 2 * third, 0}},
		{"the right ones and more", "a b", "x a b y", Score{0.5, 1, 1, 0.5, 0, 2, 1, 0}},
		{"a beginning is no exact match", "a b c d", "a b", Score{1, 0.5, 0.5, 1, 0, 2, 0.5, 0}},
	} {
		got := Measure(strings.Fields(c.reference), strings.Fields(c.prediction))
		if got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.why, got, c.want)
		}
	}
	if got := mean(nil); got != (Score{}) {
		t.Errorf("the mean of nothing is %+v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a reference without clips does not panic")
		}
	}()
	Measure(nil, nil)
}

// Whatever is predicted: names of clips do not matter, shares are shares, and turning the prediction round turns every
// pair round.
func TestMeasureProperties(t *testing.T) {
	clips := strings.Split("abcdefghij", "")
	for i := range 300 {
		s := rng.At(rng.Key{Index: i}, "measure")
		reference, prediction := draw(s, clips, 2+s.IntN(6)), draw(s, clips, s.IntN(8))
		got := Measure(reference, prediction)
		for _, x := range []float64{got.Recall, got.Precision, got.KTD, got.EMR} {
			if x < 0 || x > 1 {
				t.Errorf("%d: %q for %q: a share is %v", i, prediction, reference, x)
			}
		}
		turned := slices.Clone(prediction)
		slices.Reverse(turned)
		back := Measure(reference, turned)
		common := math.Round(got.Recall * float64(len(reference)))
		if common > 1 && math.Abs(got.KTD+back.KTD-1) > 1e-12 || common < 2 && (got.KTD != 1 || back.KTD != 1) {
			t.Errorf("%d: %q for %q: KTD %v, turned round %v", i, prediction, reference, got.KTD, back.KTD)
		}
		if got.EMR == 1 && got != (Score{1, 1, 1, 1, 0, 0, 0, 1}) {
			t.Errorf("%d: exact match with %+v", i, got)
		}
	}
}
