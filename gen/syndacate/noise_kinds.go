package syndacate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/scenes/numpyrng"
)

// noiseKind is one kind of noise.
type noiseKind struct {
	name   string
	levels [len(noiseLevels)]string // low to high, as numbers or percentages
	says   string                   // what is done; %s is the level

	changesImages, changesParts bool
	needsParts                  bool // rows of lines
	needsClasses                bool // rows of objects with classes, which change
	needsDrawing                bool // the lines of pictures
	needsDeviations             bool // those of numbers of lines in training
	addsRows                    bool // to part_poses

	// apply changes an element. The deviations are those of the columns of part_poses in training.
	apply func(s *noiseSource, g *numpyrng.Generator, e *noisyElement, deviations []float64)
}

// noiseLevels are the words for levels.
var noiseLevels = [...]string{"low", "mid", "high"}

// noiseKinds are all kinds, in the order of the catalog.
var noiseKinds = []*noiseKind{
	{
		name: "gaussian", levels: [...]string{"8", "16", "32"}, changesImages: true, apply: addGaussian,
		says: "every grey value has normal noise of deviation %s added, is rounded and cut to 0 to 255",
	},
	{
		name: "saltpepper", levels: [...]string{"1%", "3%", "10%"}, changesImages: true, apply: addSaltAndPepper,
		says: "%s of the pixels are 0 or 255, each equally often",
	},
	{
		name: "blur", levels: [...]string{"0.5", "1", "2"}, changesImages: true, apply: blur,
		says: "pictures are convolved with a Gaussian of deviation %s pixels and radius of three deviations; what lies outside is " +
			"like the border",
	},
	{
		name: "speckle", levels: [...]string{"0.1", "0.2", "0.4"}, changesImages: true, apply: addSpeckle,
		says: "every grey value is multiplied by a normal number of mean 1 and deviation %s, rounded and cut to 0 to 255",
	},
	{
		name: "background", levels: [...]string{"16", "32", "64"}, changesImages: true, needsDrawing: true, apply: addBackground,
		says: "lines are painted on a smooth background: a grid of 8 x 8 grey values, uniform from 0 to %s, bilinear between them",
	},
	{
		name: "clutter", levels: [...]string{"2", "5", "10"}, changesImages: true, needsDrawing: true, apply: addClutter,
		says: "%s further lines are painted among the others, by brightness; no target has them",
	},
	{
		name: "pose", levels: [...]string{"0.02", "0.05", "0.1"}, apply: addPoseNoise,
		changesParts: true, needsParts: true, needsDeviations: true,
		says: "every number of a line in part_poses has normal noise added, of %s times the deviation of its column in training; " +
			"the two rows of a line get different noise",
	},
	{
		name: "dropout", levels: [...]string{"5%", "10%", "20%"}, apply: dropLines,
		changesImages: true, changesParts: true, needsDrawing: true,
		says: "%s of the lines are left out of pictures and part_poses, but one of every object stays; object_poses have all objects",
	},
	{
		name: "spurious", levels: [...]string{"1", "2", "4"}, apply: addFalseLines,
		changesParts: true, needsParts: true, addsRows: true,
		says: "part_poses have %s false lines more, and all rows lie at new random places; rows of objects that follow them " +
			"have zeros there",
	},
	{
		name: "label", levels: [...]string{"5%", "10%", "20%"}, needsClasses: true, apply: replaceLabels,
		says: "%s of the objects of training elements have another class, each of the others equally often",
	},
}

// NoiseKinds are the names of all kinds of noise.
func NoiseKinds() (names []string) {
	for _, k := range noiseKinds {
		names = append(names, k.name)
	}
	return names
}

// noiseMark is between a stem and its noise.
const noiseMark = "_noise-"

// cutNoise splits the stem of a file of noisy elements.
func cutNoise(stem string) (baseStem, noise string, ok bool) {
	i := strings.LastIndex(stem, noiseMark)
	if i < 0 {
		return stem, "", false
	}
	return stem[:i], stem[i+len(noiseMark):], true
}

// NoiseStem is the stem of the file that has the elements of another with noise. The level is low, mid or high, or the number
// that this is with the kind: "gaussian" at "mid" and at "16" are the same, and so are "dropout" at "low", "5%" and "0.05".
//
// With the kind "label" it matters where training begins. Files of most stems have 10000 test elements; for a small one, which
// has 200, say so. 0 is 10000, or what the stem says.
func NoiseStem(stem, kind, level string, testElements int) (string, error) {
	k, err := noiseKindOf(kind)
	if err != nil {
		return "", err
	}
	place, err := k.levelOf(level)
	if err != nil {
		return "", err
	}
	out := stem + noiseMark + kind + "-" + noiseLevels[place]
	if k.needsClasses && testElements != 0 {
		own, said, err := testElementsOfStem(stem)
		switch {
		case err != nil:
			return "", err
		case said && testElements != own:
			return "", fmt.Errorf("syndacate: number of test elements is %d, but %q says %d", testElements, stem, own)
		case testElements == smallTestElements && !said:
			out += smallTraining
		case testElements != own:
			return "", fmt.Errorf("syndacate: number of test elements is %d, want %d or %d",
				testElements, fullTestElements, smallTestElements)
		}
	}
	return out, nil
}

// smallTraining ends the stems of small files with noisy labels where nothing else says how many test elements there are.
var smallTraining = "-t" + strconv.Itoa(smallTestElements)

// parse reads KIND-LEVEL and what the other file's stem says.
func (s *noiseSource) parse(noise string) (err error) {
	said := false
	if s.testElements, said, err = testElementsOfStem(s.baseStem); err != nil {
		return err
	}
	name, level, _ := strings.Cut(noise, "-")
	if s.kind, err = noiseKindOf(name); err != nil {
		return err
	}
	if rest, ok := strings.CutSuffix(level, smallTraining); ok && s.kind.needsClasses && !said {
		level, s.testElements = rest, smallTestElements
	}
	if s.level = slices.Index(noiseLevels[:], level); s.level < 0 {
		return fmt.Errorf("syndacate: noise %q: level is %q, want %s", noise, level, strings.Join(noiseLevels[:], ", "))
	}
	s.amount = noiseNumber(s.kind.levels[s.level])
	seed, ok := stemArgument(s.baseStem, 's')
	if !ok {
		return fmt.Errorf("syndacate: stem %q says no seed", s.baseStem)
	}
	n, err := strconv.ParseUint(seed, 10, 32)
	if err != nil {
		return fmt.Errorf("syndacate: seed is %s with noise, want less than 2^32", seed)
	}
	s.seed = uint32(n)
	flips, _ := stemArgument(s.baseStem, 'f')
	aligned, _ := stemArgument(s.baseStem, 'a')
	upsample, _ := stemArgument(s.baseStem, 'u')
	s.flips, s.aligned = flips == "T", aligned == "T"
	s.upsample, _ = strconv.Atoi(upsample) // 0 where pictures are not painted lines
	return nil
}

func noiseKindOf(name string) (*noiseKind, error) {
	i := slices.IndexFunc(noiseKinds, func(k *noiseKind) bool { return k.name == name })
	if i < 0 {
		return nil, fmt.Errorf("syndacate: noise is %q, want one of %s", name, strings.Join(NoiseKinds(), ", "))
	}
	return noiseKinds[i], nil
}

// levelOf is the place of a level that is said by its word or number.
func (k *noiseKind) levelOf(level string) (int, error) {
	if i := slices.Index(noiseLevels[:], level); i >= 0 {
		return i, nil
	}
	for i, text := range k.levels {
		if v := noiseNumber(level); v == noiseNumber(text) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("syndacate: level of noise %s is %q, want low (%s), mid (%s) or high (%s)", k.name, level,
		k.levels[0], k.levels[1], k.levels[2])
}

// noiseNumber is a number or percentage, -1 for other texts.
func noiseNumber(text string) float64 {
	digits, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(v >= 0) {
		return -1
	}
	if percent {
		v /= 100
	}
	return v
}

// testElementsOfStem is how many elements come before those of training. Stems of shifted elements say it; with others it is
// the number of full files.
func testElementsOfStem(stem string) (n int, said bool, err error) {
	if !strings.HasPrefix(stem, shiftPrefix+"_") {
		return fullTestElements, false, nil
	}
	s, err := parseShiftStem(stem)
	if err != nil {
		return 0, true, err
	}
	return s.testElements, true, nil
}
