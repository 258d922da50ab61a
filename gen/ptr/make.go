package ptr

import (
	"context"
	"slices"
	"sync"

	"mereo/engine/camera"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// plan is what a sample is made from, and what its files tell of it.
type plan struct {
	*Sample         // nil where files are read alone
	stored  *Record // what the scene file says, where it was read
	raw     []byte  // its bytes
	told    bool    // Sample is what stored tells
	gone    []bool  // objects that were deleted; their meshes are empty
	moved   []bool  // objects that the last changes put elsewhere
	once    bool    // steps were made and there are no questions: one simulation judges, which says neither how sure it is nor what would help
	asked   []asked // nil before they are read
	shown   *shown  // nil before the page is made
	scene   func() *scenes.Scene
	records sync.Once
	record  *Record
}

// planOf is the plan that a sample is made by.
func planOf(m *Sample) *plan {
	p := &plan{Sample: m, gone: make([]bool, len(m.Objects)), moved: make([]bool, len(m.Objects))}
	p.scene = sync.OnceValue(func() *scenes.Scene {
		seen := *m.Scene
		seen.Backdrop = m.backdrop()
		return &seen
	})
	return p
}

// plan makes the plan of an index.
func (r *reader) plan(_ context.Context, index int) (*plan, error) {
	m, err := r.sampler.plan(index)
	if err != nil {
		return nil, err
	}
	return planOf(m), nil
}

// camera is the one of the picture.
func (p *plan) camera() camera.Pinhole {
	if p.Sample == nil {
		return p.stored.pinhole()
	}
	return p.Scene.Camera
}

// labeled are how many objects and parts there are.
func (p *plan) labeled() (out world.Things) {
	if p.Sample == nil {
		out.Objects = len(p.stored.Objects)
		for i := range p.stored.Objects {
			out.Parts = append(out.Parts, len(p.stored.Objects[i].Parts))
		}
		return out
	}
	out.Objects = len(p.Objects)
	for i := range p.Objects {
		out.Parts = append(out.Parts, len(p.Objects[i].raw))
	}
	return out
}

// shots are the one picture, and the frames of the film.
func (r *reader) shots(p *plan) []world.Shot {
	shot := world.Shot{Pinhole: p.camera(), IDs: func() *show.Labels { return r.ids(p) }}
	if shot.Name = "picture"; p.Sample == nil {
		shot.Camera = &p.stored.Camera
	}
	return append([]world.Shot{shot}, p.frames(&shot)...)
}

// ids are what can be known of the label pictures without drawing the scene.
func (r *reader) ids(p *plan) *show.Labels {
	var ids IDs
	switch {
	case p.Sample == nil || slices.Contains(p.moved, true): // into a wall, perhaps
		return nil
	case p.told:
		ids = r.sampler.masks(p.Sample, p.stored)
	default:
		ids = p.Composite()
	}
	return &show.Labels{Width: p.Scene.Camera.Width, Height: p.Scene.Camera.Height, Object: ids.Object, Part: ids.Part}
}

// scene is what the camera sees in a frame of the film, 0 for the picture.
func (r *reader) scene(p *plan, frame int) (*scenes.Scene, shoot.Options) {
	cfg := &r.set.cfg
	return p.sceneAt(frame), shoot.Options{
		Quality: cfg.Quality, View: cfg.View, Realism: cfg.Realism, SPP: cfg.SPP, SubFrames: cfg.SubFrames,
		Seed: rng.At(p.Key, "picture").Uint64(),
	}
}

// files are color and part ids, what is chosen of depth and normals, and the record.
func (r *reader) files(t *world.Take[*plan]) (out []world.File) {
	f, w := filesOf(r.job.Split, t.Index), r.set.cfg.Write
	for _, p := range []struct {
		wanted bool
		path   string
		pass   world.Pass
	}{
		{true, f.image, world.Color}, {w.hasEXR(), f.rayDist, world.RayDist}, {w.hasNPY(), f.viewZ, world.ViewZ},
		{w.Normals, f.normals, world.Normal}, {true, f.ids, world.Part},
	} {
		if p.wanted {
			out = append(out, world.File{Path: p.path, Pass: p.pass})
		}
	}
	out = append(out, world.FramesOf(out, len(t.Shots)-1)...)
	return append(out, world.File{Path: f.scene, Bytes: func() ([]byte, error) { return record.Append(nil, record.Indented, r.record(t)), nil }})
}

// record is what is written of a sample. Of what only its file tells, what follows from the rest is found again.
func (r *reader) record(t *world.Take[*plan]) *Record {
	p := t.Plan
	p.records.Do(func() {
		if p.record = p.stored; p.Sample == nil {
			return
		}
		defer phase.Begin(phase.Encode).End()
		ids := t.IDs(0)
		p.record = r.sampler.Record(p.Sample, IDs{ids.Object, ids.Part})
		if p.told {
			p.record.keep(p.Sample, p.stored, r.job.Pictures)
		}
	})
	return p.record
}

// item is what the block says of a sample.
func (r *reader) item(t *world.Take[*plan]) *gen.Item {
	return &gen.Item{Index: t.Index, Attempt: t.Plan.Key.Attempt, Rejects: t.Plan.Rejects, Tally: tallyOf(r.record(t))}
}
