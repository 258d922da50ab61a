package trance

import (
	"fmt"
	"slices"
	"testing"
)

// TestAboutPictures: the patterns are the names that pictures have.
func TestAboutPictures(t *testing.T) {
	cfg := DefaultConfig()
	var got, want []string
	for _, pattern := range about(cfg).Pictures {
		got = append(got, fmt.Sprintf(pattern, "val", 137))
	}
	for _, p := range cfg.pictures("val", 137, 2) {
		want = append(want, p.path)
	}
	if !slices.Equal(got, want) {
		t.Errorf("pictures are %q, want %q", got, want)
	}
}

// TestTallyFitsCharts: every chart has what is counted for it, and lists all values that can occur.
func TestTallyFitsCharts(t *testing.T) {
	for _, problem := range []string{ProblemStandard, ProblemPosition} {
		cfg := DefaultConfig()
		cfg.Problem = problem
		sum, steps := map[string]map[string]int{}, 0
		for _, m := range referenceSamples(cfg, 200) {
			steps += len(m.steps)
			for chart, counts := range tallyOf(m) {
				if sum[chart] == nil {
					sum[chart] = map[string]int{}
				}
				for value, n := range counts {
					sum[chart][value] += n
				}
			}
		}
		charts := about(cfg).Charts
		if len(sum) != len(charts) {
			t.Errorf("%s: %d charts are counted, %d shown", problem, len(sum), len(charts))
		}
		for _, chart := range charts {
			total := 0
			for value, n := range sum[chart.Key] {
				total += n
				if !slices.Contains(chart.Values, value) {
					t.Errorf("%s: chart %s does not list %q", problem, chart.Key, value)
				}
			}
			for _, value := range chart.Values {
				if sum[chart.Key][value] == 0 {
					t.Errorf("%s: chart %s lists %q, which never occurs", problem, chart.Key, value)
				}
			}
			moves := sum["attribute"]["position"]
			want := map[string]int{
				"in a row": steps - 200, "steps": 200, "visible": 200, "attribute": steps, "object": steps, "pair": steps, "type": moves,
			}[chart.Key]
			if want == 0 {
				want = 200 * ObjectCount
			}
			if total != want {
				t.Errorf("%s: chart %s counts %d, want %d", problem, chart.Key, total, want)
			}
		}
	}
}
