package syndacate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// shiftPrefix begins the names of files of shifted elements.
const shiftPrefix = "syndacateood"

// ShiftOptions say which elements a file of shifted elements has.
type ShiftOptions struct {
	Split        string // one of ShiftSplits
	Seed         uint32
	TestElements int // 10000, or 200 for small files; if 0, 10000

	MaxObjects int  // per image; if 0, 1, 2, 3 or 5, as the split needs
	AlignSets  bool // there is a row of its object for every line; not for words
	NoFlips    bool // every line comes once; words always have it so
	Distinct   bool // classes in an image are distinct; not for words

	Width, Height int // pixels; if 0, 100
	Upsample      int // if 0, 10
}

// ShiftSplits are the names of all splits.
func ShiftSplits() (names []string) {
	for _, s := range shiftSplits {
		names = append(names, s.name)
	}
	return names
}

// ShiftStem is the stem of the file with such elements, such as syndacateood_rotation_aFfTh100o1p4rTs0t10000u10w100. It is an
// error to ask for what the split cannot have.
func ShiftStem(o ShiftOptions) (string, error) {
	s, err := newShiftSource(o.Split)
	if err != nil {
		return "", err
	}
	c := &s.config
	if c.sampler == wordsSampler && (o.AlignSets || o.NoFlips || o.Distinct) {
		return "", fmt.Errorf("syndacate: split %s has words: they have no lines to align or flip, and may repeat", s.split.name)
	}
	c.seed, c.alignSets, c.flipParts, c.objectReplacement = uint64(o.Seed), o.AlignSets, !o.NoFlips, !o.Distinct
	c.maxObjects, c.width, c.height = cmp.Or(o.MaxObjects, s.split.usual), cmp.Or(o.Width, c.width), cmp.Or(o.Height, c.height)
	c.upsample, s.testElements = cmp.Or(o.Upsample, c.upsample), cmp.Or(o.TestElements, fullTestElements)
	c.maxParts = c.parts()
	if err := s.Validate(); err != nil {
		return "", err
	}
	return stem(s), nil
}

// newShiftSource is that of a split before its arguments are known.
func newShiftSource(split string) (*shiftSource, error) {
	i := slices.IndexFunc(shiftSplits, func(s *shiftSplit) bool { return s.name == split })
	if i < 0 {
		return nil, fmt.Errorf("syndacate: split is %q, want one of %s", split, strings.Join(ShiftSplits(), ", "))
	}
	s := &shiftSource{split: shiftSplits[i], config: newSamplerConfig(shiftSplits[i].sampler)}
	if list := s.split.list; list != nil {
		s.config.list = list
	}
	return s, nil
}

// parseShiftStem opens the source of a stem that ShiftStem makes.
func parseShiftStem(stem string) (*shiftSource, error) {
	words := stemWords(stem)
	if len(words) != 2 {
		return nil, fmt.Errorf("syndacate: name %q: want %s_SPLIT_ARGUMENTS", stem, shiftPrefix)
	}
	s, err := newShiftSource(words[1])
	if err == nil {
		err = readStem(stem, s)
	}
	return s, err
}

func (s *shiftSource) words() []string { return []string{shiftPrefix, s.split.name} }

// arguments are those of the sampler, and the number of test elements.
func (s *shiftSource) arguments() []argument {
	all := s.config.arguments()
	at := slices.IndexFunc(all, func(a argument) bool { return a.letter > 't' })
	return slices.Insert(all, at, argument{'t', &s.testElements})
}

// Validate says what the split cannot have.
func (s *shiftSource) Validate() error {
	c, of := s.config, s.split
	fail := func(what string, value any, want string) error {
		return fmt.Errorf("syndacate: %s is %v with the split %s, want %s", what, value, of.name, want)
	}
	switch {
	case c.seed >= 1<<32:
		return fail("seed", c.seed, "less than 2^32")
	case s.testElements != fullTestElements && s.testElements != smallTestElements:
		return fail("number of test elements", s.testElements, fmt.Sprintf("%d or %d", fullTestElements, smallTestElements))
	case c.maxObjects < of.least || c.maxObjects > of.most:
		want := strconv.Itoa(of.least)
		if of.most > of.least {
			want += " to " + strconv.Itoa(of.most)
		}
		return fail("max_num_objects", c.maxObjects, want)
	case c.sampler == syndacateSampler && c.parts() != linesOfChar*c.maxObjects:
		return fail("max_num_parts", c.parts(), fmt.Sprintf("%d, all lines", linesOfChar*c.maxObjects))
	case of.name == "repetition" && !c.objectReplacement:
		return fail("object_replacement", false, "true")
	}
	return c.Validate()
}
