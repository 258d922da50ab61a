package kitchen

import (
	"fmt"
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// jar is the slightly dull clear plastic of a jug.
func jar() material.Material {
	m := glass()
	m.Name, m.IOR, m.PerceptualRoughness = "jar", 1.5, 0.2
	return m
}

// blender2 is a clear jug with blades on a base with six buttons.
func blender2(b *builder) {
	color := plastic(material.RGB{0.05, 0.28, 0.38})
	b.addMutable("base", color, join(jugBase(), feet(0.8, 0.6, 0.13)))
	slope := geom.V(1, 0, 0.8).Unit()
	at := func(y, out float64) geom.Transform {
		p := geom.V(1.39-float64(0.8*(0.62-0.27)), y, 0.62).AddScaled(out, slope)
		return solid.Along(p, p.Add(slope))
	}
	b.add("panel", mattPlastic(gray(0.02)), convex(solid.RoundedBox(geom.V(1.46, 0.3, 0.06), 0.02, 1)).placed(at(0, 0)))
	for i := range 6 {
		y := 0.235 * (float64(i) - 2.5)
		surface := plastic(gray(0.6))
		if i == 0 {
			surface = plastic(material.RGB{0.6, 0.03, 0.02})
		}
		button := convex(solid.RoundedBox(geom.V(0.2, 0.17, 0.09), 0.025, 1))
		b.add(fmt.Sprintf("button-%d", i+1), surface, button.placed(at(y, 0.04)))
	}
	b.add("collar", steel(), lathed(32,
		0.76, 0.76, 0.76, 0.82, 0.725, 0.84, 0.725, 0.96, 0.705, 0.975, 0.705, 0.995, 0.725, 1.01, 0.725, 1.14, 0.7, 1.17,
		0, 1.17))
	b.add("coupling", mattPlastic(gray(0.02)), convex(solid.Cylinder(0.55, 0.1, 0, 28)).at(0, 0, 1.09))
	b.add("jug", jar(), jug())
	b.add("blade-hub", steel(), lathed(20, 0.16, 1.24, 0.16, 1.28, 0.07, 1.3, 0.07, 1.4, 0.05, 1.43, 0, 1.44))
	for i := range 4 {
		dip := []float64{1, -0.6}[i%2] // every other blade bends down
		p := jugBlade(dip).placed(geom.Transform{M: geom.RotZ(math.Pi / 2 * float64(i)), T: geom.V(0, 0, 1.36)})
		b.add(fmt.Sprintf("blade-%d", i+1), steel(), p)
	}
	ear := solid.RoundedLoop([]geom.Vec3{
		geom.V(-0.92, 0, 2.9), geom.V(-1.57, 0, 2.9), geom.V(-1.52, 0, 1.6), geom.V(-0.74, 0, 1.6)}, 0.25, 4)
	loop := solid.SweepLoop(ear, geom.V(0, 1, 0), solid.RoundedRect(0.19, 0.25, 0.06, 2))
	b.addMutable("handle", color, piece{solids: []*mesh.Mesh{loop}, colliders: [][]geom.Vec3{
		within(loop, geom.V(-2, -1, 2.8), geom.V(0, 1, 3)), within(loop, geom.V(-2, -1, 1.5), geom.V(0, 1, 1.7)),
		within(loop, geom.V(-2, -1, 1.5), geom.V(-1.42, 1, 3)), solid.Hull(solid.Bar(geom.V(-0.74, 0, 1.6), geom.V(-0.92, 0, 2.9),
			[]solid.P2{{X: 0.1, Y: 0}, {X: 0.1, Y: 1}}, solid.Regular(1.2, 8)))}})
	lid := b.addMutable("lid", color, lathed(36,
		0, 2.88, 0.76, 2.88, 0.78, 2.91, 0.79, 2.985, 0.915, 2.985, 0.9365, 3.005, 0.9365, 3.1, 0.92, 3.13, 0.87, 3.16,
		0.8, 3.27, 0.7, 3.38, 0.55, 3.48, 0.38, 3.55, 0.2, 3.58, 0, 3.59))
	lid.Joint = &Joint{Slides: true, With: []string{"knob"}, Axis: geom.V(0, 0, 1), To: 1.5}
	b.addMutable("knob", color, lathed(24,
		0.16, 3.5, 0.13, 3.6, 0.09, 3.66, 0.09, 3.74, 0.125, 3.8, 0.135, 3.88, 0.12, 3.95, 0.08, 3.99, 0, 4))
}

// jugBase is the box below the jug; above z 0.27 its front slopes back.
func jugBase() piece {
	const e, z0, z1 = 0.1, 0.06, 0.8
	ring := func(t, z float64) []geom.Vec3 {
		back, ahead := 0.4-t, 0.15-t
		front := 1.39 - float64(0.8*max(0, z-0.27))
		return plan(t-1.18, t-0.875, front-t, 0.875-t, [4]float64{ahead, back, back, ahead}, 5).Flat(z)
	}
	edge := rounding(e, 2)
	var sections [][]geom.Vec3
	for i := len(edge) - 1; i >= 0; i-- {
		sections = append(sections, ring(0.5*edge[i].X, z0+float64(0.5*edge[i].Y)))
	}
	for _, z := range []float64{0.25, 0.27, 0.29} {
		sections = append(sections, ring(0, z))
	}
	for _, p := range edge {
		sections = append(sections, ring(p.X, z1-p.Y))
	}
	return convex(solid.Loft(sections...))
}

// jug is a conical jar whose rim is drawn out to a lip at +x.
func jug() piece {
	outside := pairs(
		0, 1.12, 0.58, 1.12, 0.615, 1.15, 0.63, 1.3, 0.675, 1.6, 0.735, 2, 0.81, 2.5, 0.84, 2.7, 0.863, 2.85, 0.88, 2.97,
		0.87, 3)
	inside := pairs(
		0.825, 3, 0.81, 2.97, 0.79, 2.85, 0.765, 2.7, 0.735, 2.5, 0.655, 2, 0.595, 1.6, 0.55, 1.3, 0.5, 1.26, 0, 1.25)
	return vessel(outside, inside, 40).deformed(func(p geom.Vec3) geom.Vec3 {
		high := max(0, (p.Z-2.5)/0.5)
		r := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
		ahead := max(0, p.X/max(r, 0.1)-0.85) / 0.15
		return geom.V(p.X+float64(0.16*high*high*ahead*ahead), p.Y, p.Z)
	})
}

// jugBlade points along +X from the middle and rises by dip times its height.
func jugBlade(dip float64) piece {
	section := func(x, w, t, z float64) []geom.Vec3 {
		return solid.Rect(w, t).In(geom.V(x, 0, z*dip), geom.V(0, 1, 0), geom.V(0, 0, 1))
	}
	return convex(solid.Loft(section(0.03, 0.16, 0.024, 0), section(0.22, 0.14, 0.024, 0.03), section(0.42, 0.05, 0.012, 0.16)))
}
