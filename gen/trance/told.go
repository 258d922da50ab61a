package trance

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json"

	"mereo/engine/geom"
	"mereo/gen"
)

// infoSample is a sample as its record tells of it.
type infoSample struct {
	cfg   Config
	index int
	info  infoRecord
	made  generatedSample
}

// tell reads a sample from its record. What was drawn at random of surfaces and lamps is not among it.
func (c Config) tell(index int, data []byte) (*generatedSample, error) {
	f := &infoSample{cfg: c, index: index}
	for _, step := range []func() error{func() error { return f.read(data) }, f.sizes, f.rebuild, f.setup, f.ownCameras} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	f.made.index, f.made.counter = index, newCounter(&f.made.sceneSetup)
	return &f.made, nil
}

func stateAt(k int) string { return fmt.Sprintf("state %d", k) }

func objectAt(k, i int) string { return fmt.Sprintf("state %d, object %d", k, i) }

func stepAt(k int) string { return fmt.Sprintf("step %d", k) }

// read decodes the record. What it is written as again must be the file, so keys are there and in their order. Those of
// cameras may still be missing.
func (f *infoSample) read(data []byte) error {
	if err := json.Unmarshal(data, &f.info, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	again, err := f.info.encode()
	if err == nil && !bytes.Equal(data, again) {
		err = fmt.Errorf("%s, as the record is written", gen.FirstDifference(data, again))
	}
	return err
}

// sizes checks what all else relies on.
func (f *infoSample) sizes() error {
	r := &f.info
	if r.Idx != f.index {
		return fmt.Errorf("idx is %d, want %d", r.Idx, f.index)
	}
	if n := len(r.Transformations); n < 1 || n > maxSequence || n != r.Count {
		return fmt.Errorf("%d transformations and n_transformation %d, want the same from 1 to %d", n, r.Count, maxSequence)
	}
	if n, want := len(r.States), len(r.Transformations)+1; n != want {
		return fmt.Errorf("%d states, want %d: one more than transformations", n, want)
	}
	for k := range r.States {
		if n := len(r.States[k].Objects); n != ObjectCount {
			return fmt.Errorf("%s: %d objects, want %d", stateAt(k), n, ObjectCount)
		}
	}
	for k := range r.Transformations {
		if i := r.Transformations[k].ObjIdx; i < 0 || i >= ObjectCount {
			return fmt.Errorf("%s: obj_idx is %d, want 0 to %d", stepAt(k), i, ObjectCount-1)
		}
	}
	return nil
}

// rebuild takes from the record what all its other keys follow from.
func (f *infoSample) rebuild() error {
	r, m := &f.info, &f.made
	for c := range cameraID(cameraCount) {
		m.cameras[c] = vec3(*r.Cameras.of(c))
	}
	m.lens = f.cfg.lens()
	m.distortion = r.Distortion
	if want := f.cfg.Realism.Distortion; m.distortion != want {
		return fmt.Errorf("distortion is %v, want %v", m.distortion, want)
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
				return fmt.Errorf("%s: %w", objectAt(k, i), err)
			}
		}
		m.pixels[k] = r.States[k].pixels()
	}
	for k := range r.Transformations {
		t := &r.Transformations[k]
		i := slices.Index(moveTypeNames[:], t.Type)
		if i < 0 {
			return fmt.Errorf("%s: type is %q, want one of %q", stepAt(k), t.Type, moveTypeNames[1:])
		}
		m.types = append(m.types, moveType(i))
		m.steps = append(m.steps, Step{t.ObjIdx, t.Pair})
	}
	return nil
}

// ownCameras: where the record has cameras under our own key, they are those of the rest of it.
func (f *infoSample) ownCameras() error {
	if f.info.Own == nil {
		return nil
	}
	want := f.made.infoOwn()
	for c := range cameraID(cameraCount) {
		if got, want := f.info.Own.Cameras.of(c), want.Cameras.of(c); *got != *want {
			return fmt.Errorf("mereo.cameras.%s is %s, the rest of the record gives %s", c, jsonOf(got), jsonOf(want))
		}
	}
	return nil
}

// setup: cameras, lamps and rotations are inside the ranges from which they are drawn.
func (f *infoSample) setup() error {
	m := &f.made
	inside := func(what string, got, base geom.Vec3, jitter float64) error {
		for axis := range 3 {
			if !(math.Abs(got.At(axis)-base.At(axis)) <= jitter) {
				return fmt.Errorf("%s stands at %v, want at most %g from %v along each axis", what, got, jitter, base)
			}
		}
		return nil
	}
	for c := range cameraID(cameraCount) {
		if err := inside(c.String(), m.cameras[c], cameraBases[c], cameraJitter); err != nil {
			return err
		}
	}
	for i, name := range lampNames {
		if box := lampRange(i, f.cfg.Randomize); !box.Contains(m.lamps[i]) {
			return fmt.Errorf("%s stands at %v, want %v to %v", name, m.lamps[i], box.Min, box.Max)
		}
	}
	for i, angle := range m.rotations {
		if !(angle >= 0 && angle < 2*math.Pi) {
			return fmt.Errorf("%s: rotation is %g, want 0 to less than 2 pi", objectAt(0, i), angle)
		}
	}
	return nil
}

func vec3(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// object is the object that was written down.
func (o *infoObject) object() (Object, error) {
	return newObject([...]string{o.Color, o.Material, o.Shape, o.Size}, o.Position)
}
