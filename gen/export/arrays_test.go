package export_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/loop"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/shopvrb"
	"mereo/gen/show"
	"mereo/gen/syndacate"
	"mereo/gen/trance"
	"mereo/internal/gltest"
	"mereo/internal/oracle"
)

// source is a dataset that is exported.
type source struct {
	set  show.Set
	root string
}

// made makes splits with so many samples each.
func made(t *testing.T, set show.Set, pictures bool, count int, splits ...string) source {
	t.Helper()
	root := t.TempDir()
	for _, split := range splits {
		job := gen.Job{Root: root, Seed: 3, Split: split, Pictures: pictures}
		if _, err := loop.Run(t.Context(), set, job, count, loop.Options{Workers: 2}); err != nil {
			t.Fatal(err)
		}
	}
	return source{set, root}
}

// must returns a set.
func must[S show.Set](s S, err error) show.Set {
	if err != nil {
		panic(err)
	}
	return s
}

// exported exports a dataset into a new folder.
func (s source) exported(t *testing.T, o export.Options) string {
	t.Helper()
	o.Out = t.TempDir()
	if _, err := export.Run(t.Context(), s.set, s.root, o); err != nil {
		t.Fatal(err)
	}
	return o.Out
}

// reader opens a split.
func (s source) reader(t *testing.T, split string) (show.Reader, int) {
	t.Helper()
	m, err := gen.ReadManifest(s.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.Splits {
		if p.Split == split {
			r, err := s.set.Show(gen.Job{Root: s.root, Seed: m.Seed, Split: split, Pictures: m.Pictures, Count: p.Samples})
			if err != nil {
				t.Fatal(err)
			}
			return r, p.Samples
		}
	}
	t.Fatalf("no split %q", split)
	return nil, 0
}

func pageOf(t *testing.T, r show.Reader, index int) (*show.Page, show.Sample) {
	t.Helper()
	s, err := r.Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return s.Page(), s
}

// sameFiles compares folders byte by byte.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	files := func(root string) map[string]string {
		out := map[string]string{}
		err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			out[name[len(root):]] = fmt.Sprintf("%x", sha256.Sum256(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got, want := files(a), files(b); !reflect.DeepEqual(got, want) || len(got) == 0 {
		t.Errorf("files differ: %v and %v", got, want)
	}
}

func parsed(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
}

func TestArrays(t *testing.T) {
	furniture := ptr.DefaultConfig()
	furniture.Width, furniture.Height, furniture.Quality, furniture.Questions = 320, 240, frame.Draft, 20
	solids := trance.DefaultConfig()
	solids.Quality, solids.Between = frame.Draft, true // samples differ in how many pictures they have
	desk := qlevr.DefaultConfig()
	desk.Quality = frame.Draft
	kitchen := shopvrb.DefaultConfig()
	kitchen.Quality = frame.Draft
	for _, c := range []struct {
		name     string
		set      show.Set
		split    string
		count    int
		renderer bool
	}{
		{"ptr", must(ptr.New(furniture, nil, "")), "val", 2, true},
		{"trance", must(trance.New(solids)), "train", 2, true},
		{"qlevr", must(qlevr.New(desk)), "train", 1, true},
		{"shopvrb", must(shopvrb.New(kitchen, shopvrb.Sources{})), "train", 2, true},
		{"syndacate", syndacate.Set{}, "syndacate_aTfTh100o3p12rTs3u10w100", 100, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.renderer {
				gltest.Renderer(t)
			}
			s := made(t, c.set, true, c.count, c.split)
			t.Run("hdf5", func(t *testing.T) { checkHDF5(t, s, c.split) })
			t.Run("nsvqa", func(t *testing.T) { checkNSVQA(t, s, c.split) })
		})
	}
}

// h5File is what a file has, as h5py reads it; h5Wanted says what it should have.
type h5File struct {
	Attributes map[string]any
	Record     []string
	Entities   map[string]any
	Questions  map[string]any
	Views      []h5View
	Own        int // pictures that are equal to the dataset's files, as PIL reads them
	OwnLabels  int // label pictures of SHOP-VRB that are, as PIL and numpy read them
}

type h5View struct {
	Name   string
	Sample []int
	Boxes  [][4]float32
	Class  []int
	Camera map[string][]any    // by arrays; none of drawings
	Notes  []any               // drawing; what depth means where there is a camera
	Pixels map[string][]string // type, lengths and SHA-256 of each row
}

// view is the one of a name, a new one if there is none.
func (f *h5File) view(name string, entities int) *h5View {
	for k := range f.Views {
		if f.Views[k].Name == name {
			return &f.Views[k]
		}
	}
	f.Views = append(f.Views, h5View{
		Name: name, Boxes: make([][4]float32, entities), Class: slices.Repeat([]int{-1}, entities), Camera: map[string][]any{}, Pixels: map[string][]string{},
	})
	return &f.Views[len(f.Views)-1]
}

const readHDF5 = `
import h5py, hashlib, json, numpy, os, sys
from PIL import Image
f, root = h5py.File(sys.argv[1], 'r'), sys.argv[2]
def plain(d):
    if h5py.check_string_dtype(d.dtype):
        return [s.decode() for s in d[...]]
    return [d.dtype.str, numpy.where(numpy.isnan(d[...]), -1e9, d[...]).tolist() if d.dtype.kind == 'f' else d[...].tolist()]
def value(v):
    return str(v) if isinstance(v, (str, numpy.integer)) else list(v)
views, own, labels = [], 0, 0
while 'view%d' % len(views) in f:
    g = f['view%d' % len(views)]
    pixels = {k: ['%s %s %s' % (d.dtype.str, list(d.shape[1:]), hashlib.sha256(d[i].tobytes()).hexdigest()) for i in range(len(d))]
              for k, d in g.items() if len(d.shape) >= 3 and d.shape[1] > 3}
    camera = {k: [d.dtype.str] + d[...].tolist() for k, d in g.items() if k in ('K', 'R', 't', 'near', 'far', 'size')}
    assert set(g) == set(pixels) | set(camera) | {'sample', 'boxes', 'class'}, list(g)
    notes = [int(g.attrs['drawing'])] + ([g.attrs['depth_kind'], float(g.attrs['depth_unit_m'])] if camera else [])
    assert g['class'].dtype == numpy.int64
    for row, i in enumerate(g['sample'][...]):
        path, = [p.get('path') for p in json.loads(f['record'][i])['pictures'] if p['name'] == g.attrs['name']]
        if path:
            own += int((numpy.asarray(Image.open(os.path.join(root, path)).convert('RGB')) == g['image'][row]).all())
        if path and path.startswith('images/'):
            for name, folder in (('object', 'ids'), ('part', 'parts')):
                labels += int((numpy.asarray(Image.open(os.path.join(root, path.replace('images', folder, 1)))) == g[name][row]).all())
            labels += int((numpy.load(os.path.join(root, path.replace('images', 'depths', 1))[:-3] + 'npy') == g['depth'][row]).all())
    views.append({'Name': g.attrs['name'], 'Sample': g['sample'][...].tolist(), 'Boxes': g['boxes'][...].tolist(), 'Pixels': pixels,
                  'Class': g['class'][...].tolist(), 'Camera': camera, 'Notes': notes})
print(json.dumps({'Attributes': {k: value(v) for k, v in f.attrs.items()}, 'Record': plain(f['record']), 'Views': views, 'Own': own, 'OwnLabels': labels,
                  'Entities': {k: plain(d) for k, d in f['entities'].items()}, 'Questions': {k: plain(d) for k, d in f['questions'].items()}}))
`

// sum is a row of pixels as readHDF5 tells of it.
func sum(dtype string, shape []int, values any) string {
	data, err := binary.Append(nil, binary.LittleEndian, values)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s %s %x", dtype, strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), sha256.Sum256(data))
}

// h5Wanted is what a file should have, from the dataset's files and, what these lack, the samples made again.
func h5Wanted(t *testing.T, s source, split string, channels bool) (want h5File) {
	t.Helper()
	r, n := s.reader(t, split)
	m, err := gen.ReadManifest(s.root)
	if err != nil {
		t.Fatal(err)
	}
	names, kinds := []string{}, []string{}
	number := map[show.Class]int{}
	for i, c := range r.Classes() {
		names, kinds, number[c] = append(names, c.Name), append(kinds, c.Kind), i
	}
	want.Attributes = map[string]any{
		"set": s.set.Name(), "split": split, "seed": fmt.Sprint(m.Seed), "program": m.Program, "classes": names, "class_kinds": kinds,
	}
	offset, class, channel, id, parent, at := []int{0}, []int{}, []int{}, []int{}, []int{}, [][3]float64{}
	keys, asked, text, answer, program := []string{}, []int{}, []string{}, []string{}, []string{}
	for i := range n {
		page, _ := pageOf(t, r, i)
		again, err := r.Make(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		first := len(class)
		var add func(list []show.Entity, in int)
		add = func(list []show.Entity, in int) {
			for _, e := range list {
				kind := show.Class{Kind: e.Kind, Name: e.Class}
				if _, ok := number[kind]; !ok {
					number[kind] = -1
				}
				class, id, parent, keys = append(class, number[kind]), append(id, e.ID), append(parent, in), append(keys, e.Key)
				channel = append(channel, map[show.Channel]int{"": 0, "object": 1, "part": 2, "region": 3}[e.Channel])
				place := [3]float64{-1e9, -1e9, -1e9}
				if e.At != nil {
					for k, x := range e.At {
						place[k] = float64(float32(x))
					}
				}
				at = append(at, place)
				for p, picture := range page.Pictures {
					v := want.view(picture.Name, first)
					for len(v.Boxes) < len(class) {
						v.Boxes, v.Class = append(v.Boxes, [4]float32{}), append(v.Class, -1)
					}
					if n, ok := number[show.Class{Kind: e.Kind, Name: e.In(p).Class}]; ok {
						v.Class[len(class)-1] = n
					}
					if p < len(e.Boxes) {
						b := e.Boxes[p]
						v.Boxes[len(class)-1] = [4]float32{float32(b.X0), float32(b.Y0), float32(b.X1), float32(b.Y1)}
					}
				}
				add(e.Entities, len(class)-1-first)
			}
		}
		add(page.Entities, -1)
		offset = append(offset, len(class))
		for _, q := range page.Questions {
			data, err := json.Marshal(q.Program)
			if err != nil {
				t.Fatal(err)
			}
			asked, text, answer, program = append(asked, i), append(text, q.Text), append(answer, q.Answer), append(program, string(data))
		}
		for p, picture := range page.Pictures {
			v := want.view(picture.Name, len(class))
			v.Sample = append(v.Sample, i)
			v.Notes = []any{map[bool]int{true: 1}[picture.Drawing]}
			if c := picture.Camera; c != nil {
				v.Notes = append(v.Notes, c.Depth.Kind, c.Depth.Unit)
				for name, value := range map[string]any{"K": c.K, "R": c.R, "t": c.T, "near": c.Near, "far": c.Far, "size": []int{c.Width, c.Height}} {
					if v.Camera[name] == nil {
						v.Camera[name] = []any{map[bool]string{true: "<i8", false: "<f8"}[name == "size"]}
					}
					v.Camera[name] = append(v.Camera[name], value)
				}
			}
			var rgb []uint8
			if picture.Path != "" {
				data, err := os.ReadFile(filepath.Join(s.root, picture.Path))
				if err != nil {
					t.Fatal(err)
				}
				im, err := png.Decode(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				for k := range picture.Width * picture.Height {
					r, g, b, _ := im.At(k%picture.Width, k/picture.Width).RGBA()
					rgb = append(rgb, uint8(r>>8), uint8(g>>8), uint8(b>>8))
				}
				want.Own++
			} else {
				rgb = again.Drawing(p)
			}
			shape := []int{picture.Height, picture.Width}
			add := func(name, dtype string, shape []int, stored, found any) {
				if reflect.ValueOf(stored).IsNil() {
					stored = found
				}
				if !reflect.ValueOf(stored).IsNil() {
					v.Pixels[name] = append(v.Pixels[name], sum(dtype, shape, stored))
				}
			}
			add("image", "|u1", append(shape, 3), rgb, rgb)
			l, err := r.Labels(i, p)
			if err != nil {
				t.Fatal(err)
			}
			f := again.Labels(p)
			if l == nil {
				l = &show.Labels{}
			}
			if f == nil {
				f = &show.Labels{}
			}
			add("object", "<u2", shape, l.Object, f.Object)
			add("part", "<u2", shape, l.Part, f.Part)
			add("region", "<u2", shape, l.Region, f.Region)
			if channels {
				add("depth", "<f4", shape, l.ViewZ, f.ViewZ)
				add("normals", "<f4", append(shape, 3), l.Normal, f.Normal)
			}
		}
	}
	for k := range want.Views {
		for len(want.Views[k].Boxes) < len(class) {
			want.Views[k].Boxes, want.Views[k].Class = append(want.Views[k].Boxes, [4]float32{}), append(want.Views[k].Class, -1)
		}
	}
	want.Entities = map[string]any{
		"offset": []any{"<i8", offset}, "class": []any{"<i8", class}, "channel": []any{"|u1", channel}, "id": []any{"<u2", id},
		"parent": []any{"<i8", parent}, "at": []any{"<f4", at}, "key": keys,
	}
	want.Questions = map[string]any{"sample": []any{"<i8", asked}, "text": text, "answer": answer, "program": program}
	return want
}

func checkHDF5(t *testing.T, s source, split string) {
	channels := []string{export.Depth, export.Normals}
	out := s.exported(t, export.Options{Format: "hdf5", Channels: channels, Workers: 3})
	sameFiles(t, out, s.exported(t, export.Options{Format: "hdf5", Channels: channels, Workers: 1}))
	var got, want h5File
	parsed(t, oracle.Python(t, readHDF5, filepath.Join(out, split+".h5"), s.root), &got)
	records := got.Record
	got.Record = nil
	wanted, err := json.Marshal(h5Wanted(t, s, split, true))
	if err != nil {
		t.Fatal(err)
	}
	parsed(t, string(wanted), &want)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"attributes", got.Attributes, want.Attributes}, {"entities", got.Entities, want.Entities}, {"questions", got.Questions, want.Questions},
		{"own pictures", got.Own, want.Own}, {"own labels", got.OwnLabels, map[bool]int{true: 3 * want.Own}[s.set.Name() == "shopvrb"]},
		{"views", got.Views, want.Views},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: got %.1500s\nwant %.1500s", c.name, fmt.Sprint(c.got), fmt.Sprint(c.want))
		}
	}
	r, n := s.reader(t, split)
	if s.set.Name() == "trance" && !slices.ContainsFunc(got.Views, func(v h5View) bool { return len(v.Sample) < n }) {
		t.Error("every sample has all pictures: the test does not show what becomes of one that has not")
	}
	if len(records) != n {
		t.Fatalf("%d records, want %d", len(records), n)
	}
	for i, text := range records {
		var record export.Record
		parsed(t, text, &record)
		page, _ := pageOf(t, r, i)
		if record.Index != i || len(record.Objects) != len(page.Entities) || len(record.Questions) != len(page.Questions) ||
			!reflect.DeepEqual(record.Relations, relationPairs(page)) {
			t.Errorf("record %d is not of its sample: %.300s", i, text)
		}
	}
}

func TestHDF5NeedsPictures(t *testing.T) {
	s := made(t, must(trance.New(trance.DefaultConfig())), false, 1, "train")
	_, err := export.Run(t.Context(), s.set, s.root, export.Options{Format: "hdf5", Out: t.TempDir()})
	const want = "export: train/0: initial is not on disk; generate the dataset with pictures"
	if err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}
