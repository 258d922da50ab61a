package trance

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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
			val = values[p.Attribute()][p.value()]
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
		"img_000012-init.C.png": {160, 120}, "img_000012-fin.L.png": {333, 501}, "img_000012-fin.R.png": {77, 50},
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
