package shopvrb

import (
	_ "embed"
	"fmt"
	"slices"

	"mereo/assets/kitchen"
	"mereo/assets/palette"
	"mereo/engine/material"
)

// catalogRow is a row of the catalog: what is said of a model of the kitchen.
type catalogRow struct {
	name       string // of the model: "mug1"
	class      string // "mug"
	shape      string
	weight     string
	movability string
	sizes      sizes
	options    options
	box        box
	originZ    float64 // height of the origin that its records tell, whatever the scale
}

// sizes are the labels of a thing drawn bigger and, if there is a second one, smaller.
type sizes []string

// options are the one or two materials and colors that a thing is made of.
type options []option

// option is a material and a color. The first one of a thing is the model's own, which anyColor recolors; the second one
// replaces the material of the mutable parts.
type option struct{ material, color string }

// anyColor stands for one of randomColors.
const anyColor = "any"

// box is the size of a model along its axes X and Y. It is claimed around the origin, wherever the model lies.
type box struct{ w, h float64 }

// Scales of models that are drawn bigger and smaller.
const (
	scaleBigger  = 0.6
	scaleSmaller = 0.45
)

// The tables of the things of all splits but the benchmark and of those of the benchmark, one of each class, in the published format
// of propertiesTable with two keys beside it: the model's box and, where it is not 0, the height of its origin.
var (
	//go:embed things_training.json
	trainingThings []byte
	//go:embed things_benchmark.json
	benchmarkThings []byte

	trainingInstances, benchmarkInstances = readInstances(trainingThings), readInstances(benchmarkThings)
)

// readInstances reads a table that is compiled in.
func readInstances(table []byte) (out []catalogRow) {
	things, err := jsonMembers(table)
	for _, t := range things {
		r := newTableRow(t.value, slices.Concat(propertiesKeys, []string{"box", "origin_z"}))
		row := readRow(r, t.key, r.word("name", valuesFor("name")))
		var size [2]float64
		r.read("box", "two numbers", &size)
		r.read("origin_z", "a number", &row.originZ)
		row.box = box{size[0], size[1]}
		out = append(out, row)
		if r.err != nil {
			err = fmt.Errorf("%s: %w", t.key, r.err)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("shopvrb: built-in things: %v", err))
	}
	return out
}

// instances are the things of a pool.
func instances(pool kitchen.Pool) []catalogRow {
	if pool == kitchen.Benchmark {
		return benchmarkInstances
	}
	return trainingInstances
}

// randomColors are the colors that stand for anyColor, as published.
var randomColors = palette.All()[1:] // without gray

// reflectance is a color as materials have it: the pale one of the published generator, which takes values for linear reflectances, or
// the deep one that these values have on a screen.
func reflectance(c palette.Color, deep bool) material.RGB {
	if deep {
		return c.SRGB()
	}
	return c.Linear()
}

// randomColorNames are the names of randomColors.
func randomColorNames() (out []string) {
	for _, c := range randomColors {
		out = append(out, c.Name)
	}
	return out
}

// replacedWhite is the color of replaced materials that have no random one.
var replacedWhite = material.RGB{0.88, 0.88, 0.88}

// draw is what is drawn about a thing before it has a place.
type draw struct {
	in      *catalogRow
	color   int  // index into randomColors; drawn for all things
	smaller bool // only where there are two sizes
	second  bool // the second option, only where there are two
	deep    bool // random colors are those of their values on a screen
}

// object is the thing that was drawn, without its place.
func (d draw) object() planObject {
	o := planObject{in: d.in, scale: scaleBigger, size: d.in.sizes[0]}
	if d.smaller {
		o.scale, o.size = scaleSmaller, d.in.sizes[1]
	}
	of := d.in.options[0]
	if d.second {
		of = d.in.options[1]
		o.appearance = appearance{replace: libraryMaterials[of.material], color: replacedWhite}
	}
	o.material, o.color = of.material, of.color
	if of.color == anyColor {
		random := randomColors[d.color]
		o.color = random.Name
		o.appearance.recolor = !d.second
		o.appearance.color = reflectance(random, d.deep)
	}
	return o
}

// libraryMaterials are the names of the materials that replace others.
var libraryMaterials = map[string]string{"rubber": "Rubber", "plastic": "Plastic", "metal": "Metal"}
