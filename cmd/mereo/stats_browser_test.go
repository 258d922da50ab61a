package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The statistics page of every set, opened from the folder as its users do: charts with targets, samples with their pictures and
// boxes, how long it took, links that lead somewhere, and nothing wider than the window.
func TestStatisticsPage(t *testing.T) {
	for set, want := range map[string]struct{ targets, answers, samples int }{
		"ptr":       {8, 1, 6},
		"trance":    {11, 0, 4},
		"qlevr":     {14, 1, 3},
		"shopvrb":   {12, 1, 3},
		"syndacate": {4, 0, 48}, // of two files
	} {
		t.Run(set, func(t *testing.T) {
			dir := exploredDir(t, set)
			p := openPage(t, "file://"+filepath.Join(dir, "stats.html"), "#configuration")
			for _, width := range []int64{1280, 390} {
				p.do(chromedp.EmulateViewport(width, 900))
				p.waitFor(`document.documentElement.scrollWidth <= innerWidth`)
			}
			p.do(chromedp.EmulateViewport(1280, 900))

			var charts, marked, answers int
			p.eval(`document.querySelectorAll('#distributions + p + .charts svg').length`, &charts)
			p.eval(`[...document.querySelectorAll('#distributions + p + .charts figure')].filter((f) => f.innerText.includes('Mark: ')).length`, &marked)
			p.eval(`document.querySelectorAll('#answers + p + .charts svg').length`, &answers)
			if marked < want.targets || marked > charts {
				t.Errorf("%d of %d charts have targets, want %d or more", marked, charts, want.targets)
			}
			if answers < want.answers {
				t.Errorf("%d charts of answers, want %d or more", answers, want.answers)
			}
			var flat string
			p.eval(`[...document.querySelectorAll('figure svg')].filter((s) => s.getBoundingClientRect().height < 60 || s.textContent.trim() === '')
				.map((s) => s.closest('figure').querySelector('h3').innerText).join('; ')`, &flat)
			if flat != "" {
				t.Errorf("charts that show nothing: %s", flat)
			}

			// Pictures are loaded as one scrolls.
			var samples, boxes int
			p.eval(`document.querySelectorAll('.sample').length`, &samples)
			p.eval(`document.querySelectorAll('.sample rect, .sample polyline').length`, &boxes)
			if samples != want.samples || boxes < samples {
				t.Errorf("%d samples with %d marks, want %d with one each at least", samples, boxes, want.samples)
			}
			p.do(chromedp.Evaluate(`document.querySelectorAll('.sample img').forEach((i) => { i.loading = 'eager'; })`, nil))
			p.waitFor(`[...document.querySelectorAll('.sample img')].every((i) => i.complete && i.naturalWidth > 0)`)
			p.do(chromedp.ScrollIntoView(".sample", chromedp.ByQuery))
			p.screenshot("stats-" + set)
			p.click("#boxes")
			p.waitFor(`[...document.querySelectorAll('.frame svg')].every((s) => getComputedStyle(s).display === 'none')`)
			p.waitFor(`document.querySelector('.runs object').getBoundingClientRect().height > 100`)

			var links []string
			p.eval(`[...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))`, &links)
			for _, link := range links {
				if id, ok := strings.CutPrefix(link, "#"); ok {
					var there bool
					if p.eval(`document.getElementById(`+strconv.Quote(id)+`) !== null`, &there); !there {
						t.Errorf("a link leads to %s, which is not on the page", link)
					}
					continue
				}
				name, err := url.PathUnescape(link)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
					t.Errorf("a link: %v", err)
				}
			}
		})
	}
}
