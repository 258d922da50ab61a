package canvas

import "fmt"

// reduction holds the tables and the sums for one pair of sizes.
type reduction struct {
	across, down *kernel
	row          []int32 // weighted sums of one row of the canvas, [width + across.reach]; zero between rows
	columns      []int32 // weighted sums of the result, [width][height]; zero between pictures
}

// Reduce writes the picture at another size into dst, row-major, len(dst) == width*height: the bytes of [Gray.Reduce]. It
// panics unless both sizes are positive and dst has that length. The picture stays as it is.
//
// A run of equal ink adds ink * (sum of the weights below it) to each output that weighs it. These sums are differences of
// prefix sums of the fixed-point weights, which are integers: no order of summing changes a bit. The outputs that a row
// reaches are then rounded and cut to 8 bits, and those that are not 0 added to the rows of the result that weigh it.
func (s *Sparse) Reduce(dst []uint8, width, height int) {
	mustBeSize(width, height)
	if len(dst) != width*height {
		panic(fmt.Sprintf("canvas: %d bytes for %d x %d pixels", len(dst), width, height))
	}
	clear(dst)
	if s.width == width && s.height == height {
		s.copyTo(dst)
		return
	}
	r := &s.reduction
	r.fit(s.width, s.height, width, height)
	left, right := width, 0 // the columns of the result that are reached
	for y := s.top; y < s.bottom; y++ {
		for n := s.runs[y].next; n != 0; {
			// Take the runs up to a gap that no output bridges.
			from, to := int(r.across.first[s.runs[n].from]), 0
			for ; n != 0; n = s.runs[n].next {
				p := &s.runs[n]
				if to > 0 && int(r.across.first[p.from]) >= to {
					break
				}
				to = int(r.across.last[p.to-1]) + 1
				if p.ink != 0 {
					r.addRun(p.from, p.to, int32(p.ink))
				}
			}
			left, right = min(left, from), max(right, to)
			r.addOutputs(y, from, to)
		}
	}
	if left >= right {
		return
	}
	top, bottom := int(r.down.first[s.top]), int(r.down.last[s.bottom-1])+1
	for x := left; x < right; x++ {
		sums := r.columns[x*height:][top:bottom]
		for y, sum := range sums {
			dst[(top+y)*width+x] = clip8(sum + half)
		}
		clear(sums)
	}
}

// copyTo writes the runs into a black picture of their size.
func (s *Sparse) copyTo(dst []uint8) {
	for y := s.top; y < s.bottom; y++ {
		for n := s.runs[y].next; n != 0; n = s.runs[n].next {
			row := dst[y*s.width:][s.runs[n].from:s.runs[n].to]
			for x := range row {
				row[x] = s.runs[n].ink
			}
		}
	}
}

// fit makes the tables and the room for one pair of sizes.
func (r *reduction) fit(inWidth, inHeight, width, height int) {
	if r.across == nil || r.across.in != inWidth || r.across.out != width {
		r.across = newKernel(inWidth, width)
		r.row = make([]int32, width+r.across.reach)
	}
	if r.down == nil || r.down.in != inHeight || r.down.out != height {
		r.down = newKernel(inHeight, height)
	}
	if len(r.columns) != width*height {
		r.columns = make([]int32, width*height)
	}
}

// addRun adds the inputs from to to-1, all of them ink, to the sums of their row. An output whose window ends inside the
// run weighs all that is not before the run; one whose window goes on behind it weighs what is before its end.
func (r *reduction) addRun(from, to, ink int32) {
	k := r.across
	n := int32(k.reach)
	first, beyond := k.first[from], k.first[to]
	addScaled(r.row[first:], k.before[from*n:][:n], -ink)
	for i := first; i < beyond; i++ {
		r.row[i] += k.total[i] * ink
	}
	addScaled(r.row[beyond:], k.before[to*n:][:n], ink)
}

// addOutputs turns the sums from to to-1 of row y into gray values, adds them to the sums of the result, and clears them.
func (r *reduction) addOutputs(y, from, to int) {
	k := r.down
	weights := k.byInput[y*k.reach:][:k.last[y]-k.first[y]+1]
	at := from*k.out + int(k.first[y])
	sums := r.row[from:to]
	for _, sum := range sums {
		if sum >= half { // else it is rounded or cut to 0
			addScaled(r.columns[at:], weights, min((sum+half)>>precision, 255))
		}
		at += k.out
	}
	clear(sums)
}

// addScaled adds v times the weights to the sums in front.
func addScaled(sums, weights []int32, v int32) {
	if len(weights) == 4 { // as at every whole factor of reduction
		addScaled4((*[4]int32)(sums), (*[4]int32)(weights), v)
		return
	}
	for i, w := range weights {
		sums[i] += w * v
	}
}

func addScaled4(s, w *[4]int32, v int32) {
	s[0] += w[0] * v
	s[1] += w[1] * v
	s[2] += w[2] * v
	s[3] += w[3] * v
}
