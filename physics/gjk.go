package physics

import (
	"math"

	"mereo/engine/geom"
)

// support is the farthest point along d of the core of a convex shape, its radius taken off: of the center of a sphere, of the
// axis of a capsule, and of the whole of every other shape.
func (s *Shape) support(d geom.Vec3) geom.Vec3 {
	switch s.kind {
	case kindSphere:
		return geom.Vec3{}
	case kindCapsule:
		return geom.Vec3{Z: math.Copysign(s.halfHeight, d.Z)}
	case kindBox:
		return geom.Vec3{X: math.Copysign(s.half.X, d.X), Y: math.Copysign(s.half.Y, d.Y), Z: math.Copysign(s.half.Z, d.Z)}
	case kindCylinder:
		p := geom.Vec3{Z: math.Copysign(s.halfHeight, d.Z)}
		if across := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y)); across > 0 {
			p.X, p.Y = s.radius*(d.X/across), s.radius*(d.Y/across)
		}
		return p
	}
	i, _ := highestVertex(s.hull.vertices, d)
	return s.hull.vertices[i]
}

// convexRadius is the radius that the core leaves out.
func (s *Shape) convexRadius() float64 {
	if s.kind == kindSphere || s.kind == kindCapsule {
		return s.radius
	}
	return 0
}

// simplexVertex is a vertex of the Minkowski difference, w = b - a, with the points of both cores that made it.
type simplexVertex struct {
	w, a, b geom.Vec3
	weight  float64
}

// simplex is a set of up to four vertices of the Minkowski difference.
type simplex struct {
	v [4]simplexVertex
	n int
}

// nearest holds the nearest points of two convex cores, in the frame of the first.
type nearest struct {
	distance float64
	a, b     geom.Vec3 // equal where the cores overlap
}

// maxGJK bounds the iterations. Polyhedra need about ten, round shapes about twenty.
const maxGJK = 80

// gjk returns the nearest points of the cores of two convex shapes; firstFromSecond is rigid. The distance is exact to
// rounding for polyhedra, and too large by up to 1e-5 of itself, mostly less than 1e-10, where a cylinder is round; it is 0
// where the cores overlap.
//
// Gilbert, Johnson and Keerthi 1988, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space". The nearest point of a simplex is found by its Voronoi regions: Ericson 2005, "Real-Time
// Collision Detection", 5.1.
func gjk(first, second *Shape, firstFromSecond *geom.Transform) nearest {
	var s simplex
	m := &firstFromSecond.M
	center := firstFromSecond.T
	if second.hull != nil {
		center = mapPoint(firstFromSecond, second.hull.center)
	}
	if first.hull != nil {
		center = center.Sub(first.hull.center)
	}
	v := center // the point of the difference that is nearest to the origin so far
	if v == (geom.Vec3{}) {
		v.X = 1
	}
	dist2 := math.Inf(1)
	for range maxGJK {
		var q simplexVertex
		q.a = first.support(v)
		q.b = mapPoint(firstFromSecond, second.support(mulTransposed(m, v).Neg()))
		q.w = q.b.Sub(q.a)
		for i := range s.n {
			if s.v[i].w == q.w {
				return s.nearest(v)
			}
		}
		// v.w is a lower bound of |v| times the distance.
		if s.n > 0 && dist2-v.Dot(q.w) <= float64(1e-13*dist2) {
			return s.nearest(v)
		}
		s.v[s.n] = q
		s.n++
		saved := s
		u := s.reduce()
		if s.n == 4 {
			return s.nearest(geom.Vec3{}) // the origin is inside
		}
		d2 := u.Len2()
		if d2 >= dist2 { // as near as rounding allows
			saved.n--
			return saved.nearest(v)
		}
		if d2 <= float64(1e-28*s.scale2()) {
			return s.nearest(geom.Vec3{})
		}
		v, dist2 = u, d2
	}
	return s.nearest(v)
}

// scale2 is the largest squared length among the vertices.
func (s *simplex) scale2() float64 {
	l := 0.0
	for i := range s.n {
		l = max(l, s.v[i].w.Len2())
	}
	return l
}

// nearest returns the nearest points by the weights of the vertices; v is their difference.
func (s *simplex) nearest(v geom.Vec3) nearest {
	var r nearest
	for i := range s.n {
		q := &s.v[i]
		r.a = r.a.AddScaled(q.weight, q.a)
		r.b = r.b.AddScaled(q.weight, q.b)
	}
	if v == (geom.Vec3{}) {
		r.a = r.a.Lerp(r.b, 0.5)
		r.b = r.a
		return r
	}
	r.distance = v.Len()
	return r
}

// reduce removes the vertices that do not hold the point of the simplex nearest to the origin, weighs the others, and
// returns that point. Four vertices are left where the origin is inside.
func (s *simplex) reduce() geom.Vec3 {
	switch s.n {
	case 1:
		s.v[0].weight = 1
	case 2:
		s.segment(0, 1)
	case 3:
		s.triangle(0, 1, 2)
	case 4:
		s.tetrahedron()
	}
	var v geom.Vec3
	if s.n == 4 {
		return v
	}
	for i := range s.n {
		v = v.AddScaled(s.v[i].weight, s.v[i].w)
	}
	return v
}

// keep1, keep2 and keep3 make the simplex of the named vertices with their weights.
func (s *simplex) keep1(i int) {
	s.v[0] = s.v[i]
	s.v[0].weight = 1
	s.n = 1
}

func (s *simplex) keep2(i, j int, wi, wj float64) {
	p, q := s.v[i], s.v[j]
	sum := wi + wj
	p.weight, q.weight = wi/sum, wj/sum
	s.v[0], s.v[1], s.n = p, q, 2
}

func (s *simplex) keep3(i, j, k int, wi, wj, wk float64) {
	p, q, r := s.v[i], s.v[j], s.v[k]
	sum := wi + wj + wk
	p.weight, q.weight, r.weight = wi/sum, wj/sum, wk/sum
	s.v[0], s.v[1], s.v[2], s.n = p, q, r, 3
}

func (s *simplex) segment(i, j int) {
	a, b := s.v[i].w, s.v[j].w
	ab := b.Sub(a)
	wb := -a.Dot(ab)
	wa := b.Dot(ab)
	switch {
	case wb <= 0:
		s.keep1(i)
	case wa <= 0:
		s.keep1(j)
	default:
		s.keep2(i, j, wa, wb)
	}
}

func (s *simplex) triangle(i, j, k int) {
	a, b, c := s.v[i].w, s.v[j].w, s.v[k].w
	ab, ac := b.Sub(a), c.Sub(a)
	d1, d2 := -ab.Dot(a), -ac.Dot(a)
	if d1 <= 0 && d2 <= 0 {
		s.keep1(i)
		return
	}
	d3, d4 := -ab.Dot(b), -ac.Dot(b)
	if d3 >= 0 && d4 <= d3 {
		s.keep1(j)
		return
	}
	d5, d6 := -ab.Dot(c), -ac.Dot(c)
	if d6 >= 0 && d5 <= d6 {
		s.keep1(k)
		return
	}
	// The regions of the edges and of the face by the products of the normal with the origin seen from the edges, which
	// lose less to rounding than the differences of d's.
	n := ab.Cross(ac)
	wc := n.Dot(a.Cross(b))
	if wc <= 0 && d1 >= 0 && d3 <= 0 {
		s.keep2(i, j, -d3, d1)
		return
	}
	wb := n.Dot(c.Cross(a))
	if wb <= 0 && d2 >= 0 && d6 <= 0 {
		s.keep2(i, k, -d6, d2)
		return
	}
	wa := n.Dot(b.Cross(c))
	if wa <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		s.keep2(j, k, d5-d6, d4-d3)
		return
	}
	if wa+wb+wc <= 0 { // the triangle is a line: its longest edge will do
		s.line(i, j, k)
		return
	}
	s.keep3(i, j, k, wa, wb, wc)
}

// line reduces three vertices on a line.
func (s *simplex) line(i, j, k int) {
	best, bestLen := [2]int{i, j}, -1.0
	for _, p := range [3][2]int{{i, j}, {j, k}, {k, i}} {
		if l := s.v[p[0]].w.Sub(s.v[p[1]].w).Len2(); l > bestLen {
			best, bestLen = p, l
		}
	}
	s.segment(best[0], best[1])
}

// tetrahedron reduces four vertices to those of the face that is nearest to the origin. It leaves four where the origin is
// inside.
func (s *simplex) tetrahedron() {
	// The weights of the origin are the volumes that it makes with the faces.
	a, b, c, d := s.v[0].w, s.v[1].w, s.v[2].w, s.v[3].w
	bc, cd := b.Cross(c), c.Cross(d)
	weights := [4]float64{b.Dot(cd), -a.Dot(cd), a.Cross(b).Dot(d), -a.Dot(bc)}
	volume := weights[0] + weights[1] + weights[2] + weights[3]
	scale := s.scale2()
	flat := float64(volume*volume) <= float64(1e-26*scale*scale*scale)

	faces := [4][3]int{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}
	var best simplex
	best2 := math.Inf(1)
	for i, f := range faces {
		if !flat && float64(weights[i]*volume) > 0 {
			continue // the origin and vertex i are on one side
		}
		t := *s
		t.n = 3
		t.triangle(f[0], f[1], f[2])
		var v geom.Vec3
		for i := range t.n {
			v = v.AddScaled(t.v[i].weight, t.v[i].w)
		}
		if d2 := v.Len2(); d2 < best2 {
			best, best2 = t, d2
		}
	}
	if !math.IsInf(best2, 1) {
		*s = best
		return
	}
	for i := range s.v {
		s.v[i].weight = weights[i] / volume
	}
}

// gjkTooNear is the distance in meters below which the direction between nearest points is lost to rounding.
const gjkTooNear = 1e-9

// gjkPoint makes the manifold the nearest points of two shapes whose cores are apart. It reports whether they are.
func (sp *shapePair) gjkPoint(id uint32) bool {
	near := gjk(sp.first, sp.second, &sp.firstFromSecond)
	if near.distance < gjkTooNear {
		return false
	}
	n := near.b.Sub(near.a).Unit()
	ra, rb := sp.first.convexRadius(), sp.second.convexRadius()
	s := near.distance - ra - rb
	if s > sp.margin {
		sp.m.count = 0
		sp.cacheSeparation(n, n.Dot(near.a)+ra)
		return true
	}
	sp.setPoint(n, near.a.Add(near.b).AddScaled(ra-rb, n).Scale(0.5), s, id)
	return true
}
