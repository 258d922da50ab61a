package export

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// bopAxis is an axis about which a model may be turned by any angle, in the words of models_info.json.
type bopAxis struct {
	Axis   [3]float64 `json:"axis"`
	Offset [3]float64 `json:"offset"` // of a point on the axis
}

const (
	// surfaceTolerance is how far from the surface, as a share of the diameter, a turned vertex may be. A solid of revolution with 16
	// sides or more is round by it: its sides lie within 1 - cos(pi/16), 2 %, of the radius.
	surfaceTolerance = 0.01
	// mostFolds is the largest number of equal sectors that is looked for. Prisms with more sides are rare, and nearly round.
	mostFolds = 12
	// mostTurns is how many turns a model may have: those of a cube are 24, of a prism with mostFolds sides as many.
	mostTurns = 24
)

// roundAngles are turns that leave only what is round as it is: no multiple of them up to mostFolds is near a whole turn. Radians.
var roundAngles = [...]float64{0.41, 1.07, 2.71}

// symmetries finds the turns of a model about axes of its frame, through its origin, that take its surface to itself. Points are its
// vertices. Turns about round axes are left out of discrete, and of those that differ by such a turn all but one.
func symmetries(points []geom.Vec3, triangles [][3]uint32, diameter float64) (discrete [][16]float64, round []bopAxis) {
	near := newSurface(points, triangles, surfaceTolerance*diameter)
	fits := func(turn geom.Mat3) bool {
		for _, p := range points {
			if !near.has(turn.MulVec(p)) {
				return false
			}
		}
		return true
	}
	axes := [...]geom.Vec3{geom.V(1, 0, 0), geom.V(0, 1, 0), geom.V(0, 0, 1)}
	var turns []geom.Mat3 // that make all others
	var roundAbout []geom.Vec3
	for _, axis := range axes {
		isRound := true
		for _, angle := range roundAngles {
			isRound = isRound && fits(geom.AxisAngle(axis, angle))
		}
		if isRound {
			roundAbout = append(roundAbout, axis)
			round = append(round, bopAxis{Axis: [3]float64{axis.X, axis.Y, axis.Z}})
			continue
		}
		for n := mostFolds; n >= 2; n-- {
			if turn := sector(axis, n); fits(turn) {
				turns = append(turns, turn)
				break
			}
		}
	}
	if len(roundAbout) > 1 {
		return nil, round // a ball: all turns are made of those about round axes
	}
	for _, turn := range group(turns)[1:] {
		if len(roundAbout) == 1 {
			// Only turns that swap the ends of the axis are new, and any one of them makes the others.
			if turn.MulVec(roundAbout[0]).Dot(roundAbout[0]) > 0 || len(discrete) > 0 {
				continue
			}
		}
		discrete = append(discrete, [16]float64{
			turn.X.X, turn.Y.X, turn.Z.X, 0, turn.X.Y, turn.Y.Y, turn.Z.Y, 0, turn.X.Z, turn.Y.Z, turn.Z.Z, 0, 0, 0, 0, 1,
		})
	}
	return discrete, round
}

// sector is a turn by one of n sectors. Quarter turns are exact.
func sector(axis geom.Vec3, n int) geom.Mat3 {
	m := geom.AxisAngle(axis, 2*math.Pi/float64(n))
	for _, v := range []*geom.Vec3{&m.X, &m.Y, &m.Z} {
		for _, x := range []*float64{&v.X, &v.Y, &v.Z} {
			if whole := math.Round(*x); math.Abs(*x-whole) < 1e-12 {
				*x = whole + 0 // no -0
			}
		}
	}
	return m
}

// group are all products of turns, the one that turns nothing first.
func group(turns []geom.Mat3) []geom.Mat3 {
	out := []geom.Mat3{{X: geom.V(1, 0, 0), Y: geom.V(0, 1, 0), Z: geom.V(0, 0, 1)}}
	same := func(a, b geom.Mat3) bool {
		return max(a.X.Sub(b.X).Len(), a.Y.Sub(b.Y).Len(), a.Z.Sub(b.Z).Len()) < 1e-6
	}
	for i := 0; i < len(out); i++ {
	next:
		for _, turn := range turns {
			m := turn.Mul(out[i])
			for _, old := range out {
				if same(old, m) {
					continue next
				}
			}
			if len(out) == mostTurns {
				return out[:1] // no finite group has so many: the axes are round within the tolerance of each other
			}
			out = append(out, m)
		}
	}
	return out
}

// surface finds whether points are near triangles. Cells of a grid have the triangles that are near them.
type surface struct {
	points    []geom.Vec3
	triangles [][3]uint32
	within    float64
	low       geom.Vec3
	size      float64 // of a cell
	count     [3]int
	cells     [][]int32
}

// cellsAcross is how many cells the grid has along the longest side.
const cellsAcross = 24

func newSurface(points []geom.Vec3, triangles [][3]uint32, within float64) *surface {
	box := geom.Bounds(points)
	margin := geom.V(within, within, within)
	s := &surface{points: points, triangles: triangles, within: within, low: box.Min.Sub(margin)}
	extent := box.Size().Add(margin.Scale(2))
	s.size = max(max(extent.X, extent.Y, extent.Z)/cellsAcross, 2*within)
	for k, e := range [3]float64{extent.X, extent.Y, extent.Z} {
		s.count[k] = int(e/s.size) + 1
	}
	s.cells = make([][]int32, s.count[0]*s.count[1]*s.count[2])
	for i, t := range triangles {
		b := geom.Bounds([]geom.Vec3{points[t[0]], points[t[1]], points[t[2]]})
		from, _ := s.cell(b.Min.Sub(margin))
		to, _ := s.cell(b.Max.Add(margin))
		for x := from[0]; x <= to[0]; x++ {
			for y := from[1]; y <= to[1]; y++ {
				for z := from[2]; z <= to[2]; z++ {
					c := s.index([3]int{x, y, z})
					s.cells[c] = append(s.cells[c], int32(i))
				}
			}
		}
	}
	return s
}

// cell is the one with a point, or the nearest one and false.
func (s *surface) cell(p geom.Vec3) (c [3]int, inside bool) {
	inside = true
	d := p.Sub(s.low)
	for k, x := range [3]float64{d.X, d.Y, d.Z} {
		c[k] = int(math.Floor(x / s.size))
		if c[k] < 0 || c[k] >= s.count[k] {
			c[k], inside = min(max(c[k], 0), s.count[k]-1), false
		}
	}
	return c, inside
}

func (s *surface) index(c [3]int) int { return (c[0]*s.count[1]+c[1])*s.count[2] + c[2] }

// has tells whether a point is near the surface.
func (s *surface) has(p geom.Vec3) bool {
	c, inside := s.cell(p)
	if !inside {
		return false
	}
	for _, i := range s.cells[s.index(c)] {
		t := s.triangles[i]
		if p.Sub(closest(p, s.points[t[0]], s.points[t[1]], s.points[t[2]])).Len() <= s.within {
			return true
		}
	}
	return false
}

// closest is the point of a triangle that is nearest to p: Ericson 2005, "Real-Time Collision Detection", section 5.1.5. The regions
// are those of the corners a, b and c, the edges, and the inside.
func closest(p, a, b, c geom.Vec3) geom.Vec3 {
	ab, ac, ap := b.Sub(a), c.Sub(a), p.Sub(a)
	d1, d2 := ab.Dot(ap), ac.Dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.Sub(b)
	d3, d4 := ab.Dot(bp), ac.Dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	if vc := float64(d1*d4) - float64(d3*d2); vc <= 0 && d1 >= 0 && d3 <= 0 {
		return a.Add(ab.Scale(d1 / (d1 - d3)))
	}
	cp := p.Sub(c)
	d5, d6 := ab.Dot(cp), ac.Dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	vb, va := float64(d5*d2)-float64(d1*d6), float64(d3*d6)-float64(d5*d4)
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return a.Add(ac.Scale(d2 / (d2 - d6)))
	}
	if va <= 0 && d4 >= d3 && d5 >= d6 {
		return b.Add(c.Sub(b).Scale((d4 - d3) / ((d4 - d3) + (d5 - d6))))
	}
	vc := float64(d1*d4) - float64(d3*d2)
	sum := va + vb + vc
	if sum == 0 {
		return a // without area
	}
	return a.Add(ab.Scale(vb / sum)).Add(ac.Scale(vc / sum))
}

// symmetriesOf are those of a merged mesh whose vertices have been moved to points. Vertices that no triangle has do not count.
func symmetriesOf(points []geom.Vec3, whole *mesh.Mesh, diameter float64) (discrete [][16]float64, round []bopAxis) {
	used := make([]int32, len(points))
	var kept []geom.Vec3
	index := map[geom.Vec3]int32{} // corners of one place are one
	triangles := make([][3]uint32, len(whole.Triangles))
	for i, t := range whole.Triangles {
		for k, v := range t {
			if used[v] == 0 {
				at, ok := index[points[v]]
				if !ok {
					kept = append(kept, points[v])
					at = int32(len(kept))
					index[points[v]] = at
				}
				used[v] = at
			}
			triangles[i][k] = uint32(used[v] - 1)
		}
	}
	return symmetries(kept, triangles, diameter)
}
