package qlevr

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// deskExposure multiplies all light. It brings the middle of the desk to the level of the published pictures; a test holds it.
const deskExposure = 1.24

// deskLampKinds are the published lamps: a key light in front on the left, a fill light on the right, one at the back on the
// left. The last is 0.4 m x 0.6 m; ours is a square of the same area.
var deskLampKinds = [areaLampCount]struct {
	at       geom.Vec3
	eulerDeg [3]float64 // about X, then Y, then Z
	size     float64    // meters
	powerW   float64
	color    material.RGB
}{
	{geom.V(0.011, -2.039, 1.3), [3]float64{0, 73.6, 244}, 0.4, 60, material.RGB{1, 0.930, 0.815}},
	{geom.V(5.135, 0.305, 1.2), [3]float64{0, 71.4, -27.2}, 0.5, 40, material.RGB{0.761, 0.815, 1}},
	{geom.V(-1.546, 4.171, 1.5), [3]float64{0, -70, -32.8}, math.Sqrt(0.4 * 0.6), 40, material.RGB{1, 1, 1}},
}

// deskLamps are the lamps of a scene.
func deskLamps(jitter [areaLampCount]viewLamp) []light.Area {
	out := make([]light.Area, areaLampCount)
	for i, k := range deskLampKinds {
		j := &jitter[i]
		out[i] = light.Area{
			WorldFromLight: geom.Transform{
				M: viewTurn([3]float64{k.eulerDeg[0] + j.TurnDeg[0], k.eulerDeg[1] + j.TurnDeg[1], k.eulerDeg[2] + j.TurnDeg[2]}),
				T: k.at.Add(j.Shift),
			},
			Size: k.size, PowerW: float64(deskExposure * (k.powerW + j.PowerW)), Color: k.color,
		}
	}
	return out
}

// deskSuns is the published sun.
var deskSuns = []light.Sun{{
	Dir:        viewTurn([3]float64{37.8, 9.4, 0}).MulVec(geom.V(0, 0, -1)).Unit(),
	Irradiance: lookGray(deskExposure * 0.6),
	Shadows:    true,
}}

var deskWorldRadiance = lookGray(deskExposure * 0.0385)
