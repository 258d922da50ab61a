package engine_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// table has a sphere each of glass, metal and rubber on a floor under a lamp and a sun. closed is a promise about the balls.
func table(closed bool) *frame.Frame {
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(6, 0, 4), geom.Vec3{}, geom.V(0, 0, 1)),
			Width:           160, Height: 120, FocalPx: 175, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
		},
		Lights: []light.Area{{
			WorldFromLight: camera.LookAt(geom.V(2, -2, 5), geom.Vec3{}, geom.V(0, 0, 1)), Size: 1, PowerW: 200, Color: material.RGB{1, 1, 1},
		}},
		Suns:      []light.Sun{{Dir: geom.V(-0.4, 0.2, -0.9).Unit(), Irradiance: material.RGB{0.5, 0.5, 0.5}, Shadows: true}},
		SubFrames: 8, Seed: 3,
	}
	add(f, square(40), geom.Identity, material.Lambert(material.RGB{0.7, 0.7, 0.7}), 0)
	m := ball(0.6)
	m.Closed = closed
	for i, mat := range []material.Material{
		{BaseColor: material.RGB{0.9, 0.9, 0.9}, Transmission: 1, IOR: 1.45},
		{BaseColor: material.RGB{0.8, 0.7, 0.5}, Metallic: 1, PerceptualRoughness: 0.1, IOR: 1},
		{BaseColor: material.RGB{0.6, 0.1, 0.1}, PerceptualRoughness: 0.6, IOR: 1.2},
	} {
		add(f, m, geom.Translate(geom.V(0, 1.5*float64(i-1), 0.6)), mat, uint16(i+1))
	}
	return f
}

func equalImages(a, b *frame.Images) bool {
	return bytes.Equal(a.RGB, b.RGB) && slices.Equal(a.Object, b.Object) && slices.Equal(a.Part, b.Part) &&
		slices.Equal(a.ViewZ, b.ViewZ) && slices.Equal(a.Normal, b.Normal)
}

func TestViewsAreSingleFrames(t *testing.T) {
	r := gltest.Renderer(t)
	var poses []geom.Transform
	for i := range 3 {
		poses = append(poses, camera.LookAt(geom.V(5, float64(4*i-4), 4), geom.Vec3{}, geom.V(0, 0, 1)))
	}
	for _, colorOnly := range []bool{false, true} {
		f := table(true)
		f.ColorOnly, f.TracedSubFrames = colorOnly, 2
		views, err := r.RenderFrom(f, poses...)
		if err != nil {
			t.Fatal(err)
		}
		if len(views) != len(poses) {
			t.Fatalf("got %d pictures of %d poses", len(views), len(poses))
		}
		for i, pose := range poses {
			f.Camera.WorldFromCamera = pose
			alone, err := r.Render(f)
			if err != nil {
				t.Fatal(err)
			}
			if !equalImages(views[i], alone) {
				t.Errorf("color only %v: view %d differs from the frame drawn alone", colorOnly, i)
			}
			if i > 0 && bytes.Equal(views[i].RGB, views[0].RGB) {
				t.Errorf("views 0 and %d are the same picture", i)
			}
		}
	}
}

// Few places of a small round thing share a surface, and their rays alone would be blotches. What metal mirrors is an open floor, on
// which no light has bounced. Both look as by paths.
func TestSmallRoundThingsLookAsByPaths(t *testing.T) {
	r := gltest.Renderer(t)
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(6, 0, 4), geom.Vec3{}, geom.V(0, 0, 1)),
			Width:           160, Height: 120, FocalPx: 180, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
		},
		Suns:      []light.Sun{{Dir: geom.V(0.3, 0.5, -0.8).Unit(), Irradiance: material.RGB{3, 3, 3}, Shadows: true}},
		SubFrames: 16, BounceRays: 4, SPP: 128,
	}
	add(f, square(40), geom.Identity, material.Lambert(material.RGB{0.6, 0.6, 0.6}), 1)
	metal := material.Material{BaseColor: material.RGB{0.8, 0.8, 0.8}, Metallic: 1, IOR: 1.5}
	for k := range 5 {
		y := float64(k) - 2
		add(f, ball(0.35), geom.Translate(geom.V(0.7, y, 0.35)), material.Lambert(material.RGB{0.7, 0.6, 0.3}), 2)
		add(f, ball(0.35), geom.Translate(geom.V(-0.7, y, 0.35)), metal, 3)
	}
	standard, reference := inBothQualities(t, r, f)
	for name, object := range map[string]uint16{"matt": 2, "metal": 3} {
		of := make([]uint16, len(standard.Object))
		for i, o := range standard.Object {
			if o == object {
				of[i] = 1
			}
		}
		d := meanDifference(standard, reference, of)
		t.Logf("%s: levels differ by %.1f in the mean", name, d)
		if d > 10 {
			t.Errorf("%s: want at most 10", name)
		}
	}
}

func TestColorOnlyLeavesOutLabels(t *testing.T) {
	r := gltest.Renderer(t)
	f := table(true)
	with, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	f.ColorOnly = true
	without, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(without.Object)+len(without.Part)+len(without.ViewZ)+len(without.Normal) != 0 {
		t.Error("there are labels")
	}
	if d := meanDifference(with, without, nil); d > 0.3 {
		t.Errorf("colors differ by %.2f levels in the mean, want at most 0.3", d)
	}
	f.LabelsOnly = true
	if _, err := r.Render(f); err == nil {
		t.Error("a frame without color and labels is drawn")
	}
}

func TestNoNormalsLeavesOutNormals(t *testing.T) {
	r := gltest.Renderer(t)
	f := table(true)
	f.SubFrames = 2
	with, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	f.NoNormals = true
	without, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(with.Normal) == 0 || without.Normal != nil {
		t.Errorf("got %d numbers of normals with, %d without", len(with.Normal), len(without.Normal))
	}
	with.Normal = nil
	if !equalImages(with, without) {
		t.Error("all else differs, too")
	}
}

// meanDifference is that of the levels of pixels of an object, or of all.
func meanDifference(a, b *frame.Images, of []uint16) float64 {
	sum, n := 0.0, 0
	for i := range a.RGB {
		if of == nil || of[i/3] > 0 {
			sum, n = sum+math.Abs(float64(a.RGB[i])-float64(b.RGB[i])), n+1
		}
	}
	return sum / float64(n)
}

// meanLinear is the mean radiance of an object's pixels.
func meanLinear(im *frame.Images, object []uint16, wanted uint16) float64 {
	sum, n := 0.0, 0
	for i, o := range object {
		if o == wanted {
			sum, n = sum+material.DecodeSRGB(float64(im.RGB[3*i+1])/255), n+1
		}
	}
	return sum / float64(n)
}

// Rays in a quarter of the draws bring as much light as in all, and leave everything else as it is.
func TestTracedSubFramesKeepEnergyAndEdges(t *testing.T) {
	r := gltest.Renderer(t)
	f := table(true)
	f.SubFrames = 32
	f.Lights = nil // their images are brighter than white, so means of levels would depend on noise
	f.Suns[0].Irradiance = material.RGB{2, 2, 2}
	all, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	f.TracedSubFrames = 8
	some, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	for object, name := range map[uint16]string{1: "glass", 2: "metal"} {
		got, want := meanLinear(some, all.Object, object), meanLinear(all, all.Object, object)
		if math.Abs(got-want) > 0.02*want {
			t.Errorf("%s: mean radiance %.4f, want %.4f +- 2 %%", name, got, want)
		}
	}
	if bytes.Equal(all.RGB, some.RGB) {
		t.Error("the option changes nothing")
	}
	// Pixels whose neighbors all show floor or rubber have nothing of what is traced.
	w := all.Width
	for y := 2; y < all.Height-2; y++ {
		for x := 2; x < w-2; x++ {
			i, near := y*w+x, false
			for k := range 25 {
				o := all.Object[i+(k/5-2)*w+k%5-2]
				near = near || o == 1 || o == 2
			}
			if !near && !bytes.Equal(all.RGB[3*i:3*i+3], some.RGB[3*i:3*i+3]) {
				t.Fatalf("pixel (%d, %d) is %v, want %v: nothing traced is near", x, y, some.RGB[3*i:3*i+3], all.RGB[3*i:3*i+3])
			}
		}
	}
	// On outlines against the floor the coverage is that of all draws, not of those with rays.
	edge := make([]uint16, len(all.Object))
	for i := w; i < len(edge)-w; i++ {
		for _, k := range []int{-1, 1, -w, w} {
			if (all.Object[i] == 2) != (all.Object[i+k] == 2) {
				edge[i] = 1
			}
		}
	}
	off := func(subFrames, traced int) float64 {
		g := f
		g.SubFrames, g.TracedSubFrames = subFrames, traced
		im, err := r.Render(g)
		if err != nil {
			t.Fatal(err)
		}
		return meanDifference(all, im, edge)
	}
	rays, draws := off(32, 2), off(2, 2)
	t.Logf("edges of metal differ by %.1f levels with rays in 2 of 32 draws, by %.1f with 2 draws", rays, draws)
	if rays > 0.7*draws {
		t.Error("want at most 0.7 times that")
	}
}

// A promise that is kept changes nothing that can be seen.
func TestClosedMeshesLookTheSame(t *testing.T) {
	r := gltest.Renderer(t)
	a, err := r.Render(table(false))
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Render(table(true))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Object, b.Object) || !slices.Equal(a.ViewZ, b.ViewZ) {
		t.Error("labels differ")
	}
	differ := 0
	for i := range a.RGB {
		if a.RGB[i] != b.RGB[i] {
			differ++
		}
	}
	if share := float64(differ) / float64(len(a.RGB)); share > 1e-3 {
		t.Errorf("%.3f %% of the levels differ, want at most 0.1 %%", 100*share)
	}
}
