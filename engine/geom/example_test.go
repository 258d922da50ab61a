package geom_test

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// A chair turned by a quarter and put two meters to the right: where its front, a meter along -Y, comes to lie.
func Example() {
	worldFromChair := geom.Transform{M: geom.RotZ(math.Pi / 2), T: geom.V(2, 0, 0)}
	front := worldFromChair.Point(geom.V(0, -1, 0))
	q := worldFromChair.M.Quat()
	fmt.Printf("front at (%.0f, %.0f, %.0f), turned by %.4f + %.4fk\n", front.X, math.Abs(front.Y), front.Z, q.W, q.Z)
	// Output: front at (3, 0, 0), turned by 0.7071 + 0.7071k
}
