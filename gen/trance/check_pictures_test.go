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

	"mereo/gen"
	"mereo/gen/write"
)

// drawn writes the record and the pictures of a sample, plain ones and those of identities.
func drawn(t *testing.T, cfg Config, job gen.Job, index int, m *generatedSample) {
	t.Helper()
	putRecord(t, cfg, job, index, encoded(t, cfg.infoRecord(index, m)))
	c := newCounter(&m.sceneSetup)
	for _, p := range cfg.pictures(job.Split, index, len(m.steps)) {
		if p.kind == normalPicture {
			if _, err := write.NPY(job.Root, p.path, []int{cfg.Height, cfg.Width, 3}, m.surfaces(p).Normal); err != nil {
				t.Fatal(err)
			}
			continue
		}
		rgb := bytes.Repeat([]byte{100}, 3*publishedWidth*publishedHeight)
		if p.kind == idPicture {
			rgb = paintIDs(c.ids(&m.states[p.stage], p.camera))
		}
		if _, err := write.RGBA(job.Root, p.path, publishedWidth, publishedHeight, rgb); err != nil {
			t.Fatal(err)
		}
	}
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

// An identity picture has the published colors where objects are seen.
func TestIDPicture(t *testing.T) {
	got := paintIDs([]uint8{0, 1, 8})
	want := []uint8{64, 64, 64, 192, 228, 216, 255, 110, 199} // background, Object_0, Object_7
	if !slices.Equal(got, want) {
		t.Errorf("an identity picture of nothing, object 0 and object 7 is %v, want %v", got, want)
	}
}

func TestCheckPictures(t *testing.T) {
	cfg := DefaultConfig()
	cfg.IDs, cfg.Between, cfg.Normals = true, true, true
	m := sampled(t, cfg, 5)
	job := gen.Job{Root: t.TempDir(), Split: "train", Pictures: true}
	drawn(t, cfg, job, 5, m)
	if _, problems := cfg.checkPictures(job, 5, m); len(problems) > 0 {
		t.Fatalf("found %v, want nothing", problems)
	}
	expect := func(what, rule string, m *generatedSample) {
		t.Helper()
		if _, problems := cfg.checkPictures(job, 5, m); !hasRule(problems, rule) {
			t.Errorf("%s: found %v, want a problem of rule %s", what, problems, rule)
		}
	}
	fewer := *m
	fewer.pixels = slices.Clone(m.pixels)
	fewer.pixels[1][cameraLeft][m.steps[0].Object]++
	expect("a pixel too few", "id-pixels", &fewer)

	pictures := cfg.pictures("train", 5, len(m.steps))
	image, ids := pictures[0], pictures[1]
	if image.kind == ids.kind {
		t.Fatalf("%+v and %+v are of one kind", image, ids)
	}
	if image.kind != idPicture {
		image, ids = ids, image
	}
	put := func(p picture, write func(root, path string, width, height int, rgb []uint8) (write.File, error), w, h int) {
		t.Helper()
		if _, err := write(job.Root, p.path, w, h, bytes.Repeat([]byte{9}, 3*w*h)); err != nil {
			t.Fatal(err)
		}
	}
	normals := pictures[slices.IndexFunc(pictures, func(p picture) bool { return p.kind == normalPicture })]
	array := func(what, rule string, shape []int, change func(v []float32)) {
		t.Helper()
		v := slices.Clone(m.surfaces(normals).Normal)
		change(v)
		if _, err := write.NPY(job.Root, normals.path, shape, v); err != nil {
			t.Fatal(err)
		}
		_, problems := cfg.checkPictures(job, 5, m)
		if !slices.ContainsFunc(problems, func(p gen.Problem) bool { return p.File == normals.path && p.Rule == rule }) {
			t.Errorf("%s: found %v, want a problem of rule %s", what, problems, rule)
		}
	}
	array("one bit of a normal", "normals", []int{240, 320, 3}, func(v []float32) {
		v[3*1000+2] = math.Nextafter32(v[3*1000+2], 2)
	})
	array("a normal that is no number", "normals", []int{240, 320, 3}, func(v []float32) { v[7] = float32(math.NaN()) })
	array("lying normals", "picture", []int{320, 240, 3}, func([]float32) {})
	if err := os.Remove(filepath.Join(job.Root, normals.path)); err != nil {
		t.Fatal(err)
	}
	expect("no normals", "picture", m)
	put(image, write.RGBA, publishedWidth, publishedHeight)
	expect("colours of nobody", "id-colors", m)
	put(ids, write.RGBA, 160, 120)
	expect("a small picture", "picture", m)
	if _, err := write.Bytes(job.Root, ids.path, hugePNG(t)); err != nil {
		t.Fatal(err)
	}
	expect("a picture that says it is huge", "picture", m)
	if _, err := write.Bytes(job.Root, image.path, grayAlphaPNG(t, publishedWidth, publishedHeight)); err != nil {
		t.Fatal(err)
	}
	if _, problems := cfg.checkPictures(job, 5, m); !slices.ContainsFunc(problems, func(p gen.Problem) bool {
		return p.File == image.path && p.Rule == "picture"
	}) {
		t.Errorf("gray with alpha: found %v, want a problem of %s", problems, image.path)
	}
	put(ids, write.RGB, publishedWidth, publishedHeight)
	expect("no alpha", "picture", m)
	if _, err := write.Bytes(job.Root, ids.path, []byte("no picture")); err != nil {
		t.Fatal(err)
	}
	expect("no picture", "picture", m)

	records := gen.Job{Root: job.Root, Split: "train"}
	if _, problems := cfg.checkPictures(records, 5, m); len(problems) > 0 {
		t.Errorf("records only: found %v, want nothing", problems)
	}
}
