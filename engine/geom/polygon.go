package geom

import "math"

// Vec2 is a point in a plane that the holder names.
type Vec2 struct{ X, Y float64 }

func (a Vec2) sub(b Vec2) Vec2      { return Vec2{a.X - b.X, a.Y - b.Y} }
func (a Vec2) dot(b Vec2) float64   { return float64(a.X*b.X) + float64(a.Y*b.Y) }
func (a Vec2) cross(b Vec2) float64 { return float64(a.X*b.Y) - float64(a.Y*b.X) }

// Flatten projects a polygon into its plane through the first corner, which becomes the origin. The polygon runs counter-clockwise seen
// from the tip of normal, which is Newell's and twice as long as the area. flat is nil for a polygon without area.
func Flatten(corners []Vec3) (flat []Vec2, normal Vec3) {
	if len(corners) == 0 {
		return nil, Vec3{}
	}
	o := corners[0]
	for i, p := range corners {
		normal = normal.Add(p.Sub(o).Cross(corners[(i+1)%len(corners)].Sub(o)))
	}
	if normal == (Vec3{}) {
		return nil, normal
	}
	u, v := Basis(normal.Unit())
	flat = make([]Vec2, len(corners))
	for i, p := range corners {
		d := p.Sub(o)
		flat[i] = Vec2{d.Dot(u), d.Dot(v)}
	}
	return flat, normal
}

// Triangulate clips ears (Meisters 1975, "Polygons Have Ears") off a counter-clockwise simple polygon, always the one with the shortest
// diagonal, and returns len(o)-2 triangles of indices, counter-clockwise, too. Of a polygon that crosses itself some are clockwise. It takes
// time that grows with the square of len(o).
func Triangulate(o []Vec2) [][3]int {
	if len(o) < 3 {
		return nil
	}
	c := clipper{o: o, corners: make([]corner, len(o)), convex: true}
	for i := range o {
		c.corners[i].prev, c.corners[i].next = (i+len(o)-1)%len(o), (i+1)%len(o)
	}
	for i := range o {
		c.measure(i)
		c.convex = c.convex && !(c.corners[i].turn < 0)
	}
	out := make([][3]int, 0, len(o)-2)
	first := 0
	for left := len(o); left > 3; left-- {
		best, shortest := -1, math.Inf(1)
		for i, k := first, 0; k < left; i, k = c.corners[i].next, k+1 {
			// The margin keeps rounding from choosing between equal diagonals.
			if a := &c.corners[i]; a.diagonal2 >= shortest*(1-1e-9) || a.turn <= 0 || c.blocked(i) {
				continue
			}
			best, shortest = i, c.corners[i].diagonal2
		}
		if best < 0 {
			// Only straight runs are left (or rounding made them so): any corner will do.
			best = first
		}
		a := &c.corners[best]
		out = append(out, [3]int{a.prev, best, a.next})
		a.gone = true
		c.corners[a.prev].next, c.corners[a.next].prev = a.next, a.prev
		c.measure(a.prev)
		c.measure(a.next)
		if best == first {
			first = a.next
		}
	}
	second := c.corners[first].next
	return append(out, [3]int{first, second, c.corners[second].next})
}

// clipper is a polygon of which some corners are clipped.
type clipper struct {
	o       []Vec2
	corners []corner
	convex  bool // at the beginning, and so ever after
}

type corner struct {
	gone       bool
	prev, next int
	diagonal2  float64 // squared length of the line between the neighbors
	turn       float64 // positive where the polygon turns left
	free       int     // no corner before this one lies in the triangle with the neighbors
}

// measure is called for a corner that has new neighbors.
func (c *clipper) measure(i int) {
	k := &c.corners[i]
	a, b, d := c.o[k.prev], c.o[i], c.o[k.next]
	k.diagonal2, k.turn, k.free = d.sub(a).dot(d.sub(a)), b.sub(a).cross(d.sub(b)), 0
}

// blocked reports whether a remaining corner lies in the triangle of corner i and its neighbors. It goes on where it stopped the last time:
// as corners only vanish, what did not block before does not now.
func (c *clipper) blocked(i int) bool {
	if c.convex {
		return false
	}
	at := &c.corners[i]
	a, b, d := c.o[at.prev], c.o[i], c.o[at.next]
	for ; at.free < len(c.o); at.free++ {
		k := at.free
		p := c.o[k]
		// A corner at the same place is the other side of a bridge to a hole.
		if c.corners[k].gone || k == at.prev || k == i || k == at.next || p == a || p == b || p == d {
			continue
		}
		if b.sub(a).cross(p.sub(a)) >= 0 && d.sub(b).cross(p.sub(b)) >= 0 && a.sub(d).cross(p.sub(d)) >= 0 {
			return true
		}
	}
	return false
}
