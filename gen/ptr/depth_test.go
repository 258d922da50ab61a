package ptr

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/world"
	"mereo/gen/write"
)

// TestWriteChooses: whatever is written of depth and normals, the samples are coherent, hold no other files, and read as the scene is.
func TestWriteChooses(t *testing.T) {
	all := func(w Write) (out []string) {
		f := filesOf("val", 0)
		out = []string{f.image}
		if w.Depth != "npy" {
			out = append(out, f.rayDist)
		}
		if w.Depth != "exr" {
			out = append(out, f.viewZ)
		}
		if w.Normals {
			out = append(out, f.normals)
		}
		return append(out, f.ids, f.scene)
	}
	for _, w := range []Write{{"both", false}, {"exr", false}, {"npy", false}, {"exr", true}, {"npy", true}} {
		t.Run(fmt.Sprintf("%+v", w), func(t *testing.T) {
			s := smallSet(t, func(c *Config) { c.Write, c.Physical, c.Realism.Distortion = w, 0.5, barrel })
			job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true, Count: 2}
			items := makeItems(t, s, job, 2)
			var files []string
			for _, f := range items[0].Files {
				files = append(files, f.Path)
				if err := f.Check(job.Root); err != nil {
					t.Error(err)
				}
			}
			if want := all(w); !slices.Equal(files, want) {
				t.Errorf("files %v, want %v", files, want)
			}
			for _, item := range items {
				for _, p := range problems(t, s, job, item, true) {
					t.Errorf("%+v", p)
				}
			}

			// The layout of the dataset card names the files that there are, and no others.
			for folder, want := range map[string]bool{"_<index>.png0001.exr": w.Depth != "npy", "depths/PTR_<split>_<index>.npy": w.Depth != "exr", "/normals/": w.Normals} {
				has := slices.ContainsFunc(s.About().Layout, func(r gen.LayoutRow) bool { return strings.Contains(r.Path, folder) })
				if has != want {
					t.Errorf("the layout has %s: %v, want %v", folder, has, want)
				}
			}

			// Labels read back.
			r, err := s.Show(job)
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.Make(context.Background(), 0)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Labels(0, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := m.Labels(0)
			if !slices.Equal(got.Part, want.Part) {
				t.Error("the stored parts are not those of the scene")
			}
			worst := 0.0
			for at := range want.ViewZ {
				worst = max(worst, math.Abs(float64(got.ViewZ[at])/float64(want.ViewZ[at])-1))
			}
			if limit := map[bool]float64{true: 1.2e-7, false: 0}[w.Depth == "exr"]; !(worst <= limit) {
				t.Errorf("depth read back is off by %g of itself, want at most %g", worst, limit)
			}
			if w.Normals && !slices.Equal(got.Normal, want.Normal) || !w.Normals && got.Normal != nil {
				t.Errorf("%d numbers of normals, want those of the scene: %v", len(got.Normal), w.Normals)
			}

			// What people measure of depth does not depend on its kind.
			f := filesOf("val", 0)
			record, err := ParseRecord(readAll(t, job.Root, f.scene))
			if err != nil {
				t.Fatal(err)
			}
			dist, err := s.cfg.Write.readRayDist(job.Root, f, record)
			if err != nil {
				t.Fatal(err)
			}
			cam := record.pinhole()
			if !slices.Equal(dist, world.RayDists(&cam, want.ViewZ)) {
				t.Error("distances along the rays are not those of the scene")
			}
		})
	}
}

func readAll(t testing.TB, root, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCheckFindsDamagedArrays: each kind of depth alone, and normals, are held against the rules and the seed.
func TestCheckFindsDamagedArrays(t *testing.T) {
	f := filesOf("val", 0)
	for _, c := range []struct {
		rule   string
		write  Write
		remake bool
		file   string
		damage func(v []float32)
	}{
		{"depth-room", Write{Depth: "exr"}, false, f.rayDist, func(v []float32) { v[0] *= 1.01 }},
		{"remake-raydist", Write{Depth: "exr"}, true, f.rayDist, func(v []float32) {
			for i := range v {
				v[i] *= 0.9998 // less than what the other rules notice
			}
		}},
		{"depth-room", Write{Depth: "npy"}, false, f.viewZ, func(v []float32) { v[0] *= 1.01 }},
		{"normal-length", Write{Depth: "exr", Normals: true}, false, f.normals, func(v []float32) { v[2] = 0.5 }},
		{"normal-length", Write{Depth: "exr", Normals: true}, false, f.normals, func(v []float32) { v[1] = float32(math.NaN()) }},
		{"normal-room", Write{Depth: "npy", Normals: true}, false, f.normals, func(v []float32) { v[0], v[1], v[2] = 0, 0, -1 }},
		{"remake-normal", Write{Depth: "npy", Normals: true}, true, f.normals, func(v []float32) {
			for i := 0; i < len(v); i += 3 {
				v[i], v[i+1], v[i+2] = 0, 0, 1 // the floor's, everywhere
			}
		}},
		{"readable", Write{Depth: "exr"}, false, f.rayDist, nil},
		{"readable", Write{Depth: "npy"}, false, f.viewZ, nil},
		{"readable", Write{Depth: "npy", Normals: true}, false, f.normals, nil},
	} {
		s := smallSet(t, func(cfg *Config) { cfg.Write, cfg.Physical, cfg.Width, cfg.Height = c.write, 0, 160, 120 })
		job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true}
		item := makeItems(t, s, job, 1)[0]
		var err error
		switch {
		case c.damage == nil:
			err = os.WriteFile(filepath.Join(job.Root, filepath.FromSlash(c.file)), []byte("short"), 0o666)
		case c.file == f.rayDist:
			v, _ := write.ReadEXR(job.Root, c.file, 160, 120)
			c.damage(v)
			_, err = write.EXR(job.Root, c.file, 160, 120, v)
		default:
			shape := []int{120, 160}
			if c.file == f.normals {
				shape = append(shape, 3)
			}
			v, _ := write.ReadNPY[float32](job.Root, c.file, shape...)
			c.damage(v)
			_, err = write.NPY(job.Root, c.file, shape, v)
		}
		if err != nil {
			t.Fatal(err)
		}
		got := problems(t, s, job, item, c.remake)
		if !slices.ContainsFunc(got, func(p gen.Problem) bool { return p.Rule == c.rule && p.File == c.file }) {
			t.Errorf("%+v: damage for rule %s was not noticed: got %+v", c.write, c.rule, got)
		}
	}
}

// TestWriteConfig: what is not named keeps its default, and what is wrong is said.
func TestWriteConfig(t *testing.T) {
	got, err := ParseConfig("a.yaml", []byte("write: {normals: true}\n"))
	if want := (Write{"both", true}); err != nil || got.Write != want {
		t.Errorf("got %+v, %v, want %+v", got.Write, err, want)
	}
	if got, err = ParseConfig("a.yaml", []byte("write: {depth: npy}\n")); err != nil || !reflect.DeepEqual(got.Write, Write{Depth: "npy"}) {
		t.Errorf("got %+v, %v", got.Write, err)
	}
	_, err = ParseConfig("a.yaml", []byte("write: {depth: png}\n"))
	if want := `ptr: config a.yaml: write.depth is "png", want exr, npy or both`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// readRayDist reads the distances along the rays of the picture of a sample with record r.
func (w Write) readRayDist(root string, f files, r *Record) ([]float32, error) {
	cam := r.pinhole()
	if w.hasEXR() {
		return write.ReadEXR(root, f.rayDist, cam.Width, cam.Height)
	}
	z, err := write.ReadNPY[float32](root, f.viewZ, cam.Height, cam.Width)
	if err != nil {
		return nil, err
	}
	return world.RayDists(&cam, z), nil
}
