package qlevr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"mereo/assets/deskware"
	"mereo/assets/palette"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// shownSample is what the files of a dataset, or the seed, say of a sample.
type shownSample struct {
	show.NoDrawings
	show.NoIDs
	split     *shownSplit
	index     int
	plan      *plan // with the objects that were deleted
	record    *Record
	ids       []int // of the record's objects; that of plan.objects[i] is i+1
	questions []*shownQuestion
	page      show.Page
	seen      func() *seenThings // in the picture of solids
	addBoxes  func()             // once
}

// Page tells all that is known.
func (s *shownSample) Page() *show.Page {
	s.addBoxes()
	return &s.page
}

// Keys of entities, by their ids in label pictures.
func planeKey(plane int) string                    { return show.Key("plane", plane+1) }
func (s *shownSample) objectKey(object int) string { return show.Key("object", s.ids[object]) }

// shownPictures are the pictures of a page; cam took that of solids.
func (c Config) shownPictures(cam *annot.Camera) []show.Picture {
	drawing := show.Picture{Name: "drawing of the plan", Width: drawnWidth, Height: drawnRows, Drawing: true}
	if c.Dimension == 2 {
		return []show.Picture{drawing}
	}
	return []show.Picture{{Name: "picture", Width: cam.Width, Height: cam.Height, Camera: cam}, drawing}
}

// shownPaths are the files of these pictures.
func (c Config) shownPaths(files sampleFiles) []string {
	if c.Dimension == 2 {
		return []string{files.drawing}
	}
	return []string{files.picture, files.drawing}
}

// deskRect is the desk with its border, world meters.
var deskRect = show.Rect{X0: -deskBorder, Y0: -deskBorder, X1: canvas/unitsPerMeter + deskBorder, Y1: canvas/unitsPerMeter + deskBorder}

// fillPage writes the page; answer is that of a question.
func (s *shownSample) fillPage(answer func(i int) string) {
	v, desk := &s.record.View, deskRect
	s.page = show.Page{
		Title: fmt.Sprintf("%s/%d", s.split.job.Split, s.index),
		Rows: []show.Row{
			{Name: "planes", Value: fmt.Sprintf("%d and the desk", len(s.record.Planes)-1)},
			{Name: "objects", Value: strconv.Itoa(len(s.record.Objects))},
			{Name: "view", Value: viewWords[s.record.Mereo.Preset]},
			{Name: "camera", Value: fmt.Sprintf("at %s, %.1f° from straight down", meters(v.CameraAt), v.CameraTurned[0])},
		},
		Pictures:  s.split.set.cfg.shownPictures(&s.record.Mereo.Camera),
		Relations: s.relations(),
		Questions: []show.Question{}, // a list in JSON, too
		Plan:      &desk,
		Facts:     s.record.facts(),
	}
	if s.split.set.cfg.Dimension != 2 {
		cam := s.split.set.cfg.optics().camera(v.CameraAt, v.CameraTurned)
		s.page.Camera = show.PlanCameraOf(&cam)
	}
	for i := range s.record.Planes {
		s.page.Entities = append(s.page.Entities, s.plane(i))
	}
	s.addBoxes = sync.OnceFunc(s.fillBoxes)
	for i, q := range s.questions {
		s.page.Questions = append(s.page.Questions, show.Question{
			Text: q.record.Question, Answer: answer(i), Choices: []string{"yes", "no"}, Rows: q.rows(), Program: q.program, Facts: q.facts(),
		})
	}
}

func meters(at [3]float64) string { return show.Triple(at) + " m" }

// plane is a plane, or the desk, with its objects.
func (s *shownSample) plane(i int) show.Entity {
	p := &s.record.Planes[i]
	e := show.Entity{
		Key: planeKey(i), Kind: "plane", Channel: show.ChannelRegion, ID: i + 1,
		Rows: []show.Row{{Name: "color", Value: p.Color}},
	}
	var center planPoint
	if i == len(s.plan.planes) {
		e.Name, e.Kind, e.Class, e.Color = p.Color+" desk", "desk", "desk", "#ffffff"
		center = planPoint{canvas / 2, canvas / 2}
		e.Plan = show.Outline(worldPoints(deskCorners))
	} else {
		e.Name, e.Class = strings.Join([]string{p.Color, p.Material, p.Shape}, " "), p.Shape
		mean := deskware.PlaneMean(p.Material, p.Color)
		e.Color = show.Hex([3]uint8{uint8(mean[0] + 0.5), uint8(mean[1] + 0.5), uint8(mean[2] + 0.5)})
		e.Edits, e.Colors = []show.EditKind{show.EditRecolor}, planeColors
		outline := &s.plan.planes[i].outline
		center = outline.center
		e.Plan = worldPoints(outline.seenFromAbove(64))
		e.Rows = append(e.Rows, show.Row{Name: "material", Value: p.Material}, show.Row{Name: "shape", Value: p.Shape},
			show.Row{Name: "share of the desk", Value: fmt.Sprintf("%.1f %%", 100*s.plan.planes[i].areaRatio)})
	}
	e.At = &[3]float64{center.x / unitsPerMeter, center.y / unitsPerMeter, 0}
	e.Facts = p.facts(*e.At)
	if i < len(s.plan.planes) {
		e.Facts["area_share"] = s.plan.planes[i].areaRatio
	}
	e.Rows = append(e.Rows,
		show.Row{Name: "objects", Value: strconv.Itoa(len(p.Objects))},
		show.Row{Name: "center", Value: meters(*e.At)},
		show.Row{Name: "distance along the view", Value: fmt.Sprintf("%.2f m", p.Center[2])},
	)
	for _, o := range p.Objects {
		e.Entities = append(e.Entities, s.object(o, &e))
	}
	return e
}

// object is an object of the record on a plane.
func (s *shownSample) object(i int, plane *show.Entity) show.Entity {
	o := &s.record.Objects[i]
	color, _ := palette.Named(o.Color)
	outline := &s.plan.objects[s.ids[i]-1].outline
	e := show.Entity{
		Key: s.objectKey(i), Name: strings.Join([]string{o.Size, o.Color, o.Material, o.Shape}, " "), Kind: "object", Class: o.Shape,
		Channel: show.ChannelObject, ID: s.ids[i],
		Rows: []show.Row{
			{Name: "size", Value: o.Size}, {Name: "color", Value: o.Color}, {Name: "material", Value: o.Material},
			{Name: "shape", Value: o.Shape}, {Name: "on", Value: plane.Name}, {Name: "position", Value: meters(o.Position)},
			{Name: "distance along the view", Value: fmt.Sprintf("%.2f m", o.Center[2])},
		},
		At:    &[3]float64{o.Position[0], o.Position[1], o.Position[2]},
		Plan:  worldPoints(outline.seenFromAbove(24)),
		Color: show.Hex(color.RGB),
		Edits: []show.EditKind{show.EditMove, show.EditRecolor, show.EditDelete}, Colors: objectColors,
		Facts: o.facts(plane.Key, s.record.Mereo.Variants[i]),
	}
	if outline.count > 0 {
		e.Facts["rotation_deg"] = o.Rotation
		e.Rows = append(e.Rows, show.Row{Name: "turned", Value: fmt.Sprintf("%d° clockwise", o.Rotation)})
		e.Edits = append(e.Edits, show.EditTurn)
	}
	return e
}

// worldPoints are points of the plan in meters, to a tenth of a millimeter.
func worldPoints(units [][2]float64) [][2]float64 {
	const steps = 1e4 / unitsPerMeter
	out := make([][2]float64, len(units))
	for i, p := range units {
		out[i] = [2]float64{math.Round(p[0]*steps) / 1e4, math.Round(p[1]*steps) / 1e4}
	}
	return out
}

// seenFromAbove is the outline as a polygon, units; a circle has so many corners.
func (o *outline) seenFromAbove(ofCircle int) [][2]float64 {
	look := o.toLook()
	return look.points(ofCircle)
}

// relations are those of the record, planes before objects: whatever stands in the list of a thing is on that side of it.
func (s *shownSample) relations() []show.Relation {
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
