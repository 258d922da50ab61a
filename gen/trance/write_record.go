package trance

import (
	"fmt"
	"path"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/geom"
)

// infoRecord is everything that is known of a sample: a file of info/. Its keys and their order are those of the published
// generator; val, and options of steps that move nothing, are added, so that the record serves the published loaders, too.
// As there, it names pictures of every state, those of Config.Between and Config.IDs too where they are not drawn.
// Lengths are metres in the world (+Z up).
type infoRecord struct {
	Idx             int                      `json:"idx"`
	States          []infoState              `json:"states"`
	Transformations []infoStep               `json:"transformations"`
	Count           int                      `json:"n_transformation"`
	Lamps           infoLamps                `json:"lamps"`
	Cameras         byCamera[[3]float64]     `json:"cameras"`
	Directions      byCamera[infoDirections] `json:"directions"`
}

// byCamera has a key for each camera; those of zero values are left out.
type byCamera[T any] struct {
	Left   T `json:"Camera_Left,omitzero"`
	Center T `json:"Camera_Center,omitzero"`
	Right  T `json:"Camera_Right,omitzero"`
}

// of is the value of a camera.
func (b *byCamera[T]) of(c Camera) *T { return [cameraCount]*T{&b.Left, &b.Center, &b.Right}[c] }

type infoLamps struct {
	Key  [3]float64 `json:"Lamp_Key"`
	Back [3]float64 `json:"Lamp_Back"`
	Fill [3]float64 `json:"Lamp_Fill"`
}

// infoDirections are unit vectors on the ground as a camera sees them: behind is away from it, unlike in pairs.
type infoDirections struct {
	Behind      [3]float64 `json:"behind"`
	Front       [3]float64 `json:"front"`
	Left        [3]float64 `json:"left"`
	Right       [3]float64 `json:"right"`
	BehindLeft  [3]float64 `json:"behind_left"`
	BehindRight [3]float64 `json:"behind_right"`
	FrontLeft   [3]float64 `json:"front_left"`
	FrontRight  [3]float64 `json:"front_right"`
}

type infoState struct {
	Stage   int                         `json:"stage"`
	Objects []infoObject                `json:"objects"`
	Images  byCamera[string]            `json:"images"`   // base names; the first state has the center's only
	Segs    byCamera[string]            `json:"segs"`     // base names
	Graphs  byCamera[infoGraph]         `json:"graphs"`   // objects of the visible area
	Pixels  byCamera[map[string]int]    `json:"n_pixels"` // by name, of objects that have some
	Status  byCamera[map[string]string] `json:"status"`   // by name
}

// pixels are the counts as numbers; what is not written is 0.
func (s *infoState) pixels() (p Pixels) {
	for c := range Camera(cameraCount) {
		of := *s.Pixels.of(c)
		for i := range p[c] {
			p[c][i] = of[objectName(i)]
		}
	}
	return p
}

// infoGraph has for every object i the ascending list of those that are left of it, right of it, ...
type infoGraph struct {
	Left   map[int][]int `json:"left"`
	Right  map[int][]int `json:"right"`
	Front  map[int][]int `json:"front"`
	Behind map[int][]int `json:"behind"`
}

type infoObject struct {
	Name       string               `json:"name"`
	Shape      string               `json:"shape"`
	Size       string               `json:"size"`
	Rotation   float64              `json:"rotation"` // about the vertical, radians in [0, 2 pi)
	Position   Point                `json:"position"`
	Coords     [3]float64           `json:"3d_coords"`   // of the centre, single precision
	ViewCoords byCamera[[3]float64] `json:"view_coords"` // of the centre: pixels from the left and from the bottom; depth
	Material   string               `json:"material"`
	Color      string               `json:"color"`
}

type infoStep struct {
	StartStage int              `json:"start_stage"`
	EndStage   int              `json:"end_stage"`
	Attr       string           `json:"attr"`
	Old        jsontext.Value   `json:"old"` // a word, or [x, y]
	New        jsontext.Value   `json:"new"`
	Target     jsontext.Value   `json:"target"` // a word, or [direction, steps]
	Val        jsontext.Value   `json:"val"`    // the same
	Type       string           `json:"type,omitzero"`
	Options    []jsontext.Value `json:"options"`
	Pair       Pair             `json:"pair"`
	ObjName    string           `json:"obj_name"`
	ObjIdx     int              `json:"obj_idx"`
}

// encode is the record as it lies on disk, on one line: whitespace would be half of the file.
func (r *infoRecord) encode() ([]byte, error) { return encodeLine(r) }

// encodeLine writes keys of maps sorted.
func encodeLine(v any) ([]byte, error) {
	line, err := json.Marshal(v, json.Deterministic(true))
	return append(line, '\n'), err
}

// infoRecord writes a sample down.
func (c Config) infoRecord(index int, m *Made) *infoRecord {
	last := len(m.Steps)
	r := &infoRecord{Idx: index, Count: last, Lamps: infoLamps{triple(m.Lamps[0]), triple(m.Lamps[1]), triple(m.Lamps[2])}}
	for cam := range Camera(cameraCount) {
		*r.Cameras.of(cam) = triple(m.Cameras[cam])
		d := m.directions(cam)
		*r.Directions.of(cam) = infoDirections{
			triple(d[0]), triple(d[1]), triple(d[2]), triple(d[3]), triple(d[4]), triple(d[5]), triple(d[6]), triple(d[7]),
		}
	}
	viewed := m.States[0] // as objects were when their view_coords were last set
	for k := range m.States {
		if k > 0 {
			step := m.Steps[k-1]
			r.Transformations = append(r.Transformations, infoStepOf(k-1, step, m.Types[k-1], &m.States[k-1], &m.States[k]))
			if a := step.Pair.Attribute(); !c.Published.StaleViews || a == Position || a == Shape {
				viewed[step.Object] = m.States[k][step.Object]
			}
		}
		s := infoState{Stage: k}
		for i := range m.States[k] {
			s.Objects = append(s.Objects, m.infoObject(i, &m.States[k][i], &viewed[i]))
		}
		for cam := range Camera(cameraCount) {
			if k > 0 || cam == Center {
				*s.Images.of(cam) = c.pictureName("img", index, stageName(k, last), cam)
			}
			*s.Segs.of(cam) = c.pictureName("seg", index, stageName(k, last), cam)
			*s.Graphs.of(cam) = m.infoGraph(cam, &m.States[k])
			*s.Pixels.of(cam), *s.Status.of(cam) = map[string]int{}, map[string]string{}
			for i := range m.States[k] {
				(*s.Status.of(cam))[objectName(i)] = m.Pixels[k].Status(&m.States[k], cam, i).String()
				if n := m.Pixels[k][cam][i]; n > 0 {
					(*s.Pixels.of(cam))[objectName(i)] = n
				}
			}
		}
		r.States = append(r.States, s)
	}
	return r
}

// infoObject writes an object down; viewed is what it was when its view_coords were set.
func (s *Setup) infoObject(i int, o, viewed *Object) infoObject {
	at := triple(o.Center())
	for k, v := range at {
		at[k] = float64(float32(v))
	}
	out := infoObject{
		Name: objectName(i), Shape: o.Value(Shape), Size: o.Value(Size), Rotation: s.Rotation[i], Position: o.Position,
		Coords: at, Material: o.Value(Material), Color: o.Value(Color),
	}
	for cam := range Camera(cameraCount) {
		px, py, depth := s.viewCoords(cam, viewed.Center())
		*out.ViewCoords.of(cam) = [3]float64{float64(px), float64(py), depth}
	}
	return out
}

// infoGraph writes down what lies where as a camera sees it.
func (s *Setup) infoGraph(cam Camera, st *State) infoGraph {
	var relations [relationCount]map[int][]int
	for r, lists := range s.graph(cam, st) {
		relations[r] = map[int][]int{}
		for i := range st {
			if st[i].Position.Visible() {
				relations[r][i] = lists[i]
			}
		}
	}
	return infoGraph{relations[0], relations[1], relations[2], relations[3]}
}

// infoStepOf writes the step from stage k down.
func infoStepOf(k int, step Step, t MoveType, before, after *State) infoStep {
	a := step.Pair.Attribute()
	from, to := &before[step.Object], &after[step.Object]
	out := infoStep{
		StartStage: k, EndStage: k + 1, Attr: a.String(), Type: t.String(), Pair: step.Pair,
		ObjName: objectName(step.Object), ObjIdx: step.Object,
	}
	if a == Position {
		out.Old, out.New, out.Target = written(from.Position), written(to.Position), written(step.Pair.Move())
		for _, m := range Options(from.Position, step.Pair.Move()) {
			out.Options = append(out.Options, written(m))
		}
	} else {
		out.Old, out.New = written(from.Value(a)), written(to.Value(a))
		out.Target = written(values[a][step.Pair.Value()])
		out.Options = []jsontext.Value{out.Target}
	}
	out.Val = out.Target
	return out
}

// written is a word, a point or a move as JSON.
func written(v any) jsontext.Value {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("trance: %v as JSON: %v", v, err))
	}
	return data
}

// triple is v as written, without negative zeros.
func triple(v geom.Vec3) [3]float64 { return [3]float64{v.X + 0, v.Y + 0, v.Z + 0} }

// stageName names a state in the names of pictures.
func stageName(stage, last int) string {
	switch stage {
	case 0:
		return "initial"
	case last:
		return "final"
	}
	return fmt.Sprintf("%02d", stage)
}

// pictureName is the base name of a colour ("img") or an identity ("seg") picture.
func (c Config) pictureName(kind string, index int, stage string, cam Camera) string {
	return fmt.Sprintf("TRANCE_%s_%s_%06d-%s.%s.png", c.Problem, kind, index, stage, cam)
}

// infoPath is where a sample's record lies below the dataset's folder.
func (c Config) infoPath(split string, index int) string {
	return path.Join(split, "info", fmt.Sprintf("TRANCE_%s_%06d.json", c.Problem, index))
}

// picture is a picture of a sample.
type picture struct {
	path   string // below the dataset's folder
	stage  int    // of the state
	camera Camera
	ids    bool // of identities instead of colours
}

// pictures lists what is drawn of a sample of so many steps, by state and camera.
func (c Config) pictures(split string, index, steps int) (out []picture) {
	for stage := range steps + 1 {
		for cam := range Camera(cameraCount) {
			name := stageName(stage, steps)
			drawn := stage == steps || stage == 0 && cam == Center || stage > 0 && c.Between
			if drawn {
				out = append(out, picture{path.Join(split, "image", c.pictureName("img", index, name, cam)), stage, cam, false})
			}
			if c.IDs {
				out = append(out, picture{path.Join(split, "seg", c.pictureName("seg", index, name, cam)), stage, cam, true})
			}
		}
	}
	return out
}
