package qlevr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/write"
)

// NewChecker needs nothing but the configuration.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	return &checker{newSampler(s.cfg, job.Seed, job.Split), job, newTemplateTable(s.cfg.templates())}, nil
}

type checker struct {
	sampler   *sampler
	job       gen.Job
	templates templateTable
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// inspection is the check of one sample.
type inspection struct {
	cfg       Config
	job       gen.Job
	index     int
	files     sampleFiles
	templates templateTable
	out       []gen.Problem
}

func (f *inspection) report(file, where, rule, format string, args ...any) {
	f.out = append(f.out, gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)})
}

func (f *inspection) read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(f.job.Root, filepath.FromSlash(name)))
	if err != nil {
		f.report(name, "", "readable", "%v", err)
	}
	return data
}

// Check applies every rule to the sample of an item: the scene follows from its plan and its camera, the plan keeps the rules of
// plans, ids and depth agree with each other, and every question has the answer that the second executor gives. With remake the
// sample is made again from its seed: its records must come out byte for byte, and its ids as the rasteriser on the CPU sees them.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	cfg := c.sampler.cfg
	f := &inspection{cfg: cfg, job: c.job, index: item.Index, files: cfg.filesOf(c.job.Split, item.Index), templates: c.templates}
	flat, solid := f.read(f.files.record2D), f.read(f.files.record3D)
	var drawn PlanRecord
	if flat != nil {
		if err := json.Unmarshal(flat, &drawn); err != nil {
			f.report(f.files.record2D, "", "readable", "%v", err)
		}
	}
	var record *Record
	if solid != nil {
		var err error
		if record, err = parseRecord(solid); err != nil {
			f.report(f.files.record3D, "", "readable", "%v", err)
		}
	}
	if len(f.out) > 0 {
		return f.out, nil
	}
	f.coherent(&drawn, record)
	f.pictures(item)
	if len(f.out) == 0 {
		f.questions(&record.Scene)
	}
	if remake && len(f.out) == 0 {
		if err := f.remake(c.sampler, flat, solid); err != nil {
			return f.out, err
		}
	}
	return f.out, ctx.Err()
}

// coherent holds the scene against its plan.
func (f *inspection) coherent(drawn *PlanRecord, r *Record) {
	if drawn.ImageIndex != f.index || r.ImageIndex != f.index {
		f.report(f.files.record3D, "", "identity", "image_index is %d and %d in the plan, want %d", r.ImageIndex, drawn.ImageIndex, f.index)
		return
	}
	p, err := drawn.plan()
	if err != nil {
		f.report(f.files.record2D, "", "plan", "%v", err)
		return
	}
	for _, fault := range p.faults() {
		f.report(f.files.record2D, "", "plan", "%s", fault)
	}
	again := recordScene(p.toView(f.index), r.View.CameraAt, r.View.CameraTurned)
	if reflect.DeepEqual(again, r.Scene) {
		return
	}
	got, want := reflect.ValueOf(r.Scene), reflect.ValueOf(again)
	for i := range got.NumField() {
		if a, b := got.Field(i).Interface(), want.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			f.report(f.files.record3D, got.Type().Field(i).Tag.Get("json"), "scene-of-plan",
				"is not what follows from the plan and the camera: %s", firstDifferent(a, b))
		}
	}
}

// firstDifferent says where two values differ first, as JSON.
func firstDifferent(a, b any) string {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	from := max(0, at-20)
	return fmt.Sprintf("%.60q, want %.60q", x[from:], y[from:])
}

// pictures holds the files of an item against those that it should have, and its labels against each other.
func (f *inspection) pictures(item gen.Item) {
	want := []string{f.files.record2D, f.files.record3D}
	if f.job.Pictures {
		want = append(want, f.files.texture, f.files.materials, f.files.drawing)
		if f.cfg.Dimension == 3 {
			want = append(want, f.files.picture, f.files.ids, f.files.planes, f.files.depth)
		}
	}
	for _, file := range item.Files {
		if !slices.Contains(want, file.Path) {
			f.report(file.Path, "", "files", "is listed among the files of sample %d, which has no such file", f.index)
		}
	}
	for _, name := range want {
		if !slices.ContainsFunc(item.Files, func(w write.File) bool { return w.Path == name }) {
			f.report(name, "", "files", "is not listed among the files of sample %d", f.index)
		}
	}
}

// questions holds the question file against the scene. Where there is none there is nothing to check: one that should be there is
// missed with its checksum.
func (f *inspection) questions(s *Scene) {
	name := f.files.questions
	data, err := os.ReadFile(filepath.Join(f.job.Root, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var list []QuestionRecord
	if err == nil {
		list, err = parseQuestions(data)
	}
	if err != nil {
		f.report(name, "", "question-file", "%v", err)
		return
	}
	if n := len(list); n > f.cfg.Questions {
		f.report(name, "", "question-file", "%d questions, want at most %d", n, f.cfg.Questions)
	}
	if err := secondSceneFault(s); err != nil {
		f.report(f.files.record3D, "", "question-file", "%v", err)
		return
	}
	families := map[string]int{}
	for i := range list {
		q := &list[i]
		where := fmt.Sprintf("question %d", i)
		if q.QuestionIndex != i || q.ImageIndex != f.index {
			f.report(name, where, "identity", "is question %d of picture %d, want %d and %d", q.QuestionIndex, q.ImageIndex, i, f.index)
		}
		if first, ok := families[q.Template.FamilyKey()]; ok {
			f.report(name, where, "question-file", "is of family %s, which question %d is of already", q.Template.FamilyKey(), first)
		}
		families[q.Template.FamilyKey()] = i
		if fault := f.templates.fault(s, q); fault != "" {
			f.report(name, where, "answer", "%s", fault)
		}
	}
}

// fault says what is wrong with a question's answer and outputs, if anything.
func (t templateTable) fault(s *Scene, q *QuestionRecord) string {
	r, err := t.run(s, q)
	switch {
	case err != nil:
		return err.Error()
	case r.rejected >= 0:
		return fmt.Sprintf("makes no sense on its scene: node %d has no result", r.rejected)
	case r.answer != q.Answer:
		return fmt.Sprintf("has the answer %v, its program gives %v", q.Answer, r.answer)
	}
	for i, n := range q.Program {
		if !n.Output.same(r.outputs[i]) {
			return fmt.Sprintf("has at node %d another output than its program gives", i)
		}
	}
	return ""
}

// remake compares the sample with what its seed gives now.
func (f *inspection) remake(s *sampler, flat, solid []byte) error {
	g := s.Sample(f.index)
	for _, r := range []struct {
		name    string
		content appended
		got     []byte
	}{{f.files.record2D, g.plan.record(f.index), flat}, {f.files.record3D, g.record(), solid}} {
		want := encodeRecord(nil, r.content)
		if !bytes.Equal(r.got, want) {
			f.report(r.name, "", "remake", "differs from what the seed gives: %s",
				firstDifferent(json.RawMessage(r.got), json.RawMessage(want)))
		}
	}
	if !f.job.Pictures || f.cfg.Dimension == 2 || len(f.out) > 0 {
		return nil
	}
	return f.labels(g)
}

// sameShare is which share of the pixels away from silhouettes must have the id that the rasteriser on the CPU gives them.
const sameShare = 0.9999

// labels holds ids and depth against the CPU's view of the scene, and plane ids against both.
func (f *inspection) labels(g *generatedScene) error {
	w, h, objects, errIDs := write.ReadGray16(f.job.Root, f.files.ids)
	_, _, planes, errPlanes := write.ReadGray16(f.job.Root, f.files.planes)
	shape, z, errZ := write.ReadNPY[float32](f.job.Root, f.files.depth)
	if err := errors.Join(errIDs, errPlanes, errZ); err != nil {
		f.report(f.files.ids, "", "readable", "%v", err)
		return nil
	}
	cam := &g.view.camera
	if n := cam.Width * cam.Height; w != cam.Width || h != cam.Height || len(planes) != n || !slices.Equal(shape, []int{h, w}) {
		f.report(f.files.ids, "", "picture-size", "ids are %d x %d, planes %d pixels, depth %v, want %d x %d", w, h, len(planes), shape, cam.Width, cam.Height)
		return nil
	}
	im := &frame.Images{Width: w, Height: h, Object: objects, ViewZ: z}
	if !slices.Equal(planes, planeIDs(cam, &g.plan, im)) {
		f.report(f.files.planes, "", "plane-ids", "are not those of the points that depth and plan give")
	}
	b := ref.Draw(sceneOf(g.toLook(), &g.view).Frame())
	judged, wrong := 0, 0
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			at := y*w + x
			id := b.Object[at]
			if b.Object[at-1] != id || b.Object[at+1] != id || b.Object[at-w] != id || b.Object[at+w] != id {
				continue
			}
			judged++
			if objects[at] != id {
				wrong++
			}
		}
	}
	if limit := int(float64(judged) * (1 - sameShare)); wrong > limit {
		f.report(f.files.ids, "", "remake-ids", "%d of %d pixels away from silhouettes have another object than the seed gives, at most %d may", wrong, judged, limit)
	}
	return nil
}
