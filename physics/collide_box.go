package physics

import (
	"math"

	"mereo/engine/geom"
)

// boxBox tests two boxes along the fifteen axes that can separate them: the three of each, and the nine products of one
// of each. Gottschalk, Lin and Manocha 1996, "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
// section 5.
func (sp *shapePair) boxBox() {
	if sp.reuseCache() {
		return
	}
	a := [3]float64{sp.first.half.X, sp.first.half.Y, sp.first.half.Z}
	b := [3]float64{sp.second.half.X, sp.second.half.Y, sp.second.half.Z}
	m, t := &sp.firstFromSecond.M, [3]float64{sp.firstFromSecond.T.X, sp.firstFromSecond.T.Y, sp.firstFromSecond.T.Z}
	// r[i][j] is the cosine between axis i of first and axis j of second, c its size.
	r := [3][3]float64{{m.X.X, m.Y.X, m.Z.X}, {m.X.Y, m.Y.Y, m.Z.Y}, {m.X.Z, m.Y.Z, m.Z.Z}}
	var c [3][3]float64
	for i := range 3 {
		for j := range 3 {
			c[i][j] = math.Abs(r[i][j])
		}
	}
	x := axes{sepA: math.Inf(-1), sepB: math.Inf(-1), sepE: math.Inf(-1)}

	// Faces of first.
	for i := range 3 {
		s := math.Abs(t[i]) - a[i] - (float64(c[i][0]*b[0]) + float64(c[i][1]*b[1]) + float64(c[i][2]*b[2]))
		if s > x.sepA {
			x.sepA, x.faceA = s, 2*i+positive(t[i])
		}
	}
	if x.sepA > sp.margin {
		sp.resolve(&x)
		return
	}

	// Faces of second.
	for j := range 3 {
		d := float64(t[0]*r[0][j]) + float64(t[1]*r[1][j]) + float64(t[2]*r[2][j])
		s := math.Abs(d) - b[j] - (float64(c[0][j]*a[0]) + float64(c[1][j]*a[1]) + float64(c[2][j]*a[2]))
		if s > x.sepB {
			x.sepB, x.faceB = s, 2*j+1-positive(d)
		}
	}
	if x.sepB > sp.margin {
		sp.resolve(&x)
		return
	}

	// Pairs of edges. The product of axis i of first and axis j of second, in the frame of first, has components 0 in i,
	// -r[i2][j] in i1 and r[i1][j] in i2.
	best := max(x.sepA, x.sepB)
	var axisA, axisB int
	var sign float64
	for i := range 3 {
		i1, i2 := following[i], following[following[i]]
		for j := range 3 {
			j1, j2 := following[j], following[following[j]]
			d := float64(t[i2]*r[i1][j]) - float64(t[i1]*r[i2][j])
			s := math.Abs(d) - (float64(a[i1]*c[i2][j]) + float64(a[i2]*c[i1][j])) -
				(float64(b[j1]*c[i][j2]) + float64(b[j2]*c[i][j1]))
			// The length of the product is at most 1, so that it makes a negative s only smaller.
			if s < 0 && s <= best {
				continue
			}
			l2 := float64(r[i1][j]*r[i1][j]) + float64(r[i2][j]*r[i2][j])
			if l2 < parallel2 || !better(s, l2, best) {
				continue
			}
			best = s / math.Sqrt(l2)
			x.sepE = best
			axisA, axisB, sign = i, j, d
		}
	}
	if !math.IsInf(x.sepE, -1) {
		i1, i2 := following[axisA], following[following[axisA]]
		scale := math.Copysign(1, sign) / math.Sqrt(float64(r[i1][axisB]*r[i1][axisB])+float64(r[i2][axisB]*r[i2][axisB]))
		var n [3]float64
		n[i1], n[i2] = -scale*r[i2][axisB], scale*r[i1][axisB]
		x.normalE = geom.Vec3{X: n[0], Y: n[1], Z: n[2]}
		x.edgeA = boxEdge(axisA, x.normalE)
		x.edgeB = boxEdge(axisB, mulTransposed(m, x.normalE).Neg())
	}
	sp.resolve(&x)
}

// following is the axis after each in the order x, y, z, x.
var following = [3]int{1, 2, 0}

// positive is 1 where x > 0, else 0.
func positive(x float64) int {
	if x > 0 {
		return 1
	}
	return 0
}
