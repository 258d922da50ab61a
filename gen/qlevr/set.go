package qlevr

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
)

const setName = "qlevr"

// Set is QLEVR as gen.Set.
type Set struct {
	world.Base[*sample]
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
	locale, sentences, err := cfg.locale()
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	s := &Set{cfg: cfg, locale: locale, sentences: sentences}
	s.Open = s.open
	return s, nil
}

// split is what the samples of a split have in common.
type split struct {
	set       *Set
	job       gen.Job
	sampler   *sampler
	templates func() templateTable // read once
}

func (s *Set) split(job gen.Job) *split {
	templates := sync.OnceValue(func() templateTable { return newTemplateTable(s.cfg.templates()) })
	return &split{s, job, newSampler(s.cfg, job.Seed, job.Split), templates}
}

// open declares a split.
func (s *Set) open(job gen.Job) (*world.Split[*sample], error) {
	r := s.split(job)
	return &world.Split[*sample]{
		Set: setName, Job: job, Look: &s.cfg.Look, Meters: 0.3, Flat: s.cfg.Dimension == 2,
		Plan: func(_ context.Context, index int) (*sample, error) {
			return r.sampleOf(index, r.sampler.Sample(index)), nil
		},
		Shots: (*sample).shots, Scene: (*sample).solids, Files: r.files, Item: itemOf, Things: (*sample).things, Region: (*sample).region,
		Check: r.check, Alike: sameShare, Told: r.read, Page: page, Asked: r.asked, FacetNames: s.cfg.facetNames(), Facets: r.facets,
		Classes: func() []show.Class { return shownClasses }, Functions: show.Functions(secondLibrary), Run: runOn, Reword: rewordOn, Edits: edits,
	}, nil
}

// Name is "qlevr".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

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
