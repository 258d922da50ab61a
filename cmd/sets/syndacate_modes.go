package sets

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mereo/gen/syndacate"
)

// syndacateModes are the flags of data that go beyond the published ones. Each mode makes a stem.
type syndacateModes struct {
	shift syndacate.ShiftOptions
	plus  syndacate.PlusOptions
	solid syndacate.SolidOptions
	film  syndacate.FilmOptions
	noise string

	// Of several modes.
	objects                        int
	words, align, noFlip, distinct bool
}

// plainCollisions are none of the variants.
const plainCollisions = "plain"

// syndacateModeFlags say which of the other flags each mode takes.
var syndacateModeFlags = map[string][]string{
	"shift":   {"objects", "align", "no-flip", "distinct"},
	"classes": {"class-count", "class-seed", "objects", "align", "no-flip", "distinct"},
	"solid":   {"orbit", "words", "objects"},
	"film":    {"frames", "words", "objects", "drift", "appear", "no-flip"},
	"collide": {"gravity", "removed", "frames", "words", "objects", "no-flip"},
}

func (m *syndacateModes) flags(f *pflag.FlagSet) {
	m.solid, m.film = syndacate.DefaultSolidOptions(), syndacate.DefaultFilmOptions()
	f.StringVar(&m.shift.Split, "shift", "", "test elements differ from training: "+strings.Join(syndacate.ShiftSplits(), ", "))
	f.StringVar(&m.plus.Classes, "classes", "", "other classes: "+strings.Join(syndacate.PlusClassLists(), ", "))
	f.IntVar(&m.plus.ClassCount, "class-count", 0, "how many classes, of lists that are made up")
	f.Uint32Var(&m.plus.ClassSeed, "class-seed", 0, "seed of the classes, of lists that are made up")
	f.Bool("solid", false, "strokes as cuboids in space, with depth and masks")
	f.BoolVar(&m.solid.Orbit, "orbit", false, "with --solid: the camera stands anywhere round the objects")
	f.Bool("film", false, "films of moving objects")
	f.StringVar(&m.film.Variant, "collide", "", "films of rigid bodies: "+plainCollisions+", "+strings.Join(syndacate.CollideVariants, ", "))
	f.BoolVar(&m.film.Gravity, "gravity", false, "with --collide: bodies fall")
	f.BoolVar(&m.film.Removed, "removed", false, "with --collide: the same films with one object missing")
	f.IntVar(&m.film.Frames, "frames", m.film.Frames, "frames of a film")
	f.BoolVar(&m.film.Drift, "drift", false, "with --film: scale, wideness and italic change")
	f.BoolVar(&m.film.Appear, "appear", false, "with --film: objects may enter and leave")
	f.StringVar(&m.noise, "noise", "", "KIND-LEVEL on top of any file: "+strings.Join(syndacate.NoiseKinds(), ", ")+"; low, mid or high")
	f.IntVar(&m.objects, "objects", 0, "objects of a picture at most, of all modes")
	f.BoolVar(&m.words, "words", false, "words and no characters, of --solid, --film and --collide")
	f.BoolVar(&m.align, "align", false, "rows of objects follow those of parts, of --shift and --classes")
	f.BoolVar(&m.noFlip, "no-flip", false, "every line once, not in both directions, of all but --solid")
	f.BoolVar(&m.distinct, "distinct", false, "no class twice in a picture, of --shift and --classes")
}

// mode is the mode that was asked for, "" for none.
func (m *syndacateModes) mode(changed func(flag string) bool) (string, error) {
	switch v := m.film.Variant; {
	case changed("collide") && v != plainCollisions && !slices.Contains(syndacate.CollideVariants, v):
		return "", Usagef("generate syndacate: --collide is %q, want one of %s, %s", v, plainCollisions,
			strings.Join(syndacate.CollideVariants, ", "))
	case changed("objects") && m.objects < 1:
		return "", Usagef("generate syndacate: --objects is %d, want at least 1", m.objects)
	case changed("frames") && m.film.Frames < 2:
		return "", Usagef("generate syndacate: --frames is %d, want at least 2", m.film.Frames)
	}
	mode := ""
	for _, name := range []string{"shift", "classes", "solid", "film", "collide"} {
		if !changed(name) {
			continue
		}
		if mode != "" {
			return "", Usagef("generate syndacate: --%s and --%s exclude each other", mode, name)
		}
		mode = name
	}
	for _, of := range slices.Sorted(maps.Keys(syndacateModeFlags)) {
		for _, flag := range syndacateModeFlags[of] {
			if !changed(flag) || slices.Contains(syndacateModeFlags[mode], flag) {
				continue
			}
			if mode == "" {
				return "", Usagef("generate syndacate: --%s needs one of --shift, --classes, --solid, --film and --collide", flag)
			}
			return "", Usagef("generate syndacate: --%s takes no --%s", mode, flag)
		}
	}
	return mode, nil
}

// stem is the stem of a mode's file.
func (m *syndacateModes) stem(mode string, seed uint32, elements int) (string, error) {
	switch mode {
	case "shift":
		if elements <= syndacate.TestElements(elements) {
			return "", Usagef("generate syndacate: --count is %d, want more than 200 with --shift: the first are for testing", elements)
		}
		o := m.shift
		o.Seed, o.TestElements, o.MaxObjects = seed, syndacate.TestElements(elements), m.objects
		o.AlignSets, o.NoFlips, o.Distinct = m.align, m.noFlip, m.distinct
		return syndacate.ShiftStem(o)
	case "classes":
		o := syndacate.NewPlusOptions(m.plus.Classes)
		o.Seed, o.MaxObjects = seed, cmp.Or(m.objects, o.MaxObjects)
		o.AlignSets, o.FlipParts, o.ObjectReplacement = m.align, !m.noFlip, !m.distinct
		o.ClassCount, o.ClassSeed = cmp.Or(m.plus.ClassCount, o.ClassCount), m.plus.ClassSeed
		return syndacate.PlusStem(o)
	case "solid":
		o := m.solid
		o.Seed, o.Words, o.Objects = seed, m.words, cmp.Or(m.objects, o.Objects)
		return syndacate.SolidStem(o)
	}
	o := m.film
	o.Seed, o.Words, o.Objects, o.Flips = seed, m.words, cmp.Or(m.objects, o.Objects), !m.noFlip && !m.words
	if o.Collide = mode == "collide"; o.Variant == plainCollisions {
		o.Variant = ""
	}
	return syndacate.FilmStem(o)
}

// noisy adds noise to a stem.
func (m *syndacateModes) noisy(stem string, elements int) (string, error) {
	kind, level, ok := strings.Cut(m.noise, "-")
	if !ok {
		return "", Usagef("generate syndacate: --noise is %q, want KIND-LEVEL, such as gaussian-mid", m.noise)
	}
	if elements <= syndacate.TestElements(elements) && kind == "label" {
		return "", Usagef("generate syndacate: %d elements are all for testing, whose labels stay; want more than 200", elements)
	}
	return syndacate.NoiseStem(stem, kind, level, syndacate.TestElements(elements))
}
