package qlevr

import (
	"errors"
	"fmt"
	"io/fs"

	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// read is what the files of a sample tell of: its plan, its scene and its questions.
func (r *split) read(index int) (*sample, error) {
	files := r.set.cfg.filesOf(r.job.Split, index)
	data, err := r.file(files.record2D)
	if err != nil {
		return nil, err
	}
	var drawn PlanRecord
	if err := record.Read(data, &drawn, record.Part); err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w; make it again", files.record2D, err)
	}
	p, err := drawn.plan()
	if err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w; make it again", files.record2D, err)
	}
	record, err := r.record(files.record3D)
	if err != nil {
		return nil, err
	}
	if len(record.Planes) != len(p.planes)+1 || len(record.Objects) != len(p.objects) {
		return nil, fmt.Errorf("qlevr: %s has %d planes and %d objects, its plan %s has %d and %d; make them again",
			files.record3D, len(record.Planes), len(record.Objects), files.record2D, len(p.planes)+1, len(p.objects))
	}
	fault, o := record.extraFault(len(p.objects)), r.set.cfg.optics()
	if record.Mereo.Camera == (annot.Camera{}) { // older records lack it, and say the same in the published words
		record.Mereo.Camera = record.followingCamera(o)
	}
	if fault == "" {
		fault = record.cameraFault(o)
	}
	if fault != "" {
		return nil, fmt.Errorf("qlevr: %s: %s; make it again", files.record3D, fault)
	}
	questions, err := r.questions(files.questions)
	if err != nil {
		return nil, err
	}
	s := r.sampleOf(index, record.drawn(p, o))
	s.record, s.ids, s.questions = record, show.IDs(len(p.objects)), questions
	return s, nil
}

// drawn is the scene of a record and its plan, as far as labels depend on it.
func (r *Record) drawn(p *plan, o optics) *generatedScene {
	return &generatedScene{plan: *p, view: view{camera: o.camera(r.View.CameraAt, r.View.CameraTurned)}, variants: r.Mereo.Variants}
}

// file reads a file of the dataset.
func (r *split) file(name string) ([]byte, error) {
	data, err := r.job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	return data, nil
}

// record reads a scene file that can be asked about.
func (r *split) record(name string) (*Record, error) {
	data, err := r.file(name)
	if err != nil {
		return nil, err
	}
	record, err := parseRecord(data)
	if err == nil {
		err = secondSceneFault(&record.Scene)
	}
	if err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w; make it again", name, err)
	}
	return record, nil
}

// questionRecords reads a file of questions; none is there before "mereo ask" has made it.
func (r *split) questionRecords(name string) ([]QuestionRecord, error) {
	data, err := r.file(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []QuestionRecord
	if err == nil {
		if list, err = parseQuestions(data); err != nil {
			err = fmt.Errorf("qlevr: %s: %w; \"mereo ask\" makes it again", name, err)
		}
	}
	return list, err
}

// questions reads a file of questions with their programs.
func (r *split) questions(name string) ([]*shownQuestion, error) {
	list, err := r.questionRecords(name)
	if err != nil {
		return nil, err
	}
	out := make([]*shownQuestion, len(list))
	for i := range list {
		if out[i], err = newShownQuestion(r.templates(), &list[i]); err != nil {
			return nil, fmt.Errorf("qlevr: %s: question %d: %w; \"mereo ask\" asks afresh", name, i, err)
		}
	}
	return out, nil
}
