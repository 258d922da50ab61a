package syndacate

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"mereo/assets/glyph"
	"mereo/gen"
)

// shiftMoments sums what objects of some elements are like.
type shiftMoments struct {
	elements, objects int
	classes           []int
	values            [8]float64 // of poses
	turned            float64    // absolute rotations
	covered           float64    // shares
}

// tables put shifted elements beside those that follow the training rule: what differs, and what does not.
func (s *shiftSource) tables(_ context.Context, job gen.Job) ([]gen.Table, error) {
	path, err := joinedFile(job)
	if err != nil {
		return nil, err
	}
	f, err := openArrays(path, "tables")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	want := wanted{"float32", []any{some("N"), s.config.objectRows(), s.config.objectWidth()}, ""}
	all, _, err := f.sets(keyObjects, want)
	if err != nil {
		return nil, err
	}
	iid, _, err := f.sets(testPrefix+keyObjects, want)
	if err != nil {
		return nil, err
	}
	test := min(s.testElements, all.N)
	columns := [...]shiftMoments{s.moments(all.slice(0, test).Data), s.moments(iid.Data), s.moments(all.slice(test, all.N).Data)}

	head := []string{"test", testPrefix + "*", "train"}
	classes := gen.Table{Title: "Classes", Note: "Objects of each class.", Head: append([]string{"class"}, head...)}
	for k, name := range s.config.classes() {
		row := []string{name}
		for _, c := range columns {
			row = append(row, strconv.Itoa(c.classes[k]))
		}
		classes.Rows = append(classes.Rows, row)
	}
	means := gen.Table{
		Title: "Shift", Head: append([]string{"mean of"}, head...),
		Note: fmt.Sprintf("Means over objects. An element of test has %s; one of %s* and of train has %s.",
			s.split.test.says, testPrefix, s.split.train.says),
	}
	add := func(what, format string, value func(c *shiftMoments) float64) {
		row := []string{what}
		for i := range columns {
			row = append(row, fmt.Sprintf(format, value(&columns[i])))
		}
		means.Rows = append(means.Rows, row)
	}
	add("objects in a picture", "%.2f", func(c *shiftMoments) float64 { return float64(c.objects) / float64(max(c.elements, 1)) })
	for k, name := range glyph.PoseNames {
		add(name, "%.3f", func(c *shiftMoments) float64 { return c.values[k] / float64(max(c.objects, 1)) })
	}
	add("absolute rotation", "%.3f", func(c *shiftMoments) float64 { return c.turned / float64(max(c.objects, 1)) })
	add("share that is covered", "%.4f", func(c *shiftMoments) float64 { return c.covered / float64(max(c.objects, 1)) })
	return []gen.Table{means, classes}, nil
}

// moments sums over the rows of elements.
func (s *shiftSource) moments(objects []float32) shiftMoments {
	m := shiftMoments{classes: make([]int, len(s.config.classes()))}
	for _, element := range rowsOfWidth(objects, s.config.objectRows()*s.config.objectWidth()) {
		m.elements++
		classes, poses := s.storedObjects(element)
		shares := s.coveredShares(classes, poses)
		for i, p := range poses {
			m.objects++
			m.classes[classes[i]]++
			for k, v := range p.Values() {
				m.values[k] += v
			}
			m.turned += math.Abs(p.Rotation)
			m.covered += shares[i]
		}
	}
	return m
}
