package syndacate

import (
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
	split, err := shiftSplitOf(o.Split)
	if err != nil {
		return "", err
	}
	c := newSamplerConfig(split.sampler)
	c.seed, c.maxObjects, c.alignSets = uint64(o.Seed), split.usual, o.AlignSets
	c.flipParts, c.objectReplacement = !o.NoFlips, !o.Distinct
	if split.sampler == wordsSampler && (o.AlignSets || o.NoFlips || o.Distinct) {
		return "", fmt.Errorf("syndacate: split %s has words: they have no lines to align or flip, and may repeat", split.name)
	}
	set := func(field *int, value int) {
		if value != 0 {
			*field = value
		}
	}
	set(&c.maxObjects, o.MaxObjects)
	set(&c.width, o.Width)
	set(&c.height, o.Height)
	set(&c.upsample, o.Upsample)
	test := fullTestElements
	set(&test, o.TestElements)
	if err := split.validate(c, test); err != nil {
		return "", err
	}
	return shiftStem(split, c, test)
}

func shiftSplitOf(name string) (*shiftSplit, error) {
	i := slices.IndexFunc(shiftSplits, func(s *shiftSplit) bool { return s.name == name })
	if i < 0 {
		return nil, fmt.Errorf("syndacate: split is %q, want one of %s", name, strings.Join(ShiftSplits(), ", "))
	}
	return shiftSplits[i], nil
}

// validate says what the split cannot have.
func (s *shiftSplit) validate(c samplerConfig, testElements int) error {
	fail := func(what string, value any, want string) error {
		return fmt.Errorf("syndacate: %s is %v with the split %s, want %s", what, value, s.name, want)
	}
	switch {
	case c.seed >= 1<<32:
		return fail("seed", c.seed, "less than 2^32")
	case testElements != fullTestElements && testElements != smallTestElements:
		return fail("number of test elements", testElements, fmt.Sprintf("%d or %d", fullTestElements, smallTestElements))
	case c.maxObjects < s.least || c.maxObjects > s.most:
		want := strconv.Itoa(s.least)
		if s.most > s.least {
			want += " to " + strconv.Itoa(s.most)
		}
		return fail("max_num_objects", c.maxObjects, want)
	case s.sampler == syndacateSampler && c.parts() != linesOfChar*c.maxObjects:
		return fail("max_num_parts", c.parts(), fmt.Sprintf("%d, all lines", linesOfChar*c.maxObjects))
	case s.name == "repetition" && !c.objectReplacement:
		return fail("object_replacement", false, "true")
	}
	return c.validate()
}

// shiftStem spells the arguments as the name of the sampler's own file does, with the number of test elements as t.
func shiftStem(split *shiftSplit, c samplerConfig, testElements int) (string, error) {
	stem, _, err := stemOf(fileName(c))
	if err != nil {
		return "", err
	}
	_, arguments, _ := strings.Cut(stem, "_")
	before, after, _ := strings.Cut(arguments, "u")
	return fmt.Sprintf("%s_%s_%st%du%s", shiftPrefix, split.name, before, testElements, after), nil
}

// parseShiftStem is the inverse of shiftStem.
func parseShiftStem(stem string) (split *shiftSplit, c samplerConfig, testElements int, err error) {
	fields := strings.Split(stem, "_")
	if len(fields) != 3 || fields[0] != shiftPrefix {
		return nil, c, 0, fmt.Errorf("syndacate: stem %q: want %s_SPLIT_ARGUMENTS", stem, shiftPrefix)
	}
	if split, err = shiftSplitOf(fields[1]); err != nil {
		return nil, c, 0, err
	}
	var rest strings.Builder
	for _, a := range argument.FindAllString(fields[2], -1) {
		if a[0] != 't' {
			rest.WriteString(a)
		} else if testElements, err = strconv.Atoi(a[1:]); err != nil {
			return nil, c, 0, fmt.Errorf("syndacate: stem %q: number of test elements is %q", stem, a[1:])
		}
	}
	name, err := nameWith(split.sampler+"_"+rest.String(), 1)
	if err != nil {
		return nil, c, 0, fmt.Errorf("syndacate: stem %q: %s", stem, strings.TrimPrefix(err.Error(), "syndacate: "))
	}
	if c, err = parseName(name); err != nil {
		return nil, c, 0, fmt.Errorf("syndacate: stem %q: %s", stem, strings.TrimPrefix(err.Error(), "syndacate: "))
	}
	if err = split.validate(c, testElements); err != nil {
		return nil, c, 0, err
	}
	if again, err := shiftStem(split, c, testElements); err != nil || again != stem {
		return nil, c, 0, fmt.Errorf("syndacate: stem %q: want the spelling %q", stem, again)
	}
	return split, c, testElements, nil
}
