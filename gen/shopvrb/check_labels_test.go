package shopvrb

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/backup"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// blackPainter draws black pictures.
type blackPainter struct{}

func (blackPainter) ShootFrom(s *scenes.Scene, _ shoot.Options, poses ...geom.Transform) (out []*frame.Images, err error) {
	w, h := s.Camera.Width, s.Camera.Height
	return []*frame.Images{{Width: w, Height: h, RGB: make([]uint8, 3*w*h)}}, nil
}

func (blackPainter) Renderer() string { return "a driver" }

func (blackPainter) Close() {}

// labeled makes a sample whose picture is black and whose labels are true: these need no renderer.
func labeled(t *testing.T, s *Set, job gen.Job, index int) gen.Item {
	t.Helper()
	black := *s
	black.Open = func(job gen.Job) (*world.Split[*scene], error) {
		split, err := s.open(job)
		split.Painter = func(string) (world.Painter, error) { return blackPainter{}, nil }
		return split, err
	}
	return makeSamples(t, &black, job, index)[0]
}

// One thing is damaged at a time in the labels of a picture.
func TestCheckFindsDamagedLabels(t *testing.T) {
	for name, change := range map[string]func(c *Config){"default": nil, "as published": (*Config).AsPublished} {
		t.Run(name, func(t *testing.T) { damageLabels(t, setOf(t, change)) })
	}
}

func damageLabels(t *testing.T, s *Set) {
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	index := sceneWith(t, s, job, func(p *plan) bool { return len(p.objects[0].model.Parts) > 1 })
	item := labeled(t, s, job, index)
	f := filesOf(job.Split, index)
	kept := backup.Of(t, job.Root, f.record, f.picture, f.ids, f.parts, f.depth)
	ids, err := write.ReadGray16(job.Root, f.ids, publishedWidth, publishedHeight)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := write.ReadGray16(job.Root, f.parts, publishedWidth, publishedHeight)
	if err != nil {
		t.Fatal(err)
	}
	z, err := write.ReadNPY[float32](job.Root, f.depth, publishedHeight, publishedWidth)
	if err != nil {
		t.Fatal(err)
	}
	must := func(_ write.File, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	gray := func(name string, values []uint16, change func(v []uint16)) func() {
		return func() {
			v := slices.Clone(values)
			change(v)
			must(write.Gray16(job.Root, name, publishedWidth, publishedHeight, v))
		}
	}
	depth := func(change func(z []float32)) func() {
		return func() {
			v := slices.Clone(z)
			change(v)
			must(write.NPY(job.Root, f.depth, []int{publishedHeight, publishedWidth}, v))
		}
	}
	first, other := slices.Index(ids, 1), slices.Index(ids, 2)
	expectNoticed(t, s, job, item, kept, []damage{
		{"no picture", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.picture)) }},
		{"no ids", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.ids)) }},
		{"half of the parts", "readable", false, func() { kept.Write(f.parts, kept.Data[f.parts][:200]) }},
		{"no depth", "readable", false, func() { kept.Write(f.depth, nil) }},
		{"small ids", "picture-size", false, func() { must(write.Gray16(job.Root, f.ids, publishedWidth/2, publishedHeight, ids[:len(ids)/2])) }},
		{"a small picture", "picture-size", false, func() { must(write.RGBA(job.Root, f.picture, 2, 1, make([]uint8, 6))) }},
		{"depth on its side", "picture-size", false, func() { must(write.NPY(job.Root, f.depth, []int{publishedWidth, publishedHeight}, z)) }},

		{"an id of nobody", "readable", false, gray(f.ids, ids, func(v []uint16) { v[0] = 99 })},
		{"a pixel less", "labels", false, gray(f.ids, ids, func(v []uint16) { v[first] = 0 })},
		{"a pixel of another", "labels", false, gray(f.ids, ids, func(v []uint16) { v[first] = 2 })},
		{"no part", "labels", false, gray(f.parts, parts, func(v []uint16) { v[first] = 0 })},
		{"a part of the ground", "labels", false, gray(f.parts, parts, func(v []uint16) { v[0] = parts[first] })},
		{"a part of another", "labels", false, gray(f.parts, parts, func(v []uint16) { v[first] = parts[other] })},

		{"a deep ground", "depth-ground", false, depth(func(z []float32) { z[len(z)-1] *= 1.01 })},
		{"no ground", "depth-ground", false, depth(func(z []float32) { z[0] = 0 })},
		{"a wall that is nearer", "depth-ground", false, depth(func(z []float32) { z[0] *= 0.99 })},
		{"a ground that is no number", "depth-ground", false, depth(func(z []float32) { z[0] /= 0 })},
		{"a thing far behind", "labels", false, depth(func(z []float32) { z[first] *= 1.5 })},
		{"a thing far in front", "labels", false, depth(func(z []float32) { z[first] *= 0.5 })},

		{"a depth that is hardly off", "labels", true, depth(func(z []float32) { z[0] *= 1.00001 })},
		{"a thing that is one part", "labels", false, gray(f.parts, parts, func(v []uint16) {
			for at, id := range ids {
				if id == 1 {
					v[at] = parts[first]
				}
			}
		})},
	})
}

// Things that fell, and things that are open.
func TestDroppedSamplesPassTheirCheck(t *testing.T) {
	s := setOf(t, func(c *Config) { c.Drop, c.Articulate = true, true })
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	index := sceneWith(t, s, job, func(p *plan) bool { return p.objects[0].joints != nil })
	item := labeled(t, s, job, index)
	f := filesOf(job.Split, index)
	kept := backup.Of(t, job.Root, f.record, f.ids, f.depth)
	first := func(change func(e *ObjectExtra)) func() {
		return recorded(kept, f.record, func(r *Record) { change(r.Objects[0].Extra) })
	}
	joint := func(change func(joints map[string]float64, name string)) func() {
		return first(func(e *ObjectExtra) {
			for name := range e.Joints {
				change(e.Joints, name)
				return
			}
		})
	}
	expectNoticed(t, s, job, item, kept, []damage{
		{"a joint beyond its limits", "remake", false, joint(func(joints map[string]float64, name string) { joints[name] = 100 })},
		{"a joint less", "remake", false, joint(func(joints map[string]float64, name string) { delete(joints, name) })},
		{"a joint more", "remake", false, joint(func(joints map[string]float64, _ string) { joints["door"] = 0 })},
		{"a thing that was put", "pose", false, first(func(e *ObjectExtra) { e.Lie = nil })},
		{"a pose that is no turn", "pose", false, first(func(e *ObjectExtra) { e.Pose[0] += 0.1 })},
		{"a pose that turns elsewhere", "pose", false, first(func(e *ObjectExtra) { e.Pose = [4]float64{0, 1, 0, 0} })},
		{"a middle", "remake", false, first(func(e *ObjectExtra) { e.Middle[2] += 0.01 })},
	})
}

// The set's own pictures, and records that do not depend on them.
func TestRenderedSamplesPassTheirCheck(t *testing.T) {
	gltest.Renderer(t)
	s := setOf(t, func(c *Config) { c.SubFrames, c.Quality = 1, frame.Draft })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true, GPU: os.Getenv("MEREO_TEST_GPU")}
	items := makeSamples(t, s, job, 0, 1)
	for _, item := range items {
		for _, p := range problemsOf(t, s, job, item, true) {
			t.Errorf("sample %d: %+v", item.Index, p)
		}
	}
	bare := job
	bare.Root, bare.Pictures = t.TempDir(), false
	makeSamples(t, s, bare, 0, 1)
	for _, item := range items {
		name := filesOf(job.Split, item.Index).record
		with, err := os.ReadFile(filepath.Join(job.Root, name))
		without, err2 := os.ReadFile(filepath.Join(bare.Root, name))
		if err != nil || err2 != nil || string(with) != string(without) {
			t.Errorf("%s differs with pictures and without (%v, %v): %s", name, err, err2, record.Diff(with, without))
		}
	}
}
