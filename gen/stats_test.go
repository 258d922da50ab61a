package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPercentTicks(t *testing.T) {
	for _, c := range []struct {
		longest float64
		want    string
	}{
		{0, "0 1"}, {0.3, "0 1"}, {6, "0 1 2 3 4 5 6"}, {7, "0 2 4 6 8"}, {25, "0 5 10 15 20 25"}, {55, "0 10 20 30 40 50 60"}, {100, "0 20 40 60 80 100"},
	} {
		got := ""
		for i, tick := range percentTicks(c.longest) {
			if i > 0 {
				got += " "
			}
			got += tick.Label
		}
		if got != c.want {
			t.Errorf("ticks for %g %%: %s, want %s", c.longest, got, c.want)
		}
	}
}

func TestChartValues(t *testing.T) {
	tallies := map[string]tally{
		"train": {"legs": {"10": 1, "4": 7, "none": 2}},
		"val":   {"legs": {"3": 1, "4": 1, "few": 1}},
	}
	for _, c := range []struct {
		name  string
		chart Chart
		want  string
	}{
		{"numbers by size, then words", Chart{Key: "legs"}, "[3 4 10 few none]"},
		{"the chart's own first", Chart{Key: "legs", Values: []string{"none", "8"}}, "[none 8 3 4 10 few]"},
		{"nothing counted", Chart{Key: "arms", Values: []string{"1"}}, "[]"},
	} {
		if got := fmt.Sprint(chartValues(c.chart, tallies)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Tables of a set are on the page, split by split, with everything in them as text.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		words string
		want  int
	}{{"", 0}, {"which", 2}} {
		root := t.TempDir()
		d := dots{Side: 5, Words: c.words}
		mustRun(t, d, Job{Root: root, Split: "val"}, 4, Options{})
		mustRun(t, d, Job{Root: root, Split: "train"}, 12, Options{})
		page, err := os.ReadFile(filepath.Join(root, statsName))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(page), "Squares &amp; questions"); got != c.want {
			t.Errorf("words %q: %d tables, want %d", c.words, got, c.want)
		}
		at := 0
		for _, want := range []string{
			"<h2>Squares &amp; questions: train</h2>\n<p>Asked of train.</p>",
			"<tr><th>&lt;what&gt;</th><th class=\"n\">number</th></tr>\n<tr><td>squares</td><td class=\"n\">12</td></tr>\n</table>",
			"<h2>Squares &amp; questions: val</h2>",
			"<td class=\"n\">4</td></tr>\n</table>",
		} {
			i := strings.Index(string(page)[at:], want)
			if c.words != "" && i < 0 {
				t.Fatalf("the page does not go on with %q", want)
			}
			at += max(0, i)
		}
	}
}
