package canvas_test

import (
	"fmt"

	"mereo/engine/canvas"
)

// A letter A painted ten times too large and reduced to 16 x 8 pixels.
func Example() {
	var s canvas.Sparse
	s.Reset(160, 80)
	s.Line(canvas.Point{X: 40, Y: 75}, canvas.Point{X: 80, Y: 5}, 12, 250)
	s.Line(canvas.Point{X: 120, Y: 75}, canvas.Point{X: 80, Y: 5}, 12, 250)
	s.Line(canvas.Point{X: 60, Y: 50}, canvas.Point{X: 100, Y: 50}, 12, 250)
	picture := make([]uint8, 16*8)
	s.Reduce(picture, 16, 8)
	for y := range 8 {
		for _, v := range picture[16*y:][:16] {
			fmt.Printf("%c", ".:-=+*#%@"[int(v)*9/256])
		}
		fmt.Println()
	}
	// Output:
	// .......++.......
	// ......:@@-......
	// ......#++%......
	// .....-%..%=.....
	// .....%%++%%.....
	// ....+%####%+....
	// ...:@-....-@:...
	// ...-*......+:...
}

// The same calls on a canvas that holds every pixel, and the gray values of one row of its reduction.
func ExampleGray() {
	g := canvas.NewGray(80, 40)
	g.Polygon([]canvas.Point{{X: 20, Y: 10}, {X: 59, Y: 10}, {X: 59, Y: 29}, {X: 20, Y: 29}}, 200, 200, 0)
	fmt.Println(g.Reduce(8, 4).Pix[8:16])
	// Output:
	// [0 15 169 187 187 169 15 0]
}
