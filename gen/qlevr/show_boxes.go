package qlevr

import (
	"fmt"
	"math"

	"mereo/engine/frame"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// seenBoxes are the boxes of the pixels of objects and planes, by id less 1.
type seenBoxes struct{ objects, planes []annot.Box }

// boxesIn are those of label pictures.
func boxesIn(l *show.Labels, p *plan) *seenBoxes {
	tally := func(ids []uint16, n int) []annot.Box { return annot.Whole(l.Width, l.Height, ids).Tally(n).Boxes }
	return &seenBoxes{tally(l.Object, len(p.objects)), tally(l.Region, len(p.planes)+1)}
}

// of is the box of an entity.
func (b *seenBoxes) of(e *show.Entity) annot.Box {
	if e.Channel == show.ChannelRegion {
		return b.planes[e.ID-1]
	}
	return b.objects[e.ID-1]
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
func (r *Record) drawn(p *plan) *generatedScene {
	return &generatedScene{plan: *p, view: view{camera: viewCamera(r.View.CameraAt, r.View.CameraTurned)}, variants: r.Mereo.Variants}
}

// fillBoxes gives all entities their boxes. In the picture of solids they are those of the pixels. The published ones are of outlines,
// and are told where they are others.
func (s *shownSample) fillBoxes() {
	var seen *seenBoxes
	if s.split.set.cfg.Dimension != 2 {
		seen = s.seen()
	}
	fill := func(e *show.Entity, published Box, how string) {
		if seen != nil {
			box := show.BoxOf(seen.of(e))
			e.Boxes = []show.Rect{box}
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

// drawnPixel is where a point of the world, in metres, lies in the drawing of the plan.
func drawnPixel(p [2]float64) (x, y float64) {
	const scale = planPx * unitsPerMetre / float64(canvas)
	return drawnLeft + float64(p[0]*scale), drawnTop + planPx - float64(p[1]*scale)
}
