package trance

import (
	"context"
	"fmt"
	"strings"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
	"mereo/internal/phase"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// NewMaker opens a renderer, for pictures.
func (s *Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	m := &maker{sampler: newSampler(s.cfg, job.Seed, job.Split), job: job}
	if job.Pictures {
		var err error
		if m.environment, err = s.cfg.Realism.Environment.Open(); err != nil {
			return nil, fmt.Errorf("trance: %w", err)
		}
		if m.studio, err = shoot.Open(job.GPU); err != nil {
			return nil, fmt.Errorf("trance: %w", err)
		}
	}
	return m, nil
}

type maker struct {
	sampler     *sampler
	job         gen.Job
	studio      *shoot.Studio      // nil for records only
	environment *light.Environment // nil for none
}

// Renderer names what draws.
func (m *maker) Renderer() string {
	if m.studio == nil {
		return ""
	}
	return m.studio.Renderer()
}

// Close gives the renderer back.
func (m *maker) Close() error {
	if m.studio != nil {
		m.studio.Close()
	}
	return nil
}

// Make samples, draws and writes one sample. The record comes last, so that a record on disk means that its pictures are
// there.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	made, err := m.sampler.Sample(ctx, index)
	if err != nil {
		return nil, err
	}
	cfg := m.sampler.cfg
	item := itemOf(index, made)
	if m.studio != nil {
		if item.Files, item.Colors, err = m.pictures(ctx, index, made); err != nil {
			return nil, fmt.Errorf("trance: %s/%d: %w", m.job.Split, index, err)
		}
	}
	encode := phase.Begin(phase.Encode)
	data := cfg.infoRecord(index, made).encode()
	encode.End()
	f, err := write.Bytes(m.job.Root, cfg.infoPath(m.job.Split, index), data)
	if err != nil {
		return nil, fmt.Errorf("trance: %s/%d: %w", m.job.Split, index, err)
	}
	item.Files = append(item.Files, f)
	return item, nil
}

// itemOf is what a block says of a sample, but its files.
func itemOf(index int, made *generatedSample) *gen.Item {
	item := &gen.Item{
		Index: index, Attempt: made.attempt, Rejects: made.refusals, Tally: tallyOf(made), Caption: caption(index, made.steps),
	}
	item.Tally[tallyTries] = map[string]int{tallySteps: made.trials}
	return item
}

// bounceRays are few, because the floor is most of what they meet, and it looks the same everywhere.
const bounceRays = 4

// options are how the pictures of a state of a sample are drawn, without the environment.
func (s *sampler) options(index, attempt, stage int) shoot.Options {
	cfg, key := s.cfg, s.key
	key.Index, key.Attempt = index, attempt
	out := shoot.Options{
		Quality: cfg.Quality, View: cfg.View, Realism: cfg.Realism, SPP: cfg.SPP, SubFrames: cfg.SubFrames,
		TracedSubFrames: cfg.TracedSubFrames, BounceRays: bounceRays, Seed: rng.At(key, "pictures").Uint64(),
	}
	if cfg.Realism.Sensor != (frame.Sensor{}) {
		out.Seed += uint64(1 + stage) // what a camera sees twice has not the same noise twice
	}
	return out
}

// pictures draws the pictures of a sample, and then writes them.
func (m *maker) pictures(ctx context.Context, index int, made *generatedSample) (files []write.File, colors map[string]string, err error) {
	cfg := m.sampler.cfg
	counter := newCounter(&made.sceneSetup)
	list := cfg.pictures(m.job.Split, index, len(made.steps))
	colors = map[string]string{}
	drawn := make([][]uint8, len(list)) // but normals, which are drawn as they are written
	for stage := range made.states {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		state := &made.states[stage]
		var shots []int // of this state, in list
		var poses []geom.Transform
		for i, p := range list {
			switch {
			case p.stage != stage:
			case p.kind == idPicture:
				drawn[i] = paintIDs(counter.ids(state, p.camera))
			case p.kind == colorPicture:
				shots, poses = append(shots, i), append(poses, made.pinhole(p.camera).WorldFromCamera)
			}
		}
		if len(shots) == 0 {
			continue
		}
		options := m.sampler.options(index, made.attempt, stage)
		options.ColorOnly, options.Environment = true, m.environment
		scene := made.scene(state, cameraCenter)
		reflectances := scene.ObjectColors()
		options.Fault = func(pose int, im *frame.Images) string {
			p := list[shots[pose]]
			seen := fingerprint.Of(im.RGB, counter.ids(state, p.camera), ObjectCount)
			colors[p.path] = seen.String()
			return seen.Fault(reflectances)
		}
		images, err := m.studio.ShootFrom(scene, options, poses...)
		if err != nil {
			return nil, nil, err
		}
		for k, i := range shots {
			drawn[i] = images[k].RGB
		}
	}
	for i, p := range list {
		var f write.File
		if p.kind == normalPicture {
			f, err = write.NPY(m.job.Root, p.path, []int{cfg.Height, cfg.Width, 3}, made.surfaces(p).Normal)
		} else {
			f, err = write.RGBA(m.job.Root, p.path, cfg.Width, cfg.Height, drawn[i])
		}
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	return files, colors, nil
}

// surfaces are depth and normals of all that a picture shows, floor and wall as well, drawn on the processor.
func (m *generatedSample) surfaces(p picture) *ref.Buffer {
	return ref.Draw(m.scene(&m.states[p.stage], p.camera).Frame())
}

// paintIDs colors ids: 0 for background, or an object's index + 1.
func paintIDs(ids []uint8) []uint8 {
	rgb := make([]uint8, 0, 3*len(ids))
	for _, id := range ids {
		c := idBackground
		if id > 0 {
			c = idColors[id-1]
		}
		rgb = append(rgb, c[:]...)
	}
	return rgb
}

// caption writes a sample's steps in words: "7: 4 material.glass, 1 position.right.1".
func caption(index int, steps []Step) string {
	words := make([]string, len(steps))
	for i, s := range steps {
		words[i] = fmt.Sprintf("%d %v", s.Object, s.Pair)
	}
	return fmt.Sprintf("%d: %s", index, strings.Join(words, ", "))
}
