package trance

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/record"
)

// tell reads a sample from its record. What was drawn at random of surfaces and lamps is not among it.
func (c Config) tell(index int, data []byte) (*generatedSample, error) {
	var r infoRecord
	if err := record.Read(data, &r, record.Lacking); err != nil {
		return nil, err
	}
	// What it is written as again must be the file, so keys are there and in their order.
	if differs := record.Diff(data, r.encode()); differs != "" {
		return nil, fmt.Errorf("%s, as the record is written", differs)
	}
	m, err := c.sampleOf(&r, index)
	if err != nil || r.Own == nil {
		return m, err
	}
	own := m.infoOwn()
	for cam := range cameraID(cameraCount) {
		if got, want := r.Own.Cameras.of(cam), own.Cameras.of(cam); *got != *want {
			return nil, fmt.Errorf("mereo.cameras.%s is %s, the rest of the record gives %s", cam, record.JSON(got), record.JSON(want))
		}
	}
	return m, nil
}

func stateAt(k int) string { return fmt.Sprintf("state %d", k) }

func objectAt(k, i int) string { return fmt.Sprintf("state %d, object %d", k, i) }

func stepAt(k int) string { return fmt.Sprintf("step %d", k) }

// sampleOf takes from the record of an index what all its other keys follow from: of as many states, objects and steps as there are, and of
// values, cameras, lamps and rotations that can be drawn.
func (c Config) sampleOf(r *infoRecord, index int) (*generatedSample, error) {
	m := &generatedSample{index: index, states: make([]State, len(r.States)), pixels: make([]pixelCounts, len(r.States))}
	n := len(r.Transformations)
	switch {
	case r.Idx != index:
		return nil, fmt.Errorf("idx is %d, want %d", r.Idx, index)
	case n < 1 || n > maxSequence || n != r.Count:
		return nil, fmt.Errorf("%d transformations and n_transformation %d, want the same from 1 to %d", n, r.Count, maxSequence)
	case len(r.States) != n+1:
		return nil, fmt.Errorf("%d states, want %d: one more than transformations", len(r.States), n+1)
	case r.Distortion != c.Realism.Distortion:
		return nil, fmt.Errorf("distortion is %v, want %v", r.Distortion, c.Realism.Distortion)
	}
	m.lens = c.lens()
	m.lamps = [lampCount]geom.Vec3{vec3(r.Lamps.Key), vec3(r.Lamps.Back), vec3(r.Lamps.Fill)}
	for i, name := range lampNames {
		if err := standsIn(lampRange(i, c.Randomize), name, m.lamps[i]); err != nil {
			return nil, err
		}
	}
	for cam := range cameraID(cameraCount) {
		m.cameras[cam] = vec3(*r.Cameras.of(cam))
		around := geom.AABB{Min: cameraBases[cam], Max: cameraBases[cam]}.Pad(cameraJitter)
		if err := standsIn(around, cam.String(), m.cameras[cam]); err != nil {
			return nil, err
		}
	}
	for k := range r.States {
		if n := len(r.States[k].Objects); n != ObjectCount {
			return nil, fmt.Errorf("%s: %d objects, want %d", stateAt(k), n, ObjectCount)
		}
		for i := range r.States[k].Objects {
			var err error
			if m.states[k][i], err = r.States[k].Objects[i].object(); err != nil {
				return nil, fmt.Errorf("%s: %w", objectAt(k, i), err)
			}
		}
		m.pixels[k] = r.States[k].pixels()
	}
	for i := range m.rotations {
		angle := r.States[0].Objects[i].Rotation
		if m.rotations[i] = angle; !(angle >= 0 && angle < 2*math.Pi) {
			return nil, fmt.Errorf("%s: rotation is %g, want 0 to less than 2 pi", objectAt(0, i), angle)
		}
	}
	for k := range r.Transformations {
		t := &r.Transformations[k]
		i := slices.Index(moveTypeNames[:], t.Type)
		switch {
		case t.ObjIdx < 0 || t.ObjIdx >= ObjectCount:
			return nil, fmt.Errorf("%s: obj_idx is %d, want 0 to %d", stepAt(k), t.ObjIdx, ObjectCount-1)
		case i < 0:
			return nil, fmt.Errorf("%s: type is %q, want one of %q", stepAt(k), t.Type, moveTypeNames[1:])
		}
		m.types = append(m.types, moveType(i))
		m.steps = append(m.steps, Step{t.ObjIdx, t.Pair})
	}
	m.counter = newCounter(&m.sceneSetup)
	return m, nil
}

// standsIn says where something stands that is not in a box.
func standsIn(box geom.AABB, what string, at geom.Vec3) error {
	if !box.Contains(at) {
		return fmt.Errorf("%s stands at %v, want %v to %v", what, at, box.Min, box.Max)
	}
	return nil
}

func vec3(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// object is the object that was written down.
func (o *infoObject) object() (Object, error) {
	return newObject([...]string{o.Color, o.Material, o.Shape, o.Size}, o.Position)
}
