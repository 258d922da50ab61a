package syndacate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mereo/scenes/numpyrng"
)

func TestScoreEvents(t *testing.T) {
	truth := []int32{3, 0, 1, 2, 5, 1, 0, 3, 6, 1, 0, 3, -1, -1, -1, -1}
	for _, c := range []struct {
		name           string
		predicted      []int32
		slack          int
		walls, contact eventScore
	}{
		{"itself", truth, 0, eventScore{1, 1, 1}, eventScore{2, 2, 2}},
		{"nothing", []int32{-1, -1, -1, -1}, 0, eventScore{0, 0, 1}, eventScore{0, 0, 2}},
		{"other order of parties", []int32{5, 1, 3, 0}, 0, eventScore{0, 0, 1}, eventScore{1, 1, 2}},
		{"other wall", []int32{3, 0, 1, 3}, 1, eventScore{0, 1, 1}, eventScore{0, 0, 2}},
		{"a frame late", []int32{4, 0, 1, 2}, 0, eventScore{0, 1, 1}, eventScore{0, 0, 2}},
		{"a frame late with slack", []int32{4, 0, 1, 2}, 1, eventScore{1, 1, 1}, eventScore{0, 0, 2}},
		{"twice", []int32{3, 0, 1, 2, 3, 0, 1, 2}, 1, eventScore{1, 2, 1}, eventScore{0, 0, 2}},
		{"nearest first", []int32{6, 1, 0, 3, 5, 1, 0, 3}, 1, eventScore{0, 0, 1}, eventScore{2, 2, 2}},
	} {
		want := [filmEventKinds]eventScore{wallEvent: c.walls, contactEvent: c.contact}
		if got := scoreEvents(truth, c.predicted, c.slack); got != want {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
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
	fitted, err := fitRidge(x, y)
	if err != nil {
		t.Fatal(err)
	}
	r2 := determination(testY, fitted.predict(testX))
	for j, want := range []float64{1, 0, 0.5} { // the variances of a and of the noise are equal
		if math.Abs(r2[j]-want) > 0.03 {
			t.Errorf("R^2 of target %d is %v, want %v (penalty %v)", j, r2[j], want, fitted.penalty)
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
