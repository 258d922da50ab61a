package export

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"slices"

	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/gen/write/hdf5"
)

// hdf5File writes a file for each split, SPLIT.h5. N is the number of samples, M that of all their entities, Q that of their questions;
// row i of what has N rows is of sample i.
//
//	/                    attributes set, split, seed, program; classes and class_kinds, which classes are numbered in
//	/record              (N,) str: Record as JSON
//	/entities/offset     (N+1,) int64: entities of sample i are the rows from offset[i] to offset[i+1], what something consists of after it
//	/entities/class      (M,) int64: number of the class; -1 where there is none
//	/entities/channel    (M,) uint8: where its pixels are: 0 nowhere, 1 object, 2 part, 3 region
//	/entities/id         (M,) uint16: in these pixels
//	/entities/parent     (M,) int64: row of what it is in, counted among the entities of the sample; -1 for none
//	/entities/at         (M, 3) float32: metres; NaN where it has no place
//	/entities/key        (M,) str: its name in the record
//	/questions/sample    (Q,) int64
//	/questions/text, answer, program   (Q,) str, the program as JSON
//	/view0               attribute name: what the pictures here are called in the record; those of the first sample come first
//	/view0/sample        (K,) int64: which samples have this picture; all of them, in order, in most sets
//	/view0/image         (K, H, W, 3) uint8
//	/view0/object, part, region   (K, H, W) uint16: ids, 0 for none, as far as there are such
//	/view0/depth         (K, H, W) float32, on request: metres along the camera's axis, 0 where nothing is hit
//	/view0/normals       (K, H, W, 3) float32, on request: unit, world; 0 where nothing is hit
//	/view0/boxes         (M, 4) float32: x0, y0, x1, y1 of each entity; 0 where it is not seen
//	/view1 ...           the second picture, and so on
//
// Pictures of a view have one size, each is a chunk. Views are apart from each other since they differ in size in some sets and in
// what they show in all.
type hdf5File struct{ channels []string }

func (f hdf5File) wants() wants { return wants{pictures: true, labels: true} }

// channelNumbers are those of entities' channels in HDF5.
var channelNumbers = map[show.Channel]byte{show.ChannelNone: 0, show.ChannelObject: 1, show.ChannelPart: 2, show.ChannelRegion: 3}

// hdf5Sample is a sample as it goes into the file.
type hdf5Sample struct {
	index     int
	name      string
	record    string
	entities  []hdf5Entity
	questions []hdf5Question
	views     []hdf5View
}

type hdf5Entity struct {
	key, kind, class string
	channel          byte
	id               uint16
	parent           int64
	at               [3]float32
	boxes            []show.Rect
}

type hdf5Question struct{ text, answer, program string }

// hdf5View is a picture with its labels.
type hdf5View struct {
	name          string
	width, height int
	pixels        []hdf5Pixels
}

// hdf5Pixels is a row of an array, deflated.
type hdf5Pixels struct {
	name string
	kind hdf5.Type
	row  []int
	data []byte
}

func (f hdf5File) encode(s *Sample) (any, error) {
	record, err := json.Marshal(s.record())
	if err != nil {
		return nil, err
	}
	out := &hdf5Sample{index: s.Index, name: s.Name(), record: string(record)}
	rows := map[*show.Entity]int64{nil: -1}
	each(s.Page.Entities, nil, func(e, in *show.Entity) {
		rows[e] = int64(len(out.entities))
		nan := float32(math.NaN())
		h := hdf5Entity{e.Key, e.Kind, class(e), channelNumbers[e.Channel], uint16(e.ID), rows[in], [3]float32{nan, nan, nan}, e.Boxes}
		if e.At != nil {
			h.at = [3]float32{float32(e.At[0]), float32(e.At[1]), float32(e.At[2])}
		}
		out.entities = append(out.entities, h)
	})
	for _, q := range s.Page.Questions {
		program, err := json.Marshal(q.Program)
		if err != nil {
			return nil, err
		}
		out.questions = append(out.questions, hdf5Question{q.Text, q.Answer, string(program)})
	}
	for p, picture := range s.Pictures {
		width, height, rgb, err := write.DecodeRGB(picture.Path, picture.Data)
		if err != nil {
			return nil, err
		}
		v := hdf5View{name: picture.Name, width: width, height: height}
		v.add("image", hdf5.Uint8, rgb, 3)
		if l := s.Labels[p]; l != nil {
			if l.Width != width || l.Height != height {
				return nil, fmt.Errorf("%s: %s is %d x %d pixels, its labels %d x %d; want one size", s.Name(), picture.Name, width, height, l.Width, l.Height)
			}
			for _, ids := range []struct {
				name   string
				values []uint16
			}{{"object", l.Object}, {"part", l.Part}, {"region", l.Region}} {
				if ids.values != nil {
					v.add(ids.name, hdf5.Uint16, ids.values)
				}
			}
			if slices.Contains(f.channels, Depth) && l.ViewZ != nil {
				v.add("depth", hdf5.Float32, l.ViewZ)
			}
			if slices.Contains(f.channels, Normals) && l.Normal != nil {
				v.add("normals", hdf5.Float32, l.Normal, 3)
			}
		}
		out.views = append(out.views, v)
	}
	return out, nil
}

// add adds pixels with so many numbers each, 1 if none is given.
func (v *hdf5View) add(name string, kind hdf5.Type, values any, each ...int) {
	data, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		panic("export: " + err.Error()) // they are slices of numbers
	}
	v.pixels = append(v.pixels, hdf5Pixels{name, kind, append([]int{v.height, v.width}, each...), hdf5.Deflate(data)})
}

func (f hdf5File) write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	file, err := hdf5Stream(out, sh.Split+".h5", func(w *hdf5.Writer) error {
		h, err := newHDF5Writer(w.Root, d, sh.Split)
		if err != nil {
			return err
		}
		for item, err := range items {
			if err != nil {
				return err
			}
			if err := h.add(item.(*hdf5Sample)); err != nil {
				return err
			}
		}
		return h.close()
	})
	return []write.File{file}, err
}

// hdf5Stream is write.Stream for HDF5, whose beginning is written last: the checksum cannot be taken on the way.
func hdf5Stream(out, path string, fill func(w *hdf5.Writer) error) (write.File, error) {
	if err := hdf5.Create(filepath.Join(out, filepath.FromSlash(path)), fill); err != nil {
		return write.File{}, err
	}
	return write.Sum(out, path)
}

func (f hdf5File) finish(string, *dataset) ([]write.File, error) { return nil, nil }

// hdf5Writer writes samples in index order.
type hdf5Writer struct {
	root                *hdf5.Group
	entities, questions *columns
	record              *hdf5.Strings
	classes             map[show.Class]int64
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
}

func newHDF5Writer(root *hdf5.Group, d *dataset, split string) (*hdf5Writer, error) {
	h := &hdf5Writer{root: root, classes: map[show.Class]int64{}}
	names, kinds := []string{}, []string{}
	for i, c := range d.readers[split].Classes() {
		h.classes[c] = int64(i)
		names, kinds = append(names, c.Name), append(kinds, c.Kind)
	}
	for _, a := range []struct {
		name  string
		value any
	}{
		{"set", d.set.Name()}, {"split", split}, {"seed", d.manifest.Seed}, {"program", d.manifest.Program},
		{"classes", names}, {"class_kinds", kinds},
	} {
		if err := root.Attribute(a.name, a.value); err != nil {
			return nil, err
		}
	}
	var err error
	if h.record, err = root.Strings("record"); err != nil {
		return nil, err
	}
	h.entities = newColumns(root.Group("entities"))
	h.entities.numbers("offset", hdf5.Int64)
	h.entities.numbers("class", hdf5.Int64)
	h.entities.numbers("channel", hdf5.Uint8)
	h.entities.numbers("id", hdf5.Uint16)
	h.entities.numbers("parent", hdf5.Int64)
	h.entities.numbers("at", hdf5.Float32, 3)
	h.entities.strings("key")
	h.questions = newColumns(root.Group("questions"))
	h.questions.numbers("sample", hdf5.Int64)
	for _, name := range []string{"text", "answer", "program"} {
		h.questions.strings(name)
	}
	h.entities.put("offset", int64(0))
	return h, nil
}

func (h *hdf5Writer) add(s *hdf5Sample) error {
	if err := h.record.Add(s.record); err != nil {
		return err
	}
	pictures := map[*hdf5ViewWriter]int{} // of this sample
	for p := range s.views {
		to, err := h.view(&s.views[p], s)
		if err != nil {
			return err
		}
		pictures[to] = p
	}
	for _, e := range s.entities {
		number, ok := h.classes[show.Class{Kind: e.kind, Name: e.class}]
		if !ok {
			number = -1
		}
		h.entities.put("class", number)
		h.entities.put("channel", e.channel)
		h.entities.put("id", e.id)
		h.entities.put("parent", e.parent)
		h.entities.put("at", e.at)
		h.entities.text("key", e.key)
		for _, v := range h.views {
			box := show.Rect{}
			if p, ok := pictures[v]; ok && p < len(e.boxes) {
				box = e.boxes[p]
			}
			v.columns.put("boxes", [4]float32{float32(box.X0), float32(box.Y0), float32(box.X1), float32(box.Y1)})
		}
	}
	h.seen += int64(len(s.entities))
	h.entities.put("offset", h.seen)
	for _, q := range s.questions {
		h.questions.put("sample", int64(s.index))
		h.questions.text("text", q.text)
		h.questions.text("answer", q.answer)
		h.questions.text("program", q.program)
	}
	if h.entities.err != nil {
		return h.entities.err
	}
	return h.questions.err
}

// view writes a picture of a sample to those of its name.
func (h *hdf5Writer) view(v *hdf5View, s *hdf5Sample) (*hdf5ViewWriter, error) {
	k := slices.IndexFunc(h.views, func(w *hdf5ViewWriter) bool { return w.name == v.name })
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
	for _, px := range v.pixels {
		names = append(names, px.name)
	}
	if v.width != to.width || v.height != to.height || !slices.Equal(names, to.names) {
		return nil, fmt.Errorf("%s: %s is %d x %d pixels and has %v; that of samples before is %d x %d and has %v, want the same",
			s.name, v.name, v.width, v.height, names, to.width, to.height, to.names)
	}
	to.columns.put("sample", int64(s.index))
	for k, px := range v.pixels {
		if err := to.pixels[k].Chunk(px.data); err != nil {
			return nil, err
		}
	}
	return to, to.columns.err
}

// newView begins with pictures like v.
func (h *hdf5Writer) newView(v *hdf5View) (*hdf5ViewWriter, error) {
	to := &hdf5ViewWriter{name: v.name, width: v.width, height: v.height}
	group := h.root.Group(fmt.Sprint("view", len(h.views)))
	if err := group.Attribute("name", v.name); err != nil {
		return nil, err
	}
	to.columns = newColumns(group)
	to.columns.numbers("sample", hdf5.Int64)
	to.columns.numbers("boxes", hdf5.Float32, 4)
	to.columns.put("boxes", make([]float32, 4*h.seen)) // of samples before, which do not have this picture
	for _, px := range v.pixels {
		array, err := group.Chunked(px.name, px.kind, px.row)
		if err != nil {
			return nil, err
		}
		to.pixels, to.names = append(to.pixels, array), append(to.names, px.name)
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

// columns are arrays of a group that grow together. The first error stays.
type columns struct {
	group  *hdf5.Group
	order  []string
	arrays map[string]*hdf5.Array
	texts  map[string]*hdf5.Strings
	bytes  []byte
	err    error
}

func newColumns(g *hdf5.Group) *columns {
	return &columns{group: g, arrays: map[string]*hdf5.Array{}, texts: map[string]*hdf5.Strings{}}
}

// numbers begins a column whose rows have the given lengths, none for single numbers.
func (c *columns) numbers(name string, kind hdf5.Type, row ...int) {
	if c.err == nil {
		c.order = append(c.order, name)
		c.arrays[name], c.err = c.group.Growing(name, kind, row)
	}
}

// strings begins a column of strings.
func (c *columns) strings(name string) {
	if c.err == nil {
		c.order = append(c.order, name)
		c.texts[name], c.err = c.group.Strings(name)
	}
}

// put appends numbers of the column's type.
func (c *columns) put(name string, values any) {
	if c.err != nil {
		return
	}
	if c.bytes, c.err = binary.Append(c.bytes[:0], binary.LittleEndian, values); c.err == nil {
		_, c.err = c.arrays[name].Write(c.bytes)
	}
}

// text appends a string.
func (c *columns) text(name, text string) {
	if c.err == nil {
		c.err = c.texts[name].Add(text)
	}
}

// close closes the columns and their group.
func (c *columns) close() error {
	if err := c.finish(); err != nil {
		return err
	}
	return c.group.Close()
}

// finish closes the columns.
func (c *columns) finish() error {
	for _, name := range c.order {
		if c.err != nil {
			break
		}
		if a := c.arrays[name]; a != nil {
			c.err = a.Close()
		} else {
			c.err = c.texts[name].Close()
		}
	}
	return c.err
}
