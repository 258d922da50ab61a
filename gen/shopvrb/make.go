package shopvrb

import (
	"context"
	"fmt"
	"strconv"

	"mereo/engine/frame"
	"mereo/engine/light"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// NewMaker opens a renderer, for pictures.
func (s *Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	m := &maker{cfg: s.cfg, sampler: s.sampler(job), job: job}
	if job.Pictures {
		var err error
		if m.environment, err = s.cfg.Realism.Environment.Open(); err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
		if m.studio, err = shoot.Open(job.GPU); err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
	}
	return m, nil
}

type maker struct {
	cfg         Config
	sampler     *sampler
	job         gen.Job
	studio      *shoot.Studio      // nil without pictures
	environment *light.Environment // nil for none
}

// Renderer names what draws the colors. Labels are drawn by the processor, so that records have masks without a renderer, too,
// and the same ones everywhere.
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

// Make samples, draws and writes one scene. The record that questions are asked about comes last, so that it means, on disk,
// that all else is there.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sampling := phase.Begin(phase.Sampling)
	sampled, err := m.sampler.Sample(index)
	sampling.End()
	if err != nil {
		return nil, err
	}
	f := filesOf(m.job.Split, index)
	record := m.sampler.record(sampled, sampled.ids)
	item := sampled.item(record)
	var steps []func() (write.File, error)
	if m.studio != nil {
		scene := sceneOf(&sampled.plan)
		labels := labelsOf(scene)
		im, seen, err := m.shoot(scene, labels, index)
		if err != nil {
			return nil, fmt.Errorf("shopvrb: %s/%d: %w", m.job.Split, index, err)
		}
		item.Colors = map[string]string{f.picture: seen.String()}
		steps = m.pictures(f, im, labels)
	}
	steps = append(steps, func() (write.File, error) { return writeRecord(m.job.Root, f.record, record) })
	for _, step := range steps {
		file, err := step()
		if err != nil {
			return nil, fmt.Errorf("shopvrb: %s/%d: %w", m.job.Split, index, err)
		}
		item.Files = append(item.Files, file)
	}
	return item, nil
}

// item is what the block's file says of a sample, but for its files.
func (s *sample) item(r *Record) *gen.Item {
	return &gen.Item{Index: s.index, Attempt: s.rejects.Total(), Rejects: s.rejects, Tally: tallyOf(r, s)}
}

// labelsOf are ids, parts, depth and normals of a scene as the processor sees it. Things that touch the ground or sink into it by a hair
// lie before it, as in masks, which are drawn without it.
func labelsOf(s *scenes.Scene) *ref.Buffer {
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
	return out
}

// shoot draws the colors of what has these labels.
func (m *maker) shoot(s *scenes.Scene, labels *ref.Buffer, index int) (im *frame.Images, seen fingerprint.Things, err error) {
	colors := s.PartColors()
	o := m.cfg.shootOptions(m.sampler.key, index, m.environment)
	o.ColorOnly = true
	o.Fault = func(_ int, im *frame.Images) string {
		seen = fingerprint.Of(im.RGB, labels.Object, len(s.Objects))
		return fingerprint.Of(im.RGB, labels.Part, len(colors)-1).Fault(colors)
	}
	im, err = m.studio.Shoot(s, o)
	return im, seen, err
}

// shootOptions are how the picture of an index is drawn; key is that of its split.
func (c *Config) shootOptions(key rng.Key, index int, environment *light.Environment) shoot.Options {
	key.Index = index
	return shoot.Options{
		Quality: c.Quality, View: c.View, Realism: c.Realism, SPP: c.SPP, SubFrames: c.SubFrames, TracedSubFrames: c.TracedSubFrames,
		Environment: environment, Seed: rng.At(key, "picture").Uint64(),
	}
}

// pictures write colors and labels.
func (m *maker) pictures(f sampleFiles, im *frame.Images, labels *ref.Buffer) []func() (write.File, error) {
	root, w, h := m.job.Root, im.Width, im.Height
	steps := []func() (write.File, error){
		func() (write.File, error) { return write.RGBA(root, f.picture, w, h, im.RGB) },
		func() (write.File, error) { return write.Gray16(root, f.ids, w, h, labels.Object) },
		func() (write.File, error) { return write.Gray16(root, f.parts, w, h, labels.Part) },
		func() (write.File, error) { return write.NPY(root, f.depth, []int{h, w}, labels.ViewZ) },
	}
	if m.cfg.Normals {
		steps = append(steps, func() (write.File, error) { return write.NPY(root, f.normals, []int{h, w, 3}, labels.Normal) })
	}
	return steps
}

// writeRecord writes a scene file: one line, so that joined files need only put lines together.
func writeRecord(root, path string, r *Record) (write.File, error) {
	return write.Bytes(root, path, append(r.Append(nil), '\n'))
}

// tallyOf counts what the statistics page shows.
func tallyOf(r *Record, s *sample) gen.Tally {
	t := gen.Tally{}
	t.Add("objects", strconv.Itoa(len(r.Objects)))
	t.Add("ground", s.ground)
	for i := range r.Objects {
		t.Add("instance", s.objects[i].in.name)
		for _, a := range VisualAttributes {
			t.Add(a.Key, r.Objects[i].visual(a.Key))
		}
	}
	return t
}
