package trance

import "math"

// resize shrinks or enlarges a picture of 3 bytes a pixel, rows from the top, to the bytes that Pillow's default filter
// makes of it (Image.resize with BICUBIC, src/libImaging/Resample.c of Pillow 9.4): a cubic of support 2 with a = -1/2 (Keys
// 1981, "Cubic Convolution Interpolation for Digital Image Processing", equation 4), widened by the scale when shrinking,
// over columns first and rows next, in fixed point, with bytes between. CatmullRom of golang.org/x/image/draw is off by one
// in a fifth of the bytes and takes twice the time.
func resize(rgb []uint8, width, height, toWidth, toHeight int) []uint8 {
	narrow := make([]uint8, 3*toWidth*height)
	columns := taps(width, toWidth)
	for y := range height {
		row, out := rgb[3*width*y:3*width*(y+1)], narrow[3*toWidth*y:3*toWidth*(y+1)]
		for x, t := range columns {
			from, w := row[3*t.first:], t.weights
			r, g, b := roundingHalf, roundingHalf, roundingHalf
			for ; len(w) >= 4; w, from = w[4:], from[12:] { // four at a time take three quarters of the time
				p, w := (*[12]uint8)(from), (*[4]int32)(w)
				r += w[0]*int32(p[0]) + w[1]*int32(p[3]) + w[2]*int32(p[6]) + w[3]*int32(p[9])
				g += w[0]*int32(p[1]) + w[1]*int32(p[4]) + w[2]*int32(p[7]) + w[3]*int32(p[10])
				b += w[0]*int32(p[2]) + w[1]*int32(p[5]) + w[2]*int32(p[8]) + w[3]*int32(p[11])
			}
			for i, w := range w {
				p := from[3*i : 3*i+3 : 3*i+3]
				r += w * int32(p[0])
				g += w * int32(p[1])
				b += w * int32(p[2])
			}
			out[3*x], out[3*x+1], out[3*x+2] = clip(r), clip(g), clip(b)
		}
	}
	out := make([]uint8, 0, 3*toWidth*toHeight)
	sums := make([]int32, 3*toWidth)
	for _, t := range taps(height, toHeight) {
		for i := range sums {
			sums[i] = roundingHalf
		}
		rows, w := narrow[len(sums)*t.first:], t.weights
		next := func() []uint8 {
			row := rows[:len(sums)]
			rows = rows[len(sums):]
			return row
		}
		for ; len(w) >= 4; w = w[4:] {
			w := (*[4]int32)(w)
			p, q, r, s := next(), next(), next(), next()
			for k := range sums {
				sums[k] += w[0]*int32(p[k]) + w[1]*int32(q[k]) + w[2]*int32(r[k]) + w[3]*int32(s[k])
			}
		}
		for _, w := range w {
			for k, v := range next() {
				sums[k] += w * int32(v)
			}
		}
		for _, s := range sums {
			out = append(out, clip(s))
		}
	}
	return out
}

// Weights are whole numbers of 1/2^22: 32 bits without the sign, 8 of the value and one more for sums that overshoot.
const (
	weightBits         = 22
	roundingHalf int32 = 1 << (weightBits - 1)
)

// clip rounds a sum of weighted bytes that began with half.
func clip(sum int32) uint8 {
	return uint8(min(max(sum>>weightBits, 0), 255))
}

// tap says which pixels of a line make one of the new line: first and those that follow it.
type tap struct {
	first   int
	weights []int32
}

// taps of a line of from pixels that becomes one of to.
func taps(from, to int) []tap {
	out := make([]tap, to)
	scale := float64(from) / float64(to)
	wide := max(scale, 1)
	for i := range out {
		center := float64((float64(i) + 0.5) * scale)
		first := max(int(center-float64(2*wide)+0.5), 0)
		last := min(int(center+float64(2*wide)+0.5), from)
		w, sum := make([]float64, last-first), 0.0
		for k := range w {
			w[k] = cubic(float64((float64(first+k) - center + 0.5) * (1 / wide)))
			sum += w[k]
		}
		out[i] = tap{first, make([]int32, len(w))}
		for k, v := range w {
			v = float64(v / sum * (1 << weightBits))
			out[i].weights[k] = int32(v + math.Copysign(0.5, v))
		}
	}
	return out
}

// cubic is the filter's weight at a distance in pixels.
func cubic(x float64) float64 {
	const a = -0.5
	x = math.Abs(x)
	switch {
	case x < 1:
		return float64((float64((a+2)*x)-(a+3))*x*x) + 1
	case x < 2:
		return (float64((float64((x-5)*x)+8)*x) - 4) * a
	}
	return 0
}
