package models

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"

	"mereo/gen/chart"
	"mereo/gen/write"
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
)

// report writes report.html, which asks for nothing outside of itself.
func (r *Result) report(out string) error {
	every := (len(r.losses) + curvePoints - 1) / curvePoints
	page := reportPage{Result: r, Last: r.Last(), Every: every}
	measured := make([][][2]float64, 2)
	for _, m := range r.Measurements {
		step := float64(m.Step)
		measured[0], measured[1] = append(measured[0], [2]float64{step, m.Train}), append(measured[1], [2]float64{step, m.Test})
	}
	scale := chart.Logarithm
	if r.Metric == accuracyName {
		scale = chart.Share
	}
	add := func(title string, l chart.Lines) error {
		if len(l.Lines[0]) < 3 {
			return nil // a table shows them better
		}
		l.XLabel = "steps"
		svg, err := l.SVG()
		page.Charts = append(page.Charts, reportChart{title, svg})
		return err
	}
	if err := errors.Join(
		add("Loss of batches", chart.Lines{YLabel: "loss", Lines: [][][2]float64{meanPoints(r.losses, every)}, Scale: chart.Logarithm}),
		add("Metric", chart.Lines{YLabel: r.Metric, Lines: measured, Names: []string{"training elements", "test elements"}, Scale: scale}),
	); err != nil {
		return fmt.Errorf("models: %w", err)
	}
	_, err := write.Stream(out, reportName, func(w io.Writer) error { return reportTemplate.Execute(w, page) })
	return err
}

// curvePoints is how many points of a curve can be told apart.
const curvePoints = 400

// meanPoints are the means of so many values in a row, at the first of them.
func meanPoints(values []float32, every int) (points [][2]float64) {
	for from := 0; from < len(values); from += every {
		some := values[from:min(from+every, len(values))]
		mean := 0.0
		for _, v := range some {
			mean += float64(v) / float64(len(some))
		}
		points = append(points, [2]float64{float64(from), mean})
	}
	return points
}
