package loop

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/internal/dots"
)

// Tables of a set are on the page, split by split, with everything in them as text.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		words string
		want  int
	}{{"", 0}, {"which", 2}} {
		root := t.TempDir()
		d := dots.Set{Side: 5, Words: c.words}
		mustRun(t, d, gen.Job{Root: root, Split: "val"}, 4, Options{})
		mustRun(t, d, gen.Job{Root: root, Split: "train"}, 12, Options{})
		page, err := os.ReadFile(filepath.Join(root, gen.StatsName))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(page), "Squares &amp; questions: train</h2>") + strings.Count(string(page), "Squares &amp; questions: val</h2>"); got != c.want {
			t.Errorf("words %q: %d tables, want %d", c.words, got, c.want)
		}
		at := 0
		for _, want := range []string{
			"<h2 id=\"table-train-0\">Squares &amp; questions: train</h2>\n<p>Asked of train.</p>",
			"<tr><th>&lt;what&gt;</th><th class=\"n\">number</th></tr>\n<tr><td>squares</td><td class=\"n\">12</td></tr>\n</table>",
			"<h2 id=\"table-val-0\">Squares &amp; questions: val</h2>",
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

// Targets are marks in the charts, and the shown samples have their boxes and lines on them, escaped.
func TestPageHasTargetsAndSamples(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 100, Options{})
	page := dots.Read(t, root, gen.StatsName)
	for want, n := range map[string]int{
		"train: 100. Mark: drawn uniformly":    1,
		"stroke:currentColor;stroke-width:1.6": 4,  // a mark for each color
		"stroke:currentColor;stroke-width:0.7": 12, // what is fine, with two ends
		"<polyline ":                           24,
		"<title>the &lt;square&gt;</title>":    24,
		">&lt;square&gt;</text>":               24,
	} {
		if got := strings.Count(page, want); got != n {
			t.Errorf("the page says %q %d times, want %d", want, got, n)
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	a, b, other := t.TempDir(), t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(a), 1010, Options{Part: Part{1, 2}})
	mustRun(t, dots.Set{Side: 5}, dots.Train(b), 1010, Options{Part: Part{2, 2}})
	mustRun(t, dots.Set{Side: 7}, dots.Train(other), 20, Options{})
	out := filepath.Join(t.TempDir(), "out")
	_, err := Merge(t.Context(), dots.Set{Side: 5}, out, []string{a, other})
	if got, want := fmt.Sprint(err), fmt.Sprintf("gen: merge: %s holds another configuration: side is 5, asked for 7 (in %s)", a, other); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused merge wrote something")
	}
	if err := os.WriteFile(filepath.Join(b, "train/records/001005.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = Merge(t.Context(), dots.Set{Side: 5}, out, []string{a, b})
	if got, want := fmt.Sprint(err), "train/records/001005.json: 3 bytes"; !strings.Contains(strings.Replace(got, "2 bytes", "3 bytes", 1), want) {
		t.Errorf("error is %q, want it to name the damaged file", got)
	}
	left, err := Merge(t.Context(), dots.Set{Side: 5}, out, []string{a})
	if err != nil || left["train"] != 1 {
		t.Errorf("merging one half: %v, %v, want one block left", left, err)
	}
}

// The page and the card ask for nothing from elsewhere, and name only files that are there.
func TestPagesAreOffline(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 40, Options{})
	page, err := os.ReadFile(filepath.Join(root, gen.StatsName))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(string(page), -1)
	if len(links) < 3*24 {
		t.Errorf("%d links in the page, want at least %d", len(links), 3*24)
	}
	for _, l := range links {
		if id, ok := strings.CutPrefix(l[1], "#"); ok {
			if n := strings.Count(string(page), ` id="`+id+`"`); n != 1 {
				t.Errorf("%d places are called %q, which a link names", n, id)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join(root, l[1])); err != nil {
			t.Errorf("link %q: %v", l[1], err)
		}
	}
	if n := strings.Count(string(page), "<figure>"); n != 1 {
		t.Errorf("%d charts, want 1 of colors", n)
	}
	if strings.Contains(string(page), "<script") {
		t.Error("the page has a script")
	}
	if i := strings.Index(string(page), "://"); i >= 0 {
		t.Errorf("the page names an address: %s", page[max(0, i-30):i+30])
	}
	card, err := os.ReadFile(filepath.Join(root, gen.CardName))
	if err != nil {
		t.Fatal(err)
	}
	if want := "mereo generate dots --out DIR --config dataset.json --seed 0 --split train --count 40\n"; !strings.Contains(string(card), want) {
		t.Errorf("the card does not say %q:\n%s", want, card)
	}
}
