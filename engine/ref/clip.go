package ref

import "mereo/engine/geom"

// halfSpace holds the points p with n.p >= d.
type halfSpace struct {
	n geom.Vec3
	d float64
}

// clipPlanes returns what a triangle must be cut to before it can be projected: the near plane, then the four sides of
// the guard band. They are given in the camera frame.
func (r *Rasterizer) clipPlanes() [5]halfSpace {
	c := r.cam
	w, h := float64(c.Width), float64(c.Height)
	// The image point of p is x = CenterX - FocalPx*X/Z; x >= -guard is FocalPx*X - (CenterX+guard)*Z >= 0 for Z < 0. The
	// sides stand one pixel inside the guard band, so that rounding cannot carry a cut corner out of it.
	const guard = guardPx - 1
	if c.Orthographic {
		return [5]halfSpace{
			{geom.V(0, 0, -1), c.Near},
			{geom.V(c.FocalPx, 0, 0), -(c.CenterX + guard)},
			{geom.V(-c.FocalPx, 0, 0), -(w + guard - c.CenterX)},
			{geom.V(0, -c.FocalPx, 0), -(c.CenterY + guard)},
			{geom.V(0, c.FocalPx, 0), -(h + guard - c.CenterY)},
		}
	}
	return [5]halfSpace{
		{geom.V(0, 0, -1), c.Near},
		{geom.V(c.FocalPx, 0, -(c.CenterX + guard)), 0},
		{geom.V(-c.FocalPx, 0, -(w + guard - c.CenterX)), 0},
		{geom.V(0, -c.FocalPx, -(c.CenterY + guard)), 0},
		{geom.V(0, c.FocalPx, -(h + guard - c.CenterY)), 0},
	}
}

// drawClipped cuts the triangle (Sutherland and Hodgman 1974, "Reentrant Polygon Clipping") and draws what is left as
// a fan.
func (r *Rasterizer) drawClipped(v *[3]geom.Vec3, hit uint64) {
	var buf [2][8]geom.Vec3 // a triangle has at most 3 + 5 corners after five cuts
	poly := append(buf[0][:0], v[:]...)
	for k, plane := range r.clipPlanes() {
		poly = plane.cut(poly, buf[(k+1)%2][:0])
		if len(poly) < 3 {
			return
		}
	}
	far, near := -poly[0].Z, -poly[0].Z
	for i := range poly {
		// A cut corner may lie short of the near plane by rounding; there it belongs on it.
		poly[i].Z = min(poly[i].Z, -r.cam.Near)
		far, near = max(far, -poly[i].Z), min(near, -poly[i].Z)
	}
	near = max(near, r.cam.Near)
	s := [3]snap{r.project(poly[0])}
	for i := 2; i < len(poly); i++ {
		s[1], s[2] = r.project(poly[i-1]), r.project(poly[i])
		r.drawTriangle(v, &s, hit, far, near)
	}
}

// cut appends the part of the polygon inside the half space to out. The corner on a cut edge is always computed from
// the end inside to the end outside, so that two triangles that share the edge get the same bits.
func (h halfSpace) cut(poly, out []geom.Vec3) []geom.Vec3 {
	prev := poly[len(poly)-1]
	prevDist := h.n.Dot(prev) - h.d
	for _, p := range poly {
		dist := h.n.Dot(p) - h.d
		switch {
		case prevDist >= 0 && dist < 0:
			out = append(out, prev.Lerp(p, prevDist/(prevDist-dist)))
		case prevDist < 0 && dist >= 0:
			out = append(out, p.Lerp(prev, dist/(dist-prevDist)))
		}
		if dist >= 0 {
			out = append(out, p)
		}
		prev, prevDist = p, dist
	}
	return out
}
