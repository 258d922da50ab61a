package shopvrb

import (
	"maps"
	"slices"

	"mereo/gen/ask/closed"
	"mereo/scenes/relate"
)

// Two careful people do not see quite the same scene. How large a thing is, of a kind that comes in two sizes, a picture does not show,
// nor whether a board is of rubber or of plastic; a mug is a cylinder to one and irregular to the other; and what stands almost beside
// something may be in front of it. What they may see otherwise than the labels have it makes other readings of the scene.

// doubt is how far relations may be judged otherwise, in units of the scene and in pixels: along the directions of the labels, which place
// any two things in one order, left to right and front to behind, however near they are, and along those of the picture's camera, which is
// turned by up to 2.6 degrees from the one that labels have. A reader sees the latter alone.
var (
	doubt     = relate.Doubt{Sure: 0.4, Possible: -0.3, SurePixels: 20, PossiblePixels: -10}
	doubtSeen = relate.Doubt{Sure: 0.3, Possible: -0.3, SurePixels: 20, PossiblePixels: -10, Slope: 0.06}
)

// bodies are how far the bodies of things lie from their origins, which are the middles of their boxes with the handle in them, along the Y
// axis of the model, in its units. To a reader a pan is where its disc is.
var bodies = map[string]float64{"pan": 1.15, "pan1": 1.9, "pan2": 1.41, "pot2": 1.1, "mug3": 0.35, "toaster1": 0.6}

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

// readings are the scene as other readers may see it: for each thing one with each other size, shape and material that it may be taken
// for, and the same for all such things of a class at once; one with relations that surely hold only, and one with all that may hold.
func (l *looks) readings(k *known) (out []*known) {
	for _, others := range []func(k *known, i int) []look{l.otherSizes, l.otherShapes, l.otherMaterials} {
		classes := map[string]map[int]look{}
		for i := range k.Len() {
			class, others := k.word(i, nameAttribute), others(k, i)
			for _, v := range others {
				out = append(out, k.with(map[int]look{i: v}))
			}
			if len(others) == 0 {
				continue
			}
			if classes[class] == nil {
				classes[class] = map[int]look{}
			}
			classes[class][i] = others[0]
		}
		for _, class := range slices.Sorted(maps.Keys(classes)) {
			if len(classes[class]) > 1 {
				out = append(out, k.with(classes[class]))
			}
		}
	}
	return append(out, k.doubtful()...)
}

// look are values that somebody sees in place of others, by attribute.
type look map[int]string

// otherSizes are the sizes, but its own, of what looks like a thing. Beside the same model in another size there are none: which of the
// two is larger can be seen.
func (l *looks) otherSizes(k *known, i int) (out []look) {
	var seen []string
	own := k.word(i, sizeAttribute)
	for j := range k.Len() {
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
			if size != own && !slices.Contains(seen, size) {
				seen, out = append(seen, size), append(out, look{sizeAttribute: size})
			}
		}
	}
	return out
}

// likeShapes are words for shapes that two readers may give to one thing; irregular is a word for everything.
const (
	shapeIrregular   = "irregularly shaped"
	shapeCuboid      = "cuboid"
	shapeFlat        = "flat"
	shapeCylindrical = "cylindrical"
)

// otherShapes are the shapes, but its own, that the tables give to things of its class, where they are another word for the same: boards
// are flat or cuboids, mugs and pots, with their handles, irregular or cylinders, and a tumbler is a cylinder to who looks at its round
// rim, a cuboid to who looks at its square foot.
func (l *looks) otherShapes(k *known, i int) (out []look) {
	own := k.word(i, shapeAttribute)
	for _, shape := range l.shapes[k.word(i, nameAttribute)] {
		plain := own == shapeCuboid && (shape == shapeFlat || shape == shapeCylindrical) || own == shapeFlat && shape == shapeCuboid
		if shape != own && (plain || shape == shapeIrregular || own == shapeIrregular) {
			out = append(out, look{shapeAttribute: shape})
		}
	}
	return out
}

// otherMaterials are the materials, but its own, in which its model has the color of a thing: boards of plastic and of rubber differ in
// their gloss alone. Blank metal under bright lamps is white, so a metal fork is taken for one of white plastic, which in turn has none of
// the dark reflections of metal.
func (l *looks) otherMaterials(k *known, i int) (out []look) {
	material, color := k.word(i, materialAttribute), k.word(i, colorAttribute)
	for _, r := range l.rows {
		if r.name != k.models[i] {
			continue
		}
		for _, o := range r.options {
			switch {
			case o.material == material:
			case o.color == color || o.color == anyColor && isRandomColor(color):
				out = append(out, look{materialAttribute: o.material})
			case color == "metallic" && o.color == "white":
				out = append(out, look{materialAttribute: o.material, colorAttribute: o.color})
			}
		}
	}
	return out
}

// word is a property of a thing; "" where it has none or several.
func (k *known) word(i, attribute int) string {
	word, _ := k.Properties[i][attribute].(string)
	return word
}

// with is the scene in which some things have another look.
func (k *known) with(looks map[int]look) *known {
	other := *k
	other.Graph = k.Copy()
	changed := look{}
	for i, l := range looks {
		for attribute, v := range l {
			other.Properties[i][attribute], changed[attribute] = v, v
		}
	}
	for attribute := range changed {
		other.Changed(attribute)
	}
	return &other
}

// doubtful are the scene with relations that surely hold only, and with all that may hold, as far as these are others. Where the record
// has no places there are none.
func (k *known) doubtful() []*known {
	if len(k.places) == 0 {
		return nil
	}
	sure, possible := *k, *k
	sure.Graph, possible.Graph = k.Copy(), k.Copy()
	for r, name := range Relations {
		isSure, may := doubt.Along(k.places, k.directions[r], k.columns, relate.Side(name))
		seenSure, seenMay := doubtSeen.Along(k.places, k.seen[r], k.columns, relate.Side(name))
		sure.Others[r], possible.Others[r] = closed.Bits(isSure), closed.Bits(may)
		bodySure, bodyMay := doubtSeen.Along(k.bodies, k.seen[r], nil, 0)
		surely, maybe, bodySurely, bodyMaybe := closed.Bits(seenSure), closed.Bits(seenMay), closed.Bits(bodySure), closed.Bits(bodyMay)
		for i := range k.Len() {
			sure.Others[r][i] &= surely[i] & bodySurely[i]
			possible.Others[r][i] |= maybe[i] | bodyMaybe[i]
		}
	}
	return []*known{&sure, &possible}
}
