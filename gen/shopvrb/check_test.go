package shopvrb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/backup"
	"mereo/scenes/annot"
)

// sceneWith is the first index whose things pass a test.
func sceneWith(t *testing.T, s *Set, job gen.Job, test func(p *plan) bool) int {
	t.Helper()
	from := newSampler(s.cfg.SceneConfig, job.Seed, job.Split)
	for index := range 200 {
		m, err := from.Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		if test(&m.plan) {
			return index
		}
	}
	t.Fatal("no scene has such things")
	return 0
}

func TestSamplesPassTheirCheck(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"default": nil, "as published": (*Config).AsPublished, "own directions": func(c *Config) { c.OwnDirections = true },
		"raw questions": func(c *Config) { c.RawQuestions = true },
	} {
		for _, split := range []string{"train", benchmarkSplit} {
			s, job := setOf(t, change), gen.Job{Root: t.TempDir(), Seed: 4, Split: split}
			for _, item := range makeSamples(t, s, job, 0, 1, 2, 3) {
				for _, p := range problemsOf(t, s, job, item, true) {
					t.Errorf("%s, %s/%d: %+v", name, split, item.Index, p)
				}
			}
		}
	}
}

// One thing is damaged at a time in what a sample's files say.
func TestCheckFindsDamagedRecords(t *testing.T) {
	s, job := setOf(t, nil), gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	index := sceneWith(t, s, job, func(p *plan) bool { return p.objects[0].in.name == "mug1" })
	item := makeSamples(t, s, job, index)[0]
	f := filesOf(job.Split, index)
	kept := backup.Of(t, job.Root, f.record, f.visual, f.textual)
	scene := func(change func(r *Record)) func() { return recorded(kept, f.record, change) }
	mug := func(change func(o *ObjectRecord)) func() { return scene(func(r *Record) { change(&r.Objects[0]) }) }
	text := func(old, changed string) func() {
		return func() {
			good := string(kept.Data[f.record])
			if !strings.Contains(good, old) {
				t.Fatalf("%s has no %q", f.record, old)
			}
			kept.Write(f.record, []byte(strings.Replace(good, old, changed, 1)))
		}
	}
	area := func(n int) *Mask {
		return encodeMask(annot.RLE{Size: [2]int{480, 640}, Counts: []int{0, n, 480*640 - n}})
	}
	move := func(r *Record, by float64) {
		r.Objects[1].Position = r.Objects[0].Position
		r.Objects[1].Position[1] += by
		r.Relationships = Relate(r.Objects, r.Directions, relationEps)
	}
	expectNoticed(t, s, job, item, kept, []damage{
		{"no record", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.record)) }},
		{"half a record", "remake", false, func() { kept.Write(f.record, kept.Data[f.record][:500]) }},
		{"a relation list less", "remake", false, scene(func(r *Record) { r.Relationships.Left = r.Relationships.Left[1:] })},
		{"a broken mask", "remake", false, mug(func(o *ObjectRecord) { o.Mask.Counts = o.Mask.Counts[1:] })},
		{"another index", "remake", false, scene(func(r *Record) { r.ImageIndex++ })},
		{"another split", "remake", false, scene(func(r *Record) { r.Split = "val" })},
		{"another picture", "remake", false, scene(func(r *Record) { r.ImageFilename = "mug.png" })},
		{"two things", "remake", false, scene(func(r *Record) {
			r.Objects = r.Objects[:2]
			r.Relationships = Relate(r.Objects, r.Directions, relationEps)
		})},

		{"no key of our own", "remake", false, scene(func(r *Record) { r.Extra = nil })},
		{"a thing without a key of our own", "remake", false, mug(func(o *ObjectRecord) { o.Extra = nil })},
		{"a ground that there is not", "remake", false, scene(func(r *Record) { r.Extra.Ground = "texture6" })},
		{"a camera that is far off", "remake", false, scene(func(r *Record) { r.Extra.Camera[2] = 6 })},
		{"a lamp that is far off", "remake", false, scene(func(r *Record) { r.Extra.Lamps.Back[0] = 0 })},
		{"a camera just beside", "remake", false, scene(func(r *Record) { r.Extra.Camera = triple(cameraBase) })},

		{"no calibration", "remake", false, scene(func(r *Record) { r.Extra.Calibration = nil })},
		{"a longer lens", "remake", false, scene(func(r *Record) { r.Extra.Calibration.K[0][0] += 1e-9 })},
		{"another principal point", "remake", false, scene(func(r *Record) { r.Extra.Calibration.K[1][2]-- })},
		{"a camera that is turned a bit", "remake", false, scene(func(r *Record) { r.Extra.Calibration.R[0][0] += 1e-12 })},
		{"a camera elsewhere", "remake", false, scene(func(r *Record) { r.Extra.Calibration.T[2] += 1e-9 })},
		{"a wider picture", "remake", false, scene(func(r *Record) { r.Extra.Calibration.Width++ })},
		{"a nearer end", "remake", false, scene(func(r *Record) { r.Extra.Calibration.Far-- })},
		{"a camera that is no rotation", "remake", false, scene(func(r *Record) { r.Extra.Calibration.R[0][0] += 1e-3 })},

		{"a blunt direction", "remake", false, scene(func(r *Record) { r.Directions.Left[0] += 1e-9 })},
		{"a relation", "remake", false, scene(func(r *Record) {
			r.Relationships.Left, r.Relationships.Right = r.Relationships.Right, r.Relationships.Left
		})},
		{"another place", "remake", false, scene(func(r *Record) {
			r.Objects[0].Position, r.Objects[1].Position = r.Objects[1].Position, r.Objects[0].Position
		})},
		{"pixel_coords", "remake", false, mug(func(o *ObjectRecord) { o.Pixel.X++ })},
		{"depth", "remake", false, mug(func(o *ObjectRecord) { o.Pixel.Depth += 1e-9 })},

		{"a color that mugs do not have", "remake", false, mug(func(o *ObjectRecord) { o.Color = "metallic" })},
		{"a material that mugs do not have", "remake", false, mug(func(o *ObjectRecord) { o.Material = "plastic" })},
		{"a shape", "remake", false, mug(func(o *ObjectRecord) { o.Shape = "cuboid" })},
		{"a weight", "remake", false, mug(func(o *ObjectRecord) { o.Weight = "heavy" })},
		{"a way to be moved", "remake", false, mug(func(o *ObjectRecord) { o.Movability = "movable" })},
		{"a size", "remake", false, mug(func(o *ObjectRecord) { o.Size = "large" })},
		{"a scale", "remake", false, mug(func(o *ObjectRecord) { o.Extra.Scale = 0.5 })},
		{"another mug", "remake", false, mug(func(o *ObjectRecord) { o.Extra.Instance = "mug2" })},
		{"a mug of the benchmark", "remake", false, mug(func(o *ObjectRecord) { o.Extra.Instance = "mug" })},
		{"a thing that hovers", "remake", false, mug(func(o *ObjectRecord) { o.Position[2] = 0.0727 })},
		{"a mug that is plugged in", "remake", false, mug(func(o *ObjectRecord) { o.Powering = "socket-powered" })},
		{"a property to be read up less", "remake", false, mug(func(o *ObjectRecord) { o.Attribute = o.Attribute[1:] })},
		{"a text that there is not", "remake", false, mug(func(o *ObjectRecord) { o.Extra.Description = 11 })},
		{"a part that mugs do not have", "remake", false, mug(func(o *ObjectRecord) { o.Extra.Parts = append(o.Extra.Parts, "lid") })},
		{"a place between float32 values", "remake", false, mug(func(o *ObjectRecord) { o.Position[0] += 1e-9 })},
		{"a place beside the table", "remake", false, mug(func(o *ObjectRecord) { o.Position[0] = 4 })},
		{"turned too far", "remake", false, mug(func(o *ObjectRecord) { o.Rotation = 60 })},

		{"no mask", "remake", false, mug(func(o *ObjectRecord) { o.Mask = nil })},
		{"a mask on its side", "remake", false, mug(func(o *ObjectRecord) { o.Mask.Size = [2]int{640, 480} })},
		{"a small mask", "remake", false, mug(func(o *ObjectRecord) { o.Mask = area(199) })},
		{"the mask of another", "remake", false, scene(func(r *Record) { r.Objects[0].Mask = r.Objects[1].Mask })},
		{"things close along a direction", "remake", false, scene(func(r *Record) { move(r, 0.2) })},
		{"things in each other", "remake", false, scene(func(r *Record) { move(r, 0.3) })},

		{"an answer", "question-answer", false, asked(kept, f.visual, func(q []*QuestionRecord) { q[0].Answer = "perhaps" })},
		{"a program", "question-program", false, asked(kept, f.textual, func(q []*QuestionRecord) { q[0].Program[0].Function = "world" })},

		{"a mask that covers nothing else", "remake", false, mug(func(o *ObjectRecord) {
			r := (&Record{Objects: []ObjectRecord{*o}}).mask(0)
			r.Counts[1]--
			r.Counts[2]++
			o.Mask = encodeMask(r)
		})},
		{"a lamp", "remake", false, scene(func(r *Record) { r.Extra.Lamps.Fill = triple(lampBase[fillLamp]) })},
		{"a space", "remake", false, text(`{"split": `, `{"split":  `)},
		{"a key", "remake", false, text(`{"split": `, `{"note": "", "split": `)},
	})
	// A sample that is not asked about yet is in order.
	for _, name := range []string{f.visual, f.textual} {
		if err := os.Remove(filepath.Join(job.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Errorf("without questions: %+v, want no problems", got)
	}
	// What is listed must be what is there.
	for name, files := range map[string][]write.File{
		"a file less": nil, "a picture where there are none": append(slices.Clone(item.Files), write.File{Path: f.picture}),
	} {
		other := item
		other.Files = files
		if got := problemsOf(t, s, job, other, false); len(got) != 1 || got[0].Rule != "files" {
			t.Errorf("%s: found %+v, want a problem of rule files", name, got)
		}
	}
	// A sample of another seed is coherent, but not what this seed gives.
	other := job
	other.Seed++
	got := problemsOf(t, s, other, item, false)
	for _, p := range got {
		if p.Rule != "remake" && p.Rule != "item" {
			t.Errorf("another seed: found %+v, want problems of the rules remake and item", p)
		}
	}
	if len(got) == 0 {
		t.Error("another seed: found nothing")
	}
}

// Records as published do not tell models and the camera.
func TestCheckFindsDamagedPublishedRecords(t *testing.T) {
	s, job := setOf(t, (*Config).AsPublished), gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	index := sceneWith(t, s, job, func(p *plan) bool { return p.objects[0].in.name == "fork1" && p.objects[1].in.class != "fork" })
	item := makeSamples(t, s, job, index)[0]
	f := filesOf(job.Split, index)
	kept := backup.Of(t, job.Root, f.record, f.visual, f.textual)
	scene := func(change func(r *Record)) func() { return recorded(kept, f.record, change) }
	expectNoticed(t, s, job, item, kept, []damage{
		{"a key of our own", "remake", false, scene(func(r *Record) { r.Extra = &SceneExtra{} })},
		{"a red fork", "remake", false, scene(func(r *Record) { r.Objects[0].Color = "red" })},
		{"a pixel", "remake", false, scene(func(r *Record) { r.Objects[0].Pixel.Y-- })},
		{"things in each other", "remake", false, scene(func(r *Record) {
			r.Objects[1].Position[0], r.Objects[1].Position[1] = r.Objects[0].Position[0], r.Objects[0].Position[1]
		})},
	})
}

// Things that were dropped lie where they came to rest.
func TestDroppedThingsMayTouch(t *testing.T) {
	upright := setOf(t, nil)
	dropped := setOf(t, func(c *Config) { c.Drop = true })
	job := gen.Job{Seed: 3, Split: "train"}
	on := dropped.split(job).sampler
	m, err := newSampler(upright.cfg.SceneConfig, 3, "train").Sample(0)
	if err != nil {
		t.Fatal(err)
	}
	cam := m.camera()
	r := on.record(m, m.seen.Object)
	for i, o := range r.Objects {
		o.Position = [3]float64{0.25 * float64(i), 5, 0.5}
		o.Pixel = pixelOf(&cam, geom.V(o.Position[0], o.Position[1], o.Position[2]))
		o.Rotation = 0
		o.Extra.Lie = &Lie{Pose: [4]float64{1, 0, 0, 0}}
		thing := on.placed(on.rowsOf(&o)[0], &o)
		o.Extra.Middle = triple(thing.middle())
		r.Objects[i] = o
	}
	r.Relationships = Relate(r.Objects, r.Directions, relationEps)
	if got := on.faults(r); len(got) > 0 {
		t.Errorf("dropped: %v", got)
	}
	for i := range r.Objects {
		if fault := r.Objects[i].lieFault(); fault != "" {
			t.Errorf("dropped: object %d: %s", i, fault)
		}
	}
	// Upright none of them stands as high as its class.
	if got := upright.split(job).sampler.faults(r); got["catalog"] < len(r.Objects) {
		t.Errorf("upright: found %v, want problems of all things", got)
	}
}
