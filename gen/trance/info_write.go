package trance

import (
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/geom"
	"mereo/gen/record"
)

// infoRecord writes a sample down.
func (c Config) infoRecord(index int, m *generatedSample) *infoRecord {
	last := len(m.steps)
	r := &infoRecord{Idx: index, Count: last, Lamps: infoLamps{xyz(m.lamps[0]), xyz(m.lamps[1]), xyz(m.lamps[2])}}
	r.Lights, r.FloorPaint = m.infoLights(), m.floor
	r.Distortion, r.Own, r.Motion = m.distortion, m.infoOwn(), c.infoMotion(m)
	for cam := range cameraID(cameraCount) {
		*r.Cameras.of(cam) = xyz(m.cameras[cam])
		d := m.directions(cam)
		*r.Directions.of(cam) = infoDirections{
			xyz(d[0]), xyz(d[1]), xyz(d[2]), xyz(d[3]), xyz(d[4]), xyz(d[5]), xyz(d[6]), xyz(d[7]),
		}
	}
	viewed := m.states[0] // as objects were when their view_coords were last set
	for k := range m.states {
		if k > 0 {
			step := m.steps[k-1]
			r.Transformations = append(r.Transformations, infoStepOf(k-1, step, m.types[k-1], &m.states[k-1], &m.states[k]))
			if a := step.Pair.Attribute(); !c.Published.StaleViews || a == Position || a == Shape {
				viewed[step.Object] = m.states[k][step.Object]
			}
		}
		s := infoState{Stage: k}
		for i := range m.states[k] {
			s.Objects = append(s.Objects, m.infoObject(i, &m.states[k][i], &viewed[i]))
		}
		for cam := range cameraID(cameraCount) {
			if k > 0 || cam == cameraCenter {
				*s.Images.of(cam) = c.pictureName(colorPicture, index, stageName(k, last), cam)
			}
			*s.Segs.of(cam) = c.pictureName(idPicture, index, stageName(k, last), cam)
			*s.Graphs.of(cam) = m.infoGraph(cam, &m.states[k])
			*s.Pixels.of(cam), *s.Status.of(cam) = map[string]int{}, map[string]string{}
			for i := range m.states[k] {
				(*s.Status.of(cam))[objectName(i)] = m.pixels[k].status(&m.states[k], cam, i, m.enough()).String()
				if n := m.pixels[k][cam][i]; n > 0 {
					(*s.Pixels.of(cam))[objectName(i)] = n
				}
			}
		}
		r.States = append(r.States, s)
	}
	return r
}

// infoObject writes an object down; viewed is what it was when its view_coords were set.
func (s *sceneSetup) infoObject(i int, o, viewed *Object) infoObject {
	at := xyz(o.center())
	for k, v := range at {
		at[k] = float64(float32(v))
	}
	out := infoObject{
		Name: objectName(i), Shape: o.Value(Shape), Size: o.Value(Size), Rotation: s.rotations[i], Position: o.Position,
		Coords: at, Material: o.Value(Material), Color: o.Value(Color),
	}
	if s.finish != nil {
		switch surface := o.material(s.finish[i]); surface.Transmission {
		case 0:
			out.Roughness = surface.PerceptualRoughness
		default:
			out.IOR = surface.IOR
		}
	}
	for cam := range cameraID(cameraCount) {
		px, py, depth := s.viewCoords(cam, viewed.center())
		*out.ViewCoords.of(cam) = [3]float64{float64(px), float64(py), depth}
	}
	return out
}

// infoGraph writes down what lies where as a camera sees it.
func (s *sceneSetup) infoGraph(cam cameraID, st *State) infoGraph {
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
func infoStepOf(k int, step Step, t moveType, before, after *State) infoStep {
	a := step.Pair.Attribute()
	from, to := &before[step.Object], &after[step.Object]
	out := infoStep{
		StartStage: k, EndStage: k + 1, Attr: a.String(), Type: t.String(), Pair: step.Pair,
		ObjName: objectName(step.Object), ObjIdx: step.Object,
	}
	if a == Position {
		out.Old, out.New, out.Target = record.JSON(from.Position), record.JSON(to.Position), record.JSON(step.Pair.Move())
		for _, m := range acceptedMoves(from.Position, step.Pair.Move()) {
			out.Options = append(out.Options, record.JSON(m))
		}
	} else {
		out.Old, out.New = record.JSON(from.Value(a)), record.JSON(to.Value(a))
		out.Target = record.JSON(values[a][step.Pair.value()])
		out.Options = []jsontext.Value{out.Target}
	}
	out.Val = out.Target
	return out
}

// xyz is v as written, without negative zeros.
func xyz(v geom.Vec3) [3]float64 { return [3]float64{v.X + 0, v.Y + 0, v.Z + 0} }
