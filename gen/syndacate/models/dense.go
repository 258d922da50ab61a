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
type linear struct {
	in, out    int
	transposed bool
	w, b       *Parameter
}

// newLinear is the published layer of its own, with W in x out.
func newLinear(p *parameters, name string, in, out int) linear {
	return newLinearSpread(p, name, in, out, 1/sqrt(in))
}

// newLinearSpread is newLinear with the standard deviation of the first weights.
func newLinearSpread(p *parameters, name string, in, out int, spread float64) linear {
	return linear{in, out, false, p.add(name+"w_io", start{true, spread}, in, out), p.add(name+"b_o", startAtZero, out)}
}

// newTransposedLinear is the framework's layer, with W out x in.
func newTransposedLinear(p *parameters, name string, in, out int) linear {
	s := start{false, 1 / sqrt(in)}
	return linear{in, out, true, p.add(name+"weight", s, out, in), p.add(name+"bias", s, out)}
}

func (l linear) forward(t *tape, x *value) *value {
	must(x.last() == l.in, "a linear layer of %d inputs has %v", l.in, x.shape)
	rows := len(x.data) / l.in
	shape := slices.Clone(x.shape)
	shape[len(shape)-1] = l.out
	y, w, b := t.make(shape...), t.use(l.w), t.use(l.b)
	for r := range rows {
		copy(y.data[r*l.out:], b.data)
	}
	inputs, outputs, weights := matrix(x.data, rows, l.in), matrix(y.data, rows, l.out), matrix(w.data, w.shape[0], w.shape[1])
	straight, turned := blas.NoTrans, blas.Trans
	if l.transposed {
		straight, turned = turned, straight
	}
	blas32.Gemm(blas.NoTrans, straight, 1, inputs, weights, 1, outputs)
	t.then(func() {
		dy, dw := matrix(y.grad, rows, l.out), matrix(w.grad, w.shape[0], w.shape[1])
		for r := range rows {
			for i, g := range y.grad[r*l.out : (r+1)*l.out] {
				b.grad[i] += g
			}
		}
		if l.transposed {
			blas32.Gemm(blas.Trans, blas.NoTrans, 1, dy, inputs, 1, dw)
		} else {
			blas32.Gemm(blas.Trans, blas.NoTrans, 1, inputs, dy, 1, dw)
		}
		if x.grad != nil {
			blas32.Gemm(blas.NoTrans, turned, 1, dy, weights, 1, matrix(x.grad, rows, l.in))
		}
	})
	return y
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

// total is the sum of x [B, rows, D] over rows, times scale.
func (t *tape) total(x *value, scale float32) *value {
	d := x.last()
	y := t.make(x.batch(), d)
	clear(y.data)
	each := func(f func(row, element int)) {
		for i := range len(x.data) / d {
			f(i*d, i/x.shape[1]*d)
		}
	}
	each(func(row, element int) { addScaled(scale, x.data[row:row+d], y.data[element:element+d]) })
	t.then(func() {
		each(func(row, element int) { addScaled(scale, y.grad[element:element+d], x.grad[row:row+d]) })
	})
	return y
}

// swap is x [B, M, N] as [B, N, M].
func (t *tape) swap(x *value) *value {
	m, n := x.shape[1], x.shape[2]
	y := t.make(x.batch(), n, m)
	each := func(f func(from, to int)) {
		for b := 0; b < len(x.data); b += m * n {
			for i := range m {
				for j := range n {
					f(b+i*n+j, b+j*m+i)
				}
			}
		}
	}
	each(func(from, to int) { y.data[to] = x.data[from] })
	t.then(func() { each(func(from, to int) { x.grad[from] += y.grad[to] }) })
	return y
}
