package light

import (
	"math"
	"sort"

	"mereo/engine/material"
)

// Parts is a panorama as renderers look for its light: where it comes from, and what stands out of it like a sun.
type Parts struct {
	// Mean is the mean radiance over all directions.
	Mean material.RGB
	// All draws places by luminance, as interpolated between texels; Radiance is that of its cells.
	All *Distribution
	// Sky is what is left without Glare, with few texels.
	Sky *Panorama
	// Glare draws places of what stands out, by luminance; nil where nothing does.
	Glare *Distribution
}

const (
	distributionWidth = 1024 // of cells, at most: 0.35 degrees
	skyWidth          = 256  // of Sky's texels, at most
	// glareAbove is how much brighter than the mean light has to be to count as glare, of which only what lies above that is
	// taken out of the sky. Rays that look for bounced light find the rest often enough.
	glareAbove = 8
)

// Parts are computed once, in some tenths of a second. The panorama must be valid.
func (p *Panorama) Parts() *Parts {
	p.divided.Do(func() {
		coarse := p.Shrunk(distributionWidth, distributionWidth/2)
		w, h := coarse.Width, coarse.Height
		parts := &Parts{}
		for i := range w * h {
			share := solidAngle(i/w, w, h) / (4 * math.Pi)
			for c := range parts.Mean {
				parts.Mean[c] += share * float64(coarse.Pix[3*i+c])
			}
		}
		parts.All = newDistribution(coarse, true)
		limit := glareAbove * luminance(parts.Mean)
		sky, glare := &Panorama{Width: w, Height: h}, &Panorama{Width: w, Height: h}
		for i := range w * h {
			out := 0.0
			if l := luminance(coarse.at(i)); l > limit {
				out = 1 - limit/l
			}
			for _, v := range coarse.Pix[3*i : 3*i+3] {
				above := float32(out * float64(v))
				sky.Pix, glare.Pix = append(sky.Pix, v-above), append(glare.Pix, above)
			}
		}
		parts.Sky = sky.Shrunk(skyWidth, skyWidth/2)
		if d := newDistribution(glare, false); d.Total > 0 {
			parts.Glare = d
		}
		p.parts = parts
	})
	return p.parts
}

func (p *Panorama) at(texel int) material.RGB {
	c := p.Pix[3*texel:]
	return material.RGB{float64(c[0]), float64(c[1]), float64(c[2])}
}

func luminance(c material.RGB) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// Distribution draws places of a panorama with a density that is constant over each of its cells: Pharr, Jakob and Humphreys
// 2023, "Physically Based Rendering", 4th edition, sections 12.5 and A.5.
type Distribution struct {
	Width, Height int // of cells, as texels of a panorama
	// CDF has for each row of cells the shares of the row's light up to the end of each cell, and in a last row, in the first
	// Height numbers, the shares of all light up to the end of each row. len (Height+1)*Width.
	CDF []float32
	// Total is the integral of luminance over all directions, W/m^2 as seen by the eye.
	Total float64
	// Spread is the solid angle over which the light would be spread evenly, as far as its variance goes, steradians.
	Spread float64

	cells *Panorama
}

// newDistribution draws cells by luminance. Interpolated radiance is also in the neighbors of a bright cell: their density must
// not be 0.
func newDistribution(cells *Panorama, interpolated bool) *Distribution {
	w, h := cells.Width, cells.Height
	d := &Distribution{Width: w, Height: h, CDF: make([]float32, (h+1)*w), cells: cells}
	bright := make([]float64, w*h)
	squares := 0.0
	for i := range bright {
		bright[i] = luminance(cells.at(i))
		flux := bright[i] * solidAngle(i/w, w, h)
		d.Total += flux
		squares += flux * bright[i]
	}
	if squares > 0 {
		d.Spread = d.Total * d.Total / squares
	}
	if interpolated {
		bright = interpolatedMeans(bright, w, h)
	}
	rows := make([]float64, h)
	for y := range h {
		row := bright[w*y : w*y+w]
		rows[y] = cumulate(d.CDF[w*y:w*y+w], row) * solidAngle(y, w, h)
	}
	cumulate(d.CDF[w*h:w*h+h], rows)
	return d
}

// interpolatedMeans are the means over each texel of linear interpolation between texels' centers: 1/8, 3/4 and 1/8 of the three
// texels along each axis.
func interpolatedMeans(v []float64, w, h int) []float64 {
	out := make([]float64, len(v))
	for y := range h {
		up, down := max(y-1, 0), min(y+1, h-1)
		for x := range w {
			left, right := (x+w-1)%w, (x+1)%w
			column := func(x int) float64 { return v[w*up+x]/8 + v[w*y+x]*3/4 + v[w*down+x]/8 }
			out[w*y+x] = column(left)/8 + column(x)*3/4 + column(right)/8
		}
	}
	return out
}

// cumulate fills in the shares up to the end of each weight, evenly where all are 0, and returns the sum.
func cumulate(cdf []float32, weights []float64) (sum float64) {
	for _, w := range weights {
		sum += w
	}
	upTo := 0.0
	for i, w := range weights {
		upTo += w
		cdf[i] = float32(upTo / sum)
		if sum == 0 {
			cdf[i] = float32(i+1) / float32(len(cdf))
		}
	}
	cdf[len(cdf)-1] = 1
	return sum
}

// Sample is a place drawn from two numbers in [0, 1), and the radiance of its cell over the density per solid angle: the light
// of all directions when it stands for them.
func (d *Distribution) Sample(a, b float64) (u, v float64, irradiance material.RGB) {
	y, v, pRow := find(d.CDF[d.Width*d.Height:][:d.Height], a)
	x, u, pColumn := find(d.CDF[d.Width*y:][:d.Width], b)
	irradiance = d.cells.at(d.Width*y + x)
	for c := range irradiance {
		irradiance[c] *= solidAngle(y, d.Width, d.Height) / (pRow * pColumn)
	}
	return u, v, irradiance
}

// find is the interval into which u falls, its place there in [0, 1] of all intervals, and the interval's share.
func find(cdf []float32, u float64) (i int, at, share float64) {
	i = sort.Search(len(cdf)-1, func(i int) bool { return float64(cdf[i]) > u })
	low := 0.0
	if i > 0 {
		low = float64(cdf[i-1])
	}
	share = float64(cdf[i]) - low
	return i, (float64(i) + (u-low)/share) / float64(len(cdf)), share
}
