package syndacate

import (
	"errors"
	"fmt"
	"strings"

	"mereo/assets/glyph"
)

// Samplers by the names that begin names of files.
const (
	syndacateSampler = "syndacate" // characters; their lines are parts
	wordsSampler     = "words"
	squaresSampler   = "squares" // a toy: only places differ
)

// The classes of characters and words in label order. Words go by length.
var (
	charClasses = []string{"A", "E", "F", "I", "L", "M", "N", "W", "X", "Z"}
	wordClasses = []string{"Ai", "Hi", "Me", "Aim", "Fan", "Him", "Fail", "Film", "Lime", "Mile"}
)

// linesOfChar is the largest number of lines of a character.
const linesOfChar = 4

// Numbers in a row of each array. A row of a character or word is its class as one of ten, then its pose.
const (
	partWidth   = 6
	objectWidth = 18
	squareWidth = 2
)

// allParts as a largest number of parts keeps every line that the largest number of objects can have.
const allParts = -1

// samplerConfig says what a sampler makes. It is comparable. The numbers of parts, flips, replacement and alignment concern
// the sampler syndacate; others have no parts and always choose classes with replacement.
type samplerConfig struct {
	sampler     string
	list        *classList // what an image may have; nil for squares
	seed        uint64
	numElements int // in a file; the stream of elements has no end

	maxObjects        int  // an image has 1 to so many, each number equally often
	maxParts          int  // more lines than these are left out at random; allParts leaves none out
	flipParts         bool // every line comes twice, the second time with its ends swapped
	objectReplacement bool // an image may have several objects of one class
	alignSets         bool // there is a row of its object for every part, at the same place

	width, height int // pixels
	upsample      int // the picture is painted so many times larger
}

// newSamplerConfig returns the configuration that a sampler has where nobody says otherwise.
func newSamplerConfig(name string) samplerConfig {
	c := samplerConfig{sampler: name, numElements: 70_000, maxObjects: 1, maxParts: allParts, flipParts: true,
		objectReplacement: true, width: 100, height: 100, upsample: 10}
	switch name {
	case syndacateSampler:
		c.list = charList
	case wordsSampler:
		c.list, c.maxObjects = wordList, 3
	}
	return c
}

// Limits of a configuration. They are far from what anybody needs and keep sizes of arrays far from overflow.
const (
	mostElements  = 100_000_000
	mostObjects   = 1000
	mostParts     = 10_000
	longestSide   = 4096
	mostUpsample  = 100
	longestCanvas = 32768
)

// faults are what is wrong with options, in words.
type faults []string

// unless notes a fault where something is not so.
func (f *faults) unless(ok bool, format string, args ...any) {
	if !ok {
		*f = append(*f, fmt.Sprintf(format, args...))
	}
}

// within notes a number that is out of its range.
func (f *faults) within(name string, value, least, most int) {
	f.unless(value >= least && value <= most, "%s is %d, want %d to %d", name, value, least, most)
}

// err names all of them in one line, behind what they are about.
func (f faults) err(about string) error {
	if len(f) == 0 {
		return nil
	}
	return errors.New("syndacate: " + about + strings.Join(f, "; "))
}

// Validate names every field that is out of range, in one line.
func (c samplerConfig) Validate() error {
	var bad faults
	bad.within("num_elements", c.numElements, 1, mostElements)
	bad.within("max_num_objects", c.maxObjects, 1, mostObjects)
	switch c.sampler {
	case syndacateSampler:
		if c.maxParts != allParts {
			bad.within("max_num_parts", c.maxParts, 1, mostParts)
		}
		n := len(c.classes())
		bad.unless(c.objectReplacement || c.maxObjects <= n,
			"max_num_objects is %d without object_replacement, want at most %d, the number of classes", c.maxObjects, n)
	case wordsSampler, squaresSampler:
	default:
		bad.unless(false, "sampler is %q, want %s, %s or %s", c.sampler, syndacateSampler, wordsSampler, squaresSampler)
	}
	bad.within("width", c.width, 1, longestSide)
	bad.within("height", c.height, 1, longestSide)
	bad.within("upsample_ratio", c.upsample, 1, mostUpsample)
	side := max(c.width, c.height) * c.upsample
	bad.unless(len(bad) > 0 || side <= longestCanvas, "pictures are painted %d pixels wide or high, want at most %d", side, longestCanvas)
	return bad.err("")
}

// parts is the largest number of lines before flips, 0 for samplers without parts.
func (c samplerConfig) parts() int {
	switch {
	case c.sampler != syndacateSampler:
		return 0
	case c.maxParts == allParts:
		return linesOfChar * c.maxObjects
	}
	return c.maxParts
}

// partRows is the number of rows of part_poses for one element: one is always free, except where there is but one.
func (c samplerConfig) partRows() int {
	rows := c.parts()
	if c.flipParts {
		rows *= 2
	}
	return withFreeRow(rows)
}

// objectRows is the number of rows of object_poses for one element.
func (c samplerConfig) objectRows() int {
	if c.aligned() {
		return c.partRows()
	}
	return withFreeRow(c.maxObjects)
}

func withFreeRow(rows int) int {
	if rows > 1 {
		return rows + 1
	}
	return rows
}

// partWidth is the number of values in a row of part_poses.
func (c samplerConfig) partWidth() int {
	if c.list.mixed {
		return glyph.PartKinds + glyph.MostPartValues
	}
	return partWidth
}

// objectWidth is the number of values in a row of object_poses.
func (c samplerConfig) objectWidth() int {
	if c.list == nil {
		return squareWidth
	}
	return len(c.list.names) + len(glyph.PoseNames)
}

// columns are the arrays of a file, with a prefix before their keys.
func (c samplerConfig) columns(prefix string) []column {
	out := []column{{key: prefix + keyImages, empty: uint8(0), shape: []int{1, c.height, c.width}}}
	if c.parts() > 0 {
		out = append(out, column{key: prefix + keyParts, empty: float32(0), shape: []int{c.partRows(), c.partWidth()}})
	}
	return append(out, column{key: prefix + keyObjects, empty: float32(0), shape: []int{c.objectRows(), c.objectWidth()}})
}

// aligned tells whether rows of objects follow the rows of parts.
func (c samplerConfig) aligned() bool { return c.alignSets && c.sampler == syndacateSampler }

// classes are the names of the classes, none for squares.
func (c samplerConfig) classes() []string {
	if c.list == nil {
		return nil
	}
	return c.list.names
}

// shapes are the shapes of the classes.
func (c samplerConfig) shapes() []glyph.Shape {
	if c.list == nil {
		return nil
	}
	return c.list.shapes
}

// classList is what objects may be.
type classList struct {
	names   []string
	shapes  []glyph.Shape  // of lines
	figures []glyph.Figure // of parts of any kind; with them there are no shapes
	mixed   bool           // parts are of several kinds: their rows begin with a one-hot kind
	ranges  *poseRanges
}

// len is the number of parts of a class.
func (l *classList) len(class int) int {
	if l.figures != nil {
		return l.figures[class].Len()
	}
	return l.shapes[class].Len()
}

// most is the largest number of parts of a class.
func (l *classList) most() (n int) {
	for class := range l.names {
		n = max(n, l.len(class))
	}
	return n
}

var (
	charList = &classList{names: charClasses, shapes: shapesOf(charClasses, glyph.LetterShape), ranges: &charRanges}
	wordList = &classList{names: wordClasses, shapes: shapesOf(wordClasses, glyph.WordShape), ranges: &wordRanges}

	charShapes = charList.shapes
)

func shapesOf(classes []string, shape func(string) (glyph.Shape, error)) []glyph.Shape {
	shapes := make([]glyph.Shape, len(classes))
	for i, name := range classes {
		var err error
		if shapes[i], err = shape(name); err != nil {
			panic(err)
		}
	}
	return shapes
}
