package settle_test

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/scenes/settle"
)

// A plank on a block: whether it stays depends on where its middle is.
func Example() {
	stage, err := settle.NewStage(settle.Rules{Gravity: geom.V(0, 0, -9.81), Duration: 2, Steps: 240}, []settle.Block{
		{Box: geom.AABB{Min: geom.V(-5, -5, -1), Max: geom.V(5, 5, 0)}, Friction: 1},
		{Box: geom.AABB{Min: geom.V(-1, -1, 0), Max: geom.V(0, 1, 1)}, Friction: 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var corners []geom.Vec3
	for i := range 8 {
		corners = append(corners, geom.AABB{Min: geom.V(-0.6, -0.2, -0.05), Max: geom.V(0.6, 0.2, 0.05)}.Corner(i))
	}
	plank, err := settle.NewSolid([][]geom.Vec3{corners})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []float64{-0.2, 0.2} {
		thing := settle.Thing{Solid: plank, WorldFromSolid: geom.Translate(geom.V(x, 0, 1.05)), Mass: 5, Friction: 0.5}
		out, err := stage.Run([]settle.Thing{thing}, settle.Variant{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("middle at %+.1f m: stays is %v\n", x, out[0].Change < 0.1)
	}
	// Output:
	// middle at -0.2 m: stays is true
	// middle at +0.2 m: stays is false
}
