package syndacate

import (
	"context"
	"fmt"
	"math"

	"mereo/gen"
)

// Figures measures what is known of the published files on the joined file. Those of other sources have no figures.
func (Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	s, published := src.(*standardSource)
	if !published {
		return nil, nil
	}
	path, err := joinedFile(job)
	if err != nil {
		return nil, err
	}
	m, err := s.measure(job, path)
	if err != nil {
		return []gen.Figure{{Name: "arrays of the file", Target: "those of its name", Value: err.Error()}}, nil
	}
	l := m.figures(publishedFiles[job.Split])
	if err := m.addPictures(ctx, &l, path, publishedFiles[job.Split]); err != nil {
		return nil, err
	}
	baselines, err := baselineFigures(ctx, path, job.Split, m)
	return append(l, baselines...), err
}

// figureList adds one figure after the other.
type figureList []gen.Figure

func (l *figureList) add(name, target, value string, pass bool) {
	*l = append(*l, gen.Figure{Name: name, Target: target, Value: value, Pass: pass})
}

// exact wants equality.
func (l *figureList) exact(name string, want, got any) {
	l.add(name, fmt.Sprint(want), fmt.Sprint(got), fmt.Sprint(want) == fmt.Sprint(got))
}

// near wants a number within a distance.
func (l *figureList) near(name string, want, within, got float64, digits int) {
	l.add(name, fmt.Sprintf("%.*f +- %.*g", digits, want, 1, within), fmt.Sprintf("%.*f", digits, got), math.Abs(got-want) <= within)
}

// figures lists what was measured.
func (m *measured) figures(known publishedFile) (l figureList) {
	c := m.config
	for _, count := range []struct {
		name      string
		want, got []int
	}{
		{"elements with 1, 2 and 3 objects", known.objects, m.numbers[1:4]}, {"classes of test elements", known.testClasses, m.testClasses},
		{"classes of train elements", known.trainClasses, m.trainClasses}, {"classes of all objects", known.classes, m.classes()},
	} {
		if m.elements == fullElements && count.want != nil {
			l.exact(count.name, count.want, count.got)
		}
	}
	if m.elements >= 50*len(c.classes())*len(c.classes()) && c.maxObjects == 1 && len(c.classes()) > 0 {
		low, high := m.classShares()
		within := low >= 0.094 && high <= 0.106
		l.add("share of every class", "0.100 +- 0.006", fmt.Sprintf("%.4f to %.4f", low, high), within)
	}
	if m.elements == fullElements && known.spread != nil {
		worst := 0.0
		for d, w := range m.weights {
			worst = max(worst, math.Abs(w*known.spread[d]-1))
		}
		l.add("weights of losses, farthest from those published", "within 0.0001", fmt.Sprintf("%.6f", worst), worst <= 1e-4)
	}
	return l
}

// addPictures tells of the first pictures.
func (m *measured) addPictures(ctx context.Context, l *figureList, path string, known publishedFile) error {
	n := known.grayElements
	if n == 0 || !m.pictures || m.elements < n {
		return nil
	}
	gray, lit, err := m.grays(ctx, path, n)
	l.near(fmt.Sprintf("mean gray value of the first %d pictures", n), known.gray, known.grayWithin, gray, 3)
	l.near("pixels above 0 in them, %", known.lit, 0.02, lit, 3)
	return err
}
