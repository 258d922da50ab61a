package qlevr

import (
	"slices"
	"strconv"

	"mereo/gen/show"
)

// facetNames are what samples can be found by.
func (c Config) facetNames() []string {
	names := []string{"objects", "planes", "shape", "color", "material", "plane look"}
	if c.Questions > 0 {
		names = append(names, "question type", "quantifier", "answer")
	}
	return names
}

// facets reads the scene file as far as its objects, and the questions.
func (r *split) facets(index int) (show.Facets, error) {
	files := r.set.cfg.filesOf(r.job.Split, index)
	data, err := r.file(files.record3D)
	if err != nil {
		return nil, err
	}
	scene, ok := scanContents(data)
	if !ok {
		record, err := r.record(files.record3D)
		if err != nil {
			return nil, err
		}
		scene = &record.Scene
	}
	f := show.Facets{
		"objects": {strconv.Itoa(len(scene.Objects))},
		"planes":  {strconv.Itoa(len(scene.Planes) - 1)},
	}
	for i := range scene.Planes[:len(scene.Planes)-1] {
		p := &scene.Planes[i]
		f.Add("plane look", joinWords(p.Color, p.Material, p.Shape))
	}
	for i := range scene.Objects {
		o := &scene.Objects[i]
		f.Add("shape", o.Shape)
		f.Add("color", o.Color)
		f.Add("material", o.Material)
	}
	questions, err := r.questionRecords(files.questions)
	if err != nil {
		return nil, err
	}
	for i := range questions {
		q := &questions[i]
		f.Add("answer", yesNo(q.Answer))
		if t := r.templates()[q.Template.String()]; t != nil {
			for _, label := range t.Types {
				f.Add("question type", label)
			}
			for _, label := range t.Quantifiers {
				f.Add("quantifier", label)
			}
		}
	}
	return f, nil
}

// scanContents reads the planes and the objects of a scene file and nothing behind them.
func scanContents(data []byte) (*Scene, bool) {
	s := recordScanner{data: data, integers: make([]int, 0, 256)}
	scene := new(Scene)
	s.contents(scene)
	return scene, !s.failed && len(scene.Planes) > 0
}

// shownClasses are the shapes of objects and planes, and the desk.
var shownClasses = slices.Concat(show.ClassesOf("object", objectShapes...), show.ClassesOf("plane", planeShapes...), show.ClassesOf("desk", "desk"))
