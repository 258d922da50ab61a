//go:build cgo && linux

package engine_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/gltest"
	"mereo/internal/skytest"
)

// assorted are frames of which some can be drawn together, no two of them alike.
func assorted() (out []*frame.Frame) {
	look := func(change func(f *frame.Frame)) {
		f := table(true)
		i := len(out)
		f.Seed, f.SubFrames = uint64(i), 4
		f.Camera.WorldFromCamera = camera.LookAt(geom.V(6, 0.3*float64(i-10), 4), geom.Vec3{}, geom.V(0, 0, 1))
		f.Lights[0].PowerW += 5 * float64(i)
		change(f)
		out = append(out, f)
	}
	nothing := func(*frame.Frame) {}
	paint := func(side int) func(f *frame.Frame) {
		return func(f *frame.Frame) {
			t := &material.Texture{Width: side, Height: side, SRGB: true}
			for k := range 4 * side * side {
				t.Pix = append(t.Pix, uint8(k*(len(out)+3)))
			}
			m := ball(0.6)
			for _, p := range m.Positions {
				m.UVs = append(m.UVs, [2]float64{p.X, p.Y})
			}
			add(f, m, geom.Translate(geom.V(1.5, 0, 0.6)), material.Material{BaseColor: material.RGB{1, 1, 1}, BaseColorTexture: t, IOR: 1}, 9)
		}
	}
	surrounded := func(p *light.Panorama, turn float64) func(f *frame.Frame) {
		return func(f *frame.Frame) { f.Environment = &light.Environment{Panorama: p, Strength: 1, Turn: turn} }
	}
	half, gray := halves(), skytest.Uniform(64, 0.5)
	for _, change := range []func(f *frame.Frame){
		nothing, nothing, nothing,
		func(f *frame.Frame) { f.Instances = f.Instances[:2] },
		func(f *frame.Frame) { f.Lights = append(f.Lights, f.Lights[0], f.Lights[0]) },
		func(f *frame.Frame) { f.WorldRadiance = material.RGB{0.2, 0.3, 0.4} },
		func(f *frame.Frame) { f.View = frame.AgX },
		func(f *frame.Frame) { f.Realism.Sensor = frame.Sensor{FullWell: 500} },
		func(f *frame.Frame) { f.BounceRays = 3 },
		func(f *frame.Frame) { f.SubFrames, f.TracedSubFrames = 8, 2 },
		func(f *frame.Frame) { f.SubFrames, f.TracedSubFrames = 8, 2 },
		func(f *frame.Frame) { f.ColorOnly = true },
		func(f *frame.Frame) { f.ColorOnly = true },
		func(f *frame.Frame) { f.LabelsOnly = true },
		func(f *frame.Frame) { f.LabelsOnly = true },
		func(f *frame.Frame) { f.NoNormals = true },
		func(f *frame.Frame) { f.Quality = frame.Draft },
		func(f *frame.Frame) { f.Quality = frame.Draft },
		func(f *frame.Frame) { f.Quality, f.Suns[0].Shadows = frame.Draft, false },
		func(f *frame.Frame) { f.Quality, f.ColorOnly = frame.Draft, true },
		func(f *frame.Frame) { f.Quality, f.SPP = frame.Reference, 2 },
		func(f *frame.Frame) { f.Realism.Lens.ApertureMM = 50 },
		func(f *frame.Frame) { f.Camera.Distortion = camera.Distortion{K1: -0.2} },
		func(f *frame.Frame) { f.Camera.Width, f.Camera.Height = 120, 160 },
		paint(64), paint(96), paint(1100), paint(64),
		surrounded(half, 0), surrounded(half, 1), surrounded(gray, 0),
	} {
		look(change)
	}
	return out
}

// Frames that are drawn in one submission, in any company, have the bits of frames that are drawn alone.
func TestBatchedFramesAreSingleFrames(t *testing.T) {
	r := gltest.Renderer(t)
	together, err := engine.NewBatched(engine.Options{GPU: os.Getenv("MEREO_TEST_GPU")}, 8*160*120)
	if err != nil {
		t.Fatal(err)
	}
	defer together.Close()
	frames := assorted()
	var alone []*frame.Images
	for i, f := range frames {
		im, err := r.Render(f)
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		for k, other := range alone {
			if equalImages(im, other) {
				t.Errorf("frames %d and %d are the same picture", k, i)
			}
		}
		alone = append(alone, im)
	}
	order := rand.New(rand.NewPCG(1, 2))
	largest := 0
	for round := range 4 {
		all := order.Perm(len(frames))
		if round%2 == 0 { // as they are, from anywhere on: frames of one kind lie side by side
			for k := range all {
				all[k] = (all[0] + k) % len(frames)
			}
		}
		var queue []*frame.Frame
		for _, i := range all {
			queue = append(queue, frames[i])
		}
		images, sizes, err := together.RenderQueued(queue)
		if err != nil {
			t.Fatal(err)
		}
		for k, i := range all {
			if !equalImages(images[k], alone[i]) {
				t.Errorf("frame %d differs, one of %d in its submission", i, sizes[k])
			}
			if largest = max(largest, sizes[k]); sizes[k] > 8 {
				t.Errorf("%d frames are drawn together, want at most 8", sizes[k])
			}
			f := frames[i]
			if alone := f.Quality == frame.Reference || f.Realism.Blurs() || !f.Camera.Distortion.IsZero(); alone && sizes[k] > 1 {
				t.Errorf("frame %d is one of %d in its submission, want it alone", i, sizes[k])
			}
		}
	}
	if largest < 4 {
		t.Errorf("at most %d frames were drawn together, want 4 once", largest)
	}
}

// Compute shaders find the light that fragment shaders find, bit by bit where both run on the same processor.
func TestComputedFramesAreDrawnFrames(t *testing.T) {
	r := gltest.Renderer(t)
	if !r.Info().Software {
		t.Skip("GPUs only compute")
	}
	computing, err := engine.NewComputing(engine.Options{GPU: os.Getenv("MEREO_TEST_GPU")})
	if err != nil {
		t.Fatal(err)
	}
	defer computing.Close()
	frames := assorted()
	for i := 1; i < len(frames); i += 4 {
		want, err := r.Render(frames[i])
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		got, err := computing.Render(frames[i])
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		if !equalImages(got, want) {
			t.Errorf("frame %d is computed otherwise than it is drawn", i)
		}
	}
}
