package engine_test

import (
	"bytes"
	"math"
	"testing"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/gltest"
	"mereo/internal/imgdiff"
)

// barrel and cushion move the corners of table's pictures by 13 and 19 pixels.
var (
	barrel  = camera.Distortion{K1: -0.45, K2: 0.1, P1: 0.004, P2: -0.006}
	cushion = camera.Distortion{K1: 0.5, P2: 0.01}
)

func TestDistortedLabelsAgreeWithTheCPU(t *testing.T) {
	r := gltest.Renderer(t)
	for _, d := range []camera.Distortion{barrel, cushion} {
		f := table(true)
		f.Camera.Distortion, f.LabelsOnly = d, true
		labelsAgree(t, r, f)
	}
}

// labelsAgree fails where a frame's labels are not those of engine/ref.
func labelsAgree(t *testing.T, r *engine.Renderer, f *frame.Frame) {
	t.Helper()
	got, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	want := ref.Draw(f)
	ids, err := imgdiff.CompareIDs(want.Object, got.Object, got.Width, 1)
	if err != nil {
		t.Fatal(err)
	}
	if ids.InnerEqual != 1 || ids.Equal < 0.9995 {
		t.Errorf("ids are equal on %.5f, away from silhouettes on %.5f; want 0.9995 and all", ids.Equal, ids.InnerEqual)
	}
	inner := imgdiff.Uniform(want.Object, want.Width, 1)
	for i, z := range want.ViewZ {
		if !inner[i] || got.Object[i] != want.Object[i] {
			continue
		}
		if off := math.Abs(float64(got.ViewZ[i] - z)); !(off <= 2e-5*float64(z)) {
			t.Fatalf("pixel (%d, %d): %g m, the CPU has %g", i%got.Width, i/got.Width, got.ViewZ[i], z)
		}
		// Normals are octahedral in 16 bits.
		for k := range 3 {
			if off := math.Abs(float64(got.Normal[3*i+k] - want.Normal[3*i+k])); !(off <= 2e-3) {
				t.Fatalf("pixel (%d, %d): normal %v, the CPU has %v", i%got.Width, i/got.Width, got.Normal[3*i:3*i+3], want.Normal[3*i:3*i+3])
			}
		}
	}
}

// Rays do not slip between triangles: a floor of 7,200 of them, seen at a flat angle, is everywhere where its plane is.
func TestDistortedLabelsHaveNoGaps(t *testing.T) {
	r := gltest.Renderer(t)
	f := table(true)
	f.Instances, f.LabelsOnly, f.Camera.Distortion = nil, true, barrel
	f.Camera.Width, f.Camera.Height, f.Camera.CenterX, f.Camera.CenterY, f.Camera.FocalPx = 640, 480, 320, 240, 700
	m := &mesh.Mesh{}
	const n = 60
	for i := range n + 1 {
		for j := range n + 1 {
			m.Positions = append(m.Positions, geom.V(40*float64(i)/n-30, 40*float64(j)/n-20, 0))
			if i < n && j < n {
				a := uint32(i*(n+1) + j)
				m.Triangles = append(m.Triangles, [3]uint32{a, a + n + 1, a + n + 2}, [3]uint32{a, a + n + 2, a + 1})
			}
		}
	}
	add(f, m, geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
	got, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range got.Object {
		ray := f.Camera.Ray(float64(i%640)+0.5, float64(i/640)+0.5)
		want := -ray.Origin.Z / ray.Dir.Z
		if at := ray.At(want); at.X < -29.9 || math.Abs(at.Y) > 19.9 {
			continue
		}
		if off := math.Abs(float64(got.ViewZ[i]) - want); id != 1 || off > 1e-5*want {
			t.Fatalf("pixel (%d, %d): object %d at %g m, want 1 at %g", i%640, i/640, id, got.ViewZ[i], want)
		}
	}
}

// linear undoes sRGB.
func linear(level uint8) float64 {
	v := float64(level) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// stripe is a white stripe, 5 cm wide, upright at x = 0.5 in a plane 1 m before a camera that sees 200 x 150 pixels of 1 cm.
func stripe() *frame.Frame {
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, 0, 1), geom.Vec3{}, geom.V(0, 1, 0)),
			Width:           200, Height: 150, FocalPx: 100, CenterX: 100, CenterY: 75, Near: 0.1, Far: 100,
		},
		WorldRadiance: material.RGB{0.8, 0.8, 0.8}, SubFrames: 32, SPP: 64, Seed: 1,
	}
	add(f, square(20), geom.Translate(geom.V(0, 0, -1e-3)), material.Lambert(material.RGB{}), 0)
	m := square(1)
	for i, p := range m.Positions {
		m.Positions[i] = geom.V(0.05*p.X+0.5, 4*p.Y, 0)
	}
	add(f, m, geom.Identity, material.Lambert(material.RGB{0.9, 0.9, 0.9}), 1)
	return f
}

// The stripe's middle bends to where Project says: with K1 = -0.08 by 1 pixel at the height of the axis, 0.08*0.25*50, and by
// 3 at the upper and lower rim.
func TestStraightLineBendsInThePicture(t *testing.T) {
	r := gltest.Renderer(t)
	for _, c := range []struct {
		name    string
		d       camera.Distortion
		quality frame.Quality
	}{
		{"barrel", camera.Distortion{K1: -0.08}, frame.Standard}, {"barrel, draft", camera.Distortion{K1: -0.08}, frame.Draft},
		{"barrel, paths", camera.Distortion{K1: -0.08}, frame.Reference},
		{"cushion", camera.Distortion{K1: 0.1, P1: 0.01}, frame.Standard},
		{"cushion, paths", camera.Distortion{K1: 0.1, P1: 0.01}, frame.Reference},
	} {
		f := stripe()
		f.Camera.Distortion, f.Quality = c.d, c.quality
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		tolerance := 0.05
		if c.quality == frame.Draft {
			tolerance = 0.6 // of one sample
		}
		worst, bend := 0.0, 0.0
		for y := 5; y < 145; y++ {
			sum, middle := 0.0, 0.0
			for x := range 200 {
				l := linear(im.RGB[3*(y*200+x)])
				sum, middle = sum+l, middle+l*(float64(x)+0.5)
			}
			// The point of the stripe that is seen in the row.
			lo, hi := -2.0, 2.0
			var want float64
			for range 60 {
				mid := (lo + hi) / 2
				px, py, _ := f.Camera.Project(geom.V(0.5, mid, 0))
				if want = px; py > float64(y)+0.5 {
					lo = mid
				} else {
					hi = mid
				}
			}
			worst, bend = max(worst, math.Abs(middle/sum-want)), max(bend, math.Abs(want-150))
		}
		if worst > tolerance || bend < 2 {
			t.Errorf("%s: the stripe is up to %.3f pixels off, want at most %g; it bends by %.1f", c.name, worst, tolerance, bend)
		}
	}
}

// The standard picture, taken out of one without distortion, is as near to the paths, which start in the distorted picture, as
// it is without.
func TestDistortedQualitiesAgree(t *testing.T) {
	r := gltest.Renderer(t)
	apart := func(d camera.Distortion) float64 {
		f := table(true)
		// Glass and metal differ for other reasons.
		for i := range f.Instances[1:] {
			m := material.Lambert(material.RGB{0.2, 0.4, 0.6})
			f.Instances[1+i].Material = &m
		}
		f.Camera.Distortion, f.ColorOnly, f.SubFrames, f.SPP = d, true, 32, 64
		var out [2]*frame.Images
		for i, q := range []frame.Quality{frame.Standard, frame.Reference} {
			f.Quality = q
			im, err := r.Render(f)
			if err != nil {
				t.Fatal(err)
			}
			out[i] = im
		}
		return meanDifference(out[0], out[1], nil)
	}
	none := apart(camera.Distortion{})
	for _, d := range []camera.Distortion{barrel, cushion} {
		if got := apart(d); got > 1.25*none+0.1 {
			t.Errorf("%+v: standard and paths are %.2f levels apart, without distortion %.2f", d, got, none)
		} else {
			t.Logf("%+v: %.2f levels apart, without distortion %.2f", d, got, none)
		}
	}
}

// A lamp that is far brighter than white has no dark rim, which the negative lobes of the filter would leave.
func TestDistortedLampHasNoRim(t *testing.T) {
	f := stripe()
	glow := material.Lambert(material.RGB{})
	glow.Emission = material.RGB{100, 100, 100}
	f.Instances[1].Material = &glow
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	f.Instances[0].Material = &gray
	f.Camera.Distortion = camera.Distortion{K1: -0.08}
	im := render(t, f)
	for i, level := range im.RGB {
		if level < 150 { // 0.4 of light is level 168
			t.Fatalf("pixel (%d, %d) has level %d, want at least 150", i/3%200, i/600, level)
		}
	}
}

// Views and repeats have the same bits, and labels do not depend on the quality.
func TestDistortedFramesRepeat(t *testing.T) {
	f := table(true)
	f.Camera.Distortion = barrel
	first := render(t, f)
	if !equalImages(first, render(t, f)) {
		t.Error("two pictures of a frame differ")
	}
	other := camera.LookAt(geom.V(5, 4, 4), geom.Vec3{}, geom.V(0, 0, 1))
	views, err := gltest.Renderer(t).RenderFrom(f, other, f.Camera.WorldFromCamera)
	if err != nil {
		t.Fatal(err)
	}
	if !equalImages(first, views[1]) {
		t.Error("a second view differs from the frame drawn alone")
	}
	for _, q := range []frame.Quality{frame.Draft, frame.Reference} {
		f.Quality, f.SPP = q, 1
		im := render(t, f)
		im.RGB = first.RGB
		if !equalImages(first, im) {
			t.Errorf("%v: labels differ from those of standard", q)
		}
	}
	f.Camera.Distortion = camera.Distortion{}
	if straight := render(t, f); bytes.Equal(straight.RGB, first.RGB) {
		t.Error("distortion changes nothing")
	}
}

func TestDistortionOfTheConfigurationIsTheCameras(t *testing.T) {
	f := table(true)
	f.Realism.Distortion = barrel
	if err := f.Validate(); err == nil {
		t.Error("a frame whose camera lacks the distortion of its realism is drawn")
	}
	f.Camera.Distortion = barrel
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
}

func render(t *testing.T, f *frame.Frame) *frame.Images {
	t.Helper()
	im, err := gltest.Renderer(t).Render(f)
	if err != nil {
		t.Fatal(err)
	}
	return im
}
