package world

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"mereo/engine/light"
	"mereo/gen/record"
	"mereo/gen/show"
)

// reader is a split as show.Reader.
type reader[P any] struct {
	*Split[P]
	environment func() (*light.Environment, error)

	lock   sync.Mutex // of the last plan that was read
	last   P
	lastOf int // its index, -1 for none
}

func (s *Split[P]) reader() *reader[P] {
	return &reader[P]{Split: s, environment: sync.OnceValues(s.environment), lastOf: -1}
}

// FacetNames, Classes, Functions and Tester are what the set declares.
func (r *reader[P]) FacetNames() []string       { return r.Split.FacetNames }
func (r *reader[P]) Classes() []show.Class      { return r.Split.Classes() }
func (r *reader[P]) Functions() []show.Function { return r.Split.Functions }
func (r *reader[P]) Tester() show.Tester        { return r.Split.Tester }

// Facets are what a sample can be found by.
func (r *reader[P]) Facets(index int) (show.Facets, error) {
	if r.Split.Facets == nil {
		return show.Facets{}, nil
	}
	return r.Split.Facets(index)
}

// told is what files tell of.
func (r *reader[P]) told(index int) (t *Take[P], err error) {
	var p P
	if r.Told != nil {
		p, err = r.Told(index)
	} else {
		p, err = r.planned(index)
	}
	if err != nil {
		return nil, err
	}
	t = r.take(index, p)
	t.Told, t.stored = true, true
	return t, nil
}

// plan plans a sample. The last plan is kept where samples are read by planning them: of a film frame after frame is asked for.
func (r *reader[P]) plan(ctx context.Context, index int) (p P, err error) {
	r.lock.Lock()
	p, there := r.last, r.lastOf == index
	r.lock.Unlock()
	if there {
		return p, nil
	}
	if p, err = r.Plan(ctx, index); err == nil && r.Told == nil {
		r.lock.Lock()
		r.last, r.lastOf = p, index
		r.lock.Unlock()
	}
	return p, err
}

// planned is the plan of a sample whose record is there and is that of the plan, and of the ids in its files.
func (r *reader[P]) planned(index int) (p P, err error) {
	if p, err = r.plan(context.Background(), index); err != nil {
		return p, err
	}
	t := r.take(index, p)
	t.stored = true
	for _, f := range r.Files(t) {
		if f.Bytes == nil {
			continue
		}
		want, err := f.Bytes()
		if err != nil {
			return p, r.fail(err)
		}
		if data, err := r.Job.Read(f.Path); err != nil {
			return p, r.fail(err)
		} else if !bytes.Equal(data, want) {
			return p, r.fail(fmt.Errorf("%s: differs from what the seed gives: %s", f.Path, record.Diff(data, want)))
		}
	}
	return p, nil
}

// Sample reads what the dataset's files say of a sample.
func (r *reader[P]) Sample(index int) (show.Sample, error) {
	t, err := r.told(index)
	if err != nil {
		return nil, err
	}
	page, err := r.page(t)
	if err != nil {
		return nil, err
	}
	return &sample[P]{t, page}, nil
}

// Labels reads the label pictures beside a picture of the page.
func (r *reader[P]) Labels(index, p int) (*show.Labels, error) {
	t, err := r.told(index)
	if err != nil {
		return nil, err
	}
	if named := t.named(); p < 0 || p >= named {
		return nil, fmt.Errorf("%s: %s/%d: there is no picture %d, want 0 to %d", r.Set, r.Job.Split, index, p, named-1)
	}
	l, err := t.Stored(p)
	if err != nil {
		return nil, r.fail(err)
	}
	return l, nil
}

// named is how many shots are on the page.
func (t *Take[P]) named() (n int) {
	for n < len(t.Shots) && t.Shots[n].Name != "" {
		n++
	}
	return n
}

// pictures are those of the page. They have paths where they lie on disk; those of what was changed do not.
func (r *reader[P]) pictures(t *Take[P]) []show.Picture { return t.pictures()[:t.named()] }

// pictures are those of all shots.
func (t *Take[P]) pictures() (out []show.Picture) {
	paths := map[int]string{}
	for _, f := range t.split.Files(t) {
		if f.Bytes == nil && f.Pass == Color && !t.Changed && t.split.Job.Has(f.Path) {
			paths[f.Shot] = f.Path
		}
	}
	for i := range t.Shots {
		s := &t.Shots[i]
		picture := s.Picture
		picture.Width, picture.Height = s.size()
		picture.Camera, picture.Path = s.taken(), paths[i]
		out = append(out, picture)
	}
	return out
}

// Pictures are those of the page.
func (r *reader[P]) Pictures(index int) ([]show.Picture, error) {
	t, err := r.told(index)
	if err != nil {
		return nil, err
	}
	return r.pictures(t), nil
}

// Questions are those of the page.
func (r *reader[P]) Questions(index int) ([]show.Question, error) {
	if r.Asked == nil {
		s, err := r.Sample(index)
		if err != nil {
			return nil, err
		}
		return s.Page().Questions, nil
	}
	t := &Take[P]{Index: index, Told: true, split: r.Split}
	if r.Told != nil {
		var err error
		if t.Plan, err = r.Told(index); err != nil {
			return nil, err
		}
	}
	return r.Asked(t)
}

// page tells of a sample.
func (r *reader[P]) page(t *Take[P]) (*show.Page, error) {
	page, err := r.Page(t)
	if err != nil {
		return nil, err
	}
	if page.Title == "" {
		page.Title = fmt.Sprintf("%s/%d", r.Job.Split, t.Index)
	}
	page.Pictures = append(page.Pictures, r.pictures(t)...)
	for i := range t.named() {
		if s := &t.Shots[i]; page.Camera == nil && s.Pinhole.Width > 0 {
			page.Camera = show.PlanCameraOf(&s.Pinhole)
		}
	}
	// They are lists in JSON.
	if page.Entities == nil {
		page.Entities = []show.Entity{}
	}
	if page.Relations == nil {
		page.Relations = []show.Relation{}
	}
	if page.Questions == nil {
		page.Questions = []show.Question{}
	}
	return page, nil
}

// sample is a show.Sample.
type sample[P any] struct {
	*Take[P]
	page *show.Page
}

// TakeOf is the take that a sample of a split of this kind of plans is of.
func TakeOf[P any](s show.Sample) *Take[P] { return s.(interface{ take() *Take[P] }).take() }

func (s *sample[P]) take() *Take[P] { return s.Take }

// Page tells all there is to tell.
func (s *sample[P]) Page() *show.Page { return s.page }

// Run runs a program, in sets that ask questions.
func (s *sample[P]) Run(p show.Program) (*show.Trace, error) {
	if s.split.Run == nil {
		return show.NoPrograms(s.split.Set).Run(p)
	}
	return s.split.Run(s.Take, p)
}

// Reword is the text of a question with other values.
func (s *sample[P]) Reword(q int, p show.Program) string {
	if s.split.Reword == nil {
		return ""
	}
	return s.split.Reword(s.Take, q, p)
}

// Drawing is what the set draws itself.
func (s *sample[P]) Drawing(p int) []uint8 {
	if draw := s.Shots[p].Draw; draw != nil {
		return draw()
	}
	return nil
}

// IDs are those that follow from the files.
func (s *sample[P]) IDs(p int) *show.Labels {
	if ids := s.Shots[p].IDs; ids != nil && s.Told {
		return ids()
	}
	return nil
}

// Make makes a sample again from the seed.
func (r *reader[P]) Make(ctx context.Context, index int) (show.Made, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if index < 0 {
		return nil, fmt.Errorf("%s: %s/%d: the index is negative, want 0 or more", r.Set, r.Job.Split, index)
	}
	p, err := r.plan(ctx, index)
	if err != nil {
		return nil, err
	}
	return r.made(r.take(index, p))
}
