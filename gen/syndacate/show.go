package syndacate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"mereo/gen"
	"mereo/gen/show"
)

// Show opens the elements of a split. They are read from its shards, which stay when these are joined.
func (Set) Show(job gen.Job) (show.Reader, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	return &showReader{job: job, source: src}, nil
}

// Overlays tell where things are in the first picture of a sample.
func (s Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return show.Overlays(s, job)
}

// showReader is a split as show.Reader.
type showReader struct {
	show.NoTest
	job    gen.Job
	source source

	mutex  sync.Mutex
	facets map[int][]show.Facets // of the last shards that were read, by their first elements
}

// shardOf is the first element of the shard that has an element.
func shardOf(index int) int { return index - index%shardElements }

// open opens the shard of an element, at the element.
func (r *showReader) open(index int) (in *inspected, err error) {
	if index < 0 || r.job.Root == "" {
		return nil, fmt.Errorf("syndacate: no element %d: %w", index, fs.ErrNotExist)
	}
	in = &inspected{}
	path := filepath.Join(r.job.Root, filepath.FromSlash(shardPath(r.job.Split, shardOf(index))))
	if in.arrayFile, err = openArrays(path, ""); err != nil {
		return nil, err
	}
	in.understand(r.source)
	o := InspectOptions{Index: index - shardOf(index), Count: 1}
	if in.has(keyImages) {
		err = in.choose(o)
	} else {
		in.first, in.count = o.Index, o.Count
		err = in.measureRows()
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// Sample reads an element of a shard.
func (r *showReader) Sample(index int) (s show.Sample, err error) {
	in, err := r.open(index)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	err = in.each(context.Background(), elementKeys, func(_ int, e *inspectedElement) error {
		s, err = r.newSample(index, in, e)
		return err
	})
	return s, err
}

// Questions are none: nothing is asked.
func (r *showReader) Questions(int) ([]show.Question, error) { return nil, nil }

// Make makes an element again.
func (r *showReader) Make(ctx context.Context, index int) (show.Made, error) {
	s, _, err := r.made(ctx, index, true)
	if err != nil {
		return nil, err
	}
	s.page = r.pageOf(s, index)
	return showMade{showSample: s}, nil
}

// Labels are depth and places of objects, which strokes in space have.
func (r *showReader) Labels(index, p int) (*show.Labels, error) {
	s, err := r.Sample(index)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if n := max(len(s.Page().Pictures), 1); p < 0 || p >= n {
		return nil, fmt.Errorf("syndacate: there is no picture %d, want one of %d", p, n)
	}
	return s.(*showSample).labels(), nil
}

// Pictures are those of the page.
func (r *showReader) Pictures(index int) ([]show.Picture, error) {
	s, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	return s.Page().Pictures, nil
}

// FacetNames are what elements can be found by.
func (r *showReader) FacetNames() []string { return []string{"objects", "category"} }

// keptShards is for as many readers at different places.
const keptShards = 16

// Facets reads the objects of a shard, for its other elements, too.
func (r *showReader) Facets(index int) (show.Facets, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	first := shardOf(max(index, 0))
	if r.facets[first] == nil {
		of, err := r.readFacets(first)
		if err != nil {
			return nil, err
		}
		if r.facets == nil || len(r.facets) == keptShards {
			r.facets = map[int][]show.Facets{}
		}
		r.facets[first] = of
	}
	if of := r.facets[first]; index >= first && index < first+len(of) {
		return of[index-first], nil
	}
	return nil, fmt.Errorf("syndacate: no element %d: %w", index, fs.ErrNotExist)
}

// readFacets reads those of the elements of a shard.
func (r *showReader) readFacets(first int) ([]show.Facets, error) {
	in, err := r.open(first)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	in.count = in.n
	out := make([]show.Facets, in.n)
	return out, in.each(context.Background(), []string{keyObjects, keyObjects + cleanSuffix}, func(i int, e *inspectedElement) error {
		objects := in.objects(e)
		out[i] = show.Facets{"objects": {fmt.Sprint(len(objects))}}
		for _, o := range objects {
			if o.class != "" {
				out[i].Add("category", o.class)
			}
		}
		return nil
	})
}

// Functions is nil: there are no questions.
func (*showReader) Functions() []show.Function { return nil }
