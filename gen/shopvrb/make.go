package shopvrb

import (
	"context"
	"strconv"
	"sync"

	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
	"mereo/scenes/shoot"
)

// split is what is known of a split before there is a sample.
type split struct {
	cfg          Config
	sampler      *sampler
	job          gen.Job
	kinds        []askedKind
	library      *ask.Library[*known]
	words        *closed.Vocabulary
	lexicon      func() *show.Lexicon
	descriptions map[string][]string // by class
}

func (s *Set) split(job gen.Job) *split {
	r := &split{cfg: s.cfg, sampler: s.sampler(job), job: job, kinds: s.asked, library: newLibrary(s.own.newClasses()...), descriptions: s.own.descriptions()}
	r.words = vocabularyOf(r.library)
	r.lexicon = sync.OnceValue(func() *show.Lexicon { return lexiconOf(r.words, s.cfg.Published.Words) })
	return r
}

// scene is a sample with what follows from it, or what files tell of one.
type scene struct {
	sampled *sample // nil where files do not tell it
	record  *Record // of the things that are there
	ids     []int   // of these things, in label pictures
	// bodies are the things of the sample as they collide, where they are, by id.
	bodies    func() ([]settle.Thing, error)
	questions []storedQuestion
	plain     *ask.Plain // what questions know; of pages
	// Of what was changed, by id: the descriptions before any change, and which things the last changes moved or turned.
	texts []int
	moved []bool
}

// sceneOf is the scene of a sample.
func (r *split) sceneOf(m *sample) *scene {
	return &scene{
		sampled: m, record: r.sampler.record(m, m.seen.Object), ids: show.IDs(len(m.objects)), bodies: sync.OnceValues(m.plan.bodies),
	}
}

// plan makes the scene of an index.
func (r *split) plan(_ context.Context, index int) (*scene, error) {
	sampling := phase.Begin(phase.Sampling)
	m, err := r.sampler.Sample(index)
	sampling.End()
	if err != nil {
		return nil, err
	}
	return r.sceneOf(m), nil
}

// shots are the one picture, and the frames of the film. Labels are drawn by the processor, so that records have masks without a renderer, too, and the same ones
// everywhere.
func (r *split) shots(p *scene) []world.Shot {
	shot := world.Shot{
		Pinhole: r.cfg.optics().cameraAt(r.sampler.cameraOf(p.record)),
		Labels:  func() *show.Labels { return labelsOf(sceneOf(&p.sampled.plan)) },
		IDs: func() *show.Labels {
			if p.sampled == nil || p.sampled.seen == nil {
				return nil
			}
			seen := *p.sampled.seen
			seen.ViewZ = nil
			return &seen
		},
	}
	shot.Name = "picture"
	if e := p.record.Extra; e != nil {
		shot.Camera = e.Calibration
	}
	if shot.Camera == nil {
		shot.Camera = calibrationOf(&shot.Pinhole)
	}
	return append([]world.Shot{shot}, p.frames(&shot)...)
}

// labelsOf are ids, parts, depth and normals of a scene as the processor sees it. Things that touch the ground or sink into it by a hair
// lie before it, as in masks, which are drawn without it.
func labelsOf(s *scenes.Scene) *show.Labels {
	defer phase.Begin(phase.Encode).End()
	things := *s
	things.Backdrop = nil
	out, alone := ref.Draw(s.Frame()), ref.Draw(things.Frame())
	for at, id := range alone.Object {
		if id != 0 {
			out.Object[at], out.Part[at], out.ViewZ[at] = id, alone.Part[at], alone.ViewZ[at]
			copy(out.Normal[3*at:3*at+3], alone.Normal[3*at:])
		}
	}
	return world.LabelsOf(out)
}

// scene is what the camera sees in a state, and how it is drawn.
func (r *split) scene(p *scene, state int) (*scenes.Scene, shoot.Options) {
	c, key := &r.cfg, r.sampler.key
	key.Index = p.sampled.index
	now := p.sampled.stateOf(state)
	s := sceneOf(now)
	if !c.Published.BareGlass {
		s = now.glazed(s)
	}
	return s, shoot.Options{
		Quality: c.Quality, View: c.View, Realism: c.Realism, SPP: c.SPP, SubFrames: c.SubFrames, TracedSubFrames: c.TracedSubFrames,
		Seed: rng.At(key, "picture").Uint64(),
	}
}

// files are those of a sample in the order of writing. The record, that questions are asked about, is one line, so that joined files need
// only put lines together.
func (r *split) files(t *world.Take[*scene]) []world.File {
	f := filesOf(r.job.Split, t.Index)
	out := []world.File{
		{Path: f.picture, Pass: world.Color}, {Path: f.ids, Pass: world.Object}, {Path: f.parts, Pass: world.Part}, {Path: f.depth, Pass: world.ViewZ},
	}
	if r.cfg.Normals {
		out = append(out, world.File{Path: f.normals, Pass: world.Normal})
	}
	out = append(out, world.FramesOf(out, len(t.Shots)-1)...)
	return append(out, world.File{Path: f.record, Bytes: func() ([]byte, error) { return t.Plan.bytes(), nil }})
}

// bytes are those of the scene's file.
func (p *scene) bytes() []byte { return append(p.record.Append(nil), '\n') }

// countsOf are how many ids labels have. Where files do not tell the models, parts may have any id.
func countsOf(p *scene) (out world.Things) {
	if p.sampled == nil {
		return world.Things{Objects: len(p.record.Objects), Parts: []int{1<<16 - 1}}
	}
	for i := range p.sampled.objects {
		out.Objects++
		out.Parts = append(out.Parts, len(p.sampled.objects[i].model.Parts))
	}
	return out
}

// item is what the block's file says of a sample, but for its files. The tally is what the statistics page shows.
func item(t *world.Take[*scene]) *gen.Item {
	m, r, tally := t.Plan.sampled, t.Plan.record, gen.Tally{}
	tally.Add("objects", strconv.Itoa(len(r.Objects)))
	tally.Add("ground", m.ground)
	for i := range r.Objects {
		tally.Add("instance", m.objects[i].in.name)
		for _, a := range VisualAttributes {
			tally.Add(a.Key, r.Objects[i].visual(a.Key))
		}
	}
	return &gen.Item{Index: t.Index, Attempt: m.rejects.Total(), Rejects: m.rejects, Tally: tally}
}
