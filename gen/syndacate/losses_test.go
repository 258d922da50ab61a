package syndacate

import (
	"math"
	"testing"
)

// lossFixture is a batch of numbers in [-1, 1) from a linear congruential generator (Knuth's MMIX).
func lossFixture(n, rows, width int, state uint64) Batch {
	b := Batch{n, rows, width, make([]float32, n*rows*width)}
	for i := range b.Data {
		state = state*6364136223846793005 + 1442695040888963407
		b.Data[i] = float32(int32(state>>32)) / (1 << 31)
	}
	return b
}

// Chamfer by hand: targets 0 and 3, predictions 1, 1 and 5, weight 2. Squared distances of targets are 4 and 16, of
// predictions 4, 4 and 16.
func TestChamferByHand(t *testing.T) {
	y, target := Batch{1, 3, 1, []float32{1, 1, 5}}, Batch{1, 2, 1, []float32{0, 3}}
	loss, sum := chamferMSE(y, target, []float64{2})
	if want := (4.+16)/2 + (4.+4+16)/3; loss != want || sum != want {
		t.Errorf("loss is %g and sum %g, want %g", loss, sum, want)
	}
}

func TestChamferOfPermutationIsZero(t *testing.T) {
	y := lossFixture(50, 9, 6, 1)
	target := Batch{50, 9, 6, nil}
	for i := range y.N {
		for r := range y.Rows {
			target.Data = append(target.Data, y.row(i, (4*r+i)%9)...)
		}
	}
	if loss, sum := chamferMSE(y, target, LossWeights(target)); loss != 0 || sum != 0 {
		t.Errorf("loss is %g and sum %g, want 0", loss, sum)
	}
}

// Of equal numbers under an infinite weight torch makes NaN, and so must we, even if other rows are comparable.
func TestInfiniteWeight(t *testing.T) {
	b := Batch{1, 2, 1, []float32{1, 1}}
	if loss, _ := chamferMSE(Batch{1, 2, 1, []float32{1, 3}}, b, LossWeights(b)); !math.IsNaN(loss) {
		t.Errorf("loss is %g, want NaN", loss)
	}
}

func TestLossesPanicOnOtherShapes(t *testing.T) {
	for name, do := range map[string]func(){
		"rows":    func() { AlignedSetMSE(lossFixture(2, 3, 2, 1), lossFixture(2, 4, 2, 1), []float64{1, 1}) },
		"width":   func() { AlignedSetMSE(lossFixture(2, 3, 2, 1), lossFixture(2, 3, 3, 1), []float64{1, 1}) },
		"weights": func() { AlignedSetMSE(lossFixture(2, 3, 2, 1), lossFixture(2, 3, 2, 1), []float64{1}) },
		"data":    func() { MSE(Batch{2, 1, 2, make([]float32, 3)}, lossFixture(2, 1, 2, 1)) },
		"classes": func() { CrossEntropy(lossFixture(2, 1, 2, 1), []int64{0}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			do()
		})
	}
}

// The sets of ImToParts: 10,000 elements of 81 predicted and 9 target rows.
func BenchmarkChamferMSE(b *testing.B) {
	y, target := lossFixture(10_000, 81, 6, 1), lossFixture(10_000, 9, 6, 2)
	weights := LossWeights(target)
	for b.Loop() {
		chamferMSE(y, target, weights)
	}
}

// chamferMSE is the mean over the batch of what chamfer finds, and its sum.
func chamferMSE(y, t Batch, weights []float64) (loss, sum float64) {
	c := newChamfer(y, t, weights)
	for i := range y.N {
		fromTargets, fromPredictions := c.directions(i)
		sum += fromTargets + fromPredictions
	}
	return sum / float64(y.N), sum
}
