package syndacate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mereo/gen/write/npz"
	"mereo/scenes/numpyrng"
)

func TestNextFrames(t *testing.T) {
	pix := make([]uint8, 2*4*1*2*3)
	for i := range pix {
		pix[i] = uint8(i)
	}
	seen, told, err := NextFrames(npz.Array{Key: keyImages, Shape: []int{2, 4, 1, 2, 3}, Data: pix})
	if err != nil {
		t.Fatal(err)
	}
	x, next := seen.Data.([]uint8), told.Data.([]uint8)
	if len(x) != 36 || len(next) != 36 || seen.Shape[1] != 3 {
		t.Fatalf("%d and %d numbers, want 36", len(x), len(next))
	}
	for i := range x {
		if next[i] != x[i]+6 || x[i] != uint8(i%18+i/18*24) {
			t.Fatalf("number %d is %d, then %d", i, x[i], next[i])
		}
	}
}

func TestScoreEvents(t *testing.T) {
	array := func(rows ...int32) npz.Array {
		return npz.Array{Key: keyEvents, Shape: []int{1, len(rows) / 4, 4}, Data: rows}
	}
	truth := array(3, 0, 1, 2, 5, 1, 0, 3, 6, 1, 0, 3, -1, -1, -1, -1)
	for _, c := range []struct {
		name      string
		predicted npz.Array
		slack     int
		want      EventScore
	}{
		{"itself", truth, 0, EventScore{3, 3, 3}},
		{"nothing", array(-1, -1, -1, -1), 0, EventScore{0, 0, 3}},
		{"other order of parties", array(5, 1, 3, 0), 0, EventScore{1, 1, 3}},
		{"other wall", array(3, 0, 1, 3), 1, EventScore{0, 1, 3}},
		{"a frame late", array(4, 0, 1, 2), 0, EventScore{0, 1, 3}},
		{"a frame late with slack", array(4, 0, 1, 2), 1, EventScore{1, 1, 3}},
		{"twice", array(3, 0, 1, 2, 3, 0, 1, 2), 1, EventScore{1, 2, 3}},
		{"nearest first", array(6, 1, 0, 3, 5, 1, 0, 3), 1, EventScore{2, 2, 3}},
	} {
		if got, err := ScoreEvents(truth, c.predicted, c.slack); err != nil || got != c.want {
			t.Errorf("%s: %+v (%v), want %+v", c.name, got, err, c.want)
		}
	}
	if s := (EventScore{1, 2, 4}); s.Precision() != 0.5 || s.Recall() != 0.25 {
		t.Errorf("precision %v and recall %v, want 0.5 and 0.25", s.Precision(), s.Recall())
	}
	if _, err := ScoreEvents(truth, npz.Array{Shape: []int{2, 1, 4}, Data: make([]int32, 8)}, 0); err == nil {
		t.Error("another number of films is no error")
	}
}

// A linear map is found exactly, noise is not, and a constant feature does no harm.
func TestRidge(t *testing.T) {
	g := numpyrng.New(1)
	draw := func(rows int) (x, y *mat.Dense) {
		x, y = mat.NewDense(rows, 4, nil), mat.NewDense(rows, 3, nil)
		for i := range rows {
			a, b, c := g.Uniform(-1, 1), g.Uniform(0, 10), g.Uniform(5, 6)
			x.SetRow(i, []float64{a, b, c, 7})
			y.SetRow(i, []float64{3*a - b + 20*c + 1, g.Uniform(-1, 1), a + g.Uniform(-1, 1)})
		}
		return x, y
	}
	x, y := draw(2000)
	testX, testY := draw(4000)
	r2, penalty, err := DecodePoses(x, y, testX, testY)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{1, 0, 0.5} { // the variances of a and of the noise are equal
		if math.Abs(r2[j]-want) > 0.03 {
			t.Errorf("R^2 of target %d is %v, want %v (penalty %v)", j, r2[j], want, penalty)
		}
	}
	// With one feature of variance 1 and mean 0 the weight is cov/(1+penalty).
	one := mat.NewDense(20, 1, nil)
	for i := range 20 {
		one.Set(i, 0, float64(i%2*2-1))
	}
	if got := newRidgeFit(one, one).with(0.25).weights.At(0, 0); math.Abs(got-0.8) > 1e-12 {
		t.Errorf("weight is %v, want 0.8", got)
	}
	if _, err := fitRidge(one, testY); err == nil {
		t.Error("unequal numbers of rows are no error")
	}
}
