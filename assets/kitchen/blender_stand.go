package kitchen

import (
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// benchmarkBlender is a white stand mixer whose column bends over into its arm.
func benchmarkBlender(b *builder) {
	const bowlY = -0.8
	white := enamel(gray(0.85))
	foot := raised(func(t float64) solid.Outline {
		return solid.Superellipse(1.3-t, 2.4-t, 2.6, 44).Move(0, 0.1)
	}, 0.05, 0.36, 0.04, 0.14, 2)
	b.add("foot", white, join(convex(foot), feet(0.7, 1.7, 0.14)))
	var path []geom.Vec3
	for _, z := range []float64{0.2, 0.4, 0.7, 1.1, 1.6} {
		path = append(path, geom.V(0, 1.62, z))
	}
	path = append(path, solid.RoundedPath([]geom.Vec3{
		geom.V(0, 1.62, 2), geom.V(0, 1.62, 3.4), geom.V(0, -1.6, 3.4)}, 0.72, 9)...)
	for _, y := range []float64{-1.66, -1.71, -1.74, -1.755} {
		path = append(path, geom.V(0, y, 3.4))
	}
	length := solid.Length(path)
	// Half the thickness in the plane of the bend and half the width, by the distance from the front end and from the foot.
	stand := solid.Sweep(path, geom.V(1, 0, 0), func(s float64) solid.Outline {
		t, w := 0.5, 0.7
		if low := 1.6 - float64(s*length); low > 0 {
			t += float64(0.1 * low)
			w += float64(0.12 * low * low)
		}
		if end := 0.16 - float64((1-s)*length); end > 0 {
			shrink := float64(end * end * 7)
			t, w = t-shrink, w-shrink
		}
		return solid.Superellipse(t, w, 2.8, 32)
	})
	b.add("stand", white, sliced(geom.V(0, 0, 1), 5, stand))
	girdle := solid.Superellipse(0.705, 0.505, 2.8, 32).In(geom.V(0, -1.15, 3.4), geom.V(1, 0, 0), geom.V(0, 0, 1))
	trim := solid.SweepLoop(girdle, geom.V(0, 1, 0), solid.Rect(0.03, 0.07))
	b.add("trim", plastic(material.RGB{0.3, 0.55, 0.75}),
		piece{solids: []*mesh.Mesh{trim}, colliders: [][]geom.Vec3{solid.Hull(trim)}})
	outside := slices.Concat(
		pairs(0, 0.33, 0.78, 0.33, 0.81, 0.38, 0.8, 0.46),
		solid.Spline(pairs(0.86, 0.52, 1.2, 0.85, 1.42, 1.3, 1.53, 1.8, 1.58, 2.16), 2),
		pairs(1.66, 2.19, 1.68, 2.23, 1.69, 2.56, 1.7, 2.6, 1.69, 2.63))
	inside := pairs(
		1.66, 2.64, 1.62, 2.63, 1.6, 2.58, 1.59, 2.27, 1.5, 2.2, 1.46, 1.9, 1.34, 1.34, 1.12, 0.92, 0.78, 0.62, 0, 0.5)
	b.add("bowl", ceramic(gray(0.85)), vessel(outside, inside, 36).at(0, bowlY, 0))
	hub := pairs(0.2, 2.72, 0.24, 2.75, 0.24, 2.86, 0.45, 2.88, 0.47, 2.91, 0.47, 3)
	b.add("hub", mattPlastic(gray(0.25)), convex(solid.Lathe(hub, 32)).at(0, bowlY, 0))
	hook := solid.CatmullRom([]geom.Vec3{
		geom.V(0, 0, 2.8), geom.V(0, 0, 2.4), geom.V(0.28, 0.05, 2.1), geom.V(0.5, 0.15, 1.6), geom.V(0.25, 0.3, 1.1),
		geom.V(-0.25, 0.1, 0.9), geom.V(-0.45, -0.15, 1.15),
	}, 4)
	spiral := solid.TaperedTube(hook, 10, func(s float64) float64 { return 0.14 - float64(0.06*s) })
	b.add("hook", plastic(material.RGB{0.55, 0.2, 0.05}), piece{
		solids: []*mesh.Mesh{spiral}, colliders: solid.TubePieces(hook, 0.12, 5)}.at(0, bowlY, 0))
	b.add("switch-plate", steel(), convex(lying(solid.Cylinder(0.38, 0.11, 0.02, 28), geom.V(0.64, 1.62, 1.5), geom.V(1, 0, 0))))
	b.add("switch", plastic(material.RGB{0.3, 0.55, 0.75}), dial(geom.V(0.73, 1.62, 1.5), geom.V(1, 0, 0), 0.29, 0.22))
}
