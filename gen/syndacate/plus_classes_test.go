package syndacate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/scenes/numpyrng"
)

// The classes of every list are in alphabetical order and differ.
func TestPlusClassOrder(t *testing.T) {
	for _, name := range PlusClassLists() {
		var names []string
		names = mustPlus(t, NewPlusOptions(name)).config.list.names
		if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("%s: %v", name, names)
		}
	}
}

func TestOverlap(t *testing.T) {
	// Points are numbered 0 1 2 in the lowest row, 3 4 5 above it, 6 7 8 on top.
	for _, c := range []struct {
		a, b gridLine
		want bool
		why  string
	}{
		{gridLine{0, 8}, gridLine{0, 4}, true, "half a diagonal"},
		{gridLine{0, 8}, gridLine{4, 8}, true, "the other half"},
		{gridLine{0, 4}, gridLine{4, 8}, false, "two halves touch"},
		{gridLine{0, 8}, gridLine{2, 6}, false, "a crossing"},
		{gridLine{0, 2}, gridLine{3, 5}, false, "parallels"},
		{gridLine{0, 2}, gridLine{0, 2}, true, "itself"},
		{gridLine{1, 2}, gridLine{0, 1}, false, "neighbours in a row"},
	} {
		if overlap(c.a, c.b) != c.want || overlap(c.b, c.a) != c.want {
			t.Errorf("overlap(%v, %v) = %v, want %v: %s", c.a, c.b, !c.want, c.want, c.why)
		}
	}
}

// graphDistance is the Hausdorff distance over all poses of the grid, the slow way.
func graphDistance(a, b []glyph.Line) float64 {
	samples := func(lines []glyph.Line) (out []glyph.Point) {
		for _, l := range lines {
			for i := range 17 {
				t := float64(i) / 16
				out = append(out, glyph.Point{X: l.X1 + t*(l.X2-l.X1), Y: l.Y1 + t*(l.Y2-l.Y1)})
			}
		}
		return out
	}
	directed := func(p, q []glyph.Point) (most float64) {
		for _, u := range p {
			least := math.Inf(1)
			for _, v := range q {
				least = min(least, math.Hypot(u.X-v.X, u.Y-v.Y))
			}
			most = max(most, least)
		}
		return most
	}
	b = slices.Clone(b)
	if err := glyph.Normalize(b); err != nil {
		panic(err)
	}
	fixed, best := samples(b), math.Inf(1)
	for turn := -10; turn <= 10; turn++ {
		for wide := 5; wide <= 10; wide++ {
			for slant := range 6 {
				posed := slices.Clone(a)
				pose := glyph.Pose{Wideness: float64(wide) / 10, Italic: float64(slant) / 10, Rotation: float64(turn) / 10, Scale: 1}
				if err := glyph.Place(posed, pose); err != nil {
					panic(err)
				}
				for range 2 {
					moving := samples(posed)
					best = min(best, max(directed(moving, fixed), directed(fixed, moving)))
					if err := glyph.Normalize(posed); err != nil {
						panic(err)
					}
				}
			}
		}
	}
	return best
}

// The fast comparison agrees with the slow one, for shapes that differ and for some that hardly do.
func TestLikeness(t *testing.T) {
	g := numpyrng.New(3)
	alike := 0
	for i := range 10 {
		a, b := drawGlyph(g), drawGlyph(g)
		if i%2 == 1 {
			b = slices.Clone(a)
			pose := glyph.Pose{Wideness: g.Uniform(.5, 1), Italic: g.Uniform(0, .5), Rotation: g.Uniform(-1.1, 1.1), Scale: 1}
			if err := glyph.Place(b, pose); err != nil {
				t.Fatal(err)
			}
			b[0].X1 += g.Uniform(-.15, .15)
		}
		want := graphDistance(a, b) < 0.15
		if got := newLikeness(a).takenFor(newLikeness(b)); got != want {
			t.Errorf("pair %d: taken for each other: %v, want %v", i, got, want)
		}
		if want {
			alike++
		}
	}
	if alike < 2 || alike > 8 {
		t.Errorf("%d of 10 pairs are alike: the test says little", alike)
	}
}

func TestPlusGlyphs(t *testing.T) {
	names, figures, err := plusGlyphs(100, 0)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]int{}
	for _, f := range figures {
		counts[f.Len()]++
	}
	for n := 2; n <= 5; n++ {
		if counts[n] < 5 {
			t.Errorf("%d glyphs have %d lines", counts[n], n)
		}
	}
	fewNames, few, err := plusGlyphs(10, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range few {
		a, b := f.Append(nil, glyph.UprightChar), figures[i].Append(nil, glyph.UprightChar)
		if fewNames[i] != names[i] || !slices.Equal(a, b) {
			t.Errorf("glyph %d depends on how many there are", i)
		}
	}
}

// Every graph that is drawn keeps the rules, told by other means than those of the search.
func TestDrawGlyph(t *testing.T) {
	g := numpyrng.New(1)
	for i := range 500 {
		lines := drawGlyph(g)
		if len(lines) < 2 || len(lines) > 5 {
			t.Fatalf("glyph %d has %d lines", i, len(lines))
		}
		b, err := glyph.Range(lines)
		if err != nil || b.XMax-b.XMin < .5 || b.YMax-b.YMin < .5 {
			t.Fatalf("glyph %d has bounds %v, %v", i, b, err)
		}
		reached := map[glyph.Point]bool{{X: lines[0].X1, Y: lines[0].Y1}: true}
		for range lines {
			for _, l := range lines {
				from, to := glyph.Point{X: l.X1, Y: l.Y1}, glyph.Point{X: l.X2, Y: l.Y2}
				if reached[from] || reached[to] {
					reached[from], reached[to] = true, true
				}
			}
		}
		for _, l := range lines {
			if !reached[glyph.Point{X: l.X1, Y: l.Y1}] {
				t.Fatalf("glyph %d is not connected: %v", i, lines)
			}
			for _, v := range []float64{l.X1, l.Y1, l.X2, l.Y2} {
				if v != 0 && v != .5 && v != 1 {
					t.Fatalf("glyph %d has an end point at %g", i, v)
				}
			}
			for _, m := range lines {
				if l != m && commonPoints(l, m) > 1 {
					t.Fatalf("glyph %d: %v and %v overlap", i, l, m)
				}
			}
		}
	}
}

// commonPoints counts the points k/16 along l that lie on m.
func commonPoints(l, m glyph.Line) (n int) {
	for k := range 17 {
		x, y := l.X1+float64(k)/16*(l.X2-l.X1), l.Y1+float64(k)/16*(l.Y2-l.Y1)
		around := math.Hypot(x-m.X1, y-m.Y1) + math.Hypot(x-m.X2, y-m.Y2)
		if around-math.Hypot(m.X2-m.X1, m.Y2-m.Y1) < 1e-9 {
			n++
		}
	}
	return n
}

func TestPlusWords(t *testing.T) {
	for _, letters := range [][]string{glyph.Letters(), alphabet26} {
		names, _, err := plusWords(letters)(300, 1)
		if err != nil {
			t.Fatal(err)
		}
		lengths := map[int]int{}
		for _, name := range names {
			word := strings.ToUpper(name)
			lengths[len(word)]++
			if strings.Trim(word, strings.Join(letters, "")) != "" {
				t.Errorf("%s has letters that are not enabled", word)
			}
			if run := longestRun(word, true); run > 2 {
				t.Errorf("%s has %d vowels in a row", word, run)
			}
			if run := longestRun(word, false); run > 2 {
				t.Errorf("%s has %d consonants in a row", word, run)
			}
		}
		for n := 2; n <= 6; n++ {
			if lengths[n] == 0 {
				t.Errorf("no word has %d letters", n)
			}
		}
	}
	if _, _, err := plusWords([]string{"A", "L"})(100, 0); err == nil ||
		err.Error() != "syndacate: class count is 100, but only 10 words were found" {
		t.Errorf("got %v", err)
	}
}

// longestRun is the length of the longest run of vowels, or of consonants.
func longestRun(word string, vowel bool) (longest int) {
	run := 0
	for _, c := range word {
		if strings.ContainsRune(vowels, c) == vowel {
			run++
		} else {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

func BenchmarkPlusGlyphs(b *testing.B) {
	for b.Loop() {
		if _, err := findGlyphs(100, modeStream(0, classRandom, 0)); err != nil {
			b.Fatal(err)
		}
	}
}
