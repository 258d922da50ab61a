package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"

	"mereo/gen"
	"mereo/gen/chart"
	"mereo/gen/pace"
	"mereo/gen/write"
)

type tally = gen.Tally

// splitStats is what the statistics page shows of a split, beside what the manifest says.
type splitStats struct {
	tally   tally
	tables  []gen.Table
	samples []statsSample
}

// writeStats writes the statistics page: a bar chart for each distribution, with the splits side by side as shares and marks at
// the shares that they shall have, the answers to each type of question, rejections, and the tables and some samples of every
// split. The page asks for nothing that is not in the folder.
func writeStats(root string, about gen.About, m *gen.Manifest, stats map[string]*splitStats) (write.File, error) {
	page := statsPage{About: about, Manifest: m, Times: pace.Chart}
	var config bytes.Buffer
	if err := json.Indent(&config, m.Config, "", "  "); err != nil {
		return write.File{}, fmt.Errorf("gen: configuration: %w", err)
	}
	page.Config = config.String()
	tallies, said := map[string]tally{}, map[string]answers{}
	for split, s := range stats {
		tallies[split] = s.tally
		var err error
		if said[split], err = answersOf(s.tally); err != nil {
			return write.File{}, err
		}
	}
	var err error
	if page.Charts, err = drawCharts(about.Charts, m, tallies); err != nil {
		return write.File{}, err
	}
	charts, counts := answerCharts(about, said)
	if page.Answers, err = drawCharts(charts, m, counts); err != nil {
		return write.File{}, err
	}
	for _, s := range m.Splits {
		of := stats[s.Split]
		split := statsSplit{SplitManifest: s, Tables: slices.Clone(of.tables), Shown: of.samples}
		if t := guessTable(said[s.Split], charts); len(t.Rows) > 0 {
			split.Tables = append([]gen.Table{t}, split.Tables...)
		}
		for _, r := range []struct {
			title   string
			reasons map[string]int
		}{{"Samples", s.Rejects}, {"Questions", s.QuestionRejects}} {
			if len(r.reasons) > 0 {
				page.Rejects = append(page.Rejects, newStatsRejects(r.title+" of "+s.Split, r.reasons))
			}
		}
		page.Pictures = page.Pictures || len(split.Shown) > 0
		page.Tables = page.Tables || len(split.Tables) > 0
		page.Splits = append(page.Splits, split)
	}
	return write.Stream(root, gen.StatsName, func(w io.Writer) error { return statsTemplate.Execute(w, page) })
}

//go:embed stats.tmpl
var statsSource string

var statsTemplate = template.Must(template.New(gen.StatsName).Funcs(template.FuncMap{
	"color": func(i int) template.CSS { return template.CSS(chart.Hex(i)) },
	"mb":    func(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) },
}).Parse(statsSource))

type (
	statsPage struct {
		About    gen.About
		Manifest *gen.Manifest
		Config   string
		Charts   []statsChart
		Answers  []statsChart
		Rejects  []statsRejects
		Splits   []statsSplit
		Times    string
		Pictures bool // of any split
		Tables   bool
	}
	statsChart struct {
		gen.Chart
		Counts  []statsCount // of each split
		SVG     template.HTML
		Targets bool
	}
	statsCount struct {
		Split string
		Count int
	}
	statsSplit struct {
		gen.SplitManifest
		Tables []gen.Table
		Shown  []statsSample
	}
	// statsRejects are the reasons for which something was rejected, the most frequent first.
	statsRejects struct {
		Title string
		Count int
		Rows  []statsReject
	}
	statsReject struct {
		Reason string
		Count  int
		Share  string  // percent
		Bar    float64 // percent of the longest bar, by the logarithm of the count
	}
)

// drawCharts draws the charts of which something was counted.
func drawCharts(charts []gen.Chart, m *gen.Manifest, tallies map[string]tally) (out []statsChart, err error) {
	for _, c := range charts {
		values := chartValues(c, tallies)
		if len(values) == 0 {
			continue
		}
		bars, shown := chart.Bars{Label: c.XLabel, Values: values}, statsChart{Chart: c}
		for _, s := range m.Splits {
			series, total := chart.Series{Counts: make([]int, len(values))}, 0
			for i, v := range values {
				series.Counts[i] = tallies[s.Split][c.Key][v]
				total += series.Counts[i]
			}
			if c.Targets != nil {
				series.Targets = c.Targets(s.Split)
			}
			if n := len(series.Targets); n > 0 && n != len(c.Values) {
				return nil, fmt.Errorf("gen: chart %q: %d targets for %d values", c.Title, n, len(c.Values))
			}
			shown.Targets = shown.Targets || len(series.Targets) > 0 && total > 0
			bars.Series = append(bars.Series, series)
			if total > 0 {
				shown.Counts = append(shown.Counts, statsCount{s.Split, total})
			}
		}
		if shown.Targets {
			withoutAbsent(&bars)
		}
		if shown.SVG, err = bars.SVG(); err != nil {
			return nil, fmt.Errorf("gen: chart %q: %w", c.Title, err)
		}
		out = append(out, shown)
	}
	return out, nil
}

// withoutAbsent leaves out values that no split has nor shall have, such as models of the other pool.
func withoutAbsent(b *chart.Bars) {
	there := func(j int) bool {
		return slices.ContainsFunc(b.Series, func(s chart.Series) bool {
			return s.Counts[j] > 0 || j < len(s.Targets) && s.Targets[j] != (chart.Target{})
		})
	}
	kept := chart.Bars{Label: b.Label, Series: make([]chart.Series, len(b.Series))}
	for j, value := range b.Values {
		if !there(j) {
			continue
		}
		kept.Values = append(kept.Values, value)
		for i, s := range b.Series {
			to := &kept.Series[i]
			to.Counts = append(to.Counts, s.Counts[j])
			if j < len(s.Targets) {
				to.Targets = append(to.Targets, s.Targets[j])
			}
		}
	}
	*b = kept
}

func newStatsRejects(title string, reasons map[string]int) statsRejects {
	out := statsRejects{Title: title}
	for _, n := range reasons {
		out.Count += n
	}
	names := slices.Sorted(maps.Keys(reasons))
	sort.SliceStable(names, func(i, j int) bool { return reasons[names[i]] > reasons[names[j]] })
	most := logarithm(reasons[names[0]])
	for _, name := range names {
		n := reasons[name]
		out.Rows = append(out.Rows, statsReject{
			name, n, fmt.Sprintf("%.2f", 100*float64(n)/float64(max(1, out.Count))), math.Round(1000*logarithm(n)/most) / 10,
		})
	}
	return out
}

// logarithm is how long the bar of a number is: 1 for 1, and 1 more for each ten times as many, straight between the powers of
// ten.
func logarithm(n int) float64 {
	if n < 1 {
		return 0
	}
	digits, power := 1, 1
	for n/10 >= power {
		digits, power = digits+1, 10*power
	}
	return float64(digits) + float64(n-power)/float64(9*power)
}

// chartValues are the values to show, in the chart's order.
func chartValues(chart gen.Chart, tallies map[string]tally) []string {
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

// Several tells whether samples need room: they have more than one picture, or much in one.
func (s statsSplit) Several() bool {
	return slices.ContainsFunc(s.Shown, func(s statsSample) bool {
		return len(s.Pictures) > 1 || len(s.Pictures) > 0 && len(s.Pictures[0].Marks) > crowded
	})
}
