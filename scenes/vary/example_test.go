package vary_test

import (
	"fmt"

	"mereo/engine/material"
	"mereo/scenes/rng"
	"mereo/scenes/vary"
)

// A light gray floor gets a fifth of the way towards another color.
func ExampleDrawPaint() {
	paint := vary.DrawPaint(rng.Named("floor"), 0.2, [3]float64{208, 208, 206}, 12)
	m := paint.Material("floor", func(mean, spread float64) *material.Texture { return nil })
	fmt.Println(m.Name, m.Validate(), paint.SpreadSRGB)
	// Output: floor <nil> 12
}
