package ptr

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

const quarterTurn = math.Pi / 2

// flip is an upside-down turn of a stacked object.
type flip int

const (
	flipNone flip = iota
	flipX         // about the x axis
	flipXY        // about the diagonal (1, 1, 0)
	flipYX        // about the diagonal (1, -1, 0)
)

// tilt is how a model is turned before it is turned about the vertical.
type tilt struct {
	m          geom.Mat3
	flip       flip
	upsideDown bool    // and not flipped, so that a chair or bed is made to rest on its back and its front
	front      float64 // of what is upside down: +1 if it faces +y, -1 if -y
}

// axes returns the rotation that takes the unit vectors to x, y and z. Its entries are exact.
func axes(x, y, z geom.Vec3) geom.Mat3 { return geom.Mat3{X: x, Y: y, Z: z} }

var (
	upright    = tilt{m: geom.Identity3}
	overX      = tilt{m: axes(geom.V(1, 0, 0), geom.V(0, -1, 0), geom.V(0, 0, -1)), upsideDown: true, front: 1}
	overY      = tilt{m: axes(geom.V(-1, 0, 0), geom.V(0, 1, 0), geom.V(0, 0, -1)), upsideDown: true, front: -1}
	onBack     = tilt{m: axes(geom.V(1, 0, 0), geom.V(0, 0, -1), geom.V(0, 1, 0))}
	onFront    = tilt{m: axes(geom.V(1, 0, 0), geom.V(0, 0, 1), geom.V(0, -1, 0))}
	onRight    = tilt{m: axes(geom.V(0, 0, -1), geom.V(0, 1, 0), geom.V(1, 0, 0))}
	onLeft     = tilt{m: axes(geom.V(0, 0, 1), geom.V(0, 1, 0), geom.V(-1, 0, 0))}
	chairTilts = []tilt{overX, overX, overY, onRight, onLeft, onFront, onFront, onBack, upright}
	otherTilts = []tilt{overY, upright}
	flips      = []tilt{
		{m: overX.m, flip: flipX},
		{m: axes(geom.V(0, 1, 0), geom.V(1, 0, 0), geom.V(0, 0, -1)), flip: flipXY},
		{m: axes(geom.V(0, -1, 0), geom.V(-1, 0, 0), geom.V(0, 0, -1)), flip: flipYX},
	}
)

// flipped is the share of stacked objects that are turned upside down, where the category allows it.
const flipped = 0.7

// drawTilt takes four draws, whatever comes of them.
func drawTilt(category string, keepUpright bool, mode Mode, s *rng.Stream) tilt {
	chair, thing, over, how := rng.Choose(s, chairTilts), rng.Choose(s, otherTilts), s.Bool(flipped), rng.Choose(s, flips)
	switch {
	case mode == ModeSupport && over && category != "Cart" && category != "Refrigerator":
		return how
	case keepUpright:
		return upright
	case category == "Chair":
		return chair
	}
	return thing
}

// restingTurn returns the turn about the x axis after which an upside-down chair or bed rests on the top of its back and
// on what is in front of it, which is the edge of its seat where no arm reaches further.
//
// Seen along x, the two are the ends of the edge of the convex hull that leads from the back to other parts, along the
// lower side of the hull. Without such an edge nothing is turned.
func (t *trial) restingTurn(over tilt) geom.Mat3 {
	type point struct {
		y, z float64 // y towards the front
		back bool
	}
	var points []point
	for i, m := range t.meshes {
		raw := t.placed.raw[i]
		back := raw == "chair_back" || raw == "chair_head" || raw == "headboard"
		for _, p := range m.Positions {
			q := over.m.MulVec(p)
			points = append(points, point{float64(over.front * q.Y), q.Z, back})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.z, b.z)) })

	// Andrew 1979, "Another Efficient Algorithm for Convex Hulls in Two Dimensions": the lower half.
	var hull []point
	for _, p := range points {
		for n := len(hull); n >= 2; n = len(hull) {
			a, b := hull[n-2], hull[n-1]
			if float64((b.y-a.y)*(p.z-b.z))-float64((b.z-a.z)*(p.y-b.y)) > 0 {
				break
			}
			hull = hull[:n-1]
		}
		hull = append(hull, p)
	}
	for i := 1; i < len(hull); i++ {
		if a, b := hull[i-1], hull[i]; a.back && !b.back {
			return geom.RotX(-over.front * geom.Atan2(b.z-a.z, b.y-a.y))
		}
	}
	return geom.Identity3
}

// extent is the box around the parts with wanted raw labels, turned but not moved. It is empty if there are none.
func (t *trial) extent(want func(raw string) bool) geom.AABB {
	box := geom.EmptyAABB()
	for i, m := range t.meshes {
		if !want(t.placed.raw[i]) {
			continue
		}
		for _, p := range m.Positions {
			box = box.Grow(t.worldFromObject.Dir(p))
		}
	}
	return box
}
