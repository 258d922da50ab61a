package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/gltf"
	"mereo/engine/ref"
	"mereo/internal/bound"
	"mereo/internal/glbs"
	"mereo/internal/gltest"
)

// sampleLimits are how far the standard picture of a glTF sample may be from path tracing, as a mean FLIP, by rows of pixels. In small pictures
// there is more border.
var sampleLimits = map[int]float64{48: 0.08, 96: 0.06}

// limited are samples that show what standard quality does not have, and how many times as far their pictures may be.
var limited = map[string]struct {
	times float64
	why   string
}{
	"metal-rough":        {1.05, "what rough metal mirrors of the floor is grainy"},
	"transmission-rough": {1.1, "light that goes to and fro in rough glass is left out"},
	"studio-emission":    {1.2, "few rays find small things that glow"},
}

// sampleFrame reads a sample and shows it with so many rows of pixels.
func sampleFrame(t *testing.T, s glbs.Sample, rows int) *frame.Frame {
	t.Helper()
	path := filepath.Join(t.TempDir(), s.Name+".glb")
	if err := os.WriteFile(path, s.GLB, 0o666); err != nil {
		t.Fatal(err)
	}
	var at *gltf.Moment
	if s.Time > 0 {
		at = &gltf.Moment{Time: s.Time}
	}
	scene, err := gltf.LoadAt(path, bound.New(0), at)
	if err != nil {
		t.Fatal(err)
	}
	f := scene.Frame
	c := &f.Camera
	c.FocalPx *= float64(rows) / float64(c.Height)
	c.Width, c.Height, c.CenterX, c.CenterY = rows*4/3, rows, float64(rows*4/3)/2, float64(rows)/2
	return f
}

// Every sample of glTF looks alike in both qualities, and has the same ids in both and in engine/ref. With MEREO_SAMPLES=full pictures are
// 128 x 96, else half as wide.
func TestSamplesOfGLTF(t *testing.T) {
	r := gltest.Renderer(t)
	rows := 48
	if os.Getenv("MEREO_SAMPLES") == "full" {
		rows = 96
	}
	for _, s := range glbs.All() {
		t.Run(s.Name, func(t *testing.T) {
			f := sampleFrame(t, s, rows)
			f.SPP, f.SubFrames = 64, 16
			limit := sampleLimits[rows]
			if more, ok := limited[s.Name]; ok {
				limit *= more.times
			}
			standard, reference, _ := nearPathTracing(t, r, f, limit)
			if !slices.Equal(standard.Object, reference.Object) {
				t.Error("ids depend on the quality")
			}
			want, differ := ref.Draw(f), 0
			seen := map[uint16]bool{}
			for i, id := range standard.Object {
				seen[id] = true
				if id != want.Object[i] {
					differ++
				}
			}
			if differ > 0 {
				t.Logf("%d pixels have other ids than engine/ref's", differ)
			}
			if differ > 6 {
				t.Error("want at most 6")
			}
			if len(seen) < 2 {
				t.Errorf("ids %v are seen, want more than one", seen)
			}
		})
	}
}
