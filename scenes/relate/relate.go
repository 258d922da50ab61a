// Package relate derives spatial relations between things from their positions and from named directions.
//
// Positions and directions are in the world frame, meters. A relation is asked along one direction at a time: thing j is
// in the relation to thing i when j lies more than a margin further along the direction than i does.
package relate

import "mereo/engine/geom"

// Along returns for every i the ascending indices j != i with (p[j] - p[i]) . dir > margin, the comparison being strict.
// len(result) == len(p); an empty list is not nil, so that it is written as [] in JSON.
func Along(p []geom.Vec3, dir geom.Vec3, margin float64) [][]int {
	lists := make([][]int, len(p))
	for i := range p {
		list := []int{}
		for j := range p {
			if j != i && p[j].Sub(p[i]).Dot(dir) > margin {
				list = append(list, j)
			}
		}
		lists[i] = list
	}
	return lists
}

// Ground holds the six unit directions of a camera, seen from above: what "left" and "behind" mean in its picture.
type Ground struct{ Left, Right, Front, Behind, Above, Below geom.Vec3 }

// GroundDirections lays the view axis and the left axis of a camera flat on the ground. A camera that looks straight
// down or up has no behind: its Behind and Front are the zero vector.
func GroundDirections(worldFromCamera geom.Transform) Ground {
	m := worldFromCamera.M
	behind := geom.V(-m.Z.X, -m.Z.Y, 0).Unit()
	left := geom.V(-m.X.X, -m.X.Y, 0).Unit()
	return FromAxes(behind, left)
}

// FromAxes completes two directions by their opposites and the vertical. No component of the result is a negative
// zero.
func FromAxes(behind, left geom.Vec3) Ground {
	g := Ground{
		Left: left, Right: left.Neg(), Front: behind.Neg(), Behind: behind,
		Above: geom.V(0, 0, 1), Below: geom.V(0, 0, -1),
	}
	for _, v := range []*geom.Vec3{&g.Left, &g.Right, &g.Front, &g.Behind} {
		*v = geom.V(plus(v.X), plus(v.Y), plus(v.Z))
	}
	return g
}

// plus turns -0 into 0, which would be written as "-0".
func plus(x float64) float64 {
	if x == 0 {
		return 0
	}
	return x
}

// Doubt says where readers of a picture may judge a relation otherwise than labels do. A thing is surely in a relation when it lies
// more than Sure along its direction, and for left and right also more than SurePixels of columns. It may be in it when it lies more
// than Possible along it, or more than PossiblePixels: on the ground and in the picture left and right can differ, because columns
// run together in the distance. Slope is how far Sure grows, and Possible falls, with each unit that the two are apart across the
// direction: the farther things stand side by side, the worse their distances are compared.
type Doubt struct{ Sure, Possible, SurePixels, PossiblePixels, Slope float64 }

// Side is which way the columns of a picture count for a relation: 1 for "right", -1 for "left", 0 for others, which they do not show.
func Side(relation string) float64 { return map[string]float64{"left": -1, "right": 1}[relation] }

// Along returns for every i the ascending indices j != i that surely lie along dir from i, and those that may. columns are those of the
// picture, side is that of the relation.
func (d Doubt) Along(p []geom.Vec3, dir geom.Vec3, columns []float64, side float64) (sure, possible [][]int) {
	sure, possible = make([][]int, len(p)), make([][]int, len(p))
	for i := range p {
		for j := range p {
			if j == i {
				continue
			}
			apart := p[j].Sub(p[i])
			far := apart.Dot(dir)
			across := apart.Sub(dir.Scale(far))
			across.Z = 0
			blur := float64(d.Slope * across.Len())
			isSure, may := far > d.Sure+blur, far > d.Possible-blur
			if side != 0 {
				pixels := (columns[j] - columns[i]) * side
				isSure, may = isSure && pixels > d.SurePixels, may || pixels > d.PossiblePixels
			}
			if isSure {
				sure[i] = append(sure[i], j)
			}
			if may {
				possible[i] = append(possible[i], j)
			}
		}
	}
	return sure, possible
}
