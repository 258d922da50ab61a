package worlds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// keyOfNothing is for what no draw decides.
var keyOfNothing = rng.Key{}

// drawn is a scene as the processor draws it.
func drawn(s *scenes.Scene) *ref.Buffer { return ref.Draw(s.Frame()) }

// name is what a person would call a thing.
func (w *World) name(t *thing) string {
	var words []string
	noun := t.model
	for a, v := range t.values {
		if v < 0 {
			continue
		}
		value := w.attributes[a].Values[v].Name
		if name := w.attributes[a].Name; name == categoryName || name == "shape" {
			noun = value
			continue
		}
		words = append(words, value)
	}
	return strings.Join(append(words, noun), " ")
}

// class is what a thing is in the words of labels.
func (w *World) class(t *thing) string {
	for _, name := range []string{categoryName, "shape"} {
		if a := w.attribute(name); a >= 0 && t.values[a] >= 0 {
			return w.attributes[a].Values[t.values[a]].Name
		}
	}
	return t.category
}

// classes are all that things and parts can be. Parts of models that cannot be made have none.
func (w *World) classes() []show.Class {
	var names []string
	by := w.attribute(categoryName)
	if by < 0 {
		by = w.attribute("shape")
	}
	if by >= 0 {
		names = w.attributes[by].names()
	}
	for _, k := range w.kinds {
		if (by < 0 || !k.shows[by]) && !slices.Contains(names, k.category) {
			names = append(names, k.category)
		}
	}
	labels, err := w.labels()
	if err != nil {
		labels = nil // opening the set tells why
	}
	return slices.Concat(show.ClassesOf("object", names...), show.ClassesOf("part", labels...))
}

// page tells of a sample.
func (s *split) page(t *world.Take[*plan]) (*show.Page, error) {
	p := t.Plan
	half := 0.0
	for _, v := range slices.Concat(s.Scene.Place.Region...) {
		half = max(half, 1.2*max(v, -v))
	}
	around := show.Around(half)
	part := 1
	var keys []string
	page := &show.Page{Plan: &around}
	for i := range p.things {
		thing := &p.things[i]
		if thing.gone {
			continue
		}
		keys = append(keys, show.Key("object", i+1))
		page.Entities = append(page.Entities, s.entity(t, i, part))
		part += len(thing.parts)
	}
	about := s.about(p, len(keys))
	page.Rows, page.Facts = about.Rows(), about.Facts()
	if p.film != nil {
		page.Facts["fps"], page.Facts["collisions"] = p.film.FPS, s.happens(p)
	}
	r, err := s.record(t)
	if err != nil {
		return nil, err
	}
	page.Motion = s.motionOf(p, r.Motion)
	for _, e := range r.Relations {
		page.Relations = append(page.Relations, show.Relate(e.Name, e.Of, func(i int) string { return keys[i] })...)
	}
	if s.library == nil {
		return page, nil
	}
	if page.Questions, err = s.questions(t); err != nil || !t.Changed {
		return page, err
	}
	for i := range page.Questions {
		trace, err := s.run(t, page.Questions[i].Program)
		if err != nil {
			return nil, err
		}
		page.Questions[i].Answer = trace.Answer
	}
	return page, nil
}

// questions are those about a sample that files have.
func (s *split) questions(t *world.Take[*plan]) (out []show.Question, err error) {
	list, err := s.asked(t.Index)
	for i := range list {
		q := &list[i]
		about := show.Attributes{{Name: "type", Key: "type", Value: kindOf(q.Program)}, {Name: "family", Key: "family", Value: q.Family}}
		if q.ByOrder != "" {
			about = append(about, show.Attribute{Name: "answer by the order of events", Key: "answer_by_order", Value: q.ByOrder})
		}
		out = append(out, show.Question{
			Text: q.Question, Answer: q.Answer, Program: q.calls(), Rows: about.Rows(), Facts: about.Facts(), Choices: s.choices(q),
			Group: q.Group, Stem: q.Stem, Choice: q.Choice,
		})
	}
	return out, err
}

// about tells of a sample as a whole.
func (s *split) about(p *plan, things int) show.Attributes {
	cam := &p.cameras[0].Pinhole
	out := show.Attributes{
		{Name: "things", Key: "objects", Value: things}, {Name: "attempts rejected", Key: "attempts", Value: p.attempt},
		{Name: "camera", Key: "camera_position", Value: coordinates(cam.WorldFromCamera.T)},
		{Name: "picture", Key: "focal_px", Value: cam.FocalPx, Text: fmt.Sprintf("%d × %d pixels, focal length %.0f pixels", cam.Width, cam.Height, cam.FocalPx)},
	}
	if n := len(p.cameras); n > 1 {
		out = append(out, show.Attribute{Name: "relations and pixels", Text: fmt.Sprintf("as the first of %d cameras sees them", n)})
	}
	if d := s.Scene.Place.Drop; d != nil {
		out = append(out, show.Attribute{Name: "things fell", Text: fmt.Sprintf("from %g to %g above their places", d.Height.Min, d.Height.Max)})
	}
	for _, l := range p.lamps {
		out = append(out, show.Attribute{Name: "lamp", Text: fmt.Sprintf("%g W at %s", l.PowerW, show.Triple(coordinates(l.WorldFromLight.T)))})
	}
	return out
}

// choices are the answers that a question may have.
func (s *split) choices(q *question) (out []string) {
	if len(q.Program) == 0 {
		return nil
	}
	t, _ := s.library.AnswerType(q.Program[len(q.Program)-1].Function)
	for _, v := range s.library.Domain(t) {
		out = append(out, answerText(v))
	}
	if t == ask.TypeBool {
		slices.Reverse(out) // yes before no
	}
	return out
}

// entity tells of thing i, whose first part has an id.
func (s *split) entity(t *world.Take[*plan], i, part int) show.Entity {
	thing := &t.Plan.things[i]
	at := coordinates(thing.at())
	var about show.Attributes
	e := show.Entity{
		Key: show.Key("object", i+1), Name: s.name(thing), Kind: "object", Class: s.class(thing), Channel: show.ChannelObject, ID: i + 1,
		Boxes: t.Boxes(show.ChannelObject, i+1), At: &at, Edits: []show.EditKind{show.EditMove, show.EditTurn, show.EditDelete},
		Plan: thing.outline(),
	}
	for a, v := range thing.values {
		if v < 0 {
			continue
		}
		name := s.attributes[a].Name
		about = append(about, show.Attribute{Name: name, Key: name, Value: s.attributes[a].Values[v].Name})
	}
	if a := s.painted(thing); a >= 0 {
		e.Edits = append(e.Edits, show.EditRecolor)
		e.Colors = s.attributes[a].names()
		e.Color = show.HexOf(s.attributes[a].Values[thing.values[a]].Color.RGB)
	}
	about = append(about, show.Attributes{
		{Name: "model", Key: "model", Value: thing.model}, {Name: "scale", Key: "scale", Value: thing.scale},
		{Name: "position", Key: "position_m", Value: at},
		{Name: "rotation", Key: "rotation_deg", Value: thing.turn, Text: fmt.Sprintf("%.0f°", thing.turn) + thing.lies()},
		{Name: "visible pixels", Key: "visible_px", Value: t.Tally(0, show.ChannelObject).Pixels[i]},
	}...)
	e.Rows, e.Facts = about.Rows(), about.Facts()
	if t.Plan.film != nil {
		e.States = s.instants(t, i, &e)
	}
	if len(thing.parts) > 1 {
		for k := range thing.parts {
			label, id := thing.parts[k].label, part+k
			var own show.Attributes
			for _, v := range s.ownValues(thing, k) {
				own = append(own, show.Attribute{Name: v.Name, Key: v.Name, Value: v.Of})
			}
			own = append(own, show.Attribute{Name: "visible pixels", Key: "visible_px", Value: t.Tally(0, show.ChannelPart).Pixels[id-1]})
			e.Entities = append(e.Entities, show.Entity{
				Key: show.Key("part", id), Name: label, Kind: "part", Class: label, Channel: show.ChannelPart, ID: id, Rows: own.Rows(), Facts: own.Facts(),
				Boxes: t.Boxes(show.ChannelPart, id),
			})
		}
	}
	return e
}

// painted is the attribute whose color the look of a thing shows; -1 where there is none.
func (w *World) painted(t *thing) int {
	if t.partly != nil {
		return -1
	}
	l := w.lookOf(t.kind, t.values)
	if l == nil || l.Base.Attribute == "" {
		return -1
	}
	return w.attribute(l.Base.Attribute)
}

// lies tells how a thing lies that does not stand; empty for one that does.
func (t *thing) lies() string {
	up := t.pose.M.Z.Unit()
	switch by := geom.Acos(max(-1, min(1, up.Z))) * (180 / math.Pi); {
	case by < 2:
		return ""
	case by > 178:
		return ", upside down"
	default:
		return fmt.Sprintf(", tilted by %.0f°", by)
	}
}

// outline is what a thing covers of the ground: the hull of what is below it.
func (t *thing) outline() [][2]float64 {
	var points [][2]float64
	for _, part := range t.parts {
		for _, v := range part.mesh.Positions {
			p := t.pose.Point(v)
			points = append(points, [2]float64{p.X, p.Y})
		}
	}
	return show.Outline(points)
}

// plain is the record of a take as second meanings read it.
func (s *split) plain(t *world.Take[*plan]) (*ask.Plain, error) {
	r, err := s.record(t)
	if err != nil {
		return nil, err
	}
	return ask.ReadPlain(record.JSON(r))
}

// run runs a program on a sample.
func (s *split) run(t *world.Take[*plan], program show.Program) (*show.Trace, error) {
	p, err := show.ReadProgram(s.library, program)
	if err != nil {
		return nil, err
	}
	plain, err := s.plain(t)
	if err != nil {
		return nil, err
	}
	ids := t.Plan.there()
	key := func(o ask.Object) string { return show.Key("object", ids[o]+1) }
	outputs, why := s.library.TellPlain(plain, p)
	return show.Run(p, outputs, why, func(n ask.Node, _ []ask.Value, v ask.Value) show.Result {
		switch v := v.(type) {
		case ask.Object:
			return show.Result{Text: s.name(&t.Plan.things[ids[v]]), Entities: []string{key(v)}}
		case []ask.Object:
			return show.Result{Text: show.Count(len(v), "object"), Entities: show.KeysOf(v, key)}
		}
		if list, single, ok := closed.PlainEvents(v); ok {
			return s.eventsResult(t.Plan, ids, list, single)
		}
		if frame, ok := v.(int); ok && s.library.Function(n.Function).Out == closed.TypeFrame {
			return frameResult(frame)
		}
		return show.Result{Text: answerText(v)}
	}), nil
}

// facetNames are what samples can be found by.
func (s *split) facetNames() []string {
	out := append([]string{"objects"}, s.attributeNames()...)
	if s.Questions != nil {
		out = append(out, "question type", "answer")
	}
	return out
}

// facets reads what a sample can be found by.
func (s *split) facets(index int) (show.Facets, error) {
	path := s.recordPath(index)
	data, err := s.job.Read(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	var of struct {
		Objects []map[string]jsontext.Value `json:"objects"`
	}
	if err := record.Read(data, &of, record.Part); err != nil {
		return nil, fmt.Errorf("%s: %s: %w; generate the sample again", s.Name, path, err)
	}
	out := show.Facets{"objects": {strconv.Itoa(len(of.Objects))}}
	for _, o := range of.Objects {
		for i := range s.attributes {
			raw, word := o[s.attributes[i].Name], ""
			if raw == nil {
				continue
			}
			if err := record.Read(raw, &word, record.Item); err != nil {
				return nil, fmt.Errorf("%s: %s: %s %w; generate the sample again", s.Name, path, s.attributes[i].Name, err)
			}
			out.Add(s.attributes[i].Name, word)
		}
	}
	list, err := s.asked(index)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for i := range list {
		out.Add("question type", kindOf(list[i].Program))
		out.Add("answer", list[i].Answer)
	}
	return out, err
}

// edits change plans: what comes out is recorded by the same code as a sample of the dataset.
func (s *split) edits() *world.Edits[*plan] {
	return &world.Edits[*plan]{
		Within: show.Around(planeHalf),
		Keys:   func(p *plan) string { return fmt.Sprintf("object 1 to object %d", len(p.things)) },
		Copy: func(p *plan) *plan {
			next := *p
			next.things = slices.Clone(p.things)
			for i := range next.things {
				next.things[i].values = slices.Clone(p.things[i].values)
			}
			next.seen = s.look(&next)
			return &next
		},
		Handle: func(p *plan, key string) *show.Handle {
			for i := range p.things {
				if key == show.Key("object", i+1) {
					return s.handle(&p.things[i])
				}
			}
			return nil
		},
		Finish: func(ctx context.Context, before *plan, t *world.Take[*plan]) ([]string, error) {
			if s.Motion != nil {
				if err := s.shoot(ctx, t.Plan, true); err != nil {
					return nil, err
				}
			}
			return s.warnings(before, t.Plan)
		},
	}
}

// handle is what can be done to a thing.
func (s *split) handle(t *thing) *show.Handle {
	h := &show.Handle{
		Gone: t.gone, Delete: func() { t.gone = true }, Why: "it shows no color of an attribute",
		Move: func(x, y float64) {
			at := t.at()
			t.pose.T = t.pose.T.Add(geom.V(x-at.X, y-at.Y, 0))
		},
		Turn: func(by float64) {
			at := t.at()
			t.pose.M = geom.RotZ(by).Mul(t.pose.M)
			t.turn += float64(by * (180 / math.Pi))
			t.pose.T = t.pose.T.Add(at.Sub(t.at()))
		},
	}
	if a := s.painted(t); a >= 0 {
		h.Colors = s.attributes[a].names()
		h.Recolor = func(color string) { t.values[a] = s.attributes[a].value(color) }
	}
	return h
}

// lexicon has the words of all values and relations.
func (w *World) lexicon(of ask.Words) *show.Lexicon {
	words := ask.Words{}
	add := func(value string) {
		words[value] = of[value]
		if words[value] == nil {
			words[value] = []ask.Word{{One: value}}
		}
		for i := range words[value] {
			words[value][i] = withPlural(words[value][i])
		}
	}
	for i := range w.attributes {
		for _, v := range w.attributes[i].Values {
			add(v.Name)
		}
	}
	for _, kind := range w.Relations.Kinds {
		add(kind)
	}
	return show.NewLexicon(words)
}

// reword replaces words of a question by those of other values.
func (s *split) reword(t *world.Take[*plan], q int, program show.Program) string {
	list, err := s.asked(t.Index)
	if err != nil || q < 0 || q >= len(list) {
		return ""
	}
	asked, err := show.ReadProgram(s.library, list[q].calls())
	if err != nil || !program.SameCalls(list[q].calls()) {
		return ""
	}
	p, err := show.ReadProgram(s.library, program)
	if err != nil {
		return ""
	}
	word := func(_ ask.Type, v ask.Value) []string { return []string{v.(string)} }
	changes, ok := show.WordChanges(s.library, asked, p, word)
	if !ok {
		return ""
	}
	return s.lexicon().Reword(list[q].Question, changes, func(string, string) bool { return true })
}
