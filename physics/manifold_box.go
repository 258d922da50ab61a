package physics

import "mereo/engine/geom"

// boxCorners is how many corners a rectangle has at most once a rectangle is cut out of it.
const boxCorners = 8

// clipBoxes is clip of two boxes.
func (sp *shapePair) clipBoxes(face int) float64 {
	// The axes of first along the two sides of its face and out of it, in second's frame, and what belongs to them.
	r, o, h := &sp.secondFromFirst.M, sp.firstFromSecond.T, sp.first.half
	w := &sp.worldFromFirst.M
	var tx, ty, tz geom.Vec3
	var f referenceFace // world
	switch face >> 1 {
	case 0:
		tx, ty, tz = r.Y, r.Z, r.X
		f.t, f.b, f.n = w.Y, w.Z, w.X
		o.X, o.Y, o.Z = o.Y, o.Z, o.X
		h.X, h.Y, h.Z = h.Y, h.Z, h.X
	case 1:
		tx, ty, tz = r.Z, r.X, r.Y
		f.t, f.b, f.n = w.Z, w.X, w.Y
		o.X, o.Y, o.Z = o.Z, o.X, o.Y
		h.X, h.Y, h.Z = h.Z, h.X, h.Y
	default:
		tx, ty, tz = r.X, r.Y, r.Z
		f.t, f.b, f.n = w.X, w.Y, w.Z
	}
	if face&1 == 0 {
		tz, f.n, o.Z = tz.Neg(), f.n.Neg(), -o.Z
	}
	o.Z -= h.Z
	f.origin = f.n.Scale(h.Z).Add(sp.worldFromFirst.T)

	// The corners of second's face: its middle, and half of its sides.
	cx, ux, vx := sp.incidentExtent(tx)
	cy, uy, vy := sp.incidentExtent(ty)
	cz, uz, vz := sp.incidentExtent(tz)
	cx, cy, cz = o.X+cx, o.Y+cy, o.Z+cz
	name := uint16(4 * sp.incident)
	var src, dst [boxCorners]clipPoint
	src[0].set(cx+ux+vx, cy+uy+vy, cz+uz+vz, name+3, name)
	src[1].set(cx-ux+vx, cy-uy+vy, cz-uz+vz, name, name+1)
	src[2].set(cx-ux-vx, cy-uy-vy, cz-uz-vz, name+1, name+2)
	src[3].set(cx+ux-vx, cy+uy-vy, cz+uz-vz, name+2, name+3)

	polygon, low := clipAbove(clipRectangle(dst[:], src[:4], h.X, h.Y), sp.margin)
	if len(polygon) > 0 {
		sp.setManifoldWorld(&f, polygon)
	}
	return low
}

// incidentExtent is how far the middle of the incident face of second, a box, lies along d from the center of second, and how far half of
// its sides reach. d is in second's frame.
func (sp *shapePair) incidentExtent(d geom.Vec3) (middle, u, v float64) {
	h := &sp.second.half
	x, y, z := float64(d.X*h.X), float64(d.Y*h.Y), float64(d.Z*h.Z)
	switch sp.incident >> 1 {
	case 0:
	case 1:
		x, y, z = y, z, x
	default:
		x, y, z = z, x, y
	}
	if sp.incident&1 == 0 {
		x = -x
	}
	return x, y, z
}
