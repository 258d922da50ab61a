package rng_test

import (
	"fmt"

	"mereo/scenes/rng"
)

// Scene 137 of the validation split draws its camera and its objects from streams of their own.
func Example() {
	scene := rng.Key{Seed: 1, Set: "ptr", Split: "val", Index: 137}
	camera, placement := rng.At(scene, "camera"), rng.At(scene, "placement")
	fmt.Printf("pitch %.3f\n", camera.Uniform(0.3, 0.4))
	fmt.Println("order", placement.Perm(5))
	// Output:
	// pitch 0.308
	// order [4 3 2 1 0]
}
