package qlevr

import (
	"fmt"
	"slices"
	"testing"

	"mereo/scenes/rng"
)

// benchEngine are the templates and the larger scenes of the vectors.
func benchEngine(t testing.TB) ([]Template, []*Scene) {
	t.Helper()
	scenes := vectorsAs[map[string]*Scene](t, "scenes.json")
	var list []*Scene
	for i := range 12 {
		if s := scenes[fmt.Sprintf("scene_%02d", i)]; s != nil {
			list = append(list, s)
		}
	}
	var templates []Template
	seen := map[string]bool{}
	for _, c := range vectorsAs[[]engineCase](t, "programs.json") {
		if key := c.Template.name().String(); !seen[key] {
			seen[key] = true
			templates = append(templates, c.Template)
		}
	}
	return templates, list
}

func BenchmarkAskImage(b *testing.B) {
	templates, scenes := benchEngine(b)
	all, err := compileTemplates(templates, compileOptions{})
	if err != nil {
		b.Fatal(err)
	}
	q, stream := newQuestioner(all), rng.Named("bench")
	questions := 0
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		asked, err := q.ask(scenes[i%len(scenes)], 10, stream)
		if err != nil {
			b.Fatal(err)
		}
		questions += len(asked)
	}
	b.ReportMetric(float64(q.tries)/float64(b.N), "tries/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(q.tries), "ns/try")
	b.ReportMetric(float64(questions)/float64(b.N), "questions/op")
}

// BenchmarkTries shows what the tries of each file and group of families cost.
func BenchmarkTries(b *testing.B) {
	templates, scenes := benchEngine(b)
	slices.SortFunc(templates, func(x, y Template) int { return x.Family - y.Family })
	for _, t := range templates {
		all, err := compileTemplates([]Template{t}, compileOptions{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%02d_%s", t.Family, t.File), func(b *testing.B) {
			a := attempt{scene: &sceneIndex{}, stream: rng.Named("bench"), results: make([]nodeResult, 16)}
			good := 0
			b.ReportAllocs()
			for i := range b.N {
				if i%1000 == 0 {
					if err := a.scene.load(scenes[i/1000%len(scenes)]); err != nil {
						b.Fatal(err)
					}
				}
				if a.run(all.programs[0]) < 0 {
					good++
				}
			}
			b.ReportMetric(float64(good)/float64(b.N), "good/op")
		})
	}
}
