package trance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/verify"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes/rng"
)

// An object needs the same share of all pictures to be visible, and at least one pixel.
func TestEnoughPixels(t *testing.T) {
	for _, c := range []struct{ width, height, want int }{
		{320, 240, 150}, {640, 480, 600}, {160, 120, 38}, {320, 480, 300}, {16, 16, 1}, {1920, 1080, 4050}, {4096, 4096, 32768},
	} {
		l := lens{width: c.width, height: c.height, focalMM: 50}
		if got := l.enough(); got != c.want {
			t.Errorf("in %d x %d pixels %d are enough, want %d", c.width, c.height, got, c.want)
		}
	}
}

// The published camera is 35 mm before a sensor of 32 mm; others see more or less by as much.
func TestFocalLength(t *testing.T) {
	for _, c := range []struct {
		lens
		want float64
	}{
		{publishedLens, 350}, {lens{width: 640, height: 480, focalMM: 35}, 700}, {lens{width: 320, height: 100, focalMM: 16}, 160},
	} {
		s := sceneSetup{cameras: cameraBases, lens: c.lens}
		got := s.camera(cameraLeft)
		if k := got.K; k[0][0] != c.want || k[1][1] != c.want || k[0][2] != float64(c.width)/2 || k[1][2] != float64(c.height)/2 {
			t.Errorf("%+v has K %v, want focal length %g and the middle", c.lens, k, c.want)
		}
	}
}

// Counting does not depend on what is left out of drawing, whatever the lens.
func TestPixelsOfOtherLenses(t *testing.T) {
	for _, l := range []lens{
		{width: 16, height: 16, focalMM: 10}, {width: 40, height: 30, focalMM: 20}, {width: 701, height: 233, focalMM: 50},
		{width: 96, height: 128, focalMM: 30, distortion: camera.Distortion{K1: -0.2}},
	} {
		for index := range uint64(6) {
			stream := rng.At(rng.Key{Seed: index, Set: "trance"}, "test")
			setup := newSceneSetup(l, stream)
			st := randomState(stream)
			c := newCounter(&setup)
			n := c.pixels(st)
			for cam := range cameraID(cameraCount) {
				want := drawWhole(&setup, st, cam).Object
				var counts [ObjectCount]int
				for _, id := range want {
					if id > 0 {
						counts[id-1]++
					}
				}
				m := &generatedSample{sceneSetup: setup, states: []State{*st}, counter: c}
				if !slices.Equal(m.ids(place{0, cam}), want) || n[cam] != counts {
					t.Errorf("%+v: state %d from %v has other ids, or the counts %v, want %v", l, index, cam, n[cam], counts)
				}
			}
		}
	}
}

func TestLensFaults(t *testing.T) {
	for text, want := range map[string]string{
		"width: 15":                          "width and height are 15 x 240, want 16 to 4096 each",
		"height: 4097":                       "width and height are 320 x 4097, want 16 to 4096 each",
		"lens_mm: 9.9":                       "lens_mm is 9.9, want 10 to 200",
		"lens_mm: .nan":                      "lens_mm is NaN, want 10 to 200",
		"width: 0\nheight: -1\nlens_mm: 201": "width and height are 0 x -1, want 16 to 4096 each; lens_mm is 201, want 10 to 200",
	} {
		_, err := ParseConfig("c.yaml", []byte(text))
		if want := "trance: config c.yaml: " + want; fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	got, err := ParseConfig("c.yaml", []byte("width: 640\nheight: 360\nlens_mm: 28.5\nnormals: true"))
	if want := with(func(c *Config) { c.Width, c.Height, c.LensMM, c.Normals = 640, 360, 28.5, true }); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the configuration is %+v, %v; want %+v", got, err, want)
	}
}

// A dataset whose configuration has neither size nor lens has the published ones.
func TestDatasetWithoutLens(t *testing.T) {
	set, err := New(with(func(c *Config) { c.Width, c.Height, c.LensMM = 0, 0, 0 }))
	if err != nil || !reflect.DeepEqual(set.Config(), DefaultConfig()) {
		t.Errorf("the configuration is %+v, %v; want %+v", set, err, DefaultConfig())
	}
	if _, err := New(with(func(c *Config) { c.LensMM = 0 })); err == nil {
		t.Error("a lens of 0 mm is accepted")
	}
}

// A lens that sees too little is named where no sample is found.
func TestLensAdvice(t *testing.T) {
	// The first sample that cannot be made, which there is among a few: of the 6 m of the visible area these pictures show 1.8 m.
	cfg, index := with(func(c *Config) { c.Width, c.Height, c.LensMM, c.MaxAttempts = 640, 480, 200, 2 }), 0
	var err error
	for ; err == nil && index < 100; index++ {
		_, err = newSampler(cfg, 7, "train").Sample(t.Context(), index)
	}
	const want = "; raise max_attempts, or bring width, height and lens_mm, 640 x 480 and 200, nearer to the published 320 x 240 and 35: " +
		"objects must have 600 pixels here and stand inside of the pictures"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want an error that ends with %s", err, want)
	}
	cfg = with(func(c *Config) { c.MaxAttempts = 1 })
	for index := range 40 {
		if _, err := newSampler(cfg, 7, "train").Sample(t.Context(), index); err != nil && !strings.HasSuffix(err.Error(), "; raise max_attempts") {
			t.Errorf("the published lens: %v, want nothing about it", err)
		}
	}
}

// Samples of another size and lens are made, found in order, shown, read and packed; normals come back as they are made again.
func TestSizeAndLens(t *testing.T) {
	gltest.Renderer(t)
	cfg := with(func(c *Config) {
		c.Width, c.Height, c.LensMM, c.Quality = 100, 51, 24, frame.Draft
		c.IDs, c.Between, c.Normals = true, true, true
	})
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "test", Pictures: true} // sample 0 has two steps
	if _, err := loop.Run(t.Context(), set, job, 2, loop.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	report, err := verify.Dataset(t.Context(), set, job.Root, verify.Options{Remake: 1})
	if err != nil || len(report.Problems) > 0 {
		t.Fatalf("verify: %v, %+v", err, report)
	}
	r := opened(t, set, job)
	page, again := pageOf(t, r, 0), madeAgain(t, r, 0)
	if !reflect.DeepEqual(again.Page(), page) {
		t.Errorf("made again it is\n%+v, on disk\n%+v", again.Page(), page)
	}
	for p, picture := range page.Pictures {
		_, err := write.ReadRGB(job.Root, picture.Path, 100, 51)
		if err != nil || picture.Width != 100 || picture.Height != 51 {
			t.Errorf("%s is told as %d x %d, %v; want 100 x 51", picture.Path, picture.Width, picture.Height, err)
		}
		if c := picture.Camera; c.Width != 100 || c.Height != 51 || c.K[0][0] != 75 || again.Views()[p].Scene.Camera.FocalPx != 75 {
			t.Errorf("%s: the camera is %+v, want 100 x 51 with a focal length of 75 pixels", picture.Path, c)
		}
		stored, err := r.Labels(0, p)
		if err != nil {
			t.Fatal(err)
		}
		want := again.Labels(p)
		if stored.Width != 100 || stored.Height != 51 || !slices.Equal(stored.Object, want.Object) || !slices.Equal(stored.Normal, want.Normal) ||
			len(stored.Normal) != 3*100*51 || stored.ViewZ != nil {
			t.Errorf("picture %d: stored labels are not those of what is made again", p)
		}
		for k := range stored.Object {
			n := stored.Normal[3*k : 3*k+3]
			if length := n[0]*n[0] + n[1]*n[1] + n[2]*n[2]; length != 0 && (length < 0.999 || length > 1.001) || length == 0 && stored.Object[k] > 0 {
				t.Fatalf("picture %d: the normal of pixel %d of object %d is %v", p, k, stored.Object[k], n)
			}
		}
	}

	lost := cfg.pictures("test", 1, 1)
	name := filepath.Join(job.Root, lost[slices.IndexFunc(lost, func(p picture) bool { return p.kind == normalPicture })].path)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, before[:100], 0o666); err != nil {
		t.Fatal(err)
	}
	report, err = verify.Dataset(t.Context(), set, job.Root, verify.Options{})
	if err != nil || len(report.Problems) == 0 {
		t.Errorf("verify of normals that are cut: %v, %+v; want a problem", err, report)
	}

	if err := cfg.Pack(t.Context(), job.Root, []string{"test"}, nil); err != nil {
		t.Fatal(err)
	}
	var l loaded
	if err := json.Unmarshal(loadPacked(t, job.Root, "test")["test"], &l, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	for name, im := range l.Samples["0"].Images {
		if im.Shape != [3]int{26, 50, 3} || im.Off != 0 {
			t.Errorf("%s is packed as %+v, want 26 x 50 x 3, as Pillow makes it smaller", name, im)
		}
	}
}

// A number that changed in our cameras is found when a sample is read; records without them can still be read.
func TestReadingChecksCameras(t *testing.T) {
	r := shownSamples(t, DefaultConfig(), 1)
	name := filepath.Join(r.job.Root, "test/info/TRANCE_standard_000000.json")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	put := func(data []byte) error {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sample(0)
		return err
	}
	damaged := bytes.Replace(good, []byte(`"width":320`), []byte(`"width":321`), 1)
	const want = "trance: test/info/TRANCE_standard_000000.json: mereo.cameras.Camera_Left is "
	if err := put(damaged); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("a wide camera: %v, want an error that begins with %s", err, want)
	}
	at := bytes.Index(good, []byte(`,"mereo":`))
	if at < 0 {
		t.Fatalf("the record has no cameras: %s", good)
	}
	if err := put(append(slices.Clone(good[:at]), "}\n"...)); err != nil {
		t.Errorf("a record without our key: %v", err)
	}
}
