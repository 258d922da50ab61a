package shopvrb

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/gen/show"
	"mereo/scenes"
)

// How a picture is exposed. Published pictures take all light as it is; most of their tables are so dark that nothing is to be told on them.
const (
	meterColumns, meterRows = 64, 48 // points of the picture at which its light is metered
	// meterTarget is where the mean lightness of a picture is to lie, and mostLight what all but the brightest points may have; white is 1.
	meterTarget = 0.32
	mostLight   = 1.5
	brightShare = 0.05 // of the points may be brighter
)

// stops are the exposures that are taken: thirds of a stop, as on a camera.
var stops = [...]float64{1, 1.26, 1.59, 2, 2.52, 3.17, 4, 5.04, 6.35, 8}

// expose sets the exposure of a plan whose things are seen so.
func (s *sampler) expose(p *plan, seen *show.Labels) {
	if !s.asLit {
		p.exposure = p.metered(seen)
	}
}

// metered is by how much all light of a plan is multiplied: by as much as makes its picture neither dark nor glaring. It is found on the
// processor, from lamps, colors and labels, so that it is the same in all qualities and on all machines.
func (p *plan) metered(seen *show.Labels) float64 {
	lightness, bright := p.meter(seen)
	out := stops[0]
	for _, k := range stops {
		if float64(k*lightness) <= meterTarget && float64(k*bright) <= mostLight {
			out = k
		}
	}
	return out
}

// exposed is light as it reaches the picture.
func (p *plan) exposed(lamps []light.Area) []light.Area {
	for i := range lamps {
		lamps[i].PowerW *= p.gain()
	}
	return lamps
}

// gain is by how much all light is multiplied.
func (p *plan) gain() float64 {
	if p.exposure > 0 {
		return p.exposure
	}
	return 1
}

// meter tells how light a picture is, about: the power mean of the exponent 1/2 of its luminance, between the geometric and the
// arithmetic mean, and the brightest channel of a point that only a few exceed.
func (p *plan) meter(seen *show.Labels) (lightness, bright float64) {
	cam, lamps, ground := p.camera(), lampsOf(p), groundOf(p.pool, p.ground)[0]
	var colors []material.RGB // by part
	clear := []bool{}
	for i := range p.objects {
		for _, part := range p.objects[i].thing().Parts {
			colors = append(colors, part.Material.BaseColor)
			clear = append(clear, part.Material.Transmission > 0.5)
		}
	}
	var brightest []float64
	sum := 0.0
	for row := range meterRows {
		for column := range meterColumns {
			x, y := (2*column+1)*cam.Width/(2*meterColumns), (2*row+1)*cam.Height/(2*meterRows)
			at := y*cam.Width + x
			ray := cam.Ray(float64(x)+0.5, float64(y)+0.5)
			var c material.RGB
			if part := seen.Part[at]; part > 0 && !clear[part-1] {
				place := ray.At(float64(seen.ViewZ[at]))
				facing := cam.WorldFromCamera.T.Sub(place).Unit().Add(geom.V(0, 0, 1)).Unit()
				c = lit(colors[part-1], irradianceAt(lamps, place, facing))
			} else if place := ray.At(-ray.Origin.Z / ray.Dir.Z); ray.Dir.Z < 0 && place.Dot(sheetBack) < sheetBend {
				c = lit(groundAt(&ground, place), irradianceAt(lamps, place, geom.V(0, 0, 1)))
			} else {
				continue
			}
			l := float64(0.2126*c[0]) + float64(0.7152*c[1]) + float64(0.0722*c[2])
			sum += math.Sqrt(l)
			brightest = append(brightest, l)
		}
	}
	n := len(brightest)
	if n == 0 {
		return 0, 0
	}
	slices.Sort(brightest)
	mean := sum / float64(n)
	return float64(mean * mean), brightest[n-1-int(brightShare*float64(n))]
}

// lit is the radiance of a matt surface.
func lit(reflectance, irradiance material.RGB) (out material.RGB) {
	for k := range out {
		out[k] = float64(reflectance[k]*irradiance[k]) / math.Pi
	}
	return out
}

// irradianceAt is that of a place that faces along a unit vector, with nothing in the way.
func irradianceAt(lamps []light.Area, at, facing geom.Vec3) (out material.RGB) {
	for i := range lamps {
		l := &lamps[i]
		to := l.WorldFromLight.T.Sub(at)
		r2 := to.Len2()
		e := float64(max(0, to.Dot(facing))*max(0, to.Dot(l.WorldFromLight.M.Z))) / float64(r2*r2)
		for k := range out {
			out[k] += float64(float64(e*l.PowerW/4) * l.Color[k])
		}
	}
	return out
}

// groundAt is the color of the level part of a ground at a place.
func groundAt(level *scenes.Surface, at geom.Vec3) material.RGB {
	t := level.Material.BaseColorTexture
	if t == nil {
		return level.Material.BaseColor
	}
	uv := level.Mesh.UVs
	tile := sheetWidth / (uv[1][0] - uv[0][0])
	u, v := at.Dot(sheetAcross)/tile, -at.Dot(sheetBack)/tile
	x, y := int(float64(t.Width)*(u-math.Floor(u))), int(float64(t.Height)*(v-math.Floor(v)))
	pix := t.Pix[4*(min(y, t.Height-1)*t.Width+min(x, t.Width-1)):]
	var out material.RGB
	for k := range out {
		// A polynomial near sRGB's, because powers have other last bits on other processors.
		s := float64(pix[k]) / 255
		out[k] = float64(s * (float64(s*(float64(0.305306011*s)+0.682171111)) + 0.012522878))
	}
	return out
}
