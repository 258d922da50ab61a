package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// vessel turns the wall of a hollow thing about +Z: outside runs from the foot's middle (radius 0, or the rim of a ring) up to
// the rim, inside from the rim down to the middle of the floor, both (radius, height) and each with its highest point at the
// rim. sides counts the points around. It collides as wedges of its wall and a disc for its bottom, so that its hollow is free.
func vessel(outside, inside []solid.P2, sides int) piece {
	profile := append(append([]solid.P2{}, outside...), inside...)
	p := piece{solids: []*mesh.Mesh{solid.Lathe(profile, sides)}}
	floor, top := inside[len(inside)-1].Y, inside[0].Y
	low, high := outside[0].Y, outside[0].Y
	for _, q := range outside {
		low, high = min(low, q.Y), max(high, q.Y)
	}
	p.colliders = append(p.colliders, disc(radiusAt(outside, low+float64(0.5*(floor-low))), low, floor))
	const bands, wedges = 4, 12
	for i := range bands {
		z0 := floor + float64((high-floor)*float64(i)/bands)
		z1 := min(floor+float64((high-floor)*float64(i+1)/bands), high)
		for w := range wedges {
			var hull []geom.Vec3
			for _, z := range []float64{z0, z1} {
				r := radiusAt(outside, z)
				q := max(min(radiusAt(inside, min(max(z, floor), top)), r-0.01), 0)
				for k := range 3 { // in halves, so that it rolls as what is twice as round
					sin, cos := geom.SinCos(math.Pi * float64(2*w+k) / wedges)
					hull = append(hull, geom.V(float64(r*cos), float64(r*sin), z))
					if k != 1 {
						hull = append(hull, geom.V(float64(q*cos), float64(q*sin), z))
					}
				}
			}
			p.colliders = append(p.colliders, hull)
		}
	}
	return p
}

// disc is the hull of a flat cylinder.
func disc(r, z0, z1 float64) []geom.Vec3 {
	var hull []geom.Vec3
	const n = 24
	for i := range n {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / n)
		hull = append(hull, geom.V(float64(r*cos), float64(r*sin), z0), geom.V(float64(r*cos), float64(r*sin), z1))
	}
	return hull
}

// radiusAt is the radius of a profile at a height, the largest of several; 0 where the profile does not reach.
func radiusAt(profile []solid.P2, z float64) float64 {
	r := 0.0
	for i := 1; i < len(profile); i++ {
		a, b := profile[i-1], profile[i]
		if z < min(a.Y, b.Y) || z > max(a.Y, b.Y) {
			continue
		}
		x := max(a.X, b.X)
		if a.Y != b.Y {
			x = a.X + float64((b.X-a.X)*((z-a.Y)/(b.Y-a.Y)))
		}
		r = max(r, x)
	}
	return r
}
