package kitchen

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// A model with all joints at 0 is the model without joints, and shares its meshes.
func TestShutModelsAreThePlainOnes(t *testing.T) {
	for i := range catalog {
		m, err := made[i]()
		if err != nil {
			t.Fatal(err)
		}
		shut := m.Opened(make([]float64, len(m.Parts)))
		want := *m
		want.Parts = slices.Clone(m.Parts)
		for k := range want.Parts {
			if want.Parts[k].Mesh != shut.Parts[k].Mesh {
				t.Errorf("%s: %s has a mesh of its own", m.Name, m.Parts[k].Name)
			}
			want.Parts[k].Joint = nil
		}
		if !reflect.DeepEqual(*shut, want) {
			t.Errorf("%s differs when it is shut", m.Name)
		}
	}
}

// What a joint names moves rigidly, meshes as colliders, and nothing else does; the model itself stays as it was.
func TestOpenedModelsMoveWhatTheJointNames(t *testing.T) {
	joints := 0
	for i := range catalog {
		m, err := made[i]()
		if err != nil {
			t.Fatal(err)
		}
		for k := range m.Parts {
			j := m.Parts[k].Joint
			if j == nil {
				continue
			}
			joints++
			at := make([]float64, len(m.Parts))
			at[k] = j.To
			open, motion := m.Opened(at), j.motion(j.To)
			for n := range m.Parts {
				was, is := &m.Parts[n], &open.Parts[n]
				if n != k && !slices.Contains(j.With, was.Name) {
					if is.Mesh != was.Mesh {
						t.Errorf("%s: %s moves with %s", m.Name, was.Name, m.Parts[k].Name)
					}
					continue
				}
				for v, p := range was.Mesh.Positions {
					if is.Mesh.Positions[v] != motion.Point(p) {
						t.Fatalf("%s: vertex %d of %s is at %v, want %v", m.Name, v, was.Name, is.Mesh.Positions[v], motion.Point(p))
					}
				}
				for h := range was.Colliders {
					for v, p := range was.Colliders[h] {
						if is.Colliders[h][v] != motion.Point(p) {
							t.Fatalf("%s: collider %d of %s does not move along", m.Name, h, was.Name)
						}
					}
				}
				if math.Abs(is.Mesh.Volume()-was.Mesh.Volume()) > 1e-9 || is.Mesh.Closed != was.Mesh.Closed {
					t.Errorf("%s: %s is another solid when it moved", m.Name, was.Name)
				}
			}
		}
	}
	if joints == 0 {
		t.Error("no model has a joint, so nothing was tested")
	}
}

// A part with a joint of its own that another one carries moves in the carrier's frame.
func TestCarriedJointsMoveInTheirCarrier(t *testing.T) {
	m, err := Get(Training, "thermos2")
	if err != nil {
		t.Fatal(err)
	}
	turned := *m
	turned.Parts = slices.Clone(m.Parts)
	at := make([]float64, len(m.Parts))
	var slider int
	for i := range turned.Parts {
		switch turned.Parts[i].Name {
		case "lid":
			turned.Parts[i].Joint = &Joint{With: []string{"slot", "slider"}, Axis: geom.V(0, 0, 1), To: 2}
			at[i] = math.Pi / 2
		case "slider":
			slider, at[i] = i, 0.2
		}
	}
	was, is := turned.Parts[slider].Mesh.Positions[0], turned.Opened(at).Parts[slider].Mesh.Positions[0]
	if want := geom.V(-was.Y, was.X+0.2, was.Z); is.Sub(want).Len() > 1e-12 {
		t.Errorf("the slider is at %v, want %v", is, want)
	}
}
