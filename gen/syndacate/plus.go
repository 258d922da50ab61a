package syndacate

import (
	"fmt"
	"slices"
	"strings"
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

func (o *PlusOptions) words() []string { return []string{plusSampler, o.Classes} }

// arguments have those of classes where these are made up.
func (o *PlusOptions) arguments() []argument {
	all := []argument{
		{'a', &o.AlignSets}, {'c', &o.ClassCount}, {'f', &o.FlipParts}, {'g', &o.ClassSeed}, {'h', &o.Height}, {'o', &o.MaxObjects},
		{'p', &o.MaxParts}, {'r', &o.ObjectReplacement}, {'s', &o.Seed}, {'u', &o.Upsample}, {'w', &o.Width},
	}
	return slices.DeleteFunc(all, func(a argument) bool { return !plusLists[o.Classes].madeUp && (a.letter == 'c' || a.letter == 'g') })
}

// Validate says what is out of range. The largest number of parts may be 0 for as many as the objects can have.
func (o *PlusOptions) Validate() error {
	_, err := newPlusSource(*o)
	return err
}

// PlusStem is the stem of the file with the given options. It is an error to give options that make no file.
func PlusStem(o PlusOptions) (string, error) {
	s, err := newPlusSource(o)
	if err != nil {
		return "", err
	}
	return stem(&s.options), nil
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
	names, figures, err := list.classes(o.ClassCount, o.ClassSeed)
	if err != nil {
		return nil, err
	}
	c := newSamplerConfig(syndacateSampler)
	c.list = &classList{names: names, figures: figures, mixed: list.mixed, ranges: list.ranges}
	if o.MaxParts == 0 {
		o.MaxParts = c.list.most() * o.MaxObjects
	}
	c.maxObjects, c.maxParts, c.flipParts, c.alignSets, c.objectReplacement = o.MaxObjects, o.MaxParts, o.FlipParts, o.AlignSets, o.ObjectReplacement
	c.width, c.height, c.upsample = o.Width, o.Height, o.Upsample
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &plusSource{o, c}, nil
}

// openPlusSource opens the source of a stem.
func openPlusSource(stem string) (source, error) {
	words := stemWords(stem)
	if len(words) != 2 {
		return nil, fmt.Errorf("syndacate: name %q: want %s_CLASSES_ARGUMENTS", stem, plusSampler)
	}
	o := PlusOptions{Classes: words[1]}
	if err := readStem(stem, &o); err != nil {
		return nil, err
	}
	if o.MaxParts < 1 {
		return nil, fmt.Errorf("syndacate: name %q: argument p is %d, want at least 1", stem, o.MaxParts)
	}
	return newPlusSource(o)
}
