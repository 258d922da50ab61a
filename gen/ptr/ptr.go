package ptr

import (
	"context"
	"fmt"
	"path"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/fingerprint"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// Set is the PTR set as gen.Set.
type Set struct {
	cfg    Config
	source Source
	// grammar is what questions are made from.
	grammar *ask.Grammar[*known]
	builtin bool // grammar is that of the built-in templates
	// open opens what draws pictures. Tests put another painter here.
	open func(gpu string) (painter, error)
}

// painter draws the pictures of scenes. Its methods may be called at once from several goroutines.
type painter interface {
	Shoot(*scenes.Scene, shoot.Options) (*frame.Images, error)
	Renderer() string
	Close()
}

func openStudio(gpu string) (painter, error) {
	s, err := shoot.Open(gpu)
	if err != nil {
		return nil, err // not s: a nil *Studio is not a nil painter
	}
	return s, nil
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
	return &Set{cfg: cfg, source: source, grammar: grammar, builtin: grammar.Source == own.Source, open: openStudio}, nil
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

// Stride is 1: every sample has files of its own.
func (s *Set) Stride() int { return 1 }

// Validate reports a split for which the model source has no models.
func (s *Set) Validate(job gen.Job) error {
	_, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	return err
}

// NewMaker opens the models of the split and, for pictures, a renderer.
func (s *Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	sampler.bare = !job.Pictures
	m := &maker{sampler: sampler, job: job}
	if job.Pictures {
		if m.environment, err = s.cfg.Realism.Environment.Open(); err != nil {
			return nil, fmt.Errorf("ptr: %w", err)
		}
		if m.painter, err = s.open(job.GPU); err != nil {
			return nil, fmt.Errorf("ptr: %w", err)
		}
	}
	return m, nil
}

type maker struct {
	sampler     *Sampler
	job         gen.Job
	painter     painter            // nil for records only
	environment *light.Environment // nil for none
}

// Renderer names what draws.
func (m *maker) Renderer() string {
	if m.painter == nil {
		return ""
	}
	return m.painter.Renderer()
}

// Close gives the renderer back.
func (m *maker) Close() error {
	if m.painter != nil {
		m.painter.Close()
	}
	return nil
}

// Make samples, draws and writes one scene. The record comes last, so that a record on disk means that its pictures are
// there.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	sample, err := m.sampler.Sample(index)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fail := func(err error) (*gen.Item, error) {
		return nil, fmt.Errorf("ptr: %s/%d: %w", m.job.Split, index, err)
	}
	item := &gen.Item{Index: index, Attempt: sample.Key.Attempt, Rejects: sample.Rejects}
	files := filesOf(m.job.Split, index)
	var ids IDs
	if m.painter == nil {
		ids = sample.Composite()
	} else {
		o := m.sampler.options(sample, m.environment)
		o.NoNormals = !m.sampler.cfg.Write.Normals
		var seen fingerprint.Things
		colors := sample.Scene.PartColors()
		o.Fault = func(_ int, im *frame.Images) string {
			seen = fingerprint.Of(im.RGB, im.Part, len(colors)-1)
			return seen.Fault(colors)
		}
		im, err := m.painter.Shoot(sample.Scene, o)
		if err != nil {
			return fail(err)
		}
		ids = IDsOf(im)
		pictures, err := m.sampler.cfg.Write.pictures(m.job.Root, files, &sample.Scene.Camera, im)
		if err != nil {
			return fail(err)
		}
		item.Files, item.Colors = pictures, map[string]string{files.image: seen.String()}
	}
	encode := phase.Begin(phase.Encode)
	r := m.sampler.Record(sample, ids)
	encode.End()
	f, err := write.Bytes(m.job.Root, files.scene, record.Append(nil, record.Indented, r))
	if err != nil {
		return fail(err)
	}
	item.Files = append(item.Files, f)
	item.Tally = tallyOf(r)
	return item, nil
}

// options are those that the picture of a sample is drawn with. environment is nil for none.
func (s *Sampler) options(m *Sample, environment *light.Environment) shoot.Options {
	return shoot.Options{
		Quality: s.cfg.Quality, View: s.cfg.View, Realism: s.cfg.Realism, SPP: s.cfg.SPP, SubFrames: s.cfg.SubFrames,
		Environment: environment,
		Seed:        rng.At(m.Key, "picture").Uint64(),
	}
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

// paths are those of the pictures that are written, in the order of writing.
func (w Write) paths(f files) []string {
	out := []string{f.image}
	for _, p := range []struct {
		wanted bool
		path   string
	}{{w.hasEXR(), f.rayDist}, {w.hasNPY(), f.viewZ}, {w.Normals, f.normals}} {
		if p.wanted {
			out = append(out, p.path)
		}
	}
	return append(out, f.ids)
}

// pictures writes color and part ids, and what is chosen of depth and normals.
func (w Write) pictures(root string, f files, cam *camera.Pinhole, im *frame.Images) ([]write.File, error) {
	var out []write.File
	for _, name := range w.paths(f) {
		var file write.File
		var err error
		switch name {
		case f.image:
			file, err = write.RGBA(root, name, im.Width, im.Height, im.RGB)
		case f.rayDist:
			file, err = write.EXR(root, name, im.Width, im.Height, rayDist(cam, im.ViewZ))
		case f.viewZ:
			file, err = write.NPY(root, name, []int{im.Height, im.Width}, im.ViewZ)
		case f.normals:
			file, err = write.NPY(root, name, []int{im.Height, im.Width, 3}, im.Normal)
		case f.ids:
			file, err = write.Gray16(root, name, im.Width, im.Height, im.Part)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
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
