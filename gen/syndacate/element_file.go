package syndacate

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"mereo/gen/write/npz"
)

// inspected is a file of which elements were asked for. Of elements that were made there is no file.
type inspected struct {
	*arrayFile
	task   *scoredTask // nil if not given
	about  sidecarSource
	noise  *noiseSource // nil without noise
	prefix string       // of keys

	first, count  int
	n             int // elements of the file
	test          int // elements of split test, the first
	width, height int // of pictures
	frames        int // of a film; 0 if elements are single pictures

	predicted      *predicted
	predictedFirst int // element of predicted, of the first sample
}

// inspectedSet is what an element shows once: as a model sees it, or without noise.
type inspectedSet struct {
	pictures       []uint8 // frames x height x width
	parts, objects Batch   // a set for each frame; parts are empty if the file has none
}

// inspectedElement is an element. A single picture is one frame.
type inspectedElement struct {
	seen  inspectedSet
	clean *inspectedSet // nil if there was no noise that is seen; what noise left alone is that of seen
	// Of strokes in space.
	depth  []float32
	mask   []uint8
	camera []float32
	events []int32 // of films: rows of four
}

// measure takes sizes from the shape of pictures.
func (in *inspected) measure(shape []int) {
	in.n, in.height, in.width = shape[0], shape[len(shape)-2], shape[len(shape)-1]
	if len(shape) == 5 {
		in.frames = shape[1]
	}
}

// measureRows is measure for a file without pictures, which has objects, at least.
func (in *inspected) measureRows() error {
	a, _, err := in.look(keyObjects, wanted{"float32", []any{some("N"), some("rows"), some("columns")}, ""},
		wanted{"float32", []any{some("N"), some("frames"), some("rows"), some("columns")}, ""})
	if err != nil {
		return err
	}
	if in.n = a.Shape[0]; len(a.Shape) == 4 {
		in.frames = a.Shape[1]
	}
	if depth, err := in.Look(keyDepth); err == nil && len(depth.Shape) == 4 {
		in.height, in.width = depth.Shape[2], depth.Shape[3]
	}
	return nil
}

// has tells whether the file has an array.
func (in *inspected) has(key string) bool { return slices.Contains(in.Keys(), in.prefix+key) }

// understand finds out from the source what rows are.
func (in *inspected) understand(src source) {
	in.noise, _ = src.(*noiseSource)
	in.about = src.about()
}

// elementKeys are the arrays that an element is read from.
var elementKeys = []string{
	keyObjects, keyParts, keyImages, keyObjects + cleanSuffix, keyParts + cleanSuffix, keyImages + cleanSuffix, keyDepth, keyMask,
	keyCamera, keyEvents,
}

// wants is what an array must be, and whether it must be there.
func (in *inspected) wants(key string) (want wanted, must bool) {
	n, solid := []any{in.n}, in.about.partWidth() == solidPartWidth
	if in.frames > 0 {
		n = append(n, in.frames)
	}
	rows := func(l Loader, width int) wanted {
		if in.task == nil {
			return wanted{"float32", append(n, some("rows"), width), ""}
		}
		stored := in.task.stored(l)
		return wanted{"float32", []any{in.n, stored[0], stored[1]}, "; task " + in.task.Name + " needs " + in.task.File()}
	}
	base, clean := strings.CutSuffix(key, cleanSuffix)
	switch base {
	case keyObjects:
		return rows(ObjectLoader, in.about.objectWidth()), !clean
	case keyParts:
		return rows(PartLoader, in.about.partWidth()), !clean && in.about.partWidth() > 0
	case keyImages:
		return wanted{"uint8", append(n, 1, in.height, in.width), ""}, false // seen by measure
	case keyDepth:
		return wanted{"float32", append(n, 1, in.height, in.width), ""}, solid
	case keyMask:
		return wanted{"uint8", append(n, 1, in.height, in.width), ""}, solid
	case keyCamera:
		return wanted{"float32", append(n, 16), ""}, solid
	}
	return wanted{"int32", []any{in.n, some("events"), 4}, ""}, false
}

// each reads the elements that are asked for from some arrays, one after the other. Memory is for one, however large the file.
func (in *inspected) each(ctx context.Context, keys []string, do func(index int, e *inspectedElement) error) error {
	var arrays []npz.Array
	var streams []*npz.Rows
	for _, key := range keys {
		want, must := in.wants(key)
		if !must && !in.has(key) {
			continue
		}
		a, _, err := in.look(in.prefix+key, want)
		if err != nil {
			return err
		}
		rows, err := in.rows(a.Key, in.first)
		if err != nil {
			return err
		}
		defer rows.Close()
		a.Key, a.Shape = key, slices.Concat([]int{1}, a.Shape[1:])
		arrays, streams = append(arrays, a), append(streams, rows)
	}
	for i := range in.count {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k := range arrays {
			n := product(arrays[k].Shape)
			arrays[k].Data = reflect.MakeSlice(reflect.TypeOf(arrays[k].Data), n, n).Interface()
			if err := readWhole(streams[k], arrays[k].Data); err != nil {
				return in.failed(err)
			}
		}
		e := in.element(arrays, 0)
		if err := in.checkRows(e, in.first+i); err != nil {
			return err
		}
		if err := do(in.first+i, e); err != nil {
			return err
		}
	}
	return nil
}

// checkRows wants finite numbers in the rows of an element.
func (in *inspected) checkRows(e *inspectedElement, index int) error {
	sets := []*inspectedSet{&e.seen}
	if e.clean != nil {
		sets = append(sets, e.clean)
	}
	for _, set := range sets {
		for frame := range max(set.objects.N, set.parts.N) {
			for _, of := range []struct {
				key string
				Batch
			}{{keyObjects, set.objects}, {keyParts, set.parts}} {
				if frame < of.N {
					if err := checkFinite(in.path, in.prefix+of.key, of.slice(frame, frame+1), index); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// element takes an element out of arrays.
func (in *inspected) element(arrays []npz.Array, row int) *inspectedElement {
	at := func(key string) *npz.Array {
		if i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == key }); i >= 0 {
			return &arrays[i]
		}
		return nil
	}
	rows := func(key string, to *Batch) {
		if a := at(key); a != nil {
			k := len(a.Shape)
			*to = Batch{N: max(in.frames, 1), Rows: a.Shape[k-2], Width: a.Shape[k-1]}
			take(a, row, &to.Data)
		}
	}
	read := func(set *inspectedSet, suffix string) {
		take(at(keyImages+suffix), row, &set.pictures)
		rows(keyParts+suffix, &set.parts)
		rows(keyObjects+suffix, &set.objects)
	}
	e := &inspectedElement{}
	read(&e.seen, "")
	if in.noise != nil {
		clean := e.seen
		read(&clean, cleanSuffix)
		e.clean = &clean
	}
	take(at(keyDepth), row, &e.depth)
	take(at(keyMask), row, &e.mask)
	take(at(keyCamera), row, &e.camera)
	take(at(keyEvents), row, &e.events)
	return e
}

// take takes an element out of an array; where there is none dst stays what it is.
func take[T any](a *npz.Array, row int, dst *[]T) {
	if a != nil {
		*dst = tiled(a.Data.([]T), row, product(a.Shape[1:]))
	}
}

// tiled is part i of numbers that come size at a time.
func tiled[T any](numbers []T, i, size int) []T { return numbers[i*size : (i+1)*size] }

// split is that of an element.
func (in *inspected) split(index int) string {
	switch {
	case in.prefix != "":
		return strings.TrimSuffix(in.prefix, "_")
	case index < in.test:
		return "test"
	}
	return "train"
}

// identify finds out from the file's name, or the task's, what its rows are.
func (in *inspected) identify() error {
	name := filepath.Base(in.path)
	if in.task != nil {
		name = in.task.File()
	}
	stem, _, err := stemOf(name)
	if err != nil {
		return fmt.Errorf("%w, so that nobody knows what is in it; give it the name that it had, or name the task", err)
	}
	src, err := openSource(stem)
	if err != nil {
		return err
	}
	in.understand(src)
	in.test = testOf(in.about, in.n)
	if t, said, err := testElementsOfStem(stem); err == nil && said {
		in.test = min(t, in.n)
	}
	return nil
}
