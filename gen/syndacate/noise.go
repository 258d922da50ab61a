package syndacate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
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
	arrays, err := base.elements(context.Background(), 0, 1, false)
	if err != nil {
		return nil, err
	}
	fail := func(what string) (*noiseSource, error) {
		return nil, fmt.Errorf("syndacate: noise of kind %s needs %s, which %s has not", s.kind.name, what, baseStem)
	}
	g := noiseGroupOf(arrays, "")
	if s.kind.needsParts && (g.parts < 0 || len(arrays[g.parts].Shape) != 3 || arrays[g.parts].Shape[2] != partWidth) {
		return fail("rows of lines")
	}
	if s.kind.needsClasses {
		if g.objects < 0 || len(arrays[g.objects].Shape) != 3 || arrays[g.objects].Shape[2] < len(glyph.PoseNames)+2 {
			return fail("rows of objects with classes")
		}
	}
	if s.kind.needsDrawing {
		drawn, ok := base.(drawnSource)
		if !ok {
			return fail("pictures that are made of lines")
		}
		if d, err := drawn.drawings(context.Background(), 0, 1); err != nil || len(d) == 0 {
			return fail("pictures that are made of lines")
		}
	}
	return s, nil
}

// noiseGroup are the places of arrays with one prefix, -1 for those that are not there.
type noiseGroup struct {
	prefix                 string
	images, parts, objects int
}

func noiseGroupOf(arrays []npz.Array, prefix string) noiseGroup {
	at := func(key string) int {
		return slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == prefix+key })
	}
	return noiseGroup{prefix, at(keyImages), at(keyParts), at(keyObjects)}
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

// elements adds noise to the elements of the other source, each from its own stream.
func (s *noiseSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	clean, err := s.base.elements(ctx, first, n, pictures)
	if err != nil {
		return nil, err
	}
	var drawings map[string][][]glyph.Line
	if s.kind.needsDrawing {
		if drawings, err = s.base.(drawnSource).drawings(ctx, first, n); err != nil {
			return nil, err
		}
	}
	var deviations []float64
	if s.kind.needsDeviations {
		if deviations, err = s.deviations(ctx); err != nil {
			return nil, err
		}
	}
	noisy := slices.Clone(clean)
	s.makeRoom(noisy)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g := modeStream(s.seed, noiseRandom, first+i)
		for _, prefix := range []string{"", testPrefix} {
			group := noiseGroupOf(clean, prefix)
			if group.objects < 0 || i >= clean[group.objects].Shape[0] {
				continue
			}
			e := elementOf(clean, noisy, group, i)
			e.test = first+i < s.testElements
			if drawings != nil {
				e.lines = drawings[prefix+keyImages][i]
			}
			s.kind.apply(s, g, &e, deviations)
		}
	}
	for _, a := range clean {
		if s.keepsClean(strings.TrimPrefix(a.Key, testPrefix)) {
			a.Key += cleanSuffix
			noisy = append(noisy, a)
		}
	}
	return noisy, nil
}

// makeRoom gives the arrays that the kind changes their own memory, with more rows where there are more lines.
func (s *noiseSource) makeRoom(arrays []npz.Array) {
	for i := range arrays {
		a := &arrays[i]
		changes := s.changes(strings.TrimPrefix(a.Key, testPrefix))
		switch data := a.Data.(type) {
		case []uint8:
			if changes {
				a.Data = slices.Clone(data)
			}
		case []float32:
			switch {
			case changes && s.kind.addsRows:
				a.Shape = slices.Clone(a.Shape)
				a.Shape[1] += s.furtherRows()
				a.Data = make([]float32, a.Shape[0]*a.Shape[1]*a.Shape[2])
			case changes:
				a.Data = slices.Clone(data)
			}
		}
	}
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

// elementOf is row i of the arrays of a group.
func elementOf(clean, noisy []npz.Array, g noiseGroup, i int) (e noisyElement) {
	row := func(arrays []npz.Array, at int) []float32 {
		data, n := arrays[at].Data.([]float32), arrays[at].Shape[0]
		return tile(data, i, len(data)/n)
	}
	if g.images >= 0 {
		shape, data := noisy[g.images].Shape, noisy[g.images].Data.([]uint8)
		size := len(data) / shape[0]
		e.images, e.height, e.width = data[i*size:][:size], shape[len(shape)-2], shape[len(shape)-1]
	}
	if g.parts >= 0 {
		e.parts, e.cleanParts = row(noisy, g.parts), row(clean, g.parts)
	}
	e.objects, e.cleanObjects = row(noisy, g.objects), row(clean, g.objects)
	shape := clean[g.objects].Shape
	e.objectWidth = shape[len(shape)-1]
	return e
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
