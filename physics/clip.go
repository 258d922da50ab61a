package physics

import "math"

// clipPoint is a corner of a polygon that is clipped: x and y along the reference face, z above it. in and out name the
// edges that end and begin in the corner, by which it is recognized in the next step.
type clipPoint struct {
	x, y, z float64
	in, out uint16
}

// set avoids a copy.
func (p *clipPoint) set(x, y, z float64, in, out uint16) {
	p.x, p.y, p.z, p.in, p.out = x, y, z, in, out
}

func (p *clipPoint) id() uint32 { return uint32(p.in)<<16 | uint32(p.out) }

const (
	// fewCorners is how many corners a polygon has room for in most patches: the incident face and one for each side of
	// the reference face.
	fewCorners = 24
	// manyCorners is the same for faces with many corners. Of faces for which that is too few some corners are left out.
	manyCorners = 160
	// referenceSide marks the name of an edge that is a side of the reference face.
	referenceSide = 0x8000
)

// clipSide keeps the part of the polygon src where a*x + b*y <= c; label names the side. It returns src itself where
// nothing is cut off, and otherwise the new polygon, in dst. Sutherland and Hodgman 1974, "Reentrant Polygon Clipping".
func clipSide(dst, src []clipPoint, a, b, c float64, label uint16) []clipPoint {
	out := false
	for i := range src {
		p := &src[i]
		if float64(a*p.x)+float64(b*p.y) > c {
			out = true
			break
		}
	}
	if !out {
		return src
	}
	n := 0
	p := &src[len(src)-1]
	dp := float64(a*p.x) + float64(b*p.y) - c
	for i := range src {
		q := &src[i]
		dq := float64(a*q.x) + float64(b*q.y) - c
		if (dp <= 0) != (dq <= 0) && n < len(dst) {
			t := dp / (dp - dq)
			r := &dst[n]
			n++
			r.x = p.x + float64(t*(q.x-p.x))
			r.y = p.y + float64(t*(q.y-p.y))
			r.z = p.z + float64(t*(q.z-p.z))
			if dp <= 0 {
				r.in, r.out = p.out, label
			} else {
				r.in, r.out = label, q.in
			}
		}
		if dq <= 0 && n < len(dst) {
			dst[n].set(q.x, q.y, q.z, q.in, q.out)
			n++
		}
		p, dp = q, dq
	}
	return dst[:n]
}

// clipRectangle keeps the part of the polygon with |x| <= hx and |y| <= hy. It uses both buffers.
func clipRectangle(dst, src []clipPoint, hx, hy float64) []clipPoint {
	var out int
	for i := range src {
		p := &src[i]
		if p.x > hx {
			out |= 1
		}
		if p.x < -hx {
			out |= 2
		}
		if p.y > hy {
			out |= 4
		}
		if p.y < -hy {
			out |= 8
		}
	}
	if out == 0 {
		return src
	}
	room := src[:cap(src)]
	if out&1 != 0 {
		src, dst, room = clipTo(dst, src, room, 1, 0, hx, referenceSide)
	}
	if out&2 != 0 && len(src) > 0 {
		src, dst, room = clipTo(dst, src, room, -1, 0, hx, referenceSide|1)
	}
	if out&4 != 0 && len(src) > 0 {
		src, dst, room = clipTo(dst, src, room, 0, 1, hy, referenceSide|2)
	}
	if out&8 != 0 && len(src) > 0 {
		src, _, _ = clipTo(dst, src, room, 0, -1, hy, referenceSide|3)
	}
	return src
}

// clipTo is clipSide with room, the buffer that src lies in: it returns the polygon and what to use as dst and room next.
func clipTo(dst, src, room []clipPoint, a, b, c float64, label uint16) (polygon, nextDst, nextRoom []clipPoint) {
	polygon = clipSide(dst, src, a, b, c, label)
	if len(polygon) == 0 {
		return polygon, dst, room
	}
	if &polygon[0] == &dst[0] {
		return polygon, room, dst
	}
	return polygon, dst, room
}

// clipAbove removes the corners with z > margin and returns the lowest z of all. It keeps the order.
func clipAbove(points []clipPoint, margin float64) (kept []clipPoint, low float64) {
	n := 0
	low = math.Inf(1)
	for i := range points {
		z := points[i].z
		if z < low {
			low = z
		}
		if z <= margin {
			if n != i {
				points[n] = points[i]
			}
			n++
		}
	}
	return points[:n], low
}

// Points of almost equal merit keep their order, so that the same ones are chosen in every step. deeperBy is in meters,
// widerBy a factor.
const (
	deeperBy = 1e-5
	widerBy  = 1.02
)

// deepest is the index of the point with the lowest z.
func deepest(points []clipPoint) int {
	k := 0
	for i := range points {
		if points[i].z < points[k].z-deeperBy {
			k = i
		}
	}
	return k
}

// prunePolygon leaves out corners of a polygon until there are no more than maxPoints: again and again the one that cuts off the
// smallest area, but never the deepest. Of very many corners only some are looked at.
func prunePolygon(points []clipPoint) []clipPoint {
	const most = 4 * maxPoints
	if n := len(points); n > most {
		step, k := (n+most-1)/most, deepest(points)
		points[k-k%step] = points[k]
		n = 0
		for i := 0; i < len(points); i += step {
			points[n] = points[i]
			n++
		}
		points = points[:n]
	}
	for n := len(points); n > maxPoints; n = len(points) {
		keep := deepest(points)
		least, out := math.Inf(1), 0
		for i := range points {
			if i == keep {
				continue
			}
			p, q, r := &points[(i+n-1)%n], &points[i], &points[(i+1)%n]
			area := math.Abs(float64((q.x-p.x)*(r.y-p.y)) - float64((q.y-p.y)*(r.x-p.x)))
			if float64(widerBy*area) < least {
				least, out = area, i
			}
		}
		copy(points[out:], points[out+1:])
		points = points[:n-1]
	}
	return points
}
