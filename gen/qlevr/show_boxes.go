package qlevr

import (
	"fmt"
	"math"

	"mereo/engine/frame"
	"mereo/engine/ref"
	"mereo/gen/show"
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

// labels are those of the picture of solids, but for objects that are gone; gone may be nil.
func (g *generatedScene) labels(gone []bool) *show.Labels {
	b := ref.Draw(g.solids(gone).Frame())
	im := &frame.Images{Width: b.Width, Height: b.Height, Object: b.Object, ViewZ: b.ViewZ}
	return &show.Labels{
		Width: b.Width, Height: b.Height, Object: b.Object, Region: planeIDs(&g.view.camera, &g.plan, im),
		ViewZ: b.ViewZ, Normal: b.Normal,
	}
}

// drawn is the scene of a record and its plan, as far as labels depend on it.
func (r *Record) drawn(p *plan, o optics) *generatedScene {
	return &generatedScene{plan: *p, view: view{camera: o.camera(r.View.CameraAt, r.View.CameraTurned)}, variants: r.Mereo.Variants}
}

// fillBoxes gives all entities their boxes, and tells how many pixels of objects are seen. In the picture of solids boxes are those
// of the pixels. The published ones are of outlines, and are told where they are others.
func (s *shownSample) fillBoxes() {
	var seen *seenThings
	if s.split.set.cfg.Dimension != 2 {
		seen = s.seen()
	}
	fill := func(e *show.Entity, published Box, how string) {
		if seen != nil {
			tight, pixels := seen.of(e)
			box := show.BoxOf(tight)
			e.Boxes = []show.Rect{box}
			// Pixels of planes follow from depths, so that those of files and of the processor differ by a few.
			if e.Channel == show.ChannelObject {
				e.Facts["visible_px"] = pixels
			}
			e.Facts["published_box_px"] = [4]float64{published.Left, published.Top, published.Left + published.Width, published.Top + published.Height}
			if published.rect() != box {
				e.Rows = append(e.Rows, show.Row{Name: "box as published", Value: published.words() + ", " + how})
			}
		}
		e.Boxes = append(e.Boxes, boxInDrawing(e.Plan))
	}
	for i := range s.page.Entities {
		e := &s.page.Entities[i]
		how := "of its corners, hidden or not"
		if s.record.Planes[i].Shape == "circle" {
			how = "of four points of its edge, hidden or not"
		}
		fill(e, s.record.Planes[i].Box, how)
		for k, o := range s.record.Planes[i].Objects {
			fill(&e.Entities[k], s.record.Objects[o].Box, "rounded, of its whole outline, hidden or not")
		}
	}
}

func (b Box) rect() show.Rect {
	return show.Rect{X0: b.Left, Y0: b.Top, X1: b.Left + b.Width, Y1: b.Top + b.Height}
}

// words are in pixels.
func (b Box) words() string {
	return fmt.Sprintf("x %g to %g, y %g to %g", b.Left, b.Left+b.Width, b.Top, b.Top+b.Height)
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
