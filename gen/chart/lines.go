package chart

import (
	"fmt"
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
}

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

// File draws the chart as a file of its own, with colors for light and for dark pages.
func (l Lines) File() ([]byte, error) {
	p := newPlot(l.XLabel, l.YLabel)
	p.X.Min, p.Y.Min = 0, 0
	for i, points := range l.Lines {
		xys := make(plotter.XYs, len(points))
		for k, at := range points {
			xys[k] = plotter.XY{X: at[0], Y: at[1]}
		}
		line, err := plotter.NewLine(xys)
		if err != nil {
			return nil, fmt.Errorf("chart: %w", err)
		}
		line.Color, line.Width = Colors[i%len(Colors)], vg.Points(1.6)
		p.Add(line)
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = plainTicks{}, plainTicks{}
	svg, err := render(p, 16*vg.Centimeter, 6*vg.Centimeter)
	if err != nil {
		return nil, err
	}
	const style = "<style>svg { color: #1c1e21; } text { font-family: \"Liberation Sans\", Arial, Helvetica, sans-serif !important; } " +
		"@media (prefers-color-scheme: dark) { svg { color: #e4e6ea; } }</style>\n"
	opening, content, _ := strings.Cut(svg, ">")
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg"` + opening + ">\n" + style + content), nil
}
