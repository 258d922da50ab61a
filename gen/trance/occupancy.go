package trance

// occupancy marks the points of the plane that objects block.
type occupancy struct{ blocked [planeSide][planeSide]bool }

const planeSide = 2*planeHalf + 1

// block takes the places around an object: a disc one larger than its circle.
func (occ *occupancy) block(o *Object) {
	for _, d := range discs[o.radius()+minGap] {
		if p := o.Position.add(d); p.Valid() {
			occ.blocked[p.X+planeHalf][p.Y+planeHalf] = true
		}
	}
}

// fits tells whether an object of a radius can be at a point. Discs of lattice points are compared, as in the published
// generator: that refuses some places at exactly the smallest gap, and lets some pairs in that the rule of overlapping calls
// too close.
func (occ *occupancy) fits(at Point, radius int) bool {
	for _, d := range discs[radius] {
		if p := at.add(d); p.Valid() && occ.blocked[p.X+planeHalf][p.Y+planeHalf] {
			return false
		}
	}
	return true
}

// areas are the points of the visible area (true) and of the rest of the plane, by x and then y.
var areas = func() map[bool][]Point {
	out := map[bool][]Point{}
	for x := -planeHalf; x <= planeHalf; x++ {
		for y := -planeHalf; y <= planeHalf; y++ {
			at := Point{x, y}
			out[at.Visible()] = append(out[at.Visible()], at)
		}
	}
	return out
}()

// discs are the lattice points within a radius of the origin, by radius.
var discs = func() (out [8][]Point) {
	for r := range out {
		for x := -r; x <= r; x++ {
			for y := -r; y <= r; y++ {
				if x*x+y*y <= r*r {
					out[r] = append(out[r], Point{x, y})
				}
			}
		}
	}
	return out
}()
