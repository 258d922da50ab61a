package window

import (
	"math"
	"slices"

	"mereo/engine/frame"
)

// mode is what the picture shows.
type mode int

const (
	modeColor mode = iota
	modeDepth
	modeObjects
	modeParts
	modeNormals
	modeAlbedo // drawn from the meshes; see graphics.go
	modes
)

var modeNames = [modes]string{"color", "depth", "objects", "parts", "normals", "albedo"}

// modeHelp is what the status line says of modes; that of depth has numbers.
var modeHelp = [modes]string{
	modeColor: "color as the renderer draws it", modeObjects: "a color for every object id", modeParts: "a color for every part id",
	modeNormals: "normals of surfaces: x, y, z of the world from -1 to 1 as red, green, blue", modeAlbedo: "the surfaces' own color, without light",
}

// nothing is the color of what has no value, and behind all pictures.
var nothing = [3]uint8{30, 33, 39}

// colored is a picture in a mode as RGBA from the top, len 4*Width*Height, with the pixels of the selected object or part rimmed.
// In modeColor there may be no color picture yet; it is gray by how surfaces face then.
func colored(im *frame.Images, m mode, object, part uint16) []uint8 {
	out := make([]uint8, 4*im.Width*im.Height)
	color := coloring(im, m)
	for i := range im.Width * im.Height {
		c := color(i)
		out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = c[0], c[1], c[2], 255
	}
	if object != 0 || part != 0 {
		rim(out, im, object, part)
	}
	return out
}

// coloring gives the color of a pixel.
func coloring(im *frame.Images, m mode) func(i int) [3]uint8 {
	switch {
	case m == modeColor && im.RGB != nil:
		return func(i int) [3]uint8 { return [3]uint8(im.RGB[3*i : 3*i+3]) }
	case m == modeDepth:
		near, far := depthRange(im)
		return func(i int) [3]uint8 {
			z := float64(im.ViewZ[i])
			if z == 0 {
				return nothing
			}
			return ramp(1 - (z-near)/max(far-near, 1e-9)) // near is bright, as on the page of "mereo explore"
		}
	case m == modeObjects:
		return func(i int) [3]uint8 { return idColor(im.Object[i]) }
	case m == modeParts:
		return func(i int) [3]uint8 { return idColor(im.Part[i]) }
	case m == modeNormals:
		return func(i int) (c [3]uint8) {
			n := im.Normal[3*i : 3*i+3]
			if n[0] == 0 && n[1] == 0 && n[2] == 0 {
				return nothing
			}
			for j, v := range n {
				c[j] = uint8(min(255, max(0, (v+1)*127.5+0.5)))
			}
			return c
		}
	}
	return func(i int) [3]uint8 {
		n := im.Normal[3*i : 3*i+3]
		v := uint8(60 + 60*(n[0]*0.3-n[1]*0.4+n[2]*0.85+1))
		if n[0] == 0 && n[1] == 0 && n[2] == 0 {
			return nothing
		}
		return [3]uint8{v, v, v}
	}
}

// depthRange is what almost all depths of a picture lie between, meters: the farthest hundredth is left out.
func depthRange(im *frame.Images) (near, far float64) {
	var z []float32
	for i := 0; i < len(im.ViewZ); i += 7 {
		if im.ViewZ[i] > 0 {
			z = append(z, im.ViewZ[i])
		}
	}
	if len(z) == 0 {
		return 0, 0
	}
	slices.Sort(z)
	return float64(z[0]), float64(z[len(z)*99/100])
}

// stops of a ramp whose lightness grows evenly, from dark blue to yellow, as sRGB.
var stops = [...][3]float64{{38, 20, 70}, {58, 55, 130}, {42, 100, 142}, {32, 144, 140}, {66, 185, 110}, {160, 216, 57}, {252, 231, 80}}

// ramp maps 0 to dark and 1 to bright.
func ramp(x float64) (c [3]uint8) {
	x = min(1, max(0, x)) * float64(len(stops)-1)
	i := min(int(x), len(stops)-2)
	t := x - float64(i)
	for k := range c {
		c[k] = uint8(stops[i][k]*(1-t) + stops[i+1][k]*t + 0.5)
	}
	return c
}

// idColor gives neighboring ids hues that are far apart.
func idColor(id uint16) [3]uint8 {
	if id == 0 {
		return nothing
	}
	n := float64(id)
	hue := math.Mod(n*0.618033988749895, 1) * 6
	value := 0.95 - 0.25*math.Mod(n*0.754877666, 1)
	saturation := 0.75 - 0.3*math.Mod(n*0.569840291, 1)
	var c [3]uint8
	for k, shift := range [3]float64{5, 3, 1} { // HSV: Smith 1978, "Color Gamut Transform Pairs"
		x := math.Mod(shift+hue, 6)
		c[k] = uint8(255 * value * (1 - saturation*max(0, min(x, 4-x, 1))))
	}
	return c
}

// rim paints the border of the pixels that belong to an object or part.
func rim(rgba []uint8, im *frame.Images, object, part uint16) {
	in := func(x, y int) bool {
		if x < 0 || y < 0 || x >= im.Width || y >= im.Height {
			return false
		}
		i := y*im.Width + x
		return part != 0 && im.Part[i] == part || part == 0 && im.Object[i] == object
	}
	const wide = 2
	for y := range im.Height {
		for x := range im.Width {
			if in(x, y) {
				continue
			}
			for d := 1; d <= wide; d++ {
				if in(x-d, y) || in(x+d, y) || in(x, y-d) || in(x, y+d) {
					c := [3]uint8{255, 196, 0}
					if d == wide { // dark outside, so that it is seen on any color
						c = [3]uint8{20, 20, 20}
					}
					copy(rgba[4*(y*im.Width+x):], c[:])
					break
				}
			}
		}
	}
}
