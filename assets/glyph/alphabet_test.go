package glyph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// linesOf are the numbers of lines of A to Z.
var linesOf = [26]int{3, 6, 3, 5, 4, 3, 5, 3, 1, 3, 3, 2, 4, 3, 4, 4, 5, 5, 5, 2, 3, 2, 4, 2, 3, 3}

func TestAlphabetShape(t *testing.T) {
	for i, want := range linesOf {
		name := string(rune('A' + i))
		s, err := AlphabetShape(name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != want {
			t.Errorf("%s has %d lines, want %d", name, s.Len(), want)
		}
		for _, b := range furtherLetters[name[0]] {
			for _, v := range b {
				if v != math.Trunc(4*v)/4 || v < 0 || v > 1 {
					t.Errorf("%s has an end point at %g, want 0, .25, .5, .75 or 1", name, v)
				}
			}
		}
		if standard, err := LetterShape(name); err == nil && !slices.Equal(standard.lines, s.lines) {
			t.Errorf("%s is not the standard letter", name)
		}
		if (err == nil) == (furtherLetters[name[0]] != nil && canonical(name) != nil) {
			t.Errorf("%s is in both tables", name)
		}
	}
	for _, name := range []string{"", "a", "AB", "1", "É"} {
		if _, err := AlphabetShape(name); err == nil {
			t.Errorf("AlphabetShape(%q) has no error", name)
		}
	}
}

func TestDigitShape(t *testing.T) {
	for i, want := range [...]int{6, 2, 5, 5, 4, 5, 6, 3, 7, 6} { // segments that a display lights
		s, err := DigitShape(string(rune('0' + i)))
		if err != nil || s.Len() != want {
			t.Errorf("%d has %d segments, %v, want %d", i, s.Len(), err, want)
		}
	}
	if _, err := DigitShape("A"); err == nil || err.Error() != `glyph: digit "A" is unknown, want 0 to 9` {
		t.Errorf("got %v", err)
	}
}

// Words that both know are the same to the bit.
func TestAlphabetWordShape(t *testing.T) {
	for _, name := range []string{"Ai", "Hi", "Me", "Aim", "Fan", "Him", "Fail", "Film", "Lime", "Mile", "Hello", "Hollie"} {
		want, err := WordShape(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := AlphabetWordShape(name)
		if err != nil || !slices.Equal(got.lines, want.lines) || !slices.Equal(got.letters, want.letters) {
			t.Errorf("%s differs from the standard word (%v)", name, err)
		}
	}
	if _, err := AlphabetWordShape("ab1"); err == nil || err.Error() != `glyph: letter '1' of word "ab1" is unknown, want A to Z` {
		t.Errorf("got %v", err)
	}
	if _, err := AlphabetWordShape(""); err == nil {
		t.Error("a word without letters has no error")
	}
}

func anyPose(r *rand.Rand) Pose {
	u := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	return Pose{u(.5, 1), u(0, .5), u(-.5, .5), u(.2, .5), u(-1, 1), u(-1, 1), u(5, 10), u(.5, 1)}
}

// A figure of lines is placed as the shape is, to the bit.
func TestFigureOfLines(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		s, err := AlphabetShape(string(rune('A' + r.IntN(26))))
		if err != nil {
			t.Fatal(err)
		}
		p := anyPose(r)
		lines, parts := s.Append(nil, p), s.Figure().Append(nil, p)
		for i, l := range lines {
			q := parts[i]
			got := Line{q.Points[0].X, q.Points[0].Y, q.Points[1].X, q.Points[1].Y, q.Thickness, q.Brightness}
			if got != l || q.Kind != LinePart {
				t.Fatalf("seed %d, line %d: got %v, want %v", seed, i, got, l)
			}
		}
	}
}

// Figures fill their circle and stay in the plane.
func TestFiguresStayInside(t *testing.T) {
	var figures []Figure
	for _, name := range Pictograms() {
		f, err := Pictogram(name)
		if err != nil {
			t.Fatal(err)
		}
		figures = append(figures, f)
	}
	for i := range 26 {
		f, err := RoundLetter(string(rune('A' + i)))
		if err != nil {
			t.Fatal(err)
		}
		figures = append(figures, f)
	}
	const eps = 1e-12
	for i, f := range figures {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		for range 100 {
			p := anyPose(r)
			center := Point{p.X * (1 - p.Scale), p.Y * (1 - p.Scale)}
			var reach float64
			eachExtent(f.Append(nil, p), func(q Point, radius float64) {
				reach = max(reach, math.Hypot(q.X-center.X, q.Y-center.Y)+radius)
				if max(math.Abs(q.X), math.Abs(q.Y))+radius > 1+eps {
					t.Fatalf("figure %d: %v of radius %g leaves the plane", i, q, radius)
				}
			})
			if math.Abs(reach-p.Scale) > eps {
				t.Fatalf("figure %d reaches %g from its center, want %g", i, reach, p.Scale)
			}
		}
	}
}

// A disc keeps its share of a square that is widened and slanted with it.
func TestDiscKeepsItsShare(t *testing.T) {
	f, err := newFigure([]Part{quad(0, 0, 0, 4, 0, 4, 4, 0, 4), disc(2, 2, 1)})
	if err != nil {
		t.Fatal(err)
	}
	parts := f.Append(nil, Pose{Wideness: .6, Italic: .4, Rotation: .3, Scale: .4, X: .2, Y: -.1, Thickness: 5, Brightness: .7})
	var area float64
	for i := range 4 {
		a, b := parts[0].Points[i], parts[0].Points[(i+1)%4]
		area += (a.X*b.Y - b.X*a.Y) / 2
	}
	if got := parts[1].Radius * parts[1].Radius / area; math.Abs(got-1./16) > 1e-12 {
		t.Errorf("radius squared is %g of the square, want 1/16", got)
	}
}

func TestParts(t *testing.T) {
	for k := range PartKind(PartKinds) {
		p := Part{Kind: k, Points: [4]Point{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, Radius: 9, Thickness: 10, Brightness: 11, Fill: 12}
		values, names := p.AppendValues(nil), k.ValueNames()
		if len(values) != len(names) || len(values) > MostPartValues {
			t.Errorf("%s has %d values, %d names, want at most %d", k, len(values), len(names), MostPartValues)
		}
		if p.Flipped().Flipped() != p {
			t.Errorf("%s flipped twice is not itself", k)
		}
	}
	q := quad(1, 1, 2, 3, 4, 5, 6, 7, 8).Flipped()
	if got := q.AppendValues(nil); !slices.Equal(got, []float64{7, 8, 5, 6, 3, 4, 1, 2, 0, 0, 1}) {
		t.Errorf("flipped quadrilateral is %v", got)
	}
	a := arc(1, 2, 3, 4, 5, 6).Flipped()
	if got := a.AppendValues(nil); !slices.Equal(got, []float64{5, 6, 3, 4, 1, 2, 0, 0}) {
		t.Errorf("flipped arc is %v", got)
	}
	// The middle of a quadratic Bezier curve is (first + 2 control + last)/4.
	bow := arc(0, 0, 1, 2, 2, 0)
	if got := bow.ArcPoint(ArcSegments / 2); got != (Point{1, 1}) {
		t.Errorf("the middle of the arc is %v, want {1 1}", got)
	}
	if d := disc(1, 2, 3); d.Flipped() != d {
		t.Error("a flipped disc is another")
	}
	for _, parts := range [][]Part{nil, {stroke(1, 1, 1, 1)}} {
		if _, err := newFigure(parts); err == nil {
			t.Errorf("NewFigure(%v) has no error", parts)
		}
	}
	if _, err := Pictogram("cat"); err == nil {
		t.Error(`Pictogram("cat") has no error`)
	}
}
