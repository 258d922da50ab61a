package trance

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/record"
)

// infoSample is a sample as read from disk.
type infoSample struct {
	cfg   Config
	file  string // of the record, below the dataset's folder
	index int
	info  infoRecord
	made  generatedSample
	out   []gen.Problem
}

// report adds a problem; where is the state, object or step that it is about, or nothing.
func (f *infoSample) report(where, rule, format string, args ...any) {
	f.out = append(f.out, problem(f.file, where, rule, format, args...))
}

func stateAt(k int) string { return fmt.Sprintf("state %d", k) }

func objectAt(k, i int) string { return fmt.Sprintf("state %d, object %d", k, i) }

func stepAt(k int) string { return fmt.Sprintf("step %d", k) }

// checkRecord applies every rule that needs the record alone; data are the bytes of its file. It returns what the record
// tells of the sample, or nil when the record does not describe one.
func (c Config) checkRecord(split string, index int, data []byte) (*generatedSample, []gen.Problem) {
	f := &infoSample{cfg: c, file: c.infoPath(split, index), index: index}
	if !f.readable(data) || !f.sizes() || !f.rebuild() || !f.setup() {
		return nil, f.out
	}
	f.derived()
	f.initial()
	f.steps()
	f.pixels()
	return &f.made, f.out
}

// checkSample applies the rules to a sample whose record follows from it, byte for byte.
func (c Config) checkSample(split string, index int, made *generatedSample, count bool) []gen.Problem {
	f := &infoSample{cfg: c, file: c.infoPath(split, index), index: index, made: *made}
	f.setup()
	f.initial()
	f.steps()
	if count {
		f.pixels()
	}
	return f.out
}

// readable decodes the record. What it is written as again must be the file, so keys are there and in their order. Those of
// cameras may still be missing: the other rules find that.
func (f *infoSample) readable(data []byte) bool {
	if err := record.Read(data, &f.info, record.Lacking); err != nil {
		f.report("", "readable", "%v", err)
		return false
	}
	differs := record.Diff(data, f.info.encode())
	if differs != "" {
		f.report("", "form", "%s, as the record is written", differs)
	}
	return differs == ""
}

// sizes checks what the other rules rely on.
func (f *infoSample) sizes() bool {
	r, before := &f.info, len(f.out)
	if r.Idx != f.index {
		f.report("", "identity", "idx is %d, want %d", r.Idx, f.index)
	}
	if n := len(r.Transformations); n < 1 || n > maxSequence || n != r.Count {
		f.report("", "sizes", "%d transformations and n_transformation %d, want the same from 1 to %d", n, r.Count, maxSequence)
	}
	if n, want := len(r.States), len(r.Transformations)+1; n != want {
		f.report("", "sizes", "%d states, want %d: one more than transformations", n, want)
	}
	for k := range r.States {
		if n := len(r.States[k].Objects); n != ObjectCount {
			f.report(stateAt(k), "sizes", "%d objects, want %d", n, ObjectCount)
		}
	}
	for k := range r.Transformations {
		if i := r.Transformations[k].ObjIdx; i < 0 || i >= ObjectCount {
			f.report(stepAt(k), "sizes", "obj_idx is %d, want 0 to %d", i, ObjectCount-1)
		}
	}
	return len(f.out) == before
}

// rebuild takes from the record what all its other keys follow from.
func (f *infoSample) rebuild() bool {
	r, m, before := &f.info, &f.made, len(f.out)
	for c := range cameraID(cameraCount) {
		m.cameras[c] = vec3(*r.Cameras.of(c))
	}
	m.lens = f.cfg.lens()
	m.distortion = r.Distortion
	if want := f.cfg.Realism.Distortion; m.distortion != want {
		f.report("", "distortion", "distortion is %v, want %v", m.distortion, want)
	}
	m.lamps = [lampCount]geom.Vec3{vec3(r.Lamps.Key), vec3(r.Lamps.Back), vec3(r.Lamps.Fill)}
	m.states = make([]State, len(r.States))
	m.pixels = make([]pixelCounts, len(r.States))
	for k := range r.States {
		for i := range r.States[k].Objects {
			o := &r.States[k].Objects[i]
			if k == 0 {
				m.rotations[i] = o.Rotation
			}
			var err error
			if m.states[k][i], err = o.object(); err != nil {
				f.report(objectAt(k, i), "values", "%v", err)
			}
		}
		m.pixels[k] = r.States[k].pixels()
	}
	for k := range r.Transformations {
		t := &r.Transformations[k]
		if i := slices.Index(moveTypeNames[:], t.Type); i >= 0 {
			m.types = append(m.types, moveType(i))
		} else {
			f.report(stepAt(k), "types", "type is %q, want one of %q", t.Type, moveTypeNames[1:])
		}
		m.steps = append(m.steps, Step{t.ObjIdx, t.Pair})
	}
	return len(f.out) == before
}

// ownCameras: where the record has cameras under our own key, they are those of the rest of it.
func (f *infoSample) ownCameras() bool {
	if f.info.Own == nil {
		return true
	}
	before, want := len(f.out), f.made.infoOwn()
	for c := range cameraID(cameraCount) {
		f.compare("", "cameras", "mereo.cameras."+c.String(), f.info.Own.Cameras.of(c), want.Cameras.of(c))
	}
	return len(f.out) == before
}

func vec3(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// object is the object that was written down.
func (o *infoObject) object() (Object, error) {
	return newObject([...]string{o.Color, o.Material, o.Shape, o.Size}, o.Position)
}

// derived compares everything that follows from attributes, positions, cameras, steps and pixels with what follows.
func (f *infoSample) derived() {
	got, want := &f.info, f.cfg.infoRecord(f.index, &f.made)
	if f.ownCameras(); got.Own == nil {
		f.report("", "cameras", "mereo is missing, want cameras")
	}
	f.compare("", "directions", "directions", got.Directions, want.Directions)
	for k := range want.States {
		g, w := &got.States[k], &want.States[k]
		f.compare(stateAt(k), "names", "stage", g.Stage, w.Stage)
		f.compare(stateAt(k), "pictures", "images", g.Images, w.Images)
		f.compare(stateAt(k), "pictures", "segs", g.Segs, w.Segs)
		f.compare(stateAt(k), "graphs", "graphs", g.Graphs, w.Graphs)
		f.compare(stateAt(k), "pixels", "n_pixels", g.Pixels, w.Pixels)
		f.compare(stateAt(k), "status", "status", g.Status, w.Status)
		for i := range w.Objects {
			g, w, where := &g.Objects[i], &w.Objects[i], objectAt(k, i)
			f.compare(where, "names", "name", g.Name, w.Name)
			f.compare(where, "rotation", "rotation", g.Rotation, w.Rotation)
			f.compare(where, "coords", "3d_coords", g.Coords, w.Coords)
			f.compare(where, "views", "view_coords", g.ViewCoords, w.ViewCoords)
		}
	}
	for k := range want.Transformations {
		g, w, where := &got.Transformations[k], &want.Transformations[k], stepAt(k)
		f.compare(where, "names", "start_stage", g.StartStage, w.StartStage)
		f.compare(where, "names", "end_stage", g.EndStage, w.EndStage)
		f.compare(where, "names", "obj_name", g.ObjName, w.ObjName)
		f.compare(where, "pair", "attr", g.Attr, w.Attr)
		f.compare(where, "pair", "target", g.Target, w.Target)
		f.compare(where, "pair", "val", g.Val, w.Val)
		f.compare(where, "replay", "old", g.Old, w.Old)
		f.compare(where, "replay", "new", g.New, w.New)
		f.compare(where, "options", "options", g.Options, w.Options)
	}
}

// compare compares a key with what the rest of the record says.
func (f *infoSample) compare(where, rule, key string, got, want any) {
	if !reflect.DeepEqual(got, want) {
		f.report(where, rule, "%s is %s, the rest of the record gives %s", key, record.JSON(got), record.JSON(want))
	}
}

// setup: cameras, lamps and rotations are inside the ranges from which they are drawn.
func (f *infoSample) setup() bool {
	m, before := &f.made, len(f.out)
	inside := func(what string, got, base geom.Vec3, jitter float64) {
		for axis := range 3 {
			if !(math.Abs(got.At(axis)-base.At(axis)) <= jitter) {
				f.report("", "range", "%s stands at %v, want at most %g from %v along each axis", what, got, jitter, base)
				return
			}
		}
	}
	for c := range cameraID(cameraCount) {
		inside(c.String(), m.cameras[c], cameraBases[c], cameraJitter)
	}
	for i, name := range lampNames {
		if box := lampRange(i, f.cfg.Randomize); !box.Contains(m.lamps[i]) {
			f.report("", "range", "%s stands at %v, want %v to %v", name, m.lamps[i], box.Min, box.Max)
		}
	}
	for i, angle := range m.rotations {
		if !(angle >= 0 && angle < 2*math.Pi) {
			f.report(objectAt(0, i), "range", "rotation is %g, want 0 to less than 2 pi", angle)
		}
	}
	return len(f.out) == before
}

// initial: some objects are visible at first, and none stand where placing them is refused.
func (f *infoSample) initial() {
	s := &f.made.states[0]
	var around [ObjectCount]occupancy // what each object keeps from the others
	for i := range s {
		around[i].block(&s[i])
		if !s[i].Position.Valid() {
			f.report(objectAt(0, i), "range", "position is %v, want %d to %d", s[i].Position, -planeHalf, planeHalf)
		}
		for k := range i {
			// Which of the two was placed first is not known, and it matters.
			refused := !around[i].fits(s[k].Position, s[k].radius()) && !around[k].fits(s[i].Position, s[i].radius())
			if f.cfg.Strict {
				refused = s[i].tooClose(&s[k])
			}
			if refused {
				f.report(objectAt(0, i), "spacing", "stands at %v with radius %d, too close to object %d at %v with radius %d",
					s[i].Position, s[i].radius(), k, s[k].Position, s[k].radius())
			}
		}
	}
	if s.visible() == 0 {
		f.report(stateAt(0), "range", "no object is in the visible area, want 1 to %d", ObjectCount)
	}
}

// steps: each state follows from the one before by a step that the generator allows, and the evaluator agrees.
func (f *infoSample) steps() {
	m := &f.made
	var first [ObjectCount]status
	for i := range first {
		first[i] = m.pixels[0].status(&m.states[0], cameraCenter, i, m.enough())
	}
	var changed [ObjectCount]bool
	for k, step := range m.steps {
		state, after, attribute := m.states[k], &m.states[k+1], step.Pair.Attribute()
		want := noMove
		if attribute == Position {
			want = moveTypeOf(state[step.Object].Position, after[step.Object].Position)
		}
		if m.types[k] != want {
			f.report(stepAt(k), "types", "type is %q, the step's is %q", m.types[k], want)
		}
		if f.cfg.Problem == ProblemPosition && attribute != Position {
			f.report(stepAt(k), "pair", "%s, want a move: the problem is %s", step.Pair, f.cfg.Problem)
		}
		if !slices.Contains(state.selectable(want, first), step.Object) {
			f.report(stepAt(k), "legal", "object %d is hidden in the first picture, or in the wrong area", step.Object)
		}
		why := state.try(trial{
			step: step, moveType: want, changed: changed,
			hidden:      func(s *State) [ObjectCount]bool { return m.pixels[k+1].hidden(s, m.enough()) },
			ignoreFirst: f.cfg.Published.HiddenFirst,
		})
		if why != "" {
			f.report(stepAt(k), "legal", "%s of object %d is refused: %s", step.Pair, step.Object, why)
			state.Apply(step)
		}
		for i := range state {
			if state[i] != after[i] {
				f.report(objectAt(k+1, i), "replay", "is a %v, step %d leads to a %v", after[i], k, state[i])
			}
		}
		changed[step.Object] = true
	}
	s := Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}
	if j := s.Judge(m.steps); !j.Correct {
		f.report("", "replay", "the steps lead to distance %d with overlap %v and out of the plane %v, want 0, false, false",
			j.Distance, j.Overlap, j.Out)
	}
}

// pixels: counting again gives the same.
func (f *infoSample) pixels() {
	c := newCounter(&f.made.sceneSetup)
	for k := range f.made.states {
		want := c.pixels(&f.made.states[k])
		for cam := range cameraID(cameraCount) {
			for i, n := range f.made.pixels[k][cam] {
				if n != want[cam][i] {
					f.report(objectAt(k, i), "pixels", "n_pixels of %s is %d, want %d", cam, n, want[cam][i])
				}
			}
		}
	}
}
