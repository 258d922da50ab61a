package gen

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"mereo/gen/write"
)

const statsName = "stats.html"

// tally counts values: chart key, then value.
type tally map[string]map[string]int

func (t tally) add(more map[string]map[string]int) {
	for chart, values := range more {
		if t[chart] == nil {
			t[chart] = map[string]int{}
		}
		for v, n := range values {
			t[chart][v] += n
		}
	}
}

// barColors tell splits apart, also for readers who see no difference between red and green (Okabe and Ito 2008, "Color
// Universal Design"): blue, orange, bluish green, reddish purple, sky blue, vermillion.
var barColors = []color.RGBA{
	{0, 114, 178, 255}, {230, 159, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 180, 233, 255}, {213, 94, 0, 255},
}

// writeStats writes the statistics page: one bar chart per distribution, with the splits side by side as shares, and the
// tables and first pictures of every split. The page asks for nothing that is not in the folder.
func writeStats(
	root string, about About, m *Manifest, tallies map[string]tally, tables map[string][]Table,
) (write.File, error) {
	page := statsPage{About: about, Manifest: m}
	var config bytes.Buffer
	if err := json.Indent(&config, m.Config, "", "  "); err != nil {
		return write.File{}, fmt.Errorf("gen: configuration: %w", err)
	}
	page.Config = config.String()
	rejects := map[string]tally{}
	for _, s := range m.Splits {
		rejects[s.Split] = tally{"samples": s.Rejects, "questions": s.QuestionRejects}
	}
	add := func(chart Chart, tallies map[string]tally) error {
		values := chartValues(chart, tallies)
		if len(values) == 0 {
			return nil
		}
		svg, err := drawChart(chart, values, m, tallies)
		if err != nil {
			return fmt.Errorf("gen: chart %q: %w", chart.Title, err)
		}
		page.Charts = append(page.Charts, statsChart{chart.Title, svg})
		return nil
	}
	for _, chart := range about.Charts {
		if err := add(chart, tallies); err != nil {
			return write.File{}, err
		}
	}
	for _, chart := range []Chart{
		{Key: "samples", Title: "Rejections by reason", XLabel: "reason"},
		{Key: "questions", Title: "Questions rejected by reason", XLabel: "reason"},
	} {
		if err := add(chart, rejects); err != nil {
			return write.File{}, err
		}
	}
	for _, s := range m.Splits {
		page.Splits = append(page.Splits, statsSplit{s, tables[s.Split], pictures(root, about, s, sheetTiles)})
	}
	return write.Stream(root, statsName, func(w io.Writer) error { return statsTemplate.Execute(w, page) })
}

//go:embed stats.tmpl
var statsSource string

var statsTemplate = template.Must(template.New(statsName).Funcs(template.FuncMap{
	"color": func(i int) template.CSS {
		c := barColors[i%len(barColors)]
		return template.CSS(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	},
	"mb": func(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) },
}).Parse(statsSource))

type (
	statsPage struct {
		About    About
		Manifest *Manifest
		Config   string
		Charts   []statsChart
		Splits   []statsSplit
	}
	statsChart struct {
		Title string
		SVG   template.HTML // our own drawing; labels were escaped by the canvas
	}
	statsSplit struct {
		SplitManifest
		Tables   []Table
		Pictures []string
	}
)

// chartValues are the values to show, in the chart's order.
func chartValues(chart Chart, tallies map[string]tally) []string {
	values := append([]string(nil), chart.Values...)
	known := map[string]bool{}
	for _, v := range values {
		known[v] = true
	}
	var others []string
	any := false
	for _, t := range tallies {
		for v := range t[chart.Key] {
			any = true
			if !known[v] {
				known[v] = true
				others = append(others, v)
			}
		}
	}
	if !any {
		return nil
	}
	sort.Slice(others, func(i, j int) bool {
		a, errA := strconv.Atoi(others[i])
		b, errB := strconv.Atoi(others[j])
		if errA == nil && errB == nil {
			return a < b
		}
		if (errA == nil) != (errB == nil) {
			return errA == nil // numbers before words
		}
		return others[i] < others[j]
	})
	return append(values, others...)
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

// drawChart draws lying bars, one group per value and one bar per split, as long as the value's share.
func drawChart(chart Chart, values []string, m *Manifest, tallies map[string]tally) (template.HTML, error) {
	const (
		width   = 9.8 * vg.Centimeter  // three beside each other on the page
		barRoom = 0.55 * vg.Centimeter // per value
		rest    = 2.2 * vg.Centimeter  // title and axis
	)
	p := plot.New()
	p.X.Label.Text = "%"
	p.Y.Label.Text = chart.XLabel
	// The page asks for fonts with the measures of Liberation Sans.
	for _, style := range []*text.Style{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant = "Sans"
	}
	p.Y.Label.Padding = vg.Points(6)
	longest := 0.0 // bar, in percent
	bar := barRoom * 0.8 / vg.Length(len(m.Splits))
	for i, s := range m.Splits {
		counts := tallies[s.Split][chart.Key]
		total := 0
		for _, n := range counts {
			total += n
		}
		shares := make(plotter.Values, len(values))
		for j, v := range values {
			if total > 0 {
				share := 100 * float64(counts[v]) / float64(total)
				shares[len(values)-1-j] = share // first value on top
				longest = max(longest, share)
			}
		}
		b, err := plotter.NewBarChart(shares, bar)
		if err != nil {
			return "", err
		}
		b.Horizontal = true
		b.Color = barColors[i%len(barColors)]
		b.LineStyle.Width = 0
		b.Offset = bar * (vg.Length(len(m.Splits)-1)/2 - vg.Length(i))
		p.Add(b)
	}
	names := make([]string, len(values))
	for j, v := range values {
		names[len(values)-1-j] = v
	}
	p.NominalY(names...)
	ticks := percentTicks(longest)
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = 0, 1.04*ticks[len(ticks)-1].Value // room for half of the last number

	c := vgsvg.New(width, barRoom*vg.Length(len(values))+rest)
	p.Draw(draw.New(c))
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return "", err
	}
	_, svg, ok := strings.Cut(buf.String(), "<svg")
	if !ok {
		return "", fmt.Errorf("the canvas wrote no svg element")
	}
	return template.HTML("<svg" + svg), nil
}
