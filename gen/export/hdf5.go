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
	"mereo/scenes/annot"
)

// hdf5File writes a file for each split, SPLIT.h5. N is the number of samples, M that of all their entities, Q that of their questions;
// row i of what has N rows is of sample i.
//
//	/                    attributes set, split, seed, program; classes and class_kinds, which classes are numbered in
//	/record              (N,) str: Record as JSON
//	/entities/offset     (N+1,) int64: entities of sample i are the rows from offset[i] to offset[i+1], what something consists of after it
//	/entities/class      (M,) int64: number of the class in the first picture; -1 where there is none
//	/entities/channel    (M,) uint8: where its pixels are: 0 nowhere, 1 object, 2 part, 3 region
//	/entities/id         (M,) uint16: in these pixels
//	/entities/parent     (M,) int64: row of what it is in, counted among the entities of the sample; -1 for none
//	/entities/at         (M, 3) float32: meters, in the first picture; NaN where it has no place
//	/entities/key        (M,) str: its name in the record
//	/questions/sample    (Q,) int64
//	/questions/text, answer, program   (Q,) str, the program as JSON
//	/view0               attributes name: what the pictures here are called in the record; drawing: 1 for drawn plans; where a camera
//	                     saw them depth_kind and depth_unit_m, see annot.Depth. Those of the first sample come first
//	/view0/sample        (K,) int64: which samples have this picture; all of them, in order, in most sets
//	/view0/image         (K, H, W, 3) uint8
//	/view0/object, part, region   (K, H, W) uint16: ids, 0 for none, as far as there are such
//	/view0/K, R, t       (K, 3, 3), (K, 3, 3), (K, 3) float64: the camera, as annot.Camera has it; none of drawings
//	/view0/near, far     (K,) float64: meters
//	/view0/size          (K, 2) int64: width, height
//	/view0/depth         (K, H, W) float32, on request: meters along the camera's axis, 0 where nothing is hit
//	/view0/normals       (K, H, W, 3) float32, on request: unit, world; 0 where nothing is hit
//	/view0/flow          (K, H, W, 3) float32, and backward_flow, coordinates, on request: as in the dataset
//	/view0/boxes         (M, 4) float32: x0, y0, x1, y1 of each entity; 0 where it is not seen
//	/view0/class         (M,) int64: number of the class that it has in this picture; -1 where there is none, or no such picture
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
	Index     int
	Name      string
	Record    string
	Entities  []hdf5Entity
	Questions []hdf5Question
	Views     []hdf5View
}

// hdf5Entity is a row of the entities, and what it is in pictures.
type hdf5Entity struct {
	Class   int64      `h5:"class"`
	Channel byte       `h5:"channel"`
	ID      uint16     `h5:"id"`
	Parent  int64      `h5:"parent"`
	At      [3]float32 `h5:"at"`
	Key     string     `h5:"key"`
	Seen    []hdf5Seen // in each picture
}

// hdf5Seen is what an entity is in a picture.
type hdf5Seen struct {
	Box   [4]float32 `h5:"boxes"`
	Class int64      `h5:"class"`
}

type hdf5Question struct {
	Sample  int64  `h5:"sample"`
	Text    string `h5:"text"`
	Answer  string `h5:"answer"`
	Program string `h5:"program"`
}

// hdf5Camera is the row of a picture's camera.
type hdf5Camera struct {
	K    [3][3]float64 `h5:"K"`
	R    [3][3]float64 `h5:"R"`
	T    [3]float64    `h5:"t"`
	Near float64       `h5:"near"`
	Far  float64       `h5:"far"`
	Size [2]int64      `h5:"size"`
}

// hdf5View is a picture with its labels.
type hdf5View struct {
	Name          string
	Drawing       bool
	Camera        *annot.Camera
	Width, Height int
	Pixels        []hdf5Pixels
}

// hdf5Pixels is a row of an array, deflated.
type hdf5Pixels struct {
	Name string
	Kind hdf5.Type
	Row  []int
	Data []byte
}

func (f hdf5File) encode(s *Sample) (any, error) {
	record, err := json.Marshal(s.record())
	if err != nil {
		return nil, err
	}
	out := &hdf5Sample{Index: s.Index, Name: s.Name(), Record: string(record)}
	rows := map[*show.Entity]int64{nil: -1}
	each(s.Page.Entities, nil, func(e, in *show.Entity) {
		rows[e] = int64(len(out.Entities))
		nan := float32(math.NaN())
		h := hdf5Entity{noClass, channelNumbers[e.Channel], uint16(e.ID), rows[in], [3]float32{nan, nan, nan}, e.Key, nil}
		if at := stateIn(e, 0).At; at != nil {
			h.At = [3]float32{float32(at[0]), float32(at[1]), float32(at[2])}
		}
		for p := range s.Page.Pictures {
			seen := hdf5Seen{Class: int64(s.category(e.Kind, stateIn(e, p).Class)) - 1}
			if p < len(e.Boxes) {
				b := e.Boxes[p]
				seen.Box = [4]float32{float32(b.X0), float32(b.Y0), float32(b.X1), float32(b.Y1)}
			}
			h.Seen = append(h.Seen, seen)
		}
		if len(h.Seen) > 0 {
			h.Class = h.Seen[0].Class
		}
		out.Entities = append(out.Entities, h)
	})
	for _, q := range s.Page.Questions {
		program, err := json.Marshal(q.Program)
		if err != nil {
			return nil, err
		}
		out.Questions = append(out.Questions, hdf5Question{int64(s.Index), q.Text, q.Answer, string(program)})
	}
	for p, picture := range s.Pictures {
		width, height := picture.Width, picture.Height
		rgb, err := write.DecodeRGB(picture.Path, picture.Data, width, height)
		if err != nil {
			return nil, err
		}
		v := hdf5View{Name: picture.Name, Drawing: picture.Drawing, Camera: picture.Camera, Width: width, Height: height}
		v.add("image", hdf5.Uint8, rgb, 3)
		if l := s.Labels[p]; l != nil {
			if l.Width != width || l.Height != height {
				return nil, fmt.Errorf("%s: %s is %d x %d pixels, its labels %d x %d; want one size", s.Name(), picture.Name, width, height, l.Width, l.Height)
			}
			for _, c := range idChannels {
				if ids := l.Channel(c); ids != nil {
					v.add(string(c), hdf5.Uint16, ids)
				}
			}
			each := map[int][]int{3: {3}} // of one number there is no axis
			for _, c := range arrays {
				if field, numbers := array(l, c); field != nil && slices.Contains(f.channels, c) {
					v.add(c, hdf5.Float32, field, each[numbers]...)
				}
			}
		}
		out.Views = append(out.Views, v)
	}
	return out, nil
}

// add adds pixels with so many numbers each, 1 if none is given.
func (v *hdf5View) add(name string, kind hdf5.Type, values any, each ...int) {
	data, ok := values.([]uint8)
	if !ok {
		var err error
		if data, err = binary.Append(nil, binary.LittleEndian, values); err != nil {
			panic("export: " + err.Error()) // they are slices of numbers
		}
	}
	v.Pixels = append(v.Pixels, hdf5Pixels{name, kind, append([]int{v.Height, v.Width}, each...), hdf5.Deflate(data)})
}

// item is what encode returns.
func (f hdf5File) item() any { return new(hdf5Sample) }

// place writes nothing.
func (f hdf5File) place(string, *dataset, any) ([]write.File, error) { return nil, nil }

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
