package qlevr

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
	"mereo/gen/figure"
)

// about describes the set.
func about(cfg Config) gen.About {
	var looks []string
	for _, c := range planeColors {
		for _, m := range planeMaterials {
			looks = append(looks, c+" "+m)
		}
	}
	layout, pictures, what := cfg.layout()
	const uniformly, few = "drawn uniformly", "two or three a scene, drawn uniformly"
	some := func(key, title string) gen.Chart {
		return gen.Chart{Key: key, Title: title, XLabel: strings.TrimSuffix(key, " drawn"), Values: figure.Numbers(2, 3)}.Even(0, uniformly)
	}
	// of is a chart of words of templates.
	of := func(key, title, label string, words func(t *Template) []string, target string) gen.Chart {
		names, weights := cfg.expected(words)
		return gen.Chart{Key: key, Title: title, XLabel: label, Values: names}.Shares(weights, 0, target)
	}
	balanced := func(c gen.Chart) gen.Chart {
		c.Values = []string{"yes", "no"}
		return c.Even(0.01, "as many of each template and number")
	}
	files := of("file", "What questions say of areas", "template file", fileOfTemplate, "each equally often")
	var kinds []gen.Chart
	for _, file := range files.Values {
		kinds = append(kinds, balanced(gen.Chart{Key: file}))
	}
	const asAll = "as all families of templates have them"
	return gen.About{
		Title: "QLEVR: quantifiers and visual reasoning",
		Summary: what + " with colored areas of wood or marble, up to five, and 20 to 34 small solids on them and beside them; " +
			strconv.Itoa(cfg.Questions) + " yes/no questions a picture with one to four quantifiers, such as most, not all, between 2 " +
			"and 5, at least two thirds, or every one except. Both answers are asked equally often of each template and each number. " +
			"Made by mereo in the file format of the QLEVR data.",
		Layout: layout, Pictures: pictures,
		Charts: []gen.Chart{
			gen.Chart{Key: "planes drawn", Title: "Areas that a desk shall have", XLabel: "areas", Values: figure.Numbers(1, maxPlanes)}.Even(0, uniformly),
			{Key: "planes", Title: "Areas on the desk", XLabel: "areas", Values: figure.Numbers(0, 5)},
			{Key: "plane shape", Title: "Shapes of areas", XLabel: "shape", Values: planeShapes},
			gen.Chart{Key: "plane look", Title: "Colors and materials of areas", XLabel: "look", Values: looks}.Even(0, uniformly),
			{Key: "objects", Title: "Objects of a picture", XLabel: "objects"},
			{Key: "objects on a plane", Title: "Objects on an area", XLabel: "objects", Values: figure.Numbers(1, 10)},
			gen.Chart{Key: "size", Title: "Sizes", XLabel: "size", Values: objectSizes}.Even(0, uniformly),
			gen.Chart{Key: "color", Title: "Colors", XLabel: "color", Values: objectColors}.Even(0, few),
			some("colors drawn", "Colors of a scene"),
			gen.Chart{Key: "material", Title: "Materials", XLabel: "material", Values: objectMaterials}.Even(0, few),
			some("materials drawn", "Materials of a scene"),
			{Key: "shape", Title: "Shapes", XLabel: "shape", Values: objectShapes},
			some("shapes drawn", "Shapes of a scene"),
			gen.Chart{Key: "preset", Title: "Views, from steep to flat", XLabel: "view", Values: figure.Numbers(0, len(cameraPresets)-1)}.
				Even(0, "drawn uniformly, then steeper where things hide each other"),
			balanced(gen.Chart{Key: "answer", Title: "Answers", XLabel: "answer"}),
			files,
			of("type", "Types of questions", "type", typesOfTemplate, asAll),
			of("quantifier", "Quantifiers of questions", "quantifier", quantifiersOfTemplate, asAll),
			of("quantifiers", "Number of quantifiers of a question", "quantifiers", quantifierCountOfTemplate, asAll),
			{Key: "words", Title: "Words of a question", XLabel: "words"},
		},
		Answers: kinds,
		License: "Creative Commons Attribution (CC-BY 4.0)",
		Cite: []string{"Zechen Li and Anders Søgaard. QLEVR: A Diagnostic Dataset for Quantificational Language and Elementary " +
			"Visual Reasoning. Findings of NAACL 2022."},
	}
}

// layout are the files of a split, the patterns of its pictures, and what these are.
func (c Config) layout() (layout []gen.LayoutRow, pictures []string, what string) {
	f, all, pattern := c.filesNamed("<split>", "<index>"), c.filesOfSplit("<split>"), c.filesNamed("%[1]s", "%06[2]d")
	row := func(path, meaning string) { layout = append(layout, gen.LayoutRow{Path: path, Meaning: meaning}) }
	row(f.drawing, "drawing of the plan: areas and outlines of objects, with axes, 640 x 480, RGBA")
	row(f.texture, "the areas alone, 369 x 369, RGBA")
	row(f.materials, "the same in gray: light wood, dark marble")
	row(f.record2D, "plan: outlines, attributes and relations of areas and objects")
	row(all.scenes2D, `all plans of the split: {"info": ..., "scenes": [...]}`)
	pictures, what = []string{pattern.drawing}, "Drawings of the plan of a desk"
	if c.Dimension == 3 {
		pictures, what = []string{pattern.picture, pattern.drawing}, "Pictures of a desk"
		o := c.optics()
		row(f.picture, fmt.Sprintf("picture, %d x %d, 8-bit RGBA", o.width, o.height))
		row(f.ids, "object ids, 16 bit: 0 is no object, others are numbers in the scene file plus 1")
		row(f.planes, "plane ids, 16 bit: 0 is no plane, others are numbers in the scene file plus 1; the desk is the last")
		row(f.depth, "distance along the camera's axis, metres, float32 of shape (height, width); 0 where nothing is")
		if c.Normals {
			row(f.normals, "unit normals in the world, towards the camera, float32 of shape (height, width, 3); 0 where nothing is")
		}
	}
	row(f.record3D, "scene file: planes, objects, relations, boxes, camera; lamps, variants and the camera as matrices under mereo")
	row(all.scenes3D, `all scene files of the split: {"info": ..., "scenes": [...]}`)
	if c.Questions > 0 {
		row("<2d or 3d>_scene/<split>/questions/<2d or 3d>_<split>_<index>.json", "questions about the picture")
		row(all.questions, "all questions of the split, on one line")
		row(all.storage, "how often each template and each number was asked with either answer")
		row(all.labels, "quantifiers and types of each template")
	}
	return layout, pictures, what
}

// What questions of a template are counted by.
func fileOfTemplate(t *Template) []string        { return []string{strings.TrimSuffix(t.File, ".json")} }
func typesOfTemplate(t *Template) []string       { return t.Types }
func quantifiersOfTemplate(t *Template) []string { return t.Quantifiers }
func quantifierCountOfTemplate(t *Template) []string {
	return []string{strconv.Itoa(len(t.Quantifiers))}
}

// expected are the words of templates, sorted, and how often each comes up when all families are asked equally often, and all
// templates of a family.
func (c Config) expected(words func(t *Template) []string) (names []string, weights []float64) {
	templates := c.templates()
	families, sums := map[string]int{}, map[string]float64{}
	for i := range templates {
		families[templates[i].name().FamilyKey()]++
	}
	for i := range templates {
		for _, word := range words(&templates[i]) {
			sums[word] += 1 / float64(families[templates[i].name().FamilyKey()])
		}
	}
	names = slices.Sorted(maps.Keys(sums))
	for _, name := range names {
		weights = append(weights, sums[name])
	}
	return names, weights
}
