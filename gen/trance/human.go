package trance

import (
	"fmt"
	"io/fs"
	"slices"

	"mereo/gen/show"
	"mereo/scenes/rng"
)

// humanTask is what a person is shown of a sample: the first picture with a table of its objects, and one picture of the last
// state. The names are those of the published test, as far as it has such.
type humanTask struct {
	Problem    Setting             `json:"problem"`
	User       string              `json:"user"`
	Split      string              `json:"split"`
	Idx        int                 `json:"idx"`
	Objs       []int               `json:"objs"`       // numbers to choose from
	Attributes []string            `json:"attributes"` // to choose from
	Pairs      map[string][]string `json:"pairs"`      // values to choose from, by attribute: "red", "front.1"
	PairsList  []Pair              `json:"pairs_list"` // all of them, dotted
	MaxSteps   int                 `json:"max_steps"`
	Info       humanInfo           `json:"info"`
	Initial    string              `json:"view_initial"` // a camera
	Final      string              `json:"view_final"`   // a camera
	Diagram    humanDiagram        `json:"diagram"`
}

type humanInfo struct {
	States [2]humanState `json:"states"`
}

// humanState is the first state, or the last one, whose objects are what is asked.
type humanState struct {
	Objects []humanObject `json:"objects,omitempty"`
	Image   string        `json:"image"` // below the dataset's folder; empty for what is not on disk
}

type humanObject struct {
	Idx      int    `json:"obj_idx"`
	Size     string `json:"size"`
	Color    string `json:"color"`
	Material string `json:"material"`
	Shape    string `json:"shape"`
	Position [2]int `json:"position"` // lattice points
}

// humanDiagram is a plan of the first state. Lengths are lattice units; x goes down the page, y to the right.
type humanDiagram struct {
	Plane   [2]int          `json:"plane"`   // from, to along both axes
	Visible [2]int          `json:"visible"` // from, to along both axes
	Grid    int             `json:"grid"`    // between lines
	Margin  int             `json:"margin"`  // around the plane
	Arrows  []diagramArrow  `json:"arrows"`  // beside the plane
	Objects []diagramObject `json:"objects"`
}

// diagramArrow is a direction of moves.
type diagramArrow struct {
	Name string `json:"name"`
	To   [2]int `json:"to"` // x, y: a unit vector
}

type diagramObject struct {
	Idx      int          `json:"obj_idx"`
	Shape    string       `json:"shape"`
	X        int          `json:"x"`
	Y        int          `json:"y"`
	Rotation float64      `json:"rotation"` // radians from x to y
	Radius   float64      `json:"radius"`   // of the circle that is drawn around it
	Outline  [][2]float64 `json:"outline"`  // x, y of corners
	Color    string       `json:"color"`    // "#rrggbb"
	Letter   string       `json:"letter"`   // of the material: R, M or G
	Visible  bool         `json:"visible"`
}

// What the published diagram looks like: radii by size, and the margin around the plane.
var diagramRadii = [...]float64{6, 3, 1.5}

const diagramMargin = 6

var diagramArrows = []diagramArrow{{"right", [2]int{0, 1}}, {"behind", [2]int{1, 0}}}

// Problems are the settings.
func (r *reader) Problems() (names []string) {
	for _, s := range Settings {
		names = append(names, string(s))
	}
	return names
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

// humanSteps is how many steps an answer to a problem has at most.
func humanSteps(problem Setting) int {
	if problem == BasicSetting {
		return 1
	}
	return maxSequence
}

// Task is a humanTask. Its last state is a picture, chosen by lot from split, index and user for the problem view.
func (r *reader) Task(problem, user string, index int) (any, error) {
	m, err := r.humanRecord(problem, index)
	if err != nil {
		return nil, err
	}
	setting := Setting(problem)
	final := humanView(setting, user, r.job.Split, index).camera()
	out := &humanTask{
		Problem: setting, User: user, Split: r.job.Split, Idx: index, Attributes: []string{}, Pairs: map[string][]string{},
		PairsList: r.cfg.pairs(), MaxSteps: humanSteps(setting), Initial: cameraCenter.String(), Final: final.String(),
		Diagram: humanDiagram{
			Plane: [2]int{-planeHalf, planeHalf}, Visible: [2]int{-visibleHalf, visibleHalf}, Grid: stepLength, Margin: diagramMargin,
			Arrows: diagramArrows,
		},
	}
	for _, p := range out.PairsList {
		a := p.Attribute().String()
		if out.Pairs[a] == nil {
			out.Attributes = append(out.Attributes, a)
		}
		out.Pairs[a] = append(out.Pairs[a], pairWords(p))
	}
	first := &m.states[0]
	for i := range first {
		out.Objs = append(out.Objs, i)
		out.Info.States[0].Objects = append(out.Info.States[0].Objects, humanObjectOf(i, &first[i]))
		out.Diagram.Objects = append(out.Diagram.Objects, diagramObjectOf(i, &first[i], m.rotations[i]))
	}
	for _, p := range r.shown(index, len(m.steps)) {
		switch {
		case !r.job.Has(p.path):
		case p.stage == 0 && p.camera == cameraCenter:
			out.Info.States[0].Image = p.path
		case p.stage == len(m.steps) && p.camera == final:
			out.Info.States[1].Image = p.path
		}
	}
	return out, nil
}

func humanObjectOf(i int, o *Object) humanObject {
	return humanObject{
		i, o.Value(Size), o.Value(Color), o.Value(Material), o.Value(Shape), [2]int{o.Position.X, o.Position.Y},
	}
}

func diagramObjectOf(i int, o *Object, rotation float64) diagramObject {
	radius := diagramRadii[o.values[Size]]
	out := diagramObject{
		Idx: i, Shape: o.Value(Shape), X: o.Position.X, Y: o.Position.Y, Rotation: rotation, Radius: radius,
		Outline: o.outline(rotation, Unit*radius), Color: o.hex(), Letter: string(o.Value(Material)[0] - 'a' + 'A'),
		Visible: o.Position.Visible(),
	}
	for k := range out.Outline {
		out.Outline[k][0] /= Unit
		out.Outline[k][1] /= Unit
	}
	return out
}

var _ show.Tester = (*reader)(nil)
