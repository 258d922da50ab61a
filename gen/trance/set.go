package trance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/write"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

const setName = "trance"

// Set is TRANCE as gen.Set.
type Set struct{ cfg Config }

// New returns the set of a configuration.
func New(cfg Config) (*Set, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	return &Set{cfg}, nil
}

// Name is "trance".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

// Validate has nothing to complain about: nothing is needed from outside.
func (s *Set) Validate(gen.Job) error { return nil }

// NewAsker is nil: the steps are the question.
func (s *Set) NewAsker(context.Context, gen.Job) (gen.Asker, error) { return nil, nil }

// About describes the set.
func (s *Set) About() gen.About { return about(s.cfg) }

// Assemble joins the records of a split.
func (s *Set) Assemble(ctx context.Context, job gen.Job, items []gen.Item) ([]write.File, error) {
	return s.cfg.assemble(ctx, job, items)
}

// Tables are those of sequences of pairs.
func (s *Set) Tables(ctx context.Context, job gen.Job, _ []gen.Item) ([]gen.Table, error) {
	return tables(ctx, s.cfg, job)
}

// Figures are the acceptance figures.
func (s *Set) Figures(ctx context.Context, job gen.Job, items []gen.Item) ([]gen.Figure, error) {
	return figures(ctx, s.cfg, job, items)
}

// NewMaker opens a renderer, for pictures.
func (s *Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	m := &maker{sampler: newSampler(s.cfg, job.Seed, job.Split), job: job}
	if job.Pictures {
		var err error
		if m.studio, err = shoot.Open(job.GPU); err != nil {
			return nil, fmt.Errorf("trance: %w", err)
		}
	}
	return m, nil
}

type maker struct {
	sampler *sampler
	job     gen.Job
	studio  *shoot.Studio // nil for records only
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

// Make samples, draws and writes one sample. The record comes last, so that a record on disk means that its pictures are there.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	made, err := m.sampler.Sample(ctx, index)
	if err != nil {
		return nil, err
	}
	cfg := m.sampler.cfg
	item := &gen.Item{
		Index: index, Attempt: made.Attempt, Rejects: made.Refusals, Tally: tallyOf(made), Caption: caption(index, made.Steps),
	}
	item.Tally[tallyTries] = map[string]int{tallySteps: made.Tries}
	if m.studio != nil {
		if item.Files, err = m.pictures(ctx, index, made); err != nil {
			return nil, fmt.Errorf("trance: %s/%d: %w", m.job.Split, index, err)
		}
	}
	data, err := cfg.infoRecord(index, made).encode()
	if err != nil {
		return nil, fmt.Errorf("trance: %s/%d: %w", m.job.Split, index, err)
	}
	f, err := write.Bytes(m.job.Root, cfg.infoPath(m.job.Split, index), data)
	if err != nil {
		return nil, fmt.Errorf("trance: %s/%d: %w", m.job.Split, index, err)
	}
	item.Files = append(item.Files, f)
	return item, nil
}

// pictures draws the pictures of a sample, and then writes them.
func (m *maker) pictures(ctx context.Context, index int, made *Made) (files []write.File, err error) {
	cfg := m.sampler.cfg
	key := m.sampler.key
	key.Index, key.Attempt = index, made.Attempt
	options := shoot.Options{
		SubFrames: cfg.SubFrames, TracedSubFrames: cfg.TracedSubFrames, Seed: rng.At(key, "pictures").Uint64(), ColorOnly: true,
	}
	counter := newCounter(&made.Setup)
	list := cfg.pictures(m.job.Split, index, len(made.Steps))
	drawn := make([][]uint8, len(list))
	for stage := range made.States {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		state := &made.States[stage]
		var shots []int // of this state, in list
		var poses []geom.Transform
		for i, p := range list {
			switch {
			case p.stage != stage:
			case p.ids:
				drawn[i] = idPicture(counter.ids(state, p.camera))
			default:
				shots, poses = append(shots, i), append(poses, made.pinhole(p.camera).WorldFromCamera)
			}
		}
		images, err := m.studio.ShootFrom(made.scene(state, Center), options, poses...)
		if err != nil {
			return nil, err
		}
		for k, i := range shots {
			drawn[i] = images[k].RGB
		}
	}
	for i, p := range list {
		f, err := write.RGBA(m.job.Root, p.path, pictureWidth, pictureHeight, drawn[i])
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// idPicture colours ids: 0 for background, or an object's index + 1.
func idPicture(ids []uint8) []uint8 {
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

// NewChecker needs nothing but the configuration.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	return &checker{sampler: newSampler(s.cfg, job.Seed, job.Split), job: job}, nil
}

type checker struct {
	sampler *sampler
	job     gen.Job
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// Check applies every rule to the sample of an item. With remake the sample is made again from its seed, and its record must
// come out byte for byte.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	cfg := c.sampler.cfg
	name := cfg.infoPath(c.job.Split, item.Index)
	data, err := os.ReadFile(filepath.Join(c.job.Root, filepath.FromSlash(name)))
	if err != nil {
		return []gen.Problem{problem(name, "", "readable", "%v", err)}, nil
	}
	made, problems := cfg.checkRecord(c.job.Split, item.Index, data)
	if made == nil {
		return problems, nil
	}
	problems = append(problems, cfg.checkPictures(c.job, item, made)...)
	if !remake || len(problems) > 0 {
		return problems, nil
	}
	again, err := c.sampler.Sample(ctx, item.Index)
	if err != nil {
		return nil, err
	}
	want, err := cfg.infoRecord(item.Index, again).encode()
	if err != nil {
		return nil, fmt.Errorf("trance: %s: %w", name, err)
	}
	if !bytes.Equal(data, want) {
		problems = append(problems,
			problem(name, "", "remake", "differs at byte %d from what the seed gives", firstDifference(data, want)))
	}
	return problems, nil
}
