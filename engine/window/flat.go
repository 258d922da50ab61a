package window

import (
	"math"

	"mereo/engine/geom"
)

// contains tells whether a polygon holds a point, by the edges that a ray to the right crosses.
func contains(outline [][2]float64, x, y float64) bool {
	in := false
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		if (a[1] > y) != (b[1] > y) && x < a[0]+(y-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			in = !in
		}
	}
	return in
}

func area(outline [][2]float64) float64 {
	sum := 0.0
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		sum += a[0]*b[1] - b[0]*a[1]
	}
	return math.Abs(sum) / 2
}

// fromSegment is the distance of a point from a segment.
func fromSegment(x, y float64, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(1, max(0, ((x-a[0])*dx+(y-a[1])*dy)/l))
	}
	return math.Hypot(x-a[0]-t*dx, y-a[1]-t*dy)
}

// rounded has so many digits after the point, and no negative zeros, which would be written with a sign.
func rounded(p geom.Vec3, digits int) geom.Vec3 {
	by := math.Pow10(digits)
	round := func(x float64) float64 { return math.Round(by*x)/by + 0 }
	return geom.V(round(p.X), round(p.Y), round(p.Z))
}
