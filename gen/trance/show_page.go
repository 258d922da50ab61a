package trance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/scenes/annot"
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

// shown are a sample's color pictures in the order of its page: by state, the center camera first, as published views are.
func (r *reader) shown(index, steps int) []picture {
	list := slices.DeleteFunc(r.cfg.pictures(r.job.Split, index, steps), func(p picture) bool { return p.kind != colorPicture })
	slices.SortStableFunc(list, func(p, q picture) int {
		return cmp.Or(cmp.Compare(p.stage, q.stage), cmp.Compare(viewFrom(p.camera), viewFrom(q.camera)))
	})
	return list
}

// viewFrom is the view that a camera has of a final state.
func viewFrom(c cameraID) view { return [cameraCount]view{viewLeft, viewCenter, viewRight}[c] }

// camera is the one that has a view.
func (v view) camera() cameraID { return [viewCount]cameraID{cameraCenter, cameraLeft, cameraRight}[v] }

// Names of the pictures that tell most.
const (
	shownFirst = "initial"
	shownLast  = "final, center camera"
)

// shownName names a picture to people.
func shownName(p picture, last int) string {
	switch p.stage {
	case 0:
		return shownFirst
	case last:
		return fmt.Sprintf("final, %s camera", viewFrom(p.camera))
	}
	return fmt.Sprintf("after step %d, %s camera", p.stage, viewFrom(p.camera))
}

// page tells of a sample. Pictures have paths where they lie below the folder of a job, which may have none.
func (r *reader) page(index int, m *generatedSample, on gen.Job) *show.Page {
	return r.pageCounted(index, m, on, newCounter(&m.sceneSetup))
}

// pageCounted is page with a counter of the sample.
func (r *reader) pageCounted(index int, m *generatedSample, on gen.Job, c *counter) *show.Page {
	list := r.shown(index, len(m.steps))
	page := &show.Page{
		Title: fmt.Sprintf("%s/%d", r.job.Split, index), Rows: r.cfg.pageRows(m), Relations: m.relations(),
		Questions: []show.Question{}, Facts: r.cfg.facts(m, list),
	}
	cam := m.pinhole(list[0].camera)
	page.Camera = show.PlanCameraOf(&cam)
	tallies := make([]annot.Tally, len(list))
	for i, p := range list {
		taken := m.camera(p.camera)
		shown := show.Picture{Name: shownName(p, len(m.steps)), Width: m.width, Height: m.height, Camera: &taken}
		if on.Has(p.path) {
			shown.Path = p.path
		}
		page.Pictures = append(page.Pictures, shown)
		tallies[i] = annot.Whole(m.width, m.height, objectIDs(c.ids(&m.states[p.stage], p.camera))).Tally(ObjectCount)
	}
	page.Entities = append(page.Entities, area(planeKey, planeHalf), area(visibleAreaKey, visibleHalf))
	for i := range ObjectCount {
		e := m.entity(i)
		for k, t := range tallies {
			e.Boxes = append(e.Boxes, show.BoxOf(t.Boxes[i]))
			e.States = append(e.States, m.in(list[k], i))
		}
		e.Name, e.Class, e.At, e.Facts = e.States[0].Name, e.States[0].Class, e.States[0].At, e.States[0].Facts
		page.Entities = append(page.Entities, e)
	}
	// Objects at the border hang over it.
	plan := show.Around(planeHalf*Unit + 0.9)
	page.Plan, page.Step = &plan, Unit
	return page
}

// objectIDs are ids as labels have them.
func objectIDs(ids []uint8) []uint16 {
	out := make([]uint16, len(ids))
	for k, id := range ids {
		out[k] = uint16(id)
	}
	return out
}

// area is a square around the origin as an entity.
func area(key string, half int) show.Entity {
	h := Unit * float64(half)
	return show.Entity{
		Key: key, Name: key, Kind: areaKind,
		Rows: []show.Row{
			{Name: "lattice points", Value: fmt.Sprintf("%d to %d along x and y", -half, half)},
			{Name: "side", Value: fmt.Sprintf("%g m", 2*h)},
		},
		Plan:  [][2]float64{{-h, -h}, {h, -h}, {h, h}, {-h, h}},
		Facts: show.Facts{"lattice_min": Point{-half, -half}.list(), "lattice_max": Point{half, half}.list(), "side_m": 2 * h},
	}
}

// pageRows tell of the whole sample, the steps among it.
func (c Config) pageRows(m *generatedSample) (rows []show.Row) {
	add := func(name, format string, args ...any) {
		rows = append(rows, show.Row{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	add("problem", "%s", c.Problem)
	add("settings", "%s", strings.Join(m.settings(), ", "))
	add("visible objects", "%d of %d", m.states[0].visible(), ObjectCount)
	add("steps", "%d", len(m.steps))
	for k := range m.steps {
		add(fmt.Sprintf("step %d", k+1), "%s", m.stepWords(k))
	}
	for v := range view(viewCount) {
		at := m.cameras[v.camera()]
		add(v.String()+" camera", "at %s m, looks at the middle of the plane", show.Triple([3]float64{at.X, at.Y, at.Z}))
	}
	add("moves", "a step is %d lattice points of %g m; behind is towards the center camera, right is its right", stepLength, Unit)
	add("relations", "of the first state, as the center camera sees it: behind is away from it")
	return rows
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
	first, last := &m.states[0][i], &m.states[len(m.steps)][i]
	e := show.Entity{
		Key: objectKey(i), Kind: objectKind, Channel: show.ChannelObject, ID: i + 1,
		Plan: first.outline(m.rotations[i], sizeRadii[first.values[Size]]), Color: first.hex(),
		Edits:  []show.EditKind{show.EditMove, show.EditTurn, show.EditRecolor},
		Colors: slices.Clone(values[Color]),
	}
	add := func(name, value string) { e.Rows = append(e.Rows, show.Row{Name: name, Value: value}) }
	order := [...]Attribute{Size, Color, Material, Shape}
	for _, a := range order {
		add(a.String(), first.Value(a))
	}
	add("position", pointWords(first.Position))
	add("area", areaWords(first.Position))
	add("rotation", fmt.Sprintf("%.0f°", m.rotations[i]*180/math.Pi))
	seen := m.pixels[0].status(&m.states[0], cameraCenter, i, m.enough()).String()
	if first.Position.Visible() {
		seen += ", " + strconv.Itoa(m.pixels[0][cameraCenter][i]) + " pixels"
	}
	add("initial picture", seen)
	for _, a := range order {
		if last.values[a] != first.values[a] {
			add("final "+a.String(), last.Value(a))
		}
	}
	if last.Position != first.Position {
		add("final position", pointWords(last.Position))
		if got := areaWords(last.Position); got != areaWords(first.Position) {
			add("final area", got)
		}
	}
	return e
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
