package trance

import (
	"context"
	"fmt"

	"mereo/gen"
	"mereo/gen/write"
)

const setName = "trance"

// Set is TRANCE as gen.Set.
type Set struct{ cfg Config }

// New returns the set of a configuration.
func New(cfg Config) (*Set, error) {
	// The dataset.json of a dataset may lack these keys, which means the published ones.
	if cfg.Width == 0 && cfg.Height == 0 && cfg.LensMM == 0 {
		cfg.Width, cfg.Height, cfg.LensMM = publishedWidth, publishedHeight, publishedLensMM
	}
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	if err := cfg.Realism.Environment.Pin(); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	return &Set{cfg}, nil
}

// Name is "trance".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

// Stride is 1: every sample has files of its own.
func (s *Set) Stride() int { return 1 }

// Validate has nothing to complain about: nothing is needed from outside.
func (s *Set) Validate(gen.Job) error { return nil }

// NewAsker is nil: the steps are the question.
func (s *Set) NewAsker(context.Context, gen.Job) (gen.Asker, error) { return nil, nil }

// About describes the set.
func (s *Set) About() gen.About { return about(s.cfg) }

// Assemble joins the records of a split.
func (s *Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	return s.cfg.assemble(ctx, job)
}

// Tables are those of sequences of pairs.
func (s *Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	return tables(ctx, s.cfg, job)
}

// Figures are the acceptance figures.
func (s *Set) Figures(ctx context.Context, job gen.Job, counts *gen.Counts) ([]gen.Figure, error) {
	return figures(ctx, s.cfg, job, counts)
}
