package shopvrb

import (
	"math"

	"mereo/engine/geom"
)

// pose is where a thing stands: its origin on the table, and its turn about the vertical, counter-clockwise seen from above.
type pose struct{ x, y, rotationDeg float64 }

// Where things are put, in units of the scene.
const (
	placeHalf      = 3.5 // x and y lie in [-placeHalf, placeHalf)
	cardinalMargin = 0.2 // two things that lie in a direction from each other are at least so far apart along it
	boxBorder      = 0.25
	maxCandidates  = 50 // poses tried for a thing before all of them begin again
)

// spot is a place that was found for a thing, with its footprint.
type spot struct {
	x, y    float64
	corners [4][2]float64 // of the box
}

// spacing says how near things may be to each other.
type spacing struct {
	directions Directions
	margin     float64 // along directions
	border     float64 // added to boxes, half of it on each side
	// whole tells whether the picture shows all of the thing in a pose; nil where things may be cut off.
	whole func(at pose) bool
}

// footprint is the box of a thing of a scale in a pose, with the border.
func (s *spacing) footprint(b box, scale float64, at pose) spot {
	sin, cos := geom.SinCos(float64(at.rotationDeg * (math.Pi / 180)))
	u := (float64(scale*b.w) + s.border) / 2
	v := (float64(scale*b.h) + s.border) / 2
	out := spot{x: at.x, y: at.y}
	for k, c := range [4][2]float64{{u, v}, {-u, v}, {-u, -v}, {u, -v}} {
		out.corners[k] = [2]float64{
			at.x + (float64(cos*c[0]) - float64(sin*c[1])),
			at.y + (float64(sin*c[0]) + float64(cos*c[1])),
		}
	}
	return out
}

// fits tells whether a thing may stand at a spot beside the others.
func (s *spacing) fits(at *spot, others []spot) bool {
	for i := range others {
		if !s.clear(at, &others[i]) || overlap(at, &others[i]) {
			return false
		}
	}
	return true
}

// clear tells whether two spots are at least the margin apart along each direction, or not apart at all.
func (s *spacing) clear(a, b *spot) bool {
	dx, dy := a.x-b.x, a.y-b.y
	for _, v := range [4][3]float64{s.directions.Left, s.directions.Right, s.directions.Front, s.directions.Behind} {
		if along := float64(dx*v[0]) + float64(dy*v[1]); 0 < along && along < s.margin {
			return false
		}
	}
	return true
}

// overlap tells whether two boxes share a point: no line along an edge of either has them on different sides.
func overlap(a, b *spot) bool { return !a.separates(b) && !b.separates(a) }

// separates tells whether the shadows of both boxes on the normal of some edge of s share no point. Normals are not unit
// vectors.
func (s *spot) separates(o *spot) bool {
	for k := range s.corners {
		from, to := s.corners[k], s.corners[(k+1)%4]
		normal := [2]float64{to[1] - from[1], from[0] - to[0]}
		aMin, aMax := s.shadow(normal)
		bMin, bMax := o.shadow(normal)
		if aMax < bMin || bMax < aMin {
			return true
		}
	}
	return false
}

// shadow is the interval of the corners along a direction.
func (s *spot) shadow(along [2]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, c := range s.corners {
		x := float64(c[0]*along[0]) + float64(c[1]*along[1])
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// find tries poses until one fits, at most limit of them. It tells how many it tried.
func (s *spacing) find(b box, scale float64, others []spot, limit int, next func() pose) (at pose, found spot, tried int, ok bool) {
	for tried < limit {
		at = next()
		tried++
		found = s.footprint(b, scale, at)
		if s.fits(&found, others) && (s.whole == nil || s.whole(at)) {
			return at, found, tried, true
		}
	}
	return pose{}, spot{}, tried, false
}
