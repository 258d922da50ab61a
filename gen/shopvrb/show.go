package shopvrb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/write"
)

// Show opens the samples of a split.
func (s *Set) Show(job gen.Job) (show.Reader, error) {
	if err := s.Validate(job); err != nil {
		return nil, err
	}
	library := newLibrary(s.own.newClasses()...)
	r := &showReader{
		set: s, job: job, sampler: s.sampler(job), library: library, words: vocabularyOf(library), texts: s.own.descriptions(),
	}
	r.lexicon = sync.OnceValue(r.words.lexicon)
	r.environment = sync.OnceValues(func() (*light.Environment, error) {
		e, err := s.cfg.Realism.Environment.Open()
		if err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
		return e, nil
	})
	return r, nil
}

// Overlays tell where things are in the first picture of a sample.
func (s *Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return show.Overlays(s, job)
}

// showReader is a split as show.Reader.
type showReader struct {
	show.NoTest
	set         *Set
	job         gen.Job
	sampler     *sampler
	library     *ask.Library[*known]
	words       *vocabulary
	lexicon     func() *show.Lexicon
	texts       map[string][]string // descriptions by class
	environment func() (*light.Environment, error)
}

// Sample reads the record and the questions of a picture.
func (r *showReader) Sample(index int) (show.Sample, error) {
	files := filesOf(r.job.Split, index)
	data, err := r.job.Read(files.record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	record, err := ParseRecord(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; generate the scene again", files.record, err)
	}
	if record.Split != r.job.Split || record.ImageIndex != index {
		return nil, fmt.Errorf("shopvrb: %s is scene %d of split %s, want scene %d of split %s", files.record, record.ImageIndex,
			record.Split, index, r.job.Split)
	}
	of := described{index: index, record: record, ids: show.IDs(len(record.Objects))}
	if of.plan, err = r.sampler.planned(record); err != nil {
		return nil, fmt.Errorf("%s: %w", files.record, err)
	}
	if r.job.Has(files.picture) {
		of.picture = files.picture
	}
	if of.plan != nil {
		o := r.set.cfg.optics()
		parts, err := write.ReadGray16(r.job.Root, files.parts, o.width, o.height)
		if err == nil {
			of.parts = seenIn(o.width, parts)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
	}
	if of.questions, err = r.stored(index); err != nil {
		return nil, err
	}
	return r.sample(of)
}

// planned is the plan that a record tells of; nil for one without extra keys, which does not tell the models.
func (s *sampler) planned(r *Record) (*plan, error) {
	if r.Extra == nil {
		return nil, nil
	}
	p := &plan{pool: s.pool, ground: r.Extra.Ground, optics: s.cfg.optics(), cameraAt: vector(r.Extra.Camera)}
	p.lamps = [3]geom.Vec3{keyLamp: vector(r.Extra.Lamps.Key), backLamp: vector(r.Extra.Lamps.Back), fillLamp: vector(r.Extra.Lamps.Fill)}
	for i := range r.Objects {
		o := &r.Objects[i]
		row := s.row(o)
		if row == nil {
			return nil, fmt.Errorf("shopvrb: objects/%d: no %s thing has a model that is told like this one's; generate the scene again",
				i, s.pool)
		}
		thing := s.placed(row, o)
		thing.size, thing.material, thing.color = o.Size, o.Material, o.Color
		p.objects = append(p.objects, thing)
	}
	return p, nil
}

// row is that of the model that a record tells; nil if there is none.
func (s *sampler) row(o *ObjectRecord) *catalogRow {
	for i := range s.rows {
		if o.Extra != nil && s.rows[i].name == o.Extra.Instance {
			return &s.rows[i]
		}
	}
	return nil
}

func vector(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// storedQuestion is a question of the dataset.
type storedQuestion struct {
	kind kind
	*QuestionRecord
	program ask.Program
}

// stored are the questions about a picture, visual ones first. Where there is no file there are none.
func (r *showReader) stored(index int) (out []storedQuestion, err error) {
	if r.job.Root == "" {
		return nil, nil
	}
	for _, of := range []kind{visual, textual} {
		file := of.file(r.job.Split, index)
		list, err := readQuestions(r.job.Root, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for i, q := range list {
			program, err := show.ReadProgram(r.library, callsOf(q.Program))
			if err != nil {
				return nil, fmt.Errorf("shopvrb: %s: question %d: %w; ask the questions again", file, i, err)
			}
			out = append(out, storedQuestion{of, q, program})
		}
	}
	return out, nil
}

// Labels reads the label pictures.
func (r *showReader) Labels(index, p int) (*show.Labels, error) {
	if p != 0 {
		return nil, fmt.Errorf("shopvrb: there is no picture %d, want 0", p)
	}
	f := filesOf(r.job.Split, index)
	o := r.set.cfg.optics()
	w, h := o.width, o.height
	ids, err := write.ReadGray16(r.job.Root, f.ids, w, h)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	out := &show.Labels{Width: w, Height: h, Object: ids}
	if out.Part, err = write.ReadGray16(r.job.Root, f.parts, w, h); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	if out.ViewZ, err = write.ReadNPY[float32](r.job.Root, f.depth, h, w); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	if r.set.cfg.Normals {
		if out.Normal, err = write.ReadNPY[float32](r.job.Root, f.normals, h, w, 3); err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
	}
	return out, nil
}

// described is what a page tells of.
type described struct {
	index     int
	record    *Record      // of the things that are there
	ids       []int        // of these things, in label pictures
	plan      *plan        // of all things by id; nil where it is not known
	parts     map[int]seen // what is seen of parts, by id; nil where it is not known
	picture   string       // path; "" where it is not on disk
	questions []storedQuestion
	changed   bool // answers are those that programs give now
}

// sample is a page with what questions know.
func (r *showReader) sample(of described) (*showSample, error) {
	data := bytes.TrimSpace(of.record.Append(nil))
	k, err := r.words.parseKnown(data)
	if err == nil {
		err = r.words.check(k)
	}
	if err != nil {
		return nil, err
	}
	s := &showSample{reader: r, described: of}
	if s.plain, err = ask.ReadPlain(data); err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	s.page = s.newPage()
	return s, nil
}

// showSample is a scene as show.Sample.
type showSample struct {
	show.NoDrawings
	show.NoIDs
	described
	reader *showReader
	plain  *ask.Plain
	page   *show.Page
}

// Page is made when the sample is.
func (s *showSample) Page() *show.Page { return s.page }

// Make makes a sample from its seed.
func (r *showReader) Make(ctx context.Context, index int) (show.Made, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	questions, err := r.stored(index)
	if err != nil {
		return nil, err
	}
	sampled, err := r.sampler.Sample(index)
	if err != nil {
		return nil, err
	}
	return r.made(sampled, questions, nil)
}
