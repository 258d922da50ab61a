package syndacate

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/assets/glyph"
	"mereo/scenes/numpyrng"
)

// Rows of arrays, from the table of the published format.
func TestRowCounts(t *testing.T) {
	want := map[string][3]int{ // rows of parts, rows of objects, values of an object
		"one character": {9, 1, 18}, "no flips": {5, 1, 18}, "single part": {3, 1, 18}, "characters": {25, 4, 18},
		"aligned": {25, 25, 18}, "no replacement": {25, 4, 18}, "words": {0, 4, 18}, "one square": {0, 1, 2}, "squares": {0, 6, 2},
	}
	for _, c := range publishedConfigs {
		if got := [...]int{c.partRows(), c.objectRows(), c.objectWidth()}; got != want[c.name] {
			t.Errorf("%s: rows and width are %v, want %v", c.name, got, want[c.name])
		}
	}
}

// A stream goes on the same way after elements that were made, skipped, or made by others.
func TestSkippingLeadsWhereMakingDoes(t *testing.T) {
	for _, c := range publishedConfigs {
		made, err := newSampler(c.samplerConfig)
		if err != nil {
			t.Fatal(err)
		}
		skipped, err := newSampler(c.samplerConfig)
		if err != nil {
			t.Fatal(err)
		}
		var e element
		for range 100 {
			made.next(&e)
		}
		skipped.skip(100)
		if made.generator != skipped.generator {
			t.Errorf("%s: 100 elements lead to %v, skipping them to %v", c.name, made.generator, skipped.generator)
		}
	}
}

// However many goroutines ask for elements, in whatever order, they get those of one pass.
func TestStreamStartsAgreeWithOnePass(t *testing.T) {
	const n, stride = 300, 7
	var want [n]numpyrng.Generator
	pass, err := newSampler(aligned)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i] = pass.generator
		pass.skip(1)
	}
	starts, err := newStreamStarts(aligned, stride)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range n {
				index := (i*91 + worker*37) % n // 91 has no divisor in common with n: every index once
				if got := starts.samplerAt(index).generator; got != want[index] {
					t.Errorf("worker %d: the stream at element %d is %v, want %v", worker, index, got, want[index])
				}
			}
		})
	}
	group.Wait()
	if got, most := len(starts.starts), n/stride+1; got > most {
		t.Errorf("%d starts are kept for %d elements, want at most %d", got, n, most)
	}
}

// What holds for every element of the published files.
func TestElementsKeepTheirPromises(t *testing.T) {
	for _, c := range publishedConfigs {
		t.Run(c.name, func(t *testing.T) {
			const n = 10_000
			config := c.samplerConfig
			s, err := newSampler(config)
			if err != nil {
				t.Fatal(err)
			}
			partZeros, objectZeros := make([]int, config.partRows()), make([]int, config.objectRows())
			var e element
			for i := range n {
				s.next(&e)
				parts, objects := rowsOf(config, &e)
				checkPoses(t, config, &e)
				usedParts, usedObjects := usedRows(parts, partWidth, partZeros), usedRows(objects, config.objectWidth(), objectZeros)
				if usedParts != len(e.partSlots) {
					t.Fatalf("element %d: %d rows of parts for %d parts", i, usedParts, len(e.partSlots))
				}
				if config.aligned() {
					checkAligned(t, config, parts, objects)
				} else if usedObjects != len(e.poses) {
					t.Fatalf("element %d: %d rows of objects for %d objects", i, usedObjects, len(e.poses))
				}
				if usedParts > 0 {
					checkParts(t, config, parts, usedParts)
				}
				if t.Failed() {
					t.Fatalf("element %d", i)
				}
			}
			for name, zeros := range map[string][]int{"parts": partZeros, "objects": objectZeros} {
				for row, z := range zeros {
					if len(zeros) == 1 && z != 0 || len(zeros) > 1 && (z < n/100 || z > n-n/100) {
						t.Errorf("row %d of %s is zero in %d of %d elements", row, name, z, n)
					}
				}
			}
		})
	}
}

// usedRows counts the rows that are not all zero, and adds the others to their places in zeros.
func usedRows(rows []float32, width int, zeros []int) int {
	used := 0
	for i := range zeros {
		if slices.ContainsFunc(rows[i*width:(i+1)*width], func(v float32) bool { return v != 0 }) {
			used++
		} else {
			zeros[i]++
		}
	}
	return used
}

func checkPoses(t *testing.T, c samplerConfig, e *element) {
	t.Helper()
	ranges := charRanges
	if c.sampler == wordsSampler {
		ranges = wordRanges
	}
	for i, p := range e.poses {
		for j, v := range p.Values() {
			inside := v >= ranges[j][0] && v < ranges[j][1]
			if c.sampler == squaresSampler && glyph.PoseNames[j] != "x" && glyph.PoseNames[j] != "y" {
				inside = v == 0
			}
			if !inside {
				t.Errorf("object %d: %s is %v, want %v", i, glyph.PoseNames[j], v, ranges[j])
			}
		}
	}
	if !c.objectReplacement {
		classes := slices.Sorted(slices.Values(e.classes))
		if len(slices.Compact(classes)) != len(e.classes) {
			t.Errorf("classes %v without replacement", e.classes)
		}
	}
}

// checkParts wants parts inside the plane, and with flips one partner each, whose ends are swapped.
func checkParts(t *testing.T, c samplerConfig, parts []float32, used int) {
	t.Helper()
	rows := map[[partWidth]float32]int{}
	for row := range slices.Chunk(parts, partWidth) {
		if key := [partWidth]float32(row); key != [partWidth]float32{} {
			rows[key]++
		}
	}
	if len(rows) != used {
		t.Errorf("%d of %d parts differ", len(rows), used)
	}
	for r := range rows {
		for _, v := range r[:4] {
			if math.Abs(float64(v)) > 1 {
				t.Errorf("part %v leaves the plane", r)
			}
		}
		if r[4] < 1 || r[4] >= 5 || r[5] < 0.5 || r[5] >= 1 {
			t.Errorf("part %v has thickness or brightness out of range", r)
		}
		if partner := [partWidth]float32{r[2], r[3], r[0], r[1], r[4], r[5]}; rows[partner] != 1 && c.flipParts {
			t.Errorf("part %v has %d partners, want 1", r, rows[partner])
		}
	}
}

// checkAligned wants the part of every row among the lines of the object of the same row.
func checkAligned(t *testing.T, c samplerConfig, parts, objects []float32) {
	t.Helper()
	for i := range c.partRows() {
		part, object := parts[i*partWidth:(i+1)*partWidth], objects[i*objectWidth:(i+1)*objectWidth]
		class := slices.Index(object[:10], 1)
		if part[5] == 0 || class < 0 {
			if part[5] != 0 || class >= 0 {
				t.Errorf("row %d: part %v and object %v", i, part, object)
			}
			continue
		}
		var values []float64
		for _, v := range object[10:] {
			values = append(values, float64(v))
		}
		p, err := glyph.PoseOf(values)
		if err != nil {
			t.Fatal(err)
		}
		lines := charShapes[class].Append(nil, p)
		n := len(lines)
		lines = append(lines, lines...)
		glyph.Flip(lines[n:])
		if !slices.ContainsFunc(lines, func(l glyph.Line) bool {
			row := [...]float64{l.X1, l.Y1, l.X2, l.Y2, l.Thickness, l.Brightness}
			for j, v := range row {
				if math.Abs(v-float64(part[j])) > 1e-5 {
					return false
				}
			}
			return true
		}) {
			t.Errorf("row %d: part %v is no line of %s at %v", i, part, charClasses[class], p)
		}
	}
}

// Given objects come out as they were put in.
func TestNewElementBuildsWhatIsGiven(t *testing.T) {
	c := published(syndacateSampler, func(c *samplerConfig) { c.maxObjects, c.maxParts, c.alignSets = 2, 2, true })
	poses := []glyph.Pose{
		{Wideness: 0.5, Scale: 0.2, Thickness: 5, Brightness: 0.5}, {Wideness: 0.9, Scale: 0.3, X: 1, Thickness: 6, Brightness: 0.9},
	}
	// An I and an L: lines 0; 1 and 2. The second line of the L is kept and then the I.
	e, err := newElement(c, []int{3, 4}, poses, []int{2, 0}, []int{4, 1, 0, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 0, 1, 0}; !slices.Equal(e.objectOf, want) {
		t.Errorf("parts belong to objects %v, want %v", e.objectOf, want)
	}
	parts, objects := rowsOf(c, e)
	if row := parts[1*partWidth : 2*partWidth]; !slices.Equal(row, []float32{0, -0.2, 0, 0.2, 1, 0.5}) {
		t.Errorf("row 1 of the parts is %v, want the I upright", row)
	}
	if row := parts[2*partWidth : 3*partWidth]; !slices.Equal(row, []float32{0, 0.2, 0, -0.2, 1, 0.5}) {
		t.Errorf("row 2 of the parts is %v, want the I from above", row)
	}
	for row, class := range map[int]int{4: 4, 1: 3, 0: 4, 2: 3} {
		if got := slices.Index(objects[row*objectWidth:(row+1)*objectWidth], 1); got != class {
			t.Errorf("row %d of the objects has class %d, want %d", row, got, class)
		}
	}
	if row := objects[3*objectWidth : 4*objectWidth]; slices.Max(row) != 0 || slices.Min(row) != 0 {
		t.Errorf("row 3 of the objects is %v, want zeros", row)
	}
}

func TestNewElementRefuses(t *testing.T) {
	c := oneChar
	pose := []glyph.Pose{glyph.UprightChar}
	for _, e := range []struct {
		what                   string
		classes                []int
		poses                  []glyph.Pose
		subset, parts, objects []int
		want                   string
	}{
		{"no objects", nil, nil, nil, nil, nil, "syndacate: element has 0 objects, want 1 to 1"},
		{"two objects", []int{3, 3}, []glyph.Pose{pose[0], pose[0]}, nil, nil, nil, "syndacate: element has 2 objects, want 1 to 1"},
		{"no classes", nil, pose, nil, nil, nil, "syndacate: element has 0 classes for 1 poses"},
		{"class", []int{10}, pose, nil, nil, nil, "syndacate: class is 10, want 0 to 9"},
		{"subset", []int{3}, pose, []int{1}, nil, nil, "syndacate: subset is 1, want different ones from 0 to 0"},
		{"rows missing", []int{3}, pose, nil, []int{1}, []int{0}, "syndacate: 2 parts have 1 rows"},
		{"row twice", []int{3}, pose, nil, []int{1, 1}, []int{0}, "syndacate: row of a part is 1, want different ones from 0 to 8"},
		{"object's row", []int{3}, pose, nil, []int{1, 2}, []int{1},
			"syndacate: row of an object is 1, want different ones from 0 to 0"},
		{"object's row missing", []int{3}, pose, nil, []int{1, 2}, nil, "syndacate: 1 objects have 0 rows"},
	} {
		if _, err := newElement(c, e.classes, e.poses, e.subset, e.parts, e.objects); err == nil || err.Error() != e.want {
			t.Errorf("%s: error %v, want %q", e.what, err, e.want)
		}
	}
}

func TestConfigurationsAreChecked(t *testing.T) {
	for _, c := range publishedConfigs {
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	bad := published(syndacateSampler, func(c *samplerConfig) {
		c.numElements, c.maxObjects, c.maxParts, c.objectReplacement, c.width, c.height, c.upsample = 0, 11, 0, false, 0, 5000, -1
	})
	_, err := newSampler(bad)
	want := "syndacate: num_elements is 0, want 1 to 100000000; max_num_parts is 0, want 1 to 10000; " +
		"max_num_objects is 11 without object_replacement, want at most 10, the number of classes; " +
		"width is 0, want 1 to 4096; height is 5000, want 1 to 4096; upsample_ratio is -1, want 1 to 100"
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant %s", err, want)
	}
	_, err = newStreamStarts(newSamplerConfig("glyphs"), 10)
	if err == nil || !strings.Contains(err.Error(), `sampler is "glyphs"`) {
		t.Errorf("unknown sampler: error %v", err)
	}
	// Words have no parts and always replace: what is set for them changes nothing.
	free := published(wordsSampler, func(c *samplerConfig) {
		c.maxParts, c.objectReplacement, c.alignSets, c.flipParts = 0, false, true, false
	})
	if err := free.Validate(); err != nil {
		t.Errorf("words: %v", err)
	}
	a, b := mustFirst(t, free), mustFirst(t, wordSet)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("words with settings of another sampler begin with %v, want %v", a, b)
	}
}

// mustFirst are the rows of the first element.
func mustFirst(t *testing.T, c samplerConfig) []float32 {
	t.Helper()
	s, err := newSampler(c)
	if err != nil {
		t.Fatal(err)
	}
	var e element
	s.next(&e)
	_, objects := rowsOf(c, &e)
	return objects
}

func TestElementsNeedNoMemory(t *testing.T) {
	for _, c := range publishedConfigs {
		s, err := newSampler(c.samplerConfig)
		if err != nil {
			t.Fatal(err)
		}
		var e element
		for range 100 {
			s.next(&e)
		}
		if n := testing.AllocsPerRun(100, func() { s.next(&e) }); n != 0 {
			t.Errorf("%s: %v allocations an element, want 0", c.name, n)
		}
	}
}
