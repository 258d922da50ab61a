package trance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"sync"

	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
)

// Show opens the samples of a split for people.
func (s *Set) Show(job gen.Job) (show.Reader, error) {
	return &reader{
		cfg: s.cfg, job: job, sampler: newSampler(s.cfg, job.Seed, job.Split),
		environment: sync.OnceValues(s.cfg.Realism.Environment.Open),
	}, nil
}

// Overlays tell where things are in the first state and the last as the center camera sees it of a sample.
func (s *Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return show.Overlays(s, job, shownFirst, shownLast)
}

// reader reads and makes the samples of a split, and tests people with them.
type reader struct {
	cfg         Config
	job         gen.Job
	sampler     *sampler
	environment func() (*light.Environment, error)
}

// readInfo reads a sample's record.
func (r *reader) readInfo(index int) (data []byte, name string, err error) {
	name = r.cfg.infoPath(r.job.Split, index)
	if data, err = r.job.Read(name); err != nil {
		err = fmt.Errorf("trance: %w", err)
	}
	return data, name, err
}

// readSample is a sample as its record tells of it. What was drawn at random of surfaces and lamps is not among it.
func (r *reader) readSample(index int) (*generatedSample, error) {
	data, name, err := r.readInfo(index)
	if err != nil {
		return nil, err
	}
	f := &infoSample{cfg: r.cfg, file: name, index: index}
	if !f.readable(data) || !f.sizes() || !f.rebuild() || !f.setup() || !f.ownCameras() {
		p := f.out[0]
		where := ""
		if p.Object != "" {
			where = p.Object + ": "
		}
		return nil, fmt.Errorf("trance: %s: %s%s", p.File, where, p.Detail)
	}
	return &f.made, nil
}

// Sample reads what the dataset's files say of a sample.
func (r *reader) Sample(index int) (show.Sample, error) {
	m, err := r.readSample(index)
	if err != nil {
		return nil, err
	}
	c := newCounter(&m.sceneSetup)
	return &recorded{sample: newSample(r.pageCounted(index, m, r.job, c)), from: m, counter: c, shown: r.shown(index, len(m.steps))}, nil
}

// sample is what is told of one.
type sample struct {
	show.NoPrograms
	show.NoDrawings
	page *show.Page
}

func newSample(page *show.Page) sample { return sample{NoPrograms: setName, page: page} }

// Page tells all there is to tell.
func (s *sample) Page() *show.Page { return s.page }

// recorded is a sample of a dataset's files, from which the ids in its pictures follow.
type recorded struct {
	sample
	from    *generatedSample
	shown   []picture
	lock    sync.Mutex
	counter *counter
}

// IDs are those that the identity picture of a picture has.
func (s *recorded) IDs(p int) *show.Labels {
	s.lock.Lock()
	defer s.lock.Unlock()
	ids := s.counter.ids(&s.from.states[s.shown[p].stage], s.shown[p].camera)
	at := &s.page.Pictures[p]
	return &show.Labels{Width: at.Width, Height: at.Height, Object: objectIDs(ids)}
}

// Tester is the reader.
func (r *reader) Tester() show.Tester { return r }

// Functions are none.
func (r *reader) Functions() []show.Function { return nil }

// Labels reads the identity picture and the normals that belong to a picture.
func (r *reader) Labels(index, p int) (*show.Labels, error) {
	if !r.cfg.IDs && !r.cfg.Normals {
		return nil, nil
	}
	m, err := r.readSample(index)
	if err != nil {
		return nil, err
	}
	list := r.shown(index, len(m.steps))
	if p < 0 || p >= len(list) {
		return nil, fmt.Errorf("trance: %s/%d: there is no picture %d, want 0 to %d", r.job.Split, index, p, len(list)-1)
	}
	out := &show.Labels{Width: r.cfg.Width, Height: r.cfg.Height}
	found := false
	for _, q := range r.cfg.pictures(r.job.Split, index, len(m.steps)) {
		if q.stage != list[p].stage || q.camera != list[p].camera || q.kind == colorPicture {
			continue
		}
		switch err := r.cfg.readLabels(r.job.Root, q, out); {
		case errors.Is(err, fs.ErrNotExist): // a dataset of records only
		case err != nil:
			return nil, fmt.Errorf("trance: %s: %w", q.path, err)
		default:
			found = true
		}
	}
	if !found {
		return nil, nil
	}
	return out, nil
}

// readLabels reads what a picture other than a color picture has into labels.
func (c Config) readLabels(root string, p picture, into *show.Labels) error {
	if p.kind == normalPicture {
		var err error
		into.Normal, err = c.readNormals(root, p.path)
		return err
	}
	im, err := c.readPicture(root, p.path)
	if err != nil {
		return err
	}
	into.Object = make([]uint16, c.Width*c.Height)
	for k := range into.Object {
		into.Object[k] = uint16(1 + slices.Index(idColors[:], [3]uint8(im.Pix[4*k:4*k+3])))
	}
	return nil
}

// The facets.
const (
	facetSteps     = "steps"
	facetVisible   = "visible objects" // in the first picture
	facetAttribute = "changed attribute"
	facetMove      = "move"
)

// FacetNames are those of Facets. The last four are of the objects in the visible area at first.
func (r *reader) FacetNames() []string {
	return []string{
		facetSteps, facetAttribute, facetMove, facetVisible, Color.String(), Shape.String(), Material.String(), Size.String(),
	}
}

// facetRecord is what facets need of a record.
type facetRecord struct {
	States          firstState  `json:"states"`
	Transformations []facetStep `json:"transformations"`
}

type facetStep struct {
	Attr string `json:"attr"`
	Type string `json:"type"`
}

// firstState are the objects of the first of a list of states; the others are skipped.
type firstState struct{ objects []storedObject }

// ParseJSON reads the list.
func (s *firstState) ParseJSON(r *record.Reader) error {
	return r.Items(func(i int) error {
		if i > 0 {
			return r.Skip()
		}
		var state struct {
			Objects []storedObject `json:"objects"`
		}
		err := r.Value(&state)
		s.objects = state.Objects
		return err
	})
}

// Facets reads the record alone.
func (r *reader) Facets(index int) (show.Facets, error) {
	data, name, err := r.readInfo(index)
	if err != nil {
		return nil, err
	}
	var stored facetRecord
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, fmt.Errorf("trance: %s: %w", name, err)
	}
	out := show.Facets{facetSteps: {strconv.Itoa(len(stored.Transformations))}}
	add := func(facet, value string) {
		if value != "" {
			out.Add(facet, value)
		}
	}
	for _, t := range stored.Transformations {
		add(facetAttribute, t.Attr)
		add(facetMove, t.Type)
	}
	visible := 0
	for _, o := range stored.States.objects {
		if o.Position == nil || !o.Position.Visible() {
			continue
		}
		visible++
		add(Color.String(), o.Color)
		add(Shape.String(), o.Shape)
		add(Material.String(), o.Material)
		add(Size.String(), o.Size)
	}
	add(facetVisible, strconv.Itoa(visible))
	return out, nil
}

// Make makes a sample again from the seed.
func (r *reader) Make(ctx context.Context, index int) (show.Made, error) {
	if index < 0 {
		return nil, fmt.Errorf("trance: %s/%d: the index is negative, want 0 or more", r.job.Split, index)
	}
	environment, err := r.environment()
	if err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	m, err := r.sampler.Sample(ctx, index)
	if err != nil {
		return nil, err
	}
	return &made{sample: newSample(r.page(index, m, r.job)), reader: r, index: index, from: m, environment: environment}, nil
}

// Classes are the shapes.
func (r *reader) Classes() []show.Class { return show.ClassesOf(objectKind, values[Shape]...) }
