package shopvrb

import (
	"maps"
	"slices"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/scenes/relate"
)

// Two careful people do not see quite the same scene. How large or heavy a thing is, of a kind that comes in two sizes or weights, a picture
// does not show, nor whether a board is of rubber or of plastic; a mug is a cylinder to one and irregular to the other; and what stands
// almost beside something may be in front of it. What they may see otherwise than the labels have it makes other readings of the scene.

// doubt is how far relations may be judged otherwise, in units of the scene and in pixels: along the directions of the labels, which place
// any two things in one order, left to right and front to behind, however near they are, and along those of the picture's camera, which is
// turned by up to 2.6 degrees from the one that labels have. A reader sees the latter alone.
var (
	doubt     = relate.Doubt{Sure: 0.4, Possible: -0.3, SurePixels: 20, PossiblePixels: -10}
	doubtSeen = relate.Doubt{Sure: 0.3, Possible: -0.3, SurePixels: 20, PossiblePixels: -10, Slope: 0.06}
)

// bodies are how far the bodies of things lie from their origins, which are the middles of their boxes with the handle in them, along the Y
// axis of the model, in its units. To a reader a pan is where its disc is, and a board where its blade is.
var bodies = map[string]float64{"chopping_board3": -0.9, "pan": 1.15, "pan1": 1.9, "pan2": 1.41, "pot2": 1.1, "mug3": 0.35, "toaster1": 0.6}

// looks are what readers may take things for: the rows of the catalog that scenes are drawn from, the shapes that its tables give to
// a class, and what is known of a class.
type looks struct {
	rows    []catalogRow
	shapes  map[string][]string // by class
	textual func(class string) classProperties
}

func looksOf(rows []catalogRow, textual func(class string) classProperties) *looks {
	l := &looks{rows, map[string][]string{}, textual}
	for _, r := range slices.Concat(rows, trainingInstances, benchmarkInstances) {
		if !slices.Contains(l.shapes[r.class], r.shape) {
			l.shapes[r.class] = append(l.shapes[r.class], r.shape)
		}
	}
	return l
}

// readings are the scene as other readers may see it: for each thing one with each other size, weight, shape, color and material that it may
// be taken for, and the same for all such things of a class, and of all classes, at once; one with relations that surely hold only, and one
// with all that may hold.
func (l *looks) readings(k *known) (out []*known) {
	for _, others := range []func(k *known, i int) []look{l.otherSizes, l.otherWeights, l.otherShapes, l.otherMaterials, misreadings} {
		classes, all := map[string]map[int]look{}, map[int]look{}
		for i := range k.Len() {
			class, others := k.word(i, nameAttribute), others(k, i)
			for _, v := range others {
				out = append(out, l.with(k, map[int]look{i: v}))
			}
			if len(others) == 0 {
				continue
			}
			if classes[class] == nil {
				classes[class] = map[int]look{}
			}
			classes[class][i], all[i] = others[0], others[0]
		}
		for _, class := range slices.Sorted(maps.Keys(classes)) {
			if len(classes[class]) > 1 {
				out = append(out, l.with(k, classes[class]))
			}
		}
		if len(classes) > 1 {
			out = append(out, l.with(k, all))
		}
	}
	return append(out, k.doubtful()...)
}

// look are values that somebody sees in place of others, by attribute.
type look map[int]string

// misread are values of models that a picture makes people see as others: the dark gray coat of trays as black or as bare metal, scissors with
// black handles by their blades, forged ones as white by their bright handles, a saucepan as a pan, and a travel mug as something to pick up
// by its handle.
var misread = map[string][]struct {
	attribute int
	from, to  string
}{
	"baking_tray1": {{colorAttribute, "gray", "black"}, {colorAttribute, "gray", "metallic"}},
	"baking_tray2": {{colorAttribute, "gray", "black"}, {colorAttribute, "gray", "metallic"}},
	"baking_tray":  {{colorAttribute, "gray", "black"}, {colorAttribute, "gray", "metallic"}},
	"scissors1":    {{colorAttribute, "black", "metallic"}},
	"scissors2":    {{colorAttribute, "metallic", "white"}},
	"pot2":         {{nameAttribute, "pot", "pan"}},
	"thermos2":     {{pickingAttribute, "graspable", "handle-pickable"}},
}

func misreadings(k *known, i int) (out []look) {
	for _, m := range misread[k.models[i]] {
		if k.word(i, m.attribute) == m.from {
			out = append(out, look{m.attribute: m.to})
		}
	}
	return out
}

// otherSizes are the sizes, but its own, that things of its class have. Beside the same model in another size there are none: which of the
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
		if r.class != k.word(i, nameAttribute) {
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

// otherWeights are the weights, but its own, that the catalog gives to things of its class and material: nobody sees what a thermos weighs.
func (l *looks) otherWeights(k *known, i int) (out []look) {
	for _, r := range l.rows {
		if r.class == k.word(i, nameAttribute) && r.weight != k.word(i, weightAttribute) && slices.ContainsFunc(r.options, func(o option) bool {
			return o.material == k.word(i, materialAttribute)
		}) {
			out = append(out, look{weightAttribute: r.weight})
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
// rim, a cuboid to who looks at its square foot. A coffee maker that is irregular to one is a cuboid to who looks at its housing.
func (l *looks) otherShapes(k *known, i int) (out []look) {
	own, class := k.word(i, shapeAttribute), k.word(i, nameAttribute)
	shapes := l.shapes[class]
	if class == "coffee maker" && !slices.Contains(shapes, shapeCuboid) {
		shapes = append(slices.Clone(shapes), shapeCuboid)
	}
	for _, shape := range shapes {
		plain := own == shapeCuboid && (shape == shapeFlat || shape == shapeCylindrical) || own == shapeFlat && shape == shapeCuboid
		if shape != own && (plain || shape == shapeIrregular || own == shapeIrregular) {
			out = append(out, look{shapeAttribute: shape})
		}
	}
	return out
}

// painted are the materials that look alike under paint, glaze or in one color throughout.
var painted = []string{"plastic", "rubber", "ceramic", "metal"}

// otherMaterials are the materials, but its own, that a thing may be of to who knows what its class is made of: boards of plastic and of rubber
// differ in their gloss alone, and so do bowls of plastic and of ceramic, and thermoses of plastic and of painted metal. Blank metal under
// bright lamps is white, so a metal fork is taken for one of white plastic, which in turn has none of the dark reflections of metal.
func (l *looks) otherMaterials(k *known, i int) (out []look) {
	material, color := k.word(i, materialAttribute), k.word(i, colorAttribute)
	blank := func(color string) bool { return color == "metallic" || color == "transparent" }
	for _, r := range l.rows {
		if r.class != k.word(i, nameAttribute) {
			continue
		}
		for _, o := range r.options {
			v := look{materialAttribute: o.material}
			switch {
			case o.material == material || !slices.Contains(painted, o.material) || !slices.Contains(painted, material) || blank(o.color):
				continue
			case !blank(color):
			case color == "metallic" && o.color == "white" && r.name == k.models[i]:
				v[colorAttribute] = o.color
			default:
				continue
			}
			if !slices.ContainsFunc(out, func(w look) bool { return maps.Equal(v, w) }) {
				out = append(out, v)
			}
		}
	}
	return out
}

// word is a property of a thing; "" where it has none or several.
func (k *known) word(i, attribute int) string {
	if attribute < 0 {
		return ""
	}
	word, _ := k.Properties[i][attribute].(string)
	return word
}

// with is the scene in which some things have another look. What is known of a thing, and cannot be seen, follows from it.
func (l *looks) with(k *known, looks map[int]look) *known {
	other := *k
	other.Graph = k.Copy()
	changed := map[int]bool{}
	for i, look := range looks {
		for attribute, v := range look {
			other.Properties[i][attribute], changed[attribute] = v, true
		}
		if look[nameAttribute] == "" && look[materialAttribute] == "" && look[colorAttribute] == "" {
			continue
		}
		for _, p := range l.textual(other.word(i, nameAttribute)) {
			attribute := attributeOf(p.key)
			if attribute < 0 {
				continue
			}
			then := p.of(func(key string) string { return other.word(i, attributeOf(key)) })
			var v ask.Value = then.word
			if then.list != nil {
				v = closed.ListOf(then.list)
			}
			other.Properties[i][attribute], changed[attribute] = v, true
		}
	}
	for attribute := range changed {
		other.Changed(attribute)
	}
	return &other
}

// attributeOf is the place of a key among attributes, -1 for none.
func attributeOf(key string) int {
	return slices.IndexFunc(attributes, func(a Attribute) bool { return a.Key == key })
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
