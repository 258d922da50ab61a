package syndacate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write/npz"
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
	facets facetCache
}

// shardOf is the first element of the shard that has an element.
func shardOf(index int) int { return index - index%shardElements }

// open opens the shard of an element, at the element.
func (r *showReader) open(index int) (in *inspected, err error) {
	in = &inspected{path: filepath.Join(r.job.Root, filepath.FromSlash(shardPath(r.job.Split, shardOf(index))))}
	if index < 0 || r.job.Root == "" {
		return nil, fmt.Errorf("syndacate: no element %d: %w", index, fs.ErrNotExist)
	}
	if in.reader, err = npz.Open(in.path); err != nil {
		return nil, fmt.Errorf("syndacate: %w", err)
	}
	if err = in.openAt(index - shardOf(index)); err == nil {
		in.understand(r.source)
		err = in.checkRows()
	}
	if err != nil {
		in.reader.Close()
		return nil, err
	}
	return in, nil
}

// openAt finds out what a shard has. One without pictures has objects, at least.
func (in *inspected) openAt(row int) error {
	if in.has(keyImages) {
		return in.choose(InspectOptions{Index: row, Count: 1})
	}
	_, shape, err := in.reader.Header(keyObjects)
	if err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	if k := len(shape); k != 3 && k != 4 || row >= shape[0] {
		return fmt.Errorf("syndacate: %s: %s has shape %s, want more than %d elements with rows", in.path, keyObjects, shapeText(shape), row)
	}
	if in.n, in.first, in.count = shape[0], row, 1; len(shape) == 4 {
		in.frames = shape[1]
	}
	if _, shape, err := in.reader.Header(keyDepth); err == nil && len(shape) == 4 {
		in.height, in.width = shape[2], shape[3]
	}
	return nil
}

// Sample reads an element of a shard.
func (r *showReader) Sample(index int) (show.Sample, error) {
	in, err := r.open(index)
	if err != nil {
		return nil, err
	}
	defer in.reader.Close()
	streams, err := in.openStreams()
	defer streams.close()
	if err != nil {
		return nil, err
	}
	e, err := streams.next(in, in.first)
	if err != nil {
		return nil, err
	}
	var events []int32
	if slices.Contains(in.reader.Keys(), keyEvents) {
		if events, err = in.readEvents(); err != nil {
			return nil, err
		}
	}
	return r.newSample(index, in, e, events)
}

// readEvents reads what happens in a film: rows of four numbers.
func (in *inspected) readEvents() ([]int32, error) {
	dtype, shape, err := in.reader.Header(keyEvents)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %w", err)
	}
	if dtype != "<i4" || len(shape) != 3 || shape[0] != in.n || shape[2] != 4 {
		return nil, fmt.Errorf("syndacate: %s: %s is %s %s, want <i4 (%d, events, 4)", in.path, keyEvents, dtype, shapeText(shape), in.n)
	}
	rows, err := in.reader.Rows(keyEvents)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %w", err)
	}
	defer rows.Close()
	out := make([]int32, product(shape[1:]))
	if err = rows.Skip(in.first); err == nil {
		_, err = rows.Read(out)
	}
	if err != nil {
		return nil, fmt.Errorf("syndacate: %w", err)
	}
	return out, nil
}

// Make makes an element again: those of its shard before it, too, since these share a random stream in some files.
func (r *showReader) Make(ctx context.Context, index int) (show.Made, error) {
	if index < 0 {
		return nil, fmt.Errorf("syndacate: no element %d", index)
	}
	row := index - shardOf(index)
	arrays, err := elements(ctx, r.source, shardOf(index), row+1, true)
	if err != nil {
		return nil, fmt.Errorf("syndacate: %s/%d: %w", r.job.Split, index, err)
	}
	in := &inspected{n: row + 1, first: row, count: 1}
	in.understand(r.source)
	e, events := in.elementOf(arrays, row)
	s, err := r.newSample(index, in, e, events)
	if err != nil {
		return nil, err
	}
	return showMade{showSample: s}, nil
}

// elementOf takes an element out of arrays that a source made.
func (in *inspected) elementOf(arrays []npz.Array, row int) (e inspectedElement, events []int32) {
	at := func(key string) *npz.Array {
		if i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == key }); i >= 0 {
			return &arrays[i]
		}
		return nil
	}
	images := at(keyImages)
	shape := images.Shape
	in.height, in.width = shape[len(shape)-2], shape[len(shape)-1]
	if len(shape) == 5 {
		in.frames = shape[1]
	}
	read := func(set *inspectedSet, suffix string) {
		take(at(keyImages+suffix), row, &set.pictures)
		for _, of := range []struct {
			key string
			to  *Batch
		}{{keyParts, &set.parts}, {keyObjects, &set.objects}} {
			if a := at(of.key + suffix); a != nil {
				k := len(a.Shape)
				*of.to = Batch{N: max(in.frames, 1), Rows: a.Shape[k-2], Width: a.Shape[k-1]}
				take(a, row, &of.to.Data)
			}
		}
	}
	read(&e.seen, "")
	if in.noise != nil {
		clean := e.seen
		read(&clean, cleanSuffix)
		e.clean = &clean
	}
	take(at(keyDepth), row, &e.depth)
	take(at(keyMask), row, &e.mask)
	take(at(keyCamera), row, &e.camera)
	take(at(keyEvents), row, &events)
	return e, events
}

// take takes an element out of an array; where there is none dst stays what it is.
func take[T any](a *npz.Array, row int, dst *[]T) {
	if a != nil {
		*dst = tiled(a.Data.([]T), row, product(a.Shape[1:]))
	}
}

// tiled is part i of numbers that come size at a time.
func tiled[T any](numbers []T, i, size int) []T { return numbers[i*size : (i+1)*size] }

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

// FacetNames are what elements can be found by.
func (r *showReader) FacetNames() []string { return []string{"objects", "category"} }

// Facets reads the objects of a shard, for its other elements, too.
func (r *showReader) Facets(index int) (show.Facets, error) {
	return r.facets.at(index, func() ([]show.Facets, error) {
		in, err := r.open(shardOf(max(index, 0)))
		if err != nil {
			return nil, err
		}
		defer in.reader.Close()
		streams, err := in.openKeys(keyObjects, keyObjects+cleanSuffix)
		defer streams.close()
		if err != nil {
			return nil, err
		}
		out := make([]show.Facets, in.n)
		for i := range out {
			e, err := streams.next(in, i)
			if err != nil {
				return nil, err
			}
			objects := in.objects(&e)
			out[i] = show.Facets{"objects": {fmt.Sprint(len(objects))}}
			for _, o := range objects {
				name, _, _ := strings.Cut(o.name, " (")
				if name != "" && !slices.Contains(out[i]["category"], name) {
					out[i]["category"] = append(out[i]["category"], name)
				}
			}
		}
		return out, nil
	})
}

// facetCache keeps what was read of the last shards.
type facetCache struct {
	mutex  sync.Mutex
	shards []facetShard // the last one read last
}

type facetShard struct {
	first  int
	facets []show.Facets
}

// keptShards is for as many readers at different places.
const keptShards = 16

// at is what an element has, whose shard is read if it is not kept.
func (c *facetCache) at(index int, read func() ([]show.Facets, error)) (show.Facets, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	k := slices.IndexFunc(c.shards, func(s facetShard) bool { return s.first == shardOf(index) })
	if k < 0 {
		facets, err := read()
		if err != nil {
			return nil, err
		}
		if len(c.shards) == keptShards {
			c.shards = slices.Delete(c.shards, 0, 1)
		}
		c.shards = append(c.shards, facetShard{shardOf(index), facets})
		k = len(c.shards) - 1
	}
	row := index - c.shards[k].first
	if row < 0 || row >= len(c.shards[k].facets) {
		return nil, fmt.Errorf("syndacate: no element %d: %w", index, fs.ErrNotExist)
	}
	return c.shards[k].facets[row], nil
}

// Functions is nil: there are no questions.
func (*showReader) Functions() []show.Function { return nil }
