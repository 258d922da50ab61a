package engine_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// still has all that the path tracer draws.
func still() frame.Frame {
	f := above()
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(0.3, -4, 2), geom.V(0, 0, 0.1), geom.V(0, 0, 1))
	f.Camera.FocalPx = 150
	add(&f, square(20), geom.Identity, material.Default(), 0)
	glass := material.Material{BaseColor: material.RGB{1, 1, 1}, IOR: 1.45, Transmission: 1}
	metal := material.Material{BaseColor: material.RGB{0.9, 0.7, 0.4}, IOR: 1.45, Metallic: 1, PerceptualRoughness: 0.2}
	add(&f, ball(0.3), geom.Translate(geom.V(-0.4, 0, 0.3)), glass, 1)
	add(&f, ball(0.3), geom.Translate(geom.V(0.4, 0, 0.3)), metal, 2)
	f.Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(1, 0, 3)), Size: 1, PowerW: 40, Color: material.RGB{1, 1, 1}}}
	f.Suns = []light.Sun{{Dir: geom.V(0, 0.6, -0.8), Irradiance: material.RGB{0.2, 0.2, 0.2}, Shadows: true}}
	f.WorldRadiance = material.RGB{0.1, 0.1, 0.2}
	f.SubFrames, f.SPP = 2, 3
	return f
}

func TestLabelsAreThoseOfEveryQuality(t *testing.T) {
	r := gltest.Renderer(t)
	f := still()
	want, err := r.Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []frame.Quality{frame.Draft, frame.Reference} {
		f.Quality = q
		got, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Object, want.Object) || !slices.Equal(got.Part, want.Part) || !slices.Equal(got.ViewZ, want.ViewZ) ||
			!slices.Equal(got.Normal, want.Normal) {
			t.Errorf("%s: labels differ from those of the standard renderer", q)
		}
		if len(got.RGB) != len(want.RGB) {
			t.Errorf("%s: picture has %d bytes, want %d", q, len(got.RGB), len(want.RGB))
		}
		if q == frame.Reference && bytes.Equal(got.RGB, want.RGB) {
			t.Errorf("%s: picture is that of the standard renderer", q)
		}
		f.LabelsOnly = true
		if alone, err := r.Render(&f); err != nil || alone.RGB != nil || !slices.Equal(alone.Object, want.Object) {
			t.Errorf("%s: labels alone differ, or come with a picture (%v)", q, err)
		}
		f.LabelsOnly = false
	}
}

// A picture is a function of its frame: drawn again, after others, from several poses at once, without labels.
func TestReferenceRepeats(t *testing.T) {
	r := gltest.Renderer(t)
	f := still()
	f.Quality = frame.Reference
	render := func(f *frame.Frame) []uint8 {
		t.Helper()
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		return im.RGB
	}
	want := render(&f)
	standard := f
	standard.Quality, standard.Camera.Width = frame.Standard, 50
	standard.Camera.CenterX = 25
	render(&standard)
	if !bytes.Equal(render(&f), want) {
		t.Error("drawn again after another picture it differs")
	}
	other := f
	other.Camera.WorldFromCamera = camera.LookAt(geom.V(3, -3, 1), geom.V(0, 0, 0.1), geom.V(0, 0, 1))
	views, err := r.RenderFrom(&f, other.Camera.WorldFromCamera, f.Camera.WorldFromCamera)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(views[1].RGB, want) || !bytes.Equal(views[0].RGB, render(&other)) {
		t.Error("views of one job differ from those drawn alone")
	}
	only := f
	only.ColorOnly = true
	if !bytes.Equal(render(&only), want) {
		t.Error("without labels the picture differs")
	}
	seed := f
	seed.Seed = 1 << 40
	if bytes.Equal(render(&seed), want) {
		t.Error("another seed gives the same picture")
	}
}

// A picture that nobody wants any more is given up; the next one is drawn as ever.
func TestReferenceStops(t *testing.T) {
	r := gltest.Renderer(t)
	f := still()
	f.Quality = frame.Reference
	want, err := r.Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	endless, stop := f, make(chan struct{})
	endless.SPP, endless.Stop = frame.MaxSPP, stop // for hours
	time.AfterFunc(100*time.Millisecond, func() { close(stop) })
	if _, err := r.Render(&endless); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: got %v, want %v", err, context.Canceled)
	}
	f.Stop = make(chan struct{})
	if im, err := r.Render(&f); err != nil || !bytes.Equal(im.RGB, want.RGB) {
		t.Errorf("drawn after that: the picture differs (%v)", err)
	}
}

// Pictures larger than a tile and no multiple of a group are whole.
func TestReferenceCoversThePicture(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	f.Camera.Width, f.Camera.Height, f.Camera.CenterX, f.Camera.CenterY = 523, 517, 261.5, 258.5
	f.Quality, f.SPP, f.WorldRadiance = frame.Reference, 5, material.RGB{0.25, 0.25, 0.25}
	im, err := r.Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range im.RGB {
		if v != 137 { // sRGB of 0.25
			t.Fatalf("byte %d (row %d) is %d, want 137", i, i/3/im.Width, v)
		}
	}
}

// maxNoise is what 4 samples may differ from the references in the mean: 1.15 times what was measured.
var maxNoise = map[string]float64{"tabletop": 0.063, "desk": 0.047, "room": 0.097, "kitchen": 0.078}

// With MEREO_SPP=512 pictures are as near to the path-traced references as these are to themselves with other noise.
func TestVectorsReference(t *testing.T) {
	r := gltest.Renderer(t)
	spp, limit := 4, 0.0
	if s := os.Getenv("MEREO_SPP"); s != "" {
		var err error
		if spp, err = strconv.Atoi(s); err != nil {
			t.Fatalf("MEREO_SPP: %v", err)
		}
		limit = 0.03
	}
	eachLook(t, func(t *testing.T, look, base string, f *frame.Frame) {
		f.Quality, f.SPP, f.ColorOnly = frame.Reference, spp, true
		got, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		compareWithReference(t, base, got, cmp.Or(limit, maxNoise[look], 0.1))
	})
}
