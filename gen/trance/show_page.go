package trance

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/world"
)

// Kinds and keys of entities.
const (
	objectKind     = "object"
	areaKind       = "area"
	planeKey       = "plane"
	visibleAreaKey = "visible area"
)

// objectKey is the key of an object, by its published number: from 0, where ids in label pictures count from 1.
func objectKey(i int) string { return show.Key("object", i) }

// viewFrom is the view that a camera has of a final state.
func viewFrom(c cameraID) view { return [cameraCount]view{viewLeft, viewCenter, viewRight}[c] }

// camera is the one that has a view.
func (v view) camera() cameraID { return [viewCount]cameraID{cameraCenter, cameraLeft, cameraRight}[v] }

// Names of the pictures that tell most.
const (
	shownFirst = "initial"
	shownLast  = "final, center camera"
)

// name names a picture to people.
func (p place) name(last int) string {
	switch p.stage {
	case 0:
		return shownFirst
	case last:
		return fmt.Sprintf("final, %s camera", viewFrom(p.camera))
	}
	return fmt.Sprintf("after step %d, %s camera", p.stage, viewFrom(p.camera))
}

// page tells of a sample.
func (r *reader) page(t *world.Take[*generatedSample]) (*show.Page, error) {
	m := t.Plan
	about := r.cfg.attributes(m)
	page := &show.Page{Rows: about.Rows(), Facts: about.Facts(), Relations: m.relations(), Step: Unit}
	page.Entities = append(page.Entities, area(planeKey, planeHalf), area(visibleAreaKey, visibleHalf))
	for i := range ObjectCount {
		e := m.entity(i)
		e.Boxes = t.Boxes(show.ChannelObject, i+1)
		for _, at := range r.cfg.places(len(m.steps))[:len(e.Boxes)] {
			e.States = append(e.States, m.in(at, i))
		}
		e.Name, e.Class, e.At, e.Facts = e.States[0].Name, e.States[0].Class, e.States[0].At, e.States[0].Facts
		page.Entities = append(page.Entities, e)
	}
	// Objects at the border hang over it.
	plan := show.Around(planeHalf*Unit + 0.9)
	page.Plan = &plan
	return page, nil
}

// area is a square around the origin as an entity.
func area(key string, half int) show.Entity {
	h := Unit * float64(half)
	about := show.Attributes{
		{Name: "lattice points", Text: fmt.Sprintf("%d to %d along x and y", -half, half)},
		{Key: "lattice_min", Value: Point{-half, -half}.list()},
		{Key: "lattice_max", Value: Point{half, half}.list()},
		{Name: "side", Key: "side_m", Value: 2 * h, Text: fmt.Sprintf("%g m", 2*h)},
	}
	return show.Entity{
		Key: key, Name: key, Kind: areaKind, Rows: about.Rows(), Facts: about.Facts(),
		Plan: [][2]float64{{-h, -h}, {h, -h}, {h, h}, {-h, h}},
	}
}

// attributes are of the whole sample, the steps among it.
func (c Config) attributes(m *generatedSample) show.Attributes {
	var facts, pictures []show.Facts
	for k := range m.steps {
		facts = append(facts, m.stepFacts(k))
	}
	for _, at := range c.places(len(m.steps)) {
		if c.drawn(at, len(m.steps)) {
			pictures = append(pictures, show.Facts{"stage": at.stage, "camera": viewFrom(at.camera).String()})
		}
	}
	visible := m.states[0].visible()
	out := show.Attributes{
		{Name: "problem", Key: "problem", Value: c.Problem},
		{Name: "settings", Key: "settings", Value: m.settings()},
		{Name: "visible objects", Key: "visible_objects", Value: visible, Text: fmt.Sprintf("%d of %d", visible, ObjectCount)},
		{Key: "objects", Value: ObjectCount},
		{Name: "steps", Key: "transformations", Value: facts, Text: strconv.Itoa(len(m.steps))},
		{Key: "pictures", Value: pictures},
	}
	for k := range m.steps {
		out = append(out, show.Attribute{Name: fmt.Sprintf("step %d", k+1), Text: m.stepWords(k)})
	}
	for v := range view(viewCount) {
		at := m.cameras[v.camera()]
		text := fmt.Sprintf("at %s m, looks at the middle of the plane", show.Triple([3]float64{at.X, at.Y, at.Z}))
		out = append(out, show.Attribute{Name: v.String() + " camera", Text: text})
	}
	moves := fmt.Sprintf("a step is %d lattice points of %g m; behind is towards the center camera, right is its right", stepLength, Unit)
	return append(out, show.Attributes{
		{Name: "moves", Text: moves},
		{Key: "lattice_unit_m", Value: Unit}, {Key: "step_lattice_units", Value: stepLength},
		{Name: "relations", Text: "of the first state, as the center camera sees it: behind is away from it"},
	}...)
}

// stepWords tells what a step does.
func (m *generatedSample) stepWords(k int) string {
	step := m.steps[k]
	o, name := &m.states[k][step.Object], objectWords(step.Object, &m.states[k][step.Object])
	a := step.Pair.Attribute()
	switch value := ""; a {
	case Shape:
		return fmt.Sprintf("%s becomes a %s", name, values[a][step.Pair.value()])
	case Position:
		from, move := o.Position, step.Pair.Move()
		to := from.add(move.Delta())
		unit := "step"
		if move.Steps > 1 {
			unit = "steps"
		}
		value = fmt.Sprintf("%s moves %s by %d %s, from %s to %s", name, move.Direction, move.Steps, unit, pointWords(from), pointWords(to))
		switch {
		case from.Visible() && !to.Visible():
			var others []string
			for _, other := range acceptedMoves(from, move) {
				if other != move {
					others = append(others, pairWords(other.Pair()))
				}
			}
			value += ", out of the visible area"
			if len(others) > 0 {
				value += "; also accepted: " + strings.Join(others, ", ")
			}
		case !from.Visible() && to.Visible():
			value += ", into the visible area"
		}
		return value
	}
	return fmt.Sprintf("%s becomes %s", name, values[a][step.Pair.value()])
}

// objectWords names an object: "0: large red metal cube".
func objectWords(i int, o *Object) string {
	return fmt.Sprintf("%d: %s %s %s %s", i, o.Value(Size), o.Value(Color), o.Value(Material), o.Value(Shape))
}

// pairWords is a pair without its attribute: "red", "front-left.2".
func pairWords(p Pair) string { return strings.TrimPrefix(p.String(), p.Attribute().String()+".") }

func pointWords(p Point) string { return fmt.Sprintf("(%d, %d)", p.X, p.Y) }

func areaWords(p Point) string {
	switch {
	case p.Visible():
		return "visible"
	case p.Valid():
		return "invisible"
	}
	return "off the plane"
}

// entity is object i for people, without boxes: rows of what it is at first, and of what has become of it in the end.
func (m *generatedSample) entity(i int) show.Entity {
	first := &m.states[0][i]
	e := show.Entity{
		Key: objectKey(i), Kind: objectKind, Channel: show.ChannelObject, ID: i + 1,
		Plan: first.outline(m.rotations[i], sizeRadii[first.values[Size]]), Color: first.hex(),
		Edits:  []show.EditKind{show.EditMove, show.EditTurn, show.EditRecolor, show.EditStep},
		Colors: slices.Clone(values[Color]), Rows: m.object(place{0, cameraCenter}, i).Rows(),
	}
	for _, end := range m.object(place{len(m.steps), cameraCenter}, i)[:lastingAttributes].Rows() {
		if !slices.Contains(e.Rows, end) {
			e.Rows = append(e.Rows, show.Row{Name: "final " + end.Name, Value: end.Value})
		}
	}
	return e
}

// lastingAttributes are how many of the attributes of an object are told of the last state, too.
const lastingAttributes = 8

// object is what object i is in a picture.
func (m *generatedSample) object(p place, i int) show.Attributes {
	o, pixels := &m.states[p.stage][i], &m.pixels[p.stage]
	seen, visible := pixels.status(&m.states[p.stage], p.camera, i, m.enough()).String(), pixels[p.camera][i]
	words := seen
	if o.Position.Visible() {
		words += fmt.Sprintf(", %d pixels", visible)
	}
	return show.Attributes{
		{Key: "object", Value: i},
		{Name: "size", Key: "size", Value: o.Value(Size)},
		{Name: "color", Key: "color", Value: o.Value(Color)},
		{Name: "material", Key: "material", Value: o.Value(Material)},
		{Name: "shape", Key: "shape", Value: o.Value(Shape)},
		{Name: "position", Key: "lattice", Value: o.Position.list(), Text: pointWords(o.Position)},
		{Key: "position_m", Value: o.at()},
		{Name: "area", Key: "in_visible_area", Value: o.Position.Visible(), Text: areaWords(o.Position)},
		{Name: "rotation", Key: "rotation_rad", Value: m.rotations[i], Text: fmt.Sprintf("%.0f°", m.rotations[i]*180/math.Pi)},
		{Name: "initial picture", Key: "status", Value: seen, Text: words},
		{Key: "visible_px", Value: visible},
	}
}

// in is what object i is in a picture.
func (m *generatedSample) in(p place, i int) show.State {
	o := &m.states[p.stage][i]
	at := o.at()
	return show.State{Name: objectWords(i, o), Class: o.Value(Shape), At: &at, Facts: m.object(p, i).Facts()}
}

// hex is the object's color as show.Entity has it.
func (o *Object) hex() string { return show.Hex(paint(int(o.values[Color])).RGB) }

// outlineCorners are those of the outlines of round objects on plans.
const outlineCorners = 32

// outline is what the object covers of the plane, seen from above, if the circle around it has a radius in meters.
func (o *Object) outline(rotation, radius float64) [][2]float64 {
	corners, turn := outlineCorners, 0.0
	if o.Value(Shape) == "cube" {
		corners, turn = 4, rotation+math.Pi/4
	}
	out := make([][2]float64, corners)
	x, y := Unit*float64(o.Position.X), Unit*float64(o.Position.Y)
	for k := range out {
		sin, cos := geom.SinCos(turn + 2*math.Pi*float64(k)/float64(corners))
		out[k] = [2]float64{x + float64(radius*cos), y + float64(radius*sin)}
	}
	return out
}

// relations are those of the first state as the center camera sees it, by name and objects.
func (m *generatedSample) relations() []show.Relation {
	out := []show.Relation{}
	graph := m.graph(cameraCenter, &m.states[0])
	for r, name := range relationNames {
		out = append(out, show.Relate(name, graph[r][:], objectKey)...)
	}
	return out
}

// settings are the names of those in which the sample is asked.
func (m *generatedSample) settings() []string {
	out := []string{string(EventSetting), string(ViewSetting)}
	if len(m.steps) == 1 {
		out = append([]string{string(BasicSetting)}, out...)
	}
	return out
}

// stepFacts are step k as data. Words are those of answers: target is the pair, value the pair without its attribute, accepted all
// values that count as right. A move is from and to points of the lattice.
func (m *generatedSample) stepFacts(k int) show.Facts {
	step := m.steps[k]
	a := step.Pair.Attribute()
	from, to := &m.states[k][step.Object], &m.states[k+1][step.Object]
	out := show.Facts{
		"object": step.Object, "key": objectKey(step.Object), "attribute": a.String(), "value": pairWords(step.Pair),
		"target": step.Pair.String(),
	}
	if a != Position {
		out["from"], out["to"], out["accepted"] = from.Value(a), to.Value(a), []string{pairWords(step.Pair)}
		return out
	}
	move := step.Pair.Move()
	out["direction"], out["steps"], out["move_type"] = move.Direction.String(), move.Steps, m.types[k].String()
	out["from"], out["to"] = from.Position.list(), to.Position.list()
	var accepted []string
	for _, other := range acceptedMoves(from.Position, move) {
		accepted = append(accepted, pairWords(other.Pair()))
	}
	out["accepted"] = accepted
	return out
}

// at is the object's center in the world, meters: whole centimeters along the ground, without the last digits of products.
func (o *Object) at() [3]float64 {
	return [3]float64{float64(15*o.Position.X) / 100, float64(15*o.Position.Y) / 100, o.center().Z}
}

// list is a point as facts have it.
func (p Point) list() []int { return []int{p.X, p.Y} }
