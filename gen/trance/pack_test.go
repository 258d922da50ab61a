package trance

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// packedNames are the pictures' names of a sample by state and camera, as in the published example.
func packedNames(idx int) []map[string]string {
	return []map[string]string{
		{"Camera_Center": fmt.Sprintf("img_%06d-init.C.png", idx)},
		{
			"Camera_Left": fmt.Sprintf("img_%06d-fin.L.png", idx), "Camera_Center": fmt.Sprintf("img_%06d-fin.C.png", idx),
			"Camera_Right": fmt.Sprintf("img_%06d-fin.R.png", idx),
		},
	}
}

// packedLine is a line of data.jsonl with pictures. Both states are the same: nothing here runs the steps.
func packedLine(t testing.TB, idx int, steps ...string) string {
	t.Helper()
	transformations := []map[string]any{}
	for i, name := range steps {
		var p Pair
		if err := p.UnmarshalText([]byte(name)); err != nil {
			t.Fatal(err)
		}
		var val any
		if p.Attribute() == Position {
			val = p.Move()
		} else {
			val = values[p.Attribute()][p.Value()]
		}
		transformations = append(transformations,
			map[string]any{"obj_idx": i, "attr": p.Attribute().String(), "val": val, "options": []any{val}})
	}
	images := packedNames(idx)
	data, err := json.Marshal(map[string]any{
		"idx": idx, "transformations": transformations,
		"states": []any{
			map[string]any{"objects": far(), "images": images[0]}, map[string]any{"objects": far(), "images": images[1]},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "\n"
}

func writePicture(t testing.TB, name string, im image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// noise is an opaque picture in which every byte is drawn.
func noise(width, height int, seed uint64) *image.NRGBA {
	r := rand.New(rand.NewPCG(seed, 0))
	im := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := r.Uint32()
			im.SetNRGBA(x, y, color.NRGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255})
		}
	}
	return im
}

// packable is a dataset of 320 x 240 pictures with a train split of samples 0, 7 and 12, of which 7 has two steps and the
// others one, and a val split of sample 500000. Other sizes: sample 12's initial picture is as it will be packed, its left
// one has odd sides, its right one is smaller than it will be.
func packable(t testing.TB) (root string) {
	t.Helper()
	root = t.TempDir()
	sizes := map[string][2]int{
		"img_000012-init.C.png": {packedWidth, packedHeight}, "img_000012-fin.L.png": {333, 501}, "img_000012-fin.R.png": {77, 50},
	}
	put := func(split string, idx int, steps ...string) {
		for i, images := range packedNames(idx) {
			for camera, name := range images {
				size, ok := sizes[name]
				if !ok {
					size = [2]int{320, 240}
				}
				seed := uint64(idx)<<8 + uint64(i)<<4 + uint64(len(camera))
				writePicture(t, filepath.Join(root, split, "image", name), noise(size[0], size[1], seed))
			}
		}
		f, err := os.OpenFile(filepath.Join(root, split, "data.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(packedLine(t, idx, steps...)); err != nil {
			t.Fatal(err)
		}
	}
	put("train", 0, "color.red")
	put("train", 7, "position.front-left.2", "size.large")
	put("train", 12, "shape.cube")
	put("val", 500_000, "position.behind.1")
	return root
}

// loaded is what testdata/load_packed.py prints of a split.
type loaded struct {
	Keys    []string
	Basic   []string
	Members [2]int
	Samples map[string]struct {
		Idx    int
		Steps  [][]jsontext.Value
		Desc   [2]float64
		Images map[string]struct {
			Shape                 [3]int
			Dtype, Filter, SHA256 string
			Off                   int
		}
	}
}

func loadPacked(t *testing.T, root string, splits ...string) (out map[string]jsontext.Value) {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import h5py, numpy, PIL").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with h5py, numpy and PIL: %v\n%s", err, out)
		}
		t.Skipf("python3 with h5py, numpy and PIL: %v", err)
	}
	text, err := exec.Command(python, append([]string{"testdata/load_packed.py", root}, splits...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// The published loaders' calls find every sample and every picture, and pictures are what Pillow makes of the files, byte
// for byte.
func TestPackLoads(t *testing.T) {
	root := packable(t)
	var told []string
	progress := func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) }
	if err := Pack(t.Context(), root, []string{"train", "val"}, progress); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, " "), "1/4 2/4 3/4 4/4"; got != want {
		t.Errorf("progress is %s, want %s", got, want)
	}
	got := loadPacked(t, root, "train", "val")
	if splits := string(got["splits"]); splits != `["train", "val"]` {
		t.Errorf("the file has %s, want train and val", splits)
	}
	for split, want := range map[string]struct {
		keys, basic []string
		steps       map[string]string
	}{
		"train": {[]string{"0", "7", "12"}, []string{"0", "12"}, map[string]string{
			"0":  `[[0,"color","red",["red"]]]`,
			"7":  `[[0,"position",["front-left",2],[["front-left",2]]],[1,"size","large",["large"]]]`,
			"12": `[[0,"shape","cube",["cube"]]]`,
		}},
		"val": {[]string{"500000"}, []string{"500000"}, map[string]string{
			"500000": `[[0,"position",["behind",1],[["behind",1]]]]`,
		}},
	} {
		var l loaded
		if err := json.Unmarshal(got[split], &l, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(l.Keys, want.keys) || !slices.Equal(l.Basic, want.basic) {
			t.Errorf("%s: keys are %v and %v, want %v and %v", split, l.Keys, l.Basic, want.keys, want.basic)
		}
		if l.Members != [2]int{len(want.keys), 4 * len(want.keys)} {
			t.Errorf("%s: %v records and pictures, want %d and 4 each", split, l.Members, len(want.keys))
		}
		for key, steps := range want.steps {
			s := l.Samples[key]
			if fmt.Sprint(s.Idx) != key || len(s.Images) != 4 {
				t.Errorf("%s/%s: idx %d, %d pictures; want 4", split, key, s.Idx, len(s.Images))
			}
			if text, _ := json.Marshal(s.Steps); string(text) != steps {
				t.Errorf("%s/%s: steps are %s, want %s", split, key, text, steps)
			}
			sum := 0.0
			for _, o := range far() {
				sum += 4 + float64(o.Position.X+o.Position.Y+80)/80
			}
			for _, d := range s.Desc {
				if d < sum-1e-4 || d > sum+1e-4 {
					t.Errorf("%s/%s: object vectors sum to %v, want %v", split, key, d, sum)
				}
			}
			for name, im := range s.Images {
				if im.Shape != [3]int{120, 160, 3} || im.Dtype != "uint8" || im.Filter != "gzip" || im.Off != 0 {
					t.Errorf("%s/%s: %s: %+v, want 120 x 160 x 3, uint8, gzip, off by 0 from Pillow", split, key, name, im)
				}
			}
		}
		if split == "train" { // a picture that keeps its size is the file's, known without Pillow
			var rgb []byte
			for i, v := range noise(packedWidth, packedHeight, 12<<8+uint64(len("Camera_Center"))).Pix {
				if i%4 != 3 {
					rgb = append(rgb, v)
				}
			}
			const name = "img_000012-init.C.png"
			if got, want := l.Samples["12"].Images[name].SHA256, fmt.Sprintf("%x", sha256.Sum256(rgb)); got != want {
				t.Errorf("%s: SHA-256 of the pixels is %s, want %s", name, got, want)
			}
		}
	}
}

// Beside the packed file lies what the published data root has, and what was packed, which tells whether to pack again.
func TestPackBeside(t *testing.T) {
	root := packable(t)
	unpacked := func(want string, found bool) {
		t.Helper()
		got, ok, err := Unpacked(root, []string{"train", "val"})
		if fmt.Sprint(got) != want || ok != found || err != nil {
			t.Errorf("not packed: %v, %v, %v; want %s, %v", got, ok, err, want, found)
		}
	}
	unpacked("[train val]", false)
	if err := Pack(t.Context(), root, []string{"train"}, nil); err != nil {
		t.Fatal(err)
	}
	unpacked("[val]", true)
	if err := Pack(t.Context(), root, []string{"train", "val"}, nil); err != nil {
		t.Fatal(err)
	}
	unpacked("[]", true)
	for name, content := range map[string]any{"properties.json": properties(), "values.json": valueLists()} {
		want, err := write.JSON(t.TempDir(), name, content)
		if err != nil {
			t.Fatal(err)
		}
		if err := want.Check(root); err != nil {
			t.Errorf("%s beside the packed file: %v", name, err)
		}
	}
	var list packedList
	data, err := os.ReadFile(filepath.Join(root, "data.h5.json"))
	if err != nil || json.Unmarshal(data, &list) != nil || len(list.Splits) != 2 {
		t.Fatalf("the list is %s, %v; want two splits", data, err)
	}
	if s := list.Splits[0]; s.Split != "train" || s.Samples != 3 || s.Data.Path != "train/data.jsonl" {
		t.Errorf("the first split is %+v, want 3 samples of train", s)
	}
	edit(`"red"`, `"blue"`)(t, root)
	unpacked("[train]", true)
	if err := os.WriteFile(filepath.Join(root, "data.h5.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Unpacked(root, []string{"train"}); err == nil || !strings.Contains(err.Error(), "data.h5.json") {
		t.Errorf("a broken list: error is %v, want one that names it", err)
	}
	if err := os.Remove(filepath.Join(root, "data.h5.json")); err != nil {
		t.Fatal(err)
	}
	unpacked("[train val]", true)
}

// A picture of one colour keeps it, and black and white stay within their range beside an edge.
func TestResizeKnown(t *testing.T) {
	flat := bytes.Repeat([]byte{3, 255, 128}, 320*240)
	if got := resize(flat, 320, 240, packedWidth, packedHeight); !bytes.Equal(got, flat[:3*packedWidth*packedHeight]) {
		t.Errorf("one colour becomes %v ...", got[:12])
	}
	// When a line is halved, a new pixel has weights (-3, -9, 29, 111, 111, 29, -9, -3)/256, half the cubic at the distances
	// 1/4, 3/4, 5/4 and 7/4. Of a step from 0 to 255 between pixels 7 and 8, new pixel 3 sees the last three, pixel 2 the last.
	line := append(make([]byte, 3*8), bytes.Repeat([]byte{255}, 3*8)...)
	got := resize(line, 16, 1, 8, 1)
	for x, want := range []uint8{0, 0, 0, 17, 238, 255, 255, 255} {
		if got[3*x] != want {
			t.Errorf("pixel %d is %d, want %d; the line is %v", x, got[3*x], want, got)
		}
	}
}

// many is a dataset whose train split has that many samples with one picture under all names.
func many(t testing.TB, samples int, im image.Image) (root string) {
	t.Helper()
	root = t.TempDir()
	only := filepath.Join(root, "train/image/only.png")
	writePicture(t, only, im)
	var lines strings.Builder
	for idx := range samples {
		lines.WriteString(packedLine(t, idx, "color.red"))
		for _, images := range packedNames(idx) {
			for _, name := range images {
				if err := os.Link(only, filepath.Join(root, "train/image", name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := os.WriteFile(filepath.Join(root, "train/data.jsonl"), []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return root
}

// The bytes do not depend on the number of processors, which decides how many samples are worked on at a time, and packing
// again replaces the file.
func TestPackRepeats(t *testing.T) {
	const samples = 40
	root := many(t, samples, noise(9, 7, 0))
	var first []byte
	for _, processors := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(processors)
		err := Pack(t.Context(), root, []string{"train"}, nil)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(root, packedName))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(data, first) {
			t.Errorf("%d processors make other bytes than one", processors)
		}
	}
	var l loaded
	if err := json.Unmarshal(loadPacked(t, root, "train")["train"], &l, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if len(l.Keys) != samples || len(l.Samples) != samples || l.Members != [2]int{samples, 4 * samples} {
		t.Errorf("%d keys, %d samples, %v members; want %d and 4 pictures each", len(l.Keys), len(l.Samples), l.Members, samples)
	}
}

// A fault in a sample is named by the sample's line when others have been read since, and stops the work.
func TestPackStopsAtFault(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	root := many(t, 200, noise(9, 7, 0))
	missing := packedNames(5)[0]["Camera_Center"]
	if err := os.Remove(filepath.Join(root, "train/image", missing)); err != nil {
		t.Fatal(err)
	}
	last := 0
	err := Pack(t.Context(), root, []string{"train"}, func(done, _ int) { last = done })
	want := fmt.Sprintf("trance: %s/train/data.jsonl:6: open %[1]s/train/image/%s: no such file or directory", root, missing)
	if err == nil || err.Error() != want || last != 5 {
		t.Errorf("after %d samples the error is %v\nwant, after 5, %s", last, err, want)
	}
	noPackedFile(t, root)
}

// What cannot be packed is named, and leaves no file behind.
func TestPackErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, root string)
		splits []string
		want   string // ROOT stands for the folder
	}{
		{"no split", nil, nil, "trance: ROOT: no split is named, want those to be packed into data.h5"},
		{"missing split", nil, []string{"train", "test"}, "trance: ROOT/test/data.jsonl is not there; make the split test first"},
		{"split twice", nil, []string{"val", "val"}, `trance: ROOT/val/data.jsonl: hdf5: group / has two members named "val"`},
		{"missing picture", func(t *testing.T, root string) {
			if err := os.Remove(filepath.Join(root, "train/image/img_000007-fin.C.png")); err != nil {
				t.Fatal(err)
			}
		}, []string{"train"},
			"trance: ROOT/train/data.jsonl:2: open ROOT/train/image/img_000007-fin.C.png: no such file or directory"},
		{"huge picture", func(t *testing.T, root string) {
			if err := os.WriteFile(filepath.Join(root, "train/image/img_000007-fin.C.png"), hugePNG(t), 0o666); err != nil {
				t.Fatal(err)
			}
		}, []string{"train"},
			"trance: ROOT/train/data.jsonl:2: train/image/img_000007-fin.C.png: is 65535 x 65535, want at most 4096 a side"},
		{"no val", edit(`"val":`, `"target":`), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: transformations[0]: has no val or no options, which the published loaders read"},
		{"no images", edit(`"images":{"Camera_Center":"img_000000-init.C.png"}`, `"images":{}`), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: states[0].images: is empty, want the pictures' names by camera"},
		{"a path", edit("img_000000-init.C.png", "../img_000000-init.C.png"), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: states[0].images: Camera_Center: " +
				`is "../img_000000-init.C.png", want the name of a file in the folder image`},
		{"idx twice", edit(`"idx":7`, `"idx":12`), []string{"train"},
			`trance: ROOT/train/data.jsonl:3: hdf5: group /train/data/ has two members named "12"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := packable(t)
			if c.damage != nil {
				c.damage(t, root)
			}
			err := Pack(t.Context(), root, c.splits, nil)
			if want := strings.ReplaceAll(c.want, "ROOT", root); err == nil || err.Error() != want {
				t.Errorf("error is %v\nwant     %s", err, want)
			}
			noPackedFile(t, root)
		})
	}
}

// edit replaces text in train/data.jsonl where it is first.
func edit(from, to string) func(t *testing.T, root string) {
	return func(t *testing.T, root string) {
		name := filepath.Join(root, "train/data.jsonl")
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(from)) {
			t.Fatalf("%s has no %s", name, from)
		}
		if err := os.WriteFile(name, bytes.Replace(data, []byte(from), []byte(to), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func noPackedFile(t *testing.T, root string) {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

func TestPackStops(t *testing.T) {
	root := packable(t)
	ctx, stop := context.WithCancel(t.Context())
	err := Pack(ctx, root, []string{"train", "val"}, func(done, _ int) {
		if done == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	noPackedFile(t, root)
}

// The pictures are a ramp with grain, which deflates about as well as a drawn one.
func BenchmarkPack(b *testing.B) {
	const samples = 200
	smooth := image.NewNRGBA(image.Rect(0, 0, 320, 240))
	r := rand.New(rand.NewPCG(1, 0))
	for y := range 240 {
		for x := range 320 {
			v := uint8(x/4 + y/2 + int(r.Uint32()%16/15))
			smooth.SetNRGBA(x, y, color.NRGBA{v, v / 2, 255 - v, 255})
		}
	}
	root := many(b, samples, smooth)
	for b.Loop() {
		if err := Pack(b.Context(), root, []string{"train"}, nil); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(filepath.Join(root, packedName))
	if err != nil {
		b.Fatal(err)
	}
	pictures := 4 * samples
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N*pictures), "ms/picture")
	b.ReportMetric(float64(info.Size())/float64(pictures), "bytes/picture")
}
