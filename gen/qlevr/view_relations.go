package qlevr

import "mereo/engine/geom"

// How far things must be apart to stand in a relation: more than a margin in meters along a direction of the world, or at least
// a distance in pixels along an axis of a picture of the published size; see optics.areaScale for others.
const (
	objectRelationMargin, planeRelationMargin = 0.025, 0.15
	objectPixelsApart, planePixelsApart       = 2, 4
)

// spatialRelations say where things at points of the world lie from each other: one lies in a direction if it is more than
// margin meters farther along it.
func spatialRelations(points []geom.Vec3, directions *ViewDirections, margin float64) Relations {
	vector := func(d [3]float64) geom.Vec3 { return geom.V(d[0], d[1], d[2]) }
	along := func(d geom.Vec3) [][]int {
		return relationLists(len(points), func(i, j int) bool { return points[j].Sub(points[i]).Dot(d) > margin })
	}
	return Relations{
		Behind: along(vector(directions.Behind)),
		Front:  along(vector(directions.Front)),
		Left:   along(vector(directions.Left)),
		Right:  along(vector(directions.Right)),
	}
}

// pixelRelations say where things lie from each other in the picture: front is below, and apart the least distance, pixels.
func pixelRelations(centers []PixelDepth, apart float64) Relations {
	along := func(axis int, sign float64) [][]int {
		return relationLists(len(centers), func(i, j int) bool {
			return float64(sign*(centers[j][axis]-centers[i][axis])) >= apart
		})
	}
	return Relations{Behind: along(1, -1), Front: along(1, 1), Left: along(0, -1), Right: along(0, 1)}
}

// relationLists lists for each of n things i, ascending, those j that stand in an antisymmetric relation to it.
func relationLists(n int, related func(i, j int) bool) [][]int {
	lists := make([][]int, n)
	all := make([]int, 0, n*(n-1)/2) // of two things at most one stands in the relation to the other
	for i := range lists {
		first := len(all)
		for j := range n {
			if j != i && related(i, j) {
				all = append(all, j)
			}
		}
		lists[i] = all[first:len(all):len(all)]
	}
	return lists
}
