package models

import "math"

// view says which rows of keys a query sees: high runs of wide rows, the runs stride apart. They begin at row 0 for all
// queries, or, where queries lie on a map of the given width, as many rows and columns further as the query does.
type view struct{ high, wide, stride, width int }

// first is the first row of keys that query i sees.
func (v view) first(i int) int {
	if v.width == 0 {
		return 0
	}
	return i/v.width*v.stride + i%v.width
}

// attend mixes the values v of the keys k that every query q sees, weighted with the softmax of the dot products q k, apart
// for each head: a head has its share of the last axis. q is [B, Q, D], k and v are [B, K, D]. There is no scaling, as in the
// published models.
func (t *tape) attend(q, k, v *value, heads int, sees view) *value {
	d := q.last()
	queries, keys, seen, width := q.shape[1], k.shape[1], sees.high*sees.wide, d/heads
	y := t.make(q.shape...)
	weights := t.floats(q.batch() * queries * heads * seen)
	// each calls f for a query's share of a head, with its offset, that of the first key's, and room for a number a key.
	each := func(f func(query, key int, weights []float32)) {
		n := 0
		for b := range q.batch() {
			for i := range queries {
				for h := range heads {
					f((b*queries+i)*d+h*width, (b*keys+sees.first(i))*d+h*width, weights[n:n+seen])
					n += seen
				}
			}
		}
	}
	// run calls f for the seen keys, with the offset of each from the first.
	run := func(f func(j, at int)) {
		for r := range sees.high {
			for c := range sees.wide {
				f(r*sees.wide+c, (r*sees.stride+c)*d)
			}
		}
	}
	each(func(query, key int, weights []float32) {
		one, mixed := q.data[query:query+width], y.data[query:query+width]
		run(func(j, at int) { weights[j] = dot(one, k.data[key+at:key+at+width]) })
		softmax(weights, weights)
		clear(mixed)
		run(func(j, at int) { accumulate(weights[j], v.data[key+at:key+at+width], mixed) })
	})
	t.then(func() {
		slopes := t.scratch(seen)
		each(func(query, key int, weights []float32) {
			one, dOne, dMixed := q.data[query:query+width], q.grad[query:query+width], y.grad[query:query+width]
			mean := float32(0)
			run(func(j, at int) {
				slopes[j] = dot(dMixed, v.data[key+at:key+at+width])
				mean += weights[j] * slopes[j]
				accumulate(weights[j], dMixed, v.grad[key+at:key+at+width])
			})
			run(func(j, at int) {
				slope := weights[j] * (slopes[j] - mean)
				accumulate(slope, k.data[key+at:key+at+width], dOne)
				accumulate(slope, one, k.grad[key+at:key+at+width])
			})
		})
	})
	return y
}

// dot and accumulate (y += a x) are for the few numbers of a head, where a call of the library costs more than the sum.
func dot(x, y []float32) float32 {
	y = y[:len(x)]
	sum := float32(0)
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

func accumulate(a float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

func exp(x float32) float32 { return float32(math.Exp(float64(x))) }

func sqrt(n int) float64 { return math.Sqrt(float64(n)) }

// newAttention is self-attention with a residual connection. Without a window the rows of sets x [B, rows, D] attend to all rows of
// their set; with one, every position of a map x [B, H, W, D] attends to the window x window positions around it. Outside of the
// map there are zeros, whose keys and values are the biases.
func newAttention(p *parameters, name string, d, heads, window int) layer {
	spread := 1 / math.Sqrt(float64(d)*math.Sqrt(float64(d)/float64(heads)))
	scale := p.add(name+"rezero_scale", startAtZero)
	q, k := newLinearSpread(p, name+"q.", d, d, spread), newLinearSpread(p, name+"k.", d, d, spread)
	v, o := newLinear(p, name+"v.", d, d), newLinear(p, name+"o.", d, d)
	return func(t *tape, x *value) *value {
		seen, sees := x, view{high: 1, wide: x.shape[1]}
		if window > 0 {
			seen = t.pad(x, window/2, window-window/2-1)
			sees = view{high: window, wide: window, stride: seen.shape[2], width: x.shape[2]}
		}
		flat := func(v *value) *value { return t.reshape(v, v.batch(), len(v.data)/d/v.batch(), d) }
		mixed := t.attend(flat(q(t, x)), flat(k(t, seen)), flat(v(t, seen)), heads, sees)
		return t.rezero(x, t.reshape(o(t, mixed), x.shape...), scale)
	}
}

// pad puts zeros around a map x [B, H, W, D].
func (t *tape) pad(x *value, before, after int) *value {
	height, row := x.shape[1], x.shape[2]*x.shape[3]
	high, wide := height+before+after, x.shape[2]+before+after
	return t.move(x, row, 1, func(run func(from, to int)) {
		for b := range x.batch() {
			for i := range height {
				run((b*height+i)*row, ((b*high+i+before)*wide+before)*x.shape[3])
			}
		}
	}, x.batch(), high, wide, x.shape[3])
}

// halve is the mean over 2 x 2 positions of a map x [B, H, W, D]; an odd last row or column is left out.
func (t *tape) halve(x *value) *value {
	height, width, d := x.shape[1], x.shape[2], x.shape[3]
	return t.move(x, d, 0.25, func(run func(from, to int)) {
		for b := range x.batch() {
			for i := range height / 2 * 2 {
				for j := range width / 2 * 2 {
					run(((b*height+i)*width+j)*d, ((b*(height/2)+i/2)*(width/2)+j/2)*d)
				}
			}
		}
	}, x.batch(), height/2, width/2, d)
}
