package syndacate

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/assets/glyph"
)

// storedLines reads rows of six numbers.
func storedLines(rows [][6]float64) []glyph.Line {
	var lines []glyph.Line
	for _, r := range rows {
		lines = append(lines, glyph.Line{X1: r[0], Y1: r[1], X2: r[2], Y2: r[3], Thickness: r[4], Brightness: r[5]})
	}
	return lines
}

// lineRows writes them.
func lineRows(lines []glyph.Line) [][6]float64 {
	var rows [][6]float64
	for _, l := range lines {
		rows = append(rows, [6]float64{l.X1, l.Y1, l.X2, l.Y2, l.Thickness, l.Brightness})
	}
	return rows
}

// nearRows fails where two lists of lines differ by more than what the vectors allow.
func nearRows(t *testing.T, got, want [][6]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
		return
	}
	for i := range got {
		nearNumbers(t, got[i][:], want[i][:])
	}
}

func nearNumbers(t *testing.T, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-9 || a != a && b != b }) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// vectorShape is the shape of a letter or word.
func vectorShape(t *testing.T, level, name string) glyph.Shape {
	t.Helper()
	make := glyph.LetterShape
	if level == "word" {
		make = glyph.WordShape
	}
	s, err := make(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestVectorsObjects(t *testing.T) {
	for _, c := range numberCases[struct {
		ID, Type, Level string
		Pose            []float64
		Lines           [][6]float64
		Range           []float64
		Radius, Depth   float64
		LineChar        []int `json:"line_char"`
	}](t, "objects.json") {
		t.Run(c.ID, func(t *testing.T) {
			p, err := glyph.PoseOf(c.Pose)
			if err != nil {
				t.Fatal(err)
			}
			s := vectorShape(t, c.Level, c.Type)
			lines := s.Append(nil, p)
			nearRows(t, lineRows(lines), c.Lines)
			b, err := glyph.Range(lines)
			if err != nil {
				t.Fatal(err)
			}
			nearNumbers(t, []float64{b.XMin, b.XMax, b.YMin, b.YMax}, c.Range)
			r, err := glyph.Radius(lines)
			if err != nil {
				t.Fatal(err)
			}
			nearNumbers(t, []float64{r, lines[0].Brightness}, []float64{c.Radius, c.Depth})
			if c.Level == "word" {
				var letters []int
				for i := range s.Len() {
					letters = append(letters, s.LetterOf(i))
				}
				if !slices.Equal(letters, c.LineChar) {
					t.Errorf("lines belong to letters %v, want %v", letters, c.LineChar)
				}
			}
		})
	}
}

func TestVectorsGeometry(t *testing.T) {
	for _, c := range numberCases[struct {
		ID, Op string
		Lines  [][6]float64
		Args   []float64
		Out    jsontext.Value
	}](t, "geometry.json") {
		t.Run(c.ID, func(t *testing.T) {
			read := func(want any) {
				if err := json.Unmarshal(c.Out, want); err != nil {
					t.Fatal(err)
				}
			}
			lines, args := storedLines(c.Lines), c.Args
			switch c.Op {
			case "translate":
				glyph.Translate(lines, args[0], args[1])
			case "scale":
				glyph.Scale(lines, args[0], args[1])
			case "rotate":
				glyph.Rotate(lines, args[0])
			case "shear":
				glyph.Shear(lines, args[0], args[1])
			case "flip":
				glyph.Flip(lines)
			case "normalise":
				if err := glyph.Normalize(lines); err != nil {
					t.Fatal(err)
				}
			case "range":
				b, err := glyph.Range(lines)
				if err != nil {
					t.Fatal(err)
				}
				var want []float64
				read(&want)
				nearNumbers(t, []float64{b.XMin, b.XMax, b.YMin, b.YMax}, want)
				return
			case "radius":
				r, err := glyph.Radius(lines)
				if err != nil {
					t.Fatal(err)
				}
				var want float64
				read(&want)
				nearNumbers(t, []float64{r}, []float64{want})
				return
			case "image_coords":
				var want [][]float64
				read(&want)
				if len(want) != len(lines) {
					t.Fatalf("%d rows for %d lines", len(want), len(lines))
				}
				for i, l := range lines {
					got := imageCoordinates(l, args[0], args[1])
					nearNumbers(t, got[:], want[i])
				}
				return
			case "depth_order":
				// Thickness does not take part in the order: it carries the index through.
				for i := range lines {
					lines[i].Thickness = float64(i)
				}
				slices.SortStableFunc(lines, func(a, b glyph.Line) int { return cmp.Compare(a.Brightness, b.Brightness) })
				var got, want []int
				for _, l := range lines {
					got = append(got, int(l.Thickness))
				}
				read(&want)
				if !slices.Equal(got, want) {
					t.Errorf("order %v, want %v", got, want)
				}
				return
			default:
				t.Fatalf("unknown operation %q", c.Op)
			}
			var want [][6]float64
			read(&want)
			nearRows(t, lineRows(lines), want)
		})
	}
}
