package qlevr

import (
	"fmt"
	"math"
	"mereo/engine/geom"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
	"mereo/internal/gltest"
)

func TestOpticsFaults(t *testing.T) {
	for _, c := range []struct {
		text, want string // "" for a good one
	}{
		{"width: 16\nheight: 12\n", "height is 12, want 16 to 8192"},
		{"width: 8193\nheight: -1\n", "width is 8193, want 16 to 8192; height is -1, want 16 to 8192"},
		{"width: 16\nheight: 16\n", ""},
		{"width: 8192\nheight: 8192\n", ""},
		{"lens_mm: 9.9\n", "lens_mm is 9.9, want 10 or more"},
		{"lens_mm: .nan\n", "lens_mm is NaN, want 10 or more"},
		{"lens_mm: 10\n", ""},
		{"lens_mm: 50.2\n", ""},
		{"lens_mm: 50.3\n", "lens_mm is 50.3, want 10 to 50.2: a longer one would leave parts of the desk out of pictures of 960 x 720"},
		{"lens_mm: .inf\n", "lens_mm is +Inf, want 10 to 50.2: a longer one would leave parts of the desk out of pictures of 960 x 720"},
		{"width: 1280\n", "lens_mm is 50, want 10 to 45.8: a longer one would leave parts of the desk out of pictures of 1280 x 720"},
		{"width: 1280\nlens_mm: 45\n", ""},
		{"height: 1280\n", ""},
		{"width: 8192\nheight: 512\nlens_mm: 12\n", "pictures of 8192 x 512 are too low to show the desk through a lens of 10 mm"},
	} {
		_, err := ParseConfig("f.yaml", []byte(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != "qlevr: config f.yaml: "+c.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Whatever the size and the lens that are allowed, objects are in the picture.
func TestObjectsAreInPicturesOfAnySize(t *testing.T) {
	for _, o := range []optics{{96, 72, 50}, {1920, 1440, 50.2}, {1280, 720, 45.8}, {720, 1280, 50}, {512, 512, 24}, {17, 16, 10}} {
		c := DefaultConfig()
		c.Width, c.Height, c.LensMM = o.width, o.height, o.focalMM
		s := newSampler(setOf(t, func(to *Config) { *to = c }).cfg, 5, "train")
		for i := range 40 {
			for k, object := range s.Sample(i).scene.Objects {
				if x, y := object.Center[0], object.Center[1]; x < 0 || y < 0 || x > float64(o.width) || y > float64(o.height) {
					t.Errorf("%v: object %d of scene %d is at %v", o, k, i, object.Center)
				}
			}
		}
	}
}

// Thresholds in pixels are those of the published size, times the area or its square root.
func TestThresholdsFollowTheArea(t *testing.T) {
	for _, c := range []struct {
		of     optics
		pixels float64 // of an object
		apart  float64 // of objects in the picture
	}{{publishedOptics, 100, 2}, {optics{480, 360, 50}, 25, 1}, {optics{1920, 1440, 50}, 400, 4}, {optics{960, 360, 40}, 50, 1.4142135}} {
		if got := c.of.fewestPixels(); got != c.pixels {
			t.Errorf("%v: %g pixels of every object must be seen, want %g", c.of, got, c.pixels)
		}
		p := crowdedPlan(1, 40, 1)
		at, turned := [3]float64{2, -3, 5.5}, [3]float64{40, 0, 0}
		scene := recordScene(p, 0, c.of, at, turned)
		for i := range scene.Objects {
			for k := range scene.Objects {
				right := scene.Objects[k].Center[0] - scene.Objects[i].Center[0]
				if got := slices.Contains(scene.ObjectPixelRelations.Right[i], k); got != (right >= c.apart) {
					t.Fatalf("%v: object %d is right of %d by %g pixels: %v", c.of, k, i, right, got)
				}
			}
		}
		// An object with fewer pixels gives a view up, one with as many does not.
		cam, object := c.of.camera(at, turned), planObject{size: "large", shape: "sphere", outline: outline{center: planPoint{200, 200}}}
		seen := float64(referencePixels(&cam, &plan{objects: []planObject{object}})[0])
		if !objectsVisible(&cam, []planObject{object}, seen) || objectsVisible(&cam, []planObject{object}, seen+0.5) {
			t.Errorf("%v: a ball of %g pixels is not seen, or with half a pixel less", c.of, seen)
		}
	}
}

// The size of pictures changes what is counted in pixels, and, through the views that are given up, which view is taken. It does not
// change plans.
func TestSizeLeavesPlansAlone(t *testing.T) {
	large, small := newSampler(DefaultConfig(), 3, "val"), newSampler(setOf(t, func(c *Config) { c.Width, c.Height = 480, 360 }).cfg, 3, "val")
	same := 0
	for i := range 30 {
		a, b := large.Sample(i), small.Sample(i)
		if !reflect.DeepEqual(a.plan, b.plan) || a.view.lamps != b.view.lamps {
			t.Fatalf("scene %d: plan or lamps are others in small pictures", i)
		}
		if a.view.preset != b.view.preset || a.scene.View != b.scene.View {
			continue
		}
		same++
		for k := range a.scene.Objects {
			x, y := a.scene.Objects[k].Center, b.scene.Objects[k].Center
			if d := x[0]/2 - y[0]; d < -0.75 || d > 0.75 || x[2] != y[2] {
				t.Errorf("scene %d, object %d: at %v, in half the size at %v", i, k, x, y)
			}
		}
	}
	if same < 25 {
		t.Errorf("%d of 30 scenes have the same view in half the size, want most", same)
	}
}

// Figures of other sizes are in, by bounds of their own.
func TestFiguresOfOtherSizes(t *testing.T) {
	for _, o := range []optics{{480, 360, 50}, {1280, 720, 45}, {720, 720, 50}} {
		own, published := sceneFigures(o), sceneFigures(publishedOptics)
		s := newSampler(setOf(t, func(c *Config) { c.Width, c.Height, c.LensMM = o.width, o.height, o.focalMM }).cfg, 3, "train")
		for i := range 60 {
			g := s.Sample(i)
			addScene(t, own, g.plan.record(i), g.record())
			addScene(t, published, g.plan.record(i), g.record())
		}
		if out := outOf(rowsOf(t, own)); len(out) > 0 {
			t.Errorf("%v: figures %q are out", o, out)
		}
		if out := outOf(rowsOf(t, published)); !slices.Contains(out, "width of an object's box, pixels") {
			t.Errorf("%v: figures %q are out for the published size, want widths among them", o, out)
		}
	}
}

// A configuration of small pictures, from its file to pictures, labels, records, pages and verify.
func TestSmallPictures(t *testing.T) {
	gltest.Renderer(t)
	cfg, err := ParseConfig("small.yaml", []byte("width: 120\nheight: 80\nlens_mm: 40\nquality: draft\nsub_frames: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := setOf(t, func(c *Config) { *c = cfg })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true, GPU: os.Getenv("MEREO_TEST_GPU")}
	checkSamples(t, s, job, slices.Concat(recordFiles, drawingFiles, pictureFiles), solidQuestions)
	f := s.cfg.filesOf("val", 1)
	if _, err := write.ReadRGB(job.Root, f.picture, 120, 80); err != nil {
		t.Errorf("the picture: %v", err)
	}
	if _, err := write.ReadRGB(job.Root, f.drawing, 640, 480); err != nil {
		t.Errorf("the drawing: %v", err)
	}
	r := shownOf(t, s, job)
	p := shownAt(t, r, 1).Page()
	if c := p.Pictures[0].Camera; c.Width != 120 || c.Height != 80 || p.Pictures[0].Width != 120 || c.K != [3][3]float64{{40.0 * 120 / 36, 0, 60}, {0, 40.0 * 120 / 36, 40}, {0, 0, 1}} {
		t.Errorf("the camera is %+v", c)
	}
	l, err := r.Labels(1, 0)
	if err != nil || l.Width != 120 || len(l.ViewZ) != 120*80 || l.Normal != nil {
		t.Errorf("labels %+v, %v", l, err)
	}
	if m := madeAt(t, r, 1).Labels(0); m.Width != 120 || len(m.Region) != 120*80 {
		t.Errorf("labels made again are %d wide", m.Width)
	}
	for _, row := range s.About().Layout {
		if strings.HasPrefix(row.Meaning, "picture") && row.Meaning != "picture, 120 x 80, 8-bit RGBA" {
			t.Errorf("the files are described as %q", row.Meaning)
		}
	}
	// A dataset of another size is not taken for this one.
	other := shownOf(t, setOf(t, nil), job)
	if _, err := other.Sample(1); err == nil || !strings.Contains(err.Error(), "camera does not follow from") {
		t.Errorf("with the default configuration: %v", err)
	}
	if _, err := other.Labels(1, 0); err == nil || !strings.Contains(err.Error(), "camera does not follow from") {
		t.Errorf("with the default configuration: %v", err)
	}
}

// Normals are files like all others: listed, checked and read back as they were drawn.
func TestNormals(t *testing.T) {
	gltest.Renderer(t)
	s := setOf(t, func(c *Config) {
		c.Width, c.Height, c.Quality, c.SubFrames, c.Normals, c.Questions = 160, 120, frame.Draft, 1, true, 0
	})
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true, GPU: os.Getenv("MEREO_TEST_GPU")}
	checkSamples(t, s, job, slices.Concat(recordFiles, drawingFiles, pictureFiles, []string{"3d_scene/val/normals/3d_val_000001.npy"}), "")
	f := s.cfg.filesOf("val", 1)
	shape := []int{120, 160, 3}
	stored, err := write.ReadNPY[float32](job.Root, f.normals, shape...)
	if err != nil {
		t.Fatal(err)
	}
	r := shownOf(t, s, job)
	l, err := r.Labels(1, 0)
	if err != nil || !slices.Equal(l.Normal, stored) {
		t.Errorf("labels have other normals than the file, %v", err)
	}
	made, differ := madeAt(t, r, 1).Labels(0), 0
	for i := range made.Object {
		for k := range made.Normal[3*i : 3*i+3] {
			if math.Abs(float64(made.Normal[3*i+k]-stored[3*i+k])) > 2e-3 {
				differ++
				break
			}
		}
	}
	if differ > len(made.Object)/50 {
		t.Errorf("%d of %d pixels have other normals than the processor sees", differ, len(made.Object))
	}
	if _, err := os.Stat(filepath.Join(job.Root, "2d_scene/val/normals")); err == nil {
		t.Error("drawings have normals")
	}

	sum := func(name string) write.File {
		file, err := write.Sum(job.Root, name)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	item := plannedItem(s, job, 1)
	item.Renderer = "a driver"
	rgb, err := write.ReadRGB(job.Root, f.picture, 160, 120)
	if err != nil {
		t.Fatal(err)
	}
	item.Colors = map[string]string{f.picture: fingerprint.Of(rgb, l.Object, len(newSampler(s.cfg, job.Seed, job.Split).Sample(1).plan.objects)).String()}
	for _, name := range []string{f.texture, f.materials, f.drawing, f.picture, f.ids, f.planes, f.depth, f.normals, f.record2D, f.record3D} {
		item.Files = append(item.Files, sum(name))
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Fatalf("problems %+v", got)
	}
	seen := slices.IndexFunc(l.Object, func(id uint16) bool { return id > 0 })
	damaged := func(change func(n []float32)) []float32 {
		n := slices.Clone(stored)
		change(n)
		return n
	}
	for _, c := range []struct {
		name, rule string
		shape      []int
		normals    []float32
		remake     bool
	}{
		{"shape", "picture-size", []int{160, 120, 3}, stored, false},
		{"as a table", "picture-size", []int{120 * 160, 3}, stored, false},
		{"length", "normals", shape, damaged(func(n []float32) { n[3*seen] += 0.1 }), false},
		{"none", "normals", shape, damaged(func(n []float32) { clear(n[3*seen : 3*seen+3]) }), false},
		{"away from the camera", "normals", shape, damaged(func(n []float32) { n[3*seen], n[3*seen+1], n[3*seen+2] = -n[3*seen], -n[3*seen+1], -n[3*seen+2] }), false},
		{"tilted a little", "remake-normal", shape, damaged(func(n []float32) {
			for i := 0; i < len(n); i += 3 {
				if u := geom.V(float64(n[i])+0.1, float64(n[i+1]), float64(n[i+2])).Unit(); u.Z > 0.5 { // others may face away then
					n[i], n[i+1], n[i+2] = float32(u.X), float32(u.Y), float32(u.Z)
				}
			}
		}), true},
	} {
		if _, err := write.NPY(job.Root, f.normals, c.shape, c.normals); err != nil {
			t.Fatal(err)
		}
		got := problemsOf(t, s, job, item, c.remake)
		if len(got) != 1 || got[0].Rule != c.rule || got[0].File != f.normals {
			t.Errorf("%s: found %+v, want a problem of rule %s", c.name, got, c.rule)
		}
	}
	os.Remove(filepath.Join(job.Root, f.normals))
	if got := problemsOf(t, s, job, item, false); len(got) != 1 || got[0].Rule != "readable" {
		t.Errorf("without the file: found %+v", got)
	}
	if l, err := r.Labels(1, 0); err != nil || l.Normal != nil || l.Object == nil {
		t.Errorf("labels without the file: %v", err)
	}
	item.Files = slices.DeleteFunc(item.Files, func(w write.File) bool { return w.Path == f.normals })
	if got := problemsOf(t, s, job, item, false); len(got) == 0 || !strings.Contains(fmt.Sprint(got), "is not listed") {
		t.Errorf("not listed: found %+v", got)
	}
}
