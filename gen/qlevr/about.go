package qlevr

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
	"mereo/gen/chart"
)

// about describes the set.
func about(cfg Config) gen.About {
	numbers := func(from, to int) (out []string) {
		for n := from; n <= to; n++ {
			out = append(out, strconv.Itoa(n))
		}
		return out
	}
	var looks []string
	for _, c := range planeColors {
		for _, m := range planeMaterials {
			looks = append(looks, c+" "+m)
		}
	}
	layout, pictures, what := cfg.layout()
	names := func(words func(t *Template) []string) []string {
		out, _ := cfg.expected(words)
		return out
	}
	of := func(words func(t *Template) []string) func(string) []chart.Target {
		_, weights := cfg.expected(words)
		return gen.Shares(weights, 0)
	}
	some := func(key, title string) gen.Chart {
		return gen.Chart{
			Key: key, Title: title, XLabel: strings.TrimSuffix(key, " drawn"), Values: numbers(2, 3), Targets: gen.Even(2, 0), Target: "drawn uniformly",
		}
	}
	var kinds []gen.Chart
	for _, file := range names(fileOfTemplate) {
		kinds = append(kinds, gen.Chart{
			Key: file, Values: []string{"yes", "no"}, Targets: gen.Even(2, 0.01), Target: "as many of each template and number",
		})
	}
	return gen.About{
		Title: "QLEVR: quantifiers and visual reasoning",
		Summary: what + " with coloured areas of wood or marble, up to five, and 20 to 34 small solids on them and beside them; " +
			strconv.Itoa(cfg.Questions) + " yes/no questions a picture with one to four quantifiers, such as most, not all, between 2 " +
			"and 5, at least two thirds, or every one except. Both answers are asked equally often of each template and each number. " +
			"Made by mereo in the file format of the QLEVR data.",
		Layout: layout, Pictures: pictures,
		Charts: []gen.Chart{
			{
				Key: "planes drawn", Title: "Areas that a desk shall have", XLabel: "areas", Values: numbers(1, maxPlanes),
				Targets: gen.Even(maxPlanes, 0), Target: "drawn uniformly",
			},
			{Key: "planes", Title: "Areas on the desk", XLabel: "areas", Values: numbers(0, 5)},
			{Key: "plane shape", Title: "Shapes of areas", XLabel: "shape", Values: planeShapes},
			{
				Key: "plane look", Title: "Colors and materials of areas", XLabel: "look", Values: looks,
				Targets: gen.Even(len(looks), 0), Target: "drawn uniformly",
			},
			{Key: "objects", Title: "Objects of a picture", XLabel: "objects"},
			{Key: "objects on a plane", Title: "Objects on an area", XLabel: "objects", Values: numbers(1, 10)},
			{
				Key: "size", Title: "Sizes", XLabel: "size", Values: objectSizes,
				Targets: gen.Even(len(objectSizes), 0), Target: "drawn uniformly",
			},
			{
				Key: "color", Title: "Colors", XLabel: "color", Values: objectColors,
				Targets: gen.Even(len(objectColors), 0), Target: "two or three a scene, drawn uniformly",
			},
			some("colors drawn", "Colors of a scene"),
			{
				Key: "material", Title: "Materials", XLabel: "material", Values: objectMaterials,
				Targets: gen.Even(len(objectMaterials), 0), Target: "two or three a scene, drawn uniformly",
			},
			some("materials drawn", "Materials of a scene"),
			{Key: "shape", Title: "Shapes", XLabel: "shape", Values: objectShapes},
			some("shapes drawn", "Shapes of a scene"),
			{
				Key: "preset", Title: "Views, from steep to flat", XLabel: "view", Values: numbers(0, 2),
				Targets: gen.Even(3, 0), Target: "drawn uniformly, then steeper where things hide each other",
			},
			{
				Key: "answer", Title: "Answers", XLabel: "answer", Values: []string{"yes", "no"},
				Targets: gen.Even(2, 0.01), Target: "as many of each template and number",
			},
			{
				Key: "file", Title: "What questions say of areas", XLabel: "template file", Values: names(fileOfTemplate),
				Targets: of(fileOfTemplate), Target: "each equally often",
			},
			{
				Key: "type", Title: "Types of questions", XLabel: "type", Values: names(typesOfTemplate),
				Targets: of(typesOfTemplate), Target: "as all families of templates have them",
			},
			{
				Key: "quantifier", Title: "Quantifiers of questions", XLabel: "quantifier", Values: names(quantifiersOfTemplate),
				Targets: of(quantifiersOfTemplate), Target: "as all families of templates have them",
			},
			{
				Key: "quantifiers", Title: "Number of quantifiers of a question", XLabel: "quantifiers", Values: names(quantifierCountOfTemplate),
				Targets: of(quantifierCountOfTemplate), Target: "as all families of templates have them",
			},
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
	layout = []gen.LayoutRow{
		{
			Path:    "2d_scene/<split>/full_images/2d_full_<split>_<index>.png",
			Meaning: "drawing of the plan: areas and outlines of objects, with axes, 640 x 480, RGBA",
		},
		{Path: "2d_scene/<split>/images/2d_<split>_<index>.png", Meaning: "the areas alone, 369 x 369, RGBA"},
		{
			Path:    "2d_scene/<split>/images_materials/blender_<split>_<index>.png",
			Meaning: "the same in grey: light wood, dark marble",
		},
		{
			Path:    "2d_scene/<split>/scenes/2d_<split>_<index>.json",
			Meaning: "plan: outlines, attributes and relations of areas and objects",
		},
		{Path: "2d_scene/<split>/scenes_2d_<split>.json", Meaning: `all plans of the split: {"info": ..., "scenes": [...]}`},
	}
	pictures = []string{drawingPattern}
	what = "Drawings of the plan of a desk"
	if c.Dimension == 3 {
		what = "Pictures of a desk"
		pictures = []string{picturePattern, drawingPattern}
		o := c.optics()
		layout = append(layout,
			gen.LayoutRow{Path: "3d_scene/<split>/images/3d_<split>_<index>.png", Meaning: fmt.Sprintf("picture, %d x %d, 8-bit RGBA", o.width, o.height)},
			gen.LayoutRow{
				Path:    "3d_scene/<split>/ids/3d_<split>_<index>.png",
				Meaning: "object ids, 16 bit: 0 is no object, others are numbers in the scene file plus 1",
			},
			gen.LayoutRow{
				Path:    "3d_scene/<split>/planes/3d_<split>_<index>.png",
				Meaning: "plane ids, 16 bit: 0 is no plane, others are numbers in the scene file plus 1; the desk is the last",
			},
			gen.LayoutRow{
				Path:    "3d_scene/<split>/depths/3d_<split>_<index>.npy",
				Meaning: "distance along the camera's axis, metres, float32 of shape (height, width); 0 where nothing is",
			},
		)
		if c.Normals {
			layout = append(layout, gen.LayoutRow{
				Path:    "3d_scene/<split>/normals/3d_<split>_<index>.npy",
				Meaning: "unit normals in the world, towards the camera, float32 of shape (height, width, 3); 0 where nothing is",
			})
		}
	}
	f := c.filesOfSplit("<split>")
	layout = append(layout,
		gen.LayoutRow{
			Path:    "3d_scene/<split>/scenes/3d_<split>_<index>.json",
			Meaning: "scene file: planes, objects, relations, boxes, camera; lamps, variants and the camera as matrices under mereo",
		},
		gen.LayoutRow{Path: f.scenes3D, Meaning: `all scene files of the split: {"info": ..., "scenes": [...]}`},
	)
	if c.Questions > 0 {
		layout = append(layout,
			gen.LayoutRow{
				Path:    "<2d or 3d>_scene/<split>/questions/<2d or 3d>_<split>_<index>.json",
				Meaning: "questions about the picture",
			},
			gen.LayoutRow{Path: f.questions, Meaning: "all questions of the split, on one line"},
			gen.LayoutRow{Path: f.storage, Meaning: "how often each template and each number was asked with either answer"},
			gen.LayoutRow{Path: f.labels, Meaning: "quantifiers and types of each template"},
		)
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
