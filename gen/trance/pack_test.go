package trance

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen/write"
)

// The published loaders' calls find every sample and every picture, and pictures are what Pillow makes of the files, byte
// for byte.
func TestPackLoads(t *testing.T) {
	root := packable(t)
	var told []string
	progress := func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) }
	if err := DefaultConfig().Pack(t.Context(), root, []string{"train", "val"}, progress); err != nil {
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
			for i, v := range noise(160, 120, 12<<8+uint64(len("Camera_Center"))).Pix {
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
	if err := DefaultConfig().Pack(t.Context(), root, []string{"train"}, nil); err != nil {
		t.Fatal(err)
	}
	unpacked("[val]", true)
	if err := DefaultConfig().Pack(t.Context(), root, []string{"train", "val"}, nil); err != nil {
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
	for _, text := range []string{`{"splits" 1}`, ""} {
		if err := os.WriteFile(filepath.Join(root, "data.h5.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		unpacked("[train val]", true)
	}
	if err := os.Remove(filepath.Join(root, "data.h5.json")); err != nil {
		t.Fatal(err)
	}
	unpacked("[train val]", true)
}

// The bytes do not depend on the number of processors, which decides how many samples are worked on at a time, and packing
// again replaces the file.
func TestPackRepeats(t *testing.T) {
	const samples = 40
	root := many(t, samples, noise(9, 7, 0))
	var first []byte
	for _, processors := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(processors)
		err := DefaultConfig().Pack(t.Context(), root, []string{"train"}, nil)
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
		if err := DefaultConfig().Pack(b.Context(), root, []string{"train"}, nil); err != nil {
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
