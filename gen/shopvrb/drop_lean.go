package shopvrb

import (
	"math"

	"mereo/engine/geom"
	"mereo/scenes/settle"
)

// How a board leans, degrees from the vertical, and how far from what it leans against it is let go, meters.
const (
	leanFromDeg, leanToDeg = 12, 22
	leanGap                = 0.003
)

// lean stands a flat thing on an end of its Y axis, tilted towards another thing, just before it touches that. It tells
// whether there is room.
func (h *hand) lean(t *settle.Thing, against int) bool {
	s := h.draws
	sin, cos := geom.SinCos(float64(2 * math.Pi * s.Float64()))
	to := geom.V(cos, sin, 0) // from the board to the other thing
	angle := float64(s.Uniform(leanFromDeg, leanToDeg) * (math.Pi / 180))

	// Its Y axis points up and by the angle towards the other thing, its underside at that.
	sinA, cosA := geom.SinCos(angle)
	up := to.Scale(sinA).Add(geom.V(0, 0, cosA))
	face := to.Scale(-cosA).Add(geom.V(0, 0, sinA))
	t.WorldFromSolid.M = geom.Mat3{X: up.Cross(face), Y: up, Z: face}

	// It is let go where it would touch the other thing, if that were as near at every height as it is somewhere.
	other := &h.things[against]
	box := t.Solid.Bounds(&t.WorldFromSolid.M)
	over := max(box.Size().Z-h.boxes[against].Max.Z, 0)
	beside := h.boxes[against].Center()
	beside = beside.AddScaled(-beside.Dot(to), to)
	at := beside.AddScaled(-reach(other, to.Neg())-reach(t, to)-leanGap+float64(over*(sinA/cosA)), to)
	t.WorldFromSolid.T = geom.V(at.X, at.Y, leanGap-box.Min.Z)
	for i := range h.things {
		if settle.Overlap(*t, h.things[i], 0) {
			return false
		}
	}
	return true
}

// reach is how far a thing reaches along a direction of the world from the world's origin.
func reach(t *settle.Thing, along geom.Vec3) float64 {
	return t.Solid.Reach(t.WorldFromSolid.M.Transpose().MulVec(along)) + t.WorldFromSolid.T.Dot(along)
}
