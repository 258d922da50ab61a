package syndacate

import (
	"math"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/ref"
)

// Pictures of strokes in space are drawn by the project's rasterizer on the processor, engine/ref, and not by its renderer on
// the graphics card: sides of cuboids are flat and have one gray each, so that all there is to a picture is which side each
// sample sees, and engine/ref tells that with the same bits on every machine. What the renderer adds (roughness, tone curve,
// shadows, sRGB) is what these pictures are defined without.
//
// Depth and masks are what the rays through the centers of pixels meet (solid_ray.go).
//
// A picture is defined as one of four times the width and height with eight samples in each pixel, reduced by a box of 4 x 4
// pixels. It is drawn just so: eight draws without any smoothing, the camera moved by a part of a pixel each time, and the mean
// of all 128 samples of a pixel, rounded once.

// solidReduction is how many times larger pictures are drawn, each way.
const solidReduction = 4

// solidSamples are the places of the samples in a pixel, from its center in sixteenths of a pixel, x right and y down: the
// standard pattern of graphics cards for eight (Direct3D 11, D3D11_STANDARD_MULTISAMPLE_PATTERN).
var solidSamples = [8][2]float64{{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}}

// Light, in shares of the brightness of a stroke.
const (
	solidAmbient = 0.3
	solidLight   = 0.7
)

// solidToLight is the direction of the light.
var solidToLight = geom.V(0.4, 0.8, 0.6).Unit()

// solidShade is how bright a side is (Lambert's law), from 0 to 1.
func solidShade(bright float64, normal geom.Vec3) float64 {
	return float64(bright * (solidAmbient + float64(solidLight*max(0, normal.Dot(solidToLight)))))
}

// solidPainter draws strokes. It is for one goroutine; loading others uses its memory again.
type solidPainter struct {
	rasterizer ref.Rasterizer
	camera     camera.Pinhole
	sides      []*mesh.Mesh // each a mesh, so that the number of a part is that of a side
	made       []*mesh.Mesh // room for sides
	grays      []uint32     // of each side, in parts of grayOne
	sums       []uint32     // of grays, for each pixel
}

// grayOne is a gray value of 1 in sums, so that these are whole numbers, the same in any order. The sum of 128 white samples is
// just below 2^31.
const grayOne = 1 << 16

var solidPainters = sync.Pool{New: func() any { return new(solidPainter) }}

var sideTriangles = [][3]uint32{{0, 1, 2}, {0, 2, 3}}

// load takes the sides that can be seen from a camera.
func (p *solidPainter) load(cam *camera.Pinhole, strokes []solidStroke) {
	p.camera = *cam
	p.sides, p.grays = p.sides[:0], p.grays[:0]
	for i := range strokes {
		s := &strokes[i]
		c := s.center()
		x, y, z := s.axes.X.Scale(s.half.X), s.axes.Y.Scale(s.half.Y), s.axes.Z.Scale(s.half.Z)
		p.addPair(s, c, x, y, z, s.axes.X)
		p.addPair(s, c, y, z, x, s.axes.Y)
		p.addPair(s, c, z, x, y, s.axes.Z)
	}
}

// addPair adds the one of two opposite sides that can be seen, if one can. They lie at c+out and c-out, have the unit normals
// n and -n, and reach u and v to either side of their middle.
func (p *solidPainter) addPair(s *solidStroke, c, out, u, v, n geom.Vec3) {
	eye := p.camera.WorldFromCamera.T
	switch {
	case n.Dot(eye.Sub(c.Add(out))) > 0:
	case n.Dot(eye.Sub(c.Sub(out))) < 0:
		out, u, n = out.Neg(), u.Neg(), n.Neg()
	default:
		return
	}
	i := len(p.sides)
	if i == len(p.made) {
		p.made = append(p.made, &mesh.Mesh{Positions: make([]geom.Vec3, 4), Triangles: sideTriangles})
	}
	middle := c.Add(out)
	corners := p.made[i].Positions
	corners[0], corners[1] = middle.Sub(u).Sub(v), middle.Add(u).Sub(v)
	corners[2], corners[3] = middle.Add(u).Add(v), middle.Sub(u).Add(v)
	p.sides = p.made[:i+1]
	p.grays = append(p.grays, uint32(math.Floor(float64(255*grayOne*solidShade(s.bright, n))+0.5)))
}

// image draws the picture, len(dst) == Width*Height of the camera.
func (p *solidPainter) image(dst []uint8) {
	const white = grayOne * uint32(solidReduction*solidReduction*len(solidSamples))
	width := p.camera.Width
	if cap(p.sums) < len(dst) {
		p.sums = make([]uint32, len(dst))
	}
	sums := p.sums[:len(dst)]
	clear(sums)
	large := p.camera
	large.Width, large.Height = large.Width*solidReduction, large.Height*solidReduction
	large.FocalPx *= solidReduction
	for _, at := range solidSamples {
		large.CenterX = float64(p.camera.CenterX*solidReduction) - at[0]/16
		large.CenterY = float64(p.camera.CenterY*solidReduction) - at[1]/16
		seen := p.rasterizer.DrawAlone(&large, geom.Identity, p.sides)
		for i, y := 0, seen.Y0; y < seen.Y1; y++ {
			row := sums[y/solidReduction*width:][:width]
			for x := seen.X0; x < seen.X1; x++ {
				if side := seen.Part[i]; side != 0 {
					row[x/solidReduction] += p.grays[side-1]
				}
				i++
			}
		}
	}
	for i, sum := range sums {
		dst[i] = uint8((sum + white/2) / white)
	}
}
