package syndacate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write/npz"
)

// fresh is an element as show.Fresh. Its arrays are those that a file has of it.
type fresh struct {
	*showSample // without its page, which takes longer than a set of lines does
	reader      *showReader
	index       int
	arrays      []npz.Array
}

// Hand makes one element of the file.
func (m *maker) Hand(ctx context.Context, index int) (*gen.Item, show.Fresh, error) {
	r := &showReader{job: m.job, source: m.source}
	s, arrays, err := r.made(ctx, index, m.job.Pictures)
	if err != nil {
		return nil, nil, err
	}
	item := m.item(index, arrays)
	// Arrays that end before the element have no row of it.
	arrays = slices.DeleteFunc(arrays, func(a npz.Array) bool { return a.Shape[0] == 0 })
	for i := range arrays {
		arrays[i].Shape = arrays[i].Shape[1:]
	}
	return item, &fresh{s, r, index, arrays}, nil
}

// made makes an element, and its rows of the file's arrays. Of pictures that are not painted only their lines are told.
func (r *showReader) made(ctx context.Context, index int, pictures bool) (*showSample, []npz.Array, error) {
	if index < 0 || index >= mostElements {
		return nil, nil, fmt.Errorf("syndacate: no element %d, want 0 to %d", index, mostElements-1)
	}
	arrays, err := elements(ctx, r.source, index, 1, pictures)
	if err != nil {
		return nil, nil, fmt.Errorf("syndacate: %s/%d: %w", r.job.Split, index, err)
	}
	shown := slices.Clone(arrays)
	in := &inspected{count: 1}
	in.understand(r.source)
	for _, c := range r.source.columns() {
		if c.key == keyImages {
			in.measure(c.array(1).Shape)
		}
		if !pictures && strings.Contains(c.key, keyImages) {
			shown = append(shown, c.array(c.rows(index, 1)))
		}
	}
	s, err := newDrawing(in, in.element(shown, 0))
	return s, arrays, err
}

// Page tells of the element.
func (f *fresh) Page() (*show.Page, error) { return f.reader.pageOf(f.showSample, f.index), nil }

// Things is how many objects there are.
func (f *fresh) Things() int { return len(f.objects) }

// Pictures are those of the page.
func (f *fresh) Pictures() int { return len(f.frames) }

// Size is that of all pictures.
func (f *fresh) Size(int) (width, height int) { return f.in.width, f.in.height }

// RGB is a picture as it is in the file; nil where none is painted.
func (f *fresh) RGB(p int) []uint8 {
	if !f.reader.job.Pictures {
		return nil
	}
	return f.Drawing(p)
}

// Labels are those that strokes in space have.
func (f *fresh) Labels(int, bool) *show.Labels { return f.labels() }

// Arrays are the element's rows.
func (f *fresh) Arrays() []npz.Array { return f.arrays }

// ArrayNames are the keys of the file.
func (r *showReader) ArrayNames() (names []string) {
	for _, c := range columnsOf(r.source, r.job.Pictures) {
		names = append(names, c.key)
	}
	return names
}

// Arrays reads rows of an element from its shard.
func (r *showReader) Arrays(index int, names []string) (out []npz.Array, err error) {
	in, err := r.open(index)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for _, c := range r.source.columns() {
		if !slices.Contains(names, c.key) {
			continue
		}
		a := c.array(1)
		a.Shape = c.shape
		n := []any{maybe("N")}
		for _, d := range c.shape {
			n = append(n, d)
		}
		stored, _, err := in.look(c.key, wanted{numberType(a), n, ""})
		if err != nil {
			return nil, err
		}
		if in.first >= stored.Shape[0] {
			continue
		}
		if err := in.readRow(c.key, in.first, a.Data); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// readRow reads what one element has in an array that look has seen.
func (f *arrayFile) readRow(key string, row int, data any) error {
	rows, err := f.rows(key, row)
	if err != nil {
		return err
	}
	defer rows.Close()
	if err := readWhole(rows, data); err != nil {
		return f.failed(err)
	}
	return nil
}
