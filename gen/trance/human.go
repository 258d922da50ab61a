package trance

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/show"
	"mereo/scenes/rng"
)

// What the published diagram looks like, in lattice units: radii by size, the margin around the plane, and the length of arrows.
var diagramRadii = [...]float64{6, 3, 1.5}

const (
	diagramMargin = 6
	diagramArrow  = 14
)

// Problems are the settings.
func (r *reader) Problems() []show.Row {
	return []show.Row{
		{Name: string(BasicSetting), Value: "one change"}, {Name: string(EventSetting), Value: "up to four changes"},
		{Name: string(ViewSetting), Value: "up to four changes, seen from any camera"},
	}
}

// humanView is the view of the last state that a person is shown.
func humanView(problem Setting, user, split string, index int) view {
	if problem != ViewSetting {
		return viewCenter
	}
	return view(rng.At(rng.Key{Set: setName, Split: split, Index: index}, "human test of "+user).IntN(viewCount))
}

// humanRecord reads a sample that a problem asks about. The error wraps fs.ErrNotExist where there is none.
func (r *reader) humanRecord(problem string, index int) (*generatedSample, error) {
	if !slices.Contains(Settings, Setting(problem)) {
		return nil, fmt.Errorf("trance: the problem is %q, want one of %q", problem, Settings)
	}
	m, err := r.readSample(index)
	if err == nil && Setting(problem) == BasicSetting && len(m.steps) != 1 {
		err = fmt.Errorf("trance: %s/%d is no sample of the problem basic, which asks about samples with one step: %w", r.job.Split,
			index, fs.ErrNotExist)
	}
	return m, err
}

// Task shows the first picture, one of the last state, and a table and a diagram of the first one's objects. The last picture is
// chosen by lot from split, index and user for the problem view. Keys of answers are those of the published test.
func (r *reader) Task(problem, user string, index int) (*show.Task, error) {
	m, err := r.humanRecord(problem, index)
	if err != nil {
		return nil, err
	}
	setting := Setting(problem)
	first, final := &m.states[0], humanView(setting, user, r.job.Split, index).camera()
	out := &show.Task{
		Pictures: []show.TaskPicture{humanPicture("before", cameraCenter), humanPicture("after", final)}, Asked: "What was done?",
		Rule:    "Objects must not overlap nor leave the plane at any time between the first picture and the last.",
		Table:   show.Table{Title: "Objects before", Columns: []string{"No.", "Size", "Color", "Material", "Shape", "Position"}},
		Diagram: humanDiagram(m), Form: r.cfg.humanForm(setting),
	}
	for i := range first {
		o := &first[i]
		out.Table.Rows = append(out.Table.Rows, []show.Cell{
			{Text: strconv.Itoa(i)}, {Text: o.Value(Size)}, {Text: o.Value(Color), Color: o.hex()}, {Text: o.Value(Material)},
			{Text: o.Value(Shape)}, {Text: pointWords(o.Position)},
		})
	}
	for _, p := range r.cfg.pictures(r.job.Split, index, len(m.steps)) {
		switch {
		case p.kind != colorPicture || !r.job.Has(p.path):
		case p.stage == 0 && p.camera == cameraCenter:
			out.Pictures[0].Path = p.path
		case p.stage == len(m.steps) && p.camera == final:
			out.Pictures[1].Path = p.path
		}
	}
	return out, nil
}

// humanPicture is the picture of a state, without its path.
func humanPicture(state string, c cameraID) show.TaskPicture {
	return show.TaskPicture{
		Name: state, Caption: fmt.Sprintf("%s (%s camera)", state, viewFrom(c)),
		Missing: "The dataset has no picture of the state " + state + ".",
	}
}

// humanForm is how steps are answered.
func (c Config) humanForm(setting Setting) show.Form {
	most := setting.most()
	says := "Exactly one change."
	if most > 1 {
		says = fmt.Sprintf("At most %d changes, in the order in which they were made.", most)
	}
	objects, attributes := show.Field{Key: "obj_idx", Name: "object"}, show.Field{Key: "attr", Name: "attribute"}
	for i := range ObjectCount {
		objects.Values = append(objects.Values, i)
	}
	pairs := map[string][]string{}
	for _, p := range c.pairs() {
		a := p.Attribute().String()
		if pairs[a] == nil {
			attributes.Values = append(attributes.Values, a)
		}
		pairs[a] = append(pairs[a], pairWords(p))
	}
	return show.Form{
		Row: "change", Most: most, Says: says + " A step such as front.1 is one square of the diagram.",
		Fields: []show.Field{objects, attributes, {Key: "pair", Name: "value", Of: attributes.Key, By: pairs}},
		First:  map[string]any{"obj_idx": 0, "attr": "position", "pair": "front.1"},
	}
}

// humanDiagram is a plan of the first state: x goes down the page, y to the right.
func humanDiagram(m *generatedSample) show.Diagram {
	const edge = -planeHalf - diagramMargin/2.0 // where arrows are: down at the left edge, right at the upper one
	out := show.Diagram{
		Title: "Diagram", Says: "The plane from above, the first camera below. Mind the arrows: in this dataset “behind” is toward that " +
			"camera, and “front” away from it. R, M and G are rubber, metal and glass.",
		Box: show.Around(planeHalf + diagramMargin), Grid: stepLength, Axes: [2]string{"y", "x"},
		Areas: []show.DiagramArea{{Rect: show.Around(planeHalf)}, {Rect: show.Around(visibleHalf), Seen: true}},
		Arrows: []show.DiagramArrow{
			{Name: "right", From: [2]float64{-diagramArrow / 2, edge}, To: [2]float64{diagramArrow / 2, edge}},
			{Name: "behind", From: [2]float64{edge, -diagramArrow / 2}, To: [2]float64{edge, diagramArrow / 2}},
		},
	}
	var names []string
	for i := range m.states[0] {
		o := &m.states[0][i]
		out.Things = append(out.Things, diagramObject(i, o, m.rotations[i]))
		name := fmt.Sprintf("%d: %s at %s", i, o.Value(Shape), pointWords(o.Position))
		if !o.Position.Visible() {
			name += ", not visible"
		}
		names = append(names, name)
	}
	out.Label = "Plane from above, x down, y to the right. " + strings.Join(names, "; ")
	return out
}

func diagramObject(i int, o *Object, rotation float64) show.DiagramObject {
	radius := diagramRadii[o.values[Size]]
	out := show.DiagramObject{
		Name: strconv.Itoa(i), At: [2]float64{float64(o.Position.Y), float64(o.Position.X)}, Radius: radius,
		Dashed: o.Value(Shape) == "cylinder", Color: o.hex(), Letter: string(o.Value(Material)[0] - 'a' + 'A'), Seen: o.Position.Visible(),
	}
	if o.Value(Shape) == "cube" {
		for _, p := range o.outline(rotation, Unit*radius) {
			out.Outline = append(out.Outline, [2]float64{p[1] / Unit, p[0] / Unit})
		}
	}
	return out
}
