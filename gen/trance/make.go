package trance

import (
	"fmt"
	"slices"
	"strings"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// shots are the pictures of a sample, those of pages by state, the center camera first, as published views are. The frames of films come last.
func (c Config) shots(m *generatedSample) (out []world.Shot) {
	for _, at := range c.places(len(m.steps)) {
		shot := m.shot(at.stage, at.camera)
		if c.drawn(at, len(m.steps)) {
			shot.Name = at.name(len(m.steps))
		}
		out = append(out, shot)
	}
	c.eachFrame(len(m.steps), func(cam cameraID, frame int) { out = append(out, m.shot(momentOf(frame, len(m.steps)), cam)) })
	return out
}

// ids are those that are counted: 0 for nothing, or the object's index + 1. Unlike objects floor and lines hide nothing.
func (m *generatedSample) ids(at place) []uint16 {
	ids := m.counter.ids(&m.states[at.stage], at.camera)
	out := make([]uint16, len(ids))
	for k, id := range ids {
		out[k] = uint16(id)
	}
	return out
}

// files are those of a sample in the order of writing.
func (r *reader) files(t *world.Take[*generatedSample]) (out []world.File) {
	m := t.Plan
	places := r.cfg.places(len(m.steps))
	for _, p := range r.cfg.pictures(r.job.Split, t.Index, len(m.steps)) {
		out = append(out, file(p.path, slices.Index(places, p.place), p.kind))
	}
	out = append(out, r.cfg.filmFiles(r.job.Split, t.Index, len(m.steps), len(places))...)
	record := func() ([]byte, error) { return r.cfg.infoRecord(t.Index, m).encode(), nil }
	return append(out, world.File{Path: r.cfg.infoPath(r.job.Split, t.Index), Bytes: record})
}

// passes are what pictures have.
var passes = map[pictureKind]world.Pass{colorPicture: world.Color, idPicture: world.Object, normalPicture: world.Normal}

// itemOf is what a block says of a sample, but its files.
func itemOf(t *world.Take[*generatedSample]) *gen.Item {
	made := t.Plan
	item := &gen.Item{
		Index: t.Index, Attempt: made.attempt, Rejects: made.refusals, Tally: tallyOf(made), Caption: caption(t.Index, made.steps),
	}
	item.Tally[tallyTries] = map[string]int{tallySteps: made.trials}
	return item
}

// scene is a moment of a film, such as a state, and how it is drawn.
func (s *sampler) scene(m *generatedSample, moment int) (*scenes.Scene, shoot.Options) {
	setup := m.sceneSetup
	setup.darkGlass = s.cfg.Published.DarkGlass
	return m.sceneAt(&setup, moment, cameraCenter), s.options(m.index, m.attempt, moment)
}

// bounceRays are few, because the floor is most of what they meet, and it looks the same everywhere.
const bounceRays = 4

// options are how the pictures of a moment of a sample are drawn, without the environment.
func (s *sampler) options(index, attempt, moment int) shoot.Options {
	cfg, key := s.cfg, s.key
	key.Index, key.Attempt = index, attempt
	out := shoot.Options{
		Quality: cfg.Quality, View: cfg.View, Realism: cfg.Realism, SPP: cfg.SPP, SubFrames: cfg.SubFrames,
		TracedSubFrames: cfg.TracedSubFrames, BounceRays: bounceRays, Seed: rng.At(key, "pictures").Uint64(),
	}
	if cfg.Realism.Sensor != (frame.Sensor{}) {
		out.Seed += uint64(1 + moment) // what a camera sees twice has not the same noise twice
	}
	return out
}

// caption writes a sample's steps in words: "7: 4 material.glass, 1 position.right.1".
func caption(index int, steps []Step) string {
	words := make([]string, len(steps))
	for i, s := range steps {
		words[i] = fmt.Sprintf("%d %v", s.Object, s.Pair)
	}
	return fmt.Sprintf("%d: %s", index, strings.Join(words, ", "))
}
