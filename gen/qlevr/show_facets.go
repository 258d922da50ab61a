package qlevr

import (
	"fmt"
	"slices"
	"strconv"

	"mereo/gen/record"
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
	var scene struct { // as far as its objects
		Planes  []Plane  `json:"planes"`
		Objects []Object `json:"objects"`
	}
	if err := record.Read(data, &scene, record.More|record.Head); err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w; make it again", files.record3D, err)
	}
	if len(scene.Planes) == 0 {
		return nil, fmt.Errorf("qlevr: %s: there is no desk; make it again", files.record3D)
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
		f.Add("answer", yesOrNo(q.Answer))
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

// shownClasses are the shapes of objects and planes, and the desk.
var shownClasses = slices.Concat(show.ClassesOf("object", objectShapes...), show.ClassesOf("plane", planeShapes...), show.ClassesOf("desk", "desk"))
