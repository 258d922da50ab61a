package kitchen

import (
	"slices"

	"mereo/engine/geom"
)

// Opened is the model with its joints at values, one for each part; those of parts without a joint do not count. What does not
// move is shared with the model. Its parts have no joints.
//
// A part that moves by itself and is carried by others moves by itself first, and then with the others in their order.
func (m *Model) Opened(at []float64) *Model {
	out := *m
	out.Parts = slices.Clone(m.Parts)
	for i := range out.Parts {
		p := &out.Parts[i]
		p.Joint = nil
		if motion := m.motion(i, at); motion != geom.Identity {
			p.move(motion)
		}
	}
	return &out
}

// motion is how part i moves when the joints stand at values.
func (m *Model) motion(i int, at []float64) geom.Transform {
	motion := geom.Identity
	if j := m.Parts[i].Joint; j != nil && at[i] != 0 {
		motion = j.motion(at[i])
	}
	for k := range m.Parts {
		if j := m.Parts[k].Joint; j != nil && at[k] != 0 && slices.Contains(j.With, m.Parts[i].Name) {
			motion = j.motion(at[k]).Mul(motion)
		}
	}
	return motion
}

// move gives the part a mesh and colliders of its own.
func (p *Part) move(t geom.Transform) {
	p.Mesh = p.Mesh.Transformed(t)
	p.Colliders = mapped(p.Colliders, t.Point)
}
