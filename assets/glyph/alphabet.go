package glyph

import (
	"fmt"
	"math"
	"strings"
)

// furtherLetters are the letters that Letters lacks, by name. Standard data never have them, so a name of
// one of them stays an error in Letter and WordShape.
var furtherLetters = ['Z' + 1][]box{
	'B': {{0, 0, 0, 1}, {0, 1, .75, 1}, {.75, 1, .75, .5}, {0, .5, 1, .5}, {1, .5, 1, 0}, {0, 0, 1, 0}},
	'C': {{1, 1, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 0}},
	'D': {{0, 0, 0, 1}, {0, 1, .75, 1}, {.75, 1, 1, .5}, {1, .5, .75, 0}, {0, 0, .75, 0}},
	'G': {{1, 1, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 0}, {1, 0, 1, .5}, {.5, .5, 1, .5}},
	'J': {{1, 1, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, .25}},
	'K': {{0, 0, 0, 1}, {0, .5, 1, 1}, {0, .5, 1, 0}},
	'P': {{0, 0, 0, 1}, {0, 1, 1, 1}, {1, 1, 1, .5}, {0, .5, 1, .5}},
	'Q': {{0, 0, 0, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}, {0, 0, 1, 0}, {.5, .5, 1, 0}},
	'R': {{0, 0, 0, 1}, {0, 1, 1, 1}, {1, 1, 1, .5}, {0, .5, 1, .5}, {0, .5, 1, 0}},
	'S': {{1, 1, 0, 1}, {0, 1, 0, .5}, {0, .5, 1, .5}, {1, .5, 1, 0}, {0, 0, 1, 0}},
	'T': {{0, 1, 1, 1}, {.5, 0, .5, 1}},
	'U': {{0, 0, 0, 1}, {0, 0, 1, 0}, {1, 0, 1, 1}},
	'V': {{0, 1, .5, 0}, {1, 1, .5, 0}},
	'Y': {{0, 1, .5, .5}, {1, 1, .5, .5}, {.5, 0, .5, .5}},
}

// segments are those of a seven-segment display, a to g: from the top clockwise, then the middle.
var segments = [7]box{{0, 1, 1, 1}, {1, 1, 1, .5}, {1, .5, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, .5}, {0, .5, 0, 1}, {0, .5, 1, .5}}

// digits has the segments that are lit for each digit.
var digits = [10]string{"abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg"}

// AlphabetShape returns the shape of any of the 26 letters ("A", upper case): as LetterShape has it where it has it. It is an
// error to name anything else.
func AlphabetShape(name string) (Shape, error) {
	lines := alphabetLines(name)
	if lines == nil {
		return Shape{}, fmt.Errorf("glyph: letter %q is unknown, want A to Z", name)
	}
	normalize(lines)
	return Shape{lines, make([]int, len(lines))}, nil
}

// alphabetLines returns the lines of any of the 26 letters, nil for anything else.
func alphabetLines(name string) []Line {
	if lines := canonical(name); lines != nil || len(name) != 1 || name[0] > 'Z' {
		return lines
	}
	return boxLines(furtherLetters[name[0]])
}

func boxLines(boxes []box) []Line {
	var lines []Line
	for _, b := range boxes {
		lines = append(lines, Line{b[0], b[1], b[2], b[3], 1, 1})
	}
	return lines
}

// DigitShape returns the shape of a digit ("0" to "9") made of the segments of a seven-segment display, which is as wide as
// it is high. It is an error to name anything else.
func DigitShape(name string) (Shape, error) {
	if len(name) != 1 || name[0] < '0' || name[0] > '9' {
		return Shape{}, fmt.Errorf("glyph: digit %q is unknown, want 0 to 9", name)
	}
	var boxes []box
	for _, s := range digits[name[0]-'0'] {
		boxes = append(boxes, segments[s-'a'])
	}
	return LinesShape(boxLines(boxes))
}

// LinesShape returns the shape of lines of any size and place. It is an error to give no lines, or lines whose end points all
// coincide.
func LinesShape(lines []Line) (Shape, error) {
	lines = append([]Line(nil), lines...)
	if err := Normalize(lines); err != nil {
		return Shape{}, err
	}
	if math.IsNaN(lines[0].X1) {
		return Shape{}, fmt.Errorf("glyph: the end points of %d lines coincide", len(lines))
	}
	return Shape{lines, make([]int, len(lines))}, nil
}

// AlphabetWordShape is WordShape with all 26 letters.
func AlphabetWordShape(name string) (Shape, error) {
	var letters [][]Line
	for _, c := range strings.ToUpper(name) {
		lines := alphabetLines(string(c))
		if lines == nil {
			return Shape{}, fmt.Errorf("glyph: letter %q of word %q is unknown, want A to Z", c, name)
		}
		letters = append(letters, lines)
	}
	if len(letters) == 0 {
		return Shape{}, fmt.Errorf("glyph: word %q has no letters", name)
	}
	return rowShape(letters), nil
}

// rowShape puts letters into a row: upright, of equal height, two units from center to center where a letter is sqrt 2 high.
// The letters are changed.
func rowShape(letters [][]Line) Shape {
	var s Shape
	for i, lines := range letters {
		normalize(lines)
		pose(lines, UprightChar)
		b := bounds(lines)
		toHeight := 1 / float64(math.Sqrt2*max(math.Abs(b.YMin), math.Abs(b.YMax)))
		Scale(lines, toHeight, toHeight)
		Translate(lines, -2*float64(len(letters)-i), 0)
		s.lines = append(s.lines, lines...)
		for range lines {
			s.letters = append(s.letters, i)
		}
	}
	normalize(s.lines)
	return s
}

// Lines are the normalized lines, with thickness and brightness 1.
func (s Shape) Lines() []Line { return append([]Line(nil), s.lines...) }
