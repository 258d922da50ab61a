// Package surface paints the walls and floors of rooms: five procedural pictures of plaster, linen, stucco and concrete.
//
// A picture is a pure function of its name, made once per process and shared. It is sRGB, opaque, rows from the top;
// its mean color and its spread (the standard deviation of each channel) are set to fixed numbers. The pictures are
// meant to be repeated without mirroring and do not match at their edges, so that a wall shows the grid of its tiles.
//
// The noise is integer hashing and plain arithmetic, and every product is rounded before it meets a sum, so a picture has
// the same bytes on every processor. See noise.go for the fields and pictures.go for the looks.
package surface

import (
	"fmt"
	"math"
	"sync"

	"mereo/engine/material"
)

// Count is the number of floors and of walls.
const Count = 4

// FloorTexture returns floor picture i, 1 <= i <= Count, for tiles of 2 m x 2 m: fine plaster, linen, stucco, concrete.
// The result is shared and must not be changed; the first call takes up to a second. It panics outside.
func FloorTexture(i int) *material.Texture { return pick("floor", floors, i) }

// WallTexture returns wall picture i, 1 <= i <= Count, for tiles of 4 m x 2 m: old plaster, concrete, stucco, fine
// plaster. Concrete and stucco are the very textures of the floors. It panics outside.
func WallTexture(i int) *material.Texture { return pick("wall", walls, i) }

// Spec is what a picture is made to: its look, its size and its statistics.
type Spec struct {
	Look          string
	Width, Height int
	MeanSRGB      [3]float64 // 0 to 255
	StdSRGB       float64    // of each channel, 0 to 255
}

// FloorSpec and WallSpec return what the textures of the same number are made to.
func FloorSpec(i int) Spec { return specOf("floor", floors, i) }
func WallSpec(i int) Spec  { return specOf("wall", walls, i) }

// picture is a look with its numbers and the texture once it is made.
type picture struct {
	spec    Spec
	texture func() *material.Texture
}

// define makes a picture. paint gives the unscaled color at a pixel, in any unit.
func define(spec Spec, paint func(x, y float64) [3]float64) *picture {
	return &picture{spec, sync.OnceValue(func() *material.Texture {
		field := make([][3]float64, 0, spec.Width*spec.Height)
		for y := range spec.Height {
			for x := range spec.Width {
				field = append(field, paint(float64(x), float64(y)))
			}
		}
		t := &material.Texture{Width: spec.Width, Height: spec.Height, SRGB: true, Pix: make([]uint8, 4*len(field))}
		for c := range 3 {
			fit := fitChannel(field, c, spec.MeanSRGB[c], spec.StdSRGB)
			for i := range field {
				t.Pix[4*i+c] = fit(field[i][c])
			}
		}
		for i := range field {
			t.Pix[4*i+3] = 255
		}
		return t
	})}
}

func pick(kind string, from [Count]*picture, i int) *material.Texture {
	if i < 1 || i > Count {
		panic(fmt.Sprintf("surface: %s %d, want 1 to %d", kind, i, Count))
	}
	return from[i-1].texture()
}

func specOf(kind string, from [Count]*picture, i int) Spec {
	if i < 1 || i > Count {
		panic(fmt.Sprintf("surface: %s %d, want 1 to %d", kind, i, Count))
	}
	return from[i-1].spec
}

// fitChannel returns the map from field values of channel c to bytes, v -> gain*v + offset clipped to 0..255, whose
// result has the wanted mean and standard deviation. Clipping at white changes both, so the two numbers are found by
// repeated correction, on a histogram of the field.
func fitChannel(field [][3]float64, c int, mean, std float64) func(v float64) uint8 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range field {
		lo, hi = min(lo, field[i][c]), max(hi, field[i][c])
	}
	const bins = 4096
	var count [bins]int
	width := (hi - lo) / (bins - 1)
	for i := range field {
		count[int((field[i][c]-lo)/width+0.5)]++
	}
	// Start from the numbers that are right where nothing is clipped.
	var sum, squares float64
	for i := range field {
		v := field[i][c] - lo
		sum, squares = sum+v, squares+float64(v*v)
	}
	m := sum / float64(len(field))
	gain := std / math.Sqrt(squares/float64(len(field))-float64(m*m))
	offset := mean - float64(gain*(lo+m))
	apply := func(v float64) float64 { return math.Floor(max(0, min(255, float64(gain*v)+offset)) + 0.5) }
	for range 60 {
		var sum, squares float64
		for b, n := range count {
			v := apply(lo + float64(float64(b)*width))
			sum += float64(float64(n) * v)
			squares += float64(float64(n) * v * v)
		}
		n := float64(len(field))
		m := sum / n
		s := math.Sqrt(max(0, squares/n-float64(m*m)))
		if s > 0 {
			// The gain turns about the mean, so that the two corrections hardly disturb each other.
			pivot := (m - offset) / gain
			next := float64(gain * max(0.5, min(2, std/s)))
			offset += float64((gain - next) * pivot)
			gain = next
		}
		offset += mean - m
	}
	return func(v float64) uint8 { return uint8(apply(v)) }
}
