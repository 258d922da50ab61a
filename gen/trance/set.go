package trance

import (
	"context"
	"fmt"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
)

const setName = "trance"

// Set is TRANCE as gen.Set.
type Set struct {
	world.Base[*generatedSample]
	cfg Config
}

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
	s := &Set{cfg: cfg}
	s.Open = s.open
	return s, nil
}

// open declares a split.
func (s *Set) open(job gen.Job) (*world.Split[*generatedSample], error) {
	r := &reader{s.cfg, job}
	sampler := newSampler(s.cfg, job.Seed, job.Split)
	return &world.Split[*generatedSample]{
		Set: setName, Job: job, Look: &s.cfg.Look, Meters: 0.3,
		Plan: sampler.Sample, Shots: s.cfg.shots, Scene: sampler.scene, Files: r.files, Item: itemOf,
		Told: r.readSample, Page: r.page, FacetNames: facetNames, Facets: r.facets, Overlaid: []string{shownFirst, shownLast},
		Classes: func() []show.Class { return show.ClassesOf(objectKind, values[Shape]...) }, Tester: r, Edits: s.cfg.edits(),
	}, nil
}

// Name is "trance".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

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
