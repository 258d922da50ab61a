package worktop

import (
	"fmt"
	"math"
	"sync"

	"mereo/engine/material"
)

// Ground is a sheet that things stand on.
type Ground struct {
	Name string
	// Tile is the side of the square, in units of a scene, that the picture covers. Its upper side is away from the viewer.
	Tile    float64
	Surface material.Material
}

// size is the side of pictures in texels: some 100 for a unit, twice what a published picture shows of its middle.
const size = 1024

// texel is what a painter says of a place.
type texel struct {
	color     [3]float64 // sRGB, 0 to 255
	height    float64    // of the relief, texels
	roughness float64    // share of the surface's; as metallic, kept only where the ground has a response
	metallic  float64
}

// look is a ground in the making.
type look struct {
	name string
	tile float64
	// surface lacks the pictures. A roughness below 0.45 and a metal would show the scene, which costs rays: with a response,
	// the roughness is as good as the share that a texel has of it.
	surface  material.Material
	response bool
	relief   float64 // how much slopes change the brightness
	paint    func(u, v float64) texel
}

// Training and Benchmark return the grounds "texture1" to "texture5". The result is shared and must not be changed; the first
// call takes some tenths of a second. They panic for another name.
func Training(name string) *Ground  { return find("training", training, name) }
func Benchmark(name string) *Ground { return find("benchmark", benchmark, name) }

func find(set string, from [5]func() *Ground, name string) *Ground {
	for i := range from {
		if name == fmt.Sprintf("texture%d", i+1) {
			return from[i]()
		}
	}
	panic(fmt.Sprintf("worktop: no %s ground is called %q, want texture1 to texture5", set, name))
}

func define(l look) func() *Ground {
	return sync.OnceValue(func() *Ground {
		g := &Ground{Name: l.name, Tile: l.tile, Surface: l.surface}
		g.Surface.Name, g.Surface.BaseColor = l.name, material.RGB{1, 1, 1}
		g.Surface.BaseColorTexture, g.Surface.MetallicRoughnessTexture = painted(size, l.relief, l.response, l.paint)
		return g
	})
}

// painted makes the picture of n x n texels and, if asked for, the response to light.
func painted(n int, relief float64, withResponse bool, paint func(u, v float64) texel) (picture, response *material.Texture) {
	picture = &material.Texture{Width: n, Height: n, SRGB: true, Pix: make([]uint8, 4*n*n)}
	if withResponse {
		response = &material.Texture{Width: n, Height: n, Pix: make([]uint8, 4*n*n)}
	}
	row := func(y int) []texel {
		out := make([]texel, n)
		for x := range out {
			out[x] = paint((float64(x)+0.5)/float64(n), (float64(y)+0.5)/float64(n))
		}
		return out
	}
	const band = 64 // rows that are painted in one go
	var bands sync.WaitGroup
	for first := 0; first < n; first += band {
		bands.Go(func() {
			below := row(first)
			for y := first; y < first+band; y++ {
				here := below
				below = row((y + 1) % n)
				for x := range here {
					t := &here[x]
					// The strongest lamps stand at the lower side of the picture.
					shade := 1 + float64(relief*(t.height-below[x].height))
					shade = max(0.3, min(1.7, shade))
					at := 4 * (y*n + x)
					for c, v := range t.color {
						picture.Pix[at+c] = level(float64(v * shade))
					}
					picture.Pix[at+3] = 255
					if withResponse {
						r := response.Pix[at:]
						r[0], r[1], r[2], r[3] = 255, level(255*t.roughness), level(255*t.metallic), 255
					}
				}
			}
		})
	}
	bands.Wait()
	return picture, response
}

func level(v float64) uint8 { return uint8(math.Floor(max(0, min(255, v)) + 0.5)) }

// color is a color, sRGB, 0 to 255.
type color = [3]float64

// mix goes from a to b.
func mix(a, b color, t float64) color {
	return color{lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)}
}

// times is a color made brighter or darker.
func times(c color, k float64) color {
	return color{float64(c[0] * k), float64(c[1] * k), float64(c[2] * k)}
}
