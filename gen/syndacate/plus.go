package syndacate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mereo/assets/glyph"
)

// plusSampler begins the names of files with more classes.
const plusSampler = "syndacateplus"

// PlusOptions say what a file with more classes than the standard ones holds. Elements are made as the standard sampler makes
// them, whatever the classes: the arrays have the same keys, rows and order of values, and rows of objects begin with as many
// one-hot entries as there are classes.
type PlusOptions struct {
	Classes    string `json:"class_list"`            // one of PlusClassLists
	ClassCount int    `json:"class_count,omitempty"` // of lists that are made up; 0 for others
	ClassSeed  uint32 `json:"class_seed"`            // of lists that are made up; 0 for others

	Seed              uint32 `json:"seed"`
	MaxObjects        int    `json:"max_num_objects"`
	MaxParts          int    `json:"max_num_parts"` // 0: as many as the objects can have
	FlipParts         bool   `json:"flip_parts"`
	ObjectReplacement bool   `json:"object_replacement"`
	AlignSets         bool   `json:"align_sets"`
	Width             int    `json:"width"`
	Height            int    `json:"height"`
	Upsample          int    `json:"upsample_ratio"`
}

// NewPlusOptions returns the options of a list of classes that hold where nobody says otherwise.
func NewPlusOptions(classes string) PlusOptions {
	c := newSamplerConfig(syndacateSampler)
	o := PlusOptions{Classes: classes, MaxObjects: c.maxObjects, FlipParts: c.flipParts, ObjectReplacement: c.objectReplacement,
		AlignSets: c.alignSets, Width: c.width, Height: c.height, Upsample: c.upsample}
	if list, ok := plusLists[classes]; ok && list.madeUp {
		o.ClassCount = plusClassCount
	}
	return o
}

// plusArgument is a letter of a stem and a pointer to its value: *int, *uint32 or *bool.
type plusArgument struct {
	letter byte
	value  any
}

// arguments are those of the stem, by letter.
func (o *PlusOptions) arguments(madeUp bool) []plusArgument {
	var out []plusArgument
	for _, a := range []plusArgument{
		{'a', &o.AlignSets}, {'c', &o.ClassCount}, {'f', &o.FlipParts}, {'g', &o.ClassSeed}, {'h', &o.Height}, {'o', &o.MaxObjects},
		{'p', &o.MaxParts}, {'r', &o.ObjectReplacement}, {'s', &o.Seed}, {'u', &o.Upsample}, {'w', &o.Width},
	} {
		if madeUp || a.letter != 'c' && a.letter != 'g' {
			out = append(out, a)
		}
	}
	return out
}

// PlusStem is the stem of the file with the given options. It is an error to give options that make no file.
func PlusStem(o PlusOptions) (string, error) {
	s, err := newPlusSource(o)
	if err != nil {
		return "", err
	}
	return s.options.stem(), nil
}

// stem writes options whose largest number of parts is told.
func (o PlusOptions) stem() string {
	b := []byte(plusSampler + "_" + o.Classes + "_")
	for _, a := range o.arguments(plusLists[o.Classes].madeUp) {
		b = append(b, a.letter)
		switch v := a.value.(type) {
		case *int:
			b = strconv.AppendInt(b, int64(*v), 10)
		case *uint32:
			b = strconv.AppendUint(b, uint64(*v), 10)
		case *bool:
			b = append(b, map[bool]byte{true: 'T', false: 'F'}[*v])
		}
	}
	return string(b)
}

var plusStemForm = regexp.MustCompile(`^` + plusSampler + `_([a-z]+[0-9]*)_([^_]*)$`)

// parsePlusStem is the inverse of stem: another spelling of the same options is an error.
func parsePlusStem(stem string) (o PlusOptions, err error) {
	fail := func(format string, args ...any) (PlusOptions, error) {
		return PlusOptions{}, fmt.Errorf("syndacate: name %q: "+format, append([]any{stem}, args...)...)
	}
	fields := plusStemForm.FindStringSubmatch(stem)
	if fields == nil {
		return fail("want %s_CLASSES_ARGUMENTS", plusSampler)
	}
	o.Classes = fields[1]
	list, ok := plusLists[o.Classes]
	if !ok {
		return fail("classes are %q, want one of %s", o.Classes, strings.Join(PlusClassLists(), ", "))
	}
	rest := fields[2]
	for _, a := range o.arguments(list.madeUp) {
		text, ok := strings.CutPrefix(rest, string(a.letter))
		if !ok {
			return fail("want argument %c at %q", a.letter, rest)
		}
		end := len(text)
		if i := strings.IndexFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' }); i >= 0 {
			end = i
		}
		text, rest = text[:end], text[end:]
		switch v := a.value.(type) {
		case *int:
			*v, err = strconv.Atoi(text)
		case *uint32:
			var u uint64
			u, err = strconv.ParseUint(text, 10, 32)
			*v = uint32(u)
		case *bool:
			*v = text == "T"
		}
		if err != nil {
			return fail("argument %c is %q, want a number", a.letter, text)
		}
	}
	if again := o.stem(); again != stem {
		return fail("want %q", again)
	}
	return o, nil
}

// sizes are the options as the standard sampler's configuration, for the numbers of rows.
func (o PlusOptions) sizes() samplerConfig {
	c := newSamplerConfig(syndacateSampler)
	c.maxObjects, c.maxParts, c.flipParts, c.alignSets = o.MaxObjects, o.MaxParts, o.FlipParts, o.AlignSets
	c.width, c.height, c.upsample = o.Width, o.Height, o.Upsample
	return c
}

// newPlusSource makes the classes. The largest number of parts may be 0 for as many as the objects can have.
func newPlusSource(o PlusOptions) (*plusSource, error) {
	list, ok := plusLists[o.Classes]
	if !ok {
		return nil, fmt.Errorf("syndacate: classes are %q, want one of %s", o.Classes, strings.Join(PlusClassLists(), ", "))
	}
	if !list.madeUp && (o.ClassCount != 0 || o.ClassSeed != 0) {
		return nil, fmt.Errorf("syndacate: classes %s are given: class count is %d and class seed %d, want 0",
			o.Classes, o.ClassCount, o.ClassSeed)
	}
	if list.madeUp && (o.ClassCount < 1 || o.ClassCount > mostPlusClasses) {
		return nil, fmt.Errorf("syndacate: class count is %d, want 1 to %d", o.ClassCount, mostPlusClasses)
	}
	classes, err := list.classes(o.ClassCount, o.ClassSeed)
	if err != nil {
		return nil, err
	}
	if o.MaxParts == 0 {
		for _, c := range classes {
			o.MaxParts = max(o.MaxParts, c.figure.Len()*o.MaxObjects)
		}
	}
	if err := o.sizes().validate(); err != nil {
		return nil, err
	}
	if !o.ObjectReplacement && o.MaxObjects > len(classes) {
		return nil, fmt.Errorf("syndacate: max_num_objects is %d without object_replacement, want at most %d, the number of classes",
			o.MaxObjects, len(classes))
	}
	return &plusSource{options: o, sizes: o.sizes(), list: list, classes: classes}, nil
}

// openPlusSource opens the source of a stem.
func openPlusSource(stem string) (source, error) {
	o, err := parsePlusStem(stem)
	if err != nil {
		return nil, err
	}
	if o.MaxParts < 1 {
		return nil, fmt.Errorf("syndacate: name %q: argument p is %d, want at least 1", stem, o.MaxParts)
	}
	return newPlusSource(o)
}

// plusClass is a class of objects.
type plusClass struct {
	name   string
	figure glyph.Figure
}
