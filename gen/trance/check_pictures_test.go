package trance

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// grayPainter draws gray pictures.
type grayPainter struct{}

func (grayPainter) ShootFrom(s *scenes.Scene, _ shoot.Options, poses ...geom.Transform) (out []*frame.Images, err error) {
	for range poses {
		w, h := s.Camera.Width, s.Camera.Height
		out = append(out, &frame.Images{Width: w, Height: h, RGB: bytes.Repeat([]byte{100}, 3*w*h)})
	}
	return out, nil
}

func (grayPainter) Renderer() string { return "the test's" }

func (grayPainter) Close() {}

// graySet is a set whose pictures are gray, so that tests need no device.
func graySet(t *testing.T, cfg Config) *Set {
	t.Helper()
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	set.Open = func(job gen.Job) (*world.Split[*generatedSample], error) {
		split, err := set.open(job)
		split.Painter = func(string) (world.Painter, error) { return grayPainter{}, nil }
		return split, err
	}
	return set
}

// drawn makes a sample whose pictures are gray, but for those of identities.
func drawn(t *testing.T, cfg Config, job gen.Job, index int) *gen.Item {
	t.Helper()
	m, err := graySet(t, cfg).NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	item, err := m.Make(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	item.Renderer = m.Renderer()
	return item
}

// problemsOf are what the checker finds wrong with a sample.
func problemsOf(t *testing.T, cfg Config, job gen.Job, item gen.Item, remake bool) []gen.Problem {
	t.Helper()
	c, err := graySet(t, cfg).NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	problems, err := c.Check(t.Context(), item, remake)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// hugePNG is the head of a picture of 65535 x 65535 pixels, which would take 17 GB, and nothing else.
func hugePNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	head := data[12:29] // the chunk IHDR: its name, width, height, and five bytes
	binary.BigEndian.PutUint32(head[4:], 65535)
	binary.BigEndian.PutUint32(head[8:], 65535)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(head))
	return data
}

// grayAlphaPNG is an opaque picture of 8-bit gray with alpha.
func grayAlphaPNG(t *testing.T, width, height int) []byte {
	t.Helper()
	out := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		named := append([]byte(name), data...)
		out = binary.BigEndian.AppendUint32(append(out, named...), crc32.ChecksumIEEE(named))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	chunk("IHDR", append(head, 8, 4, 0, 0, 0)) // bit depth, color type; all else has one value
	row := append([]byte{0}, bytes.Repeat([]byte{100, 255}, width)...)
	var pixels bytes.Buffer
	z := zlib.NewWriter(&pixels)
	if _, err := z.Write(bytes.Repeat(row, height)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	chunk("IDAT", pixels.Bytes())
	chunk("IEND", nil)
	return out
}

func TestCheckPictures(t *testing.T) {
	cfg := DefaultConfig()
	cfg.IDs, cfg.Between, cfg.Normals = true, true, true
	m := sampled(t, cfg, 5)
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train", Pictures: true}
	item := *drawn(t, cfg, job, 5)
	for _, remake := range []bool{false, true} {
		if problems := problemsOf(t, cfg, job, item, remake); len(problems) > 0 {
			t.Fatalf("found %v, want nothing", problems)
		}
	}
	expect := func(what, path, rule string) {
		t.Helper()
		problems := problemsOf(t, cfg, job, item, false)
		if !slices.ContainsFunc(problems, func(p gen.Problem) bool { return p.File == path && p.Rule == rule }) {
			t.Errorf("%s: found %v, want a problem of rule %s of %s", what, problems, rule, path)
		}
	}
	pictures := cfg.pictures("train", 5, len(m.steps))
	of := func(kind pictureKind) picture {
		return pictures[slices.IndexFunc(pictures, func(p picture) bool { return p.kind == kind && p.stage == 0 && p.camera == cameraCenter })]
	}
	image, ids, normals := of(colorPicture).path, of(idPicture).path, of(normalPicture).path
	put := func(path string, write func(root, path string, width, height int, rgb []uint8) (write.File, error), w, h int) {
		t.Helper()
		if _, err := write(job.Root, path, w, h, bytes.Repeat([]byte{9}, 3*w*h)); err != nil {
			t.Fatal(err)
		}
	}
	was := m.ids(place{0, cameraCenter})
	pixel := slices.Index(was, 0)
	other := slices.Clone(was)
	other[pixel] = uint16(1 + m.steps[0].Object)
	rgb := func(ids []uint16) (out []uint8) {
		for _, id := range ids {
			out = append(out, idPalette[id][:]...)
		}
		return out
	}
	if _, err := write.RGBA(job.Root, ids, publishedWidth, publishedHeight, rgb(other)); err != nil {
		t.Fatal(err)
	}
	expect("a pixel too many", ids, "labels")
	if _, err := write.RGBA(job.Root, ids, publishedWidth, publishedHeight, rgb(was)); err != nil {
		t.Fatal(err)
	}

	surfaces := ref.Draw(m.scene(&m.states[0], cameraCenter).Frame()).Normal
	array := func(what, rule string, shape []int, change func(v []float32)) {
		t.Helper()
		v := slices.Clone(surfaces)
		change(v)
		if _, err := write.NPY(job.Root, normals, shape, v); err != nil {
			t.Fatal(err)
		}
		expect(what, normals, rule)
	}
	array("one bit of a normal", "labels", []int{240, 320, 3}, func(v []float32) {
		v[3*1000+2] = math.Nextafter32(v[3*1000+2], 2)
	})
	array("a normal that is no number", "labels", []int{240, 320, 3}, func(v []float32) { v[7] = float32(math.NaN()) })
	array("lying normals", "picture-size", []int{320, 240, 3}, func([]float32) {})
	if err := os.Remove(filepath.Join(job.Root, normals)); err != nil {
		t.Fatal(err)
	}
	expect("no normals", normals, "readable")
	put(ids, write.RGBA, publishedWidth, publishedHeight)
	expect("colors of nobody", ids, "readable")
	put(ids, write.RGBA, 160, 120)
	expect("a small picture", ids, "picture-size")
	if _, err := write.Bytes(job.Root, ids, hugePNG(t)); err != nil {
		t.Fatal(err)
	}
	expect("a picture that says it is huge", ids, "picture-size")
	if _, err := write.Bytes(job.Root, image, grayAlphaPNG(t, publishedWidth, publishedHeight)); err != nil {
		t.Fatal(err)
	}
	expect("gray with alpha", image, "readable")
	put(ids, write.RGB, publishedWidth, publishedHeight)
	expect("no alpha", ids, "readable")
	if _, err := write.Bytes(job.Root, ids, []byte("no picture")); err != nil {
		t.Fatal(err)
	}
	expect("no picture", ids, "readable")

	records := gen.Job{Root: job.Root, Seed: 7, Split: "train"}
	item.Renderer, item.Colors, item.Files = "", nil, item.Files[len(item.Files)-1:]
	if problems := problemsOf(t, cfg, records, item, false); len(problems) > 0 {
		t.Errorf("records only: found %v, want nothing", problems)
	}
}

// A picture of other colors than those that were drawn is found, and so is one of nobody's fingerprint.
func TestCheckColors(t *testing.T) {
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train", Pictures: true}
	item := *drawn(t, DefaultConfig(), job, 5)
	image := item.Files[0].Path
	if _, err := write.RGBA(job.Root, image, publishedWidth, publishedHeight, bytes.Repeat([]byte{9}, 3*publishedWidth*publishedHeight)); err != nil {
		t.Fatal(err)
	}
	if problems := problemsOf(t, DefaultConfig(), job, item, false); len(problems) != 1 || problems[0].File != image || problems[0].Rule != "colors" {
		t.Errorf("found %v, want one problem of %s", problems, image)
	}
}
