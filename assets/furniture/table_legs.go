package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// legSquare is a square of side 1 with broken edges.
func legSquare() solid.Outline { return solid.RoundedRect(1, 1, 0.09, 1) }

// taperedLeg is a square leg of height h whose two outer faces are upright at x = sx*x and y = sy*y; the inner faces
// draw in from side top, kept down to z = knee, to side foot on the floor.
func taperedLeg(sx, sy, x, y, h, top, foot, knee float64) *mesh.Mesh {
	at := func(side, z float64) []geom.Vec3 {
		return legSquare().Scale(side, side).Move(float64(sx*(x-side/2)), float64(sy*(y-side/2))).Flat(z)
	}
	return solid.Loft(at(0.88*foot, 0), at(foot, 0.005), at(top, knee), at(top, h))
}

// points makes a profile or an outline of pairs of numbers: X and Y of each point.
func points(pairs ...float64) []solid.P2 {
	out := make([]solid.P2, len(pairs)/2)
	for i := range out {
		out[i] = solid.P2{X: pairs[2*i], Y: pairs[2*i+1]}
	}
	return out
}

// turnings are profiles of turned legs and columns: X is the radius, 1 at the widest, Y the height, 0 to 1.
var turnings = [][]solid.P2{
	// A vase over a small foot.
	points(0.50, 0, 0.64, 0.014, 0.64, 0.05, 0.42, 0.075, 0.52, 0.095, 0.42, 0.12, 0.56, 0.27, 0.82, 0.44,
		1.00, 0.58, 0.97, 0.66, 0.70, 0.75, 0.52, 0.80, 0.90, 0.825, 0.90, 0.86, 0.60, 0.885, 0.92, 1),
	// A long taper between rings.
	points(0.44, 0, 0.56, 0.012, 0.56, 0.06, 0.40, 0.08, 0.58, 0.095, 0.58, 0.115, 0.44, 0.135,
		0.92, 0.76, 0.92, 0.79, 0.68, 0.81, 1.00, 0.835, 1.00, 0.865, 0.68, 0.89, 0.78, 1),
	// A baluster, widest below, over a ball.
	points(0.40, 0, 0.70, 0.03, 0.78, 0.07, 0.66, 0.11, 0.40, 0.135, 0.62, 0.155, 0.62, 0.175, 0.46, 0.20, 0.90, 0.30,
		1.00, 0.37, 0.92, 0.45, 0.62, 0.58, 0.46, 0.72, 0.44, 0.80, 0.74, 0.825, 0.74, 0.855, 0.50, 0.88, 0.86, 1),
	// Three bobbins.
	points(0.50, 0, 0.72, 0.03, 0.50, 0.07, 0.86, 0.13, 1.00, 0.21, 0.86, 0.29, 0.48, 0.35, 0.84, 0.41,
		0.98, 0.49, 0.84, 0.57, 0.48, 0.63, 0.82, 0.69, 0.96, 0.77, 0.82, 0.85, 0.50, 0.91, 0.86, 1),
}

// turned scales a turning to a radius and a height; it stands on z = 0.
func turned(profile []solid.P2, r, h float64, sides int) *mesh.Mesh {
	p := make([]solid.P2, len(profile))
	for i, q := range profile {
		p[i] = solid.P2{X: r * q.X, Y: h * q.Y}
	}
	return solid.Lathe(p, sides)
}

// turnedLeg is a turned leg at (x, y) under a square block of height block that the aprons meet.
func turnedLeg(profile []solid.P2, x, y, h, r, block float64) []*mesh.Mesh {
	return []*mesh.Mesh{
		solid.Move(turned(profile, r, h-block, 12), geom.V(x, y, 0)),
		solid.Move(solid.RoundedBox(geom.V(2*r, 2*r, block+0.004), 0.004, 1), geom.V(x, y, h-block/2)),
	}
}

// roundTaper is a straight round leg with level ends from foot to top, of radius r0 below and r1 above.
func roundTaper(foot, top geom.Vec3, r0, r1 float64) *mesh.Mesh {
	h := top.Z - foot.Z
	e := min(0.006/h, 0.2)
	return solid.Leg(foot, top, points(0.8*r0, 0, r0, e, blend(r0, r1, 0.5), 0.5, r1, 1), solid.Ellipse(1, 1, 10))
}

// flatLeg is a straight plank with level ends from foot to top, w wide in X and d in Y.
func flatLeg(foot, top geom.Vec3, w, d float64) *mesh.Mesh {
	unit := solid.RoundedRect(w, d, 0.1*min(w, d), 1)
	return solid.Leg(foot, top, points(1, 0, 1, 1), unit)
}

// cabriole is an S-shaped leg of height h under (x, y): the knee swells and the foot turns outwards along the unit
// direction (ox, oy). r is the radius of the knee. The hulls follow the curve.
func cabriole(x, y, ox, oy, h, r float64) (*mesh.Mesh, [][]geom.Vec3) {
	at := func(out, z float64) geom.Vec3 { return geom.V(x+float64(out*ox), y+float64(out*oy), z) }
	path := solid.CatmullRom([]geom.Vec3{
		at(0, h), at(0.5*r, 0.86*h), at(0.45*r, 0.66*h), at(-0.15*r, 0.36*h), at(-0.1*r, 0.14*h),
		at(0.75*r, 0.03*h), at(r, 0),
	}, 2)
	radius := func(s float64) float64 {
		knots := points(0, 0.9, 0.14, 1, 0.35, 0.72, 0.65, 0.44, 0.86, 0.42, 0.96, 0.66, 1, 0.6)
		return float64(r * interpolate(knots, s))
	}
	m := solid.TaperedTube(path, 8, radius)
	// The last section leans; press what lies under the floor flat.
	m = solid.Deform(m, func(p geom.Vec3) geom.Vec3 { return geom.V(p.X, p.Y, max(p.Z, 0)) })
	return m, solid.Slices(m, geom.V(0, 0, 1), 5)
}

// interpolate returns the broken line through the knots (ascending X) at x.
func interpolate(knots []solid.P2, x float64) float64 {
	for i := 1; i < len(knots); i++ {
		if a, b := knots[i-1], knots[i]; x <= b.X {
			return blend(a.Y, b.Y, max(0, (x-a.X)/(b.X-a.X)))
		}
	}
	return knots[len(knots)-1].Y
}

// scrollFoot is a curved foot that grows out of a column at the height z0 and comes down to z1 at the radius reach, in
// the direction a (radians from +X): w wide, thick meters high at the column, less at the tip.
func scrollFoot(a, r0, z0, reach, z1, w, thick float64) *mesh.Mesh {
	path := solid.Bezier(geom.V(r0, 0, z0), geom.V(blend(r0, reach, 0.42), 0, blend(z0, z1, 0.02)),
		geom.V(blend(r0, reach, 0.62), 0, blend(z0, z1, 0.98)), geom.V(reach, 0, z1), 8)
	m := solid.Sweep(path, geom.V(0, 0, 1), func(s float64) solid.Outline {
		k := blend(1, 0.55, s)
		return solid.RoundedRect(w*blend(1, 0.75, s), thick*k, 0.25*min(w, thick)*k, 1)
	})
	return solid.Turn(m, geom.RotZ(a))
}

// pullStyle is what one pulls at.
type pullStyle int

const (
	pullKnob pullStyle = iota
	pullBar
	pullBow
	pullLip
	pullStyles
)

func choosePull(s *rng.Stream) pullStyle { return pullStyle(s.IntN(int(pullStyles))) }

// pull is a handle on a front that faces -Y at y = 0, around the origin, for a width of w meters; upright ones run
// along Z.
func pull(style pullStyle, w float64, upright bool) []*mesh.Mesh {
	var parts []*mesh.Mesh
	switch style {
	case pullKnob:
		r := min(0.018, 0.3*w)
		knob := solid.Lathe(points(0.45*r, -0.002, 0.4*r, 0.7*r, 0.9*r, 1.05*r, r, 1.4*r, 0.7*r, 1.75*r, 0, 1.85*r), 10)
		return []*mesh.Mesh{solid.Turn(knob, geom.RotX(math.Pi/2))}
	case pullBar:
		l, out, r := min(w, 0.16), 0.028, 0.005
		parts = append(parts, roundBar(geom.V(-l/2, -out, 0), geom.V(l/2, -out, 0), r, 8))
		for _, x := range []float64{-0.36 * l, 0.36 * l} {
			parts = append(parts, roundBar(geom.V(x, 0.002, 0), geom.V(x, -out, 0), 0.8*r, 6))
		}
	case pullBow:
		l, out := min(w, 0.12), 0.03
		path := solid.Bezier(geom.V(-l/2, 0.004, 0), geom.V(-l/2, -1.3*out, 0), geom.V(l/2, -1.3*out, 0),
			geom.V(l/2, 0.004, 0), 8)
		parts = append(parts, solid.Sweep(path, geom.V(0, 0, 1), func(s float64) solid.Outline {
			k := blend(1, 1.5, 4*s*(1-s))
			return solid.Ellipse(0.004, 0.006*k, 6)
		}))
	default:
		l := min(1.2*w, 0.24)
		parts = append(parts, solid.Move(solid.RoundedBox(geom.V(l, 0.026, 0.014), 0.005, 1), geom.V(0, -0.011, 0)))
	}
	if upright {
		for i, p := range parts {
			parts[i] = solid.Turn(p, geom.RotY(math.Pi/2))
		}
	}
	return parts
}
