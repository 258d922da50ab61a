package syndacate

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"mereo/assets/glyph"
	"mereo/gen"
	"mereo/gen/write/npz"
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
	path, err := filePath(job)
	if err != nil {
		return nil, err
	}
	r, err := npz.Open(filepath.Join(job.Root, filepath.FromSlash(path)))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	all, err := r.Read(keyObjects)
	if err != nil {
		return nil, err
	}
	iid, err := r.Read(testPrefix + keyObjects)
	if err != nil {
		return nil, err
	}
	data, ok := all.Data.([]float32)
	iidData, ok2 := iid.Data.([]float32)
	size := s.config.objectRows() * s.config.objectWidth()
	if !ok || !ok2 || len(all.Shape) == 0 || len(data) != all.Shape[0]*size || len(iidData)%size != 0 {
		return nil, wrongArray(path, all, fmt.Sprintf("float32 (N, %d, %d), as %s", s.config.objectRows(), s.config.objectWidth(), iid.Key))
	}
	test := min(s.testElements, all.Shape[0])
	columns := [...]shiftMoments{s.moments(data[:test*size]), s.moments(iidData), s.moments(data[test*size:])}

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
		shares := coveredShares(s.config.shapes(), classes, poses, s.config.width, s.config.height)
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
