package syndacate

import (
	"fmt"
	"slices"
	"strings"
)

// Loader says what a task takes from a sampler's file as x or t. The values are the published names.
type Loader string

// The loaders, with the shape of what one element has. H and W are the picture's height and width, P and O the rows of parts
// and of objects, D the numbers of an object: 18, or 2 of squares.
const (
	ImageLoader    Loader = "ImageLoader"               // (1, H, W): the picture, bytes that count 1/255 each
	PartLoader     Loader = "PartLoader"                // (P, 6): x1, y1, x2, y2, thickness, brightness of lines
	OneEndLoader   Loader = "LineSingleEndpointLoader"  // (P, 2): x1, y1
	BothEndsLoader Loader = "LineBothEndpointsLoader"   // (P, 4): x1, y1, x2, y2
	ObjectLoader   Loader = "ObjectLoader"              // (O, D): one-hot class and pose; x, y of squares
	SingleLoader   Loader = "SingleObjectLoader"        // (D): that of the only object
	ClassLoader    Loader = "GraphemeSingleClassLoader" // (): the only object's class, 0 to 9, int64

	// FeatureLoader has no published name: features come in a file of their own. (64, 9, 9): what a trained network makes of
	// the picture.
	FeatureLoader Loader = "FeatureLoader"
)

// Loss is what a task minimizes, by the published name.
type Loss string

// The losses of tasks.
const (
	LossMSE           Loss = "Mse"
	LossAlignedSetMSE Loss = "AlignedSetMse"
	LossChamferMSE    Loss = "ChamferMse"
	LossCrossEntropy  Loss = "CrossEntropy"
)

// Numbers of elements: of all, and of those that are for testing, which are the first.
const (
	fullElements, fullTestElements   = 70_000, 10_000
	smallElements, smallTestElements = 400, 200
)

// Task is a data set of the catalog: what to learn from the elements of a sampler.
type Task struct {
	Name string
	Tag  string // the published short name
	X, T Loader
	Loss Loss

	sampler samplerConfig // zero for features, which are from a network
	small   bool
}

// TaskSplit is a run of elements of a file.
type TaskSplit struct {
	Name       string
	First, End int // the elements First to End-1
}

// smallSuffix ends the names of tasks with few elements.
const smallSuffix = "Small"

// Tasks returns the catalog: the 19 published tasks, the one whose x are features of a network, and then all of them with
// 400 elements instead of 70,000, under names that end with Small.
func Tasks() []Task {
	config := func(sampler string, change func(*samplerConfig)) samplerConfig {
		c := newSamplerConfig(sampler)
		change(&c)
		return c
	}
	var (
		single      = config(syndacateSampler, func(c *samplerConfig) { c.seed = 1 })
		unflipped   = config(syndacateSampler, func(c *samplerConfig) { c.seed, c.flipParts = 1, false })
		onePart     = config(syndacateSampler, func(c *samplerConfig) { c.maxParts = 1 })
		aligned     = config(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects, c.alignSets = 3, 3, true })
		several     = config(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects = 3, 3 })
		noneTwice   = config(syndacateSampler, func(c *samplerConfig) { c.seed, c.maxObjects, c.objectReplacement = 2, 3, false })
		words       = newSamplerConfig(wordsSampler)
		square      = newSamplerConfig(squaresSampler)
		manySquares = config(squaresSampler, func(c *samplerConfig) { c.maxObjects = 5 })
	)
	tasks := []Task{
		{"ImToParts", "IP", ImageLoader, PartLoader, LossChamferMSE, single, false},
		{"ImToParts1e", "IP1", ImageLoader, OneEndLoader, LossChamferMSE, single, false},
		{"ImToParts2e", "IP2", ImageLoader, BothEndsLoader, LossChamferMSE, single, false},
		{"ImToSinglePart", "I1P", ImageLoader, PartLoader, LossChamferMSE, onePart, false},
		{"ImToSinglePart1e", "I1P1", ImageLoader, OneEndLoader, LossChamferMSE, onePart, false},
		{"ImToSinglePart2e", "I1P2", ImageLoader, BothEndsLoader, LossChamferMSE, onePart, false},
		{"PartsToChars", "PC", PartLoader, ObjectLoader, LossAlignedSetMSE, aligned, false},
		{"ImToChars", "IC", ImageLoader, ObjectLoader, LossChamferMSE, several, false},
		{"ImToCharsNr", "ICN", ImageLoader, ObjectLoader, LossChamferMSE, noneTwice, false},
		{"ImToClass", "ICL", ImageLoader, ClassLoader, LossCrossEntropy, single, false},
		{"PartsToClass", "PCL", PartLoader, ClassLoader, LossCrossEntropy, single, false},
		{"PartsToClassNf", "PCLN", PartLoader, ClassLoader, LossCrossEntropy, unflipped, false},
		{"Parts2eToClass", "P2CL", BothEndsLoader, ClassLoader, LossCrossEntropy, single, false},
		{"Parts2eToClassNf", "P2CLN", BothEndsLoader, ClassLoader, LossCrossEntropy, unflipped, false},
		{"PartsToSingleChar", "P1C", PartLoader, SingleLoader, LossMSE, single, false},
		{"ImToSingleChar", "I1C", ImageLoader, SingleLoader, LossMSE, single, false},
		{"Words", "W", ImageLoader, ObjectLoader, LossChamferMSE, words, false},
		{"SingleSquares", "1SQ", ImageLoader, SingleLoader, LossMSE, square, false},
		{"MultiSquares", "SQ", ImageLoader, ObjectLoader, LossChamferMSE, manySquares, false},
		{"PreTrainedPartsToClass", "PTPCL", FeatureLoader, ClassLoader, LossCrossEntropy, samplerConfig{}, false},
	}
	for _, t := range slices.Clone(tasks) {
		t.Name, t.Tag, t.small = t.Name+smallSuffix, t.Tag+"S", true
		t.sampler.numElements = smallElements
		tasks = append(tasks, t)
	}
	return tasks
}

// TaskByName returns the task of that name.
func TaskByName(name string) (Task, error) {
	tasks := Tasks()
	var names []string
	for _, t := range tasks {
		if t.Name == name {
			return t, nil
		}
		if !t.small {
			names = append(names, t.Name)
		}
	}
	return Task{}, fmt.Errorf("syndacate: no task %q, there are %s, and each with %s added", name, strings.Join(names, ", "),
		smallSuffix)
}

// Small is the task with 400 elements. Of a small task it is the task itself.
func (t Task) Small() Task {
	if !t.small {
		t, _ = TaskByName(t.Name + smallSuffix)
	}
	return t
}

// Counted is the task with n elements, of a file of that length. Features are of whole tasks.
func (t Task) Counted(n int) Task {
	t.sampler.numElements = n
	return t
}

// File is the name of the file that has the elements. Several tasks may share one.
func (t Task) File() string {
	if t.hasFeatures() {
		return t.Name + fileExtension
	}
	return fileName(t.sampler)
}

// hasFeatures tells whether x are features, which come in a file of the task's own, with splits apart.
func (t Task) hasFeatures() bool { return t.X == FeatureLoader }

// Splits are the splits of the elements, in the order of the file: test first.
func (t Task) Splits() []TaskSplit {
	n := t.sampler.numElements
	if t.hasFeatures() {
		n = fullElements
		if t.small {
			n = smallElements
		}
	}
	test := testElements(n)
	return []TaskSplit{{"test", 0, test}, {"train", test, n}}
}

// testElements is how many of the n elements of a file, the first, are for testing.
func testElements(n int) int {
	if n > fullTestElements {
		return fullTestElements
	}
	return min(smallTestElements, n)
}

// Split returns the split of that name.
func (t Task) Split(name string) (TaskSplit, error) {
	for _, s := range t.Splits() {
		if s.Name == name {
			return s, nil
		}
	}
	return TaskSplit{}, fmt.Errorf("syndacate: no split %q, want test or train", name)
}

// XShape and TShape are the shapes of one element's x and t; empty for a scalar.
func (t Task) XShape() []int { return t.shape(t.X) }

// TShape is described with XShape.
func (t Task) TShape() []int { return t.shape(t.T) }

func (t Task) shape(l Loader) []int {
	stored := t.stored(l)
	switch l {
	case OneEndLoader:
		return []int{stored[0], 2}
	case BothEndsLoader:
		return []int{stored[0], 4}
	case SingleLoader:
		return stored[1:]
	case ClassLoader:
		return []int{}
	}
	return stored
}

// stored is the shape of one element of the array that a loader reads.
func (t Task) stored(l Loader) []int {
	c := t.sampler
	switch l {
	case ImageLoader:
		return []int{1, c.height, c.width}
	case PartLoader, OneEndLoader, BothEndsLoader:
		return []int{c.partRows(), partWidth}
	case FeatureLoader:
		return []int{64, 9, 9}
	}
	return []int{c.objectRows(), c.objectWidth()}
}
