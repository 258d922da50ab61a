package syndacate

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/gen"
	"mereo/gen/write/npz"
)

func mustPlus(t testing.TB, o PlusOptions) *plusSource {
	t.Helper()
	s, err := newPlusSource(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlusStem(t *testing.T) {
	glyphs := NewPlusOptions("glyphs")
	glyphs.ClassCount, glyphs.ClassSeed, glyphs.Seed = 7, 5, 4294967295
	glyphs.MaxObjects, glyphs.AlignSets, glyphs.FlipParts, glyphs.ObjectReplacement = 2, true, false, false
	glyphs.MaxParts = 3
	for _, c := range []struct {
		options PlusOptions
		want    string
	}{
		{NewPlusOptions("letters26"), "syndacateplus_letters26_aFfTh100o1p6rTs0u10w100"},
		{NewPlusOptions("digits"), "syndacateplus_digits_aFfTh100o1p7rTs0u10w100"},
		{NewPlusOptions("glyphs"), "syndacateplus_glyphs_aFc100fTg0h100o1p5rTs0u10w100"},
		{glyphs, "syndacateplus_glyphs_aTc7fFg5h100o2p3rFs4294967295u10w100"},
	} {
		stem, err := PlusStem(c.options)
		if err != nil || stem != c.want {
			t.Errorf("PlusStem(%+v) = %q, %v, want %q", c.options, stem, err, c.want)
		}
		var back PlusOptions
		if src, err := openPlusSource(stem); err == nil {
			back = src.(*plusSource).options
		}
		if c.options.MaxParts == 0 {
			back.MaxParts = 0
		}
		if back != c.options {
			t.Errorf("%q is read as %+v, want %+v", stem, back, c.options)
		}
		name, err := nameWith(stem, 400)
		if err != nil {
			t.Error(err)
		}
		if again, n, err := stemOf(name); again != stem || n != 400 || err != nil {
			t.Errorf("stemOf(%q) = %q, %d, %v", name, again, n, err)
		}
	}
}

func TestPlusStemErrors(t *testing.T) {
	for _, c := range []struct{ stem, want string }{
		{"syndacateplus", `syndacate: name "syndacateplus": want syndacateplus_CLASSES_ARGUMENTS`},
		{"syndacateplus_runes_aFfTh9o1p7rTs0u1w9", `syndacate: name "syndacateplus_runes_aFfTh9o1p7rTs0u1w9": classes are "runes", want one of ` +
			`curved26, digits, glyphs, letters26, pictograms, words12, words26`},
		{"syndacateplus_digits_fTh100o1p7rTs0u10w100", `syndacate: name "syndacateplus_digits_fTh100o1p7rTs0u10w100": ` +
			`want the letter a after "syndacateplus_digits_"`},
		{"syndacateplus_digits_aFfTh100o1p07rTs0u10w100", `syndacate: name "syndacateplus_digits_aFfTh100o1p07rTs0u10w100": ` +
			`want p and a number without leading zeros after "syndacateplus_digits_aFfTh100o1"`},
		{"syndacateplus_digits_aFfTh100o1p7rTs4294967296u10w100", `syndacate: name ` +
			`"syndacateplus_digits_aFfTh100o1p7rTs4294967296u10w100": want s and a number without leading zeros after "syndacateplus_digits_aFfTh100o1p7rT"`},
		{"syndacateplus_digits_aFfTh100o1p0rTs0u10w100", `syndacate: name "syndacateplus_digits_aFfTh100o1p0rTs0u10w100": ` +
			`argument p is 0, want at least 1`},
		{"syndacateplus_digits_aFfTh0o1p7rTs0u10w100", `syndacate: name "syndacateplus_digits_aFfTh0o1p7rTs0u10w100": height is 0, want 1 to 4096`},
		{"syndacateplus_digits_aFfTh100o11p7rFs0u10w100",
			`syndacate: name "syndacateplus_digits_aFfTh100o11p7rFs0u10w100": max_num_objects is 11 without object_replacement, want at most 10, the number of classes`},
		{"syndacateplus_glyphs_aFc0fTg0h100o1p5rTs0u10w100",
			`syndacate: name "syndacateplus_glyphs_aFc0fTg0h100o1p5rTs0u10w100": class count is 0, want 1 to 500`},
	} {
		if _, err := openPlusSource(c.stem); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.stem, err, c.want)
		}
	}
	o := NewPlusOptions("digits")
	o.ClassCount = 3
	if _, err := PlusStem(o); err == nil ||
		err.Error() != "syndacate: classes digits are given: class count is 3 and class seed 0, want 0" {
		t.Errorf("got %v", err)
	}
}

// The rows of arrays follow from the largest number of parts of a class.
func TestPlusShapes(t *testing.T) {
	for _, c := range []struct {
		classes string
		objects int
		aligned bool
		parts   []int
		wholes  []int
	}{
		{"letters26", 1, false, []int{1, 13, 6}, []int{1, 1, 34}},
		{"letters26", 3, true, []int{1, 37, 6}, []int{1, 37, 34}},
		{"digits", 2, false, []int{1, 29, 6}, []int{1, 3, 18}},
		{"glyphs", 1, false, []int{1, 11, 6}, []int{1, 1, 108}},
		{"pictograms", 1, false, []int{1, 15, 16}, []int{1, 1, 20}},
	} {
		o := NewPlusOptions(c.classes)
		o.MaxObjects, o.AlignSets = c.objects, c.aligned
		arrays, err := elements(context.Background(), mustPlus(t, o), 0, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		var got [][]int
		for _, a := range arrays {
			got = append(got, a.Shape)
		}
		if want := [][]int{{1, 1, 100, 100}, c.parts, c.wholes}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s, %d objects: shapes are %v, want %v", c.classes, c.objects, got, want)
		}
	}
}

// plusVariants are options that reach all ways of making elements.
func plusVariants() []PlusOptions {
	var out []PlusOptions
	for _, classes := range PlusClassLists() {
		one, many := NewPlusOptions(classes), NewPlusOptions(classes)
		if one.ClassCount > 0 {
			one.ClassCount, many.ClassCount = 12, 12
		}
		many.MaxObjects, many.AlignSets, many.Seed = 3, true, 7
		few := many
		few.AlignSets, few.FlipParts, few.MaxParts, few.ObjectReplacement = false, false, 4, false
		out = append(out, one, many, few)
	}
	return out
}

// Elements follow from their number alone, and stay what they are.
func TestPlusElements(t *testing.T) {
	ctx := context.Background()
	hash := sha256.New()
	for _, o := range plusVariants() {
		s := mustPlus(t, o)
		whole, err := elements(ctx, s, 0, 20, true)
		if err != nil {
			t.Fatal(err)
		}
		if faults := s.rules(0, whole); len(faults) > 0 {
			t.Errorf("%s: %s", stem(&s.options), strings.Join(faults, "; "))
		}
		for _, a := range whole {
			fmt.Fprint(hash, a.Key, a.Shape, a.Data)
		}
		cut, err := elements(ctx, s, 13, 4, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range cut {
			w := whole[i+1]
			size := len(w.Data.([]float32)) / 20
			if a.Key != w.Key || !slices.Equal(a.Data.([]float32), w.Data.([]float32)[13*size:17*size]) {
				t.Errorf("%s: %s of elements 13 to 16 depends on where one begins", stem(&s.options), a.Key)
			}
		}
	}
	const want = "54d2ef68657eec1e"
	if got := fmt.Sprintf("%x", hash.Sum(nil)[:8]); got != want {
		t.Errorf("elements have the hash %s, want %s", got, want)
	}
}

// Every rule is broken once.
func TestPlusRules(t *testing.T) {
	o := NewPlusOptions("pictograms")
	o.MaxObjects = 2
	s := mustPlus(t, o)
	first := func(rows []float32, width int) []float32 { // the first row that is not padding
		for i := 0; ; i += width {
			if row := rows[i : i+width]; !isZero(row) {
				return row
			}
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(images []uint8, part, object []float32)
		want  string
	}{
		{"picture", func(images []uint8, _, _ []float32) { clear(images) }, "the picture is black"},
		{"part", func(_ []uint8, part, _ []float32) { part[glyph.PartKinds] += .001 }, "belongs to no object"},
		{"kind", func(_ []uint8, part, _ []float32) { part[0], part[1] = part[1], part[0] }, "belongs to no object"},
		{"missing", func(_ []uint8, part, _ []float32) { clear(part) }, "rows of parts, want"},
		{"class", func(_ []uint8, _, object []float32) { object[0], object[1] = 1, 1 }, "the class is not one-hot"},
		{"range", func(_ []uint8, _, object []float32) { object[len(object)-1] = 1.5 }, "brightness is 1.5, want 0.5 to 1"},
		{"no object", func(_ []uint8, _, object []float32) { clear(object) }, "there are"},
	} {
		arrays, err := elements(context.Background(), s, 1, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		images, parts, objects := arrays[0].Data.([]uint8), arrays[1].Data.([]float32), arrays[2].Data.([]float32)
		part := first(parts, s.config.partWidth())
		if c.name == "kind" && part[0] == part[1] {
			part[2] = 1 - part[2]
		}
		c.spoil(images, part, first(objects, s.config.objectWidth()))
		if faults := s.rules(1, arrays); len(faults) != 1 || !strings.Contains(faults[0], c.want) ||
			!strings.HasPrefix(faults[0], "element 1: ") {
			t.Errorf("%s: got %q, want one with %q", c.name, faults, c.want)
		}
	}
	if faults := s.rules(0, []npz.Array{{Key: keyParts, Shape: []int{1, 2, 3}, Data: make([]float32, 6)}}); len(faults) != 1 {
		t.Errorf("wrong shape: got %q", faults)
	}
}

// Classes are equally likely: chi-squared with 99 degrees of freedom exceeds 148.2 once in 1,000.
func TestPlusClassesAreUniform(t *testing.T) {
	s := mustPlus(t, NewPlusOptions("glyphs"))
	const n = 20000
	counts := make([]int, len(s.config.list.names))
	var e element
	for i := range n {
		s.stream(i).drawObjects(&e)
		counts[e.classes[0]]++
	}
	chi := 0.0
	for _, c := range counts {
		d := float64(c) - n/100
		chi += d * d / (n / 100)
	}
	if chi > 148.2 {
		t.Errorf("chi-squared of classes is %.1f", chi)
	}
}

func TestPlusEpisodes(t *testing.T) {
	s := mustPlus(t, NewPlusOptions("glyphs"))
	f := s.episodes(20000)
	if f.Classes != [2]int{80, 100} || f.Note != "" || len(f.Tasks) != 2 {
		t.Fatalf("classes are %v, note %q, %d tasks", f.Classes, f.Note, len(f.Tasks))
	}
	var e element
	for i, task := range f.Tasks {
		if task.Shots != [...]int{1, 5}[i] || len(task.Episodes) != 1000 {
			t.Errorf("task %d has %d shots and %d episodes", i, task.Shots, len(task.Episodes))
		}
		for k, ep := range task.Episodes {
			seen, classes := map[int]bool{}, map[int]bool{}
			for j, class := range ep.Classes {
				classes[class] = true
				if class < 80 || len(ep.Support[j]) != task.Shots || len(ep.Query[j]) != 15 {
					t.Fatalf("episode %d: class %d with %d and %d elements", k, class, len(ep.Support[j]), len(ep.Query[j]))
				}
				for _, id := range slices.Concat(ep.Support[j], ep.Query[j]) {
					if s.stream(id).drawObjects(&e); seen[id] || id >= fullTestElements || e.classes[0] != class {
						t.Fatalf("episode %d: element %d is of class %d, want %d, once and in the test split", k, id, e.classes[0], class)
					}
					seen[id] = true
				}
			}
			if len(classes) != episodeWays {
				t.Fatalf("episode %d has %d classes", k, len(classes))
			}
		}
	}
	if f := s.episodes(400); f.Note == "" || len(f.Tasks[0].Episodes) != 0 {
		t.Errorf("a small file has %d episodes, note %q", len(f.Tasks[0].Episodes), f.Note)
	}
	if f := mustPlus(t, NewPlusOptions("digits")).episodes(20000); f.Classes != [2]int{0, 10} {
		t.Errorf("digits for episodes are %v, want all", f.Classes)
	}
}

// Episodes lie beside the file, where elements have one object.
func TestPlusCompanions(t *testing.T) {
	o := NewPlusOptions("digits")
	s := mustPlus(t, o)
	job := gen.Job{Root: t.TempDir(), Split: stem(&s.options), Count: 500, Pictures: true}
	files, err := s.companions(job)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	data, err := os.ReadFile(filepath.Join(job.Root, "syndacateplus_digits_aFfTh100n500o1p7rTs0u10w100.episodes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f episodeFile
	if err := json.Unmarshal(data, &f); err != nil || f.File != "syndacateplus_digits_aFfTh100n500o1p7rTs0u10w100.npz" ||
		len(f.Tasks[0].Episodes) != 1000 {
		t.Errorf("episodes of %q, %v", f.File, err)
	}
	o.MaxObjects = 2
	if files, err := mustPlus(t, o).companions(job); len(files) != 0 || err != nil {
		t.Errorf("with two objects: %v, %v", files, err)
	}
}

func TestPlusAbout(t *testing.T) {
	about := mustPlus(t, NewPlusOptions("glyphs")).about()
	sampling := about.Sampler.(plusSampling)
	if len(about.Classes) != 100 || *sampling.MetaTrain != [2]int{0, 80} || *sampling.MetaTest != [2]int{80, 100} {
		t.Errorf("about is %+v", about)
	}
	s := mustPlus(t, NewPlusOptions("pictograms"))
	if about = s.about(); len(about.PartPose) != s.config.partWidth() || about.Sampler.(plusSampling).MetaTest != nil {
		t.Errorf("about is %+v", about)
	}
}

func BenchmarkPlusElements(b *testing.B) {
	s := mustPlus(b, NewPlusOptions("letters26"))
	for _, pictures := range []bool{false, true} {
		b.Run(fmt.Sprint("pictures=", pictures), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				if _, err := elements(context.Background(), s, 100*i, 100, pictures); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
