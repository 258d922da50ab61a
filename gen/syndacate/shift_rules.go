package syndacate

import (
	"math"
	"slices"

	"mereo/assets/glyph"
)

// shiftSplit is a way in which test elements differ from training elements.
type shiftSplit struct {
	name        string
	sampler     string     // syndacate or words
	least, most int        // bounds of max_num_objects
	usual       int        // its default
	list        *classList // of classes, where it is not the sampler's
	train, test shiftRule
	common      string // what shifted and other elements have in common, and what follows from the rule
}

// shiftRule is what elements of a split must be like.
type shiftRule struct {
	says string // completes "an element has"

	// holds tells whether drawn objects keep the rule; classes[i] belongs to poses[i], which are rounded as in files.
	holds func(s *shiftSource, classes []int, poses []glyph.Pose) bool

	wide bool // rotations are drawn from [-pi, pi)
	drop bool // one line is left out
}

// composedList has the classes of words-compose: further ones come last.
var composedList = func() *classList {
	words := append(slices.Clone(wordClasses), "Mail", "Lie", "Name")
	return &classList{names: words, shapes: shapesOf(words, glyph.WordShape), ranges: &wordRanges}
}()

// Bounds of the splits.
const (
	narrowRotation   = 0.3         // radians
	wideTurn         = 2 * math.Pi // stretches rotations from [-0.5, 0.5) to all directions
	smallScale       = 0.3
	thickStroke      = 7.5 // pixels at scale 1
	pairModulus      = 5
	littleCovered    = 0.05 // share of an object's pixels
	coveredAtLeast   = 0.25
	coveredAtMost    = 0.75
	longWord         = 4  // letters
	mostShiftObjects = 20 // per picture
)

// shiftSplits are all splits, in the order of the catalog.
var shiftSplits = []*shiftSplit{
	{
		name: "rotation", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train:  everyPose("only rotations from -0.3 to 0.3", narrow),
		test:   everyPose("only rotations beyond -0.3 and 0.3", func(p *glyph.Pose) bool { return !narrow(p) }),
		common: "classes and all values of poses but rotation are distributed alike",
	},
	{
		name: "rotation-wide", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: everyClass("neither W nor Z", notTurnedOver),
		test: shiftRule{
			says: "neither W nor Z, turned anywhere", holds: everyClass("", notTurnedOver).holds, wide: true,
		},
		common: "all values of poses but rotation are distributed alike; W and Z are left out of both, for M and N turned over " +
			"look like them",
	},
	{
		name: "scale", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: everyPose("only scales of at least 0.3", func(p *glyph.Pose) bool { return p.Scale >= smallScale }),
		test:  everyPose("only scales below 0.3", func(p *glyph.Pose) bool { return p.Scale < smallScale }),
		common: "classes and all values of poses but scale are distributed alike; smaller objects have thinner strokes, and their " +
			"centres come nearer to the border",
	},
	{
		name: "position", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: everyPose("only objects in the left half", func(p *glyph.Pose) bool { return p.X < 0 }),
		test:  everyPose("only objects in the right half", func(p *glyph.Pose) bool { return p.X >= 0 }),
		common: "classes and all values of poses but x are distributed alike; centres lie in one half, objects may reach into " +
			"the other",
	},
	{
		name: "thickness", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: everyPose("only thicknesses below 7.5", func(p *glyph.Pose) bool { return p.Thickness < thickStroke }),
		test:  everyPose("only thicknesses of at least 7.5", func(p *glyph.Pose) bool { return p.Thickness >= thickStroke }),
		common: "classes and all values of poses but thickness are distributed alike; thickness times scale is what strokes have: " +
			"1 to 3.75 pixels in training, 1.5 to 5 in test",
	},
	{
		name: "class-pose", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: everyObject("even classes turned clockwise and odd ones the other way",
			func(class int, p *glyph.Pose) bool { return p.Rotation != 0 && (p.Rotation > 0) == (class%2 == 0) }),
		test: everyObject("odd classes turned clockwise and even ones the other way",
			func(class int, p *glyph.Pose) bool { return p.Rotation != 0 && (p.Rotation > 0) == (class%2 != 0) }),
		common: "classes and rotations are each distributed alike; which go together differs",
	},
	{
		name: "pairs", sampler: syndacateSampler, least: 2, most: 2, usual: 2,
		train: shiftRule{says: "two objects whose classes do not sum to a multiple of 5",
			holds: func(_ *shiftSource, classes []int, _ []glyph.Pose) bool {
				return len(classes) == 2 && (classes[0]+classes[1])%pairModulus != 0
			}},
		test: shiftRule{says: "two objects whose classes sum to a multiple of 5",
			holds: func(_ *shiftSource, classes []int, _ []glyph.Pose) bool {
				return len(classes) == 2 && (classes[0]+classes[1])%pairModulus == 0
			}},
		common: "classes and poses of single objects are distributed alike; of the 55 pairs of classes 44 are in training and 11 " +
			"in test",
	},
	{
		name: "count", sampler: syndacateSampler, least: 3, most: 3, usual: 3,
		train:  countOfObjects("1 or 2 objects", 1, 2),
		test:   countOfObjects("3 objects", 3, 3),
		common: "classes and poses are distributed alike; more objects cover each other more often",
	},
	{
		name: "count-4-5", sampler: syndacateSampler, least: 5, most: 5, usual: 5,
		train:  countOfObjects("1 or 2 objects", 1, 2),
		test:   countOfObjects("4 or 5 objects", 4, 5),
		common: "classes and poses are distributed alike; more objects cover each other more often",
	},
	{
		name: "overlap", sampler: syndacateSampler, least: 2, most: mostShiftObjects, usual: 3,
		train: shiftRule{says: "only objects of which less than 5% is covered", holds: noneCovered},
		test:  shiftRule{says: "an object of which 25% to 75% is covered", holds: someCovered},
		common: "ranges of poses and classes are the same; test images have at least 2 objects, and larger ones: with up to 3 " +
			"objects, 2.8 in the mean instead of 1.8, of scale 0.37 instead of 0.34",
	},
	{
		name: "repetition", sampler: syndacateSampler, least: 2, most: mostShiftObjects, usual: 3,
		train: shiftRule{says: "no two objects of one class",
			holds: func(_ *shiftSource, classes []int, _ []glyph.Pose) bool { return !repeats(classes) }},
		test: shiftRule{says: "two objects of one class",
			holds: func(_ *shiftSource, classes []int, _ []glyph.Pose) bool { return repeats(classes) }},
		common: "classes and poses of single objects are distributed alike; test images have at least 2 objects: with up to 3, " +
			"2.7 in the mean instead of 1.9",
	},
	{
		name: "words-compose", sampler: wordsSampler, least: 1, most: mostShiftObjects, usual: 3, list: composedList,
		train: everyClass("only the words Hi, Me, Aim, Fan, Him, Film and Lime", func(class string) bool {
			return slices.Contains([]string{"Hi", "Me", "Aim", "Fan", "Him", "Film", "Lime"}, class)
		}),
		test: everyClass("only the words Ai, Fail, Mile, Mail, Lie and Name", func(class string) bool {
			return slices.Contains([]string{"Ai", "Fail", "Mile", "Mail", "Lie", "Name"}, class)
		}),
		common: "poses are distributed alike; test words are new, their letters are all in training words; Mail, Lie and Name " +
			"are the classes 10 to 12",
	},
	{
		name: "words-length", sampler: wordsSampler, least: 1, most: mostShiftObjects, usual: 3,
		train:  everyClass("only words of 2 and 3 letters", func(class string) bool { return len(class) < longWord }),
		test:   everyClass("only words of 4 letters", func(class string) bool { return len(class) == longWord }),
		common: "poses are distributed alike; longer words have smaller letters, and the letter L is in test words alone",
	},
	{
		name: "part-drop", sampler: syndacateSampler, least: 1, most: mostShiftObjects, usual: 1,
		train: shiftRule{says: "all lines of its objects", holds: func(*shiftSource, []int, []glyph.Pose) bool { return true }},
		test: shiftRule{says: "an object that can miss a line", drop: true,
			holds: func(s *shiftSource, classes []int, _ []glyph.Pose) bool {
				return slices.ContainsFunc(classes, func(class int) bool { return s.config.list.len(class) > 1 })
			}},
		common: "poses are distributed alike; test images have one line less, and I, which never misses it, is not alone; objects " +
			"keep the class and pose of the whole, though E without its lowest line is F",
	},
}

// everyPose is a rule for every pose.
func everyPose(says string, holds func(p *glyph.Pose) bool) shiftRule {
	return everyObject(says, func(_ int, p *glyph.Pose) bool { return holds(p) })
}

// everyObject is a rule for every object.
func everyObject(says string, holds func(class int, p *glyph.Pose) bool) shiftRule {
	return shiftRule{says: says, holds: func(_ *shiftSource, classes []int, poses []glyph.Pose) bool {
		for i := range poses {
			if !holds(classes[i], &poses[i]) {
				return false
			}
		}
		return true
	}}
}

// everyClass is a rule for the names of all classes.
func everyClass(says string, holds func(class string) bool) shiftRule {
	return shiftRule{says: says, holds: func(s *shiftSource, classes []int, _ []glyph.Pose) bool {
		return !slices.ContainsFunc(classes, func(class int) bool { return !holds(s.config.list.names[class]) })
	}}
}

func narrow(p *glyph.Pose) bool { return math.Abs(p.Rotation) <= narrowRotation }

// notTurnedOver is for classes that no other looks like when it is turned over.
func notTurnedOver(class string) bool { return class != "W" && class != "Z" }

// countOfObjects is a rule for their number.
func countOfObjects(says string, least, most int) shiftRule {
	return shiftRule{says: says, holds: func(_ *shiftSource, classes []int, _ []glyph.Pose) bool {
		return len(classes) >= least && len(classes) <= most
	}}
}

// repeats tells whether a class is there twice.
func repeats(classes []int) bool {
	for i, class := range classes {
		if slices.Contains(classes[:i], class) {
			return true
		}
	}
	return false
}

func noneCovered(s *shiftSource, classes []int, poses []glyph.Pose) bool {
	return !slices.ContainsFunc(s.coveredShares(classes, poses), func(v float64) bool { return v >= littleCovered })
}

func someCovered(s *shiftSource, classes []int, poses []glyph.Pose) bool {
	return slices.ContainsFunc(s.coveredShares(classes, poses), func(v float64) bool { return v >= coveredAtLeast && v <= coveredAtMost })
}

// coveredShares are those of objects in a picture of the source.
func (s *shiftSource) coveredShares(classes []int, poses []glyph.Pose) []float64 {
	return coveredShares(s.config.shapes(), classes, poses, s.config.width, s.config.height)
}
