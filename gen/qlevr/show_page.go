package qlevr

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"mereo/assets/deskware"
	"mereo/assets/palette"
	"mereo/gen/show"
	"mereo/gen/world"
)

// Keys of entities, by their ids in label pictures.
func planeKey(plane int) string               { return show.Key("plane", plane+1) }
func (s *sample) objectKey(object int) string { return show.Key("object", s.ids[object]) }

// deskRect is the desk with its border, world meters.
var deskRect = show.Rect{X0: -deskBorder, Y0: -deskBorder, X1: canvas/unitsPerMeter + deskBorder, Y1: canvas/unitsPerMeter + deskBorder}

// viewWords are the three views, from the steepest to the flattest.
var viewWords = [len(cameraPresets)]string{"steep", "medium", "flat"}

// page tells all that is known of a sample. The questions of what is made are those on disk; those of what was changed are answered anew.
func page(t *world.Take[*sample]) (*show.Page, error) {
	s := t.Plan
	if s.record == nil {
		s.record, s.ids, s.usual = s.scene.record(), show.IDs(len(s.plan.objects)), sync.OnceValue(s.oddities)
		var err error
		if s.questions, err = s.split.stored(s.index); err != nil {
			return nil, err
		}
	}
	about, desk := s.record.attributes(), deskRect
	page := &show.Page{Rows: about.Rows(), Facts: about.Facts(), Relations: s.relations(), Plan: &desk}
	var seen *seenThings
	if s.split.set.cfg.Dimension != 2 {
		var err error
		if seen, err = seenIn(t); err != nil {
			return nil, err
		}
	}
	for i := range s.record.Planes {
		page.Entities = append(page.Entities, s.plane(i, seen))
	}
	for _, q := range s.questions {
		answer := yesOrNo(q.record.Answer)
		if t.Changed {
			answer = s.answerOf(q)
		}
		page.Questions = append(page.Questions, q.shown(answer))
	}
	return page, nil
}

// stored are the questions about a sample that files have; none where there is no dataset.
func (r *split) stored(index int) ([]*shownQuestion, error) {
	if r.job.Root == "" {
		return nil, nil
	}
	return r.questions(r.set.cfg.filesOf(r.job.Split, index).questions)
}

// asked are the questions of the page of a sample.
func (r *split) asked(t *world.Take[*sample]) (out []show.Question, err error) {
	list, err := r.stored(t.Index)
	for _, q := range list {
		out = append(out, q.shown(yesOrNo(q.record.Answer)))
	}
	return out, err
}

// shown is the question with an answer.
func (q *shownQuestion) shown(answer string) show.Question {
	return show.Question{
		Text: q.record.Question, Answer: answer, Choices: []string{"yes", "no"}, Rows: q.rows(), Program: q.program, Facts: q.facts(),
	}
}

// attributes are those of a scene.
func (r *Record) attributes() show.Attributes {
	planes, objects, v := len(r.Planes)-1, len(r.Objects), &r.View
	return show.Attributes{
		{Name: "planes", Key: "planes", Value: planes, Text: fmt.Sprintf("%d and the desk", planes)},
		{Name: "objects", Key: "objects", Value: objects},
		{Name: "view", Key: "view", Value: viewWords[r.Mereo.Preset]},
		{
			Name: "camera", Key: "camera_position_m", Value: v.CameraAt,
			Text: fmt.Sprintf("at %s, %.1f° from straight down", meters(v.CameraAt), v.CameraTurned[0]),
		},
		{Key: "camera_tilt_deg", Value: v.CameraTurned[0]},
	}
}

func meters(at [3]float64) string { return show.Triple(at) + " m" }

// depthAttribute is how far a center is from the camera.
func depthAttribute(center PixelDepth) show.Attribute {
	return show.Attribute{Name: "distance along the view", Key: "depth_m", Value: center[2], Text: fmt.Sprintf("%.2f m", center[2])}
}

// plane is a plane, or the desk, with its objects. The desk has no material, and "non-geometric" is no shape.
func (s *sample) plane(i int, seen *seenThings) show.Entity {
	p := &s.record.Planes[i]
	e := show.Entity{Key: planeKey(i), Kind: "plane", Channel: show.ChannelRegion, ID: i + 1}
	about := show.Attributes{{Name: "color", Key: "color", Value: p.Color}}
	center, how := planPoint{canvas / 2, canvas / 2}, "of its corners, hidden or not"
	if p.Shape == "circle" {
		how = "of four points of its edge, hidden or not"
	}
	if i == len(s.plan.planes) {
		e.Name, e.Kind, e.Class, e.Color = p.Color+" desk", "desk", "desk", "#ffffff"
		e.Plan = show.Outline(worldPoints(deskCorners))
	} else {
		e.Name, e.Class = joinWords(p.Color, p.Material, p.Shape), p.Shape
		mean := deskware.PlaneMean(p.Material, p.Color)
		e.Color = show.Hex([3]uint8{uint8(mean[0] + 0.5), uint8(mean[1] + 0.5), uint8(mean[2] + 0.5)})
		e.Edits, e.Colors = []show.EditKind{show.EditRecolor}, planeColors
		outline, share := &s.plan.planes[i].outline, s.plan.planes[i].areaRatio
		center = outline.center
		e.Plan = worldPoints(outline.points(64))
		about = append(about, show.Attributes{
			{Name: "material", Key: "material", Value: p.Material},
			{Name: "shape", Key: "shape", Value: p.Shape},
			{Name: "share of the desk", Key: "area_share", Value: share, Text: fmt.Sprintf("%.1f %%", 100*share)},
		}...)
	}
	e.At = &[3]float64{center.x / unitsPerMeter, center.y / unitsPerMeter, 0}
	about = append(about, show.Attributes{
		{Name: "objects", Key: "objects", Value: len(p.Objects)},
		{Name: "center", Key: "position_m", Value: *e.At, Text: meters(*e.At)},
		depthAttribute(p.Center),
	}...)
	about = seen.box(&e, about, p.Box, how)
	e.Rows, e.Facts = about.Rows(), about.Facts()
	for _, o := range p.Objects {
		e.Entities = append(e.Entities, s.object(o, &e, seen))
	}
	return e
}

// object is an object of the record on a plane.
func (s *sample) object(i int, plane *show.Entity, seen *seenThings) show.Entity {
	o := &s.record.Objects[i]
	color, _ := palette.Named(o.Color)
	outline := &s.plan.objects[s.ids[i]-1].outline
	e := show.Entity{
		Key: s.objectKey(i), Name: strings.Join([]string{o.Size, o.Color, o.Material, o.Shape}, " "), Kind: "object", Class: o.Shape,
		Channel: show.ChannelObject, ID: s.ids[i],
		At:    &[3]float64{o.Position[0], o.Position[1], o.Position[2]},
		Plan:  worldPoints(outline.points(24)),
		Color: show.Hex(color.RGB),
		Edits: []show.EditKind{show.EditMove, show.EditRecolor, show.EditDelete}, Colors: objectColors,
	}
	about := show.Attributes{
		{Name: "size", Key: "size", Value: o.Size},
		{Name: "color", Key: "color", Value: o.Color},
		{Name: "material", Key: "material", Value: o.Material},
		{Name: "shape", Key: "shape", Value: o.Shape},
		{Name: "on", Key: "on", Value: plane.Key, Text: plane.Name},
		{Name: "position", Key: "position_m", Value: o.Position, Text: meters(o.Position)},
		depthAttribute(o.Center),
	}
	if finishes := objectFinishes[o.Material]; finishes[0] != finishes[1] {
		about = append(about, show.Attribute{Key: "material_variant", Value: s.record.Mereo.Variants[i]})
	}
	if outline.count > 0 {
		text := fmt.Sprintf("%d° clockwise", o.Rotation)
		about = append(about, show.Attribute{Name: "turned", Key: "rotation_deg", Value: o.Rotation, Text: text})
		e.Edits = append(e.Edits, show.EditTurn)
	}
	about = seen.box(&e, about, o.Box, "rounded, of its whole outline, hidden or not")
	e.Rows, e.Facts = about.Rows(), about.Facts()
	return e
}

// worldPoints are points of the plan in meters, to a tenth of a millimeter.
func worldPoints(units []planPoint) [][2]float64 {
	const steps = 1e4 / unitsPerMeter
	out := make([][2]float64, len(units))
	for i, p := range units {
		out[i] = [2]float64{math.Round(p.x*steps) / 1e4, math.Round(p.y*steps) / 1e4}
	}
	return out
}

// relations are those of the record, planes before objects: whatever stands in the list of a thing is on that side of it.
func (s *sample) relations() []show.Relation {
	out := []show.Relation{}
	for _, direction := range directions {
		for _, r := range []struct {
			of  *Relations
			key func(int) string
		}{{&s.record.PlaneRelations, planeKey}, {&s.record.ObjectRelations, s.objectKey}} {
			out = append(out, show.Relate(direction, secondRelation(r.of, direction), r.key)...)
		}
	}
	return out
}

// words name the template: its file, its family there, and what further tells programs of the family apart.
func (t *Template) words() string {
	out := fmt.Sprintf("%s, family %d", strings.TrimSuffix(t.File, ".json"), t.Family)
	for i, v := range t.Variant {
		if i == 0 {
			out += ", variant"
		}
		out += fmt.Sprintf(" %d", v)
	}
	return out
}

// rows tell the kind of a question.
func (q *shownQuestion) rows() []show.Row {
	t := q.instance.Template
	return []show.Row{
		{Name: "type", Value: strings.Join(t.Types, ", ")},
		{Name: "quantifiers", Value: strings.Join(t.Quantifiers, ", ")},
		{Name: "template", Value: t.words()},
	}
}

// facts are those of a question.
func (q *shownQuestion) facts() show.Facts {
	t := q.instance.Template
	f := show.Facts{"type": t.Types, "quantifiers": t.Quantifiers, "template_file": t.File, "family": t.Family}
	if len(t.Variant) > 0 {
		f["variant"] = t.Variant
	}
	return f
}
