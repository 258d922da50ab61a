package qlevr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/scenes/annot"
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
	unlike    []gen.Problem // records that are not those of the seed
}

func (f *inspection) report(file, where, rule, format string, args ...any) {
	f.out = append(f.out, gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)})
}

var _ gen.Prover = (*checker)(nil)

// Proofs says what is held by which means.
func (c *checker) Proofs() []gen.Proof {
	proofs := []gen.Proof{{What: "records, tally", How: "planned again from the seed, byte for byte"}}
	if !c.job.Pictures {
		return proofs
	}
	proofs = append(proofs, gen.Proof{What: "drawings of the plan", How: "drawn again from the seed", Share: true})
	if c.sampler.cfg.Dimension == 3 {
		proofs = append(proofs, gen.Proof{What: "labels of pictures", How: "rules: they agree with each other and with the record"},
			gen.Proof{What: "labels of pictures", How: "drawn again on the processor from the seed, within tolerances", Share: true})
	}
	return proofs
}

// Check applies every rule to the sample of an item: its records are what is planned again from the seed, byte for byte, and so is
// what the block's file says of it; the scene follows from its plan and its camera, the plan keeps the rules of plans, ids and depth
// agree with each other and with the scene, and every question has the answer that the second executor gives. With remake its drawings
// are drawn again, and its ids, its depth and its normals as the rasterizer on the CPU sees them.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	cfg := c.sampler.cfg
	f := &inspection{cfg: cfg, job: c.job, index: item.Index, files: cfg.filesOf(c.job.Split, item.Index), templates: c.templates}
	g := c.sampler.Sample(f.index)
	listed := item.Compare(c.job.Split, f.item(g))
	drawn, record := f.records(g)
	if drawn == nil {
		return append(listed, f.out...), ctx.Err()
	}
	p := f.coherent(drawn, record)
	if len(f.out) == 0 { // else that is told which says more
		f.out = f.unlike
	}
	var labels *pictureLabels
	if p != nil && f.job.Pictures && cfg.Dimension == 3 {
		cam := cfg.optics().camera(record.View.CameraAt, record.View.CameraTurned)
		if labels = f.readLabels(&cam, len(record.Objects)); labels != nil {
			f.labels(labels, &cam, p, record)
			listed = append(listed, item.CompareColors(labels.colors)...)
		}
	}
	if len(f.out) == 0 {
		f.questions(&record.Scene)
	}
	if remake && f.job.Pictures && len(f.out) == 0 {
		f.remakeDrawings(g)
		if labels != nil {
			f.remakeLabels(g, labels)
		}
	}
	return append(listed, f.out...), ctx.Err()
}

// item is what the block's file is to say of the sample.
func (f *inspection) item(g *generatedScene) *gen.Item {
	out := g.item(f.index)
	paths := []string{f.files.record2D, f.files.record3D}
	if f.job.Pictures {
		paths = slices.Concat([]string{f.files.texture, f.files.materials, f.files.drawing}, paths)
	}
	if f.job.Pictures && f.cfg.Dimension == 3 {
		out.Renderer = gen.SomeRenderer
		labels := []string{f.files.picture, f.files.ids, f.files.planes, f.files.depth}
		if f.cfg.Normals {
			labels = append(labels, f.files.normals)
		}
		paths = slices.Insert(paths, 3, labels...)
	}
	for _, path := range paths {
		out.Files = append(out.Files, write.File{Path: path})
	}
	return out
}

// records are those of the sample, nil where one cannot be read. They must be those of its plan; what is wrong with others the
// rules say where they can.
func (f *inspection) records(g *generatedScene) (*PlanRecord, *Record) {
	flat, err := planned(f, f.files.record2D, g.plan.record(f.index), func(data []byte) (*PlanRecord, error) {
		r := new(PlanRecord)
		return r, record.Read(data, r, record.Lacking)
	})
	solid, errSolid := planned(f, f.files.record3D, g.record(), parseRecord)
	if err != nil {
		f.report(f.files.record2D, "", "readable", "%v", err)
	}
	if errSolid != nil {
		f.report(f.files.record3D, "", "readable", "%v", errSolid)
	}
	if err != nil || errSolid != nil {
		return nil, nil
	}
	return flat, solid
}

// planned reads a record and compares it with the one that was planned, which need not be parsed.
func planned[R any](f *inspection, name string, want R, parse func(data []byte) (R, error)) (R, error) {
	data, err := f.job.Read(name)
	if err != nil {
		return want, err
	}
	bytesWanted := encodeRecord(nil, want)
	if bytes.Equal(data, bytesWanted) {
		return want, nil
	}
	f.unlike = append(f.unlike, gen.Problem{File: name, Rule: "remake", Detail: "differs from what the seed gives: " + record.Diff(data, bytesWanted)})
	return parse(data)
}

// coherent holds the scene against its plan, which it returns; nil if there is none.
func (f *inspection) coherent(drawn *PlanRecord, r *Record) *plan {
	if drawn.ImageIndex != f.index || r.ImageIndex != f.index {
		f.report(f.files.record3D, "", "identity", "image_index is %d and %d in the plan, want %d", r.ImageIndex, drawn.ImageIndex, f.index)
		return nil
	}
	p, err := drawn.plan()
	if err != nil {
		f.report(f.files.record2D, "", "plan", "%v", err)
		return nil
	}
	for _, fault := range p.faults() {
		f.report(f.files.record2D, "", "plan", "%s", fault)
	}
	if again := p.record(f.index); !reflect.DeepEqual(again, drawn) {
		f.report(f.files.record2D, "", "plan-record", "is not how the plan is recorded: %s", record.Differs(drawn, again))
	}
	if fault := r.extraFault(len(p.objects)); fault != "" {
		f.report(f.files.record3D, "mereo", "extra", "%s", fault)
		return nil
	}
	o := f.cfg.optics()
	if fault := r.cameraFault(o); fault != "" {
		f.report(f.files.record3D, "mereo", "camera", "%s", fault)
	}
	again := recordScene(p.toView(f.index), o, r.View.CameraAt, r.View.CameraTurned)
	if reflect.DeepEqual(again, r.Scene) {
		return p
	}
	got, want := reflect.ValueOf(r.Scene), reflect.ValueOf(again)
	for i := range got.NumField() {
		if a, b := got.Field(i).Interface(), want.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			f.report(f.files.record3D, got.Type().Field(i).Tag.Get("json"), "scene-of-plan",
				"is not what follows from the plan and the camera: %s", record.Differs(a, b))
		}
	}
	return p
}

// extraFault says what is wrong with what the published record lacks, and whether the camera stands where its preset has it.
func (r *Record) extraFault(objects int) string {
	e := &r.Mereo
	if e.Preset < 0 || e.Preset >= len(cameraPresets) {
		return fmt.Sprintf("preset is %d, want 0 to %d", e.Preset, len(cameraPresets)-1)
	}
	base := &cameraPresets[e.Preset]
	at, turned := [3]float64{base.at.X, base.at.Y, base.at.Z}, [3]float64{base.pitch, 0, 0}
	const shift, turn = cameraShiftJitter + planRounding, cameraTurnJitter + planRounding
	if !near3(r.View.CameraAt, at, shift) || !near3(r.View.CameraTurned, turned, turn) {
		return fmt.Sprintf("preset is %d, but the camera is at %v and turned by %v degrees, want within %g of %v and within %g of %v",
			e.Preset, r.View.CameraAt, r.View.CameraTurned, cameraShiftJitter, at, cameraTurnJitter, turned)
	}
	if len(e.Variants) != objects {
		return fmt.Sprintf("material_variants has %d numbers, want one for each of %d objects", len(e.Variants), objects)
	}
	if i := slices.IndexFunc(e.Variants, func(v int) bool { return v != 1 && v != 2 }); i >= 0 {
		return fmt.Sprintf("material_variants of object %d is %d, want 1 or 2", i, e.Variants[i])
	}
	if len(e.Lamps) != areaLampCount {
		return fmt.Sprintf("lamps has %d lamps, want %d", len(e.Lamps), areaLampCount)
	}
	for i, l := range e.Lamps {
		if !near3(l.Shift, [3]float64{}, lampShiftJitter) || !near3(l.TurnDeg, [3]float64{}, lampTurnJitter) ||
			max(l.PowerW, -l.PowerW) > lampPowerJitter {
			return fmt.Sprintf("lamp %d is off by %v m, %v degrees and %g W, want at most %g, %d and %d",
				i, l.Shift, l.TurnDeg, l.PowerW, lampShiftJitter, lampTurnJitter, lampPowerJitter)
		}
	}
	return ""
}

// followingCamera is the camera that follows from camera_lct and camera_rtt.
func (r *Record) followingCamera(o optics) annot.Camera {
	cam := o.camera(r.View.CameraAt, r.View.CameraTurned)
	return annot.CameraOf(&cam, 1)
}

// cameraFault says where the camera is not that of camera_lct and camera_rtt, if anywhere.
func (r *Record) cameraFault(o optics) string {
	switch want := r.followingCamera(o); r.Mereo.Camera {
	case want:
		return ""
	case annot.Camera{}:
		return "camera is missing"
	default:
		return "camera does not follow from camera_lct, camera_rtt and the configuration: " + record.Differs(r.Mereo.Camera, want)
	}
}

// questions holds the question file against the scene. Where there is none there is nothing to check: one that should be there is
// missed with its checksum.
func (f *inspection) questions(s *Scene) {
	name := f.files.questions
	data, err := f.job.Read(name)
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

// remakeDrawings compares the drawings of the plan with those of the seed.
func (f *inspection) remakeDrawings(g *generatedScene) {
	p := g.toLook()
	for _, d := range []struct {
		name string
		want *drawing
	}{{f.files.texture, drawTexture(p)}, {f.files.materials, drawMaterialMap(p)}, {f.files.drawing, drawFull(p)}} {
		rgb, err := write.ReadRGB(f.job.Root, d.name, d.want.Width, d.want.Height)
		if err != nil {
			f.report(d.name, "", "readable", "%v", err)
		} else if !bytes.Equal(rgb, d.want.RGB) {
			f.report(d.name, "", "remake", "is not what the seed gives")
		}
	}
}
