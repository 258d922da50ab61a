package shopvrb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
)

// about describes the set.
func about(cfg Config, own *ownModels) gen.About {
	f, joined := filesOf("<split>", 0), filesOfSplit("<split>")
	indexed := func(path string) string { return strings.Replace(path, "000000", "<index>", 1) }
	layout := []gen.LayoutRow{
		{Path: indexed(f.picture), Meaning: "picture, 640 x 480, 8-bit RGBA"},
		{Path: indexed(f.ids), Meaning: "object ids, 16 bit: 0 is no object, others are numbers in the scene file plus 1"},
		{Path: indexed(f.parts), Meaning: "part ids, 16 bit, counted through all objects from 1; 0 is none"},
		{Path: indexed(f.depth), Meaning: "distance along the camera's axis in units of the scene, float32 of shape (height, width); " +
			"0 where nothing is"},
		{Path: indexed(f.record), Meaning: "scene file: objects with masks, directions, relations"},
		{Path: joined.scenes, Meaning: `all scene files of the split: {"info": ..., "scenes": [...]}`},
		{Path: classesFile, Meaning: "number of each class, from 1; 0 is background"},
		{Path: descriptionsFile, Meaning: "short texts about each class, from which what cannot be seen may be inferred"},
	}
	if cfg.Visual > 0 {
		layout = append(layout,
			gen.LayoutRow{Path: indexed(f.visual), Meaning: "questions about what is seen on the picture"},
			gen.LayoutRow{Path: joined.visual, Meaning: `all of them: {"info": ..., "questions": [...]}`})
	}
	if cfg.Textual > 0 {
		layout = append(layout,
			gen.LayoutRow{Path: indexed(f.textual), Meaning: "questions about what must be read up"},
			gen.LayoutRow{Path: joined.textual, Meaning: `all of them: {"info": ..., "questions": [...]}`})
	}
	charts := []gen.Chart{
		{Key: "objects", Title: "Objects of a picture", XLabel: "objects", Values: numbers(cfg.MinObjects, cfg.MaxObjects)},
	}
	for _, a := range VisualAttributes {
		values := a.Values
		if a.Key == "name" {
			values = slices.Concat(values, own.newClasses())
		}
		charts = append(charts, gen.Chart{Key: a.Key, Title: chartTitles[a.Key], XLabel: a.Key, Values: values})
	}
	charts = append(charts,
		gen.Chart{Key: "instance", Title: "Models", XLabel: "model"},
		gen.Chart{Key: "ground", Title: "Tables", XLabel: "ground", Values: groundNames},
		gen.Chart{Key: "visual type", Title: "Types of visual questions", XLabel: "type", Values: questionTypes},
		gen.Chart{Key: "visual family", Title: "Templates of visual questions", XLabel: "file"},
		gen.Chart{Key: "textual type", Title: "Types of textual questions", XLabel: "type", Values: questionTypes},
		gen.Chart{Key: "textual family", Title: "Templates of textual questions", XLabel: "file"},
		gen.Chart{Key: "answer", Title: "Answers with yes or no", XLabel: "answer", Values: []string{"yes", "no"}},
		gen.Chart{Key: "count", Title: "Answers with a number", XLabel: "answer", Values: numbers(0, mostCounted)},
	)
	return gen.About{
		Title: "SHOP-VRB: household objects, visual and textual questions",
		Summary: fmt.Sprintf("Pictures of a table with %d to %d kitchen things of %d classes, with masks of objects and parts, depth, "+
			"seven attributes that are seen and four that must be read up, and %d visual and %d textual questions a picture. The split "+
			"benchmark has things and tables that no other split has. Made by mereo in the file format of the SHOP-VRB data.",
			cfg.MinObjects, cfg.MaxObjects, len(attributes[nameAttribute].Values)+len(own.newClasses()), cfg.Visual, cfg.Textual),
		Layout: layout, Pictures: []string{picturePattern}, Charts: charts,
		License: license,
		Cite: []string{"Michal Nazarczuk and Krystian Mikolajczyk. SHOP-VRB: A Visual Reasoning Benchmark for Object Perception. " +
			"ICRA 2020."},
	}
}

// chartTitles of the attributes that are seen.
var chartTitles = map[string]string{
	"name": "Classes", "size": "Sizes", "weight": "Weights", "material": "Materials", "color": "Colours", "shape": "Shapes",
	"movability": "How things are moved",
}

// numbers are those of a range as words.
func numbers(from, to int) (out []string) {
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}
