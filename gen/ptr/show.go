package ptr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/write"
)

// reader reads and makes the samples of a split.
type reader struct {
	show.NoTest
	set     *Set
	job     gen.Job
	sampler *Sampler
	// environment opens the surroundings once, when something is to be drawn.
	environment func() (*light.Environment, error)
	lexicon     func() *show.Lexicon
}

// Show opens the models of the split.
func (s *Set) Show(job gen.Job) (show.Reader, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	return &reader{
		set: s, job: job, sampler: sampler,
		environment: sync.OnceValues(s.cfg.Realism.Environment.Open),
		lexicon:     sync.OnceValue(func() *show.Lexicon { return newLexicon(s.grammar.Words) }),
	}, nil
}

// Overlays tell where things are in the first picture of a sample.
func (s *Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return show.Overlays(s, job)
}

// Sample reads the scene file and the question file.
func (r *reader) Sample(index int) (show.Sample, error) {
	name := filesOf(r.job.Split, index).scene
	data, err := r.read(name)
	if err != nil {
		return nil, err
	}
	record, err := r.set.cfg.parseRecord(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	asked, err := r.questions(index)
	if err != nil {
		return nil, err
	}
	out, err := r.shown(record, data, show.IDs(len(record.Objects)), asked)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if image := filesOf(r.job.Split, index).image; r.job.Has(image) {
		out.page.Pictures[0].Path = image
	}
	return out, nil
}

// parseRecord reads a record whose picture has the size of the configuration.
func (c *Config) parseRecord(data []byte) (*Record, error) {
	record, err := ParseRecord(data)
	if err == nil && (record.Camera.Width != c.Width || record.Camera.Height != c.Height) {
		err = fmt.Errorf("ptr: scene file: the picture is %d x %d, want %d x %d", record.Camera.Width, record.Camera.Height, c.Width, c.Height)
	}
	return record, err
}

func (r *reader) read(name string) ([]byte, error) {
	data, err := r.job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	return data, nil
}

// asked is a question of a question file.
type asked struct {
	show.Question
	program ask.Program
}

// questions reads those of a sample; nil where none were asked, or there is no dataset.
func (r *reader) questions(index int) ([]asked, error) {
	if r.job.Root == "" {
		return nil, nil
	}
	name := questionPath(r.job.Split, index)
	data, err := r.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file storedQuestions
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	l := r.set.grammar.Library
	out := make([]asked, len(file.Questions))
	for i, q := range file.Questions {
		p, err := l.ParseProgram(q.Program)
		if err != nil {
			return nil, fmt.Errorf("ptr: %s: question %d: %w", name, i, err)
		}
		out[i] = asked{program: p, Question: show.Question{
			Text: q.Question, Answer: answerText(wholeNumber(q.Answer)), Program: show.ProgramOf(l, p),
			Rows: []show.Row{
				{Name: "type", Value: questionType(q.Type1, q.Type2)},
				{Name: "family", Value: fmt.Sprintf("%s:%d", ask.Base(q.File), q.Family)},
			},
			Facts: questionFacts(q.Type1, q.Type2, q.File, q.Family),
		}}
		answer, _ := l.AnswerType(p[len(p)-1].Function)
		for _, v := range l.Domain(answer) {
			out[i].Choices = append(out[i].Choices, answerText(v))
		}
	}
	return out, nil
}

// questionType names a type for people; two types of the second kind are in two of the first.
func questionType(type1, type2 string) string { return type1 + ", " + type2 }

// Labels reads the pictures of part ids, of depth and of normals.
func (r *reader) Labels(index, p int) (*show.Labels, error) {
	if p != 0 {
		return nil, fmt.Errorf("ptr: %s/%d: no picture %d, a sample has one", r.job.Split, index, p)
	}
	f := filesOf(r.job.Split, index)
	if !slices.ContainsFunc([]string{f.ids, f.viewZ, f.rayDist, f.normals}, r.job.Has) {
		return nil, nil
	}
	data, err := r.read(f.scene)
	if err != nil {
		return nil, err
	}
	record, err := r.set.cfg.parseRecord(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.scene, err)
	}
	out := &show.Labels{Width: record.Camera.Width, Height: record.Camera.Height}
	w, h := out.Width, out.Height
	if r.job.Has(f.ids) {
		part, err := write.ReadGray16(r.job.Root, f.ids, w, h)
		if err != nil {
			return nil, fmt.Errorf("ptr: %w", err)
		}
		parts := 0
		for i := range record.Objects {
			parts += len(record.Objects[i].Parts)
		}
		for at, id := range part {
			if int(id) > parts {
				return nil, fmt.Errorf("ptr: %s: part %d at pixel (%d, %d), the scene file has %d", f.ids, id, at%w, at/w, parts)
			}
		}
		out.Part, out.Object = part, objectsOf(part, record)
	}
	switch {
	case r.job.Has(f.viewZ):
		out.ViewZ, err = write.ReadNPY[float32](r.job.Root, f.viewZ, h, w)
	case r.job.Has(f.rayDist):
		if out.ViewZ, err = write.ReadEXR(r.job.Root, f.rayDist, w, h); err == nil {
			cam := record.pinhole()
			out.ViewZ = axisDist(&cam, out.ViewZ)
		}
	}
	if err == nil && r.job.Has(f.normals) {
		out.Normal, err = write.ReadNPY[float32](r.job.Root, f.normals, h, w, 3)
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	return out, nil
}

// Make makes a sample again.
func (r *reader) Make(ctx context.Context, index int) (show.Made, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	environment, err := r.environment()
	if err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	sample, err := r.sampler.Sample(index)
	if err != nil {
		return nil, err
	}
	asked, err := r.questions(index)
	if err != nil {
		return nil, err
	}
	m := &made{
		reader: r, sample: sample, asked: asked, options: r.sampler.options(sample, environment),
		gone: make([]bool, len(sample.Objects)),
	}
	m.labels = sync.OnceValue(m.draw)
	return m.finish(sample.Composite())
}
