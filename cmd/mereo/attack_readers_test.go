package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"mereo/engine/gltf"
	"mereo/engine/meshfile"
	"mereo/gen"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/record"
	"mereo/gen/shopvrb"
	"mereo/gen/trance"
	"mereo/gen/verify"
	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/bound"
	"mereo/internal/gltest"
	"mereo/internal/hostile"
	"mereo/internal/strict"
	"mereo/physics"
	"mereo/physics/scenario"
)

// reader reads what a stranger may have written.
type reader struct {
	name  string
	seeds [][]byte
	read  func(file string, data []byte) error
}

// readers are those of all formats, with seeds from datasets, from the repository and of hostile files that are small. "make fuzz"
// looks longer, and at more.
func readers(t *testing.T) []reader {
	dir := t.TempDir()
	pictures := newTarget(t, "seeds", "{width: 48, height: 32, sub_frames: 1, write: {depth: both}}", verify.Options{}, "ptr", "--count", "1", "--gpu", "software")
	arrays := newTarget(t, "arrays", "", verify.Options{}, "syndacate", "--split", "syndacate_aFfTh40o1p4rTs1u2w40", "--count", "100")
	of := func(a *target, ending string) (out [][]byte) {
		for p, data := range a.files {
			if strings.HasSuffix(p, ending) && len(data) < 1<<18 {
				out = append(out, data)
			}
		}
		return out
	}
	file := func(read func(name string) error) func(string, []byte) error {
		return func(_ string, data []byte) error {
			name := filepath.Join(dir, "mutated")
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
			return read(name)
		}
	}
	as := func(v func() any) func(string, []byte) error {
		return func(_ string, data []byte) error { return record.Read(data, v(), record.Lacking) }
	}
	texts := [][]byte{[]byte("width: 320\nrandomize: {textures: 0.5}\n"), []byte(`{"min_objects": 3, "max_objects": 5, "seed": 1e3}`), []byte("a: &a [1, 2]\nb: *a\n")}
	world := must(physics.NewWorld(physics.WorldDef{}))
	return []reader{
		{"manifest", [][]byte{pictures.files[gen.ManifestFile]}, as(func() any { return new(gen.Manifest) })},
		{"block", [][]byte{pictures.files[gen.BlockPath(pictures.job.Split, 0)]}, as(func() any { return new(gen.Block) })},
		{"identity", [][]byte{pictures.files[gen.DatasetFile]}, as(func() any { return new(gen.Identity) })},
		{"plan", [][]byte{pictures.files[gen.PlanPath(pictures.job.Split)]}, func(_ string, data []byte) error { _, err := gen.Planned(data); return err }},
		{"configuration of ptr", texts, func(name string, data []byte) error { _, err := ptr.ParseConfig(name, data); return err }},
		{"configuration of trance", texts, func(name string, data []byte) error { _, err := trance.ParseConfig(name, data); return err }},
		{"configuration of qlevr", texts, func(name string, data []byte) error { _, err := qlevr.ParseConfig(name, data); return err }},
		{"configuration of shopvrb", texts, func(name string, data []byte) error { _, err := shopvrb.ParseConfig(name, data); return err }},
		{"YAML as JSON", texts, func(_ string, data []byte) error { _, err := strict.YAMLToJSON(data); return err }},
		{"png", of(pictures, ".png"), file(func(name string) error { _, err := write.ReadPicture(path.Dir(name), path.Base(name)); return err })},
		{"exr", of(pictures, ".exr"), file(func(name string) error { _, _, _, err := write.ReadAnyEXR(path.Dir(name), path.Base(name)); return err })},
		{"npy", of(pictures, ".npy"), file(func(name string) error {
			_, _, err := write.ReadAnyNPY[float32](path.Dir(name), path.Base(name))
			return err
		})},
		{"npz", of(arrays, ".npz"), file(func(name string) error { _, err := npz.ReadAll(name, 1<<24); return err })},
		{"gltf", hostile.GLTF().Small(), file(func(name string) error { _, err := gltf.LoadScene(name, bound.New(1<<26)); return err })},
		{"obj", append(hostile.OBJ().Small(), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\n")), func(_ string, data []byte) error {
			_, err := meshfile.OBJ(data, bound.New(1<<26))
			return err
		}},
		{"stl", append(hostile.STL().Small(), append(make([]byte, 80), append([]byte{1, 0, 0, 0}, make([]byte, 50)...)...)), func(_ string, data []byte) error {
			_, err := meshfile.STL(data, bound.New(1<<26))
			return err
		}},
		{"scenario", [][]byte{must(os.ReadFile("../../physics/scenario/testdata/shapes.json"))}, func(name string, data []byte) error {
			for _, err := range scenario.Load(name, bytes.NewReader(data)) {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"physics", [][]byte{world.Save()}, func(_ string, data []byte) error { _, err := physics.Restore(data); return err }},
	}
}

// mutations reads mutated files in this process: nothing panics, nor takes ten seconds.
func (a *attack) mutations(t *testing.T) {
	t.Run("mutations", func(t *testing.T) {
		gltest.Renderer(t)
		all := readers(t)
		random := rand.New(rand.NewPCG(1, 2))
		for i, r := range all {
			if len(r.seeds) == 0 {
				t.Fatalf("%s: no seeds", r.name)
			}
			tries, missed, until := 0, 0, time.Now().Add(time.Duration(a.share*3*float64(time.Second)))
			for ; tries < int(5000*a.share) && time.Now().Before(until); tries++ {
				data := mutated(random, r.seeds[random.IntN(len(r.seeds))])
				if what := survived(r, data); what != "" {
					missed++
					t.Errorf("%s: %s: %.300q", r.name, what, data)
				}
			}
			a.add(mutationHeld, tries, missed, 0)
			if i == len(all)-1 {
				t.Logf("%d readers", len(all))
			}
		}
	})
}

// survived says what is wrong with how a reader ended; errors are not.
func survived(r reader, data []byte) (what string) {
	defer func() {
		if p := recover(); p != nil {
			what = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	begun := time.Now()
	err := r.read("mutated", data)
	switch {
	case time.Since(begun) > 10*time.Second:
		return "takes longer than ten seconds"
	case err != nil && (strings.Contains(err.Error(), "\x00") || strings.Contains(err.Error(), "Go value")):
		return "an error in words of Go: " + err.Error()
	}
	return ""
}

// mutated is data with one to four things done to it, as fuzzers do: bits and bytes, cuts, repetitions, numbers at their limits.
func mutated(random *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + random.IntN(4) {
		if len(data) == 0 {
			return data
		}
		i := random.IntN(len(data))
		j := min(len(data), i+1+random.IntN(64))
		switch random.IntN(8) {
		case 0, 1:
			data[i] ^= 1 << random.IntN(8)
		case 2:
			data[i] = byte(random.Uint32())
		case 3:
			data = append(data[:i], data[j:]...)
		case 4:
			data = bytes.Join([][]byte{data[:j], data[i:]}, nil)
		case 5:
			data = data[:i]
		case 6:
			limits := []string{"-1", "1e308", "0", "99999999999999999999", "null", "[", "{", `""`, "\xff\xff\xff\xff", "\x00\x00\x00\x80", "&a *a"}
			data = bytes.Join([][]byte{data[:i], data[j:]}, []byte(limits[random.IntN(len(limits))]))
		case 7:
			at := random.IntN(len(data))
			copy(data[at:], bytes.Clone(data[i:j]))
		}
	}
	return data
}
