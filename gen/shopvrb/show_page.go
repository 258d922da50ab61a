package shopvrb

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// planHalf is half the width of the part of the table that plans show: things are up to three units long.
const planHalf = 5.0

// newPage tells of a scene.
func (s *showSample) newPage() *show.Page {
	r, taken := s.record, s.calibration()
	p := &show.Page{
		Title: fmt.Sprintf("%s/%d", r.Split, r.ImageIndex), Rows: s.sceneRows(), Facts: s.sceneFacts(),
		Pictures:  []show.Picture{{Name: "picture", Path: s.picture, Width: taken.Width, Height: taken.Height, Camera: taken}},
		Entities:  []show.Entity{},
		Relations: s.relations(),
		Questions: []show.Question{},
		Plan:      &show.Rect{X0: -planHalf, Y0: -planHalf, X1: planHalf, Y1: planHalf},
		Behind:    &[2]float64{r.Directions.Behind[0], r.Directions.Behind[1]},
		Unit:      metersPerUnit,
	}
	if s.plan != nil {
		cam := s.plan.camera()
		p.Camera = show.PlanCameraOf(&cam)
	}
	part := 1 // id of the first part of the thing
	for id, i := 1, 0; i < len(r.Objects); id++ {
		if id == s.ids[i] {
			p.Entities = append(p.Entities, s.entity(i, part))
			i++
		}
		if s.plan != nil {
			part += len(s.plan.objects[id-1].model.Parts)
		}
	}
	for i := range s.questions {
		p.Questions = append(p.Questions, s.question(&s.questions[i]))
	}
	return p
}

// sceneRows tell of the whole scene.
func (s *showSample) sceneRows() []show.Row {
	rows := []show.Row{{Name: "objects", Value: strconv.Itoa(len(s.record.Objects))}}
	if e := s.record.Extra; e != nil {
		rows = append(rows,
			show.Row{Name: "ground", Value: e.Ground},
			show.Row{Name: "camera", Value: show.Triple(e.Camera)},
			show.Row{Name: "key lamp", Value: show.Triple(e.Lamps.Key)},
			show.Row{Name: "back lamp", Value: show.Triple(e.Lamps.Back)},
			show.Row{Name: "fill lamp", Value: show.Triple(e.Lamps.Fill)})
	}
	how := "put upright"
	if s.reader.set.cfg.Drop {
		how = "dropped"
	}
	return append(rows, show.Row{Name: "things", Value: how}, show.Row{Name: "unit of length", Value: "10 cm"})
}

// thingName is what a person would call a thing. What is metallic is of metal, and what is called a glass of glass.
func thingName(o *ObjectRecord) string {
	words := []string{o.Size, o.Color, o.Material, o.Name}
	if o.Color == "metallic" || o.Material == o.Name {
		words = []string{o.Size, o.Color, o.Name}
	}
	return strings.Join(words, " ")
}

// entity tells of thing i of the record, whose parts have ids from part on.
func (s *showSample) entity(i, part int) show.Entity {
	o := &s.record.Objects[i]
	at := o.Position
	e := show.Entity{
		Key: show.Key("object", s.ids[i]), Name: thingName(o), Kind: "object", Class: o.Name, Channel: show.ChannelObject, ID: s.ids[i],
		Rows: s.thingRows(o), Facts: s.thingFacts(i), At: &at, Color: colorHex[o.Color],
	}
	if o.Mask != nil {
		rle := s.record.mask(i)
		e.Boxes, e.Facts["visible_px"] = []show.Rect{show.BoxOf(rle.Box())}, rle.Area()
	}
	if s.plan == nil {
		return e
	}
	thing := &s.plan.objects[s.ids[i]-1]
	e.Plan = thing.seenFromAbove()
	e.Edits = []show.EditKind{show.EditMove, show.EditTurn, show.EditDelete}
	if thing.painted() {
		e.Edits = append(e.Edits, show.EditRecolor)
		e.Colors = randomColorNames()
	}
	for k := range thing.model.Parts {
		e.Entities = append(e.Entities, s.part(thing, k, part+k))
	}
	return e
}

// part tells of a part of a thing.
func (s *showSample) part(o *planObject, k, id int) show.Entity {
	p := &o.model.Parts[k]
	e := show.Entity{
		Key: show.Key("part", id), Name: p.Name, Kind: "part", Class: partClass(p.Name), Channel: show.ChannelPart, ID: id, Rows: []show.Row{},
		Facts: s.partFacts(o, p.Name, id),
	}
	if s.parts != nil {
		e.Boxes = []show.Rect{show.BoxOf(s.parts[id].box)}
	}
	if x, ok := o.joints[p.Name]; ok {
		shut := s.reader.sampler.modelOf(o.in) // an opened model has no joints
		e.Rows = append(e.Rows, show.Row{Name: "opened", Value: openText(shut.Parts[k].Joint.Slides, x, o.scale)})
	}
	return e
}

// openText is how far a joint of a thing of a scale is open.
func openText(slides bool, x, scale float64) string {
	switch {
	case x == 0:
		return "no"
	case slides:
		return fmt.Sprintf("by %.1f cm", float64(x*scale*metersPerUnit*100))
	}
	return fmt.Sprintf("by %.0f degrees", float64(x*(180/math.Pi)))
}

// thingRows are the attributes of a thing.
func (s *showSample) thingRows(o *ObjectRecord) []show.Row {
	var rows []show.Row
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, show.Row{Name: name, Value: value})
		}
	}
	for _, a := range VisualAttributes {
		add(a.Key, o.visual(a.Key))
	}
	for _, a := range TextualAttributes {
		add(a.Key, strings.Join(o.textual(a.Key), ", "))
	}
	if e := o.Extra; e != nil {
		add("model", e.Instance)
		add("description", s.description(o))
		add("scale", strconv.FormatFloat(e.Scale, 'g', -1, 64))
	}
	if o.Extra != nil && o.Extra.Lie != nil {
		add("position", show.Triple(o.Position)+", of its model's origin")
		add("middle", show.Triple(o.Extra.Middle)+", by which relations are found")
	} else {
		add("position", show.Triple(o.Position))
	}
	add("rotation", fmt.Sprintf("%.1f degrees", o.Rotation))
	if o.Extra != nil && o.Extra.Lie != nil {
		add("lies", lieText(o.Extra.Pose))
	}
	if o.Extra != nil {
		for _, name := range slices.Sorted(maps.Keys(o.Extra.Joints)) {
			if o.Extra.Joints[name] != 0 {
				add("opened", name)
			}
		}
	}
	return rows
}

// lieText is where the upper side of a thing with an orientation shows.
func lieText(pose [4]float64) string {
	up := geom.Quat{W: pose[0], X: pose[1], Y: pose[2], Z: pose[3]}.Mat3().Z.Z // cosine of the tilt
	switch {
	case up > 0.9:
		return "upright"
	case up < -0.9:
		return "upside down"
	case math.Abs(up) < 0.3:
		return "on its side"
	}
	return "leaning"
}

// description is the text that belongs to a thing, empty where it has none.
func (s *showSample) description(o *ObjectRecord) string {
	if texts := s.reader.texts[o.Name]; o.Extra != nil && o.Extra.Description >= 0 && o.Extra.Description < len(texts) {
		return texts[o.Extra.Description]
	}
	return ""
}

// relations are those of the record.
func (s *showSample) relations() []show.Relation {
	out := []show.Relation{}
	lists := map[string][][]int{
		"left": s.record.Relationships.Left, "right": s.record.Relationships.Right,
		"behind": s.record.Relationships.Behind, "front": s.record.Relationships.Front,
	}
	for _, name := range Relations {
		out = append(out, show.Relate(name, lists[name], func(i int) string { return show.Key("object", s.ids[i]) })...)
	}
	return out
}

// question tells of a question.
func (s *showSample) question(q *storedQuestion) show.Question {
	last := q.Program[len(q.Program)-1].Function
	out := show.Question{
		Text: q.Question, Answer: storedAnswer(q.Answer), Choices: s.reader.choices(last), Program: callsOf(q.Program), Facts: q.facts(questionType(last)),
		Rows: []show.Row{
			{Name: "kind", Value: q.kind.String()}, {Name: "type", Value: questionType(last)},
			{Name: "family", Value: fmt.Sprintf("%s:%d", q.TemplateFilename, q.QuestionInFamilyIndex)},
		},
	}
	if q.kind == textual {
		for i := range s.record.Objects {
			o := &s.record.Objects[i]
			if text := s.description(o); text != "" {
				out.Texts = append(out.Texts, show.Row{Name: thingName(o), Value: text})
			}
			for _, line := range o.told(q.program) {
				out.Evidence = append(out.Evidence, show.Row{Name: fmt.Sprintf("%s (%s)", thingName(o), show.Key("object", s.ids[i])), Value: line})
			}
		}
	}
	if s.changed {
		out.Answer = ""
		if outputs := s.reader.library.RunPlain(s.plain, q.program); outputs[len(outputs)-1] != ask.Invalid {
			out.Answer = spokenAnswer(outputs[len(outputs)-1])
		}
	}
	return out
}

// storedAnswer is an answer of a question file, released or raw, for people.
func storedAnswer(v any) string {
	switch v := v.(type) {
	case string:
		if items, ok := listItems(v); ok {
			return spokenAnswer(listOf(items))
		}
		return v
	case float64:
		return spokenAnswer(int(v))
	}
	return spokenAnswer(v)
}

// spokenAnswer is an answer for people: as it is released, but lists as people write them.
func spokenAnswer(v ask.Value) string {
	items, ok := listed(v)
	switch {
	case !ok:
		return releasedAnswer(v)
	case len(items) == 0:
		return "none"
	}
	return strings.Join(items, ", ")
}

// seen is what a picture shows of an id.
type seen struct {
	box    annot.Box
	pixels int
}

// seenIn is what a picture shows, by id.
func seenIn(width int, ids []uint16) map[int]seen {
	t := annot.Whole(width, len(ids)/width, ids).Tally(int(slices.Max(ids)))
	out := make(map[int]seen, len(t.Boxes))
	for i, box := range t.Boxes {
		out[i+1] = seen{box, t.Pixels[i]}
	}
	return out
}

// colorHex are the colors of things in sRGB. What is metallic or transparent shows its surroundings.
var colorHex = func() map[string]string {
	out := map[string]string{"gray": "#808080", "white": "#f2f2f2", "black": "#1a1a1a"}
	for _, c := range randomColors {
		out[c.name] = show.HexOf(c.linear())
	}
	return out
}()

// painted tells whether a color can be put on the thing.
func (o *planObject) painted() bool {
	for i := range o.model.Parts {
		if o.model.Parts[i].Mutable {
			return true
		}
	}
	return false
}

// seenFromAbove is the convex outline of the thing on the table, counter-clockwise, of what collides of it.
func (o *planObject) seenFromAbove() [][2]float64 {
	recorded := *o
	recorded.x, recorded.y = float64(float32(o.x)), float64(float32(o.y))
	worldFromModel := recorded.worldFromModel()
	var points [][2]float64
	for i := range o.model.Parts {
		for _, piece := range o.model.Parts[i].Colliders {
			for _, v := range piece {
				p := worldFromModel.Point(v)
				points = append(points, [2]float64{p.X, p.Y})
			}
		}
	}
	return show.Outline(points)
}
