package physics

import (
	"math"

	"mereo/engine/geom"
)

// cylinder is a cylinder, or a capsule, which is one with round ends, in the frame of another shape.
type cylinder struct {
	c, u geom.Vec3 // center; unit vector along the axis
	h, r float64   // half the length of the axis; radius
	flat bool      // it has flat caps: a cylinder
}

func (s *Shape) cylinder(frameFromShape *geom.Transform) cylinder {
	return cylinder{frameFromShape.T, frameFromShape.M.Z, s.halfHeight, s.radius, s.kind == kindCylinder}
}

// support is how far the cylinder reaches along the unit vector n, from its center.
func (k *cylinder) support(n geom.Vec3) float64 {
	along := n.Dot(k.u)
	if !k.flat {
		return float64(k.h*math.Abs(along)) + k.r
	}
	return float64(k.h*math.Abs(along)) + float64(k.r*math.Sqrt(max(0, 1-float64(along*along))))
}

// rimDirection is the unit vector across the axis towards the point of a rim that lies farthest along n.
func (k *cylinder) rimDirection(n geom.Vec3) geom.Vec3 {
	return n.AddScaled(-n.Dot(k.u), k.u).Unit()
}

// roundOffset is the part of the cylinder's farthest point along n that its radius makes.
func (k *cylinder) roundOffset(n geom.Vec3) geom.Vec3 {
	if k.flat {
		return k.rimDirection(n).Scale(k.r)
	}
	return n.Scale(k.r)
}

// cylinderAxis says what a separating axis between a cylinder and something else is made of.
type cylinderAxis uint8

const (
	axisNone   cylinderAxis = iota
	axisFace                // the normal of a face of the other shape
	axisCap                 // the axis of the cylinder
	axisSide                // perpendicular to the axis of the cylinder and to an edge
	axisRadial              // perpendicular to the axis of the cylinder, through a vertex
	axisRim                 // where a rim is nearest to an edge
)

// axisSearch is the best axis so far, from the polyhedron to the cylinder, in the frame of the polyhedron.
type axisSearch struct {
	kind cylinderAxis
	n    geom.Vec3
	sep  float64
	item int // face, or half of a half-edge
}

func (b *axisSearch) offer(kind cylinderAxis, n geom.Vec3, sep float64, item int) {
	if sep > b.sep {
		*b = axisSearch{kind, n, sep, item}
	}
}

// polyCylinder tests a box or hull against a capsule or cylinder.
//
// The axis of least depth is the normal of a face of the polyhedron, the axis of the cylinder, the one that is
// perpendicular to an edge and to the axis of the cylinder, the one that is perpendicular to the axis through a vertex, or one
// between an edge and the rim of a cap. The first four are known in closed form; the last is searched in the arc between
// the normals of the edge's faces. Shapes that are apart may also be nearest along other lines: those are left to gjk.
func (sp *shapePair) polyCylinder() {
	k := sp.second.cylinder(&sp.firstFromSecond)
	h := sp.first.hull
	if sp.reuseCylinder(&k) {
		return
	}

	face := axisSearch{sep: math.Inf(-1)}
	for i := range h.planes {
		p := &h.planes[i]
		above := p.n.Dot(k.c) - p.d
		if above <= face.sep {
			continue
		}
		face.offer(axisFace, p.n, above-k.support(p.n), i)
	}
	if face.sep > sp.margin {
		sp.cacheSeparation(face.n, h.planes[face.item].d)
		return
	}

	caps := axisSearch{sep: math.Inf(-1)}
	if k.flat {
		low, high := sp.first.span(k.u)
		at := k.u.Dot(k.c)
		caps.offer(axisCap, k.u, at-k.h-high, 0)
		caps.offer(axisCap, k.u.Neg(), low-at-k.h, 1)
		if caps.sep > sp.margin {
			sp.cacheSeparation(caps.n, sp.first.supportValue(caps.n))
			return
		}
	}

	flats := face
	if caps.sep > face.sep+preferBy(face.sep) {
		flats = caps
	}
	free := axisSearch{sep: max(face.sep, caps.sep)}
	sp.searchEdges(&k, &flats, &free)
	if k.flat {
		sp.searchVertices(&k, &free)
	}
	sp.resolveCylinder(&k, &face, &caps, &free)
}

// span is how far a polyhedron reaches along d, from the lowest to the highest value.
func (s *Shape) span(d geom.Vec3) (low, high float64) {
	if s.kind == kindBox {
		high = s.supportValue(d)
		return -high, high
	}
	low, high = math.Inf(1), math.Inf(-1)
	for i := range s.hull.vertices {
		x := d.Dot(s.hull.vertices[i])
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

// searchEdges offers the axes between edges of the polyhedron and the side and rims of the cylinder. flats is the best axis so
// far.
func (sp *shapePair) searchEdges(k *cylinder, flats, best *axisSearch) {
	h := sp.first.hull
	// An edge at a smaller depth than the best axis has so far, or within the margin, is not farther back than this along
	// that axis: see edgeFloor.
	floor := flats.n.Dot(k.c) - k.support(flats.n) - max(math.Abs(flats.sep), sp.margin) - featureTolerance
	for i := 0; i < len(h.edges); i += 2 {
		ea, eb := &h.edges[i], &h.edges[i+1]
		p, q := &h.vertices[ea.origin], &h.vertices[eb.origin]
		if flats.n.Dot(*p) < floor && flats.n.Dot(*q) < floor {
			continue
		}
		n1, n2 := &h.planes[ea.face].n, &h.planes[eb.face].n
		k1, k2 := n1.Dot(k.u), n2.Dot(k.u)
		from := k.c.Sub(*p)
		crosses := float64(k1*k2) < 0 && max(float64(k1*k1), float64(k2*k2)) > parallel2
		var side geom.Vec3 // across the edge and the axis of the cylinder
		if crosses {
			side = n1.Scale(math.Abs(k2)).AddScaled(math.Abs(k1), *n2).Unit()
			best.offer(axisSide, side, side.Dot(from)-k.r, i/2)
		}
		if !k.flat {
			continue
		}
		// Between side and the normal that is nearest to the axis of the cylinder the separation has one maximum at most.
		last := *n1
		top := k.u.AddScaled(-k.u.Dot(q.Sub(*p))/q.Sub(*p).Len2(), q.Sub(*p))
		if top.Dot(n1.Add(*n2)) < 0 {
			top = top.Neg()
		}
		across := n1.Cross(*n2)
		if top.Len2() > 1e-12 && across.Dot(n1.Cross(top)) > 0 && across.Dot(top.Cross(*n2)) > 0 {
			top = top.Unit()
			best.offer(axisRim, top, top.Dot(from)-k.support(top), i/2)
			if crosses && across.Dot(side.Cross(top)) > 0 {
				sp.searchArc(k, best, last, side, from, i/2)
				last, crosses = side, false
			}
			sp.searchArc(k, best, last, top, from, i/2)
			last = top
		}
		if crosses {
			sp.searchArc(k, best, last, side, from, i/2)
			last = side
		}
		sp.searchArc(k, best, last, *n2, from, i/2)
	}
}

// searchArc offers the axes in the arc from n1 to n2 along which a rim lies farthest from an edge. All normals of the arc are
// perpendicular to the edge, and their angles to the axis of the cylinder grow or fall from one end to the other; from
// leads from the edge to the center of the cylinder.
func (sp *shapePair) searchArc(k *cylinder, best *axisSearch, n1, n2, from geom.Vec3, item int) {
	across := n1.Cross(n2)
	if across.Len2() < 1e-20 {
		return
	}

	// The separation is that of the middle of the cap less r times the sine to the axis.
	side := math.Copysign(1, n1.Add(n2).Dot(k.u))
	middle := from.AddScaled(float64(-side*k.h), k.u)
	most := max(n1.Dot(middle), n2.Dot(middle))
	if across.Cross(n1).Dot(middle) > 0 && across.Cross(n2).Dot(middle) < 0 {
		along := across.Dot(middle)
		most = math.Sqrt(max(0, middle.Len2()-float64(along*along)/across.Len2()))
	}
	cos := max(math.Abs(n1.Dot(k.u)), math.Abs(n2.Dot(k.u)))
	if most-float64(k.r*math.Sqrt(max(0, 1-float64(cos*cos)))) <= best.sep {
		return
	}

	const parts = 4
	last, lastSlope := n1, k.slope(n1, across, middle)
	for i := range parts {
		n := n2
		if i < parts-1 {
			n = n1.Lerp(n2, float64(i+1)/parts).Unit()
		}
		slope := k.slope(n, across, middle)
		if lastSlope > 0 && slope < 0 {
			if m := k.peak(last, n, across, middle); m.Dot(from)-k.support(m) > best.sep {
				best.offer(axisRim, m, m.Dot(from)-k.support(m), item)
			}
		}
		last, lastSlope = n, slope
	}
}

// slope is the derivative of the separation along n in an arc that turns about across, times the length of across. middle
// leads from the edge to the middle of the cap.
func (k *cylinder) slope(n, across, middle geom.Vec3) float64 {
	// The separation is n.w with w from the edge to the point of the rim that is nearest along n, and w changes only across
	// n.
	return across.Cross(n).Dot(middle.AddScaled(-k.r, k.rimDirection(n)))
}

const (
	// maxPeak bounds the steps of a search in an arc, which takes about eight.
	maxPeak = 40
	// flatPeak is the slope of a separation, in meters, that counts as none: the separation is then off by its square.
	flatPeak = 1e-12
)

// peak is the normal between n1 and n2 where the slope passes from positive to negative. Dowell and Jarratt 1971, "A
// modified regula falsi method for computing the root of an equation": an end that stays has its slope halved.
func (k *cylinder) peak(n1, n2, across, middle geom.Vec3) geom.Vec3 {
	lo, hi := 0.0, 1.0
	glo, ghi := k.slope(n1, across, middle), k.slope(n2, across, middle)
	var n geom.Vec3
	for range maxPeak {
		t := (float64(lo*ghi) - float64(hi*glo)) / (ghi - glo)
		n = n1.Lerp(n2, t).Unit()
		g := k.slope(n, across, middle)
		if math.Abs(g) < flatPeak || hi-lo < 1e-12 {
			break
		}
		if g > 0 {
			lo, glo, ghi = t, g, 0.5*ghi
		} else {
			hi, ghi, glo = t, g, 0.5*glo
		}
	}
	return n
}

// searchVertices offers the axis from the vertex that is nearest to the axis of the cylinder.
func (sp *shapePair) searchVertices(k *cylinder, best *axisSearch) {
	near, least, vertex := geom.Vec3{}, math.Inf(1), 0
	for i := range sp.first.hull.vertices {
		d := k.c.Sub(sp.first.hull.vertices[i])
		along := d.Dot(k.u)
		if math.Abs(along) > k.h {
			continue
		}
		if l := d.Len2() - float64(along*along); l < least {
			near, least, vertex = d.AddScaled(-along, k.u), l, i
		}
	}
	if math.IsInf(least, 1) || least < 1e-20 {
		return
	}
	n := near.Unit()
	if sp.tri != nil && !sp.tri.allows(n) {
		return
	}
	best.offer(axisRadial, n, n.Dot(k.c)-k.r-sp.first.supportValue(n), vertex)
}
