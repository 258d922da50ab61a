package models

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// matrix is rows x columns numbers without gaps.
func matrix(data []float32, rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: data[:rows*columns]}
}

func vector(data []float32) blas32.Vector { return blas32.Vector{N: len(data), Inc: 1, Data: data} }

// addScaled is y += a x.
func addScaled(a float32, x, y []float32) { blas32.Axpy(a, vector(x), vector(y)) }

// linear is y = x W + b over the last axis. W is in x out, or out x in and then used transposed.
func linear(w, b *Parameter, transposed bool) layer {
	in, out := w.Shape[0], w.Shape[1]
	straight, turned := blas.NoTrans, blas.Trans
	if transposed {
		in, out, straight, turned = out, in, turned, straight
	}
	return func(t *tape, x *value) *value {
		must(x.last() == in, "a linear layer of %d inputs has %v", in, x.shape)
		rows := len(x.data) / in
		shape := slices.Clone(x.shape)
		shape[len(shape)-1] = out
		y, w, b := t.make(shape...), t.use(w), t.use(b)
		for r := range rows {
			copy(y.data[r*out:], b.data)
		}
		inputs, weights := matrix(x.data, rows, in), matrix(w.data, w.shape[0], w.shape[1])
		blas32.Gemm(blas.NoTrans, straight, 1, inputs, weights, 1, matrix(y.data, rows, out))
		t.then(func() {
			dy, dw := matrix(y.grad, rows, out), matrix(w.grad, w.shape[0], w.shape[1])
			for r := range rows {
				for i, g := range y.grad[r*out : (r+1)*out] {
					b.grad[i] += g
				}
			}
			if transposed {
				blas32.Gemm(blas.Trans, blas.NoTrans, 1, dy, inputs, 1, dw)
			} else {
				blas32.Gemm(blas.Trans, blas.NoTrans, 1, inputs, dy, 1, dw)
			}
			if x.grad != nil {
				blas32.Gemm(blas.NoTrans, turned, 1, dy, weights, 1, matrix(x.grad, rows, in))
			}
		})
		return y
	}
}

// newLinear is the published layer of its own, with W in x out.
func newLinear(p *parameters, name string, in, out int) layer {
	return newLinearSpread(p, name, in, out, 1/sqrt(in))
}

// newLinearSpread is newLinear with the standard deviation of the first weights.
func newLinearSpread(p *parameters, name string, in, out int, spread float64) layer {
	return linear(p.add(name+"w_io", start{true, spread}, in, out), p.add(name+"b_o", startAtZero, out), false)
}

// newTransposedLinear is the framework's layer, with W out x in.
func newTransposedLinear(p *parameters, name string, in, out int) layer {
	s := start{false, 1 / sqrt(in)}
	return linear(p.add(name+"weight", s, out, in), p.add(name+"bias", s, out), true)
}

// relu is max(x, 0).
func (t *tape) relu(x *value) *value {
	y := t.make(x.shape...)
	for i, v := range x.data {
		y.data[i] = max(v, 0)
	}
	t.then(func() {
		for i, v := range y.data {
			if v > 0 {
				x.grad[i] += y.grad[i]
			}
		}
	})
	return y
}

// rezero is x + alpha f. Bachlechner et al. 2021, "ReZero is All You Need".
func (t *tape) rezero(x, f *value, scale *Parameter) *value {
	y, alpha := t.make(x.shape...), t.use(scale)
	copy(y.data, x.data)
	addScaled(alpha.data[0], f.data, y.data)
	t.then(func() {
		if x.grad != nil {
			addScaled(1, y.grad, x.grad)
		}
		addScaled(alpha.data[0], y.grad, f.grad)
		alpha.grad[0] += blas32.Dot(vector(y.grad), vector(f.data))
	})
	return y
}

// addRow is x [B, rows, D] plus y [B, D] in every row.
func (t *tape) addRow(x, y *value) *value {
	z, d := t.make(x.shape...), y.last()
	rows := x.shape[1]
	copy(z.data, x.data)
	each := func(f func(row, element int)) {
		for i := range y.batch() * rows {
			f(i*d, i/rows*d)
		}
	}
	each(func(row, element int) { addScaled(1, y.data[element:element+d], z.data[row:row+d]) })
	t.then(func() {
		addScaled(1, z.grad, x.grad)
		each(func(row, element int) { addScaled(1, z.grad[row:row+d], y.grad[element:element+d]) })
	})
	return z
}

// move adds up runs of n numbers of x, times scale, in a value of another shape. each calls its argument with the offset of every
// run in x, and with that in the value.
func (t *tape) move(x *value, n int, scale float32, each func(run func(from, to int)), shape ...int) *value {
	y := t.make(shape...)
	clear(y.data)
	each(func(from, to int) { accumulate(scale, x.data[from:from+n], y.data[to:to+n]) })
	t.then(func() {
		each(func(from, to int) { accumulate(scale, y.grad[to:to+n], x.grad[from:from+n]) })
	})
	return y
}

// total is the sum of x [B, rows, D] over rows, times scale.
func (t *tape) total(x *value, scale float32) *value {
	d := x.last()
	return t.move(x, d, scale, func(run func(from, to int)) {
		for i := range len(x.data) / d {
			run(i*d, i/x.shape[1]*d)
		}
	}, x.batch(), d)
}

// average is the mean of x [B, rows, D] over rows.
func average(t *tape, x *value) *value { return t.total(x, 1/float32(x.shape[1])) }

// swap is x [B, M, N] as [B, N, M].
func (t *tape) swap(x *value) *value {
	m, n := x.shape[1], x.shape[2]
	return t.move(x, 1, 1, func(run func(from, to int)) {
		for b := 0; b < len(x.data); b += m * n {
			for i := range m {
				for j := range n {
					run(b+i*n+j, b+j*m+i)
				}
			}
		}
	}, x.batch(), n, m)
}
