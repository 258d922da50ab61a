package shoot_test

import (
	"fmt"
	"image/png"
	"io"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/physics"
	"mereo/scenes/bodies"
	"mereo/scenes/shoot"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A ball drops on a box. What lies there in the end is drawn, with ids and depth.
func Example() {
	world := must(bodies.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)}))
	add := func(name string, typ physics.BodyType, shape *physics.Shape, z float64, color material.RGB) {
		must(world.Add(name, physics.BodyDef{
			Type: typ, Pose: physics.Pose{Position: geom.V(0, 0, z)},
			Colliders: []physics.Collider{{Shape: shape, Density: 500, Friction: 0.7, RollingFriction: 0.01, Restitution: 0.3}},
		}, material.Lambert(color)))
	}
	add("ground", physics.Static, must(physics.NewBox(geom.V(5, 5, 0.1))), -0.1, material.RGB{0.5, 0.5, 0.5})
	add("box", physics.Dynamic, must(physics.NewBox(geom.V(0.3, 0.3, 0.2))), 0.2, material.RGB{0.7, 0.2, 0.1})
	add("ball", physics.Dynamic, must(physics.NewSphere(0.15)), 1.5, material.RGB{0.1, 0.3, 0.7})
	for world.Step(1.0/240)&physics.NotSettled != 0 {
	}

	scene := world.Scene()
	scene.Camera = camera.Perspective(geom.V(2, -2, 1.2), geom.V(0, 0, 0.3), 35, 320, 240)
	studio := must(shoot.Open(""))
	defer studio.Close()
	images := must(studio.Shoot(scene, shoot.Options{}))

	nearest := map[uint16]float32{}
	for pixel, id := range images.Object {
		if z := images.ViewZ[pixel]; id > 0 && (nearest[id] == 0 || z < nearest[id]) {
			nearest[id] = z
		}
	}
	fmt.Printf("%d things: box %.2f m away, ball %.2f m\n", len(nearest), nearest[1], nearest[2])
	if err := png.Encode(io.Discard, images.Image()); err != nil { // or a file
		panic(err)
	}
	// Output: 2 things: box 2.54 m away, ball 2.74 m
}
