package pace

import (
	"fmt"
	"io"
	"slices"

	"mereo/gen/chart"
	"mereo/gen/write"
)

// points is how many points the chart has.
const points = 150

// span is a time in which a run made samples: seconds, and how many.
type span struct{ from, to, made float64 }

// Draw draws how many samples all runs of a dataset's folder made in a second, over the time in which any was at work.
func Draw(root string) error {
	runs, err := read(root)
	if err != nil {
		return err
	}
	spans, hosts := spansOf(runs)
	if len(spans) == 0 {
		return nil
	}
	worked := closeGaps(spans)
	unit, name := 1.0, "seconds"
	if worked > 2*3600 {
		unit, name = 3600, "hours"
	} else if worked > 200 {
		unit, name = 60, "minutes"
	}
	c := chart.Lines{
		XLabel: fmt.Sprintf("%s of work (%s on %s)", name, count(len(runs), "run"), count(hosts, "host")), YLabel: "samples per second",
		Lines: [][][2]float64{rates(spans, worked, unit)},
	}
	svg, err := c.File()
	if err != nil {
		return err
	}
	_, err = write.Stream(root, Chart, func(w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
	return err
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// spansOf are the times between marks of all runs, in order, and how many hosts these were on. Where a clock was set back there is
// none.
func spansOf(runs []recorded) (spans []span, hosts int) {
	names := map[string]bool{}
	for _, r := range runs {
		names[r.Host] = true
		for i := 1; i < len(r.marks); i++ {
			a, b := r.marks[i-1], r.marks[i]
			if from, to := seconds(a), seconds(b); to > from && b.Made >= a.Made {
				spans = append(spans, span{from, to, float64(b.Made - a.Made)})
			}
		}
	}
	slices.SortFunc(spans, func(a, b span) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	return spans, len(names)
}

func seconds(m Mark) float64 { return float64(m.Time.UnixMilli()) / 1000 }

// closeGaps moves spans that are sorted by their beginning to where they are when time stands still while nobody works, beginning
// with 0, and returns how long somebody worked.
func closeGaps(spans []span) float64 {
	gap, end := spans[0].from, spans[0].from // all gaps so far, and the end of work before
	for i := range spans {
		s := &spans[i]
		gap += max(0, s.from-end)
		end = max(end, s.to)
		s.from, s.to = s.from-gap, s.to-gap
	}
	return end - gap
}

// rates are samples per second, with a point in the middle of each of equal parts of the time.
func rates(spans []span, worked, unit float64) (out [][2]float64) {
	part := worked / points
	var made [points]float64
	for _, s := range spans {
		first, last := min(int(s.from/part), points-1), min(int(s.to/part), points-1)
		for k := first; k <= last; k++ {
			overlap := min(s.to, float64(k+1)*part) - max(s.from, float64(k)*part)
			made[k] += s.made * max(0, overlap) / (s.to - s.from)
		}
	}
	for k, n := range made {
		out = append(out, [2]float64{(float64(k) + 0.5) * part / unit, n / part})
	}
	return out
}
