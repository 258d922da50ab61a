package shopvrb

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/chart"
	"mereo/gen/figure"
)

// about describes the set.
func about(cfg Config, own *ownModels, asked []askedKind) gen.About {
	f, joined := filesOf("<split>", 0), filesOfSplit("<split>")
	indexed := func(path string) string { return strings.Replace(path, "000000", "<index>", 1) }
	layout := []gen.LayoutRow{
		{Path: indexed(f.picture), Meaning: fmt.Sprintf("picture, %d x %d, 8-bit RGBA", cfg.Width, cfg.Height)},
		{Path: indexed(f.ids), Meaning: "object ids, 16 bit: 0 is no object, others are numbers in the scene file plus 1"},
		{Path: indexed(f.parts), Meaning: "part ids, 16 bit, counted through all objects from 1; 0 is none"},
		{Path: indexed(f.depth), Meaning: "distance along the camera's axis in units of the scene, float32 of shape (height, width); " +
			"0 where nothing is"},
		{Path: indexed(f.record), Meaning: "scene file: objects with masks, directions, relations"},
		{Path: joined.scenes, Meaning: `all scene files of the split: {"info": ..., "scenes": [...]}`},
		{Path: classesFile, Meaning: "number of each class, from 1; 0 is background"},
		{Path: descriptionsFile, Meaning: "short texts about each class, from which what cannot be seen may be inferred"},
	}
	if cfg.Normals {
		layout = slices.Insert(layout, 4, gen.LayoutRow{Path: indexed(f.normals), Meaning: "normals of surfaces, float32 of shape (height, width, 3), " +
			"unit vectors of the world towards the camera; 0 where nothing is"})
	}
	if cfg.Film {
		layout = append(layout, gen.LayoutRow{
			Path:    path.Join(strings.TrimSuffix(indexed(f.picture), ".png"), "<frame>.png"),
			Meaning: "film of the fall, 24 frames a second; the last one is the picture. ids/ and parts/ have such folders, too",
		})
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
		gen.Chart{Key: "objects", Title: "Objects of a picture", XLabel: "objects", Values: figure.Numbers(cfg.MinObjects, cfg.MaxObjects)}.
			Even(0.05, "drawn uniformly"),
	}
	pooled := func(key, title, label string, values []string) {
		charts = append(charts, gen.Chart{
			Key: key, Title: title, XLabel: label, Values: values, Targets: own.shares(key, values),
			Target: "models drawn uniformly; large ones find less room",
		})
	}
	for _, a := range VisualAttributes {
		values := a.Values
		if a.Key == "name" {
			values = slices.Concat(values, own.newClasses())
		}
		pooled(a.Key, chartTitles[a.Key], a.Key, values)
	}
	grounds := textures
	if cfg.PlainGround {
		grounds++
	}
	pooled("instance", "Models", "model", own.names())
	charts[len(charts)-1].Target = "drawn uniformly; large ones find less room"
	charts = append(charts, gen.Chart{Key: "ground", Title: "Tables", XLabel: "ground", Values: groundNames[:grounds]}.Even(0, "drawn uniformly"))
	yesNo := func(c gen.Chart) gen.Chart {
		c.Values = []string{"yes", "no"}
		return c.Even(0.05, "balanced in each template")
	}
	var answers []gen.Chart
	for _, k := range asked {
		of, files, types := k.kind.String(), map[string]float64{}, map[string]float64{}
		for _, t := range k.grammar.Templates {
			files[ask.Base(t.File)]++
			types[templateType(t)]++
		}
		add := func(c gen.Chart, weights map[string]float64, tolerance float64) {
			var list []float64
			for _, v := range c.Values {
				list = append(list, weights[v])
			}
			charts = append(charts, c.Shares(list, tolerance, "as many as there are templates"))
		}
		typeOff, fileOff := 0.03, 0.02
		if k.kind != visual {
			typeOff, fileOff = 0, 0 // nothing is known of the published ones
		}
		add(gen.Chart{Key: of + " type", Title: "Types of " + of + " questions", XLabel: "type", Values: questionTypes}, types, typeOff)
		add(gen.Chart{
			Key: of + " family", Title: "Templates of " + of + " questions", XLabel: "file", Values: slices.Sorted(maps.Keys(files)),
		}, files, fileOff)
		charts = append(charts, gen.Chart{
			Key: of + " questions", Title: "Number of " + of + " questions about a picture", XLabel: "questions",
		})
		for _, t := range questionTypes {
			c := gen.Chart{Key: of + ", " + t}
			if slices.Contains(yesAndNo, t) {
				c = yesNo(c)
			}
			answers = append(answers, c)
		}
	}
	charts = append(charts,
		yesNo(gen.Chart{Key: "answer", Title: "Answers with yes or no", XLabel: "answer"}),
		gen.Chart{Key: "count", Title: "Answers with a number", XLabel: "answer", Values: figure.Numbers(0, mostCounted)},
	)
	return gen.About{
		Title: "SHOP-VRB: household objects, visual and textual questions",
		Summary: fmt.Sprintf("Pictures of a table with %d to %d kitchen things of %d classes, with masks of objects and parts, depth, "+
			"seven attributes that are seen and four that must be read up, and %d visual and %d textual questions a picture. The split "+
			"benchmark has things and tables that no other split has. Made by mereo in the file format of the SHOP-VRB data.",
			cfg.MinObjects, cfg.MaxObjects, len(attributes[nameAttribute].Values)+len(own.newClasses()), cfg.Visual, cfg.Textual),
		Layout: layout, Pictures: []string{picturePattern}, Charts: charts, Answers: answers,
		License: license,
		Cite: []string{"Michal Nazarczuk and Krystian Mikolajczyk. SHOP-VRB: A Visual Reasoning Benchmark for Object Perception. " +
			"ICRA 2020."},
	}
}

// chartTitles of the attributes that are seen.
var chartTitles = map[string]string{
	"name": "Classes", "size": "Sizes", "weight": "Weights", "material": "Materials", "color": "Colors", "shape": "Shapes",
	"movability": "How things are moved",
}

// pool are the models of a pool: the built-in ones if m is nil.
func (m *ownModels) pool(pool kitchen.Pool) []catalogRow {
	if m == nil {
		return instances(pool)
	}
	return m.rows[pool]
}

// names are those of all models, pool by pool.
func (m *ownModels) names() (names []string) {
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, row := range m.pool(pool) {
			if !slices.Contains(names, row.name) {
				names = append(names, row.name)
			}
		}
	}
	return names
}

// shares are how often values of a property that is seen come up when all models of a split's pool are drawn equally often, then
// their sizes, and then what they are made of. Of classes it is published how far they may be off, and of movability.
func (m *ownModels) shares(key string, values []string) func(split string) []chart.Target {
	return func(split string) []chart.Target {
		pool := poolOf(split)
		rows := m.pool(pool)
		weights := make([]float64, len(values))
		for i := range rows {
			rows[i].each(key, func(value string, share float64) {
				if k := slices.Index(values, value); k >= 0 {
					weights[k] += share
				}
			})
		}
		targets := gen.Shares(weights, 0)(split)
		for i := range targets {
			t := &targets[i]
			switch {
			case key == "name":
				t.Low, t.High = 0.65*t.Share, 1.35*t.Share
			case key == "movability" && m == nil && pool == kitchen.Training:
				t.Low, t.High = t.Share-0.05, t.Share+0.05
			}
		}
		return targets
	}
}

// each calls do with the values of a property that a thing of the row may have, and their shares.
func (r *catalogRow) each(key string, do func(value string, share float64)) {
	switch key {
	case "instance":
		do(r.name, 1)
	case "name":
		do(r.class, 1)
	case "shape":
		do(r.shape, 1)
	case "weight":
		do(r.weight, 1)
	case "movability":
		do(r.movability, 1)
	case "size":
		for _, size := range r.sizes {
			do(size, 1/float64(len(r.sizes)))
		}
	case "material":
		for _, o := range r.options {
			do(o.material, 1/float64(len(r.options)))
		}
	case "color":
		for _, o := range r.options {
			if o.color != anyColor {
				do(o.color, 1/float64(len(r.options)))
				continue
			}
			for _, c := range randomColors {
				do(c.Name, 1/float64(len(r.options)*len(randomColors)))
			}
		}
	}
}
