package syndacate

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/write/npz"
)

// figures measures what is promised of a file, and of the published files what is known of them, on the joined file. Files of
// other sources have figures of their own, if they have any.
func figures(ctx context.Context, job gen.Job) ([]gen.Figure, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	if of, ok := src.(figureSource); ok {
		return of.figures(ctx, job)
	}
	return nil, nil
}

// figureSource is a source that knows what is known of its files.
type figureSource interface {
	figures(ctx context.Context, job gen.Job) ([]gen.Figure, error)
}

// figures are those of the published samplers.
func (s *standardSource) figures(ctx context.Context, job gen.Job) ([]gen.Figure, error) {
	path, err := filePath(job)
	if err != nil {
		return nil, err
	}
	m := newMeasured(s.config, job.Split)
	path = filepath.Join(job.Root, filepath.FromSlash(path))
	if wrong, err := s.wrongFile(ctx, path, job); err != nil || wrong != "" {
		return []gen.Figure{{Name: "arrays of the file", Target: "those of its name", Value: wrong}}, err
	}
	if err := m.read(ctx, path); err != nil {
		return nil, err
	}
	baselines, err := baselineFigures(ctx, path, m)
	return append(m.figures(), baselines...), err
}

// wrongFile says which array of a joined file is not of the kind that its name says.
func (s *standardSource) wrongFile(ctx context.Context, path string, job gen.Job) (string, error) {
	sample, err := elements(ctx, s, 0, 1, job.Pictures)
	if err != nil {
		return "", err
	}
	r, err := npz.Open(path)
	if err != nil {
		return err.Error(), nil
	}
	defer r.Close()
	var got, want []string
	for _, a := range sample {
		shape := append([]int{job.Count}, a.Shape[1:]...)
		want = append(want, fmt.Sprintf("%s %s %d", a.Key, npz.Dtype(a.Data), shape))
	}
	want = append(want, fmt.Sprintf("%s <i8 []", keyCount))
	for _, key := range r.Keys() {
		dtype, shape, err := r.Header(key)
		if err != nil {
			return err.Error(), nil
		}
		got = append(got, fmt.Sprintf("%s %s %d", key, dtype, shape))
	}
	if !slices.Equal(got, want) {
		return strings.Join(got, ", "), nil
	}
	return "", nil
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
func (m *measured) figures() []gen.Figure {
	var l figureList
	c, known := m.config, publishedFiles[m.stem]
	l.exact("keys", strings.Join(keysOf(c, m.pictures), " "), strings.Join(m.keys, " "))
	l.exact("elements that the file says it has", m.elements, m.said)
	for rule, what := range rowRules {
		if ruleConcerns(rule, c) {
			l.exact(what, 0, m.faults.counts[rule])
		}
	}
	m.addFreeRows(&l)
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
	m.addPictures(&l, known)
	return l
}

// keysOf are the arrays of a file of a sampler.
func keysOf(c samplerConfig, pictures bool) (keys []string) {
	if pictures {
		keys = append(keys, keyImages)
	}
	if c.parts() > 0 {
		keys = append(keys, keyParts)
	}
	return append(keys, keyObjects, keyCount)
}

// ruleConcerns tells whether a rule of rows is about a sampler's files.
func ruleConcerns(rule int, c samplerConfig) bool {
	switch rule {
	case rulePartner:
		return c.parts() > 0 && c.flipParts
	case ruleAligned:
		return c.aligned()
	case ruleRebuilt, ruleThickness:
		return c.parts() > 0
	case ruleOneClass:
		return c.sampler != squaresSampler
	}
	return true
}

// addFreeRows wants rows of zeros everywhere in a set.
func (m *measured) addFreeRows(l *figureList) {
	for k, key := range []string{keyParts, keyObjects} {
		zeros := m.zeros[k]
		if len(zeros) < 2 || m.elements < 1000 {
			continue
		}
		low, high := 1.0, 0.0
		for _, n := range zeros {
			share := float64(n) / float64(m.elements)
			low, high = min(low, share), max(high, share)
		}
		l.add("share of zeros in any row of "+key, "0.01 to 0.99", fmt.Sprintf("%.3f to %.3f", low, high), low >= 0.01 && high <= 0.99)
	}
}

// addPictures tells of the first pictures.
func (m *measured) addPictures(l *figureList, known publishedFile) {
	if !m.pictures {
		return
	}
	l.exact(fmt.Sprintf("black pictures among the first %d", m.looked), 0, m.black)
	if known.gray != 0 && m.elements >= known.grayElements {
		l.near(fmt.Sprintf("mean grey value of the first %d pictures", known.grayElements), known.gray, known.grayWithin, m.gray, 3)
	}
	if known.lit != 0 && m.elements >= known.grayElements {
		l.near("pixels above 0 in them, %", known.lit, 0.02, m.lit, 3)
	}
	if m.redrawn > 0 {
		share := 100 * float64(m.redrawnSame) / float64(m.redrawn)
		l.add(fmt.Sprintf("pictures drawn again from the stored lines, the same of %d", m.redrawn), "at least 99.5 %",
			fmt.Sprintf("%.2f %%", share), share >= 99.5)
	}
}
