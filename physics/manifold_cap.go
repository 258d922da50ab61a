package physics

import (
	"math"

	"mereo/engine/geom"
)

// cos45 decides which part of a cylinder a flat face meets: the cap above, the side below.
const cos45 = 0.7071067811865476

// capContact makes the manifold from a cap of the cylinder, 0 for the one at -z and 1 for +z, and the incident face of first.
// A negative incident face is chosen. It returns the separation of the nearest point; s is that along the axis.
func (sp *shapePair) capContact(k *cylinder, cap, incident int, s float64) float64 {
	n := k.u
	if cap == 1 {
		n = n.Neg()
	}
	if sp.incident = incident; incident < 0 {
		sp.incident = sp.first.flattest(n.Neg())
	}
	if sp.tri != nil {
		sp.incident = 0
	}
	low := sp.capOnFace(n, sp.incident)
	if low <= s+featureTolerance || sp.first.kind == kindBox || sp.tri != nil {
		return low
	}
	if f := sp.first.hull.flattestAt(n.Neg()); f != sp.incident {
		sp.incident = f
		low = sp.capOnFace(n, f)
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
	// maxCapPoints is how many points of a manifold are gathered before some are left out.
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
func (sp *shapePair) capOnFace(n geom.Vec3, face int) float64 {
	sp.m.count = 0
	h := sp.first.hull
	r := sp.second.radius
	t := &sp.secondFromFirst
	nf := mulVec(&t.M, h.planes[face].n)
	n = mulVec(&t.M, n)
	z := math.Copysign(sp.second.halfHeight, -n.Z)

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
			count = pruneSpread(points[:])
		}
		points[count].set(x, y, s, kind, i)
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

	kept, low := clipAbove(points[:count], sp.margin)
	if len(kept) > maxPoints {
		kept = kept[:pruneSpread(kept)]
	}
	if len(kept) == 0 {
		return low
	}
	sp.setCapManifold(n, z, kept)
	return low
}

// setCapManifold makes the manifold from points on the plane of the cap at height z, in the cylinder's frame; so is n.
func (sp *shapePair) setCapManifold(n geom.Vec3, z float64, points []clipPoint) {
	m := sp.m
	for i := range points {
		p, q := &points[i], &m.points[i]
		at := geom.Vec3{X: p.x, Y: p.y, Z: z}.AddScaled(float64(-0.5*p.z), n)
		q.at, q.separation, q.id = mapPoint(sp.worldFromSecond, at), p.z, p.id()
	}
	m.count = len(points)
	n = mulVec(&sp.worldFromSecond.M, n)
	if sp.flipped {
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

// pruneSpread moves maxPoints points to the front: the deepest, and one by one the point that is farthest from those that are
// there already. It returns how many there are.
func pruneSpread(points []clipPoint) int {
	if len(points) <= maxPoints {
		return len(points)
	}
	k := deepest(points)
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
