package physics_test

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/physics"
)

// A box falls on the ground, comes to rest and sleeps.
func Example() {
	world, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		panic(err)
	}
	add := func(typ physics.BodyType, half, at geom.Vec3) physics.BodyID {
		box, err := physics.NewBox(half)
		if err != nil {
			panic(err)
		}
		id, err := world.AddBody(physics.BodyDef{
			Type:      typ,
			Pose:      physics.Pose{Position: at},
			Colliders: []physics.Collider{{Shape: box, Density: 500, Friction: 0.7}},
		})
		if err != nil {
			panic(err)
		}
		return id
	}
	add(physics.Static, geom.V(10, 10, 0.5), geom.V(0, 0, -0.5))
	box := add(physics.Dynamic, geom.V(0.2, 0.2, 0.2), geom.V(0, 0, 1))

	steps := 0
	for world.Step(1.0/60)&physics.NotSettled != 0 {
		steps++
	}
	fmt.Printf("%.0f kg came to rest %.3f m above the ground, asleep after %.0f s\n",
		world.Mass(box).Mass, world.Center(box).Z, float64(steps)/60)
	// Output: 32 kg came to rest 0.200 m above the ground, asleep after 1 s
}
