package shopvrb

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/annot"
)

// planHalf is half the width of the part of the table that plans show: things are up to three units long.
const planHalf = 5.0

// teller tells of a scene.
type teller struct {
	*split
	*scene
	take  *world.Take[*scene]
	parts *annot.Tally // what is seen of parts; nil where it is not known
}

// page tells of a scene. It keeps what questions know.
func (r *split) page(t *world.Take[*scene]) (*show.Page, error) {
	s := &teller{split: r, scene: t.Plan, take: t}
	if err := s.know(); err != nil {
		return nil, err
	}
	if err := s.see(); err != nil {
		return nil, err
	}
	about, behind := s.about(), s.record.Directions.Behind
	p := &show.Page{
		Rows: about.Rows(), Facts: about.Facts(), Relations: s.relations(), Behind: &[2]float64{behind[0], behind[1]}, Unit: metersPerUnit,
		Plan: &show.Rect{X0: -planHalf, Y0: -planHalf, X1: planHalf, Y1: planHalf},
	}
	part := 1 // id of the first part of the thing
	for id, i := 1, 0; i < len(s.ids); id++ {
		if id == s.ids[i] {
			p.Entities = append(p.Entities, s.entity(i, part))
			i++
		}
		if s.sampled != nil {
			part += len(s.sampled.objects[id-1].model.Parts)
		}
	}
	for i := range s.questions {
		p.Questions = append(p.Questions, s.question(&s.questions[i]))
	}
	return p, nil
}

// asked are the questions of the page of a picture.
func (r *split) asked(t *world.Take[*scene]) (out []show.Question, err error) {
	s := &teller{split: r, scene: t.Plan, take: t}
	if err := s.know(); err != nil {
		return nil, err
	}
	for i := range s.questions {
		out = append(out, s.question(&s.questions[i]))
	}
	return out, nil
}

// know finds what programs run on, and reads the questions.
func (s *teller) know() error {
	data := bytes.TrimSpace(s.bytes())
	k, err := knownOf(s.words, data)
	if err == nil {
		err = check(k)
	}
	if err != nil {
		return err
	}
	if s.plain, err = ask.ReadPlain(data); err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	if !s.take.Changed {
		s.questions, err = s.stored(s.take.Index)
	}
	return err
}

// see finds what is seen of parts.
func (s *teller) see() (err error) {
	if s.sampled == nil {
		return nil
	}
	seen := s.sampled.seen
	if s.take.Told {
		if seen, err = s.take.Stored(0); err != nil {
			return fmt.Errorf("shopvrb: %w", err)
		}
	}
	if seen == nil || seen.Part == nil {
		return nil
	}
	n := 0
	for i := range s.sampled.objects {
		n += len(s.sampled.objects[i].model.Parts)
	}
	parts := annot.Whole(seen.Width, seen.Height, seen.Part).Tally(n)
	s.parts = &parts
	return nil
}

// about is what is known of the whole scene. Lengths are in units of the scene, a tenth of a meter each in life: Page.Unit says so.
func (s *teller) about() show.Attributes {
	out := show.Attributes{{Name: "objects", Key: "objects", Value: len(s.record.Objects)}}
	if e := s.record.Extra; e != nil {
		out = append(out, show.Attributes{
			{Name: "ground", Key: "ground", Value: e.Ground},
			{Name: "camera", Key: "camera_position_m", Value: e.Camera},
			{Name: "key lamp", Key: "key_lamp_position_m", Value: e.Lamps.Key},
			{Name: "back lamp", Key: "back_lamp_position_m", Value: e.Lamps.Back},
			{Name: "fill lamp", Key: "fill_lamp_position_m", Value: e.Lamps.Fill},
		}...)
		if e.Exposure > 0 {
			out = append(out, show.Attribute{Name: "exposure", Key: "exposure", Value: e.Exposure})
		}
	}
	how := "put upright"
	if s.cfg.Drop {
		how = "dropped"
	}
	return append(out, show.Attribute{Name: "things", Key: "dropped", Value: s.cfg.Drop, Text: how}, show.Attribute{Name: "unit of length", Text: "10 cm"})
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
func (s *teller) entity(i, part int) show.Entity {
	o := &s.record.Objects[i]
	at, about := o.Position, s.thing(i)
	e := show.Entity{
		Key: show.Key("object", s.ids[i]), Name: thingName(o), Kind: "object", Class: o.Name, Channel: show.ChannelObject, ID: s.ids[i],
		Rows: about.Rows(), Facts: about.Facts(), At: &at, Color: colorHex[o.Color],
	}
	if o.Mask != nil {
		rle := s.record.mask(i)
		e.Boxes, e.Facts["visible_px"] = []show.Rect{show.BoxOf(rle.Box())}, rle.Area()
	}
	if s.sampled == nil {
		return e
	}
	thing := &s.sampled.objects[s.ids[i]-1]
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
func (s *teller) part(o *planObject, k, id int) show.Entity {
	name := o.model.Parts[k].Name
	about := show.Attributes{{Key: "name", Value: name}, {Key: "category", Value: partClass(name)}}
	if _, ok := o.joints[name]; ok {
		about = append(about, s.opened(o, name))
	}
	e := show.Entity{Key: show.Key("part", id), Name: name, Kind: "part", Class: partClass(name), Channel: show.ChannelPart, ID: id, Rows: []show.Row{}}
	if s.parts != nil {
		e.Boxes = []show.Rect{show.BoxOf(s.parts.Boxes[id-1])}
		about = append(about, show.Attribute{Key: "visible_px", Value: s.parts.Pixels[id-1]})
	}
	e.Rows, e.Facts = append(e.Rows, about.Rows()...), about.Facts()
	return e
}

// opened is how far a part of a thing is open: how far it slid, or its angle.
func (s *teller) opened(o *planObject, part string) show.Attribute {
	shut, x := s.sampler.modelOf(o.in), o.joints[part] // an opened model has no joints
	slides := slices.ContainsFunc(shut.Parts, func(p kitchen.Part) bool { return p.Name == part && p.Joint != nil && p.Joint.Slides })
	out := show.Attribute{Name: "opened", Key: "opened_rad", Value: x, Text: openText(slides, x, o.scale)}
	if slides {
		out.Key, out.Value = "opened_m", float64(x*o.scale)
	}
	return out
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

// thing is what is known of thing i of the record, but for what is seen of it.
func (s *teller) thing(i int) (out show.Attributes) {
	o := &s.record.Objects[i]
	word := func(name, key, value string) {
		if value != "" {
			out = append(out, show.Attribute{Name: name, Key: key, Value: value})
		}
	}
	for _, a := range VisualAttributes {
		key := a.Key
		if key == "name" {
			key = "category"
		}
		word(a.Key, key, o.visual(a.Key))
	}
	for _, a := range TextualAttributes {
		if list := o.textual(a.Key); a.Key != "attribute" {
			word(a.Key, a.Key, strings.Join(list, ""))
		} else if list != nil {
			out = append(out, show.Attribute{Name: a.Key, Key: a.Key, Value: list})
		}
	}
	add := func(list ...show.Attribute) { out = append(out, list...) }
	e, lie := o.Extra, (*Lie)(nil)
	if e != nil {
		lie = e.Lie
		word("model", "model", e.Instance)
		if e.Description != noDescription {
			add(show.Attribute{Key: "description", Value: e.Description})
		}
		add(show.Attribute{Name: "description", Text: s.description(o)}, show.Attribute{Name: "scale", Key: "scale", Value: e.Scale})
	}
	add(show.Attribute{Name: "position", Key: "position_m", Value: o.Position})
	if lie != nil {
		out[len(out)-1].Text = show.Triple(o.Position) + ", of its model's origin"
		text := show.Triple(lie.Middle) + ", by which relations are found"
		add(show.Attribute{Name: "middle", Key: "middle_m", Value: lie.Middle, Text: text})
	}
	add(show.Attribute{Name: "rotation", Key: "rotation_deg", Value: o.Rotation, Text: fmt.Sprintf("%.1f degrees", o.Rotation)},
		show.Attribute{Key: "rotation_rad", Value: float64(o.Rotation * (math.Pi / 180))})
	if lie != nil {
		add(show.Attributes{
			{Name: "lies", Key: "lies", Value: lieText(lie.Pose)}, {Key: "rotation_wxyz", Value: lie.Pose},
			{Key: "mass_kg", Value: masses[o.Weight]}, {Key: "friction", Value: dropFriction},
		}...)
	}
	if e == nil {
		return out
	}
	var joints []show.Facts
	for _, name := range slices.Sorted(maps.Keys(e.Joints)) {
		opened := s.opened(&s.sampled.objects[s.ids[i]-1], name)
		joints = append(joints, show.Facts{"part": name, opened.Key: opened.Value})
		if e.Joints[name] != 0 {
			add(show.Attribute{Name: "opened", Text: name})
		}
	}
	if joints != nil {
		add(show.Attribute{Key: "joints", Value: joints})
	}
	return out
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
func (s *teller) description(o *ObjectRecord) string {
	if texts := s.descriptions[o.Name]; o.Extra != nil && o.Extra.Description >= 0 && o.Extra.Description < len(texts) {
		return texts[o.Extra.Description]
	}
	return ""
}

// relations are those of the record.
func (s *teller) relations() (out []show.Relation) {
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
func (s *teller) question(q *storedQuestion) show.Question {
	last := q.Program[len(q.Program)-1].Function
	about := show.Attributes{
		{Name: "kind", Key: "kind", Value: q.kind.String()}, {Name: "type", Key: "type", Value: questionType(last)},
		{
			Name: "family", Text: fmt.Sprintf("%s:%d", q.TemplateFilename, q.QuestionInFamilyIndex),
			Key: "family", Value: q.QuestionFamilyIndex,
		},
		{Key: "template_file", Value: q.TemplateFilename}, {Key: "template", Value: q.QuestionInFamilyIndex},
	}
	out := show.Question{
		Text: q.Question, Answer: storedAnswer(q.Answer), Choices: s.choices(last), Program: callsOf(q.Program), Rows: about.Rows(), Facts: about.Facts(),
	}
	if q.kind == textual {
		for i := range s.record.Objects {
			o := &s.record.Objects[i]
			if text := s.description(o); text != "" {
				out.Texts = append(out.Texts, show.Row{Name: thingName(o), Value: text})
			}
			for _, line := range o.told(q.program) {
				out.Evidence = append(out.Evidence, show.Row{Name: s.called(i), Value: line})
			}
		}
	}
	if s.take.Changed {
		out.Answer = ""
		if outputs := s.library.RunPlain(s.plain, q.program); outputs[len(outputs)-1] != ask.Invalid {
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
			return spokenAnswer(closed.ListOf(items))
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

// colorHex are the colors of things in sRGB. What is metallic or transparent shows its surroundings.
var colorHex = func() map[string]string {
	out := map[string]string{"gray": "#808080", "white": "#f2f2f2", "black": "#1a1a1a"}
	for _, c := range randomColors {
		out[c.Name] = show.Hex(c.RGB)
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
