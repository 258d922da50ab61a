package glyph

import (
	"math"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// words are the published ones, with their numbers of lines.
var words = []struct {
	name  string
	lines int
}{
	{"Ai", 4}, {"Hi", 4}, {"Me", 8}, {"Aim", 8}, {"Fan", 9}, {"Him", 8}, {"Fail", 9}, {"Film", 10}, {"Lime", 11}, {"Mile", 11},
	{"Hello", 15}, {"Hollie", 16},
}

func TestNumbersOfLines(t *testing.T) {
	want := map[string]int{"A": 3, "E": 4, "F": 3, "H": 3, "I": 1, "L": 2, "M": 4, "N": 3, "O": 4, "W": 4, "X": 2, "Z": 3}
	if got := len(Letters()); got != len(want) {
		t.Errorf("%d letters, want %d", got, len(want))
	}
	for _, name := range Letters() {
		if lines, err := letter(name); err != nil || len(lines) != want[name] {
			t.Errorf("letter %s has %d lines, want %d (%v)", name, len(lines), want[name], err)
		}
	}
	for _, w := range words {
		if s, err := WordShape(w.name); err != nil || s.Len() != w.lines {
			t.Errorf("word %s has %d lines, want %d (%v)", w.name, s.Len(), w.lines, err)
		}
	}
}

// Corners of upright letters lie on the unit circle.
func TestUprightLetters(t *testing.T) {
	for _, name := range Letters() {
		lines, err := Char(name, UprightChar)
		if err != nil {
			t.Fatal(err)
		}
		b, want := bounds(lines), math.Sqrt(0.5)
		if name == "I" {
			near(t, "top of I", b.YMax, 1)
			near(t, "width of I", b.XMax-b.XMin, 0)
			continue
		}
		for side, v := range map[string]float64{"left": -b.XMin, "right": b.XMax, "bottom": -b.YMin, "top": b.YMax} {
			near(t, side+" of "+name, v, want)
		}
		if lines[0].Thickness != 10 || lines[0].Brightness != 1 {
			t.Errorf("%s has thickness %v and brightness %v, want 10 and 1", name, lines[0].Thickness, lines[0].Brightness)
		}
	}
}

// A shape in any pose touches the circle that its pose names.
func TestShapesFillTheirCircle(t *testing.T) {
	for i, w := range words {
		p := Pose{0.5 + 0.04*float64(i), 0.04 * float64(i), -0.5 + 0.08*float64(i), 0.2 + 0.02*float64(i), -0.7, 0.9, 4, 0.6}
		lines, err := Word(w.name, p)
		if err != nil {
			t.Fatal(err)
		}
		Translate(lines, -p.X*(1-p.Scale), -p.Y*(1-p.Scale))
		near(t, "radius of "+w.name, radius(lines), p.Scale)
		near(t, "thickness of "+w.name, lines[0].Thickness, 4*p.Scale)
	}
}

func TestRotationIsClockwise(t *testing.T) {
	lines := []Line{{0, 1, 1, 0, 2, 3}}
	Rotate(lines, math.Pi/2)
	for i, want := range []float64{1, 0, 0, -1, 2, 3} {
		l := lines[0]
		near(t, "value of the turned line", []float64{l.X1, l.Y1, l.X2, l.Y2, l.Thickness, l.Brightness}[i], want)
	}
}

func TestLettersOfWords(t *testing.T) {
	s, err := WordShape("him")
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for i := range s.Len() {
		got = append(got, s.LetterOf(i))
	}
	if want := []int{0, 0, 0, 1, 2, 2, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("letters of him are %v, want %v", got, want)
	}
}

// Making a shape first, placing its letters by hand, or from any other size and place gives the same lines.
func TestPlaceForgetsWhereLinesWere(t *testing.T) {
	p := Pose{0.6, 0.3, 0.4, 0.3, 0.5, -0.8, 7, 0.9}
	lines, err := letter("W")
	if err != nil {
		t.Fatal(err)
	}
	Scale(lines, 3, 3)
	Translate(lines, 5, -2)
	if err := Place(lines, p); err != nil {
		t.Fatal(err)
	}
	want, err := Char("W", p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		near(t, "x of the first end", lines[i].X1, want[i].X1)
		near(t, "y of the second end", lines[i].Y2, want[i].Y2)
	}
}

func TestFlipTwiceIsNothing(t *testing.T) {
	lines := []Line{{1, 2, 3, 4, 5, 6}}
	Flip(lines)
	if want := (Line{3, 4, 1, 2, 5, 6}); lines[0] != want {
		t.Errorf("flipped to %v, want %v", lines[0], want)
	}
	Flip(lines)
	if want := (Line{1, 2, 3, 4, 5, 6}); lines[0] != want {
		t.Errorf("flipped back to %v, want %v", lines[0], want)
	}
}

func TestCoincidentPointsBecomeNaN(t *testing.T) {
	lines := []Line{{0.3, 0.3, 0.3, 0.3, 1, 1}}
	if err := Normalize(lines); err != nil {
		t.Fatal(err)
	}
	if l := lines[0]; l.X1 == l.X1 || l.Y2 == l.Y2 || l.Thickness != 1 {
		t.Errorf("got %v, want coordinates NaN and thickness 1", l)
	}
}

func TestPoses(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	p, err := PoseOf(values)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Values(); !slices.Equal(got[:], values) {
		t.Errorf("values %v became %v", values, got)
	}
	if i, err := PoseIndex("italic"); err != nil || p.Values()[i] != p.Italic {
		t.Errorf("italic is value %d (%v)", i, err)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, want string
		call       func() error
	}{
		{"unknown letter", `glyph: letter "Q" is unknown, want one of [A E F H I L M N O W X Z]`,
			func() error { _, err := Char("Q", UprightChar); return err }},
		{"lower case", `glyph: letter "a" is unknown, want one of [A E F H I L M N O W X Z]`,
			func() error { _, err := letter("a"); return err }},
		{"word", `glyph: letter "G" of word "Go" is unknown, want one of [A E F H I L M N O W X Z]`,
			func() error { _, err := Word("Go", UprightWord); return err }},
		{"empty word", `glyph: word "" has no letters`, func() error { _, err := WordShape(""); return err }},
		{"short pose", "glyph: pose has 7 values, need 8", func() error { _, err := PoseOf(make([]float64, 7)); return err }},
		{"pose name",
			`glyph: pose value "color" is unknown, want one of [wideness italic rotation scale x y thickness brightness]`,
			func() error { _, err := PoseIndex("color"); return err }},
		{"range", "glyph: there are no lines, need at least 1", func() error { _, err := Range(nil); return err }},
		{"radius", "glyph: there are no lines, need at least 1", func() error { _, err := Radius(nil); return err }},
		{"normalize", "glyph: there are no lines, need at least 1", func() error { return Normalize(nil) }},
		{"place", "glyph: there are no lines, need at least 1", func() error { return Place(nil, UprightChar) }},
	} {
		if err := c.call(); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestAppendNeedsNoMemory(t *testing.T) {
	s, err := LetterShape("W")
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]Line, 0, 4)
	if n := testing.AllocsPerRun(100, func() { s.Append(dst, UprightChar) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, c := range []struct {
		name  string
		shape func(string) (Shape, error)
	}{{"W", LetterShape}, {"Mile", WordShape}} {
		b.Run(c.name, func(b *testing.B) {
			s, err := c.shape(c.name)
			if err != nil {
				b.Fatal(err)
			}
			dst, p := make([]Line, 0, 16), Pose{0.6, 0.3, 0.4, 0.3, 0.5, -0.8, 7, 0.9}
			b.ReportAllocs()
			for b.Loop() {
				s.Append(dst, p)
			}
		})
	}
}
