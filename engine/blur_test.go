package engine_test

import (
	"bytes"
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// dot is a square of 2 x 2 pixels that glows before nothing, 2.5 m from the camera, in the middle of the picture. light is the
// sum of its pixels' radiance.
func dot(light float64) *frame.Frame {
	f := above()
	l := light / 4
	add(&f, square(0.01), geom.Translate(geom.V(0, 0, 2.5)), material.Material{Emission: material.RGB{l, l, l}, IOR: 1}, 1)
	f.SubFrames, f.SPP = 512, 1024
	return &f
}

// moments are the sum of a picture's green, and its mean place and mean square distance from there, in pixels.
func moments(im *frame.Images) (sum, x, y, xx, yy float64) {
	each := func(use func(x, y, g float64)) {
		for i := range im.Width * im.Height {
			use(float64(i%im.Width)+0.5, float64(i/im.Width)+0.5, material.DecodeSRGB(float64(im.RGB[3*i+1])/255))
		}
	}
	each(func(u, v, g float64) { sum, x, y = sum+g, x+u*g, y+v*g })
	x, y = x/sum, y/sum
	each(func(u, v, g float64) { xx, yy = xx+(u-x)*(u-x)*g/sum, yy+(v-y)*(v-y)*g/sum })
	return sum, x, y, xx, yy
}

// bothWays are the qualities that see blur as what it is: by sub-frames and by paths.
var bothWays = []frame.Quality{frame.Standard, frame.Reference}

// dotSquare is the mean square distance across of an unblurred dot: that of a square of 2 pixels and of the pixel filter (see
// TestPixelOffsets of pass).
var dotSquare = 4.0/12 + 9*(1.0/12+(-0.48829+0.14128/4-0.01168/9)/(2*math.Pi*math.Pi*0.35875))

// A dot out of focus is an evenly lit disc of the known diameter, before and behind the focus.
func TestDotOutOfFocusIsADisc(t *testing.T) {
	r := gltest.Renderer(t)
	const diameter, light = 18, 160
	for _, q := range bothWays {
		for _, focus := range []float64{1.5, 6} {
			f := dot(light)
			f.Quality = q
			perMeter := math.Abs(2.5-focus) / (2.5 * focus) * f.Camera.FocalPx
			f.Realism.Lens = frame.Lens{Focus: focus, ApertureMM: 1000 * diameter / perMeter}
			im, err := r.Render(f)
			if err != nil {
				t.Fatal(err)
			}
			sum, x, y, xx, yy := moments(im)
			// A disc has a mean square across of diameter^2 / 16.
			want := diameter*diameter/16.0 + dotSquare
			if math.Abs(sum-light) > 3 || math.Abs(x-32) > 0.1 || math.Abs(y-24) > 0.1 || math.Abs(xx-want) > 0.03*want ||
				math.Abs(yy-want) > 0.03*want {
				t.Errorf("%s, focus %g: light %.2f at (%.2f, %.2f), mean squares %.2f and %.2f; want %d at (32, 24), %.2f", q, focus, sum,
					x, y, xx, yy, light, want)
			}
			var rings [3]float64 // up to 3, 6 and beyond 12 pixels from the middle
			var pixels [3]float64
			for i := range im.Width * im.Height {
				at := math.Hypot(float64(i%im.Width)+0.5-32, float64(i/im.Width)+0.5-24)
				if k := int(at / 3); k < 2 || k >= 4 {
					rings[min(k, 2)] += material.DecodeSRGB(float64(im.RGB[3*i+1]) / 255)
					pixels[min(k, 2)]++
				}
			}
			level := light / (math.Pi * diameter * diameter / 4)
			for k, want := range [3]float64{level, level, 0} {
				if got := rings[k] / pixels[k]; math.Abs(got-want) > 0.15*level*float64(2-k) {
					t.Errorf("%s, focus %g: ring %d has %.3f, want %.3f", q, focus, k, got, want)
				}
			}
		}
	}
}

// A turn about up smears a dot over the known width, evenly, around where the labels see it.
func TestTurnSmearsADot(t *testing.T) {
	r := gltest.Renderer(t)
	const light = 40
	for _, q := range bothWays {
		f := dot(light)
		f.Quality = q
		f.Realism.Motion.TurnDeg = [3]float64{0, 3, 0}
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		width := 2 * f.Camera.FocalPx * math.Tan(1.5*math.Pi/180) // 26.2 pixels
		sum, x, y, xx, yy := moments(im)
		if want := width*width/12 + dotSquare; math.Abs(sum-light) > 1 || math.Abs(x-32) > 0.1 || math.Abs(y-24) > 0.1 ||
			math.Abs(xx-want) > 0.02*want || math.Abs(yy-dotSquare) > 0.05 {
			t.Errorf("%s: light %.2f at (%.2f, %.2f), mean squares %.2f and %.2f; want %d at (32, 24), %.2f and %.2f", q, sum, x, y,
				xx, yy, light, want, dotSquare)
		}
		for column := range im.Width {
			got, at := 0.0, math.Abs(float64(column)+0.5-32)
			for row := range im.Height {
				got += material.DecodeSRGB(float64(im.RGB[3*(row*im.Width+column)+1]) / 255)
			}
			level := light / width
			if at < width/2-2.5 && math.Abs(got-level) > 0.2*level || at > width/2+2.5 && got > 0 {
				t.Errorf("%s: column %d has %.3f, want %.3f within %.1f of the middle and nothing outside", q, column, got, level, width/2)
			}
		}
	}
}

// A camera that moves around a dot and turns towards it sees it at rest.
func TestShiftAndTurnCancel(t *testing.T) {
	r := gltest.Renderer(t)
	const light = 2
	shift := 2.5 * 2 * math.Tan(2.5*math.Pi/180) // 43 pixels
	for _, q := range bothWays {
		f := dot(light)
		f.Quality = q
		f.Realism.Motion = frame.Motion{TurnDeg: [3]float64{3, 4, 0}, Shift: [3]float64{shift * 4 / 5, -shift * 3 / 5, 0}}
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		if sum, x, y, xx, yy := moments(im); math.Abs(sum-light) > 0.05 || math.Abs(x-32) > 0.05 || math.Abs(y-24) > 0.05 ||
			math.Abs(xx-dotSquare) > 0.05 || math.Abs(yy-dotSquare) > 0.05 {
			t.Errorf("%s: light %.2f at (%.2f, %.2f), mean squares %.2f and %.2f; want %d at (32, 24), %.2f", q, sum, x, y, xx, yy,
				light, dotSquare)
		}
	}
}

// What lies in focus is as it was, in the middle of the picture without being told where that is.
func TestFocusIsSharp(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	add(&f, square(40), geom.Identity, material.Lambert(material.RGB{0.2, 0.2, 0.2}), 0)
	for i := range 48 { // a pattern of 8-pixel period
		at := geom.V(0.08*float64(i%8)-0.28, 0.08*float64(i/8)-0.2, 1e-4)
		add(&f, square(0.04), geom.Translate(at), material.Lambert(material.RGB{0.8, 0.8, 0.8}), 1)
	}
	f.WorldRadiance = material.RGB{1, 1, 1}
	render := func(l frame.Lens) *frame.Images {
		t.Helper()
		g := f
		g.Realism.Lens = l
		im, err := r.Render(&g)
		if err != nil {
			t.Fatal(err)
		}
		return im
	}
	pinhole := render(frame.Lens{})
	sharp, near := render(frame.Lens{ApertureMM: 50, Focus: 5}), render(frame.Lens{ApertureMM: 50, Focus: 3})
	if d := meanDifference(sharp, pinhole, nil); d > 1 {
		t.Errorf("in focus levels differ by %.2f in the mean, want at most 1", d)
	}
	if d := meanDifference(near, pinhole, nil); d < 5 {
		t.Errorf("out of focus levels differ by %.2f in the mean, want at least 5", d)
	}
	if found := render(frame.Lens{ApertureMM: 50}); meanDifference(found, sharp, nil) > 0.02 {
		t.Errorf("focused on the middle, levels differ by %.3f from those with the distance given", meanDifference(found, sharp, nil))
	}
}

// blurred is a scene with shadows, bounced light, metal and highlights, a lens wide open, and a hand that shakes in all ways.
func blurred() *frame.Frame {
	f := table(true)
	f.Instances = f.Instances[:3] // without glass, whose shadow differs
	f.Instances[1].Material = &material.Material{BaseColor: material.RGB{0.2, 0.3, 0.7}, PerceptualRoughness: 0.6, IOR: 1}
	f.Realism = frame.Realism{
		Lens:   frame.Lens{ApertureMM: 900, Focus: 5},
		Motion: frame.Motion{Shift: [3]float64{0.2, 0.1, 0.3}, TurnDeg: [3]float64{1, -1.5, 3}},
	}
	return f
}

// Sub-frames and paths agree in the mean over blocks of pixels, and no less than without blur.
func TestBlurOfBothRenderersAgrees(t *testing.T) {
	r := gltest.Renderer(t)
	// blocks are the mean radiance of 4 x 4 pixels each.
	blocks := func(q frame.Quality, realism frame.Realism) []float64 {
		f := blurred()
		f.Quality, f.SPP, f.Realism, f.SubFrames = q, 64, realism, 64
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, im.Width/4*im.Height/4)
		for i := range im.Width * im.Height {
			out[i/im.Width/4*(im.Width/4)+i%im.Width/4] += material.DecodeSRGB(float64(im.RGB[3*i+1])/255) / 16
		}
		return out
	}
	// difference is the mean one, of the mean of b.
	difference := func(a, b []float64) float64 {
		sum, all := 0.0, 0.0
		for i := range a {
			sum, all = sum+math.Abs(a[i]-b[i]), all+b[i]
		}
		return sum / all
	}
	blur := blurred().Realism
	sharp := difference(blocks(frame.Standard, frame.Realism{}), blocks(frame.Reference, frame.Realism{}))
	standard, reference := blocks(frame.Standard, blur), blocks(frame.Reference, blur)
	got, draft := difference(standard, reference), difference(blocks(frame.Draft, blur), reference)
	t.Logf("differences: %.4f, draft %.4f, without blur %.4f", got, draft, sharp)
	if got > sharp {
		t.Errorf("the renderers differ by %.4f with blur, want at most %.4f, as without", got, sharp)
	}
	if draft > 0.036 {
		t.Errorf("draft differs by %.4f from the reference with blur, want at most 0.036", draft)
	}
	for name, part := range map[string]frame.Realism{"lens": {Motion: blur.Motion}, "motion": {Lens: blur.Lens}} {
		if without := difference(blocks(frame.Standard, part), reference); without < 1.3*got {
			t.Errorf("without the %s standard pictures differ by %.4f from those with, want at least %.4f", name, without, 1.3*got)
		}
	}
}

// Where no shadow is looked for, there is none, from wherever a sub-frame looks: the faintest sky, under which shadows are
// looked for everywhere, changes nothing.
func TestBlurFindsAllShadows(t *testing.T) {
	r := gltest.Renderer(t)
	f := blurred()
	f.Realism.Motion.Shift = [3]float64{1.5, 0, 0}
	want, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	f.WorldRadiance = material.RGB{1e-9, 1e-9, 1e-9}
	got, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.RGB {
		if abs(int(got.RGB[i])-int(want.RGB[i])) > 1 {
			t.Fatalf("byte %d is %d, want %d", i, want.RGB[i], got.RGB[i])
		}
	}
}

// Labels, and views of one job, are what they are without blur, and drawn alone.
func TestBlurLeavesLabels(t *testing.T) {
	r := gltest.Renderer(t)
	poses := []geom.Transform{table(true).Camera.WorldFromCamera, camera.LookAt(geom.V(5, 4, 4), geom.Vec3{}, geom.V(0, 0, 1))}
	for _, q := range []frame.Quality{frame.Standard, frame.Draft, frame.Reference} {
		plain := blurred()
		plain.Realism = frame.Realism{}
		plain.Quality, plain.SPP = q, 4
		f := *plain
		f.Realism = blurred().Realism
		want, err := r.RenderFrom(plain, poses...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.RenderFrom(&f, poses...)
		if err != nil {
			t.Fatal(err)
		}
		for i, pose := range poses {
			if bytes.Equal(got[i].RGB, want[i].RGB) {
				t.Errorf("%s: view %d is not blurred", q, i)
			}
			f.Camera.WorldFromCamera = pose
			alone, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			if !equalImages(alone, got[i]) {
				t.Errorf("%s: view %d differs from the frame drawn alone", q, i)
			}
			got[i].RGB = want[i].RGB
			if !equalImages(got[i], want[i]) {
				t.Errorf("%s: labels of view %d differ", q, i)
			}
		}
	}
}
