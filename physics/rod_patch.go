package physics

import (
	"math"

	"mereo/engine/geom"
)

// cos45 decides which part of a cylinder a flat face meets: the cap above, the side below.
const cos45 = 0.7071067811865476

// resolveRod makes the manifold from the best axes of a polyhedron and a rod: among the normals of faces, the axis of the
// cylinder, and all. See resolve.
func (e *encounter) resolveRod(k *rod, face, caps, free *rodSearch) {
	best := max(face.sep, caps.sep, free.sep)
	if best > e.margin {
		e.apart(free.n, e.first.reach(free.n))
		return
	}
	apart := best
	if !k.flat {
		apart += k.r // the nearest points of the axis count
	}
	slack := realised
	if apart <= 0 {
		slack = 2 * prefer(best)
	}
	flats := max(face.sep, caps.sep)
	if free.kind != axisNone && free.sep > flats+prefer(flats) && e.rodPoints(k, free) {
		e.cache.kind = cacheNothing
		return
	}
	least := best - 2*prefer(best)
	second := caps.sep > face.sep+prefer(face.sep)
	for range 2 {
		if second {
			if caps.sep >= least && e.onCap(k, caps.item, -1, caps.sep) <= best+slack {
				e.remember(cacheFaceSecond, e.held, caps.item)
				return
			}
		} else if face.sep >= least && e.rodOnFace(k, face.item) <= best+slack {
			e.remember(cacheFaceFirst, face.item, 0)
			return
		}
		second = !second
	}
	e.m.count = 0
	e.cache.kind = cacheNothing
	if free.kind != axisNone && free.sep >= least && e.rodPoints(k, free) {
		return
	}
	if e.tri != nil {
		if apart <= 0 && face.sep < least {
			e.remember(cacheLeft, 0, 0)
			return
		}
		e.rodOnFace(k, face.item)
		e.rest(apart)
		return
	}
	if e.gjkRod(k) {
		return
	}
	n := free.n
	if free.kind == axisNone {
		n = face.n
		if caps.sep > face.sep {
			n = caps.n
		}
	}
	e.single(n, e.rodTip(n).AddScaled(float64(-0.5*best), n), best, 0)
}

// reuseRod makes the manifold from the features of the cache. It reports whether they still hold.
func (e *encounter) reuseRod(k *rod) bool {
	if !e.still() {
		return false
	}
	c := e.cache
	switch c.kind {
	case cacheFaceFirst:
		e.rodOnFace(k, int(c.featureA))
	case cacheFaceSecond:
		e.onCap(k, int(c.featureB), int(c.featureA), math.Inf(1))
	}
	// A triangle may have nothing over its front.
	return e.m.count > 0 || e.tri != nil
}

// rodTip is the point of second, in first's frame, that lies farthest against n.
func (e *encounter) rodTip(n geom.Vec3) geom.Vec3 {
	d := mulTransposed(&e.firstFromSecond.M, n).Neg()
	p := e.second.core(d).AddScaled(e.second.coreRadius(), d)
	return mapPoint(&e.firstFromSecond, p)
}

// gjkRod makes the manifold the nearest points of shapes that are apart, or two points where the rod lies along an edge.
func (e *encounter) gjkRod(k *rod) bool {
	if !e.gjkPoint(0) {
		return false
	}
	if e.m.count == 0 {
		return true
	}
	e.alongEdge(k, e.localNormal(), -1, e.m.points[0].separation)
	return true
}

// rodOnFace makes the manifold from a face of first and what of the rod faces it: a cap, or the line of the side that is
// nearest. It returns the separation of the nearest point, +Inf where there is none over the face.
func (e *encounter) rodOnFace(k *rod, face int) float64 {
	p := &e.first.hull.planes[face]
	along := p.n.Dot(k.u)
	if k.flat && math.Abs(along) > cos45 {
		return e.capOnFace(p.n, face)
	}

	off := p.n.Scale(-k.r)
	if k.flat {
		off = k.rim(p.n).Scale(-k.r)
	}
	from := k.c.Add(off).AddScaled(-k.h, k.u)
	to := k.c.Add(off).AddScaled(k.h, k.u)
	t0, t1, in, out, ok := clipSegment(e.first.hull, face, from, to)
	e.m.count = 0
	if !ok {
		return math.Inf(1)
	}
	z0, z1 := p.n.Dot(from)-p.d, p.n.Dot(to)-p.d
	s0, s1 := z0+float64(t0*(z1-z0)), z0+float64(t1*(z1-z0))
	low := min(s0, s1)
	if low > e.margin {
		return low
	}
	e.setNormal(p.n)
	if s0 <= e.margin {
		e.add(from.Lerp(to, t0).AddScaled(float64(-0.5*s0), p.n), s0, in)
	}
	if s1 <= e.margin && float64((t1-t0)*k.h) > 1e-6 {
		e.add(from.Lerp(to, t1).AddScaled(float64(-0.5*s1), p.n), s1, out)
	}
	return low
}

// clipSegment returns the part of a segment that lies within the sides of a face, and names for its ends.
func clipSegment(h *hull, face int, from, to geom.Vec3) (t0, t1 float64, in, out uint32, ok bool) {
	n := h.planes[face].n
	t1, in, out = 1, 1, 2
	start := h.faces[face]
	a := h.vertices[h.edges[start].origin]
	for i := start; ; {
		next := h.edges[i].next
		b := h.vertices[h.edges[next].origin]
		side := b.Sub(a).Cross(n)
		d0, d1 := side.Dot(from.Sub(a)), side.Dot(to.Sub(a))
		switch {
		case d0 > 0 && d1 > 0:
			return 0, 0, 0, 0, false
		case d0 > 0:
			if t := d0 / (d0 - d1); t > t0 {
				t0, in = t, 0x10000|uint32(i)
			}
		case d1 > 0:
			if t := d0 / (d0 - d1); t < t1 {
				t1, out = t, 0x20000|uint32(i)
			}
		}
		if i, a = next, b; i == start {
			return t0, t1, in, out, t0 <= t1
		}
	}
}

// onCap makes the manifold from a cap of the cylinder, 0 for the one at -z and 1 for +z, that faces a face of first, held.
// A negative held is chosen. It returns the separation of the nearest point; s is that along the axis.
func (e *encounter) onCap(k *rod, cap, held int, s float64) float64 {
	n := k.u
	if cap == 1 {
		n = n.Neg()
	}
	if e.held = held; held < 0 {
		e.held = e.first.flattest(n.Neg())
	}
	if e.tri != nil {
		e.held = 0
	}
	low := e.capOnFace(n, e.held)
	if low <= s+realised || e.first.kind == kindBox || e.tri != nil {
		return low
	}
	if f := e.first.hull.flattestAt(n.Neg()); f != e.held {
		e.held = f
		low = e.capOnFace(n, f)
	}
	return low
}

const (
	// rimSlots is how many points of a rim carry a cylinder that stands on a face.
	rimSlots = 8
	// rimTilt is the slope between a cap and a face above which the points start at the lowest point of the rim and go
	// with it as the cylinder rolls. Below it they are fixed to the cylinder, since the lowest point of a cylinder that
	// stands still is anywhere.
	rimTilt = 0.02
	// rimLow and rimHigh bound the slopes between which the fixed point nearest to the lowest one moves there. Below
	// rimLow the lowest point is missed by no more than 8e-6 radii.
	rimLow, rimHigh = 1e-4, 1e-3
	// edgeOn is the cosine between a face and an axis below which the face counts as seen from the side.
	edgeOn = 0.1
	// maxCapPoints is how many points of a patch are gathered before some are left out.
	maxCapPoints = 32
)

// slotDirs are the directions of the fixed points.
var slotDirs = [rimSlots][2]float64{
	{1, 0}, {cos45, cos45}, {0, 1}, {-cos45, cos45}, {-1, 0}, {-cos45, -cos45}, {0, -1}, {cos45, -cos45},
}

// slots fills dst with points of a rim of radius r; gx and gy is the slope of the separation over the cap. It returns what
// to add to the index of a point to get its id.
func slots(dst *[rimSlots][2]float64, r, gx, gy float64) uint32 {
	g := math.Sqrt(float64(gx*gx) + float64(gy*gy))
	if g > rimTilt {
		x, y := -gx/g, -gy/g
		for i := range dst {
			c := &slotDirs[i]
			dst[i] = [2]float64{
				r * (float64(c[0]*x) - float64(c[1]*y)),
				r * (float64(c[1]*x) + float64(c[0]*y)),
			}
		}
		return rimSlots
	}
	near, most := 0, 0.0
	for i := range dst {
		c := &slotDirs[i]
		dst[i] = [2]float64{r * c[0], r * c[1]}
		if d := -(float64(gx*c[0]) + float64(gy*c[1])); d > most {
			near, most = i, d
		}
	}
	if g > rimLow {
		share := min(1, (g-rimLow)/(rimHigh-rimLow))
		c := &slotDirs[near]
		x, y := c[0]+float64(share*(-gx/g-c[0])), c[1]+float64(share*(-gy/g-c[1]))
		l := r / math.Sqrt(float64(x*x)+float64(y*y))
		dst[near] = [2]float64{l * x, l * y}
	}
	return 0
}

// capOnFace makes the manifold from a cap of the cylinder and a face of first, both projected along n, from first to
// second. It returns the separation of the nearest point, +Inf where the projections do not overlap.
//
// In the plane of the cap, in the cylinder's frame, the cap is a disc and the projected face a convex polygon, and the
// separation along n is linear. Its extremes over the common part are at corners of the polygon inside the disc, where
// the circle crosses the sides, and at the lowest point of the rim. These are exact; other points of the rim support.
func (e *encounter) capOnFace(n geom.Vec3, face int) float64 {
	e.m.count = 0
	h := e.first.hull
	r := e.second.radius
	t := &e.secondFromFirst
	nf := mulVec(&t.M, h.planes[face].n)
	n = mulVec(&t.M, n)
	z := math.Copysign(e.second.halfHeight, -n.Z)

	// The separation at (x, y) is s0 + gx*x + gy*y. A face that is seen from the side has no points inside the rim.
	var rim [rimSlots][2]float64
	var slotID uint32
	var s0, gx, gy float64
	var inside uint
	if across := nf.Dot(n); across > edgeOn {
		gx, gy = nf.X/across, nf.Y/across
		s0 = (float64(nf.Z*z) - (h.planes[face].d + nf.Dot(t.T))) / across
		slotID = slots(&rim, r, gx, gy)
		inside = 1<<rimSlots - 1
	}
	turn := math.Copysign(1, nf.Z)

	var points [maxCapPoints]clipPoint
	count := 0
	put := func(x, y, s float64, kind, i uint16) {
		if count == maxCapPoints {
			count = spread(points[:])
		}
		points[count] = clipPoint{x, y, s, kind, i}
		count++
	}
	start := h.faces[face]
	px, py, ps := projectOnto(t, &h.vertices[h.edges[start].origin], &n, z)
	for i := start; ; {
		next := h.edges[i].next
		qx, qy, qs := projectOnto(t, &h.vertices[h.edges[next].origin], &n, z)
		dx, dy, ds := qx-px, qy-py, qs-ps
		for k := range rim {
			if (float64(dx*(rim[k][1]-py))-float64(dy*(rim[k][0]-px)))*turn < 0 {
				inside &^= 1 << k
			}
		}
		// Where the side crosses the circle: a*t^2 + 2*b*t + c = 0.
		a, b, c := float64(dx*dx)+float64(dy*dy), float64(px*dx)+float64(py*dy), float64(px*px)+float64(py*py)-float64(r*r)
		if c < 0 {
			put(px, py, ps, 1, i)
		}
		if root := float64(b*b) - float64(a*c); root > 0 {
			root = math.Sqrt(root)
			if t := (-b - root) / a; t > 0 && t < 1 {
				put(px+float64(t*dx), py+float64(t*dy), ps+float64(t*ds), 2, i)
			}
			if t := (root - b) / a; t > 0 && t < 1 {
				put(px+float64(t*dx), py+float64(t*dy), ps+float64(t*ds), 3, i)
			}
		}
		if i, px, py, ps = next, qx, qy, qs; i == start {
			break
		}
	}
	for k := range rim {
		if inside&(1<<k) != 0 {
			x, y := rim[k][0], rim[k][1]
			put(x, y, s0+float64(gx*x)+float64(gy*y), 0, uint16(slotID)+uint16(k))
		}
	}

	kept, low := below(points[:count], e.margin)
	if len(kept) > maxPoints {
		kept = kept[:spread(kept)]
	}
	if len(kept) == 0 {
		return low
	}
	e.capPatch(n, z, kept)
	return low
}

// capPatch makes the manifold from points on the plane of the cap at height z, in the cylinder's frame; so is n.
func (e *encounter) capPatch(n geom.Vec3, z float64, points []clipPoint) {
	m := e.m
	for i := range points {
		p, q := &points[i], &m.points[i]
		at := geom.Vec3{X: p.x, Y: p.y, Z: z}.AddScaled(float64(-0.5*p.z), n)
		q.at, q.separation, q.id = mapPoint(e.worldFromSecond, at), p.z, p.id()
	}
	m.count = len(points)
	n = mulVec(&e.worldFromSecond.M, n)
	if e.flipped {
		n = n.Neg()
	}
	m.normal = n
}

// projectOnto maps v and moves it along n by s to the height z.
func projectOnto(t *geom.Transform, v, n *geom.Vec3, z float64) (x, y, s float64) {
	p := mapPoint(t, *v)
	s = (z - p.Z) / n.Z
	return p.X + float64(s*n.X), p.Y + float64(s*n.Y), s
}

// spread moves maxPoints points to the front: the deepest, and one by one the point that is farthest from those that are
// there already. It returns how many there are.
func spread(points []clipPoint) int {
	if len(points) <= maxPoints {
		return len(points)
	}
	k := 0
	for i := range points {
		if points[i].z < points[k].z-deeperBy {
			k = i
		}
	}
	for n := 0; ; {
		points[n], points[k] = points[k], points[n]
		if n++; n == maxPoints {
			return n
		}
		k = n
		most := -1.0
		for i := n; i < len(points); i++ {
			least := math.Inf(1)
			for j := range n {
				dx, dy := points[i].x-points[j].x, points[i].y-points[j].y
				least = min(least, float64(dx*dx)+float64(dy*dy))
			}
			if least > float64(widerBy*most) {
				k, most = i, least
			}
		}
	}
}

// rodPoints makes the manifold from an axis that is not that of a face or cap. It reports whether its features face each
// other.
func (e *encounter) rodPoints(k *rod, b *rodSearch) bool {
	h := e.first.hull
	n, s := b.n, b.sep
	switch b.kind {
	case axisRadial:
		v := h.vertices[b.item]
		if n.Dot(v) < e.first.reach(n)-realised {
			return false
		}
		if !e.alongEdge(k, n, -1, s) {
			e.single(n, v.AddScaled(float64(0.5*s), n), s, vertexID|uint32(b.item))
		}
		return true
	case axisRim:
		if e.alongEdge(k, n, b.item, s) {
			return true
		}
		p, v := edgeOf(h, b.item)
		tip := k.c.AddScaled(math.Copysign(k.h, -n.Dot(k.u)), k.u).AddScaled(-k.r, k.rim(n))
		vv := v.Len2()
		t := tip.Sub(p).Dot(v) / vv
		apart := tip.Sub(p.AddScaled(t, v))
		if slack := realised / math.Sqrt(vv); t < -slack || t > 1+slack || apart.AddScaled(-s, n).Len() > realised {
			return false
		}
		e.single(n, tip.AddScaled(float64(-0.5*s), n), s, edgeID|uint32(b.item))
		return true
	}
	if e.alongEdge(k, n, b.item, s) {
		return true
	}
	p, v := edgeOf(h, b.item)
	// The nearest points p + t*v and c + z*u of the lines.
	d := k.c.Sub(p)
	vv, uv := v.Len2(), v.Dot(k.u)
	det := vv - float64(uv*uv)
	if det < float64(1e-12*vv) {
		return false
	}
	du, dv := d.Dot(k.u), d.Dot(v)
	t := (dv - float64(uv*du)) / det
	z := (float64(uv*dv) - float64(vv*du)) / det
	if slack := realised / math.Sqrt(vv); t < -slack || t > 1+slack || math.Abs(z) > k.h+realised {
		return false
	}
	e.single(n, p.AddScaled(t, v).AddScaled(float64(0.5*s), n), s, edgeID|uint32(b.item))
	return true
}

// vertexID marks the ids of points where a vertex meets a side.
const vertexID = 1 << 30

// edgeOf returns an end and the vector along an edge.
func edgeOf(h *hull, i int) (p, v geom.Vec3) {
	p = h.vertices[h.edges[2*i].origin]
	return p, h.vertices[h.edges[2*i+1].origin].Sub(p)
}

// alongEdge makes the manifold two points where the rod lies along an edge that is highest along n: along the given edge,
// or any where that is negative. It reports whether it does, and leaves the manifold alone where it does not; sep is the
// separation along n.
func (e *encounter) alongEdge(k *rod, n geom.Vec3, edge int, sep float64) bool {
	slant := n.Dot(k.u)
	if math.Abs(slant) > alongSine {
		return false
	}
	r := k.r
	if k.flat {
		r *= math.Sqrt(1 - float64(slant*slant))
	}
	h := e.first.hull
	from, to := edge, edge+1
	high := math.Inf(-1)
	if edge < 0 {
		from, to = 0, len(h.edges)/2
		high = e.first.reach(n)
	}
	for i := from; i < to; i++ {
		p, v := edgeOf(h, i)
		vv, uv := v.Len2(), v.Dot(k.u)
		if vv-float64(uv*uv) > float64(alongSine*alongSine*vv) {
			continue
		}
		if top := n.Dot(p) + max(0, n.Dot(v)); top < high-realised {
			continue
		}
		// Where the edge and the rod are side by side, as heights over the centre of the rod.
		z0, z1 := p.Sub(k.c).Dot(k.u), p.Add(v).Sub(k.c).Dot(k.u)
		low, high := max(-k.h, min(z0, z1)), min(k.h, max(z0, z1))
		if high-low < float64(alongSine*min(k.h, math.Abs(z1-z0))) {
			continue
		}
		on := [2]geom.Vec3{p.AddScaled((low-z0)/(z1-z0), v), p.AddScaled((high-z0)/(z1-z0), v)}
		s := [2]float64{
			n.Dot(k.c.AddScaled(low, k.u).Sub(on[0])) - r, n.Dot(k.c.AddScaled(high, k.u).Sub(on[1])) - r,
		}
		if min(s[0], s[1]) > min(sep+prefer(sep), e.margin) {
			continue
		}
		e.m.count = 0
		e.setNormal(n)
		for j := range on {
			if s[j] <= e.margin {
				e.add(on[j].AddScaled(float64(0.5*s[j]), n), s[j], edgeID|uint32(2*i+j))
			}
		}
		return true
	}
	return false
}
