package qlevr

import (
	"context"
	"fmt"
	"strings"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/write"
)

const setName = "qlevr"

// Set is QLEVR as gen.Set.
type Set struct {
	cfg    Config
	locale Locale
	// sentences is the file of the locale.
	sentences []byte
}

// New returns the set of a configuration.
func New(cfg Config) (*Set, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	if err := cfg.Realism.Environment.Pin(); err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	locale, sentences, err := localeOf(cfg.Locale)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	return &Set{cfg, locale, sentences}, nil
}

// Name is "qlevr".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

// Stride is 1: every sample has files of its own.
func (s *Set) Stride() int { return 1 }

// Validate has nothing to complain about: nothing is needed from outside.
func (s *Set) Validate(gen.Job) error { return nil }

// About describes the set.
func (s *Set) About() gen.About { return about(s.cfg) }

// Assemble joins the records and questions of a split.
func (s *Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	return s.assemble(ctx, job)
}

// Tables shows how well questions are answered without a picture.
func (s *Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	if s.cfg.Questions == 0 {
		return nil, nil
	}
	var kinds []string
	for _, file := range planeTemplateFiles {
		kinds = append(kinds, strings.TrimSuffix(file, ".json"))
	}
	return judge.Guess(ctx, job.Count, s.cfg.Questions, kinds, func(index int) (out []judge.Told, err error) {
		questions, err := s.readQuestions(job, index)
		for i := range questions {
			q := &questions[i]
			out = append(out, judge.Told{
				Text: q.Question, Family: q.Template.FamilyKey(), Kind: strings.TrimSuffix(q.Template.File, ".json"),
				Answer: yesOrNo(q.Answer), Choices: 2,
			})
		}
		return out, err
	})
}
