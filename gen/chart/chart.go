// Package chart draws the charts of the pages that describe datasets, as SVG with the same bytes on every processor.
//
// What a chart draws in black takes the color of the text around it (currentColor), so that it can be read on light and on dark
// pages; everything else has one of Colors.
package chart

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colors tell series apart, also for readers who see no difference between red and green: the hues of Okabe and Ito 2008, "Color
// Universal Design" (blue, orange, bluish green, reddish purple, sky blue, vermillion), the lighter ones darkened until each
// differs from white and from a dark page by a contrast of 3 to 1 or more.
var Colors = []color.RGBA{
	{0, 114, 178, 255}, {184, 122, 0, 255}, {0, 158, 115, 255}, {196, 103, 154, 255}, {46, 155, 208, 255}, {213, 94, 0, 255},
}

// Hex is color number i as "#rrggbb"; they begin again after the last.
func Hex(i int) string {
	c := Colors[i%len(Colors)]
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// Target is the share that a value shall have, 0 to 1, and the range that is fine; Low and High are 0 where none is stated.
type Target struct{ Share, Low, High float64 }

// Series is one color of a bar chart: how often each value came up, and the shares they shall have, nil for none. Both are as long
// as the chart's values.
type Series struct {
	Counts  []int
	Targets []Target
}

// Bars is a chart of lying bars: one group a value, one bar a series, as long as the value's share of the series.
type Bars struct {
	Label  string // what the values are
	Values []string
	Series []Series
}

const (
	width   = 9.8 * vg.Centimeter  // three beside each other on the page
	barRoom = 0.48 * vg.Centimeter // a value
	rest    = 1.5 * vg.Centimeter  // the axis
)

// SVG draws the chart.
func (b Bars) SVG() (template.HTML, error) {
	n, label := len(b.Values), b.Label
	if n < len(label)/2 {
		label = "" // it would be longer than the axis
	}
	p := newPlot("%", label)
	most := 0.0 // bar or target, in percent
	bar := barRoom * 0.8 / vg.Length(len(b.Series))
	var marks []plot.Plotter
	for i, s := range b.Series {
		total := 0
		for _, k := range s.Counts {
			total += k
		}
		if total == 0 {
			continue
		}
		offset := bar * (vg.Length(len(b.Series)-1)/2 - vg.Length(i))
		shares := make(plotter.Values, n)
		for j, k := range s.Counts {
			shares[n-1-j] = percent(float64(k) / float64(total)) // first value on top
			most = max(most, shares[n-1-j])
		}
		bars, err := plotter.NewBarChart(shares, bar)
		if err != nil {
			return "", err
		}
		bars.Horizontal, bars.Offset, bars.LineStyle.Width = true, offset, 0
		bars.Color = Colors[i%len(Colors)]
		p.Add(bars)
		for j, t := range s.Targets {
			if t == (Target{}) {
				continue
			}
			t = Target{percent(t.Share), percent(t.Low), percent(t.High)}
			most = max(most, t.Share, t.High)
			marks = append(marks, mark{t, float64(n - 1 - j), offset, bar})
		}
	}
	p.Add(marks...) // over the bars
	names := make([]string, n)
	for j, v := range b.Values {
		names[n-1-j] = cut(v)
	}
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	p.Y.Padding = 0
	ticks := percentTicks(most)
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = 0, 1.04*ticks[len(ticks)-1].Value // room for half of the last number
	svg, err := render(p, width, barRoom*vg.Length(n)+rest)
	return template.HTML("<svg" + svg), err
}

// longest is how many letters of a value there is room for.
const longest = 30

// cut shortens a value that would leave no room for bars.
func cut(value string) string {
	if letters := []rune(value); len(letters) > longest {
		return string(letters[:longest-1]) + "…"
	}
	return value
}

// percent is a share in percent, without the last digits, which differ between processors.
func percent(share float64) float64 { return math.Round(1e5*share) / 1e3 }

// mark is a target: a line across the bar's place, and one from end to end of what is fine.
type mark struct {
	Target
	row    float64
	offset vg.Length
	bar    vg.Length
}

// Plot draws the mark.
func (m mark) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at, half := y(m.row)+m.offset, m.bar/2
	line := func(x0, y0, x1, y1, w vg.Length) {
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: w}, x0, y0, x1, y1)
	}
	line(x(m.Share), at-half, x(m.Share), at+half, vg.Points(1.6))
	if m.High > 0 {
		low, high := x(m.Low), min(x(m.High), c.Max.X)
		line(low, at, high, at, vg.Points(0.7))
		for _, end := range []vg.Length{low, high} {
			line(end, at-half/2, end, at+half/2, vg.Points(0.7))
		}
	}
}

// newPlot is an empty plot in the style of all.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.Y.Label.Text = x, y
	// The page asks for fonts with the measures of Liberation Sans.
	for _, style := range []*text.Style{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant = "Sans"
	}
	p.Y.Label.Padding = vg.Points(6)
	return p
}

// render draws a plot and returns the element without its first four letters.
func render(p *plot.Plot, width, height vg.Length) (string, error) {
	c := vgsvg.New(width, height)
	p.Draw(draw.New(c))
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return "", err
	}
	_, svg, ok := strings.Cut(buf.String(), "<svg")
	if !ok {
		return "", fmt.Errorf("chart: the canvas wrote no svg element")
	}
	for _, name := range []string{` xmlns="http://www.w3.org/2000/svg"`, ` xmlns:xlink="http://www.w3.org/1999/xlink"`} {
		svg = strings.ReplaceAll(svg, name, "")
		svg = strings.ReplaceAll(svg, "\n\t"+strings.TrimSpace(name), "")
	}
	svg = strings.ReplaceAll(svg, "#000000", "currentColor")
	return ` fill="currentColor"` + svg, nil // what is black has no fill of its own
}

// percentTicks are round percentages from 0 to the first that is not below longest, seven at most.
func percentTicks(longest float64) plot.ConstantTicks {
	step := 1
	for _, step = range []int{1, 2, 5, 10, 20} {
		if float64(6*step) >= longest {
			break
		}
	}
	ticks := plot.ConstantTicks{{Value: 0, Label: "0"}}
	for v := step; len(ticks) == 1 || ticks[len(ticks)-1].Value < longest; v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
}
