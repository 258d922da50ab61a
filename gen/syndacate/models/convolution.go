package models

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// newConvolution is a cross-correlation of pictures [B, in, H, W] with out kernels of k x k, without padding. It multiplies the
// kernels with the matrix of all windows of an element, which is made again on the way back.
func newConvolution(p *parameters, name string, in, out, k, stride int) layer {
	s := start{false, 1 / sqrt(in*k*k)}
	weight, bias := p.add(name+"weight", s, out, in, k, k), p.add(name+"bias", s, out)
	plain := k == 1 && stride == 1 // an element is its matrix of windows
	return func(t *tape, x *value) *value {
		height, width := x.shape[2], x.shape[3]
		must(x.shape[1] == in && height >= k && width >= k, "a convolution of %d channels, %d x %d, has %v", in, k, k, x.shape)
		high, wide := (height-k)/stride+1, (width-k)/stride+1
		window, positions := in*k*k, high*wide
		y, w, b := t.make(x.batch(), out, high, wide), t.use(weight), t.use(bias)
		from, to := in*height*width, out*positions
		kernels := matrix(w.data, out, window)
		// eachRow calls f for each row of output positions and each number of the window: with the offset of the row in the
		// matrix of windows and that of the first pixel, from which the others are stride apart.
		eachRow := func(f func(row, pixel int)) {
			for i := range window {
				first := (i/(k*k)*height+i/k%k)*width + i%k
				for y := range high {
					f((i*high+y)*wide, first+y*stride*width)
				}
			}
		}
		// windows is the matrix of an element: a row for each number of a window, a column for each position.
		windows := func(element int) blas32.General {
			pixels := x.data[element*from : (element+1)*from]
			if plain {
				return matrix(pixels, window, positions)
			}
			m := matrix(t.scratch(window*positions), window, positions)
			eachRow(func(row, pixel int) { gather(m.Data[row:row+wide], pixels[pixel:], stride) })
			return m
		}
		for e := range x.batch() {
			y := y.data[e*to : (e+1)*to]
			for i, bias := range b.data {
				fill(y[i*positions:(i+1)*positions], bias)
			}
			blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, kernels, windows(e), 1, matrix(y, out, positions))
		}
		t.then(func() {
			for e := range x.batch() {
				dy := matrix(y.grad[e*to:(e+1)*to], out, positions)
				for i := range b.grad {
					b.grad[i] += sum(dy.Data[i*positions : (i+1)*positions])
				}
				blas32.Gemm(blas.NoTrans, blas.Trans, 1, dy, windows(e), 1, matrix(w.grad, out, window))
				if x.grad == nil {
					continue
				}
				dx := x.grad[e*from : (e+1)*from]
				if plain {
					blas32.Gemm(blas.Trans, blas.NoTrans, 1, kernels, dy, 1, matrix(dx, window, positions))
					continue
				}
				dm := matrix(t.scratch(window*positions), window, positions)
				blas32.Gemm(blas.Trans, blas.NoTrans, 1, kernels, dy, 0, dm)
				eachRow(func(row, pixel int) { scatter(dm.Data[row:row+wide], dx[pixel:], stride) })
			}
		})
		return y
	}
}

func gather(row, pixels []float32, stride int) {
	if stride == 1 {
		copy(row, pixels)
		return
	}
	for i := range row {
		row[i] = pixels[i*stride]
	}
}

func scatter(row, pixels []float32, stride int) {
	for i, v := range row {
		pixels[i*stride] += v
	}
}

func fill(x []float32, v float32) {
	for i := range x {
		x[i] = v
	}
}

func sum(x []float32) float32 {
	s := float32(0)
	for _, v := range x {
		s += v
	}
	return s
}

// newDepthwise correlates every channel with a kernel of its own, with k/2 zeros around.
func newDepthwise(p *parameters, name string, channels, k int) layer {
	s := start{false, 1 / sqrt(k*k)}
	weight, bias := p.add(name+"weight", s, channels, 1, k, k), p.add(name+"bias", s, channels)
	return func(t *tape, x *value) *value {
		height, width, pad := x.shape[2], x.shape[3], k/2
		high, wide := height+2*pad-k+1, width+2*pad-k+1
		y, w, b := t.make(x.batch(), channels, high, wide), t.use(weight), t.use(bias)
		// each calls f for every row of every channel and every number of its kernel, with the parts of the rows that overlap.
		each := func(f func(kernel, in, out, n int)) {
			for e := range x.batch() * channels {
				for i := range k {
					for j := range k {
						left, right := max(0, pad-j), min(wide, width+pad-j)
						for row := max(0, pad-i); row < min(high, height+pad-i); row++ {
							f((e%channels*k+i)*k+j, (e*height+row+i-pad)*width+left+j-pad, (e*high+row)*wide+left, right-left)
						}
					}
				}
			}
		}
		for e := range x.batch() * channels {
			fill(y.data[e*high*wide:(e+1)*high*wide], b.data[e%channels])
		}
		each(func(kernel, in, out, n int) { accumulate(w.data[kernel], x.data[in:in+n], y.data[out:out+n]) })
		t.then(func() {
			for e := range x.batch() * channels {
				b.grad[e%channels] += sum(y.grad[e*high*wide : (e+1)*high*wide])
			}
			each(func(kernel, in, out, n int) {
				w.grad[kernel] += dot(x.data[in:in+n], y.grad[out:out+n])
				if x.grad != nil {
					accumulate(w.data[kernel], y.grad[out:out+n], x.grad[in:in+n])
				}
			})
		})
		return y
	}
}

// withCoordinates adds two channels to a picture: x from -1 at the left to 1, y from -1 at the top to 1.
func (t *tape) withCoordinates(x *value) *value {
	must(x.grad == nil, "coordinates are for inputs")
	plane := x.shape[2] * x.shape[3]
	n := x.shape[1] * plane
	ramps := coordinates(x.shape[2], x.shape[3])
	y := &value{
		shape: []int{x.batch(), x.shape[1] + 2, x.shape[2], x.shape[3]},
		data:  t.floats(x.batch() * (n + 2*plane)),
	}
	for b := range x.batch() {
		out := y.data[b*(n+2*plane):]
		copy(out, x.data[b*n:(b+1)*n])
		copy(out[n:], ramps)
	}
	return y
}

// coordinates is [2, height, width]: x, y of the pixels.
func coordinates(height, width int) []float32 {
	c := make([]float32, 2*height*width)
	for i := range height {
		for j := range width {
			c[i*width+j] = ramp(j, width)
			c[(height+i)*width+j] = ramp(i, height)
		}
	}
	return c
}

func ramp(i, n int) float32 {
	if n == 1 {
		return -1
	}
	return float32(2*float64(i)/float64(n-1) - 1)
}

// resize is the picture at another size, bilinear: when reduced, the triangle is as wide as an output pixel. Pixels outside of
// the picture do not count.
func (t *tape) resize(x *value, height, width int) *value {
	must(x.grad == nil, "resizing is for inputs")
	n, h, w := x.batch()*x.shape[1], x.shape[2], x.shape[3]
	columns, rows := triangles(w, width), triangles(h, height)
	y := &value{shape: []int{x.batch(), x.shape[1], height, width}, data: t.floats(n * height * width)}
	narrow := t.scratch(h * width)
	for p := range n {
		picture := x.data[p*h*w : (p+1)*h*w]
		for i := range h {
			for j, c := range columns {
				narrow[i*width+j] = dot(c.weights, picture[i*w+c.first:])
			}
		}
		out := y.data[p*height*width : (p+1)*height*width]
		clear(out)
		for i, r := range rows {
			for k, weight := range r.weights {
				from := (r.first + k) * width
				accumulate(weight, narrow[from:from+width], out[i*width:])
			}
		}
	}
	return y
}

// share says which inputs an output is the weighted mean of: those from first on.
type share struct {
	first   int
	weights []float32
}

// triangles are the shares of n outputs in m inputs.
func triangles(m, n int) []share {
	scale := float64(m) / float64(n)
	reach := max(scale, 1)
	out := make([]share, n)
	for i := range out {
		center := scale * (float64(i) + 0.5)
		first, end := max(int(center-reach+0.5), 0), min(int(center+reach+0.5), m)
		total := 0.0
		weights := make([]float64, end-first)
		for j := range weights {
			d := (float64(first+j) + 0.5 - center) / reach
			weights[j] = max(0, 1-max(d, -d))
			total += weights[j]
		}
		out[i] = share{first, make([]float32, len(weights))}
		for j, w := range weights {
			out[i].weights[j] = float32(w / total)
		}
	}
	return out
}
