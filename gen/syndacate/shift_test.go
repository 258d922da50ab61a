package syndacate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/gen"
	"mereo/gen/write/npz"
)

// openShift opens the source of a split with 200 test elements.
func openShift(t testing.TB, o ShiftOptions) *shiftSource {
	t.Helper()
	o.TestElements = smallTestElements
	stem, err := ShiftStem(o)
	if err != nil {
		t.Fatal(err)
	}
	src, err := parseShiftStem(stem)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestShiftStem(t *testing.T) {
	for _, c := range []struct {
		options ShiftOptions
		want    string
	}{
		{ShiftOptions{Split: "rotation", Seed: 1}, "syndacateood_rotation_aFfTh100o1p4rTs1t10000u10w100"},
		{ShiftOptions{Split: "pairs", AlignSets: true, TestElements: 200}, "syndacateood_pairs_aTfTh100o2p8rTs0t200u10w100"},
		{ShiftOptions{Split: "scale", NoFlips: true, Distinct: true, MaxObjects: 3, Width: 64, Height: 32, Upsample: 4},
			"syndacateood_scale_aFfFh32o3p12rFs0t10000u4w64"},
		{ShiftOptions{Split: "words-compose"}, "syndacateood_words-compose_h100o3s0t10000u10w100"},
		{ShiftOptions{Split: "count-4-5", Seed: 1<<32 - 1}, "syndacateood_count-4-5_aFfTh100o5p20rTs4294967295t10000u10w100"},
	} {
		got, err := ShiftStem(c.options)
		if err != nil || got != c.want {
			t.Errorf("ShiftStem(%+v) = %q, %v, want %q", c.options, got, err, c.want)
			continue
		}
		name, err := nameWith(got, 400)
		if err != nil {
			t.Fatal(err)
		}
		if stem, n, err := stemOf(name); stem != got || n != 400 || err != nil {
			t.Errorf("stemOf(%q) = %q, %d, %v", name, stem, n, err)
		}
		s, err := parseShiftStem(got)
		if err != nil {
			t.Fatal(err)
		}
		if again := stem(s); again != got {
			t.Errorf("%q read and written is %q", got, again)
		}
	}
}

func TestShiftStemErrors(t *testing.T) {
	for _, c := range []struct {
		options ShiftOptions
		want    string
	}{
		{ShiftOptions{Split: "colour"}, `syndacate: split is "colour", want one of rotation, rotation-wide, scale, position, ` +
			"thickness, class-pose, pairs, count, count-4-5, overlap, repetition, words-compose, words-length, part-drop"},
		{ShiftOptions{Split: "pairs", MaxObjects: 3}, "syndacate: max_num_objects is 3 with the split pairs, want 2"},
		{ShiftOptions{Split: "overlap", MaxObjects: 1}, "syndacate: max_num_objects is 1 with the split overlap, want 2 to 20"},
		{ShiftOptions{Split: "scale", TestElements: 7},
			"syndacate: number of test elements is 7 with the split scale, want 10000 or 200"},
		{ShiftOptions{Split: "repetition", Distinct: true},
			"syndacate: object_replacement is false with the split repetition, want true"},
		{ShiftOptions{Split: "words-length", AlignSets: true},
			"syndacate: split words-length has words: they have no lines to align or flip, and may repeat"},
		{ShiftOptions{Split: "scale", Width: -1}, "syndacate: width is -1, want 1 to 4096"},
	} {
		if _, err := ShiftStem(c.options); err == nil || err.Error() != c.want {
			t.Errorf("ShiftStem(%+v): %v, want %s", c.options, err, c.want)
		}
	}
	for _, c := range []struct{ stem, want string }{
		{"syndacateood_scale", "want syndacateood_SPLIT_ARGUMENTS"},
		{"syndacateood_scale_aFfTh100o1p3rTs0t200u10w100", "max_num_parts is 3 with the split scale, want 4, all lines"},
		{"syndacateood_scale_aFfTh100o1p4rTs0t0u10w100", "number of test elements is 0 with the split scale, want 10000 or 200"},
		{"syndacateood_scale_aFfTh100o1p4rTs0u10w100", `want the letter t after "syndacateood_scale_aFfTh100o1p4rTs0"`},
		{"syndacateood_scale_aFfTh100o1p4rTs0u10w100t200", `want the letter t after "syndacateood_scale_aFfTh100o1p4rTs0"`},
		{"syndacateood_scale_aFfTh100o1p4rTs4294967296t200u10w100", "seed is 4294967296 with the split scale, want less than 2^32"},
	} {
		want := fmt.Sprintf("syndacate: name %q: %s", c.stem, c.want)
		if _, err := parseShiftStem(c.stem); err == nil || err.Error() != want {
			t.Errorf("parseShiftStem(%q): %v, want %s", c.stem, err, want)
		}
	}
}

// Every split: finished elements keep its rules, whatever the rows; test elements break the training rule and the other way
// round, but where one is more than the other.
func TestShiftRules(t *testing.T) {
	for _, name := range ShiftSplits() {
		for _, o := range []ShiftOptions{
			{Split: name}, {Split: name, AlignSets: true}, {Split: name, NoFlips: true}, {Split: name, MaxObjects: 3},
		} {
			if _, err := ShiftStem(o); err != nil {
				continue
			}
			s := openShift(t, o)
			arrays, err := elements(context.Background(), s, smallTestElements-60, 120, false)
			if err != nil {
				t.Fatal(err)
			}
			if faults := s.rules(smallTestElements-60, arrays); len(faults) > 0 {
				t.Errorf("%+v: %q", o, faults)
			}
			wrong := *s.split
			wrong.test, wrong.train = wrong.train, wrong.test
			s.split = &wrong
			want := 3 // test, train and test_iid
			if wrong.train.wide {
				want = 1 // test alone: ordinary rotations are among the wide ones
			}
			n := 0
			for _, first := range []struct {
				at, from, to int
				prefix       string
			}{{smallTestElements - 60, 0, 60, ""}, {smallTestElements, 60, 120, ""}, {smallTestElements - 60, 0, 60, testPrefix}} {
				if len(s.rulesOf(first.at, first.prefix, rowsFrom(arrays, first.prefix, first.from, first.to))) > 0 {
					n++
				}
			}
			if n != want {
				t.Errorf("%+v: with its rules swapped %d of 3 kinds of elements break them, want %d", o, n, want)
			}
		}
	}
}

// rowsFrom cuts the arrays of poses with a prefix to some rows.
func rowsFrom(arrays []npz.Array, prefix string, from, to int) (out []npz.Array) {
	for _, a := range arrays {
		if data, ok := a.Data.([]float32); ok && (a.Key == prefix+keyParts || a.Key == prefix+keyObjects) {
			size := len(data) / a.Shape[0]
			shape := append([]int{to - from}, a.Shape[1:]...)
			out = append(out, npz.Array{Key: a.Key, Shape: shape, Data: data[from*size : to*size]})
		}
	}
	return out
}

// The same elements whatever the cuts, and those of every machine.
func TestShiftSameElements(t *testing.T) {
	h := sha256.New()
	for _, name := range ShiftSplits() {
		s := openShift(t, ShiftOptions{Split: name, Seed: 7})
		whole, err := elements(context.Background(), s, 195, 10, true)
		if err != nil {
			t.Fatal(err)
		}
		joined := make([]npz.Array, len(whole))
		for _, cut := range [][2]int{{195, 3}, {198, 6}, {204, 1}} {
			part, err := elements(context.Background(), s, cut[0], cut[1], true)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range part {
				j := &joined[i]
				if j.Data == nil {
					*j = a
					continue
				}
				j.Shape[0] += a.Shape[0]
				j.Data = reflect.AppendSlice(reflect.ValueOf(j.Data), reflect.ValueOf(a.Data)).Interface()
			}
		}
		if !reflect.DeepEqual(whole, joined) {
			t.Errorf("%s: elements depend on how they are cut", name)
		}
		for _, a := range whole {
			fmt.Fprint(h, a.Key, a.Shape, a.Data)
		}
		if got, want := fmt.Sprint(whole[len(whole)-1].Shape[0]), "5"; got != want {
			t.Errorf("%s: %s rows of %s, want %s", name, got, whole[len(whole)-1].Key, want)
		}
	}
	if got, want := hex.EncodeToString(h.Sum(nil))[:16], "64a9cbaf76819071"; got != want {
		t.Errorf("hash of elements of all splits is %s, want %s", got, want)
	}
}

// A rule that nothing meets ends with an error.
func TestShiftGivesUp(t *testing.T) {
	s := openShift(t, ShiftOptions{Split: "scale"})
	split := *s.split
	split.test = everyPose("only scales below 0", func(p *glyph.Pose) bool { return p.Scale < 0 })
	s.split = &split
	_, err := elements(context.Background(), s, 17, 1, false)
	want := "syndacate: split scale: element 17: none of 10000 draws has only scales below 0"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Shares that are known: two strokes of width w and length l that cross have w*w pixels in common.
func TestCoveredShares(t *testing.T) {
	i, x := 3, 8 // places of I and X among the classes
	upright := glyph.Pose{Wideness: 1, Scale: 0.5, Thickness: 10, Brightness: 0.6}
	brighter, across, away := upright, upright, upright
	brighter.Brightness = 0.9
	across.Rotation, across.Brightness = math.Pi/2, 0.9
	away.X, away.Brightness = 1, 0.9
	for _, c := range []struct {
		name    string
		classes []int
		poses   []glyph.Pose
		want    []float64
	}{
		{"one object", []int{i}, []glyph.Pose{upright}, []float64{0}},
		{"apart", []int{i, i}, []glyph.Pose{upright, away}, []float64{0, 0}},
		{"the same place", []int{i, i}, []glyph.Pose{upright, brighter}, []float64{1, 0}},
		{"the same place, the bright one first", []int{i, i}, []glyph.Pose{brighter, upright}, []float64{0, 1}},
		{"the same brightness", []int{i, i}, []glyph.Pose{upright, upright}, []float64{1, 0}},
		{"crossing, 25 of 250 pixels", []int{i, i}, []glyph.Pose{upright, across}, []float64{0.1, 0}},
		{"three, the later of equally bright ones in front", []int{i, i, i}, []glyph.Pose{brighter, across, upright},
			[]float64{0.1, 0, 1}},
		{"boxes that meet, strokes that do not", []int{x, i},
			[]glyph.Pose{upright, {Wideness: 1, Scale: 0.2, Y: 0.9, Thickness: 5, Brightness: 0.9}}, []float64{0, 0}},
	} {
		got := coveredShares(charShapes, c.classes, c.poses, 100, 100)
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 0.005 {
				t.Errorf("%s: shares are %.4f, want %.4f", c.name, got, c.want)
				break
			}
		}
	}
}

// The numbers that notes tell.
func TestShiftNotes(t *testing.T) {
	// Of the pairs of ten classes, 44 and 11 are in training and test, and every class has equally many of each as one of two.
	split := openShift(t, ShiftOptions{Split: "pairs"}).split
	train, test := 0, 0
	for i := range charClasses {
		ordered := 0
		for j := range charClasses {
			if split.test.holds(nil, []int{i, j}, nil) == split.train.holds(nil, []int{i, j}, nil) {
				t.Errorf("the pair %d, %d is in both or none", i, j)
			}
			if split.test.holds(nil, []int{i, j}, nil) {
				ordered++
			}
			if j >= i && split.test.holds(nil, []int{i, j}, nil) {
				test++
			} else if j >= i {
				train++
			}
		}
		if ordered != 2 {
			t.Errorf("class %d has %d partners in test, want 2", i, ordered)
		}
	}
	if train != 44 || test != 11 {
		t.Errorf("%d pairs in training and %d in test, want 44 and 11", train, test)
	}

	// Letters of test words that no training word has.
	for name, want := range map[string]string{"words-compose": "", "words-length": "L"} {
		s := openShift(t, ShiftOptions{Split: name})
		var seen, new string
		for pass, rule := range []shiftRule{s.split.train, s.split.test} {
			for class, word := range s.config.classes() {
				if !rule.holds(s, []int{class}, nil) {
					continue
				}
				for _, letter := range strings.ToUpper(word) {
					if pass == 0 {
						seen += string(letter)
					} else if !strings.ContainsRune(seen+new, letter) {
						new += string(letter)
					}
				}
			}
		}
		if new != want {
			t.Errorf("%s: letters of test words that training words have not are %q, want %q", name, new, want)
		}
	}
}

func BenchmarkShift(b *testing.B) {
	for _, name := range ShiftSplits() {
		s := openShift(b, ShiftOptions{Split: name})
		s.testElements = math.MaxInt
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := elements(context.Background(), s, i, 1, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The table of a file shows the shift and nothing else.
func TestShiftTables(t *testing.T) {
	s := openShift(t, ShiftOptions{Split: "scale", MaxObjects: 2})
	stem, err := ShiftStem(ShiftOptions{Split: "scale", MaxObjects: 2, TestElements: smallTestElements})
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Split: stem, Count: 400}
	path, err := filePath(job)
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := elements(context.Background(), s, 0, 400, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := npz.Write(job.Root, path, arrays); err != nil {
		t.Fatal(err)
	}
	tables, err := s.tables(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, row := range append(tables[0].Rows, tables[1].Rows...) {
		rows[row[0]] = row[1:]
	}
	near := func(name string, tolerance float64, want ...float64) {
		t.Helper()
		for i, w := range want {
			if v, err := strconv.ParseFloat(rows[name][i], 64); err != nil || math.Abs(v-w) > tolerance {
				t.Errorf("%s of column %d is %s, want %g within %g", name, i, rows[name][i], w, tolerance)
			}
		}
	}
	// Ranges are uniform; 200 elements have at least 200 objects: five deviations of means. Elements of n objects keep a rule
	// with chances (1/3)^n and (2/3)^n.
	near("scale", 5*0.0577/math.Sqrt(200), 0.25, 0.4, 0.4)
	near("wideness", 5*0.1443/math.Sqrt(200), 0.75, 0.75, 0.75)
	near("absolute rotation", 5*0.1443/math.Sqrt(200), 0.25, 0.25, 0.25)
	near("objects in a picture", 5*0.5/math.Sqrt(200), 1.25, 1.4, 1.4)
	sum := 0
	for _, class := range s.config.classes() {
		n, err := strconv.Atoi(rows[class][2])
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	if got, want := rows["objects in a picture"][2], fmt.Sprintf("%.2f", float64(sum)/200); got != want {
		t.Errorf("%s objects in a picture of train, but %s by classes", got, want)
	}
}

// What a source says of its files names the rules of both parts.
func TestShiftAbout(t *testing.T) {
	notes := strings.Join(openShift(t, ShiftOptions{Split: "count"}).about().Notes, "\n")
	for _, want := range []string{"an element of test has 3 objects", "train and of test_iid_* has 1 or 2 objects"} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes have no %q:\n%s", want, notes)
		}
	}
}
