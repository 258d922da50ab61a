package worktop

import (
	"math"
	"sync"

	"mereo/engine/material"
)

// WoodTile is the side of the square, in units of a model, that pictures of boards' wood cover.
const WoodTile = 4.0

// woodSize is the side of those pictures in texels: a board is some 200 pixels long.
const woodSize = 512

// SideGrain is a board of several staves glued side by side, fibers along the picture's rows. It is a base color texture,
// gray from 0.3 to 1, that is multiplied with a color; shared, not to be changed.
var SideGrain = sync.OnceValue(func() *material.Texture {
	picture, _ := painted(woodSize, 0, false, func(u, v float64) texel {
		const staves = 6
		y := float64(v * staves)
		i := math.Floor(y)
		tone, pores := grained(u, v, uniform(int64(i), 0, 3000), 3010)
		t := tone + float64(0.3*(uniform(int64(i), 1, 3000)-0.5))
		seam := step(0.03, 0.01, min(y-i, i+1-y))
		return woodTexel(t, 1-float64(0.15*pores)-float64(0.35*seam))
	})
	return picture
})

// EndGrain is a block of upright pieces glued together, each showing the rings of its end, as SideGrain.
var EndGrain = sync.OnceValue(func() *material.Texture {
	picture, _ := painted(woodSize, 0, false, func(u, v float64) texel {
		const pieces = 6
		y := float64(v * pieces)
		row := math.Floor(y)
		x := float64(u * pieces)
		if int64(row)%2 != 0 {
			x += 0.5
		}
		column := math.Floor(x)
		c, r := wrap(int64(column), pieces), int64(row)
		// The pith lies somewhere beside the piece.
		px := x - column - 2 + float64(4*uniform(c, r, 3100))
		py := y - row + 0.7 + uniform(c, r, 3101)
		if uniform(c, r, 3102) < 0.5 {
			py = row - y - 0.7 - uniform(c, r, 3103)
		}
		rough := float64(0.12 * clouds(u, v, 12, 3, 0.5, 3110))
		year := float64(7*math.Sqrt(float64(px*px)+float64(py*py))) + float64(2*rough)
		late := year - math.Floor(year)
		t := 0.72 - float64(0.4*late*late*step(1, 0.85, late)) + float64(0.55*(uniform(c, r, 3104)-0.5)) + rough
		pores := step(0.25, 0.6, noise(float64(u*180), float64(v*180), 180, 180, 3120))
		seam := step(0.03, 0.008, min(x-column, column+1-x, y-row, row+1-y))
		return woodTexel(t, 1-float64(0.14*pores)-float64(0.4*seam))
	})
	return picture
})

// woodTexel is light where t is 1 and dark where it is 0.
func woodTexel(t, k float64) texel {
	return texel{color: times(mix(color{120, 104, 92}, color{255, 255, 255}, max(0, min(1, t))), k)}
}
