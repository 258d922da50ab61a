package syndacate

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"mereo/assets/glyph"
)

// Files of noisy elements, STEM_noise-KIND-LEVEL, have the elements of another file with one kind of noise added afterwards.
// What was there before lies beside it: images_clean and part_poses_clean always, object_poses_clean where objects change.
// Arrays of test_iid_* elements get the same noise.
//
//	images                   as in the other file
//	part_poses               as there; spurious has L rows more, 2L with flips, and all rows at new places
//	object_poses             as there; rows that follow the parts still do
//	images_clean             those of the other file, in every byte; so are the next two
//	part_poses_clean         targets of tasks that look for lines, where part_poses are noisy
//	object_poses_clean       with label, and with spurious where rows of objects follow the parts
//
// Element i draws from the stream modeStream(seed, noiseRandom, i), with the seed of the other file: the levels of a kind
// differ in strength alone wherever that can be.

// cleanSuffix ends the keys of arrays without noise.
const cleanSuffix = "_clean"

// noiseSource adds noise to the elements of another source.
type noiseSource struct {
	base     source
	baseStem string
	kind     *noiseKind
	level    int // place in noiseLevels
	amount   float64
	seed     uint32

	testElements   int // before those of training
	flips, aligned bool
	upsample       int // how much larger pictures are painted
}

// openNoiseSource opens the source of a stem that NoiseStem makes.
func openNoiseSource(stem string) (source, error) {
	baseStem, noise, ok := cutNoise(stem)
	if !ok {
		return nil, fmt.Errorf("syndacate: stem %q: want STEM%sKIND-LEVEL", stem, noiseMark)
	}
	if _, _, again := cutNoise(baseStem); again {
		return nil, fmt.Errorf("syndacate: stem %q has noise twice, want one kind", stem)
	}
	base, err := openSource(baseStem)
	if err != nil {
		return nil, err
	}
	return newNoiseSource(base, baseStem, noise)
}

// newNoiseSource adds noise, spelt KIND-LEVEL, to the source of a stem. It is an error when the source has not what the noise
// changes.
func newNoiseSource(base source, baseStem, noise string) (*noiseSource, error) {
	s := &noiseSource{base: base, baseStem: baseStem}
	if err := s.parse(noise); err != nil {
		return nil, err
	}
	fail := func(what string) (*noiseSource, error) {
		return nil, fmt.Errorf("syndacate: noise of kind %s needs %s, which %s has not", s.kind.name, what, baseStem)
	}
	shapes := map[string][]int{}
	for _, c := range base.columns() {
		shapes[c.key] = c.shape
	}
	if of := shapes[keyParts]; s.kind.needsParts && (len(of) != 2 || of[1] != partWidth) {
		return fail("rows of lines")
	}
	if of := shapes[keyObjects]; s.kind.needsClasses && (len(of) != 2 || of[1] < len(glyph.PoseNames)+2) {
		return fail("rows of objects with classes")
	}
	if s.kind.needsDrawing {
		t := newTable(columnsOf(base, false), 0, 1)
		t.lines = map[string][][]glyph.Line{}
		if err := base.fill(context.Background(), t, 0); err != nil {
			return nil, err
		}
		if len(t.lines) == 0 {
			return fail("pictures that are made of lines")
		}
	}
	return s, nil
}

// columns are those of the other file, with more rows where there are more lines, and then what is kept without noise.
func (s *noiseSource) columns() []column {
	out := s.base.columns()
	for _, c := range slices.Clone(out) {
		if s.keepsClean(strings.TrimPrefix(c.key, testPrefix)) {
			c.key += cleanSuffix
			out = append(out, c)
		}
	}
	for i, c := range out {
		if s.kind.addsRows && s.changes(strings.TrimPrefix(c.key, testPrefix)) {
			out[i].shape = []int{c.shape[0] + s.furtherRows(), c.shape[1]}
		}
	}
	return out
}

// noisyElement is an element while noise is added: its rows of each array, empty where there is none. What the kind changes
// is a copy of what is in clean.
type noisyElement struct {
	test                  bool
	lines                 []glyph.Line // in the order of painting, where the kind needs it
	images                []uint8      // one picture or several, each height x width
	height, width         int
	parts, cleanParts     []float32
	objects, cleanObjects []float32
	objectWidth           int
}

// fill adds noise to the elements of the other source, each from its own stream.
func (s *noiseSource) fill(ctx context.Context, t *table, first int) error {
	clean := newTable(columnsOf(s.base, t.array(keyImages) != nil), first, t.n)
	if s.kind.needsDrawing {
		clean.lines = map[string][][]glyph.Line{}
	}
	if err := s.base.fill(ctx, clean, first); err != nil {
		return err
	}
	var deviations []float64
	if s.kind.needsDeviations {
		var err error
		if deviations, err = s.deviations(ctx); err != nil {
			return err
		}
	}
	for _, a := range clean.arrays {
		if kept := t.array(a.Key + cleanSuffix); kept != nil {
			kept.Data = a.Data
		}
		if now := t.array(a.Key); slices.Equal(now.Shape, a.Shape) { // else rows get new places
			reflect.Copy(reflect.ValueOf(now.Data), reflect.ValueOf(a.Data))
		}
	}
	return t.each(ctx, func(i int) error {
		g := modeStream(s.seed, noiseRandom, first+i)
		for _, prefix := range []string{"", testPrefix} {
			if of := clean.array(prefix + keyObjects); of == nil || i >= of.Shape[0] {
				continue
			}
			e := noisyElementOf(clean, t, prefix, i)
			e.test = first+i < s.testElements
			if clean.lines != nil {
				e.lines = clean.lines[prefix+keyImages][i]
			}
			s.kind.apply(s, g, &e, deviations)
		}
		return nil
	})
}

// noisyElementOf is row i of the arrays with a prefix.
func noisyElementOf(clean, noisy *table, prefix string, i int) (e noisyElement) {
	if a := noisy.array(prefix + keyImages); a != nil {
		e.images, e.height, e.width = row[uint8](noisy, a.Key, i), a.Shape[len(a.Shape)-2], a.Shape[len(a.Shape)-1]
	}
	e.parts, e.cleanParts = row[float32](noisy, prefix+keyParts, i), row[float32](clean, prefix+keyParts, i)
	e.objects, e.cleanObjects = row[float32](noisy, prefix+keyObjects, i), row[float32](clean, prefix+keyObjects, i)
	shape := clean.array(prefix + keyObjects).Shape
	e.objectWidth = shape[len(shape)-1]
	return e
}

// changesObjects tells whether rows of objects change: their classes, or, where they follow rows of lines, their places.
func (s *noiseSource) changesObjects() bool {
	return s.kind.needsClasses || s.kind.addsRows && s.aligned
}

// changes tells whether an array does.
func (s *noiseSource) changes(key string) bool {
	return key == keyImages && s.kind.changesImages || key == keyParts && s.kind.changesParts ||
		key == keyObjects && s.changesObjects()
}

// keepsClean tells whether an array is also kept without noise.
func (s *noiseSource) keepsClean(key string) bool {
	return key == keyImages || key == keyParts || key == keyObjects && s.changesObjects()
}

// furtherRows is how many rows of part_poses there are for false lines.
func (s *noiseSource) furtherRows() int {
	if s.flips {
		return 2 * int(s.amount)
	}
	return int(s.amount)
}

// about adds what the noise does to what the other source says.
func (s *noiseSource) about() sidecarSource {
	out := s.base.about()
	level := s.kind.levels[s.level]
	out.Sampler = map[string]any{"noise": s.kind.name, "level": noiseLevels[s.level], "amount": level, "of": out.Sampler}
	out.Notes = append(slices.Clone(out.Notes), fmt.Sprintf(s.kind.says, level),
		"arrays whose names end with "+cleanSuffix+" are those of "+s.baseStem+", without noise")
	if s.kind.changesParts {
		out.Notes = append(out.Notes, "noisy part_poses are what a model sees; where lines are what it tells, the targets "+
			"are in part_poses_clean")
	}
	return out
}
