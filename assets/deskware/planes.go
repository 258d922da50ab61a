package deskware

import (
	"math"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/material"
)

// PlaneSize is the side of a plane's picture in texels. It covers the whole top of 4 m x 4 m, so a texel is 4 mm.
const PlaneSize = 1024

// plane is a look: paint gives the unscaled brightness at a place in meters, y towards the back, and the picture is fitted to a
// mean and a deviation of each channel, 0 to 255.
type plane struct {
	material, color   string
	meanSRGB, stdSRGB [3]float64
	paint             func(x, y float64) float64
	picture           func() *material.Texture // made when first asked for
}

// The numbers are the statistics of the photographs that these pictures stand in for.
var planes = [...]*plane{
	newPlane("marble", "black", [3]float64{39, 39, 39}, [3]float64{19, 19, 19}, blackMarble),
	newPlane("wooden", "black", [3]float64{35, 35, 35}, [3]float64{15, 15, 15}, blackWood),
	newPlane("marble", "brown", [3]float64{146, 91, 76}, [3]float64{20, 20, 20}, brownMarble),
	newPlane("wooden", "brown", [3]float64{119, 65, 44}, [3]float64{12, 7, 4}, brownWood),
	newPlane("marble", "gray", [3]float64{181, 181, 181}, [3]float64{12, 12, 12}, grayMarble),
	newPlane("wooden", "gray", [3]float64{172, 167, 165}, [3]float64{18, 18, 18}, grayWood),
}

func newPlane(materialName, color string, mean, std [3]float64, paint func(x, y float64) float64) *plane {
	p := &plane{material: materialName, color: color, meanSRGB: mean, stdSRGB: std, paint: paint}
	p.picture = sync.OnceValue(p.make)
	return p
}

func find(materialName, color string) *plane {
	for _, p := range planes {
		if p.material == materialName && p.color == color {
			return p
		}
	}
	panic("deskware: no plane is " + color + " and " + materialName)
}

// Plane returns the picture of planes of a material ("wooden", "marble") and a color ("gray", "brown", "black"): sRGB, opaque,
// PlaneSize texels along each side, for 4 m x 4 m with the back at the top. It is shared and must not be changed; the first
// call takes a few tenths of a second. It panics for another material or color.
func Plane(materialName, color string) *material.Texture { return find(materialName, color).picture() }

// PlaneMean is the mean of Plane's picture, sRGB from 0 to 255, without making it. It panics for another material or color.
func PlaneMean(materialName, color string) [3]float64 { return find(materialName, color).meanSRGB }

func (p *plane) make() *material.Texture {
	const n = PlaneSize
	field := make([]float64, n*n)
	const band = 64 // rows that are painted in one go
	var bands sync.WaitGroup
	for first := 0; first < n; first += band {
		bands.Go(func() {
			for i := first * n; i < (first+band)*n; i++ {
				x, y := float64(i%n), float64(i/n)
				field[i] = p.paint((x+0.5)*4/n, 4-(y+0.5)*4/n)
			}
		})
	}
	bands.Wait()
	sum, squares := 0.0, 0.0
	for _, v := range field {
		sum, squares = sum+v, squares+float64(v*v)
	}
	mean := sum / (n * n)
	std := math.Sqrt(squares/(n*n) - float64(mean*mean))
	t := &material.Texture{Width: n, Height: n, SRGB: true, Pix: make([]uint8, 0, 4*n*n)}
	var fits [3]fit
	for c := range fits {
		fits[c] = fitted(field, mean, std, p.meanSRGB[c], p.stdSRGB[c])
	}
	for _, v := range field {
		t.Pix = append(t.Pix, fits[0].byte(v), fits[1].byte(v), fits[2].byte(v), 255)
	}
	return t
}

// fit maps a field to bytes, clipped to [0, 255].
type fit struct{ gain, offset float64 }

func (f fit) byte(v float64) uint8 {
	return uint8(math.Floor(max(0, min(255, float64(f.gain*v)+f.offset)) + 0.5))
}

// fitted is the map of a field of the given mean and deviation to bytes of another mean and deviation. Clipping changes both,
// so they are corrected until they are right; every 37th texel says enough about them.
func fitted(field []float64, mean, std, wantMean, wantStd float64) fit {
	f := fit{gain: wantStd / std}
	f.offset = wantMean - float64(f.gain*mean)
	for range 30 {
		var sum, squares, n float64
		for i := 0; i < len(field); i += 37 {
			v := float64(f.byte(field[i]))
			sum, squares, n = sum+v, squares+float64(v*v), n+1
		}
		m := sum / n
		s := math.Sqrt(max(1e-6, squares/n-float64(m*m)))
		// The gain turns about the mean, so that the two corrections hardly disturb each other.
		next := float64(f.gain * max(0.5, min(2, wantStd/s)))
		pivot := (m - f.offset) / f.gain
		f.offset += float64((f.gain-next)*pivot) + (wantMean - m)
		f.gain = next
	}
	return f
}

// at is a place of a picture at a depth of its own in the noise.
func at(x, y, depth float64) geom.Vec3 { return geom.V(x, y, depth) }

// fromVein is how far a place is from the middle of a vein, in values of noise: veins run where it crosses zero.
func fromVein(p geom.Vec3, seed uint64) float64 {
	return math.Abs(fractal(warped(p, 0.5, seed+20), 5, 0.55, seed))
}

// vein is 1 in the middle of a vein and 0 from width on.
func vein(p geom.Vec3, width float64, seed uint64) float64 { return step(width, 0, fromVein(p, seed)) }

// blackMarble is dark with thin white veins of two sizes, which come and go.
func blackMarble(x, y float64) float64 {
	p := at(x, y, 10.5)
	clouds := fractal(p.Scale(2), 4, 0.55, 100)
	come := step(-0.05, 0.3, fractal(p.Scale(0.9), 2, 0.5, 110))
	wide := fromVein(p.Scale(0.9), 120)
	return float64(0.35*clouds) + float64(1.9*step(0.018, 0, wide)*(0.35+float64(0.65*come))) +
		float64(0.4*step(0.1, 0, wide)*come) + float64(0.9*vein(p.Scale(2.1), 0.022, 150)*come) +
		float64(0.06*noise(p.Scale(90), 190))
}

// brownMarble has pale veins in clouded red, and a few dark ones.
func brownMarble(x, y float64) float64 {
	p := at(x, y, 20.5)
	clouds := fractal(warped(p.Scale(1.6), 0.8, 200), 6, 0.6, 210)
	come := step(-0.15, 0.2, fractal(p.Scale(0.8), 2, 0.5, 220))
	return float64(2.2*clouds) + float64(1.1*vein(p.Scale(1.1), 0.03, 230)*(0.4+float64(0.6*come))) +
		float64(0.5*vein(p.Scale(2.6), 0.035, 260)*come) - float64(0.5*vein(p.Scale(1.7).Add(geom.V(7, 3, 1)), 0.03, 280)) +
		float64(0.12*noise(p.Scale(70), 290))
}

// grayMarble is cloudy, with soft veins darker than it.
func grayMarble(x, y float64) float64 {
	p := at(x, y, 30.5)
	clouds := fractal(warped(p.Scale(1.1), 0.9, 300), 6, 0.55, 310)
	return float64(2*clouds) - float64(0.8*vein(p.Scale(0.8), 0.05, 320)) - float64(0.35*vein(p.Scale(2.2), 0.05, 350)) +
		float64(0.1*noise(p.Scale(60), 390))
}

// board is a place on one of many boards side by side: the board's number, how far the place is from its nearest edge, meters,
// and a shift along the board that is the board's own.
type board struct {
	number int64
	edge   float64
	shift  float64
}

// boardAt finds the board of a row of boards of about the given width, meters; unequal says how much widths differ, 0 to 1.
func boardAt(across, width, unequal float64, seed uint64) board {
	at := across / width
	// The joint below number i is at i plus a part of 0.5.
	joint := func(i int64) float64 { return float64(i) + float64(unequal*0.5*(uniform(i, 0, 0, seed)-0.5)) }
	i := int64(math.Floor(at))
	if at < joint(i) {
		i--
	} else if at >= joint(i+1) {
		i++
	}
	lo, hi := joint(i), joint(i+1)
	return board{
		number: i, edge: float64(width * min(at-lo, hi-at)),
		shift: float64(37 * uniform(i, 1, 0, seed)),
	}
}

// grain is the brightness of sawn wood at a place across and along its fibers, meters: rings drawn out into lines, and pores.
func grain(across, along, depth float64, seed uint64) float64 {
	wander := float64(0.02 * noise(at(across*3, along*0.9, depth), seed))
	rings := fractal(at((across+wander)*38, along*1.1, depth), 3, 0.6, seed+1)
	pores := noise(at(across*150, along*6, depth), seed+5)
	return float64(1.6*rings) + float64(0.5*pores)
}

// plank is one of a row of planks cut to lengths of about length, each with a tone of its own, and dark joints around it.
func plank(across, along, width, length, unequal, toneSpread, jointDepth float64, seed uint64) float64 {
	b := boardAt(across, width, unequal, seed)
	end := boardAt(along+b.shift, length, 0.6, seed+uint64(b.number)*3+1)
	tone := uniform(b.number, end.number, 2, seed) - 0.5
	joint := step(0.009, 0.002, min(b.edge, end.edge))
	wood := grain(across, along+float64(5*float64(end.number)), b.shift, seed+7)
	return float64(toneSpread*tone) + wood - float64(jointDepth*joint)
}

// blackWood is of upright planks whose grain is worn and irregular.
func blackWood(x, y float64) float64 {
	worn := fractal(at(x*4, y*0.7, 40.5), 4, 0.6, 400)
	return plank(x, y, 0.31, 40, 0.8, 1.1, 1.6, 410) + float64(2.4*worn)
}

// brownWood is a floor of upright staves with dark joints, sixteen side by side.
func brownWood(x, y float64) float64 {
	return plank(x, y, 0.25, 1.3, 0, 1.8, 3.2, 500) + float64(0.6*fractal(at(x, y*0.3, 50.5), 3, 0.5, 510))
}

// grayWood is of level boards, thirteen one above the other, weathered.
func grayWood(x, y float64) float64 {
	return plank(y, x, 4.0/13, 2.2, 0.15, 1.5, 2.6, 600) + float64(1.4*fractal(at(x*0.6, y*5, 60.5), 4, 0.6, 610))
}
