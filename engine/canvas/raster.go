package canvas

import "math"

// span is the run of pixels (from, y) to (to-1, y), inside the canvas and not empty.
type span struct{ y, from, to int32 }

// appendSpan appends the pixels (first, y) to (last, y), both included, cut to the canvas.
func appendSpan(dst []span, y, first, last, width, height int) []span {
	first, last = max(first, 0), min(last, width-1)
	if y < 0 || y >= height || first > last {
		return dst
	}
	return append(dst, span{int32(y), int32(first), int32(last + 1)})
}

// appendLine appends the pixels of a line on a canvas of width x height pixels.
func appendLine(dst []span, a, b Point, lineWidth, width, height int) []span {
	switch {
	case lineWidth <= 1:
		dst = appendThin(dst, a, b, width, height)
		return appendSpan(dst, b.Y, b.X, b.X, width, height)
	case a == b:
		return appendSpan(dst, a.Y, a.X, a.X, width, height)
	}
	corners := wideLine(a, b, lineWidth)
	return appendFill(dst, corners[:], width, height)
}

// wideLine returns the corners of a line of width W >= 2. With (dx, dy) = b - a of length L and h = (W-1)/2, the long
// sides lie RU(h) pixels to one side and RD(h) to the other, measured along the normal (dy, -dx)/L, and each offset is
// rounded down once more: the line is W pixels wide for odd and even W.
func wideLine(a, b Point, lineWidth int) [4]Point {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	length := math.Sqrt(float64(dx*dx) + float64(dy*dy)) // correctly rounded: the sum of squares is exact below 2^26
	half := float64(float64(lineWidth-1) / 2)
	far, near := math.Floor(half+0.5)/length, math.Ceil(half-0.5)/length
	farX, nearX := halfDown(float64(far*dy)), halfDown(float64(near*dy))
	farY, nearY := halfDown(float64(far*dx)), halfDown(float64(near*dx))
	return [4]Point{{a.X - nearX, a.Y + farY}, {b.X - nearX, b.Y + farY}, {b.X + farX, b.Y - nearY}, {a.X + farX, a.Y - nearY}}
}

// halfDown rounds to the nearest integer, halves towards zero.
func halfDown(v float64) int {
	if v < 0 {
		return -int(math.Ceil(-v - 0.5))
	}
	return int(math.Ceil(v - 0.5))
}

// appendThin appends a line of one pixel without its last pixel, by Bresenham's rule: step i along the longer axis lies
// floor(i*short/long + 1/2) pixels along the shorter one. (Bresenham's running error e = 2*short - long, which steps where
// e >= 0, is that quotient's remainder.) Equally long axes count as steep, which makes no difference.
func appendThin(dst []span, a, b Point, width, height int) []span {
	dx, dy := b.X-a.X, b.Y-a.Y
	signX, signY := 1, 1
	if dx < 0 {
		dx, signX = -dx, -1
	}
	if dy < 0 {
		dy, signY = -dy, -1
	}
	if dx <= dy {
		// The steps that lie on the canvas: 0 <= a.Y + signY*i < height.
		first, last := stepsInside(a.Y, signY, dy, height)
		for i := first; i < last; i++ {
			x := a.X + signX*((2*i*dx+dy)/(2*dy))
			dst = appendSpan(dst, a.Y+signY*i, x, x, width, height)
		}
		return dst
	}
	first, last := stepsInside(a.X, signX, dx, width)
	for i := first; i < last; {
		up := (2*i*dy + dx) / (2 * dx)
		next := last // the first step of the next row
		if dy > 0 {
			// floor((2*i*dy + dx) / (2*dx)) > up from i = ceil((2*up+1)*dx / (2*dy)) on.
			next = min(last, ((2*up+1)*dx+2*dy-1)/(2*dy))
		}
		x0, x1 := a.X+signX*i, a.X+signX*(next-1)
		dst = appendSpan(dst, a.Y+signY*up, min(x0, x1), max(x0, x1), width, height)
		i = next
	}
	return dst
}

// stepsInside returns the steps i in [0, n) with 0 <= start + sign*i < size, as a half-open range.
func stepsInside(start, sign, n, size int) (first, last int) {
	if sign > 0 {
		return min(max(0, -start), n), min(n, size-start)
	}
	return min(max(0, start-size+1), n), min(n, start+1)
}

// edge is one side of a polygon that is not horizontal: it crosses row y at x0 + (y-y0)*slope.
type edge struct {
	x0, slope       float32
	y0, top, bottom int // bottom is its last row, included
}

// crossing returns where the edge crosses a row. Every operation is rounded to float32, which the conversions make sure of
// where a processor could fuse them.
func (e *edge) crossing(y int) float32 {
	return float32(float32(y-e.y0)*e.slope) + e.x0
}

// appendFill appends the inside of a polygon. Each row is painted between the crossings of the edges that reach it, sorted
// and taken in pairs; an edge that ends in a row above the last counts twice there. Horizontal edges are painted first.
func appendFill(dst []span, points []Point, width, height int) []span {
	// Split the sides into horizontal ones, painted at once, and the others.
	var few [8]edge
	edges := few[:0]
	top, bottom := height-1, 0
	for i, a := range points {
		b := points[(i+1)%len(points)]
		if i > 0 && i == len(points)-1 && a == b {
			break // the polygon was closed already
		}
		top, bottom = min(top, a.Y, b.Y), max(bottom, a.Y, b.Y)
		if a.Y == b.Y {
			dst = appendSpan(dst, a.Y, min(a.X, b.X), max(a.X, b.X), width, height)
			continue
		}
		slope := float32(b.X-a.X) / float32(b.Y-a.Y)
		edges = append(edges, edge{float32(a.X), slope, a.Y, min(a.Y, b.Y), max(a.Y, b.Y)})
	}
	top, bottom = max(top, 0), min(bottom, height) // row height itself is never seen, but decides what row height-1 is
	if len(edges) == 0 {
		return dst
	}

	// Between two rows in which edges end, the same edges are crossed: mostly two, and they need neither list nor sorting.
	for y := top; y <= bottom; {
		stop, crossed := bottom+1, 0
		var pair [2]*edge
		for i := range edges {
			e := &edges[i]
			if e.top >= y {
				stop = min(stop, e.top)
			} else if e.bottom >= y {
				stop = min(stop, e.bottom)
				pair[crossed%2] = e
				crossed++
			}
		}
		if stop > y && crossed == 2 {
			a, b := *pair[0], *pair[1]
			for ; y < min(stop, height); y++ {
				left, right := a.crossing(y), b.crossing(y)
				if left > right {
					left, right = right, left
				}
				dst = appendSpan(dst, y, roundHalfUp(left), roundHalfDown(right), width, height)
			}
			y = stop
			continue
		}
		for stop = max(stop, y+1); y < stop; y++ {
			dst = appendRow(dst, edges, y, bottom, width, height)
		}
	}
	return dst
}

// appendRow appends the inside of a polygon in row y, of which the last is bottom.
func appendRow(dst []span, edges []edge, y, bottom, width, height int) []span {
	var few [16]float32
	at := few[:0]
	add := func(v float32) {
		at = append(at, v)
		for i := len(at) - 1; i > 0 && at[i-1] > v; i-- {
			at[i-1], at[i] = v, at[i-1]
		}
	}
	for i := range edges {
		e := &edges[i]
		if y < e.top || y > e.bottom {
			continue
		}
		v := e.crossing(y)
		add(v)
		if y == e.bottom && y < bottom {
			add(v)
		}
	}
	for i := 1; i < len(at); i += 2 {
		dst = appendSpan(dst, y, roundHalfUp(at[i-1]), roundHalfDown(at[i]), width, height)
	}
	return dst
}

// roundHalfUp rounds to the nearest integer, halves away from zero; the sum is rounded to float32 first, as the library does.
func roundHalfUp(v float32) int {
	if v < 0 {
		return -int(-v + 0.5)
	}
	return int(v + 0.5)
}

// roundHalfDown rounds to the nearest integer, halves towards zero.
func roundHalfDown(v float32) int {
	n := roundHalfUp(v)
	switch beyond := float32(n) - v; {
	case beyond >= 0.5:
		n--
	case beyond <= -0.5:
		n++
	}
	return n
}

// appendOutline appends the border of a polygon whose inside is given.
func appendOutline(dst []span, points []Point, inside []span, lineWidth, width, height int) []span {
	var border []span
	for i, a := range points {
		b := points[(i+1)%len(points)]
		if lineWidth == 1 {
			dst = appendThin(dst, a, b, width, height)
		} else {
			border = appendLine(border, a, b, 2*lineWidth-1, width, height)
		}
	}
	for _, s := range border {
		for _, in := range inside {
			if from, to := max(s.from, in.from), min(s.to, in.to); s.y == in.y && from < to {
				dst = append(dst, span{s.y, from, to})
			}
		}
	}
	return dst
}
