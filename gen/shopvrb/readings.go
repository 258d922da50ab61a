package shopvrb

import (
	"maps"
	"slices"

	"mereo/scenes/relate"
)

// Two careful people do not see quite the same scene. How large a thing is, of a kind that comes in two sizes, a picture does not show;
// a mug is a cylinder to one and irregular to the other; and what stands almost beside something may be in front of it. What they may
// see otherwise than the labels have it makes other readings of the scene.

// doubt is how far relations may be judged otherwise, in units of the scene and in pixels. Labels place any two things in one order,
// left to right and front to behind, however near they are.
var doubt = relate.Doubt{Sure: 0.4, Possible: -0.3, SurePixels: 20, PossiblePixels: -10}

// looks are what readers may take things for: the rows of the catalog that scenes are drawn from, and the shapes that its tables give to
// a class.
type looks struct {
	rows   []catalogRow
	shapes map[string][]string // by class
}

func looksOf(rows []catalogRow) *looks {
	l := &looks{rows, map[string][]string{}}
	for _, r := range slices.Concat(rows, trainingInstances, benchmarkInstances) {
		if !slices.Contains(l.shapes[r.class], r.shape) {
			l.shapes[r.class] = append(l.shapes[r.class], r.shape)
		}
	}
	return l
}

// readings are the scene as other readers may see it: for each thing one with each other size and shape that it may be taken for, and
// the same for all such things of a class at once; one with relations that surely hold only, and one with all that may hold.
func (l *looks) readings(k *known) (out []*known) {
	for _, of := range []struct {
		attribute int
		others    func(k *known, i int) []string
	}{{sizeAttribute, l.otherSizes}, {shapeAttribute, l.otherShapes}} {
		classes := map[string]map[int]string{}
		for i := range k.count {
			class, others := k.word(i, nameAttribute), of.others(k, i)
			for _, v := range others {
				out = append(out, k.with(of.attribute, map[int]string{i: v}))
			}
			if len(others) == 0 {
				continue
			}
			if classes[class] == nil {
				classes[class] = map[int]string{}
			}
			classes[class][i] = others[0]
		}
		for _, class := range slices.Sorted(maps.Keys(classes)) {
			if len(classes[class]) > 1 {
				out = append(out, k.with(of.attribute, classes[class]))
			}
		}
	}
	return append(out, k.doubtful()...)
}

// otherSizes are the sizes, but its own, of what looks like a thing. Beside the same model in another size there are none: which of the
// two is larger can be seen.
func (l *looks) otherSizes(k *known, i int) (out []string) {
	own := k.word(i, sizeAttribute)
	for j := range k.count {
		if k.models[i] != "" && k.models[j] == k.models[i] && k.word(j, sizeAttribute) != own {
			return nil
		}
	}
	for _, r := range l.rows {
		if r.class != k.word(i, nameAttribute) || r.shape != k.word(i, shapeAttribute) || r.weight != k.word(i, weightAttribute) ||
			r.movability != k.word(i, movabilityAttribute) || !slices.ContainsFunc(r.options, func(o option) bool {
			return o.material == k.word(i, materialAttribute) && (o.color == anyColor || o.color == k.word(i, colorAttribute))
		}) {
			continue
		}
		for _, size := range r.sizes {
			if size != own && !slices.Contains(out, size) {
				out = append(out, size)
			}
		}
	}
	return out
}

// likeShapes are words for shapes that two readers may give to one thing; irregular is a word for everything.
const (
	shapeIrregular = "irregularly shaped"
	shapeCuboid    = "cuboid"
	shapeFlat      = "flat"
)

// otherShapes are the shapes, but its own, that the tables give to things of its class, where they are another word for the same: boards
// are flat or cuboids, and mugs and pots, with their handles, irregular or cylinders.
func (l *looks) otherShapes(k *known, i int) (out []string) {
	own := k.word(i, shapeAttribute)
	for _, shape := range l.shapes[k.word(i, nameAttribute)] {
		plain := shape == shapeFlat && own == shapeCuboid || shape == shapeCuboid && own == shapeFlat
		if shape != own && (plain || shape == shapeIrregular || own == shapeIrregular) {
			out = append(out, shape)
		}
	}
	return out
}

// word is a property of a thing; "" where it has none or several.
func (k *known) word(i, attribute int) string {
	word, _ := k.properties[i][attribute].(string)
	return word
}

// with is the scene in which some things have other values of a property.
func (k *known) with(attribute int, values map[int]string) *known {
	other := *k
	other.properties = slices.Clone(k.properties)
	for i, v := range values {
		other.properties[i][attribute] = v
	}
	other.compare(attribute)
	return &other
}

// doubtful are the scene with relations that surely hold only, and with all that may hold, as far as these are others. Where the record
// has no places there are none.
func (k *known) doubtful() []*known {
	if len(k.places) == 0 {
		return nil
	}
	sure, possible := *k, *k
	for r, name := range Relations {
		isSure, may := doubt.Along(k.places, k.directions[r], k.columns, relate.Side(name))
		sure.related[r], possible.related[r] = bitsOf(isSure), bitsOf(may)
	}
	return []*known{&sure, &possible}
}

// bitsOf are lists of things as sets.
func bitsOf(lists [][]int) []uint64 {
	out := make([]uint64, len(lists))
	for i, list := range lists {
		for _, j := range list {
			out[i] |= 1 << j
		}
	}
	return out
}
