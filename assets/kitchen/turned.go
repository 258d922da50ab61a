package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// pairs are the points of a profile: radius, height, radius, height and so on.
func pairs(numbers ...float64) []solid.P2 {
	out := make([]solid.P2, len(numbers)/2)
	for i := range out {
		out[i] = solid.P2{X: numbers[2*i], Y: numbers[2*i+1]}
	}
	return out
}

// lathed is a solid turned about +Z that collides as its hull; the numbers are those of pairs.
func lathed(sides int, profile ...float64) piece {
	return convex(solid.Lathe(pairs(profile...), sides))
}

// through is a smooth profile through points (diameter, height), with n pieces between each two.
func through(n int, points [][2]float64) []solid.P2 {
	profile := make([]solid.P2, len(points))
	for i, p := range points {
		profile[i] = solid.P2{X: p[0] / 2, Y: p[1]}
	}
	return solid.Spline(profile, n)
}

// turned is the vessel whose outside is a profile from the middle of the foot up to the rim. Its wall is as thick as wall, and it
// bends into the flat floor of its hollow at the height corner above that.
func turned(outside []solid.P2, wall, floor, corner float64, sides int) piece {
	return rimmed(outside, hollowOf(outside, wall, floor, corner), sides)
}

// rimmed is a vessel whose outside, from the foot up, and inside, from the top down, are joined by a round rim.
func rimmed(outside, inside []solid.P2, sides int) piece {
	const n = 6
	a, b := outside[len(outside)-1], inside[0]
	mid := solid.P2{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
	half := solid.P2{X: (b.X - a.X) / 2, Y: (b.Y - a.Y) / 2}
	var arc []solid.P2
	for i := 1; i < n; i++ {
		s, c := geom.SinCos(math.Pi * float64(i) / n)
		arc = append(arc, solid.P2{
			X: mid.X - float64(half.X*c) + float64(half.Y*s),
			Y: mid.Y - float64(half.Y*c) - float64(half.X*s),
		})
	}
	up := append(append([]solid.P2{}, outside...), arc[:n/2]...)
	return vessel(up, append(arc[n/2:], inside...), sides)
}

// hollowOf is the profile from the rim down along outside, at a distance of wall from it, to the middle of a flat floor, into
// which it bends at the height corner above that.
func hollowOf(outside []solid.P2, wall, floor, corner float64) []solid.P2 {
	var in []solid.P2
	last := len(outside) - 1
	for i := last; i >= 0; i-- {
		low, high := outside[max(i-1, 0)], outside[min(i+1, last)]
		dx, dy := high.X-low.X, high.Y-low.Y
		k := wall / math.Sqrt(float64(dx*dx)+float64(dy*dy))
		p := solid.P2{X: max(outside[i].X-float64(k*dy), 0), Y: outside[i].Y + float64(k*dx)}
		if p.Y <= floor+corner {
			break
		}
		in = append(in, p)
	}
	return floored(in, floor)
}

// floored continues an inside from its last point by a bend to the middle of a flat floor. Both tangents of the bend are as long.
func floored(inside []solid.P2, floor float64) []solid.P2 {
	a, p := inside[len(inside)-2], inside[len(inside)-1]
	slope := (a.X - p.X) / (a.Y - p.Y)
	dx, dy := float64(slope*(p.Y-floor)), p.Y-floor
	foot := solid.P2{X: max(p.X-dx, 0), Y: floor}
	end := solid.P2{X: max(foot.X-math.Sqrt(float64(dx*dx)+float64(dy*dy)), 0.1*p.X), Y: floor}
	const n = 5
	for i := 1; i <= n; i++ {
		t := float64(i) / n
		u, v, w := float64((1-t)*(1-t)), float64(2*t*(1-t)), float64(t*t)
		inside = append(inside, solid.P2{
			X: float64(u*p.X) + float64(v*foot.X) + float64(w*end.X),
			Y: float64(u*p.Y) + float64(v*foot.Y) + float64(w*end.Y),
		})
	}
	return append(inside, solid.P2{X: 0, Y: floor})
}

// squared is the map of circles about +Z to squares around them whose corners have the share round(z) of their radius. Its
// argument has a side count that is 4 times an odd number, so that the middles of the square's sides lie between two points.
func squared(round func(z float64) float64) func(geom.Vec3) geom.Vec3 {
	return func(p geom.Vec3) geom.Vec3 {
		r := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
		k := round(p.Z)
		corner := geom.V(math.Copysign(float64(r*(1-k)*math.Sqrt2), p.X), 0, 0)
		if math.Abs(p.Y) > math.Abs(p.X) {
			corner = geom.V(0, math.Copysign(float64(r*(1-k)*math.Sqrt2), p.Y), 0)
		}
		x, y := corner.X+float64(k*p.X), corner.Y+float64(k*p.Y)
		return geom.V((x-y)/math.Sqrt2, (x+y)/math.Sqrt2, p.Z)
	}
}

// hoop is a ring about +Z with a section of (radius, height).
func hoop(section []solid.P2, sides int) piece {
	rings := make([][]geom.Vec3, sides)
	for i := range rings {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(sides))
		rings[i] = solid.Outline(section).In(geom.Vec3{}, geom.V(cos, sin, 0), geom.V(0, 0, 1))
	}
	m := solid.LoftLoop(rings...)
	return piece{solids: []*mesh.Mesh{m}, colliders: solid.Sectors(m, 8)}
}
