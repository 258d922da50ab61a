package qlevr

import (
	"os"
	"testing"
	"time"

	"mereo/engine/frame"
	"mereo/gen/show"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

func BenchmarkShownFacets(b *testing.B) {
	r, _ := shownDataset(b, 20, nil)
	for i := 0; b.Loop(); i++ {
		if _, err := r.Facets(i % 20); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShownSample(b *testing.B) {
	r, _ := shownDataset(b, 20, nil)
	for i := 0; b.Loop(); i++ {
		shownAt(b, r, i%20)
	}
}

func BenchmarkEdit(b *testing.B) {
	r, _ := shownDataset(b, 3, nil)
	m := madeAt(b, r, 1)
	for i := 0; b.Loop(); i++ {
		edited(b, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: 1 + float64(i%100)/100, Y: 1})
	}
}

func BenchmarkShownLabels(b *testing.B) {
	m := madeAt(b, shownOf(b, setOf(b, nil), genJobVal), 1)
	for b.Loop() {
		m.Labels(0)
	}
}

// BenchmarkEditedPicture draws the picture of an edited sample, color alone, and tells the fastest, with MEREO_BENCH_PICTURES=1.
func BenchmarkEditedPicture(b *testing.B) {
	if os.Getenv("MEREO_BENCH_PICTURES") == "" {
		b.Skip("set MEREO_BENCH_PICTURES=1 to draw")
	}
	renderer := gltest.Renderer(b)
	m := madeAt(b, shownOf(b, setOf(b, nil), genJobVal), 1)
	for _, quality := range []frame.Quality{frame.Standard, frame.Draft} {
		b.Run(quality.String(), func(b *testing.B) {
			fastest := time.Hour
			for i := 0; b.Loop(); i++ {
				out, _ := edited(b, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: 1 + float64(i%100)/100, Y: 1})
				v := out.Views()[0]
				v.Options.Quality, v.Options.ColorOnly = quality, true
				start := time.Now()
				if _, err := shoot.Shoot(renderer, v.Scene, v.Options); err != nil {
					b.Fatal(err)
				}
				fastest = min(fastest, time.Since(start))
			}
			b.ReportMetric(float64(fastest.Milliseconds()), "ms-fastest")
		})
	}
}
