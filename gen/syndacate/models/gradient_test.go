package models

import (
	"math"
	"testing"

	"mereo/gen/syndacate"
	"mereo/scenes/rng"
)

// checkGradient compares the gradient of a sum of outputs, each with a random weight, with differences of that sum along a
// random direction: one direction for x, one for each parameter.
func checkGradient(t *testing.T, m *Model, shape []int, overInputs bool) {
	t.Helper()
	s := rng.Named("gradient " + m.Name)
	random := func(n int, spread float64) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(s.Uniform(-spread, spread))
		}
		return v
	}
	learning := &tape{}
	for _, p := range m.list {
		copy(p.Data, random(len(p.Data), 0.7))
		learning.gradients = append(learning.gradients, make([]float32, len(p.Data)))
	}
	x := input(random(size(shape), 1), shape...)
	if overInputs {
		x.grad = make([]float32, len(x.data))
	}
	y := m.forward(learning, x)
	weights := random(len(y.data), 1)
	copy(y.grad, weights)
	learning.backward()

	sum := func() float64 {
		total := 0.0
		for i, v := range m.forward(&tape{}, &value{shape: x.shape, data: x.data}).data {
			total += float64(v) * float64(weights[i])
		}
		return total
	}
	along := func(name string, data, grad []float32) {
		t.Helper()
		const step = 1e-3
		direction := random(len(data), 1)
		want, from := 0.0, append([]float32(nil), data...)
		for i, d := range direction {
			want += float64(d) * float64(grad[i])
		}
		addScaled(step, direction, data)
		high := sum()
		copy(data, from)
		addScaled(-step, direction, data)
		low := sum()
		copy(data, from)
		if got := (high - low) / (2 * step); math.Abs(got-want) > 0.01*math.Abs(want)+0.01 {
			t.Errorf("%s: outputs change by %.4f along a direction, the gradient says %.4f", name, got, want)
		}
	}
	if overInputs {
		along("x", x.data, x.grad)
	}
	for i, p := range m.list {
		along(p.Name, p.Data, learning.gradients[i])
	}
}

func TestGradients(t *testing.T) {
	alone := func(build func(p *parameters) layer) *Model {
		m := &Model{}
		m.body = build(&m.parameters)
		return m
	}
	for _, c := range []struct {
		name  string
		model *Model
		shape []int
		fixed bool // the model begins with an operation that is for inputs alone
	}{
		{"set transformer", newSetTransformer(3, 5, 2, 4, 2, false), []int{2, 4, 3}, false},
		{"pooled set transformer", newSetTransformer(3, 5, 1, 4, 2, true), []int{2, 4, 3}, false},
		{"deep set to set", newDeepSetToSet(3, 2, 2, 5), []int{2, 4, 3}, false},
		{"flat mlp", newMLP(6, 6, 2, 4, true, []int{3, 2}), []int{2, 3, 2}, false},
		{"row-wise mlp", newMLP(2, 3, 1, 4, false, nil), []int{2, 3, 2}, false},
		{"cnn, set", newCNN(1, 12, 13, 3, 2, 3, 2, 2, 2, true), []int{2, 1, 12, 13}, true},
		{"cnn, average", newCNN(2, 7, 8, 4, 3, 3, 1, 2, 1, false), []int{2, 2, 7, 8}, true},
		{"mereoformer", newMereoFormer(1, 3, 4, 2, false), []int{1, 1, 21, 23}, true},
		{"convolution", alone(func(p *parameters) layer {
			return newConvolution(p, "", 3, 2, 3, 2)
		}), []int{2, 3, 8, 7}, false},
		{"depthwise", alone(func(p *parameters) layer {
			return newDepthwise(p, "", 3, 5)
		}), []int{2, 3, 4, 6}, false},
		{"local attention", alone(func(p *parameters) layer {
			return newAttention(p, "", 4, 2, 4)
		}), []int{2, 3, 4, 4}, false},
		{"capsules", alone(func(p *parameters) layer {
			return chain(newPrimaryCapsules(p, "a.", 2, 2, 3, 3, 2), newCapsuleLayer(p, "b.", 18, 3, 4, 5, 3), (*tape).lengths)
		}), []int{2, 2, 7, 7}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.model.Name = c.name
			checkGradient(t, c.model, c.shape, !c.fixed)
		})
	}
}

// The gradients of losses are those of their values.
func TestLossGradients(t *testing.T) {
	s := rng.Named("loss gradients")
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(s.Uniform(-1, 1))
		}
		return v
	}
	for _, c := range []struct {
		loss    syndacate.Loss
		shape   []int
		targets int // rows of an element
	}{
		{syndacate.LossCrossEntropy, []int{3, 10}, 0}, {syndacate.LossMSE, []int{3, 5}, 1},
		{syndacate.LossAlignedSetMSE, []int{3, 4, 5}, 4}, {syndacate.LossChamferMSE, []int{3, 4, 5}, 6},
	} {
		d := c.shape[len(c.shape)-1]
		o := objective{c.loss, []float32{1, 2, 0.5, 3, 1}}
		want := target{classes: []int64{4, 0, 9}, rows: random(3 * c.targets * d)}
		y := input(random(size(c.shape)), c.shape...)
		y.grad = make([]float32, len(y.data))
		o.measure(&tape{}, y, want, 7)
		direction := random(len(y.data))
		slope := 0.0
		for i, v := range direction {
			slope += float64(v) * float64(y.grad[i])
		}
		at := func(step float32) float64 {
			moved := append([]float32(nil), y.data...)
			addScaled(step, direction, moved)
			loss, _ := o.measure(&tape{}, input(moved, c.shape...), want, 7)
			return loss / 7
		}
		const step = 1e-4 // less than the way to where another row is nearest
		if got := (at(step) - at(-step)) / (2 * step); math.Abs(got-slope) > 0.01*math.Abs(slope)+1e-3 {
			t.Errorf("%s changes by %.4f along a direction, the gradient says %.4f", c.loss, got, slope)
		}
	}
}
