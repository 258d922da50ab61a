package qlevr

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"mereo/gen"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

// assemble writes what a split's samples share, side by side. Memory does not grow with the split: samples are read as they are
// joined.
func (s *Set) assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	f := s.cfg.filesOfSplit(job.Split)
	scenes := func(path string, of func(sampleFiles) string) func() ([]write.File, error) {
		from := func(i int) string { return of(s.cfg.filesOf(job.Split, i)) }
		joined := world.Lines(path, s.info(job.Split), "scenes", true, from).Step(ctx, job)
		return func() ([]write.File, error) { return oneFile(joined()) }
	}
	steps := []func() ([]write.File, error){
		scenes(f.scenes2D, func(f sampleFiles) string { return f.record2D }),
		scenes(f.scenes3D, func(f sampleFiles) string { return f.record3D }),
	}
	if s.cfg.Questions > 0 {
		steps = append(steps,
			func() ([]write.File, error) { return s.joinQuestions(ctx, job) },
			func() ([]write.File, error) {
				return oneFile(write.Stream(job.To(), f.labels, func(w io.Writer) error {
					return WriteLabels(w, labelsOf(s.cfg.templates()))
				}))
			},
		)
	}
	files, err := world.Together(steps...)
	return slices.Concat(files...), err
}

func oneFile(file write.File, err error) ([]write.File, error) { return []write.File{file}, err }

// joinQuestions writes the file of all questions, and what they balance out to.
func (s *Set) joinQuestions(ctx context.Context, job gen.Job) ([]write.File, error) {
	f := s.cfg.filesOfSplit(job.Split)
	counters, templates := newBalanceRecord(), newTemplateTable(s.cfg.templates())
	questions, err := write.Stream(job.To(), f.questions, func(w io.Writer) error {
		return WriteQuestions(w, s.info(job.Split), func(yield func(*QuestionRecord, error) bool) {
			err := ordered.Do(ctx, job.Count, func(i int) ([]QuestionRecord, error) {
				return s.readQuestions(job, i)
			}, func(i int, list []QuestionRecord) error {
				for k := range list {
					if err := counters.add(templates, &list[k]); err != nil {
						name := s.cfg.filesOf(job.Split, i).questions
						return fmt.Errorf("qlevr: %s: question %d: %w; ask it again", name, k, err)
					}
					if !yield(&list[k], nil) {
						return errStopped
					}
				}
				return nil
			})
			if err != nil && !errors.Is(err, errStopped) {
				yield(nil, err)
			}
		})
	})
	if err != nil {
		return nil, err
	}
	storage, err := write.JSON(job.To(), f.storage, counters)
	return []write.File{questions, storage}, err
}

// errStopped: who takes questions wants no more.
var errStopped = errors.New("qlevr: stopped")

// info is the head of joined files.
func (s *Set) info(split string) QuestionInfo { return QuestionInfo{s.cfg.Date, "1.0", split} }

// readQuestions reads the questions of a picture.
func (s *Set) readQuestions(job gen.Job, index int) ([]QuestionRecord, error) {
	name := s.cfg.filesOf(job.Split, index).questions
	data, err := job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	out, err := parseQuestions(data)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w", name, err)
	}
	return out, nil
}
