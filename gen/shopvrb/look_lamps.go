package shopvrb

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// lampKinds are the published lamps. A square of power P and area A has radiance P / (pi A). In a world that is black but for them, glass
// can be told from what is behind it only by what it mirrors of them; so they are of the size of a studio's soft boxes here. What
// reaches the table of their light is the same.
var lampKinds = [...]struct {
	soft, size float64 // sides: ours, and the published one
	powerW     float64
	color      material.RGB
}{
	keyLamp:  {2, 0.5, 100, material.RGB{1, 0.9323, 0.8167}},
	backLamp: {2, 1, 50, material.RGB{1, 1, 1}},
	fillLamp: {2.5, 0.5, 30, material.RGB{0.7617, 0.8177, 1}},
}

// The published sun is a disc infinitely far away.
const (
	sunIrradiance = 0.45  // W/m^2
	sunAngle      = 0.199 // across, radians
	// sunDistance is a compromise: from farther away its light is more even, but shadow maps see the feet of things less well.
	sunDistance = 32.0
)

// sunFrom is where the sun stands, unit.
var sunFrom = geom.V(0.4145, -0.1946, 0.8890).Unit()

// lampsOf are a plan's three lamps and the sun, which is a square of the same solid angle. Mirrors show all of them.
func lampsOf(p *plan) []light.Area {
	var out []light.Area
	for i, k := range lampKinds {
		size := k.soft
		if p.published.BareGlass {
			size = k.size
		}
		// light.Area has radiance PowerW / (4 A).
		out = append(out, light.Area{
			WorldFromLight: lampAt(p.lamps[i]), Size: size, PowerW: 4 * k.powerW / math.Pi, Color: k.color,
		})
	}
	side := float64(sunDistance * sunAngle * math.Sqrt(math.Pi) / 2)
	return append(out, light.Area{
		// The irradiance of a small square is PowerW/4 over the square of its distance.
		WorldFromLight: lampAt(sunFrom.Scale(sunDistance)), Size: side, PowerW: 4 * sunIrradiance * sunDistance * sunDistance,
		Color: lookGray(1),
	})
}

// lampAt is the pose of a lamp that shines at the origin.
func lampAt(at geom.Vec3) geom.Transform {
	z := at.Unit()
	x, y := geom.Basis(z)
	return geom.Transform{M: geom.Mat3{X: x, Y: y, Z: z}, T: at}
}
