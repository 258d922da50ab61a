package decompose_test

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
	"mereo/physics/decompose"
)

func Example() {
	ring := fixture.Torus(0.05, 0.015, 32, 12)
	surface := physics.Collider{Density: 1000, Friction: 0.5}
	pose := physics.Pose{Rotation: geom.Quat{W: 1}}
	colliders, mass, err := decompose.Body(ring.Vertices, ring.Triangles, pose, surface, decompose.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := w.AddBody(physics.BodyDef{Pose: pose, Colliders: colliders, Mass: &mass})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f kg, hole is open: %v\n", w.Mass(id).Mass, !filled(decomposed(colliders))(geom.Vec3{}))
	// Output: 0.211 kg, hole is open: true
}

func decomposed(colliders []physics.Collider) []*physics.Shape {
	var out []*physics.Shape
	for _, c := range colliders {
		out = append(out, c.Shape)
	}
	return out
}
