package glyph

import (
	"fmt"
	"maps"
	"slices"
)

func stroke(x1, y1, x2, y2 float64) Part {
	return Part{Kind: LinePart, Points: [4]Point{{x1, y1}, {x2, y2}}}
}

func arc(x1, y1, xc, yc, x2, y2 float64) Part {
	return Part{Kind: ArcPart, Points: [4]Point{{x1, y1}, {xc, yc}, {x2, y2}}}
}

func disc(x, y, radius float64) Part {
	return Part{Kind: DiscPart, Points: [4]Point{{x, y}}, Radius: radius}
}

func triangle(fill, x1, y1, x2, y2, x3, y3 float64) Part {
	return Part{Kind: TrianglePart, Points: [4]Point{{x1, y1}, {x2, y2}, {x3, y3}}, Fill: fill}
}

func quad(fill, x1, y1, x2, y2, x3, y3, x4, y4 float64) Part {
	return Part{Kind: QuadPart, Points: [4]Point{{x1, y1}, {x2, y2}, {x3, y3}, {x4, y4}}, Fill: fill}
}

// pictograms are painted in the order of their parts.
var pictograms = map[string][]Part{
	"arrow": {stroke(0, .5, .7, .5), triangle(1, .6, .22, .6, .78, 1, .5)},
	"boat": {
		stroke(.5, .3, .5, 1), triangle(1, .58, .38, .58, 1, .95, .38), quad(.5, .2, 0, .8, 0, 1, .3, 0, .3),
	},
	"cup": {
		arc(.7, .7, 1.15, .5, .64, .25), quad(0, .17, .1, .63, .1, .75, .85, .05, .85), stroke(0, 0, .8, 0),
	},
	"face": {
		arc(.5, 1, 1, 1, 1, .5), arc(1, .5, 1, 0, .5, 0), arc(.5, 0, 0, 0, 0, .5), arc(0, .5, 0, 1, .5, 1),
		disc(.33, .63, .07), disc(.67, .63, .07), arc(.27, .36, .5, .05, .73, .36),
	},
	"fish": {
		arc(0, .5, .35, 1, .75, .5), arc(0, .5, .35, 0, .75, .5), triangle(1, .72, .5, 1, .76, 1, .24), disc(.2, .55, .05),
	},
	"flag": {stroke(0, 0, 0, 1), quad(.5, 0, 1, .75, 1, .75, .5, 0, .5)},
	"house": {
		quad(0, .1, 0, .9, 0, .9, .55, .1, .55), triangle(1, 0, .55, 1, .55, .5, 1), quad(.5, .4, 0, .6, 0, .6, .35, .4, .35),
	},
	"key":      {disc(.18, .5, .18), stroke(.3, .5, 1, .5), stroke(.78, .5, .78, .28), stroke(.95, .5, .95, .28)},
	"lollipop": {disc(.5, .75, .25), stroke(.5, .7, .5, 0)},
	"snowman": {
		disc(.5, .25, .27), disc(.5, .6, .2), disc(.5, .85, .14), stroke(.3, .93, .7, .93),
		quad(1, .4, .93, .6, .93, .6, 1.12, .4, 1.12),
	},
	"tree": {triangle(1, .1, .2, .9, .2, .5, .7), triangle(1, .2, .5, .8, .5, .5, 1), quad(.5, .43, 0, .57, 0, .57, .2, .43, .2)},
	"umbrella": {
		arc(0, .5, .5, 1.5, 1, .5), stroke(0, .5, 1, .5), stroke(.5, .5, .5, .1), arc(.5, .1, .5, -.05, .62, -.05),
		arc(.62, -.05, .74, -.05, .74, .1),
	},
}

// Pictograms are the names of all pictograms, in alphabetical order.
func Pictograms() []string { return slices.Sorted(maps.Keys(pictograms)) }

// Pictogram returns the figure of a pictogram. It is an error to name one that is not among Pictograms.
func Pictogram(name string) (Figure, error) {
	parts, ok := pictograms[name]
	if !ok {
		return Figure{}, fmt.Errorf("glyph: pictogram %q is unknown, want one of %v", name, Pictograms())
	}
	return newFigure(parts)
}

// bowl are the upper strokes of B, P and R.
var bowl = []Part{stroke(0, 0, 0, 1), arc(0, 1, .9, 1, .9, .75), arc(.9, .75, .9, .5, 0, .5)}

// roundC are the strokes of C and G.
var roundC = []Part{arc(.95, .8, .8, 1, .5, 1), arc(.5, 1, 0, 1, 0, .5), arc(0, .5, 0, 0, .5, 0), arc(.5, 0, .8, 0, .95, .2)}

// roundO are the strokes of O and Q.
var roundO = []Part{arc(.5, 1, 1, 1, 1, .5), arc(1, .5, 1, 0, .5, 0), arc(.5, 0, 0, 0, 0, .5), arc(0, .5, 0, 1, .5, 1)}

// roundLetters are the letters with round strokes, by name.
var roundLetters = ['Z' + 1][]Part{
	'B': append(bowl[:3:3], arc(0, .5, 1, .5, 1, .25), arc(1, .25, 1, 0, 0, 0)),
	'C': roundC,
	'D': {stroke(0, 0, 0, 1), arc(0, 1, .9, 1, .9, .5), arc(.9, .5, .9, 0, 0, 0)},
	'G': append(roundC[:4:4], stroke(.95, .2, .95, .5), stroke(.55, .5, .95, .5)),
	'J': {stroke(.7, 1, .7, .35), arc(.7, .35, .7, 0, .35, 0), arc(.35, 0, 0, 0, 0, .3)},
	'O': roundO,
	'P': bowl,
	'Q': append(roundO[:4:4], stroke(.6, .4, 1, 0)),
	'R': append(bowl[:3:3], stroke(.4, .5, .9, 0)),
	'S': {
		arc(.95, .85, .8, 1, .5, 1), arc(.5, 1, 0, 1, 0, .75), arc(0, .75, 0, .5, .5, .5), arc(.5, .5, 1, .5, 1, .25),
		arc(1, .25, 1, 0, .5, 0), arc(.5, 0, .2, 0, .05, .15),
	},
	'U': {stroke(0, 1, 0, .4), arc(0, .4, 0, 0, .5, 0), arc(.5, 0, 1, 0, 1, .4), stroke(1, .4, 1, 1)},
}

// RoundLetter returns the figure of any of the 26 letters ("A", upper case) with arcs where a letter is round. It is an error
// to name anything else.
func RoundLetter(name string) (Figure, error) {
	if len(name) == 1 && name[0] <= 'Z' && roundLetters[name[0]] != nil {
		return newFigure(roundLetters[name[0]])
	}
	s, err := AlphabetShape(name)
	return s.Figure(), err
}
