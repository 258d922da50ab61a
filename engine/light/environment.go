package light

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"mereo/engine/geom"
)

// Environment is light from infinitely far away, from all directions: a panorama around the scene. Copies share the panorama.
type Environment struct {
	Panorama *Panorama
	// Strength is what radiance is multiplied by. If 0, 1 is used.
	Strength float64
	// Turn turns the panorama about the vertical, counter-clockwise seen from above, radians: its middle, which is seen in the
	// direction +X without, is then seen in (cos Turn, sin Turn, 0).
	Turn float64
}

// Scale is what radiance is multiplied by.
func (e *Environment) Scale() float64 {
	if e.Strength == 0 {
		return 1
	}
	return e.Strength
}

// Dir is the direction in which a place of the panorama is seen, unit; see Panorama.
func (e *Environment) Dir(u, v float64) geom.Vec3 {
	sinPhi, cosPhi := math.Sincos(2*math.Pi*(0.5-u) + e.Turn)
	sin, cos := math.Sincos(math.Pi * v)
	return geom.V(sin*cosPhi, sin*sinPhi, cos)
}

// Validate names every field that is out of range.
func (e *Environment) Validate() error {
	var errs []error
	if !(e.Strength >= 0) || math.IsInf(e.Strength, 0) {
		errs = append(errs, fmt.Errorf("Strength is %g, want at least 0", e.Strength))
	}
	if math.IsNaN(e.Turn) || math.IsInf(e.Turn, 0) {
		errs = append(errs, fmt.Errorf("Turn is %g, want a finite number", e.Turn))
	}
	if e.Panorama == nil {
		errs = append(errs, errors.New("there is no panorama"))
	} else {
		errs = append(errs, e.Panorama.check())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	return nil
}

// Panorama is an equirectangular picture of all directions, twice as wide as high. The place (u, v) in [0, 1)^2, from the upper
// left corner, is seen at the angle pi v from +Z and at the azimuth 2 pi (1/2 - u) from +X towards +Y: the upper rim is the
// zenith, the middle looks along +X, and columns run to the right as seen from inside (as in Cycles). It is never changed once
// it is in use.
type Panorama struct {
	Width, Height int
	Pix           []float32 // len 3*Width*Height, linear RGB radiance, W/(m^2 sr), rows from the top

	checked sync.Once
	err     error
	divided sync.Once
	parts   *Parts
}

// maxPanorama is the largest width of a panorama: 8192 x 4096 texels are 400 MB.
const maxPanorama = 8192

// check looks at all texels, once.
func (p *Panorama) check() error {
	p.checked.Do(func() {
		if err := checkSize(p.Width, p.Height); err != nil {
			p.err = err
			return
		}
		if n := 3 * p.Width * p.Height; len(p.Pix) != n {
			p.err = fmt.Errorf("panorama has %d numbers, want %d", len(p.Pix), n)
			return
		}
		for i, v := range p.Pix {
			if !(v >= 0 && v <= math.MaxFloat32) {
				p.err = fmt.Errorf("radiance at row %d, column %d is %g, want at least 0", i/3/p.Width, i/3%p.Width, v)
				return
			}
		}
	})
	return p.err
}

func checkSize(width, height int) error {
	if width != 2*height || width < 2 || width > maxPanorama {
		return fmt.Errorf("panorama is %d x %d texels, want twice as wide as high (equirectangular), %d x %d at most",
			width, height, maxPanorama, maxPanorama/2)
	}
	return nil
}

// solidAngle is that of a texel in row y of a picture of the given height, steradians.
func solidAngle(y, width, height int) float64 {
	band := math.Cos(math.Pi*float64(y)/float64(height)) - math.Cos(math.Pi*float64(y+1)/float64(height))
	return 2 * math.Pi / float64(width) * band
}

// Shrunk is the panorama with fewer texels: means over the solid angle, so that no light is lost. A size that is not smaller
// stays as it is.
func (p *Panorama) Shrunk(width, height int) *Panorama {
	width, height = min(width, p.Width), min(height, p.Height)
	out := &Panorama{Width: width, Height: height}
	columns := overlaps(p.Width, width, func(x float64) float64 { return x })
	rows := overlaps(p.Height, height, func(y float64) float64 { return -math.Cos(math.Pi * y) })
	sum := make([]float64, 3*width)
	for _, row := range rows {
		clear(sum)
		for i, weight := range row.weights {
			from := p.Pix[3*p.Width*(row.first+i):]
			for x, column := range columns {
				for k, share := range column.weights {
					w, at := weight*share, 3*(column.first+k)
					sum[3*x] += w * float64(from[at])
					sum[3*x+1] += w * float64(from[at+1])
					sum[3*x+2] += w * float64(from[at+2])
				}
			}
		}
		for _, v := range sum {
			out.Pix = append(out.Pix, float32(v))
		}
	}
	return out
}

// overlap says of which cells a larger one consists, and in what shares, which add up to 1.
type overlap struct {
	first   int
	weights []float64
}

// overlaps divides [0, 1] into `to` cells of which each consists of parts of `from` cells; measure is monotone.
func overlaps(from, to int, measure func(float64) float64) []overlap {
	out := make([]overlap, to)
	for j := range out {
		low, high := float64(j)/float64(to), float64(j+1)/float64(to)
		first, end := j*from/to, ((j+1)*from+to-1)/to
		whole := measure(high) - measure(low)
		out[j].first = first
		for i := first; i < end; i++ {
			a, b := max(low, float64(i)/float64(from)), min(high, float64(i+1)/float64(from))
			out[j].weights = append(out[j].weights, (measure(b)-measure(a))/whole)
		}
	}
	return out
}
