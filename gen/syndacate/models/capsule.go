package models

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// Capsules: Sabour, Frosst and Hinton 2017, "Dynamic Routing Between Capsules".

// squash shortens the vectors of the last axis to a length below 1: s |s| / (1 + |s|^2). A zero vector stays as it is.
func (t *tape) squash(x *value) *value {
	y, d := t.make(x.shape...), x.last()
	for i := 0; i < len(x.data); i += d {
		s := x.data[i : i+d]
		square := dot(s, s)
		factor := root(square) / (1 + square)
		for j, v := range s {
			y.data[i+j] = factor * v
		}
	}
	t.then(func() {
		for i := 0; i < len(x.data); i += d {
			s, dy, dx := x.data[i:i+d], y.grad[i:i+d], x.grad[i:i+d]
			square := dot(s, s)
			if square == 0 {
				continue
			}
			length := root(square)
			accumulate(length/(1+square), dy, dx)
			accumulate(dot(s, dy)*(1-square)/(length*(1+square)*(1+square)), s, dx)
		}
	})
	return y
}

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// lengths are those of the vectors of the last axis.
func (t *tape) lengths(x *value) *value {
	d := x.last()
	y := t.make(x.shape[:len(x.shape)-1]...)
	for i := range y.data {
		s := x.data[i*d : (i+1)*d]
		y.data[i] = root(dot(s, s))
	}
	t.then(func() {
		for i, length := range y.data {
			if length > 0 {
				accumulate(y.grad[i]/length, x.data[i*d:(i+1)*d], x.grad[i*d:(i+1)*d])
			}
		}
	})
	return y
}

// newPrimaryCapsules is a convolution whose channels are cut into capsules: [B, capsules, d], capsules by type, row, column.
func newPrimaryCapsules(p *parameters, name string, in, types, d, k, stride int) layer {
	conv := newConvolution(p, name+"conv.", in, types*d, k, stride)
	return func(t *tape, x *value) *value {
		y := conv(t, x)
		positions := y.shape[2] * y.shape[3]
		turned := t.swap(t.reshape(y, x.batch()*types, d, positions))
		return t.squash(t.reshape(turned, x.batch(), types*positions, d))
	}
}

// newCapsuleLayer predicts output capsules from every input capsule, [B, in, inLength] to [B, out, outLength], and routes them by
// agreement.
func newCapsuleLayer(p *parameters, name string, in, inLength, out, outLength, iterations int) layer {
	n := out * outLength
	parameter := p.add(name+"weights", start{false, 1 / sqrt(in)}, in, inLength, n)
	return chain(func(t *tape, x *value) *value {
		batch := x.batch()
		u, w := t.make(batch, in, out, outLength), t.use(parameter)
		// of is the matrix of one input capsule: a row for each element of the batch.
		of := func(data []float32, i, length int) blas32.General {
			return blas32.General{Rows: batch, Cols: length, Stride: in * length, Data: data[i*length:]}
		}
		weights := func(data []float32, i int) blas32.General { return matrix(data[i*inLength*n:], inLength, n) }
		for i := range in {
			blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, of(x.data, i, inLength), weights(w.data, i), 0, of(u.data, i, n))
		}
		t.then(func() {
			for i := range in {
				du := of(u.grad, i, n)
				blas32.Gemm(blas.Trans, blas.NoTrans, 1, of(x.data, i, inLength), du, 1, weights(w.grad, i))
				if x.grad != nil {
					blas32.Gemm(blas.NoTrans, blas.Trans, 1, du, weights(w.data, i), 1, of(x.grad, i, inLength))
				}
			}
		})
		return u
	}, newRouting(p, name+"routing_module.", in, out, iterations))
}

// newRouting adds up predictions u [B, in, out, d] with weights that grow with the agreement.
func newRouting(p *parameters, name string, in, out, iterations int) layer {
	first := p.add(name+"b", startAtZero, in, out)
	return func(t *tape, u *value) *value {
		logits := t.use(first)
		v := t.squash(t.mix(t.softmax(logits), u))
		for range iterations {
			logits = t.agree(logits, u, v)
			v = t.squash(t.mix(t.softmax(logits), u))
		}
		return v
	}
}

// softmax is over the last axis.
func (t *tape) softmax(x *value) *value {
	y, d := t.make(x.shape...), x.last()
	for i := 0; i < len(x.data); i += d {
		softmax(x.data[i:i+d], y.data[i:i+d])
	}
	t.then(func() {
		for i := 0; i < len(x.data); i += d {
			p, dp := y.data[i:i+d], y.grad[i:i+d]
			mean := dot(p, dp)
			for j, v := range p {
				x.grad[i+j] += v * (dp[j] - mean)
			}
		}
	})
	return y
}

// softmax writes to y, which may be x, and returns the largest number and the sum of exponentials of how much others are below it.
func softmax(x, y []float32) (highest, total float32) {
	highest = slices.Max(x)
	for j, v := range x {
		y[j] = exp(v - highest)
		total += y[j]
	}
	for j := range x {
		y[j] /= total
	}
	return highest, total
}

// eachPrediction calls f with the offset of every prediction u [B, in, out, d], that of its weight and that of its output capsule.
// Weights are [B, in, out] or the same [in, out] for all.
func eachPrediction(weights, u *value, f func(u, weight, capsule int)) {
	in, out, d := u.shape[1], u.shape[2], u.last()
	shared := len(weights.shape) == 2
	n := 0
	for b := range u.batch() {
		for i := range in {
			for j := range out {
				w := n
				if shared {
					w = i*out + j
				}
				f(n*d, w, (b*out+j)*d)
				n++
			}
		}
	}
}

// mix is the sum of predictions u over input capsules: [B, out, d].
func (t *tape) mix(weights, u *value) *value {
	d := u.last()
	y := t.make(u.batch(), u.shape[2], d)
	clear(y.data)
	eachPrediction(weights, u, func(i, w, o int) { accumulate(weights.data[w], u.data[i:i+d], y.data[o:o+d]) })
	t.then(func() {
		eachPrediction(weights, u, func(i, w, o int) {
			weights.grad[w] += dot(u.data[i:i+d], y.grad[o:o+d])
			if u.grad != nil {
				accumulate(weights.data[w], y.grad[o:o+d], u.grad[i:i+d])
			}
		})
	})
	return y
}

// agree is the logits plus the dot products of predictions u and capsules v: [B, in, out].
func (t *tape) agree(logits, u, v *value) *value {
	d := u.last()
	y := t.make(u.shape[:3]...)
	eachPrediction(logits, u, func(i, l, o int) {
		y.data[i/d] = logits.data[l] + dot(u.data[i:i+d], v.data[o:o+d])
	})
	t.then(func() {
		eachPrediction(logits, u, func(i, l, o int) {
			g := y.grad[i/d]
			logits.grad[l] += g
			accumulate(g, u.data[i:i+d], v.grad[o:o+d])
			if u.grad != nil {
				accumulate(g, v.data[o:o+d], u.grad[i:i+d])
			}
		})
	})
	return y
}
