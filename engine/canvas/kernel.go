package canvas

import "fmt"

// kernel holds the weights of one pass of a separable bicubic filter from in samples to out samples: once by output, and
// once by input, for sums that go through the inputs and know which outputs they reach.
type kernel struct {
	in, out int

	// Output i is the sum of weights[i*taps+n] * input[from[i]+n] for n < count[i].
	taps        int
	from, count []int32
	weights     []int32 // in units of 2^-precision
	total       []int32 // their sums; they miss 2^precision by a few units

	// Input j weighs in the outputs first[j] to last[j]. Output first[j]+n weighs it with byInput[j*reach+n] and all the
	// inputs before it together with before[j*reach+n], for n < reach; both are 0 for outputs that do not weigh input j.
	// first and before know the end of the inputs, too: first[in] = out.
	reach           int
	first, last     []int32
	byInput, before []int32
}

// precision is the number of binary digits after the point of a weight. A weighted sum of 8-bit values stays below 2^31:
// the absolute values of the weights of one output sum to less than 1.3.
const precision = 22

// bicubic is the convolution kernel of Keys 1981, "Cubic Convolution Interpolation for Digital Image Processing", equation
// (15), with a = -1/2: zero from |t| = 2 on.
func bicubic(t float64) float64 {
	const a = -0.5
	if t < 0 {
		t = -t
	}
	switch {
	case t < 1:
		return float64((float64((a+2)*t)-(a+3))*t*t) + 1
	case t < 2:
		return (float64((float64((t-5)*t)+8)*t) - 4) * a
	}
	return 0
}

// newKernel builds the weights. Output i has its center at c = (i+0.5) in/out. When it reduces, the kernel is widened by
// f = max(in/out, 1), so input j weighs bicubic((j - c + 0.5)/f), for j from trunc(c - 2f + 0.5) to trunc(c + 2f + 0.5) - 1
// as far as there are such inputs; weights are divided by their sum and rounded to the nearest fixed-point number, halves
// away from zero.
func newKernel(in, out int) *kernel {
	if in <= 0 || out <= 0 {
		panic(fmt.Sprintf("canvas: resampling %d pixels to %d, need at least 1", in, out))
	}
	scale := float64(in) / float64(out)
	widen := max(scale, 1)
	support := float64(2 * widen)
	taps := 2*int(support+1) + 1
	k := &kernel{in: in, out: out, taps: taps,
		from: make([]int32, out), count: make([]int32, out), weights: make([]int32, out*taps), total: make([]int32, out)}
	values := make([]float64, taps)
	for i := range out {
		center := float64((float64(i) + 0.5) * scale)
		from, to := max(int(center-support+0.5), 0), min(int(center+support+0.5), in)
		sum, inverse := 0.0, 1/widen
		for j := from; j < to; j++ {
			v := bicubic((float64(j) - center + 0.5) * inverse)
			values[j-from] = v
			sum += v
		}
		k.from[i], k.count[i] = int32(from), int32(to-from)
		for n, v := range values[:to-from] {
			weight := fixedPoint(v / sum)
			k.weights[i*taps+n] = weight
			k.total[i] += weight
		}
	}
	k.index()
	return k
}

// index fills the tables by input.
func (k *kernel) index() {
	k.first, k.last = make([]int32, k.in+1), make([]int32, k.in)
	for j := range k.first {
		k.first[j] = int32(k.out)
	}
	for i := k.out - 1; i >= 0; i-- {
		for j := k.from[i]; j < k.from[i]+k.count[i]; j++ {
			k.first[j] = int32(i)
			k.last[j] = max(k.last[j], int32(i))
		}
	}
	for j, last := range k.last {
		k.reach = max(k.reach, int(last-k.first[j])+1)
	}
	k.byInput, k.before = make([]int32, k.in*k.reach), make([]int32, (k.in+1)*k.reach)
	for i := range k.out {
		sum := int32(0)
		for n, weight := range k.weights[i*k.taps:][:k.count[i]] {
			j := int(k.from[i]) + n
			at := j*k.reach + i - int(k.first[j])
			k.byInput[at], k.before[at] = weight, sum
			sum += weight
		}
	}
}

// fixedPoint rounds a weight to units of 2^-precision, halves away from zero.
func fixedPoint(v float64) int32 {
	if v < 0 {
		return int32(float64(v*(1<<precision)) - 0.5)
	}
	return int32(float64(v*(1<<precision)) + 0.5)
}

// half is added to a weighted sum so that clip8 rounds to the nearest.
const half = 1 << (precision - 1)

// clip8 turns a weighted sum into a gray value.
func clip8(sum int32) uint8 {
	return uint8(min(max(sum>>precision, 0), 255))
}
