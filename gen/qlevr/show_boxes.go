package qlevr

import (
	"fmt"
	"math"

	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/annot"
)

// seenThings are the pixels of objects and planes and the boxes around them, by id less 1.
type seenThings struct{ objects, planes annot.Tally }

// thingsIn are those of label pictures.
func thingsIn(l *show.Labels, p *plan) *seenThings {
	tally := func(ids []uint16, n int) annot.Tally { return annot.Whole(l.Width, l.Height, ids).Tally(n) }
	return &seenThings{tally(l.Object, len(p.objects)), tally(l.Region, len(p.planes)+1)}
}

// of is the box of an entity, and how many pixels it has.
func (t *seenThings) of(e *show.Entity) (box annot.Box, pixels int) {
	of := &t.objects
	if e.Channel == show.ChannelRegion {
		of = &t.planes
	}
	return of.Boxes[e.ID-1], of.Pixels[e.ID-1]
}

// seenIn are those of the files, or, where there are none, of the scene as the processor draws it.
func seenIn(t *world.Take[*sample]) (*seenThings, error) {
	l, err := t.Stored(0)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w; make it again", err)
	}
	if l == nil || l.Object == nil || l.Region == nil {
		l = t.Labels(0)
	}
	return thingsIn(l, t.Plan.plan), nil
}

// box gives an entity its boxes. In the picture of solids these are those of its pixels, which are counted. The published box is of outlines,
// and people are told of it, and how it was made, where it is another one.
func (t *seenThings) box(e *show.Entity, about show.Attributes, published Box, how string) show.Attributes {
	drawn := boxInDrawing(e.Plan)
	if t == nil {
		e.Boxes = []show.Rect{drawn}
		return about
	}
	tight, pixels := t.of(e)
	box := show.BoxOf(tight)
	e.Boxes = []show.Rect{box, drawn}
	// Pixels of planes follow from depths, so that those of files and of the processor differ by a few.
	if e.Channel == show.ChannelObject {
		about = append(about, show.Attribute{Key: "visible_px", Value: pixels})
	}
	r := published.rect()
	a := show.Attribute{Key: "published_box_px", Value: [4]float64{r.X0, r.Y0, r.X1, r.Y1}}
	if r != box {
		a.Name, a.Text = "box as published", fmt.Sprintf("x %g to %g, y %g to %g, %s", r.X0, r.X1, r.Y0, r.Y1, how)
	}
	return append(about, a)
}

func (b Box) rect() show.Rect {
	return show.Rect{X0: b.Left, Y0: b.Top, X1: b.Left + b.Width, Y1: b.Top + b.Height}
}

// boxInDrawing is that of an outline, world meters, in the drawing of the plan; zero outside of it.
func boxInDrawing(outline [][2]float64) show.Rect {
	r := show.Rect{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, p := range outline {
		x, y := drawnPixel(p)
		r.X0, r.Y0 = min(r.X0, x), min(r.Y0, y)
		r.X1, r.Y1 = max(r.X1, x), max(r.Y1, y)
	}
	r = show.Rect{
		X0: max(r.X0, drawnLeft), Y0: max(r.Y0, drawnTop), X1: min(r.X1, drawnLeft+planPx), Y1: min(r.Y1, drawnTop+planPx),
	}
	if r.X0 >= r.X1 || r.Y0 >= r.Y1 {
		return show.Rect{}
	}
	return r
}

// drawnPixel is where a point of the world, in meters, lies in the drawing of the plan.
func drawnPixel(p [2]float64) (x, y float64) {
	const scale = planPx * unitsPerMeter / float64(canvas)
	return drawnLeft + float64(p[0]*scale), drawnTop + planPx - float64(p[1]*scale)
}

// drawingLabels says for each pixel's center what is drawn there. Where objects overlap it is the last one.
func (s *sample) drawingLabels() *show.Labels {
	l := &show.Labels{
		Width: drawnWidth, Height: drawnRows,
		Object: make([]uint16, drawnWidth*drawnRows), Region: make([]uint16, drawnWidth*drawnRows),
	}
	for y := range planPx {
		for x := range planPx {
			const scale = canvas / float64(planPx)
			at := planPoint{float64((float64(x) + 0.5) * scale), float64((planPx - float64(y) - 0.5) * scale)}
			pixel := (drawnTop+y)*drawnWidth + drawnLeft + x
			for i := range s.plan.objects {
				if !s.gone(i) && s.plan.objects[i].holds(at) {
					l.Object[pixel] = uint16(i + 1)
				}
			}
			if l.Object[pixel] == 0 {
				l.Region[pixel] = uint16(s.plan.planeAt(at) + 1)
			}
		}
	}
	return l
}
