package glyph

import (
	"fmt"
	"strings"
)

// box are end points x1, y1, x2, y2 in the unit box.
type box [4]float64

// alphabet has the lines of every letter that there is. Order and direction of the lines are part of the data that is made
// with them.
var alphabet = ['Z' + 1][]box{
	'A': {{0, 0, .5, 1}, {1, 0, .5, 1}, {.25, .5, .75, .5}},
	'E': {{1, 1, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 0}, {0, .5, 1, .5}},
	'F': {{1, 1, 0, 1}, {0, 0, 0, 1}, {0, .5, 1, .5}},
	'H': {{0, 0, 0, 1}, {1, 0, 1, 1}, {0, .5, 1, .5}},
	'I': {{.5, 0, .5, 1}},
	'L': {{0, 0, 0, 1}, {0, 0, 1, 0}},
	'M': {{0, 0, .25, 1}, {.5, .25, .25, 1}, {.5, .25, .75, 1}, {1, 0, .75, 1}},
	'N': {{0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 1, 1}},
	'O': {{0, 0, 0, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}, {0, 0, 1, 0}},
	'W': {{0, 1, .25, 0}, {.5, .75, .25, 0}, {.5, .75, .75, 0}, {1, 1, .75, 0}},
	'X': {{0, 0, 1, 1}, {0, 1, 1, 0}},
	'Z': {{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 1, 0}},
}

// Letters are the names of all letters, in alphabetical order.
func Letters() []string {
	var names []string
	for c, lines := range alphabet {
		if lines != nil {
			names = append(names, string(rune(c)))
		}
	}
	return names
}

// letter returns the lines of a letter ("A", upper case) in the unit box, with thickness and brightness 1. It is an error
// to name a letter that is not among Letters.
func letter(name string) ([]Line, error) {
	lines := canonical(name)
	if lines == nil {
		return nil, fmt.Errorf("glyph: letter %q is unknown, want one of %v", name, Letters())
	}
	return lines, nil
}

// canonical returns the lines of a letter, nil for an unknown one.
func canonical(name string) []Line {
	if len(name) != 1 || name[0] > 'Z' {
		return nil
	}
	return boxLines(alphabet[name[0]])
}

// Shape is a letter or word that is ready to be placed, made once and placed often: normalized lines. It is not changed by
// its methods; several goroutines may use it at once.
type Shape struct {
	lines   []Line
	letters []int
}

// LetterShape returns the shape of a letter, with the errors of Letter.
func LetterShape(name string) (Shape, error) {
	lines, err := letter(name)
	if err != nil {
		return Shape{}, err
	}
	normalize(lines)
	return Shape{lines, make([]int, len(lines))}, nil
}

// WordShape returns the shape of a word in capitals, whatever the case of its name: upright letters of equal height, two
// units from center to center where a letter is sqrt 2 high. It is an error to name a word that is empty or has a letter
// that is not among Letters.
func WordShape(name string) (Shape, error) {
	if name == "" {
		return Shape{}, fmt.Errorf("glyph: word %q has no letters", name)
	}
	var letters [][]Line
	capitals := strings.ToUpper(name)
	for i := range len(capitals) {
		lines := canonical(capitals[i : i+1])
		if lines == nil {
			return Shape{}, fmt.Errorf("glyph: letter %q of word %q is unknown, want one of %v", capitals[i:i+1], name, Letters())
		}
		letters = append(letters, lines)
	}
	return rowShape(letters), nil
}

// Len is the number of lines.
func (s Shape) Len() int { return len(s.lines) }

// LetterOf returns which letter of a word, counted from 0, line i belongs to. For a single letter it is 0.
func (s Shape) LetterOf(i int) int { return s.letters[i] }

// Append places the shape as Place does and appends its lines to dst. Nothing is allocated when dst has room.
func (s Shape) Append(dst []Line, p Pose) []Line {
	first := len(dst)
	dst = append(dst, s.lines...)
	pose(dst[first:], p)
	return dst
}

// Char returns the lines of a letter in a pose, with the errors of Letter. For many of them make the shape once.
func Char(class string, p Pose) ([]Line, error) {
	s, err := LetterShape(class)
	if err != nil {
		return nil, err
	}
	return s.Append(nil, p), nil
}

// Word returns the lines of a word in a pose, with the errors of WordShape. For many of them make the shape once.
func Word(name string, p Pose) ([]Line, error) {
	s, err := WordShape(name)
	if err != nil {
		return nil, err
	}
	return s.Append(nil, p), nil
}
