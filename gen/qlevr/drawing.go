package qlevr

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"mereo/assets/deskware"
	"mereo/assets/palette"
	"mereo/internal/phase"
)

// drawing is a picture of a plan: sRGB, rows from the top, three bytes a pixel.
type drawing struct {
	Width, Height int
	RGB           []uint8

	left, top int          // pixel at which the plan's upper left corner lies
	mask      *image.Alpha // how much of each pixel of the plan is covered by what is being drawn
}

const (
	planPx     = 369 // side of the plan in drawings, pixels
	drawnWidth = 640 // of the full drawing, whose axes lie where matplotlib puts square ones
	drawnRows  = 480
	drawnLeft  = 143
	drawnTop   = 58
)

// Grays of the material map. The renderer's roughnesses are these, decoded as sRGB.
const (
	woodenGray = 217 // 0.85
	marbleGray = 38  // 0.15
)

func newDrawing(width, height, left, top int) *drawing {
	d := &drawing{
		Width: width, Height: height, RGB: make([]uint8, 3*width*height),
		left: left, top: top, mask: image.NewAlpha(image.Rect(0, 0, planPx, planPx)),
	}
	for i := range d.RGB {
		d.RGB[i] = 255
	}
	return d
}

// drawTexture draws the planes with their pictures, without axes and objects.
func drawTexture(p *plan) *drawing {
	defer phase.Begin(phase.Encode).End()
	d := newDrawing(planPx, planPx, 0, 0)
	d.planes(p)
	return d
}

// drawMaterialMap draws the planes in the grays of their materials, without axes and objects.
func drawMaterialMap(p *plan) *drawing {
	defer phase.Begin(phase.Encode).End()
	d := newDrawing(planPx, planPx, 0, 0)
	for i := range p.planes {
		level := uint8(woodenGray)
		if p.planes[i].material == "marble" {
			level = marbleGray
		}
		d.fill(&p.planes[i].outline, 1, func(int, int) [3]uint8 { return [3]uint8{level, level, level} })
	}
	return d
}

// drawFull draws the planes with their pictures, the objects' outlines in their colors, and axes.
func drawFull(p *plan) *drawing {
	defer phase.Begin(phase.Encode).End()
	d := newDrawing(drawnWidth, drawnRows, drawnLeft, drawnTop)
	d.planes(p)
	for i := range p.objects {
		o := &p.objects[i]
		c, known := palette.Named(o.color)
		if !known {
			panic(fmt.Sprintf("qlevr: no color is %q", o.color))
		}
		// A white line of 0.2 points at 100 points to the inch runs along the outline of what does not lie on the desk.
		line := 0.0
		if o.plane < len(p.planes) {
			line = 0.2 * 100 / 72 / 2 * canvas / planPx / o.inradius()
			d.fill(&o.outline, 1+line, func(int, int) [3]uint8 { return [3]uint8{255, 255, 255} })
		}
		d.fill(&o.outline, 1-line, func(int, int) [3]uint8 { return c.RGB })
	}
	for _, i := range axesInk() {
		d.blend(i.x, i.y, i.alpha, [3]uint8{})
	}
	return d
}

// planes draws the planes' pictures, each of which covers the whole plan.
func (d *drawing) planes(p *plan) {
	for i := range p.planes {
		picture := deskware.Plane(p.planes[i].material, p.planes[i].color)
		d.fill(&p.planes[i].outline, 1, func(x, y int) (mean [3]uint8) {
			// A pixel is the mean of 3 x 3 of the 2.8 x 2.8 texels that it covers.
			const n = deskware.PlaneSize
			column, row := (2*x+1)*n/(2*planPx), (2*y+1)*n/(2*planPx)
			var sum [3]int
			for ty := max(row-1, 0); ty <= min(row+1, n-1); ty++ {
				for tx := max(column-1, 0); tx <= min(column+1, n-1); tx++ {
					texel := picture.Pix[4*(ty*n+tx):]
					sum[0], sum[1], sum[2] = sum[0]+int(texel[0]), sum[1]+int(texel[1]), sum[2]+int(texel[2])
				}
			}
			count := (min(row+1, n-1) - max(row-1, 0) + 1) * (min(column+1, n-1) - max(column-1, 0) + 1)
			for k := range mean {
				mean[k] = uint8((sum[k] + count/2) / count)
			}
			return mean
		})
	}
}

// fill draws an outline, scaled about its center, in the colors of a function of the plan's pixels.
func (d *drawing) fill(o *outline, scale float64, at func(x, y int) [3]uint8) {
	points, center := o.points(64), o.drawnCenter()
	lo, hi := planPoint{planPx, planPx}, planPoint{}
	for i, p := range points {
		x := center.x + float64(scale*(p.x-center.x))
		y := center.y + float64(scale*(p.y-center.y))
		at := planPoint{x * planPx / canvas, planPx - y*planPx/canvas}
		points[i], lo, hi = at, planPoint{min(lo.x, at.x), min(lo.y, at.y)}, planPoint{max(hi.x, at.x), max(hi.y, at.y)}
	}
	// Rasterizers are as large as what they draw, and start at a whole pixel.
	box := image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x)), int(math.Ceil(hi.y)))
	box = box.Intersect(d.mask.Rect)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	r.DrawOp = draw.Src
	for i, p := range points {
		x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(d.mask, box, image.Opaque, image.Point{})
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if a := d.mask.AlphaAt(x, y).A; a > 0 {
				d.blend(d.left+x, d.top+y, a, at(x, y))
			}
		}
	}
}

// blend covers alpha/255 of a pixel with a color.
func (d *drawing) blend(x, y int, alpha uint8, c [3]uint8) {
	pix := d.RGB[3*(y*d.Width+x):][:3]
	for k := range pix {
		pix[k] = uint8((int(pix[k])*(255-int(alpha)) + int(c[k])*int(alpha) + 127) / 255)
	}
}
