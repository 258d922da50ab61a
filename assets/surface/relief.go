package surface

import (
	"math"
	"sync"

	"mereo/engine/material"
)

// FloorRelief is the grain of floor picture i alone: the same picture in gray, with its levels stretched to a mean and a
// standard deviation from 0 to 255, less what is clipped at white and black. The color of a material then is that of a paint
// over it. The result is shared and must not be changed; every pair of numbers stays in memory, so use few.
func FloorRelief(i int, mean, std float64) *material.Texture { return relief("floor", i, mean, std) }

// WallRelief is the grain of wall picture i alone, as FloorRelief.
func WallRelief(i int, mean, std float64) *material.Texture { return relief("wall", i, mean, std) }

type reliefKey struct {
	kind      string
	i         int
	mean, std float64
}

var reliefs sync.Map // reliefKey -> func() *material.Texture

func relief(kind string, i int, mean, std float64) *material.Texture {
	from := floors
	if kind == "wall" {
		from = walls
	}
	spec := specOf(kind, from, i)
	picture, _ := reliefs.LoadOrStore(reliefKey{kind, i, mean, std}, sync.OnceValue(func() *material.Texture {
		own := pick(kind, from, i)
		var levels [256]uint8
		for v := range levels {
			at := mean + float64(std/spec.StdSRGB*(float64(v)-spec.MeanSRGB[1]))
			levels[v] = uint8(math.Floor(max(0, min(255, at)) + 0.5))
		}
		t := &material.Texture{Width: own.Width, Height: own.Height, SRGB: true, Pix: append([]uint8(nil), own.Pix...)}
		for k := 0; k < len(t.Pix); k += 4 {
			gray := levels[own.Pix[k+1]]
			t.Pix[k], t.Pix[k+1], t.Pix[k+2] = gray, gray, gray
		}
		return t
	}))
	return picture.(func() *material.Texture)()
}
