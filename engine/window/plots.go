//go:build viewer

package window

import (
	"fmt"
	"image"
	"math"

	"github.com/g3n/engine/gui"
	g3n "github.com/g3n/engine/window"
)

// plots are what the selected object does in the film, in the panel at the side.
type plots struct {
	on     bool
	wide   float32
	series *series // nil where none is shown
	lines  []plotted
}

// plotted is one of the plots.
type plotted struct {
	name, unit string
	values     []float64
	marker     *gui.Panel // at the moment that is shown
	label      *gui.Label
}

const (
	plotHigh = 64
	noise    = 1e-6 // what is less is noise of the solver, in all units of plots
)

// togglePlots shows plots of the selected object, or hides them.
func (v *viewer) togglePlots() {
	if !v.plots.on && !v.canMove() {
		return
	}
	v.plots.on = !v.plots.on
	if v.plots.on {
		v.wantFilm()
		if v.selectedObject() < 0 {
			v.say("plots of height, speed and contact force: select an object to see them")
		}
	}
	v.tellDetails()
	v.event("plots", map[string]any{"on": v.plots.on, "shown": len(v.plots.lines)})
}

// plotBlocks are the plots of an object, or a sentence on why there are none.
func (v *viewer) plotBlocks(object int) []block {
	f := v.physics.film
	switch {
	case !v.plots.on:
		return nil
	case f == nil || object >= len(f.Instants[0].WorldFromObject):
		return []block{{text: "plots: there is no film of it", color: &colorDim}}
	}
	m := v.meters()
	s := seriesOf(f, object, middleOf(v.current().Frame, object))
	v.plots.series, v.plots.wide = s, v.panels.sideWide-2*margin-14
	blocks := []block{{head: "in the film"}}
	for _, p := range []struct {
		name, unit string
		values     []float64
		scale      float64
		zero       bool
		color      [3]uint8
	}{
		{"height", "m", s.height, m, false, [3]uint8{0x6f, 0xcf, 0x7f}},
		{"speed", "m/s", s.speed, m, true, [3]uint8{0x5f, 0xa8, 0xff}},
		{"contact force", "N", s.force, 1, true, [3]uint8{0xff, 0xb0, 0x50}},
	} {
		values := make([]float64, len(p.values))
		for i, x := range p.values {
			if values[i] = x * p.scale; math.Abs(values[i]) < noise {
				values[i] = 0
			}
		}
		blocks = append(blocks, block{panel: v.plot(p.name, p.unit, values, p.zero, p.color)})
	}
	v.markMoment()
	return blocks
}

// plot is a panel with one curve, its range and its value now. A click goes to a moment.
func (v *viewer) plot(name, unit string, values []float64, zero bool, color [3]uint8) gui.IPanel {
	wide := v.plots.wide
	low, high := span(values, zero)
	all := gui.NewPanel(wide, plotHigh+24)
	field := bar(colorField)
	field.SetPosition(0, 20)
	field.SetSize(wide, plotHigh)
	all.Add(field)
	img := &image.RGBA{Stride: 4 * int(wide), Rect: image.Rect(0, 0, int(wide), plotHigh-6),
		Pix: curve(v.plots.series.time, values, low, high, int(wide), plotHigh-6, color)}
	line := gui.NewImageFromRGBA(img)
	line.SetPosition(0, 23)
	all.Add(line)
	marker := bar(colorText)
	marker.SetSize(1, plotHigh)
	all.Add(marker)
	now := label(" ", colorText)
	between := label(fmt.Sprintf("%.3g to %.3g %s", low, high, unit), colorDim)
	between.SetPosition(wide-between.Width(), 0)
	all.Add(now)
	all.Add(between)
	scrub := func(_ string, ev any) {
		x, _ := field.ContentCoords(ev.(*g3n.MouseEvent).Xpos, 0)
		v.scrub(float64(min(1, max(0, x/wide))))
	}
	for _, p := range []gui.IPanel{field, line, marker} {
		p.SubscribeID(gui.OnMouseDown, p, scrub)
	}
	v.plots.lines = append(v.plots.lines, plotted{name, unit, values, marker, now})
	return all
}

// markMoment puts the markers to the moment that is shown, and says the values there.
func (v *viewer) markMoment() {
	if v.plots.series == nil || v.physics.film == nil || v.physics.length() <= 0 {
		return
	}
	n := min(v.instantNumber(), len(v.plots.series.time)-1)
	x := float32(v.physics.at/v.physics.length()) * (v.plots.wide - 1)
	for _, p := range v.plots.lines {
		p.marker.SetPosition(x, 20)
		p.label.SetText(fmt.Sprintf("%s %.3g %s", p.name, p.values[n], p.unit))
	}
}
