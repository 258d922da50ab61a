package ptr

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"mereo/assets/furniture"
	"mereo/assets/palette"
	"mereo/assets/surface"
	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/annot"
)

// page tells of a sample, and keeps in its plan what programs need. Questions are those of the dataset's files; of what was changed they
// have the answers that their programs give now.
func (r *reader) page(t *world.Take[*plan]) (_ *show.Page, err error) {
	p := t.Plan
	if p.shown != nil {
		return p.shown.page, nil
	}
	if !t.Changed {
		if p.asked, err = r.questions(t.Index); err != nil {
			return nil, err
		}
	}
	told, data := r.record(t), p.raw
	ids := told.without(p.gone)
	if p.Sample != nil {
		data = record.JSON(told)
	}
	s, err := r.show(told, data, ids, p.asked)
	if err == nil && t.Changed {
		err = s.answers()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filesOf(r.job.Split, t.Index).scene, err)
	}
	for i := range s.page.Entities {
		if e := &s.page.Entities[i]; p.once {
			e.Rows = slices.DeleteFunc(e.Rows, func(row show.Row) bool { return row.Name == "margin" || row.Name == "what helps" })
			for _, key := range []string{"margin", "margin_repeats", "moves", "possible_change", "last_tried_m"} {
				delete(e.Facts, key)
			}
		}
	}
	p.shown = s
	return s.page, nil
}

// show returns what is told and asked of a record. data is the record as JSON and ids are the ids of its objects.
func (r *reader) show(record *Record, data []byte, ids []int, asked []asked) (*shown, error) {
	known, _, err := parseKnown(data)
	if err != nil {
		return nil, err
	}
	s := &shown{
		library: r.set.grammar.Library, known: known, parts: make([]map[string][]string, len(ids)),
		plain: sync.OnceValues(func() (*ask.Plain, error) { return ask.ReadPlain(data) }),
	}
	cam, about := record.pinhole(), record.attributes()
	p := &show.Page{Rows: about.Rows(), Facts: about.Facts(), Plan: record.floor(), Camera: show.PlanCameraOf(&cam)}
	s.page = p
	names := record.names(ids, r.set.grammar.Words)
	for _, id := range ids {
		s.keys = append(s.keys, show.Key("object", id))
	}
	key := func(i int) string { return s.keys[i] }
	for i := range record.Objects {
		o := &record.Objects[i]
		model, number, err := r.model(o)
		if err != nil {
			return nil, err
		}
		e := o.entity(o.attributes(names, key, model, number))
		e.Key, e.Name, e.ID = s.keys[i], names[i], ids[i]
		if model != nil {
			e.Plan = o.outline(model)
		}
		p.Entities = append(p.Entities, e)
		s.parts[i] = record.partKeys(i)
	}
	by := &record.Relationships
	p.Relations = slices.Concat(show.Relate("left", by.Left, key), show.Relate("right", by.Right, key),
		show.Relate("front", by.Front, key), show.Relate("behind", by.Behind, key))
	for i := range record.Objects {
		if sim := record.Objects[i].Simulation; sim != nil && sim.Supporter != nil {
			p.Relations = append(p.Relations, show.Relation{Name: "on", From: s.keys[i], To: s.keys[*sim.Supporter]})
		}
	}
	for _, q := range asked {
		p.Questions = append(p.Questions, q.Question)
		s.programs = append(s.programs, q.program)
	}
	return s, nil
}

// checkNumbers reports numbers of things that are not there.
func (r *Record) checkNumbers() error {
	for _, n := range []int{r.Mereo.Floor, r.Mereo.Wall} {
		if n < 1 || n > surface.Count {
			return fmt.Errorf("ptr: picture of floor or wall is %d, want 1 to %d", n, surface.Count)
		}
	}
	for i := range r.Objects {
		if s := r.Objects[i].Simulation; s != nil && s.Supporter != nil && (*s.Supporter < 0 || *s.Supporter >= len(r.Objects)) {
			return fmt.Errorf("ptr: object %d stands on object %d, want 0 to %d", i, *s.Supporter, len(r.Objects)-1)
		}
	}
	return nil
}

// meters says a place.
func meters(p [3]float64) string { return show.Triple(p) + " m" }

// floor is the part of the floor inside of the walls that the camera sees, and a meter in front of it, where things reach out.
func (r *Record) floor() *show.Rect {
	room, cam := roomOf(r.Physics), r.pinhole()
	front := room.backY
	for _, x := range []float64{0, float64(cam.Width) / 2, float64(cam.Width)} {
		ray := cam.Ray(x, float64(cam.Height))
		if ray.Dir.Z < 0 {
			front = min(front, ray.At((floorZ-ray.Origin.Z)/ray.Dir.Z).Y)
		}
	}
	return &show.Rect{X0: -room.sideX, Y0: max(front-1, room.frontY), X1: room.sideX, Y1: room.backY}
}

// entity is an object with its parts; about is what is told of it.
func (o *Object) entity(about show.Attributes) show.Entity {
	at := o.Coords
	e := show.Entity{
		Kind: "object", Class: strings.ToLower(o.Category), Channel: show.ChannelObject, Boxes: []show.Rect{show.BoxOf(annot.Box(o.BBox))}, At: &at,
		Edits:  []show.EditKind{show.EditMove, show.EditTurn, show.EditRecolor, show.EditDelete},
		Colors: colorNames, Rows: about.Rows(), Facts: about.Facts(),
	}
	if o.Simulation != nil {
		e.Edits = append(e.Edits, show.EditStep)
	}
	for k := range o.Parts {
		p, about := &o.Parts[k], o.partAttributes(k)
		part := show.Entity{
			Key: show.Key("part", p.ID), Name: p.Name, Kind: "part", Class: p.Name, Channel: show.ChannelPart, ID: p.ID,
			Boxes: []show.Rect{show.BoxOf(annot.Box(p.BBox))}, Color: screenColor(p.Color), Edits: []show.EditKind{show.EditRecolor}, Colors: colorNames,
			Rows: about.Rows(), Facts: about.Facts(),
		}
		if p.Name == other {
			part.Name = "other piece"
		}
		e.Entities = append(e.Entities, part)
	}
	return e
}

// helps says which moves make an object stable.
func helps(directions []string) string {
	if len(directions) == 0 {
		return "no move"
	}
	var words []string
	for _, d := range directions {
		words = append(words, moved(d))
	}
	return "a move " + orList(words)
}

// moved says a direction of a move: the front is where the camera is.
func moved(direction string) string {
	return map[string]string{"left": "to the left", "right": "to the right", "front": "to the front", "behind": "to the back"}[direction]
}

// orList is "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func degrees(radians float64) string {
	return fmt.Sprintf("%.0f°", noMinus(math.Round(radians*180/math.Pi)))
}

// visibleParts lists names with numbers where there are several.
func (o *Object) visibleParts() string {
	var out []string
	for _, name := range askable(o.Category) {
		c, ok := o.PartColorOccluded[name]
		if !ok {
			continue
		}
		text := c.Name + " " + name
		if n := o.PartCountOccluded[name]; n > 1 {
			text += fmt.Sprintf(" x%d", n)
		}
		out = append(out, text)
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, ", ")
}

// askable are the parts that a category has labels for.
func askable(category string) []string {
	if c := categoryOf(category); c != nil {
		return c.askable
	}
	return nil
}

// screenColor is "#rrggbb". The numbers of the palette are reflectances, which a screen shows paler.
func screenColor(name string) string {
	c, ok := palette.Named(name)
	if !ok {
		return ""
	}
	return show.HexOf(c.Linear())
}

// partKeys are the keys of the visible part meshes of object i, by name.
func (r *Record) partKeys(i int) map[string][]string {
	out := map[string][]string{}
	for _, p := range r.Objects[i].Parts {
		if p.PixelsAlone >= minPixels(r.Physics) {
			out[p.Name] = append(out[p.Name], show.Key("part", p.ID))
		}
	}
	return out
}

// names tells the objects apart: by category alone where one object has it, else by a visible part, else by the id.
func (r *Record) names(ids []int, words ask.Words) []string {
	out := make([]string, len(r.Objects))
	for i := range r.Objects {
		o := &r.Objects[i]
		var twins []*Object
		for k := range r.Objects {
			if k != i && r.Objects[k].Category == o.Category {
				twins = append(twins, &r.Objects[k])
			}
		}
		out[i] = strings.ToLower(o.Category)
		if len(twins) == 0 {
			continue
		}
		told := fmt.Sprintf(" (object %d)", ids[i])
		for _, part := range askable(o.Category) {
			c, ok := o.PartColorOccluded[part]
			if ok && !slices.ContainsFunc(twins, func(t *Object) bool { return t.PartColorOccluded[part].Name == c.Name }) {
				told = " with a " + c.Name + " " + part
				if n := o.PartCountOccluded[part]; n > 1 && len(words[part]) > 0 {
					told = " with " + c.Name + " " + words[part][0].Many
				}
				break
			}
		}
		out[i] += told
	}
	return out
}

// model is the model of an object and its number; nil where the source does not have it.
func (r *reader) model(o *Object) (*furniture.Model, int, error) {
	n, ok := r.set.source.Number(o.Category, o.PartnetID)
	if !ok {
		return nil, 0, nil
	}
	m, _, err := r.set.source.Model(o.Category, n)
	if err != nil {
		return nil, 0, fmt.Errorf("ptr: model %s of %s: %w", o.PartnetID, o.Category, err)
	}
	return m, n, nil
}

// outline is the convex hull of an object seen from above, counter-clockwise.
func (o *Object) outline(model *furniture.Model) [][2]float64 {
	m := o.Rotation.worldFromModel()
	var flat [][2]float64
	for i := range model.Parts {
		for _, p := range model.Parts[i].Mesh.Positions {
			q := m.MulVec(p)
			flat = append(flat, [2]float64{o.Coords[0] + q.X/o.Scale, o.Coords[1] + q.Y/o.Scale})
		}
	}
	return show.Outline(flat)
}
