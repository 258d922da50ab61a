package light_test

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// A warm lamp of half a meter that hangs 3 m above the ground and shines down, along its own -Z.
func Example() {
	lamp := light.Area{
		WorldFromLight: geom.Translate(geom.V(0, 0, 3)), Size: 0.5, PowerW: 100, Color: material.RGB{1, 0.9, 0.8},
	}
	fmt.Println(lamp.Validate(), lamp.Radiance())
	// Output: <nil> [100 90 80]
}
