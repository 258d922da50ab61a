package syndacate

import (
	"fmt"
	"maps"
	"slices"

	"mereo/assets/glyph"
)

// The sizes of lists of classes that are made up.
const (
	plusClassCount  = 100
	mostPlusClasses = 500
)

// plusList is a list of classes. The classes come in alphabetical order.
type plusList struct {
	madeUp bool        // by random numbers, in any number
	mixed  bool        // as in classList
	ranges *poseRanges // of poses
	// classes makes the list. Count and seed are of lists that are made up.
	classes func(count int, seed uint32) (names []string, figures []glyph.Figure, err error)
}

// plusLists are the lists by name.
var plusLists = map[string]plusList{
	"curved26":   {mixed: true, ranges: &charRanges, classes: plusGiven(alphabet26, glyph.RoundLetter)},
	"digits":     {ranges: &charRanges, classes: plusGiven(digits10, plusFigure(glyph.DigitShape))},
	"glyphs":     {madeUp: true, ranges: &charRanges, classes: plusGlyphs},
	"letters26":  {ranges: &charRanges, classes: plusGiven(alphabet26, plusFigure(glyph.AlphabetShape))},
	"pictograms": {mixed: true, ranges: &charRanges, classes: plusGiven(glyph.Pictograms(), glyph.Pictogram)},
	"words12":    {madeUp: true, ranges: &wordRanges, classes: plusWords(glyph.Letters())},
	"words26":    {madeUp: true, ranges: &wordRanges, classes: plusWords(alphabet26)},
}

// PlusClassLists are the names of the lists of classes:
//
//	letters26   the capital letters, of 1 to 6 lines
//	digits      0 to 9 with the segments of a display
//	glyphs      made up: connected lines between points of a 3 x 3 grid, of which none can be taken for another
//	words12     made up: pronounceable words of 2 to 6 of the twelve standard letters
//	words26     the same with all letters
//	curved26    the capital letters, with arcs where they are round
//	pictograms  little pictures of lines, arcs, discs, triangles and quadrilaterals
func PlusClassLists() []string { return slices.Sorted(maps.Keys(plusLists)) }

var (
	alphabet26 = namesBetween('A', 'Z')
	digits10   = namesBetween('0', '9')
)

func namesBetween(first, last rune) []string {
	var names []string
	for c := first; c <= last; c++ {
		names = append(names, string(c))
	}
	return names
}

func plusFigure(shape func(string) (glyph.Shape, error)) func(string) (glyph.Figure, error) {
	return func(name string) (glyph.Figure, error) {
		s, err := shape(name)
		return s.Figure(), err
	}
}

// plusGiven is a list of names that have figures.
func plusGiven(names []string, figure func(string) (glyph.Figure, error)) func(int, uint32) ([]string, []glyph.Figure, error) {
	return func(int, uint32) (_ []string, figures []glyph.Figure, err error) {
		figures = make([]glyph.Figure, len(names))
		for i, name := range names {
			if figures[i], err = figure(name); err != nil {
				return nil, nil, fmt.Errorf("syndacate: %w", err)
			}
		}
		return names, figures, nil
	}
}

// metaTestShare is the share of made-up glyphs, the last of the list, that are kept for tests of learning to learn.
const metaTestShare = 5

// metaTestFrom is the first class for tests of learning to learn, which go to the end of the list. Where there are not enough
// for an episode all classes are for training, and it is the number of classes.
func (s *plusSource) metaTestFrom() int {
	n := len(s.config.list.names)
	if test := n / metaTestShare; s.options.Classes == "glyphs" && test >= episodeWays {
		return n - test
	}
	return n
}
