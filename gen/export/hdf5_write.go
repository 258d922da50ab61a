package export

import (
	"fmt"
	"slices"

	"mereo/gen/write/hdf5"
)

// hdf5Writer writes samples in index order.
type hdf5Writer struct {
	root                *hdf5.Group
	entities, questions *columns
	record              *hdf5.Strings
	views               []*hdf5ViewWriter
	seen                int64 // entities that are written
}

// hdf5ViewWriter writes the pictures of one name.
type hdf5ViewWriter struct {
	name          string
	width, height int
	columns       *columns
	pixels        []*hdf5.Array
	names         []string // of pixels
	seen          bool     // by a camera
}

// hdf5Note is an attribute of a group.
type hdf5Note struct {
	name  string
	value any
}

func noted(g *hdf5.Group, notes []hdf5Note) error {
	for _, n := range notes {
		if err := g.Attribute(n.name, n.value); err != nil {
			return err
		}
	}
	return nil
}

func newHDF5Writer(root *hdf5.Group, d *dataset, split string) (*hdf5Writer, error) {
	h := &hdf5Writer{root: root}
	names, kinds := []string{}, []string{}
	for _, c := range d.classes[split] {
		names, kinds = append(names, c.Name), append(kinds, c.Kind)
	}
	err := noted(root, []hdf5Note{
		{"set", d.set.Name()}, {"split", split}, {"seed", d.manifest.Seed}, {"program", d.manifest.Program}, {"classes", names}, {"class_kinds", kinds},
	})
	if err != nil {
		return nil, err
	}
	if h.record, err = root.Strings("record"); err != nil {
		return nil, err
	}
	h.entities = newColumns(root.Group("entities"))
	h.entities.numbers("offset", hdf5.Int64)
	h.entities.rowsLike(hdf5Entity{})
	h.questions = newColumns(root.Group("questions"))
	h.questions.rowsLike(hdf5Question{})
	h.entities.put("offset", int64(0))
	return h, nil
}

func (h *hdf5Writer) add(s *hdf5Sample) error {
	if err := h.record.Add(s.Record); err != nil {
		return err
	}
	pictures := map[*hdf5ViewWriter]int{} // of this sample
	for p := range s.Views {
		to, err := h.view(&s.Views[p], s)
		if err != nil {
			return err
		}
		pictures[to] = p
	}
	for _, e := range s.Entities {
		h.entities.row(e)
		for _, v := range h.views {
			seen := hdf5Seen{Class: noClass}
			if p, ok := pictures[v]; ok {
				seen = e.Seen[p]
			}
			v.columns.row(seen)
		}
	}
	h.seen += int64(len(s.Entities))
	h.entities.put("offset", h.seen)
	for _, q := range s.Questions {
		h.questions.row(q)
	}
	if h.entities.err != nil {
		return h.entities.err
	}
	return h.questions.err
}

// noClass is the number where there is no class.
const noClass = int64(-1)

// view writes a picture of a sample to those of its name.
func (h *hdf5Writer) view(v *hdf5View, s *hdf5Sample) (*hdf5ViewWriter, error) {
	k := slices.IndexFunc(h.views, func(w *hdf5ViewWriter) bool { return w.name == v.Name })
	if k < 0 {
		to, err := h.newView(v)
		if err != nil {
			return nil, err
		}
		k = len(h.views)
		h.views = append(h.views, to)
	}
	to := h.views[k]
	var names []string
	for _, px := range v.Pixels {
		names = append(names, px.Name)
	}
	if v.Width != to.width || v.Height != to.height || !slices.Equal(names, to.names) {
		return nil, fmt.Errorf("%s: %s is %d x %d pixels and has %v; that of samples before is %d x %d and has %v, want the same",
			s.Name, v.Name, v.Width, v.Height, names, to.width, to.height, to.names)
	}
	if (v.Camera != nil) != to.seen {
		return nil, fmt.Errorf("%s: %s has a camera or none, unlike that of samples before; want the same", s.Name, v.Name)
	}
	to.columns.put("sample", int64(s.Index))
	if c := v.Camera; c != nil {
		to.columns.row(hdf5Camera{c.K, c.R, c.T, c.Near, c.Far, [2]int64{int64(c.Width), int64(c.Height)}})
	}
	for k, px := range v.Pixels {
		if err := to.pixels[k].Chunk(px.Data); err != nil {
			return nil, err
		}
	}
	return to, to.columns.err
}

// newView begins with pictures like v.
func (h *hdf5Writer) newView(v *hdf5View) (*hdf5ViewWriter, error) {
	to := &hdf5ViewWriter{name: v.Name, width: v.Width, height: v.Height, seen: v.Camera != nil}
	group := h.root.Group(fmt.Sprint("view", len(h.views)))
	notes := []hdf5Note{{"name", v.Name}, {"drawing", map[bool]int64{true: 1}[v.Drawing]}}
	if v.Camera != nil {
		notes = append(notes, hdf5Note{"depth_kind", v.Camera.Depth.Kind}, hdf5Note{"depth_unit_m", v.Camera.Depth.Unit})
	}
	if err := noted(group, notes); err != nil {
		return nil, err
	}
	to.columns = newColumns(group)
	to.columns.numbers("sample", hdf5.Int64)
	to.columns.rowsLike(hdf5Seen{})
	to.columns.put("boxes", make([]float32, 4*h.seen)) // of samples before, which do not have this picture
	to.columns.put("class", slices.Repeat([]int64{noClass}, int(h.seen)))
	if to.seen {
		to.columns.rowsLike(hdf5Camera{})
	}
	for _, px := range v.Pixels {
		array, err := group.Chunked(px.Name, px.Kind, px.Row)
		if err != nil {
			return nil, err
		}
		to.pixels, to.names = append(to.pixels, array), append(to.names, px.Name)
	}
	return to, nil
}

func (h *hdf5Writer) close() error {
	if err := h.record.Close(); err != nil {
		return err
	}
	for _, c := range []*columns{h.entities, h.questions} {
		if err := c.close(); err != nil {
			return err
		}
	}
	for _, v := range h.views {
		for _, a := range v.pixels {
			if err := a.Close(); err != nil {
				return err
			}
		}
		if err := v.columns.close(); err != nil {
			return err
		}
	}
	return nil
}
