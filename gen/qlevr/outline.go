package qlevr

import "math"

// planPoint is a point of a plan, or a direction in it: units, x to the right and y up.
type planPoint struct{ x, y float64 }

// sub returns p - q.
func (p planPoint) sub(q planPoint) planPoint { return planPoint{p.x - q.x, p.y - q.y} }

// dot sums the x and the y term in that order.
func (p planPoint) dot(q planPoint) float64 { return float64(p.x*q.x) + float64(p.y*q.y) }

// cross is positive when q lies counterclockwise of p.
func (p planPoint) cross(q planPoint) float64 { return float64(p.x*q.y) - float64(p.y*q.x) }

func (p planPoint) length() float64 { return math.Sqrt(p.dot(p)) }

// outline is the border of a plane or of an object: a circle, or a convex polygon of three or four corners.
type outline struct {
	shape   string       // "triangle", "rectangle" or "circle"
	count   int          // of corners: 0 of a circle
	corners [4]planPoint // in order around the polygon, the first the one about which it was turned
	normals [4]planPoint // of the edges, unit length, of either side: edge i begins at corner i; zero where that ends there, too
	radius  float64      // of a circle
	center  planPoint    // of a circle; of a polygon the mean of the corners
	lo, hi  planPoint    // the box around it
}

func circleOutline(center planPoint, radius float64) outline {
	return outline{shape: "circle", radius: radius, center: center,
		lo: planPoint{center.x - radius, center.y - radius}, hi: planPoint{center.x + radius, center.y + radius}}
}

// triangleOutline has the corners given, then turned by whole degrees about the first of them.
func triangleOutline(a, b, c planPoint, degrees int) outline {
	return polygonOutline("triangle", 3, [4]planPoint{a, b, c}, degrees)
}

// rectangleOutline has sides of w along x and h along y from its first corner, then turned by whole degrees about that.
func rectangleOutline(a planPoint, w, h float64, degrees int) outline {
	w, h = float64(w), float64(h)
	return polygonOutline("rectangle", 4, [4]planPoint{a, {a.x, a.y + h}, {a.x + w, a.y + h}, {a.x + w, a.y}}, degrees)
}

// polygonOutline turns corners clockwise about the first of them.
func polygonOutline(shape string, count int, corners [4]planPoint, degrees int) outline {
	o := outline{shape: shape, count: count, corners: corners}
	if degrees != 0 {
		sin, cos := turnTable[degrees][0], turnTable[degrees][1]
		for i := 1; i < count; i++ {
			d := corners[i].sub(corners[0])
			o.corners[i] = planPoint{corners[0].x + d.dot(planPoint{cos, sin}), corners[0].y + d.dot(planPoint{-sin, cos})}
		}
	}
	o.lo, o.hi = corners[0], corners[0]
	var sum planPoint
	for i, c := range o.corners[:count] {
		o.lo = planPoint{min(o.lo.x, c.x), min(o.lo.y, c.y)}
		o.hi = planPoint{max(o.hi.x, c.x), max(o.hi.y, c.y)}
		sum = planPoint{sum.x + c.x, sum.y + c.y}
		edge := o.corners[(i+1)%count].sub(c)
		if length := edge.length(); length > 0 {
			o.normals[i] = planPoint{edge.y / length, -edge.x / length}
		}
	}
	o.center = planPoint{sum.x / float64(count), sum.y / float64(count)}
	return o
}

// moved returns the outline moved by whole units.
func (o *outline) moved(x, y int) outline {
	m, d := *o, planPoint{float64(x), float64(y)}
	for i := range m.count {
		m.corners[i] = planPoint{o.corners[i].x + d.x, o.corners[i].y + d.y}
	}
	m.center = planPoint{o.center.x + d.x, o.center.y + d.y}
	m.lo = planPoint{o.lo.x + d.x, o.lo.y + d.y}
	m.hi = planPoint{o.hi.x + d.x, o.hi.y + d.y}
	return m
}

// area is in square units.
func (o *outline) area() float64 {
	if o.count == 0 {
		return math.Pi * float64(o.radius*o.radius)
	}
	var twice float64
	for i := range o.count {
		// Seen from the first corner, so that whole coordinates lose no bits.
		twice += o.corners[i].sub(o.corners[0]).cross(o.corners[(i+1)%o.count].sub(o.corners[0]))
	}
	return math.Abs(twice) / 2
}

// within tells whether the outline lies in the square from lo to hi, its border included.
func (o *outline) within(lo, hi float64) bool {
	return o.lo.x >= lo && o.lo.y >= lo && o.hi.x <= hi && o.hi.y <= hi
}

// project returns the interval that the outline covers along a unit direction.
func (o *outline) project(axis planPoint) (lo, hi float64) {
	if o.count == 0 {
		at := o.center.dot(axis)
		return at - o.radius, at + o.radius
	}
	lo = o.corners[0].dot(axis)
	hi = lo
	for _, c := range o.corners[1:o.count] {
		at := c.dot(axis)
		lo, hi = min(lo, at), max(hi, at)
	}
	return lo, hi
}

// collide tells whether two outlines are closer than a margin by the theorem of the separating axis (Gottschalk, Lin and
// Manocha 1996, "OBBTree", section 5) with the edges' normals as axes; for a circle and a polygon also the direction from the
// nearest corner to the circle's center. Corners that face each other count as nearer than they are: no axis goes from one to
// the other.
func collide(a, b *outline, margin float64) bool {
	if a.count == 0 && b.count == 0 {
		return a.center.sub(b.center).length() < a.radius+b.radius+margin
	}
	if apartAlongEdges(a, b, a, margin) || apartAlongEdges(a, b, b, margin) {
		return false
	}
	if a.count == 0 {
		return !apartAlong(a, b, cornerAxis(b, a.center), margin)
	}
	if b.count == 0 {
		return !apartAlong(a, b, cornerAxis(a, b.center), margin)
	}
	return true
}

// apartAlongEdges tells whether a and b are a margin apart along the normal of some edge of one of them.
func apartAlongEdges(a, b, edges *outline, margin float64) bool {
	for _, n := range edges.normals[:edges.count] {
		if apartAlong(a, b, n, margin) {
			return true
		}
	}
	return false
}

// apartAlong tells whether a and b are at least a margin apart along a unit direction. Nothing is apart along none.
func apartAlong(a, b *outline, axis planPoint, margin float64) bool {
	lo1, hi1 := a.project(axis)
	lo2, hi2 := b.project(axis)
	return hi1 <= lo2-margin || hi2 <= lo1-margin
}

// cornerAxis is the unit direction from the corner of a polygon that is nearest to a point to that point, zero at a corner.
func cornerAxis(polygon *outline, p planPoint) planPoint {
	nearest := p.sub(polygon.corners[0])
	for _, c := range polygon.corners[1:polygon.count] {
		if d := p.sub(c); d.dot(d) < nearest.dot(nearest) {
			nearest = d
		}
	}
	length := nearest.length()
	if length == 0 {
		return planPoint{}
	}
	return planPoint{nearest.x / length, nearest.y / length}
}

// covers tells whether an object lies on a plane: a polygon strictly inside along the normals of both, a circle strictly inside
// of the lines through all edges; a round plane covers what touches its border from inside, too.
func covers(plane, object *outline) bool {
	switch {
	case plane.count == 0 && object.count == 0:
		return plane.center.sub(object.center).length() <= plane.radius-object.radius
	case plane.count == 0:
		for _, c := range object.corners[:object.count] {
			if plane.center.sub(c).length() > plane.radius {
				return false
			}
		}
		return true
	case object.count == 0:
		// A corner is never nearer than the lines through it.
		for i := range plane.count {
			if lineDistance(object.center, plane.corners[i], plane.corners[(i+1)%plane.count]) <= object.radius {
				return false
			}
		}
		return plane.contains(object.center)
	}
	return containsAlongEdges(plane, object, plane) && containsAlongEdges(plane, object, object)
}

// containsAlongEdges tells whether a plane reaches beyond an object on both sides along the normals of one of them.
func containsAlongEdges(plane, object, edges *outline) bool {
	for _, n := range edges.normals[:edges.count] {
		lo1, hi1 := plane.project(n)
		lo2, hi2 := object.project(n)
		if lo1 >= lo2 || hi2 >= hi1 {
			return false
		}
	}
	return true
}

// contains tells whether a point is inside of a polygon, with the published rule for its border: corners are inside, and so is a point
// for which an edge that is not level gives its x to the last bit. Of a level edge the ends are inside, and what lies between them
// where the polygon is below it. A ray to the right crosses the border an odd number of times from inside (Shimrat 1962,
// "Algorithm 112: Position of Point Relative to Polygon"); an edge has its upper end and lacks its lower one, so that a level one
// is never crossed.
func (o *outline) contains(p planPoint) bool {
	inside := false
	for i := range o.count {
		a, b := o.corners[i], o.corners[(i+1)%o.count]
		if p == a {
			return true
		}
		if p.y <= min(a.y, b.y) || p.y > max(a.y, b.y) {
			continue
		}
		// The order of these operations decides about the last bit.
		x := a.x + float64((p.y-a.y)*(b.x-a.x))/(b.y-a.y)
		if x == p.x {
			return true
		}
		if x > p.x {
			inside = !inside
		}
	}
	return inside
}

// holds tells whether a point lies in the outline; that of a circle belongs to it, and see contains for that of a polygon.
func (o *outline) holds(p planPoint) bool {
	if o.count == 0 {
		return o.center.sub(p).length() <= o.radius
	}
	return o.contains(p)
}

// lineDistance is how far a point is from the line through a and b; where these are one point, from that.
func lineDistance(p, a, b planPoint) float64 {
	if a == b {
		return p.sub(a).length()
	}
	along := b.sub(a)
	return math.Abs(along.cross(p.sub(a))) / along.length()
}

// The shares of halves that two objects may overlap along an axis; more of it makes "left of" or "behind" hard to see.
const (
	overlapShareX = 0.25
	overlapShareY = 0.35
)

// outlineSpan is what an outline covers of one axis.
type outlineSpan struct {
	lo, hi float64
	below  float64 // how much of it from the lower end may overlap another: a share of the half below its center
	above  float64
}

func (o *outline) spanX(share float64) outlineSpan {
	return outlineSpan{o.lo.x, o.hi.x, float64(share * (o.center.x - o.lo.x)), float64(share * (o.hi.x - o.center.x))}
}

func (o *outline) spanY(share float64) outlineSpan {
	return outlineSpan{o.lo.y, o.hi.y, float64(share * (o.center.y - o.lo.y)), float64(share * (o.hi.y - o.center.y))}
}

// moved returns the span moved by whole units.
func (a outlineSpan) moved(by int) outlineSpan {
	return outlineSpan{a.lo + float64(by), a.hi + float64(by), a.below, a.above}
}

// clear tells whether two spans overlap by less than the same share of both halves that face each other. Halves are positive,
// so that spans which do not overlap are clear, and clear ones lie on either side of each other's centers.
func (a outlineSpan) clear(b outlineSpan) bool {
	low, high := b.hi-a.lo, a.hi-b.lo
	return low < a.below && low < b.above || high < a.above && high < b.below
}
