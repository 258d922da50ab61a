package qlevr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes/annot"
)

var _ show.Set = (*Set)(nil)

// Show opens the samples of a split for people to look at.
func (s *Set) Show(job gen.Job) (show.Reader, error) {
	return &shownSplit{
		set: s, job: job, sampler: newSampler(s.cfg, job.Seed, job.Split), templates: newTemplateTable(s.cfg.templates()),
		environment: sync.OnceValues(s.cfg.Realism.Environment.Open),
	}, nil
}

// Overlays tell where things are in the first picture of a sample.
func (s *Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return show.Overlays(s, job)
}

// shownSplit is a split as show.Reader.
type shownSplit struct {
	show.NoTest
	set         *Set
	job         gen.Job
	sampler     *sampler
	templates   templateTable
	environment func() (*light.Environment, error)
}

// Sample reads the plan, the scene and the questions of a sample.
func (r *shownSplit) Sample(index int) (show.Sample, error) {
	s, err := r.read(index)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r *shownSplit) read(index int) (*shownSample, error) {
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
	s := &shownSample{split: r, index: index, plan: p, record: record, ids: show.IDs(len(p.objects)), questions: questions}
	l, err := r.Labels(index, 0)
	if err != nil {
		return nil, err
	}
	if l != nil && l.Object != nil && l.Region != nil {
		for _, of := range []struct {
			file, kind string
			ids        []uint16
			most       int
		}{{files.ids, "object", l.Object, len(p.objects)}, {files.planes, "plane", l.Region, len(p.planes) + 1}} {
			if at := slices.IndexFunc(of.ids, func(id uint16) bool { return int(id) > of.most }); at >= 0 {
				return nil, fmt.Errorf("qlevr: %s: %s %d at pixel (%d, %d), want %d at most; make it again",
					of.file, of.kind, of.ids[at], at%l.Width, at/l.Width, of.most)
			}
		}
		boxes := thingsIn(l, p)
		s.seen = func() *seenThings { return boxes }
	} else {
		s.seen = func() *seenThings { return thingsIn(record.drawn(p, o).labels(nil), p) }
	}
	s.fillPage(func(i int) string { return yesNo(questions[i].record.Answer) })
	for i, path := range r.set.cfg.shownPaths(files) {
		if r.job.Has(path) {
			s.page.Pictures[i].Path = path
		}
	}
	return s, nil
}

// file reads a file of the dataset.
func (r *shownSplit) file(name string) ([]byte, error) {
	data, err := r.job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	return data, nil
}

// record reads a scene file that can be asked about.
func (r *shownSplit) record(name string) (*Record, error) {
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
func (r *shownSplit) questionRecords(name string) ([]QuestionRecord, error) {
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
func (r *shownSplit) questions(name string) ([]*shownQuestion, error) {
	list, err := r.questionRecords(name)
	if err != nil {
		return nil, err
	}
	out := make([]*shownQuestion, len(list))
	for i := range list {
		if out[i], err = newShownQuestion(r.templates, &list[i]); err != nil {
			return nil, fmt.Errorf("qlevr: %s: question %d: %w; \"mereo ask\" asks afresh", name, i, err)
		}
	}
	return out, nil
}

// Labels reads the ids, the depth and the normals of the picture of solids. Drawings have none on disk.
func (r *shownSplit) Labels(index, p int) (*show.Labels, error) {
	if r.set.cfg.Dimension == 2 || p != 0 {
		return nil, nil
	}
	files := r.set.cfg.filesOf(r.job.Split, index)
	o := r.set.cfg.optics()
	l := &show.Labels{Width: o.width, Height: o.height}
	var errs [4]error
	l.Object, errs[0] = write.ReadGray16(r.job.Root, files.ids, o.width, o.height)
	l.Region, errs[1] = write.ReadGray16(r.job.Root, files.planes, o.width, o.height)
	l.ViewZ, errs[2] = write.ReadNPY[float32](r.job.Root, files.depth, o.height, o.width)
	l.Normal, errs[3] = write.ReadNPY[float32](r.job.Root, files.normals, o.height, o.width, 3)
	there := 0
	for _, err := range errs {
		if err == nil {
			there++
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("qlevr: %w; make it again", err)
		}
	}
	if there == 0 {
		return nil, nil
	}
	return l, nil
}

// Make makes a sample again. Its questions are those on disk.
func (r *shownSplit) Make(ctx context.Context, index int) (show.Made, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	environment, err := r.environment()
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	var questions []*shownQuestion
	if r.job.Root != "" {
		if questions, err = r.questions(r.set.cfg.filesOf(r.job.Split, index).questions); err != nil {
			return nil, err
		}
	}
	g := r.sampler.Sample(index)
	m := &madeSample{
		shownSample: shownSample{
			split: r, index: index, plan: &g.plan, record: g.record(), ids: show.IDs(len(g.plan.objects)), questions: questions,
		},
		scene: g, environment: environment,
	}
	m.look()
	m.fillPage(func(i int) string { return yesNo(questions[i].record.Answer) })
	m.usual = m.oddities()
	return m, nil
}

func yesNo(answer bool) string {
	if answer {
		return "yes"
	}
	return "no"
}
