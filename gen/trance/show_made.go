package trance

import (
	"mereo/engine/light"
	"mereo/gen/show"
	"mereo/scenes"
)

// made is a sample with its geometry.
type made struct {
	sample
	show.NoIDs
	show.NoPhysics
	reader      *reader
	index       int
	from        *generatedSample
	environment *light.Environment // nil for none
}

// Editor is every sample.
func (m *made) Editor() show.Editable { return m }

// Views are drawn as the maker draws them: those of a state share all but the camera.
func (m *made) Views() []show.View {
	steps := len(m.from.steps)
	states := make([]*scenes.Scene, steps+1)
	var out []show.View
	for _, p := range m.reader.shown(m.index, steps) {
		if states[p.stage] == nil {
			states[p.stage] = m.from.scene(&m.from.states[p.stage], cameraCenter)
		}
		scene := *states[p.stage]
		scene.Camera = m.from.pinhole(p.camera)
		options := m.reader.sampler.options(m.index, m.from.attempt, p.stage)
		options.Environment = m.environment
		out = append(out, show.View{Scene: &scene, Options: options})
	}
	return out
}

// Labels has the ids that are counted, as in identity pictures; depth and normals are those of everything, the floor as well.
func (m *made) Labels(v int) *show.Labels {
	p := m.reader.shown(m.index, len(m.from.steps))[v]
	all := m.from.surfaces(p)
	return &show.Labels{
		Width: all.Width, Height: all.Height, Object: objectIDs(newCounter(&m.from.sceneSetup).ids(&m.from.states[p.stage], p.camera)),
		ViewZ: all.ViewZ, Normal: all.Normal,
	}
}
