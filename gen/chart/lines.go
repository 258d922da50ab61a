package chart

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Lines is a chart of lines over a common axis, each in one of Colors.
type Lines struct {
	XLabel, YLabel string
	Lines          [][][2]float64 // points, from left to right
	Names          []string       // of lines, for a legend; nil for none
	Scale          Scale
}

// Scale is that of the upright axis.
type Scale int

// Scales.
const (
	FromZero  Scale = iota
	Share           // from 0 to 1
	Logarithm       // unless values reach 0
)

// plainTicks are those of the library, without zeros behind the point.
type plainTicks struct{}

func (plainTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if !ticks[i].IsMinor() {
			ticks[i].Label = strconv.FormatFloat(math.Round(1e4*ticks[i].Value)/1e4, 'f', -1, 64)
		}
	}
	return ticks
}

// SVG draws the chart for a page, in the color of the text around it. Values that are not finite are left out.
func (l Lines) SVG() (template.HTML, error) {
	svg, err := l.draw(15*vg.Centimeter, 9*vg.Centimeter)
	return template.HTML("<svg" + svg), err
}

// File draws the chart as a file of its own, with colors for light and for dark pages.
func (l Lines) File() ([]byte, error) {
	svg, err := l.draw(16*vg.Centimeter, 6*vg.Centimeter)
	if err != nil {
		return nil, err
	}
	const style = "<style>svg { color: #1c1e21; } text { font-family: \"Liberation Sans\", Arial, Helvetica, sans-serif !important; } " +
		"@media (prefers-color-scheme: dark) { svg { color: #e4e6ea; } }</style>\n"
	opening, content, _ := strings.Cut(svg, ">")
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg"` + opening + ">\n" + style + content), nil
}

// draw returns the element without its first four letters.
func (l Lines) draw(width, height vg.Length) (string, error) {
	p := newPlot(l.XLabel, l.YLabel)
	p.X.Min, p.Y.Min = 0, 0
	lowest, highest := math.Inf(1), 0.0
	for i, points := range l.Lines {
		xys := make(plotter.XYs, 0, len(points))
		for _, at := range points {
			if !math.IsNaN(at[1]) && !math.IsInf(at[1], 0) {
				xys = append(xys, plotter.XY{X: at[0], Y: at[1]})
				lowest, highest = min(lowest, at[1]), max(highest, at[1])
			}
		}
		if len(xys) == 0 {
			continue
		}
		line, err := plotter.NewLine(xys)
		if err != nil {
			return "", fmt.Errorf("chart: %w", err)
		}
		line.Color, line.Width = Colors[i%len(Colors)], vg.Points(1.6)
		p.Add(line)
		if l.Names != nil {
			p.Legend.Add(l.Names[i], line)
		}
	}
	p.Legend.Top, p.Legend.TextStyle.Font.Variant = true, "Sans"
	p.X.Tick.Marker, p.Y.Tick.Marker = plainTicks{}, plainTicks{}
	switch {
	case l.Scale == Share:
		p.Y.Max = 1
	case l.Scale == Logarithm && lowest > 0 && lowest <= highest:
		p.Y.Min, p.Y.Max = lowest/1.1, highest*1.1
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	return render(p, width, height)
}
