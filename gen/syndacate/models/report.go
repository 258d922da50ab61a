package models

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"mereo/gen/write"
)

// Colors of lines, for readers who see no difference between red and green as well (Okabe and Ito 2008, "Color Universal
// Design").
var (
	trainColor = color.RGBA{0, 114, 178, 255}
	testColor  = color.RGBA{230, 159, 0, 255}
)

//go:embed report.tmpl
var reportSource string

var reportTemplate = template.Must(template.New(reportName).Parse(reportSource))

type (
	reportPage struct {
		Result *Result
		Last   Measurement
		Every  int // how many steps are one point of the curve
		Charts []reportChart
	}
	reportChart struct {
		Title string
		SVG   template.HTML // our own drawing
	}
	curve struct {
		name   string
		color  color.RGBA
		points plotter.XYs
	}
)

// report writes report.html, which asks for nothing outside of itself.
func (r *Result) report(out string) error {
	every := (len(r.losses) + curvePoints - 1) / curvePoints
	page := reportPage{Result: r, Last: r.Last(), Every: every}
	var train, test plotter.XYs
	for _, m := range r.Measurements {
		train = append(train, plotter.XY{X: float64(m.Step), Y: m.Train})
		test = append(test, plotter.XY{X: float64(m.Step), Y: m.Test})
	}
	for _, c := range []struct {
		title, y string
		share    bool
		curves   []curve
	}{
		{"Loss of batches", "loss", false, []curve{{"", trainColor, meanPoints(r.losses, every)}}},
		{"Metric", r.Metric, r.Metric == accuracyName, []curve{
			{"training elements", trainColor, train}, {"test elements", testColor, test},
		}},
	} {
		if len(c.curves[0].points) < 3 {
			continue // a table shows them better
		}
		svg, err := drawCurves(c.y, c.share, c.curves)
		if err != nil {
			return fmt.Errorf("models: chart %q: %w", c.title, err)
		}
		page.Charts = append(page.Charts, reportChart{c.title, svg})
	}
	_, err := write.Stream(out, reportName, func(w io.Writer) error { return reportTemplate.Execute(w, page) })
	return err
}

// curvePoints is how many points of a curve can be told apart.
const curvePoints = 400

// meanPoints are the means of so many values in a row, at the first of them.
func meanPoints(values []float32, every int) plotter.XYs {
	var points plotter.XYs
	for from := 0; from < len(values); from += every {
		some := values[from:min(from+every, len(values))]
		mean := 0.0
		for _, v := range some {
			mean += float64(v) / float64(len(some))
		}
		points = append(points, plotter.XY{X: float64(from), Y: mean})
	}
	return points
}

// drawCurves draws values by steps: on a logarithmic scale unless they reach 0, or from 0 to 1. What is not finite is left out.
func drawCurves(y string, share bool, curves []curve) (template.HTML, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "steps", y
	p.Legend.Top = true
	for _, style := range []*text.Style{
		&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans" // the page asks for fonts with the measures of Liberation Sans
	}
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		var finite plotter.XYs
		for _, v := range c.points {
			if !math.IsNaN(v.Y) && !math.IsInf(v.Y, 0) {
				finite = append(finite, v)
				lowest, highest = min(lowest, v.Y), max(highest, v.Y)
			}
		}
		if len(finite) == 0 {
			continue
		}
		line, err := plotter.NewLine(finite)
		if err != nil {
			return "", err
		}
		line.Color, line.Width = c.color, vg.Points(1.2)
		p.Add(line)
		if c.name != "" {
			p.Legend.Add(c.name, line)
		}
	}
	switch {
	case lowest > highest:
		return "no finite values", nil
	case share:
		p.Y.Min, p.Y.Max = 0, 1
	case lowest > 0:
		p.Y.Min, p.Y.Max = lowest/1.1, highest*1.1
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	canvas := vgsvg.New(15*vg.Centimeter, 9*vg.Centimeter)
	p.Draw(draw.New(canvas))
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return "", err
	}
	_, svg, ok := strings.Cut(buf.String(), "<svg")
	if !ok {
		return "", fmt.Errorf("the canvas wrote no svg element")
	}
	return template.HTML("<svg" + svg), nil
}
