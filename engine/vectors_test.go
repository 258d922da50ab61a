package engine_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/gltest"
	"mereo/internal/imgdiff"
	"mereo/internal/npy"
	"mereo/internal/vectors"
)

// maxFLIP is what a picture of each look may differ from its path-traced reference in the mean.
var maxFLIP = map[string]float64{"tabletop": 0.06, "desk": 0.06, "room": 0.06, "kitchen": 0.10}

func TestVectorsRender(t *testing.T) {
	r := gltest.Renderer(t)
	eachLook(t, func(t *testing.T, look, base string, f *frame.Frame) {
		got, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		zid, err := npy.ReadNPZ(base + "_zid.npz")
		if err != nil {
			t.Fatal(err)
		}
		ids, err := imgdiff.CompareIDs(zid["id"].Uint16, got.Object, got.Width, 2)
		if err != nil {
			t.Fatal(err)
		}
		if ids.Equal < 0.995 {
			t.Errorf("share of equal ids: got %.4f, want at least 0.995", ids.Equal)
		}
		equal := make([]bool, len(got.Object))
		for i := range equal {
			equal[i] = zid["id"].Uint16[i] == got.Object[i]
		}
		depth, err := imgdiff.CompareDepths(zid["depth"].Float32, got.ViewZ, equal, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		if depth.WithinTol < 0.998 {
			t.Errorf("share of depths within 1 %%: got %.4f, want at least 0.998", depth.WithinTol)
		}
		t.Logf("ids equal %.5f, depth within 1 %% %.5f", ids.Equal, depth.WithinTol)
		limit, ok := maxFLIP[look]
		if !ok {
			limit = 0.10
		}
		compareWithReference(t, base, got, limit)
		compareWithRef(t, ref.Draw(f), got.Object, got.Part, got.ViewZ)
	})
}

// eachLook runs a test with each scene of the vectors. look is the first word of its name, base the path of its files without
// what they end in.
func eachLook(t *testing.T, run func(t *testing.T, look, base string, f *frame.Frame)) {
	files, err := filepath.Glob(filepath.Join(vectors.Dir(t, "render"), "*.glb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the vectors have no .glb (%v)", err)
	}
	for _, path := range files {
		base := strings.TrimSuffix(path, ".glb")
		name := filepath.Base(base)
		t.Run(name, func(t *testing.T) {
			f, err := gltf.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			look, _, _ := strings.Cut(name, "_")
			run(t, look, base, f)
		})
	}
}

// compareWithReference checks the mean FLIP against the path-traced picture.
func compareWithReference(t *testing.T, base string, got *frame.Images, limit float64) {
	t.Helper()
	want, err := imgdiff.ReadPNG(base + "_rgb.png")
	if err != nil {
		t.Fatal(err)
	}
	picture := &imgdiff.Picture{Width: got.Width, Height: got.Height, RGB: got.RGB}
	_, flip, err := imgdiff.FLIP(want, picture)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("mean FLIP %.4f", flip)
	if flip > limit {
		out := filepath.Join(os.TempDir(), "mereo-"+filepath.Base(base)+".png")
		t.Errorf("mean FLIP: got %.4f, want at most %.3f (want, got and errors: %s, %v)", flip, limit, out, imgdiff.WriteDiff(out, want, picture))
	}
}

// compareWithRef checks that the device and the CPU rasterizer see the same: ids on 99.9 % of the pixels two away from
// silhouettes, and ViewZ to 1e-4 there.
func compareWithRef(t *testing.T, want *ref.Buffer, object, part []uint16, viewZ []float32) {
	t.Helper()
	for _, c := range []struct {
		name      string
		want, got []uint16
	}{{"object", want.Object, object}, {"part", want.Part, part}} {
		ids, err := imgdiff.CompareIDs(c.want, c.got, want.Width, 2)
		if err != nil {
			t.Fatal(err)
		}
		if ids.InnerEqual < 0.999 {
			t.Errorf("%s ids equal to the CPU rasterizer's away from silhouettes: got %.5f, want at least 0.999 (first other pixel %d)", c.name, ids.InnerEqual, ids.FirstInner)
		}
	}
	inner := imgdiff.Uniform(want.Part, want.Width, 2)
	for i := range inner {
		inner[i] = inner[i] && want.Object[i] == object[i]
	}
	z, err := imgdiff.CompareDepths(want.ViewZ, viewZ, inner, 1e-4)
	if err != nil {
		t.Fatal(err)
	}
	if z.WithinTol < 0.999 {
		t.Errorf("share of ViewZ within 1e-4 of the CPU rasterizer's: got %.5f, want at least 0.999 (worst %.2e at pixel %d)", z.WithinTol, z.Max, z.WorstPixel)
	}
}

// Triangles that the camera sees edge-on are drawn where rounding puts them, and their depth there may be anything.
func TestDepthOfEdgeOnTriangles(t *testing.T) {
	r := gltest.Renderer(t)
	worst, pixels := 0.0, 0
	for seed := range 60 {
		s := rand.New(rand.NewPCG(uint64(seed), 0))
		f := above()
		f.Camera.Width, f.Camera.Height, f.Camera.CenterX, f.Camera.CenterY = 320, 240, 160, 120
		f.LabelsOnly = true
		eye := f.Camera.WorldFromCamera.T
		for i := range 400 {
			// Two points, and a third that lies with them and the eye almost in one plane.
			p := geom.V(3*s.Float64()-1.5, 2.4*s.Float64()-1.2, -1+2*s.Float64())
			q := p.Add(geom.V(s.Float64()-0.5, s.Float64()-0.5, s.Float64()-0.5).Scale(0.1))
			o := p.Lerp(q, s.Float64()).AddScaled(0.02*(s.Float64()-0.5), p.Sub(eye))
			o = o.AddScaled(math.Pow(10, -3-5*s.Float64()), q.Sub(p).Cross(p.Sub(eye)).Unit())
			m := &mesh.Mesh{Positions: []geom.Vec3{p, q, o}, Triangles: [][3]uint32{{0, 1, 2}}}
			add(&f, m, geom.Identity, material.Default(), uint16(i+1))
		}
		got, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		want := ref.Draw(&f)
		for i, part := range want.Part {
			if part > 0 && got.Part[i] == part {
				pixels++
				worst = max(worst, math.Abs(float64(got.ViewZ[i]-want.ViewZ[i])))
			}
		}
	}
	t.Logf("%d pixels, largest difference of ViewZ %.4f m", pixels, worst)
	if worst > 0.06 {
		t.Errorf("largest difference of ViewZ from the CPU rasterizer's: got %.3f m, want at most 0.06", worst)
	}
}
