package deskware

import (
	"math"

	"mereo/engine/geom"
)

// Patterns names the grayscale patterns of solids. Each is a field in the solid's own space, in which solids reach from -1 to
// 1; its values, 0 to 1, are multiplied with the solid's color.
var Patterns = []string{"marble_1", "marble_2", "wood_1", "wood_2", "leather_1", "leather_2"}

// patterns are in the order of Patterns. The renderer has no bumps: what a bump would darken is dark here.
var patterns = [...]func(p geom.Vec3) float64{marble1, marble2, wood1, wood2, leather1, leather2}

// octaves of fractal noise: beyond, features are smaller than the texels of an atlas.
const octaves = 3

// half is fractal noise around 0.5, the scale on which the ramps below are given.
func half(p geom.Vec3, gain float64, seed uint64) float64 {
	return 0.5 + float64(0.5*fractal(p, octaves, gain, seed))
}

// marble1 has broad dark veins.
func marble1(p geom.Vec3) float64 {
	t := half(warped(p.Scale(2.5), 1.2, 1000), 0.5, 1010)
	t = ramp(t, stop{0.3, 0.91}, stop{0.52, 0.47}, stop{0.65, 0.007})
	return ramp(t, stop{0.12, 0.012}, stop{0.35, 0.5}, stop{0.71, 1})
}

// marble2 is dappled: dark blots on white, and speckles.
func marble2(p geom.Vec3) float64 {
	clouds := ramp(half(warped(p.Scale(5), 0.7, 1100), 0.5, 1110), stop{0, 1}, stop{0.18, 0.61}, stop{0.82, 0})
	speckle := ramp(half(p.Scale(22), 0.5, 1120), stop{0.1, 0.6}, stop{0.41, 0.05}, stop{0.6, 0})
	return ramp(float64(0.64*clouds)+float64(0.36*speckle), stop{0.16, 1}, stop{0.2, 0.37}, stop{0.48, 0.046})
}

// wood1 has years' rings in layers across x, and fine grain along z.
func wood1(p geom.Vec3) float64 {
	bend := float64(0.5 * fractal(geom.V(p.X*1.5, p.Y*1.5, p.Z*0.5), 2, 0.5, 1200))
	rings := 0.5 + float64(0.5*geom.Sin(float64(14*(p.X+bend))))
	fine := half(geom.V(p.X*22, p.Y*22, p.Z*2.2), 0.6, 1210)
	t := float64(0.45*rings) + float64(1.6*(fine-0.5)) + 0.25
	return ramp(t, stop{0.1, 0.067}, stop{1, 1})
}

// wood2 has coarse streaks along z, closest across x. The published ones are as long along a second axis, so that two sides
// show blots, which nobody takes for wood.
func wood2(p geom.Vec3) float64 {
	q := warped(geom.V(p.X*6.3, p.Y*1.5, p.Z*0.4).Scale(1.7), 0.4, 1300)
	return ramp(half(q, 0.7, 1310), stop{0.4, 0.09}, stop{0.55, 1})
}

// leather1 is smooth, with cracks between large cells and dark clouds.
func leather1(p geom.Vec3) float64 {
	edge, id := cellEdge(warped(p.Scale(5), 0.35, 1400), 1410)
	cracks := step(0, 0.16, edge)
	clouds := half(p.Scale(2.5), 0.5, 1420)
	t := ramp(clouds+float64(0.12*(id-0.5)), stop{0.3, 0.17}, stop{0.45, 0.56}, stop{0.62, 1})
	return float64(t * (0.25 + float64(0.75*cracks)))
}

// leather2 is pebbled: every cell is a round lump, bright on top and dark at its foot.
func leather2(p geom.Vec3) float64 {
	edge, id := cellEdge(warped(p.Scale(4.5), 0.3, 1500), 1510)
	lump := math.Sqrt(step(0, 0.55, edge))
	return float64((0.24 + float64(0.76*lump)) * (0.8 + float64(0.2*id)))
}
