package qlevr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/annot"
)

// check applies the rules that do not follow from planning again: labels of pictures agree with each other and with the scene, and every
// question has the answer that the second executor gives.
func (r *split) check(_ context.Context, f *world.Finding[*sample]) error {
	files := r.set.cfg.filesOf(r.job.Split, f.Index)
	if l, err := f.Stored(0); err == nil && l != nil {
		checkLabels(f, &files, l)
	}
	if len(f.Problems) == 0 {
		r.questionsOf(f, &files)
	}
	return nil
}

// extraFault says what of what the published record lacks pages cannot be made of.
func (r *Record) extraFault(objects int) string {
	e := &r.Mereo
	if e.Preset < 0 || e.Preset >= len(cameraPresets) {
		return fmt.Sprintf("preset is %d, want 0 to %d", e.Preset, len(cameraPresets)-1)
	}
	if len(e.Variants) != objects {
		return fmt.Sprintf("material_variants has %d numbers, want one for each of %d objects", len(e.Variants), objects)
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

// questionsOf holds the question file against the scene. Where there is none there is nothing to check: one that should be there is
// missed with its checksum.
func (r *split) questionsOf(f *world.Finding[*sample], files *sampleFiles) {
	name, s := files.questions, &f.Plan.scene.scene
	data, err := r.job.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var list []QuestionRecord
	if err == nil {
		list, err = parseQuestions(data)
	}
	if err != nil {
		f.Report(name, "", "question-file", "%v", err)
		return
	}
	if n := len(list); n > r.set.cfg.Questions {
		f.Report(name, "", "question-file", "%d questions, want at most %d", n, r.set.cfg.Questions)
	}
	if err := secondSceneFault(s); err != nil {
		f.Report(files.record3D, "", "question-file", "%v", err)
		return
	}
	families := map[string]int{}
	for i := range list {
		q := &list[i]
		where := fmt.Sprintf("question %d", i)
		if q.QuestionIndex != i || q.ImageIndex != f.Index {
			f.Report(name, where, "identity", "is question %d of picture %d, want %d and %d", q.QuestionIndex, q.ImageIndex, i, f.Index)
		}
		if first, ok := families[q.Template.FamilyKey()]; ok {
			f.Report(name, where, "question-file", "is of family %s, which question %d is of already", q.Template.FamilyKey(), first)
		}
		families[q.Template.FamilyKey()] = i
		if fault := r.templates().fault(s, q); fault != "" {
			f.Report(name, where, "answer", "%s", fault)
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

// same tells whether two outputs have the same ids, in whatever order.
func (o NodeOutput) same(other NodeOutput) bool {
	sorted := func(ids []int) []int { return slices.Sorted(slices.Values(ids)) }
	return o.Form == other.Form && o.Value == other.Value && slices.Equal(sorted(o.First), sorted(other.First)) &&
		slices.Equal(sorted(o.Second), sorted(other.Second))
}
