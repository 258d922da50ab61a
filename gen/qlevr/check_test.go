package qlevr

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/backup"
)

// changed writes a record after a change.
func changed[T any](k *backup.Files, name string, change func(v *T)) func() {
	return func() {
		k.T.Helper()
		v := readFileAs[T](k.T, gen.Job{Root: k.Root}, name)
		change(&v)
		data := encodeRecord(&v)
		if string(data) == string(k.Data[name]) {
			k.T.Fatalf("the damage changes nothing of %s", name)
		}
		k.Write(name, data)
	}
}

// damage is one thing that is wrong with a sample, and the rule that must notice it.
type damage struct {
	name, rule string
	remake     bool // noticed only when the sample is made again
	do         func()
}

// expectNoticed does one damage after the other.
func expectNoticed(t *testing.T, s *Set, job gen.Job, item gen.Item, kept *backup.Files, list []damage) {
	t.Helper()
	for _, c := range list {
		c.do()
		got := problemsOf(t, s, job, item, c.remake)
		has := func(p gen.Problem) bool { return p.Rule == c.rule && p.Detail != "" && p.File != "" }
		if !slices.ContainsFunc(got, has) {
			t.Errorf("%s: found %+v, want a problem of rule %s", c.name, got, c.rule)
		}
		if c.remake {
			for _, p := range problemsOf(t, s, job, item, false) {
				t.Errorf("%s: found %+v without making it again, want nothing", c.name, p)
			}
		}
		kept.Mend()
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Errorf("after mending: %+v, want no problems", got)
	}
}

// damageable makes records and questions of a scene with two planes or more and all kinds of outlines among its objects.
func damageable(t *testing.T, s *Set) (job gen.Job, item gen.Item) {
	t.Helper()
	job = gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	index := 0
	for outlines := 0; outlines < 3; index++ {
		g := newSampler(s.cfg, job.Seed, job.Split).Sample(index)
		found := map[string]bool{}
		for i := range g.plan.objects {
			found[g.plan.objects[i].outline.shape] = true
		}
		outlines = len(found)
		if len(g.plan.planes) < 2 {
			outlines = 0
		}
	}
	items := makeSamples(t, s, job, index)
	askSamples(t, s, job, items, job.Root)
	return job, items[index-1]
}

// One thing is damaged at a time in what a sample's records say.
func TestCheckFindsDamagedRecords(t *testing.T) {
	s := setOf(t, nil)
	job, item := damageable(t, s)
	f := s.cfg.filesOf(job.Split, item.Index)
	kept := backup.Of(t, job.Root, f.record2D, f.record3D, f.questions)
	flat := func(change func(r *PlanRecord)) func() { return changed(kept, f.record2D, change) }
	solid := func(change func(r *Record)) func() { return changed(kept, f.record3D, change) }
	text := func(name, old, new string) func() {
		return func() {
			good := string(kept.Data[name])
			if !strings.Contains(good, old) {
				t.Fatalf("%s has no %q", name, old)
			}
			kept.Write(name, []byte(strings.Replace(good, old, new, 1)))
		}
	}
	shaped := func(r *PlanRecord, shape string) *PlanObjectRecord {
		return &r.Objects[slices.IndexFunc(r.Objects, func(o PlanObjectRecord) bool { return o.Shape == shape })]
	}
	move := func(p *PlanPoint, by float64) { p.X.Value += by }
	expectNoticed(t, s, job, item, kept, []damage{
		{"no plan", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.record2D)) }},
		{"no scene", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.record3D)) }},
		{"half a plan", "remake", false, func() { kept.Write(f.record2D, kept.Data[f.record2D][:500]) }},
		{"half a scene", "remake", false, func() { kept.Write(f.record3D, kept.Data[f.record3D][:500]) }},
		{"a list for a word", "remake", false, text(f.record2D, `"color":"`, `"color":[],"colour":"`)},
		{"another plan's index", "remake", false, flat(func(r *PlanRecord) { r.ImageIndex++ })},
		{"another scene's index", "remake", false, solid(func(r *Record) { r.ImageIndex++ })},

		{"no planes", "remake", false, flat(func(r *PlanRecord) { r.Planes = nil })},
		{"a desk with a place", "remake", false, flat(func(r *PlanRecord) {
			r.Planes[len(r.Planes)-1].Center = r.Planes[0].Center
		})},
		{"a plane without a place", "remake", false, flat(func(r *PlanRecord) { r.Planes[0].Center.Value = nil })},
		{"an object on two planes", "remake", false, flat(func(r *PlanRecord) {
			r.Planes[1].Objects = append(r.Planes[1].Objects, r.Planes[0].Objects[0])
		})},
		{"an object on no plane", "remake", false, flat(func(r *PlanRecord) {
			last := &r.Planes[len(r.Planes)-1]
			last.Objects = last.Objects[:len(last.Objects)-1]
		})},
		{"objects in another order", "remake", false, flat(func(r *PlanRecord) { slices.Reverse(r.Planes[len(r.Planes)-1].Objects) })},
		{"an unknown solid", "remake", false, flat(func(r *PlanRecord) { shaped(r, "circle").Solid = "torus" })},
		{"an unknown size", "remake", false, flat(func(r *PlanRecord) { r.Objects[0].Size = "medium" })},
		{"an unknown colour", "remake", false, flat(func(r *PlanRecord) { r.Objects[0].Color = "white" })},
		{"an unknown material", "remake", false, flat(func(r *PlanRecord) { r.Planes[0].Material = "" })},
		{"an unknown outline", "remake", false, flat(func(r *PlanRecord) { r.Planes[0].Shape = "pentagon" })},
		{"a solid of another outline", "remake", false, flat(func(r *PlanRecord) { shaped(r, "triangle").Solid = "cube" })},
		{"a corner less", "remake", false, flat(func(r *PlanRecord) {
			b := &shaped(r, "rectangle").Border
			b.Points = b.Points[:3]
		})},
		{"a corner elsewhere", "remake", false, flat(func(r *PlanRecord) { move(&shaped(r, "rectangle").Border.Points[2], 1e-6) })},
		{"a centre elsewhere", "remake", false, flat(func(r *PlanRecord) { move(&shaped(r, "triangle").Center, 1e-6) })},
		{"a large circle called small", "remake", false, flat(func(r *PlanRecord) {
			o := shaped(r, "circle")
			o.Border.Radius.Value = 13 - o.Border.Radius.Value
		})},
		{"turned", "remake", false, flat(func(r *PlanRecord) { shaped(r, "triangle").Rotation ^= 1 })},
		{"turned too far", "remake", false, flat(func(r *PlanRecord) { shaped(r, "rectangle").Rotation = 181 })},
		{"a turned circle", "remake", false, flat(func(r *PlanRecord) { shaped(r, "circle").Rotation = 1 })},
		{"off the desk", "remake", false, flat(func(r *PlanRecord) {
			o := shaped(r, "circle")
			o.Border.Points[0].X.Value, o.Center.X.Value = 500, 500
		})},
		{"area", "remake", false, flat(func(r *PlanRecord) { r.Planes[0].AreaRatio.Value.Value += 1e-6 })},
		{"a relation of the plan", "remake", false, flat(func(r *PlanRecord) {
			l := &r.ObjectRelations
			l.Left, l.Right = l.Right, l.Left
		})},
		{"a relation of its planes", "remake", false, flat(func(r *PlanRecord) { r.PlaneRelations.Up[0] = []int{0} })},
		{"the desk's colour", "remake", false, flat(func(r *PlanRecord) { r.Planes[len(r.Planes)-1].Color = "gray" })},
		{"a point too many", "remake", false, flat(func(r *PlanRecord) { shaped(r, "circle").Center.X.Whole = false })},

		{"preset", "remake", false, solid(func(r *Record) { r.Mereo.Preset = (r.Mereo.Preset + 1) % 3 })},
		{"no preset", "remake", false, solid(func(r *Record) { r.Mereo.Preset = 3 })},
		{"a camera that is off", "remake", false, solid(func(r *Record) { r.View.CameraAt[1] -= 0.21 })},
		{"a camera that is turned", "remake", false, solid(func(r *Record) { r.View.CameraTurned[2] += 0.61 })},
		{"a variant less", "remake", false, solid(func(r *Record) { r.Mereo.Variants = r.Mereo.Variants[1:] })},
		{"a third variant", "remake", false, solid(func(r *Record) { r.Mereo.Variants[0] = 3 })},
		{"a lamp less", "remake", false, solid(func(r *Record) { r.Mereo.Lamps = r.Mereo.Lamps[1:] })},
		{"a lamp that is off", "remake", false, solid(func(r *Record) { r.Mereo.Lamps[2].Shift[1] = 0.2 })},
		{"a lamp that is turned", "remake", false, solid(func(r *Record) { r.Mereo.Lamps[0].TurnDeg[2] = -3 })},
		{"a bright lamp", "remake", false, solid(func(r *Record) { r.Mereo.Lamps[1].PowerW = 11 })},

		{"a plane's words", "remake", false, solid(func(r *Record) { r.Planes[0].Color = "blue" })},
		{"a plane's objects", "remake", false, solid(func(r *Record) { r.Planes[0].Objects = r.Planes[0].Objects[1:] })},
		{"a plane's centre", "remake", false, solid(func(r *Record) { r.Planes[1].Center[2] += 1e-9 })},
		{"a plane's box", "remake", false, solid(func(r *Record) { r.Planes[1].Box.Width++ })},
		{"the desk's box", "remake", false, solid(func(r *Record) { r.Planes[len(r.Planes)-1].Box.Top-- })},
		{"a relation of planes", "remake", false, solid(func(r *Record) {
			p := &r.PlaneRelations
			p.Front, p.Behind, p.Left, p.Right = p.Left, p.Right, p.Behind, p.Front
		})},
		{"a pixel relation of planes", "remake", false, solid(func(r *Record) { r.PlanePixelRelations.Left[0] = []int{0} })},
		{"rotation", "remake", false, solid(func(r *Record) { r.Objects[0].Rotation++ })},
		{"shape", "remake", false, solid(func(r *Record) { r.Objects[0].Shape = "torus" })},
		{"size", "remake", false, solid(func(r *Record) { r.Objects[0].Size = "" })},
		{"pixel_coords", "remake", false, solid(func(r *Record) { r.Objects[2].Center[0]++ })},
		{"3d_coords", "remake", false, solid(func(r *Record) { r.Objects[2].Position[2] += 1e-6 })},
		{"a box", "remake", false, solid(func(r *Record) { r.Objects[2].Box.Left-- })},
		{"an object less", "remake", false, solid(func(r *Record) {
			r.Objects = r.Objects[1:]
			r.Mereo.Variants = r.Mereo.Variants[:len(r.Mereo.Variants):len(r.Mereo.Variants)]
		})},
		{"a relation", "remake", false, solid(func(r *Record) {
			left := r.ObjectRelations.Left
			left[1] = append(left[1], 1)
		})},
		{"no relations", "remake", false, solid(func(r *Record) { r.ObjectRelations = Relations{} })},
		{"a pixel relation", "remake", false, solid(func(r *Record) {
			p := &r.ObjectPixelRelations
			p.Front, p.Behind = p.Behind, p.Front
		})},
		{"a direction", "remake", false, solid(func(r *Record) { r.View.Directions.Above[2] = -1 })},
		{"a camera just beside", "remake", false, solid(func(r *Record) { r.View.CameraAt[0] = 4 - r.View.CameraAt[0] })},

		{"another variant", "remake", false, solid(func(r *Record) { r.Mereo.Variants[0] = 3 - r.Mereo.Variants[0] })},
		{"another lamp", "remake", false, solid(func(r *Record) { r.Mereo.Lamps[0].PowerW = -r.Mereo.Lamps[0].PowerW })},
		{"a space", "remake", false, text(f.record3D, `{"image_index":`, `{"image_index": `)},
		{"a key", "remake", false, text(f.record2D, `{"image_index":`, `{"name":"","image_index":`)},
	})

	// What is listed must be what is there.
	for _, c := range []struct {
		name  string
		files []write.File
	}{
		{"a file less", item.Files[:1]},
		{"a picture where there are none", append(slices.Clone(item.Files), write.File{Path: f.picture})},
	} {
		other := item
		other.Files = c.files
		got := problemsOf(t, s, job, other, false)
		if len(got) != 1 || got[0].Rule != "files" {
			t.Errorf("%s: found %+v, want a problem of rule files", c.name, got)
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

// One thing is damaged at a time in what questions say.
func TestCheckFindsDamagedQuestions(t *testing.T) {
	s := setOf(t, nil)
	job, item := damageable(t, s)
	f := s.cfg.filesOf(job.Split, item.Index)
	kept := backup.Of(t, job.Root, f.questions)
	asked := func(change func(q []QuestionRecord) []QuestionRecord) func() {
		return changed(kept, f.questions, func(q *[]QuestionRecord) { *q = change(*q) })
	}
	one := func(change func(q *QuestionRecord)) func() {
		return asked(func(q []QuestionRecord) []QuestionRecord {
			change(&q[4])
			return q
		})
	}
	expectNoticed(t, s, job, item, kept, []damage{
		{"half a file", "question-file", false, func() { kept.Write(f.questions, kept.Data[f.questions][:500]) }},
		{"a scene", "question-file", false, func() { kept.Write(f.questions, []byte("{}\n")) }},
		{"too many", "question-file", false, asked(func(q []QuestionRecord) []QuestionRecord { return append(q, q[0]) })},
		{"a family again", "question-file", false, asked(func(q []QuestionRecord) []QuestionRecord {
			q[3] = q[2]
			q[3].QuestionIndex = 3
			return q
		})},
		{"in another order", "identity", false, asked(func(q []QuestionRecord) []QuestionRecord {
			slices.Reverse(q)
			return q
		})},
		{"question_index", "identity", false, one(func(q *QuestionRecord) { q.QuestionIndex++ })},
		{"image_index", "identity", false, one(func(q *QuestionRecord) { q.ImageIndex++ })},
		{"the other answer", "answer", false, one(func(q *QuestionRecord) { q.Answer = !q.Answer })},
		{"no template", "answer", false, one(func(q *QuestionRecord) {
			q.Template = QuestionTemplate{File: "all.json", Path: []int{61}}
		})},
		{"another family", "answer", false, one(func(q *QuestionRecord) { q.Template.Path[0] = (q.Template.Path[0] + 20) % 61 })},
		{"another file", "answer", false, one(func(q *QuestionRecord) { q.Template.File = "none.json" })},
		{"a node less", "answer", false, one(func(q *QuestionRecord) { q.Program = q.Program[:len(q.Program)-1] })},
		{"no values", "answer", false, one(func(q *QuestionRecord) { q.Program[1].Vals = nil })},
		{"no such thing", "answer", false, one(func(q *QuestionRecord) { q.Program[1].Vals[0] = Value{"pink", true} })},
		{"an output's planes", "answer", false, one(func(q *QuestionRecord) { q.Program[0].Output.First = nil })},
		{"an output's objects", "answer", false, one(func(q *QuestionRecord) {
			o := &q.Program[1].Output
			o.Second = append(o.Second, 0, 0)
		})},
		{"an output of another form", "answer", false, one(func(q *QuestionRecord) {
			q.Program[0].Output = NodeOutput{Form: OutputValue, Value: "red"}
		})},
	})
	// A sample that is not asked about yet is in order.
	if err := os.Remove(filepath.Join(job.Root, f.questions)); err != nil {
		t.Fatal(err)
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Errorf("without questions: %+v, want no problems", got)
	}
}

// plannedItem is what a block is to say of a sample, without its files.
func plannedItem(s *Set, job gen.Job, index int) gen.Item {
	r := s.split(job)
	return *itemOf(&world.Take[*sample]{Index: index, Plan: r.sampleOf(index, r.sampler.Sample(index))})
}

// labelDamage damages one thing at a time in the labels of sample 1's picture.
func labelDamage(t *testing.T, s *Set, job gen.Job) {
	t.Helper()
	f := s.cfg.filesOf(job.Split, 1)
	kept := backup.Of(t, job.Root, f.picture, f.ids, f.planes, f.depth)
	o := s.cfg.optics()
	w, h := o.width, o.height
	ids, err := write.ReadGray16(job.Root, f.ids, w, h)
	if err != nil {
		t.Fatal(err)
	}
	planes, err := write.ReadGray16(job.Root, f.planes, w, h)
	if err != nil {
		t.Fatal(err)
	}
	first := slices.IndexFunc(ids, func(id uint16) bool { return id > 0 })
	plane := slices.Index(planes, 1)
	gray := func(name string, change func(v []uint16)) func() {
		return func() {
			v, err := write.ReadGray16(job.Root, name, w, h)
			if err != nil {
				t.Fatal(err)
			}
			change(v)
			if _, err := write.Gray16(job.Root, name, w, h, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	depth := func(change func(z []float32)) func() {
		return func() {
			z, err := write.ReadNPY[float32](job.Root, f.depth, h, w)
			if err != nil {
				t.Fatal(err)
			}
			change(z)
			if _, err := write.NPY(job.Root, f.depth, []int{h, w}, z); err != nil {
				t.Fatal(err)
			}
		}
	}
	files := func(names ...string) (out []write.File) {
		for _, name := range names {
			sum, err := write.Sum(job.Root, name)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, sum)
		}
		return out
	}
	item := plannedItem(s, job, 1)
	item.Renderer = "a driver"
	rgb, err := write.ReadRGB(job.Root, f.picture, w, h)
	if err != nil {
		t.Fatal(err)
	}
	item.Colors = map[string]string{f.picture: fingerprint.Of(rgb, ids, len(newSampler(s.cfg, job.Seed, job.Split).Sample(1).plan.objects)).String()}
	item.Files = files(f.texture, f.materials, f.drawing, f.picture, f.ids, f.planes, f.depth, f.record2D, f.record3D)
	expectNoticed(t, s, job, item, kept, []damage{
		{"no ids", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.ids)) }},
		{"half of the planes", "readable", false, func() { kept.Write(f.planes, kept.Data[f.planes][:200]) }},
		{"no depth", "readable", false, func() { kept.Write(f.depth, nil) }},
		{"small ids", "picture-size", false, func() {
			if _, err := write.Gray16(job.Root, f.ids, w/2, h, ids[:len(ids)/2]); err != nil {
				t.Fatal(err)
			}
		}},
		{"depth on its side", "picture-size", false, func() {
			z, err := write.ReadNPY[float32](job.Root, f.depth, h, w)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := write.NPY(job.Root, f.depth, []int{w, h}, z); err != nil {
				t.Fatal(err)
			}
		}},
		{"a plane's pixel", "labels", false, gray(f.planes, func(v []uint16) { v[plane] = 2 })},
		{"an id of a plane", "labels", false, gray(f.ids, func(v []uint16) { v[first-1] = v[first] })},
		{"an id of nobody", "readable", false, gray(f.ids, func(v []uint16) { v[first] = 99 })},
		{"an id of another", "depth-objects", false, gray(f.ids, func(v []uint16) { v[first] = v[first]%2 + 1 })},
		{"an object's depth", "depth-objects", false, depth(func(z []float32) { z[first] *= 1.05 })},
		{"the depth of a plane", "labels", false, depth(func(z []float32) { z[plane] = 0 })},
		{"all objects' depths", "remake-viewz", true, depth(func(z []float32) {
			for i := range z {
				if ids[i] > 0 {
					z[i] *= 1.0002 // a millimeter, less than the other rules notice
				}
			}
		})},
	})
}
