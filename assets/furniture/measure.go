package furniture

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

const (
	// straightBow is how far the middle of a bar's cross-sections may stray from the line through its ends, as a share
	// of its length: at 5 % the ends of an arc point 11 degrees off the chord, which the eye begins to call bent.
	straightBow = 0.05
	// slenderness is the length over the width that makes a piece a bar rather than a block.
	slenderness = 2.0
	// flatness is the thickness over the second largest extent under which a piece is a plate. Backs hollowed by a
	// fifth of their width still read as one plane.
	flatness = 0.34
)

// measure returns the line or plane of a part, if its label may have one and its shape has one.
func measure(category, label string, m *mesh.Mesh) Primitive {
	set := labelsOf(category)
	switch {
	case slices.Contains(set.lines, label):
		if d, ok := straight(m); ok {
			return Primitive{Line, tidy(d)}
		}
	case slices.Contains(set.planes, label):
		if d, ok := flat(m); ok {
			return Primitive{Plane, tidy(d)}
		}
	}
	return Primitive{}
}

// tidy rounds a direction to 2^-40, so that a bar along an axis does not get components of 1e-17 beside it.
func tidy(d geom.Vec3) geom.Vec3 {
	const steps = 1 << 40
	f := func(x float64) float64 { return math.Round(x*steps)/steps + 0 }
	return geom.V(f(d.X), f(d.Y), f(d.Z))
}

// straight returns the axis of a bar, if the mesh is one. The axis is the longest principal axis of the surface, then
// improved to the line through the middles of cross-sections near the ends.
func straight(m *mesh.Mesh) (geom.Vec3, bool) {
	c, axes := principal(m)
	dir := axes.Z
	lo, hi := span(m, dir)
	const cuts = 9
	var mid [cuts]geom.Vec3
	for i := range mid {
		p, ok := sectionMiddle(m, dir, lo+float64((hi-lo)*(float64(i)+0.5)/cuts))
		if !ok {
			p = c
		}
		mid[i] = p
	}
	line := mid[cuts-1].Sub(mid[0]).Unit()
	length := hi - lo
	for _, p := range mid {
		d := p.Sub(mid[0])
		if d.AddScaled(-d.Dot(line), line).Len() > straightBow*length {
			return geom.Vec3{}, false
		}
	}
	// The width is that of the bar itself, measured across the improved line.
	u, v := geom.Basis(line)
	width := 0.0
	for k := range 4 {
		s, co := geom.SinCos(math.Pi / 4 * float64(k))
		a, b := span(m, u.Scale(co).AddScaled(s, v))
		width = max(width, b-a)
	}
	if length < slenderness*width {
		return geom.Vec3{}, false
	}
	return signed(line), true
}

// flat returns the normal of a plate, if the mesh is one: the shortest principal axis, or the coordinate axis beside it
// when the plate is within half a degree of that.
func flat(m *mesh.Mesh) (geom.Vec3, bool) {
	_, axes := principal(m)
	n := axes.X
	var size [3]float64
	for i, a := range [3]geom.Vec3{axes.X, axes.Y, axes.Z} {
		lo, hi := span(m, a)
		size[i] = hi - lo
	}
	if size[0] > flatness*min(size[1], size[2]) {
		return geom.Vec3{}, false
	}
	for _, e := range []geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}} {
		if math.Abs(n.Dot(e)) > 0.99996 {
			n = e
		}
	}
	return signed(n), true
}

// signed turns a direction so that its largest component points up, right or to the front.
func signed(d geom.Vec3) geom.Vec3 {
	front := geom.V(d.X, -d.Y, d.Z)
	largest := front.Z
	if math.Abs(front.X) > math.Abs(largest) {
		largest = front.X
	}
	if math.Abs(front.Y) > math.Abs(largest) {
		largest = front.Y
	}
	if largest < 0 {
		return d.Neg()
	}
	return d
}

func span(m *mesh.Mesh, dir geom.Vec3) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range m.Positions {
		s := p.Dot(dir)
		lo, hi = min(lo, s), max(hi, s)
	}
	return lo, hi
}

// sectionMiddle returns the middle of the curve in which the plane p.dir = s cuts the mesh, weighted by length; false
// if it misses the mesh.
func sectionMiddle(m *mesh.Mesh, dir geom.Vec3, s float64) (geom.Vec3, bool) {
	var sum geom.Vec3
	var weight float64
	for _, t := range m.Triangles {
		var cut [2]geom.Vec3
		n := 0
		for k := range 3 {
			p, q := m.Positions[t[k]], m.Positions[t[(k+1)%3]]
			sp, sq := p.Dot(dir), q.Dot(dir)
			if (sp < s) != (sq < s) && n < 2 {
				cut[n] = p.Lerp(q, (s-sp)/(sq-sp))
				n++
			}
		}
		if n == 2 {
			l := cut[1].Sub(cut[0]).Len()
			sum = sum.AddScaled(l, cut[0].Lerp(cut[1], 0.5))
			weight += l
		}
	}
	if weight == 0 {
		return geom.Vec3{}, false
	}
	return sum.Scale(1 / weight), true
}

// principal returns the center of the mesh's surface and its principal axes, the one of least spread first. Each
// triangle counts with its area and its exact second moments.
func principal(m *mesh.Mesh) (geom.Vec3, geom.Mat3) {
	var c geom.Vec3
	var area float64
	areas := make([]float64, len(m.Triangles))
	for i, t := range m.Triangles {
		p, q, r := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		areas[i] = q.Sub(p).Cross(r.Sub(p)).Len() / 2
		c = c.AddScaled(areas[i]/3, p.Add(q).Add(r))
		area += areas[i]
	}
	c = c.Scale(1 / area)
	// The integral of x x^T over a triangle with corners p, q, r about c is
	// A/12 (p p^T + q q^T + r r^T + s s^T) with s = p+q+r.
	var a geom.Mat3
	add := func(v geom.Vec3, w float64) {
		a.X = a.X.AddScaled(w*v.X, v)
		a.Y = a.Y.AddScaled(w*v.Y, v)
		a.Z = a.Z.AddScaled(w*v.Z, v)
	}
	for i, t := range m.Triangles {
		p, q, r := m.Positions[t[0]].Sub(c), m.Positions[t[1]].Sub(c), m.Positions[t[2]].Sub(c)
		for _, v := range [4]geom.Vec3{p, q, r, p.Add(q).Add(r)} {
			add(v, areas[i]/12)
		}
	}
	_, axes := a.Eigen()
	return c, axes
}
