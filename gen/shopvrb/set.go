package shopvrb

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/bound"
)

// Set is SHOP-VRB as gen.Set.
type Set struct {
	world.Base[*scene]
	cfg  Config
	from Sources
	own  *ownModels // nil for the built-in things
	// asked are the kinds of questions that are asked.
	asked []askedKind
}

// Sources are folders of the user's own; "" for none.
type Sources struct {
	Templates string     // of questions, on top of the built-in ones
	Models    string     // with a table of their properties
	MaxMemory bound.Size // of a model while it is read, and of all as they stay; 0 is bound.Default
}

// New returns the set of a configuration. Models are read; they must be those that the configuration names, if it names any.
func New(cfg Config, from Sources) (*Set, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	if err := cfg.Realism.Environment.Pin(); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	s := &Set{cfg: cfg, from: from}
	s.Open = s.open
	if err := s.readModels(); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	var err error
	s.asked, err = s.kinds()
	return s, err
}

// Name is "shopvrb".
func (s *Set) Name() string { return setName }

// Config echoes the configuration.
func (s *Set) Config() any { return s.cfg }

// open declares a split.
func (s *Set) open(job gen.Job) (*world.Split[*scene], error) {
	if pool := poolOf(job.Split); s.own != nil && len(s.own.rows[pool]) == 0 {
		return nil, fmt.Errorf("shopvrb: split %s: no model of %s is for it: %s", job.Split, s.from.Models, map[kitchen.Pool]string{
			kitchen.Training: "all have benchmark: true", kitchen.Benchmark: "none has benchmark: true",
		}[pool])
	}
	r := s.split(job)
	return &world.Split[*scene]{
		Set: setName, Job: job, Look: &s.cfg.Look, Meters: metersPerUnit, Costly: true,
		Plan: r.plan, Replan: r.replan, Shots: r.shots, Scene: r.scene, Things: countsOf, Files: r.files, Item: item, Check: r.check, Proofs: r.proofs(),
		Told: r.told, Page: r.page, Asked: r.asked, FacetNames: facetNames, Facets: r.facets, Functions: show.Functions(r.library),
		Run: r.run, Reword: r.reword, Edits: r.edits(), Physics: r.physics,
	}, nil
}

// Show opens the samples for people. Their classes are read from all models, which takes long.
func (s *Set) Show(job gen.Job) (show.Reader, error) {
	r, err := s.Base.Show(job)
	if err != nil {
		return nil, err
	}
	return &reader{r, s.sampler(job)}, nil
}

type reader struct {
	show.Reader
	sampler *sampler
}

// About describes the set.
func (s *Set) About() gen.About { return about(s.cfg, s.own, s.asked) }

// Assemble joins the records and questions of a split.
func (s *Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	return s.assemble(ctx, job)
}

// Tables shows how well questions are answered without a picture.
func (s *Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	var kinds []string
	for _, of := range s.asked {
		for _, t := range questionTypes {
			kinds = append(kinds, of.String()+", "+t)
		}
	}
	if s.cfg.Visual+s.cfg.Textual == 0 {
		return nil, nil
	}
	return judge.Guess(ctx, job.Count, s.cfg.Visual+s.cfg.Textual, kinds, func(index int) (out []judge.Told, err error) {
		for _, of := range s.asked {
			questions, err := readQuestions(job.Root, of.file(job.Split, index))
			if err != nil {
				return nil, err
			}
			for _, q := range questions {
				told, err := s.told(of.kind, q)
				if err != nil {
					return nil, fmt.Errorf("shopvrb: %s: %w; ask the questions again", of.file(job.Split, index), err)
				}
				out = append(out, told)
			}
		}
		return out, nil
	})
}

// told is a question as the words-only probe sees it.
func (s *Set) told(of kind, q *QuestionRecord) (judge.Told, error) {
	if q == nil || len(q.Program) == 0 {
		return judge.Told{}, errors.New("a question has no program")
	}
	data, err := json.Marshal(q.Answer)
	if err != nil {
		return judge.Told{}, err
	}
	word, err := answerText(data)
	last := q.Program[len(q.Program)-1].Function
	return judge.Told{
		Text: q.Question, Family: q.TemplateFilename + ":" + strconv.Itoa(q.QuestionInFamilyIndex), Kind: of.String() + ", " + questionType(last),
		Answer: word, Choices: len(possibleAnswers(last, s.own.newClasses()...)),
	}, err
}
