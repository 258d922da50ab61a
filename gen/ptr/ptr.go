package ptr

import (
	"context"
	"fmt"
	"path"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
)

// Set is the PTR set as gen.Set.
type Set struct {
	world.Base[*plan]
	cfg    Config
	source Source
	// grammar is what questions are made from.
	grammar *ask.Grammar[*known]
	builtin bool // grammar is that of the built-in templates
	// painter opens what draws pictures; nil stands for the renderer. Tests put another one here.
	painter func(gpu string) (world.Painter, error)
}

// New returns the set of a configuration, with models from source; nil stands for Procedural. templates is a folder with
// templates of questions on top of the built-in ones, or "".
func New(cfg Config, source Source, templates string) (*Set, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	if err := cfg.Realism.Environment.Pin(); err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	if source == nil {
		source = Procedural{}
	}
	grammar, err := readGrammar(templates)
	if err != nil {
		return nil, err
	}
	own, err := readGrammar("")
	if err != nil {
		return nil, err
	}
	s := &Set{cfg: cfg, source: source, grammar: grammar, builtin: grammar.Source == own.Source}
	s.Open = s.open
	return s, nil
}

// open declares a split. An error reports one for which the model source has no models.
func (s *Set) open(job gen.Job) (*world.Split[*plan], error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	r := &reader{set: s, job: job, sampler: sampler, lexicon: s.lexicon()}
	return &world.Split[*plan]{
		Set: setName, Job: job, Look: &s.cfg.Look, Meters: 0.6, Painter: s.painter, Seen: show.ChannelPart,
		Plan: r.plan, Shots: r.shots, Scene: r.scene, Things: (*plan).labeled, Files: r.files, Item: r.item,
		Replan: r.replan, Check: r.check, Proofs: r.proofs(),
		Told: r.told, Page: r.page, Asked: r.askedOf, FacetNames: facetNames, Facets: r.facets, Classes: classes,
		Functions: show.Functions(s.grammar.Library), Run: run, Reword: r.reword, Edits: r.edits(), Physics: r.physics,
	}, nil
}

// Name is "ptr".
func (s *Set) Name() string { return setName }

// Config echoes the configuration and the name of the model source.
func (s *Set) Config() any {
	return struct {
		Config
		Source string `json:"source"`
	}{s.cfg, s.source.Name()}
}

// files are the paths of a sample below the root.
type files struct{ image, rayDist, viewZ, normals, ids, scene string }

func filesOf(split string, index int) files {
	name := ImageName(split, index)
	bare := name[:len(name)-len(".png")]
	return files{
		image:   path.Join(split, "images", name),
		rayDist: path.Join(split, "depths", name+"0001.exr"),
		viewZ:   path.Join(split, "depths", bare+".npy"),
		normals: path.Join(split, "normals", bare+".npy"),
		ids:     path.Join(split, "ids", name),
		scene:   path.Join(split, "scenes", bare+".json"),
	}
}

// Assemble joins the scene files of a split into ptr_scenes.json and its question files into questions.json.
func (s *Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	info := struct {
		Date    string `json:"date"`
		Version string `json:"version"`
		Split   string `json:"split"`
		License string `json:"license"`
	}{s.cfg.Date, "1.0", job.Split, "Creative Commons Attribution (CC-BY 4.0)"}
	scene := func(i int) string { return filesOf(job.Split, i).scene }
	steps := []func() (write.File, error){
		world.Lines(path.Join(job.Split, "ptr_scenes.json"), info, "scenes", false, scene).Step(ctx, job),
	}
	if s.cfg.Questions > 0 {
		steps = append(steps, joinedQuestions(job.Split).Step(ctx, job))
	}
	return world.Together(steps...)
}
