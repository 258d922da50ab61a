package shopvrb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/write"
	"mereo/internal/backup"
	"mereo/internal/gltest"
)

// sized is a configuration with another picture.
func sized(width, height int, lensMM float64) SceneConfig {
	c := DefaultSceneConfig()
	c.Width, c.Height, c.LensMM = width, height, lensMM
	return c
}

// Numbers of pixels grow with the picture's area, distances with its root; at the published size they are the published ones.
func TestThresholdsFollowTheArea(t *testing.T) {
	for _, c := range []struct {
		cfg                    SceneConfig
		focal                  float64
		minPixels, reach, room int
	}{
		{DefaultSceneConfig(), 700, 200, 60, 12},
		{sized(640, 480, 50), 1000, 200, 60, 12},
		{sized(320, 240, 35), 350, 50, 30, 6},
		{sized(1280, 960, 35), 1400, 800, 120, 24},
		{sized(480, 480, 32), 480, 150, 52, 10},
		{sized(16, 16, 35), 17.5, 1, 2, 1}, // a sixth of a pixel is none: 1 must be seen
	} {
		o := c.cfg.optics()
		if o.focalPx != c.focal || o.pixels(minPixels) != c.minPixels || o.length(originReach) != c.reach || o.length(surrounding) != c.room {
			t.Errorf("%d x %d, %g mm: focal length %g, %d pixels, distances %d and %d; want %g, %d, %d and %d", c.cfg.Width, c.cfg.Height,
				c.cfg.LensMM, o.focalPx, o.pixels(minPixels), o.length(originReach), o.length(surrounding), c.focal, c.minPixels, c.reach, c.room)
		}
	}
}

func TestWrongOpticsAreTold(t *testing.T) {
	for text, want := range map[string]string{
		"width: 15":                "width and height are 15 and 480, want 16 to 8192",
		"height: 8193":             "width and height are 640 and 8193, want 16 to 8192",
		"width: 0":                 "width and height are 0 and 480, want 16 to 8192",
		"lens_mm: 23.9":            "lens_mm is 23.9, want 24 to 60",
		"lens_mm: 61":              "lens_mm is 61, want 24 to 60",
		"lens_mm: .nan":            "lens_mm is NaN, want 24 to 60",
		"width: 320\nheight: 1000": "height is 1000, want 700 at most where width is 320 and lens_mm 35: the table ends there",
		"width: 640.5":             "width is 640.5, want a whole number",
		"normals: 1":               "want true or false",
	} {
		if _, err := ParseConfig("test", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
	got, err := ParseConfig("test", []byte("width: 320\nheight: 240\nlens_mm: 50\nnormals: true"))
	want := DefaultConfig()
	want.Width, want.Height, want.LensMM, want.Normals = 320, 240, 50, true
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

// At the bounds of size and lens, wherever the camera is moved, every pixel shows the ground.
func TestGroundFillsPicturesOfEverySize(t *testing.T) {
	for _, c := range []struct {
		width  int
		lensMM float64
	}{{200, minLensMM}, {100, publishedLensMM}, {60, maxLensMM}} {
		cfg := sized(c.width, 16, c.lensMM)
		cfg.Height = int(mostTall * cfg.optics().focalPx)
		if err := cfg.faults().Err(); err != nil {
			t.Fatal(err)
		}
		for corner := range 8 {
			p := lookBase(kitchen.Training, plainName)
			p.optics = cfg.optics()
			for k, d := range []*float64{&p.cameraAt.X, &p.cameraAt.Y, &p.cameraAt.Z} {
				*d += float64(corner>>k&1) - 0.5
			}
			z := labelsOf(sceneOf(p)).ViewZ
			if at := slices.Index(z, 0); at >= 0 {
				t.Errorf("%d x %d, %g mm, from %v: nothing is seen at pixel (%d, %d)", cfg.Width, cfg.Height, cfg.LensMM, p.cameraAt,
					at%cfg.Width, at/cfg.Width)
			}
		}
	}
}

// Small pictures through another lens, with normals, from the configuration to the evaluation: every file has their size, the checks
// find nothing, and everything is read back.
func TestSmallPicturesFromEndToEnd(t *testing.T) {
	gltest.Renderer(t)
	const w, h, n = 96, 64, 3
	cfg, err := ParseConfig("test", []byte(fmt.Sprintf("width: %d\nheight: %d\nlens_mm: 28\nnormals: true\nsub_frames: 1\n", w, h)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(cfg, Sources{})
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 4, Split: "train", Pictures: true, Count: n, GPU: "software"}
	items := makeSamples(t, s, job, 0, 1, 2)
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	for index, item := range items {
		f := filesOf(job.Split, index)
		if !slices.ContainsFunc(item.Files, func(file write.File) bool { return file.Path == f.normals }) {
			t.Errorf("%d: the files are %v, want normals among them", index, item.Files)
		}
		for _, p := range problemsOf(t, s, job, item, true) {
			t.Errorf("%d: %+v", index, p)
		}
		if _, err := write.ReadRGB(job.Root, f.picture, w, h); err != nil {
			t.Errorf("%d: %v", index, err)
		}
		stored := storedScene(t, job.Root, f.record)
		for i, o := range stored["objects"].([]any) {
			if size := asNumbers(o.(map[string]any)["mask"].(map[string]any)["size"]); !slices.Equal(size, []float64{h, w}) {
				t.Errorf("%d: mask %d has the size %v", index, i, size)
			}
		}
		page, made := sampleOf(t, r, index).Page(), madeOf(t, r, index)
		again := *made.Page()
		again.Pictures = slices.Clone(again.Pictures)
		again.Pictures[0].Path = f.picture // what is made lies nowhere
		if !reflect.DeepEqual(page, &again) {
			t.Errorf("%d: pages of the files and of what is made again differ", index)
		}
		picture := page.Pictures[0]
		if picture.Width != w || picture.Height != h || picture.Camera.Width != w || picture.Camera.K[0] != [3]float64{84, 0, 48} {
			t.Errorf("%d: the picture is %+v with the camera %+v", index, picture, picture.Camera)
		}
		projectsAsStored(t, picture.Camera, stored)
		l, err := r.Labels(index, 0)
		if err != nil {
			t.Fatal(err)
		}
		if again := made.Labels(0); !reflect.DeepEqual(l, again) || len(l.Normal) != 3*w*h {
			t.Errorf("%d: labels of the files and of what is made again differ", index)
		}
		facing(t, l.Normal, l.ViewZ)
	}
	if _, err := s.assemble(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	figures, err := s.Figures(t.Context(), job, nil)
	if err != nil || !slices.ContainsFunc(figures, func(f gen.Figure) bool {
		return f.Name == "origins in the picture that are at most 8 pixels outside of the box of their mask" && f.Pass // 60 of published ones
	}) {
		t.Errorf("figures are %+v, %v, want one of origins at most 8 pixels outside of masks", figures, err)
	}
	scores, err := judgeRun(t, job.Root, judge.Options{Split: job.Split, Baseline: judge.Oracle})
	if err != nil {
		t.Fatal(err)
	}
	if found := valueOf(t, scores, groupObjects, rowFound, "of all"); found != 100 || valueOf(t, scores, groupMeasure, rowMaskIoU, "value") != 1 {
		t.Errorf("the true scenes score %+v", taskOf(scores, taskScenes))
	}
	if card := s.About().Layout[0].Meaning; !strings.Contains(card, "96 x 64") {
		t.Errorf("the card says %q", card)
	}
}

// facing looks whether normals are unit vectors, and the ground faces up.
func facing(t *testing.T, normals, z []float32) {
	t.Helper()
	up := 0
	for at := range z {
		x, y, z := float64(normals[3*at]), float64(normals[3*at+1]), float64(normals[3*at+2])
		if length := math.Sqrt(x*x + y*y + z*z); math.Abs(length-1) > 1e-5 {
			t.Fatalf("the normal of pixel %d is %g long", at, length)
		}
		if z > 0.999 {
			up++
		}
	}
	if up < len(z)/4 {
		t.Errorf("%d of %d pixels face up, want the level table at least", up, len(z))
	}
}

// Things may be smaller in small pictures, by the same share, and must be seen as well in large ones.
func TestVisibilityDoesNotDependOnTheSize(t *testing.T) {
	for index := range 20 {
		var places [][3]float64
		for _, c := range []SceneConfig{DefaultSceneConfig(), sized(1280, 960, publishedLensMM)} {
			s := newSampler(c, 3, "train")
			m, err := s.Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			r := s.record(m, m.seen.Object)
			for i := range r.Objects {
				if n, least := r.mask(i).Area(), c.optics().pixels(minPixels); n < least {
					t.Errorf("%d: thing %d has %d pixels, want %d", index, i, n, least)
				}
				places = append(places, r.Objects[i].Position)
			}
		}
		if n := len(places) / 2; !reflect.DeepEqual(places[:n], places[n:]) {
			t.Errorf("%d: things lie at %v in one size and at %v in another", index, places[:n], places[n:])
		}
	}
}

// Damaged normals are noticed.
func TestCheckFindsDamagedNormals(t *testing.T) {
	s := setOf(t, func(c *Config) { c.Width, c.Height, c.Normals = 160, 120, true })
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	item := labeled(t, s, job, 0)
	f := filesOf(job.Split, 0)
	kept := backup.Of(t, job.Root, f.record, f.normals)
	shape := []int{120, 160, 3}
	normals, err := write.ReadNPY[float32](job.Root, f.normals, shape...)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(shape []int, change func(n []float32)) func() {
		return func() {
			n := slices.Clone(normals)
			change(n)
			if _, err := write.NPY(job.Root, f.normals, shape, n); err != nil {
				t.Fatal(err)
			}
		}
	}
	nothing := func([]float32) {}
	expectNoticed(t, s, job, item, kept, []damage{
		{"no normals", "readable", false, func() { os.Remove(filepath.Join(job.Root, f.normals)) }},
		{"normals on their side", "picture-size", false, changed([]int{160, 120, 3}, nothing)},
		{"six in a pixel", "picture-size", false, changed([]int{60, 160, 6}, nothing)},
		{"a long one", "normals", false, changed(shape, func(n []float32) { n[0] *= 2 })},
		{"none", "normals", false, changed(shape, func(n []float32) { clear(n[:3]) })},
		{"one that faces away", "normals", false, changed(shape, func(n []float32) { n[0], n[1], n[2] = -n[0], -n[1], -n[2] })},
		{"one that is no number", "normals", false, changed(shape, func(n []float32) { n[4] = float32(math.NaN()) })},
		{"one that is hardly off", "labels", true, changed(shape, func(n []float32) { n[len(n)/2] += 1e-7 })},
	})
}
