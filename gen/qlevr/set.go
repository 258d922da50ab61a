package qlevr

import (
	"context"
	"fmt"

	"mereo/gen"
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

// Tables has none.
func (s *Set) Tables(context.Context, gen.Job) ([]gen.Table, error) { return nil, nil }
