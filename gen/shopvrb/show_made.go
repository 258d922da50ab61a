package shopvrb

import (
	"slices"
	"sync"

	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/scenes"
	"mereo/scenes/settle"
	"mereo/scenes/shoot"
)

// showMade is a scene with its geometry. All can be changed and let go.
type showMade struct {
	*showSample
	sampled *sample
	scene   *scenes.Scene
	options shoot.Options
	labels  *ref.Buffer
	// texts are the numbers of the descriptions of all things by id, before any change; nil where none are told.
	texts []int
	// bodies are the things as they collide, where they are, by id.
	bodies func() ([]settle.Thing, error)
}

// made records a scene and draws its labels. texts are the descriptions that things keep as long as these are true of them; nil to
// draw them.
func (r *showReader) made(sampled *sample, questions []storedQuestion, texts []int) (*showMade, error) {
	environment, err := r.environment()
	if err != nil {
		return nil, err
	}
	p := &sampled.plan
	m := &showMade{sampled: sampled, scene: sceneOf(p), options: r.set.cfg.shootOptions(r.sampler.key, sampled.index, environment)}
	m.labels = labelsOf(m.scene)
	m.bodies = sync.OnceValues(p.bodies)
	of := described{
		index: sampled.index, plan: p, questions: questions, changed: texts != nil, ids: show.IDs(len(p.objects)),
		parts: seenIn(m.labels.Width, m.labels.Part), record: r.sampler.record(sampled, m.labels.Object),
	}
	if of.changed {
		of.keepTexts(r, texts)
		of.leaveOutDeleted()
	} else {
		texts = textsOf(of.record)
	}
	m.texts = texts
	m.showSample, err = r.sample(of)
	return m, err
}

// Editor is the scene.
func (m *showMade) Editor() show.Editable { return m }

// Physics is the scene.
func (m *showMade) Physics() show.Physical { return m }

// textsOf are the descriptions of a record.
func textsOf(r *Record) []int {
	out := make([]int, len(r.Objects))
	for i := range r.Objects {
		if e := r.Objects[i].Extra; e != nil {
			out[i] = e.Description
		}
	}
	return out
}

// keepTexts gives things the descriptions that they had, where these are still true.
func (d *described) keepTexts(r *showReader, texts []int) {
	for i := range d.record.Objects {
		o := &d.record.Objects[i]
		if o.Extra != nil && slices.Contains(r.sampler.own.fitting(o), texts[i]) {
			o.Extra.Description = texts[i]
		}
	}
}

// leaveOutDeleted takes things that were deleted out of the record.
func (d *described) leaveOutDeleted() {
	all := d.record.Objects
	d.record.Objects, d.ids = nil, nil
	for i := range all {
		if !d.plan.objects[i].deleted {
			d.record.Objects = append(d.record.Objects, all[i])
			d.ids = append(d.ids, i+1)
		}
	}
	d.record.Relationships = Relate(d.record.Objects, d.record.Directions, relationEps)
}

// Views is the picture as it is drawn for the dataset.
func (m *showMade) Views() []show.View { return []show.View{{Scene: m.scene, Options: m.options}} }

// Labels are those of the picture.
func (m *showMade) Labels(int) *show.Labels {
	b := m.labels
	return &show.Labels{Width: b.Width, Height: b.Height, Object: b.Object, Part: b.Part, ViewZ: b.ViewZ, Normal: b.Normal}
}
