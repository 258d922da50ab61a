package syndacate

import (
	"fmt"
	"slices"
	"sync"

	"mereo/assets/glyph"
	"mereo/scenes/numpyrng"
)

// Glyphs that are made up are connected graphs on the points of a grid: 2 to 5 of the lines between them, none lying on
// another, at least half the grid wide and high. A candidate is kept when it cannot be taken for one that is there.
const (
	gridSide        = 3
	fewestGlyphLine = 2
	mostGlyphLines  = 5
	glyphExtent     = 1 // in steps of the grid

	// glyphTries is how many candidates may be refused, one after the other, before there are too many glyphs.
	glyphTries = 5000
)

// gridLine is a line between two of the grid's points, which are numbered row by row.
type gridLine struct{ from, to int }

func (l gridLine) steps() (x1, y1, x2, y2 int) {
	return l.from % gridSide, l.from / gridSide, l.to % gridSide, l.to / gridSide
}

// gridLines are all lines between two points.
var gridLines = func() (out []gridLine) {
	for i := range gridSide * gridSide {
		for j := range i {
			out = append(out, gridLine{j, i})
		}
	}
	slices.SortFunc(out, func(a, b gridLine) int { return (a.from-b.from)*gridSide*gridSide + a.to - b.to })
	return out
}()

// madeGlyphs keeps the longest list that was made of each seed: a shorter one is its beginning.
var madeGlyphs = struct {
	sync.Mutex
	figures map[uint32][]glyph.Figure
}{figures: map[uint32][]glyph.Figure{}}

// plusGlyphs makes count glyphs, "glyph000" and so on in the order in which they were found. Classes that are there do not
// change when more are asked for.
func plusGlyphs(count int, seed uint32) (names []string, figures []glyph.Figure, err error) {
	madeGlyphs.Lock()
	defer madeGlyphs.Unlock()
	if len(madeGlyphs.figures[seed]) < count {
		if madeGlyphs.figures[seed], err = findGlyphs(count, modeStream(seed, classRandom, 0)); err != nil {
			return nil, nil, err
		}
	}
	for i := range count {
		names = append(names, fmt.Sprintf("glyph%03d", i))
	}
	return names, madeGlyphs.figures[seed][:count:count], nil
}

func findGlyphs(count int, g *numpyrng.Generator) (figures []glyph.Figure, err error) {
	var found []*likeness
	refused := 0
	for len(figures) < count {
		lines := drawGlyph(g)
		like := newLikeness(lines)
		if slices.ContainsFunc(found, like.confusable) {
			if refused++; refused == glyphTries {
				return nil, fmt.Errorf("syndacate: class count is %d, but only %d glyphs were found that differ enough", count, len(found))
			}
			continue
		}
		refused = 0
		shape, err := glyph.LinesShape(lines)
		if err != nil {
			return nil, fmt.Errorf("syndacate: %w", err)
		}
		found, figures = append(found, like), append(figures, shape.Figure())
	}
	return figures, nil
}

// drawGlyph draws numbers of lines until the lines make a glyph: each number is equally likely to be tried, and each graph of
// so many lines.
func drawGlyph(g *numpyrng.Generator) []glyph.Line {
	var chosen []int
	for {
		chosen = choose(g, chosen[:0], len(gridLines), g.Integers(fewestGlyphLine, mostGlyphLines+1), false)
		slices.Sort(chosen)
		if isGlyph(chosen) {
			break
		}
	}
	var lines []glyph.Line
	for _, i := range chosen {
		x1, y1, x2, y2 := gridLines[i].steps()
		at := func(step int) float64 { return float64(step) / (gridSide - 1) }
		lines = append(lines, glyph.Line{X1: at(x1), Y1: at(y1), X2: at(x2), Y2: at(y2), Thickness: 1, Brightness: 1})
	}
	return lines
}

// isGlyph tells whether lines of the grid are connected, free of overlap and large enough.
func isGlyph(chosen []int) bool {
	var component [gridSide * gridSide]int
	for i := range component {
		component[i] = i
	}
	minX, maxX, minY, maxY := gridSide, 0, gridSide, 0
	for i, c := range chosen {
		l := gridLines[c]
		if a, b := component[l.from], component[l.to]; a != b {
			for k := range component {
				if component[k] == b {
					component[k] = a
				}
			}
		}
		x1, y1, x2, y2 := l.steps()
		minX, maxX, minY, maxY = min(minX, x1, x2), max(maxX, x1, x2), min(minY, y1, y2), max(maxY, y1, y2)
		for _, d := range chosen[:i] {
			if overlap(l, gridLines[d]) {
				return false
			}
		}
	}
	for _, c := range chosen {
		if component[gridLines[c].from] != component[gridLines[chosen[0]].from] {
			return false
		}
	}
	return maxX-minX >= glyphExtent && maxY-minY >= glyphExtent
}

// overlap tells whether two lines have more than one point in common.
func overlap(a, b gridLine) bool {
	x1, y1, x2, y2 := a.steps()
	x3, y3, x4, y4 := b.steps()
	dx, dy := x2-x1, y2-y1
	if dx*(y3-y1) != dy*(x3-x1) || dx*(y4-y1) != dy*(x4-x1) {
		return false
	}
	// Along the common line, a is the stretch 0 to length and b from p to q.
	length, p, q := dx*dx+dy*dy, dx*(x3-x1)+dy*(y3-y1), dx*(x4-x1)+dy*(y4-y1)
	return min(max(p, q), length) > max(min(p, q), 0)
}
