package ptr

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mereo/assets/furniture"
	"mereo/assets/palette"
	"mereo/assets/surface"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// shown returns what is told and asked of a record. data is the record as JSON and ids are the ids of its objects.
func (r *reader) shown(record *Record, data []byte, ids []int, asked []asked) (*shown, error) {
	if err := record.checkNumbers(); err != nil {
		return nil, err
	}
	known, _, err := parseKnown(data)
	if err != nil {
		return nil, err
	}
	s := &shown{
		library: r.set.grammar.Library, lexicon: r.lexicon, known: known, parts: make([]map[string][]string, len(ids)),
		plain: sync.OnceValues(func() (*ask.Plain, error) { return ask.ReadPlain(data) }),
	}
	cam := record.pinhole()
	p := &show.Page{
		Title:    fmt.Sprintf("%s/%d", record.Split, record.ImageIndex),
		Rows:     record.rows(),
		Pictures: []show.Picture{{Name: "picture", Width: record.Camera.Width, Height: record.Camera.Height, Camera: &record.Camera}},
		Plan:     record.floor(),
		Camera:   show.PlanCameraOf(&cam),
		// Empty, not nil: they are lists in JSON.
		Entities: []show.Entity{}, Relations: []show.Relation{}, Questions: []show.Question{},
		Facts: record.facts(),
	}
	s.page = p
	names := record.names(ids, r.set.grammar.Words)
	for i := range record.Objects {
		o := &record.Objects[i]
		s.keys = append(s.keys, show.Key("object", ids[i]))
		e := record.entity(i, s.keys[i], names)
		e.Name, e.ID = names[i], ids[i]
		e.Facts = record.objectFacts(i, func(k int) string { return show.Key("object", ids[k]) })
		model, number, err := r.model(o)
		if err != nil {
			return nil, err
		}
		if model != nil {
			e.Plan = o.outline(model)
			modelFacts(e.Facts, number, model, o.Scale)
		}
		p.Entities = append(p.Entities, e)
		s.parts[i] = record.partKeys(i)
	}
	for _, by := range []struct {
		name  string
		lists [][]int
	}{
		{"left", record.Relationships.Left}, {"right", record.Relationships.Right},
		{"front", record.Relationships.Front}, {"behind", record.Relationships.Behind},
	} {
		p.Relations = append(p.Relations, show.Relate(by.name, by.lists, func(i int) string { return s.keys[i] })...)
	}
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

// rows are of the whole sample.
func (r *Record) rows() []show.Row {
	room := "static: everything stands on the floor"
	if r.Physics {
		room = "physical: things may fall"
	}
	rows := []show.Row{
		{Name: "kind", Value: room},
		{Name: "objects", Value: strconv.Itoa(len(r.Objects))},
		{Name: "camera at", Value: meters(r.CamLocation)},
		{Name: "picture", Value: fmt.Sprintf("%d x %d pixels, focal length %.4g pixels", r.Camera.Width, r.Camera.Height, r.Camera.K[0][0])},
	}
	if d := r.Camera.Distortion; !d.IsZero() {
		rows = append(rows, show.Row{Name: "lens", Value: d.String()})
	}
	rows = append(rows,
		show.Row{Name: "room", Value: fmt.Sprintf("floor picture %d, wall picture %d", r.Mereo.Floor, r.Mereo.Wall)})
	for _, l := range r.Mereo.Lamps {
		v := fmt.Sprintf("%.4g W at %s", l.PowerW, meters(l.Location))
		if l.Kelvins > 0 {
			v += fmt.Sprintf(", %.0f K", l.Kelvins)
		}
		rows = append(rows, show.Row{Name: l.Name + " lamp", Value: v})
	}
	return append(rows,
		show.Row{Name: "models", Value: r.Mereo.Source},
		show.Row{Name: "seed", Value: strconv.FormatUint(r.Mereo.Seed, 10)},
		show.Row{Name: "attempts rejected", Value: strconv.Itoa(r.Mereo.Attempt)})
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

// entity is object i with its parts.
func (r *Record) entity(i int, key string, names []string) show.Entity {
	o := &r.Objects[i]
	at := o.Coords
	e := show.Entity{
		Key: key, Kind: "object", Class: strings.ToLower(o.Category), Channel: show.ChannelObject, Boxes: []show.Rect{show.BoxOf(annot.Box(o.BBox))}, At: &at,
		Edits:  []show.EditKind{show.EditMove, show.EditTurn, show.EditRecolor, show.EditDelete},
		Colors: colorNames,
	}
	add := func(name, format string, args ...any) {
		e.Rows = append(e.Rows, show.Row{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	pixels := 0
	for k := range o.Parts {
		pixels += o.Parts[k].Pixels
		e.Entities = append(e.Entities, o.part(k))
	}
	add("category", "%s", strings.ToLower(o.Category))
	add("model", "%s", o.PartnetID)
	add("visible parts", "%s", o.visibleParts())
	add("visible pixels", "%d", pixels)
	add("position", "%s", meters(o.Coords))
	if e := o.Rotation.Euler; e == nil {
		add("turned", "%s about the vertical", degrees(o.Rotation.Yaw))
	} else {
		add("turned", "%s, %s, %s about x, y, z", degrees(e[0]), degrees(e[1]), degrees(e[2]))
	}
	add("can be asked about", "%s", map[bool]string{true: "parts, lines and planes", false: "parts"}[slices.Contains(o.QuestionType, "geometry")])
	if sim := o.Simulation; sim != nil {
		put := map[Mode]string{
			ModeNormal: "upright on the floor", ModeGround: "tilted on the floor", ModeWall: "leaning on a side wall", ModeSupport: "stacked",
		}[Mode(sim.Mode)]
		if sim.Supporter != nil {
			put += " on the " + names[*sim.Supporter]
		}
		add("put", "%s", put)
		add("stable", "%s", o.Stability)
		add("change", "%.3f (unstable above %g)", sim.Change, unstableChange)
		add("margin", "%.0f %% of %d perturbed repeats agree", 100*sim.Margin, marginRepeats)
		if o.PossibleChange != nil {
			add("what helps", "%s", helps(changes(sim.Moves, false)))
		}
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

// part is part mesh k.
func (o *Object) part(k int) show.Entity {
	p := &o.Parts[k]
	e := show.Entity{
		Key: show.Key("part", p.ID), Name: p.Name, Kind: "part", Class: p.Name, Channel: show.ChannelPart, ID: p.ID, Boxes: []show.Rect{show.BoxOf(annot.Box(p.BBox))},
		Color: screenColor(p.Color), Edits: []show.EditKind{show.EditRecolor}, Colors: colorNames,
		Facts: o.partFacts(k),
	}
	if p.Name == other {
		e.Name = "other piece"
	}
	add := func(name, format string, args ...any) {
		e.Rows = append(e.Rows, show.Row{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	add("color", "%s", p.Color)
	add("label", "%s", p.Label)
	add("mesh", "%s", p.Mesh)
	if v, ok := o.LineGeo[p.Name]; ok && valid(v) {
		add("line along", "%s", show.Triple(v))
	}
	if v, ok := o.PlaneGeo[p.Name]; ok && valid(v) {
		add("plane facing", "%s", show.Triple(v))
	}
	add("visible pixels", "%d", p.Pixels)
	if f := p.Finish; f != nil {
		add("finish", "roughness %.2f, metallic %.2f, index of refraction %.2f", f.Roughness, f.Metallic, f.IOR)
		if f.Grain > 0 {
			add("grain", "floor picture %d, tiles of %.2f m", f.Grain, f.TileM)
		}
	}
	return e
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

// points are the places of objects.
func points(objects []Object) []geom.Vec3 {
	var out []geom.Vec3
	for i := range objects {
		out = append(out, vec3(objects[i].Coords))
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
