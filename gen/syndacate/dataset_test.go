package syndacate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/write/npz"
)

const oneCharStem = "syndacate_aFfTh100o1p4rTs1u10w100"

// generate makes a split.
func generate(t testing.TB, root, stem string, count int, opt loop.Options) loop.Result {
	t.Helper()
	r, err := loop.Run(t.Context(), Set{}, gen.Job{Root: root, Split: stem, Pictures: true}, count, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// treeOf are the checksums of all files below a folder.
func treeOf(t testing.TB, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		sum := sha256.Sum256(data)
		name, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(name)] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameTrees compares two folders.
func sameTrees(t *testing.T, got, want string) {
	t.Helper()
	a, b := treeOf(t, got), treeOf(t, want)
	for name, sum := range b {
		if a[name] != sum {
			t.Errorf("%s has checksum %q, want %s", name, a[name], sum)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d files, want %d", len(a), len(b))
	}
}

// However the work is done, the folder has the same bytes; a file that has fewer elements is the beginning of a longer one.
func TestSetIsTheSameHowever(t *testing.T) {
	const count = 1250
	want := t.TempDir()
	generate(t, want, oneCharStem, count, loop.Options{Workers: 1})

	t.Run("five workers", func(t *testing.T) {
		got := t.TempDir()
		generate(t, got, oneCharStem, count, loop.Options{Workers: 5})
		sameTrees(t, got, want)
	})
	t.Run("in parts, the second first", func(t *testing.T) {
		got := t.TempDir()
		for _, part := range []int{2, 1} {
			generate(t, got, oneCharStem, count, loop.Options{Workers: 2, Part: loop.Part{Number: part, Of: 2}})
		}
		sameTrees(t, got, want)
	})
	t.Run("stopped and gone on", func(t *testing.T) {
		got := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		job := gen.Job{Root: got, Split: oneCharStem, Pictures: true}
		_, err := loop.Run(ctx, Set{}, job, count, loop.Options{Workers: 2, Progress: func(done, _ int) {
			if done >= 300 {
				cancel()
			}
		}})
		if err == nil {
			t.Fatal("the run was not stopped")
		}
		if r := generate(t, got, oneCharStem, count, loop.Options{}); r.Kept < 300 || r.Made != count-r.Kept {
			t.Errorf("%+v, want at least 300 that were there", r)
		}
		sameTrees(t, got, want)
	})
	t.Run("grown", func(t *testing.T) {
		got := t.TempDir()
		generate(t, got, oneCharStem, 130, loop.Options{})
		short, err := npz.ReadAll(filepath.Join(got, "syndacate_aFfTh100n130o1p4rTs1u10w100.npz"), npz.MaxWhole)
		if err != nil {
			t.Fatal(err)
		}
		generate(t, got, oneCharStem, count, loop.Options{})
		long, err := npz.ReadAll(filepath.Join(got, "syndacate_aFfTh100n1250o1p4rTs1u10w100.npz"), npz.MaxWhole)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range short[:3] {
			if b := long[i]; a.Key != b.Key || a.Shape[0] != 130 || b.Shape[0] != count || !bytes.HasPrefix(bytesOf(t, b), bytesOf(t, a)) {
				t.Errorf("%s of shape %d does not begin with %s of shape %d", b.Key, b.Shape, a.Key, a.Shape)
			}
		}
		both := t.TempDir() // the other way round
		generate(t, both, oneCharStem, count, loop.Options{})
		generate(t, both, oneCharStem, 130, loop.Options{})
		sameTrees(t, got, both)
	})
}

// bytesOf are the elements of an array, little-endian.
func bytesOf(t testing.TB, a npz.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, a.Data); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The joined file has the arrays of the published one, and the sidecar says what they are.
func TestFileAndSidecar(t *testing.T) {
	root := t.TempDir()
	generate(t, root, "words_h100o3s0u10w100", 250, loop.Options{})
	arrays, err := npz.ReadAll(filepath.Join(root, "words_h100n250o3s0u10w100.npz"), npz.MaxWhole)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "words_h100n250o3s0u10w100.meta.json"))
	if err != nil {
		t.Fatal(err)
	}
	var meta sidecar
	if err := json.Unmarshal(data, &meta); err != nil {
		t.Fatal(err)
	}
	wantShapes := map[string][]int{"images": {250, 1, 100, 100}, "object_poses": {250, 4, 18}, "n": {}}
	if len(arrays) != 3 || arrays[0].Key != "images" || arrays[1].Key != "object_poses" || arrays[2].Key != "n" {
		t.Fatalf("%d arrays, want images, object_poses and n", len(arrays))
	}
	for i, a := range arrays {
		if !slices.Equal(a.Shape, wantShapes[a.Key]) {
			t.Errorf("%s has shape %d, want %d", a.Key, a.Shape, wantShapes[a.Key])
		}
		sum := sha256.Sum256(bytesOf(t, a))
		if m := meta.Arrays[i]; m.Key != a.Key || m.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("sidecar says %+v of %s with checksum %x", m, a.Key, sum)
		}
	}
	if n := arrays[2].Data.([]int64)[0]; n != 250 || meta.Elements != 250 || meta.Splits["train"] != [2]int{200, 250} {
		t.Errorf("n is %d, the sidecar has %d elements and %v, want 250 and 50 to train", n, meta.Elements, meta.Splits)
	}
	if len(meta.Classes) != 10 || meta.Classes[3] != "Aim" || len(meta.Pose) != 8 {
		t.Errorf("sidecar has classes %q and pose %q", meta.Classes, meta.Pose)
	}
}

// Without pictures no file has the name by which published readers expect pictures.
func TestFileWithoutPictures(t *testing.T) {
	root := t.TempDir()
	job := gen.Job{Root: root, Split: oneCharStem}
	if _, err := loop.Run(t.Context(), Set{}, job, 100, loop.Options{}); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(root, "*.npz"))
	if err != nil || len(found) != 1 || filepath.Base(found[0]) != "syndacate_aFfTh100n100o1p4rTs1u10w100.poses.npz" {
		t.Errorf("files are %q, %v", found, err)
	}
	arrays, err := npz.ReadAll(found[0], npz.MaxWhole)
	if err != nil || len(arrays) != 3 || arrays[0].Key != keyParts {
		t.Errorf("%d arrays, %v; want part_poses, object_poses and n", len(arrays), err)
	}
}

// A shard that was changed is noticed by making it again.
func TestCheckerFindsDamage(t *testing.T) {
	root := t.TempDir()
	stem := "syndacate_aTfTh100o3p12rTs3u10w100"
	job := gen.Job{Root: root, Split: stem, Pictures: true}
	maker, err := Set{}.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	item, err := maker.Make(t.Context(), 200)
	if err != nil {
		t.Fatal(err)
	}
	item.Renderer = maker.Renderer() // as the loop does
	checker, err := Set{}.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	problems := func() string {
		t.Helper()
		found, err := checker.Check(t.Context(), *item, false)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, p := range found {
			said = append(said, p.Rule+" "+p.Object+" "+p.Detail)
		}
		return strings.Join(said, "\n")
	}
	if said := problems(); said != "" {
		t.Errorf("of a fresh shard: %s", said)
	}

	whole, err := npz.ReadAll(filepath.Join(root, shardPath(stem, 200)), npz.MaxWhole)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		damage func(images []uint8, parts, objects []float32)
		want   string
	}{
		{"a pixel", func(images []uint8, _, _ []float32) { images[123456]++ }, "remake images number 3456 of element 212 is"},
		{"an end of a line", func(_ []uint8, parts, _ []float32) { parts[firstOf(parts)] += 0.001 }, "remake part_poses number"},
		{"a zero with a sign", func(_ []uint8, parts, _ []float32) {
			parts[slices.Index(parts, 0)] = float32(math.Copysign(0, -1))
		}, "of element 200 is -0, made again it is 0"},
		{"brightness beyond its range", func(_ []uint8, _, objects []float32) { objects[firstOf(objects)/18*18+17] = 1.5 },
			"of element 200 is 1.5, made again it is 0."},
		{"two classes", func(_ []uint8, _, objects []float32) {
			row := objects[firstOf(objects)/18*18:]
			row[0], row[1] = 1, 1
		}, "remake object_poses number"},
		{"a part without a whole", func(_ []uint8, _, objects []float32) { clear(objects[firstOf(objects)/18*18:][:18]) },
			"of element 200 is 0, made again it is 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			damaged := copied(whole)
			c.damage(damaged[0].Data.([]uint8), damaged[1].Data.([]float32), damaged[2].Data.([]float32))
			if _, err := npz.Write(root, shardPath(stem, 200), damaged); err != nil {
				t.Fatal(err)
			}
			if said := problems(); !strings.Contains(said, c.want) {
				t.Errorf("said %q, want %q", said, c.want)
			}
		})
	}
}

// copied are arrays with memory of their own.
func copied(arrays []npz.Array) []npz.Array {
	out := slices.Clone(arrays)
	for i, a := range arrays {
		out[i].Data = reflect.AppendSlice(reflect.MakeSlice(reflect.TypeOf(a.Data), 0, 0), reflect.ValueOf(a.Data)).Interface()
	}
	return out
}

// Of every mode any number that is another one is told with its place, without making samples again that are in no share.
func TestCheckerFindsDamageInEveryMode(t *testing.T) {
	for _, stem := range []string{
		"squares_h20o5s0u2w20", "words_h20o3s0u2w20", "syndacateood_scale_aFfTh20o1p4rTs1t200u2w20", "syndacateplus_curved26_aFfTh20o1p6rTs1u2w20",
		"syndacate3d_h20o1s0w20", "vindacate_aFdFfTh20o1s0t3u2w20", "vindacate_collide_joint_cTfTgFh20o2s0t3u2w20",
		"syndacate_aFfTh20o1p4rTs1u2w20_noise-gaussian-low",
	} {
		job := gen.Job{Root: t.TempDir(), Split: stem, Pictures: true}
		maker, err := Set{}.NewMaker(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		item, err := maker.Make(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		item.Renderer = maker.Renderer()
		checker, err := Set{}.NewChecker(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := checker.Check(t.Context(), *item, false); err != nil || len(found) > 0 {
			t.Errorf("%s: of a fresh shard: %v, %v", stem, found, err)
		}
		whole, err := npz.ReadAll(filepath.Join(job.Root, shardPath(stem, 100)), npz.MaxWhole)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range whole {
			damaged := copied(whole)
			at := reflect.ValueOf(damaged[i].Data).Len() - 1
			switch data := damaged[i].Data.(type) {
			case []uint8:
				data[at]++
			case []int32:
				data[at]++
			case []float32:
				data[at]++
			}
			if at < 0 {
				continue // test_iid arrays have no rows so far behind
			}
			if _, err := npz.Write(job.Root, shardPath(stem, 100), damaged); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("of element %d is ", 99+a.Shape[0])
			found, err := checker.Check(t.Context(), *item, false)
			if err != nil || len(found) != 1 || found[0].Rule != ruleRemake || found[0].Object != a.Key || !strings.Contains(found[0].Detail, want) {
				t.Errorf("%s: %s: found %v, %v", stem, a.Key, found, err)
			}
		}
	}
}

// Arrays of other kinds than those of the name are reported, and nothing falls over them.
func TestCheckerFindsOtherArrays(t *testing.T) {
	root := t.TempDir()
	generate(t, root, oneCharStem, 100, loop.Options{})
	job := gen.Job{Root: root, Split: oneCharStem, Pictures: true, Count: 100}
	shard, file := shardPath(oneCharStem, 0), "syndacate_aFfTh100n100o1p4rTs1u10w100.npz"
	for name, damage := range map[string]func(arrays []npz.Array) []npz.Array{
		"scalar":        func(a []npz.Array) []npz.Array { a[2] = npz.Array{Key: keyObjects, Data: []float32{3}}; return a },
		"missing":       func(a []npz.Array) []npz.Array { return append(a[:1:1], a[2:]...) },
		"fewer columns": func(a []npz.Array) []npz.Array { a[1].Shape[2], a[1].Data = 3, make([]float32, 2700); return a },
		"fewer rows":    func(a []npz.Array) []npz.Array { a[0].Shape[0], a[0].Data = 20, make([]uint8, 200000); return a },
		"another type":  func(a []npz.Array) []npz.Array { a[0].Data = make([]float32, 1000000); return a },
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range []string{shard, file} {
				whole, err := os.ReadFile(filepath.Join(root, p))
				if err != nil {
					t.Fatal(err)
				}
				defer os.WriteFile(filepath.Join(root, p), whole, 0o666)
				arrays, err := npz.ReadAll(filepath.Join(root, p), npz.MaxWhole)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := npz.Write(root, p, damage(arrays)); err != nil {
					t.Fatal(err)
				}
			}
			checker, err := Set{}.NewChecker(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			found, err := checker.Check(t.Context(), gen.Item{Index: 0}, true)
			if err != nil || len(found) != 1 || found[0].Rule != ruleArrays {
				t.Errorf("found %+v, %v, want that arrays are wrong", found, err)
			}
			if list, err := (Set{}).Figures(t.Context(), job, nil); err != nil || len(list) != 1 || list[0].Pass {
				t.Errorf("figures are %+v, %v, want one that fails", list, err)
			}
		})
	}
}

// firstOf is the place of the first number that is not zero.
func firstOf(numbers []float32) int {
	return slices.IndexFunc(numbers, func(v float32) bool { return v != 0 })
}

// Names that decide no file are refused with what is wrong.
func TestBadStems(t *testing.T) {
	for stem, want := range map[string]string{
		"train":                                `no file "train": names begin with syndacate, words, squares`,
		"syndacate_":                           `name "syndacate_": want the letter a`,
		"syndacate_aFfTh100o1p4rTs1u10":        "want",
		"syndacate_aFfTh100o1p4rTs1u10w0":      "width is 0",
		"syndacate_aFfTh100n400o1p4rTs1u10w1":  `want the letter o after "syndacate_aFfTh100"`,
		"syndacate_aFfTh999o1p4rTs1u99w1":      "pictures are painted 98901 pixels wide or high, want at most 32768",
		"words_h100o0s0u10w100":                "max_num_objects is 0",
		"syndacate_aFfTh100o11p4rFs1u10w100":   "without object_replacement, want at most 10",
		"syndacate_aFfTh100o1p4rTs1u10w100_xx": "want",
	} {
		err := Set{}.Validate(gen.Job{Split: stem})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %q in it", stem, err, want)
		}
	}
}

// Names that are spelt otherwise are refused with the name that is right.
func TestStemOf(t *testing.T) {
	for name, want := range map[string]string{
		"words_h100n400o3s0u10w100":     "",
		"words_h100n400o3s0u10w100.npz": "",
		"words_h100o3s0u10w100":         "",
		"words_h100n0400o3s0u10w100":    "want words_h100n400o3s0u10w100.npz",
		"words_h100o3s0u10w100n400":     "want words_h100n400o3s0u10w100.npz",
		"words_h100n40n50o3s0u10w100":   "has a number of elements",
		"words_h100n0o3s0u10w100":       "says no number of elements",
		"words_h100o3s0u10w100.npz":     "says no number of elements",
		"words_h100n400o3s0u10.npz":     `want the letter w after "words_h100o3s0u10"`,
		"words":                         `name "words": want`,
	} {
		if _, _, err := StemOf(name); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want %q in it", name, err, want)
		}
	}
}

// A name and its stem are inverse.
func TestNameWith(t *testing.T) {
	for _, name := range []string{
		"syndacate_aFfTh100n70000o1p4rTs1u10w100.npz", "words_h100n400o3s0u10w100.npz", "squares_h100n70000o5s0u10w100.npz",
	} {
		stem, n, err := stemOf(name)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := nameWith(stem, n); err != nil || again != name || strings.Contains(stem, "n400") {
			t.Errorf("%s has stem %s and %d elements, which gives %s, %v", name, stem, n, again, err)
		}
	}
}

// BenchmarkShard makes shards of the file of most tasks.
func BenchmarkShard(b *testing.B) {
	src, err := openSource(oneCharStem)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := elements(b.Context(), src, i%700*shardElements, shardElements, true); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*shardElements)/b.Elapsed().Seconds(), "elements/s")
}
