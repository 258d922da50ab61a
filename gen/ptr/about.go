package ptr

import (
	"fmt"
	"slices"
	"strconv"

	"mereo/assets/surface"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/figure"
)

// tallyOf counts what the statistics page shows.
func tallyOf(r *Record) gen.Tally {
	t := gen.Tally{}
	t.Add("objects", strconv.Itoa(len(r.Objects)))
	t.Add("floor", strconv.Itoa(r.Mereo.Floor))
	t.Add("wall", strconv.Itoa(r.Mereo.Wall))
	if r.Physics {
		t.Add("kind", "physical")
	} else {
		t.Add("kind", "static")
		t.Sum(gen.Tally{"draws": r.Mereo.Draws})
	}
	for _, o := range r.Objects {
		t.Add("category", o.Category)
		for _, c := range o.PartColor {
			t.Add("color", c.Name)
		}
		for name := range o.PartColorOccluded {
			t.Add("part", name)
		}
		for name, n := range o.PartCountOccluded {
			t.Add("count of "+name, strconv.Itoa(n))
		}
		t.Add("pixels", pixelBin(o.ObjMask.Area()))
		t.Add("geometry", answerText(len(o.QuestionType) > 1))
		if o.Simulation != nil {
			t.Add("mode", o.Simulation.Mode)
			t.Add("stability", o.Stability)
			t.Add("margin", strconv.FormatFloat(o.Simulation.Margin, 'g', -1, 64))
		}
		if o.PossibleChange != nil {
			ways := slices.Sorted(slices.Values(o.PossibleChange.Directions))
			t.Add("ways", strconv.Itoa(len(slices.Compact(ways))))
		}
	}
	return t
}

// pixelBins are the upper limits of the bins of mask sizes; the last bin is open.
var pixelBins = []int{1000, 2000, 4000, 8000, 16000}

func pixelBin(n int) string {
	for _, limit := range pixelBins {
		if n < limit {
			return fmt.Sprintf("< %d", limit)
		}
	}
	return fmt.Sprintf(">= %d", pixelBins[len(pixelBins)-1])
}

// About describes the set.
func (s *Set) About() gen.About {
	pictures := figure.Numbers(1, surface.Count)
	var bins, margins []string
	for _, limit := range pixelBins {
		bins = append(bins, pixelBin(limit-1))
	}
	bins = append(bins, pixelBin(pixelBins[len(pixelBins)-1]))
	for n := range marginRepeats + 1 {
		margins = append(margins, strconv.FormatFloat(float64(n)/marginRepeats, 'g', -1, 64))
	}
	var even, families []string
	for _, t := range s.grammar.Templates {
		if evenFamily(t) {
			even = append(even, t.Name())
		} else {
			families = append(families, t.Name())
		}
	}
	answers := func(t ask.Type) (words []string) {
		for _, v := range s.grammar.Library.Domain(t) {
			words = append(words, answerText(v))
		}
		return words
	}
	evenChart := gen.Chart{Key: "even family", Title: "Families of questions that can be asked about every scene", XLabel: "family", Values: even}
	if s.builtin {
		evenChart = evenChart.Even((evenPercent-100.0)/200/float64(len(even)), "the least used one first")
	}
	modes := []string{string(ModeNormal), string(ModeGround), string(ModeWall), string(ModeSupport)}
	return gen.About{
		Title: "PTR: part-based visual reasoning",
		Summary: "Furniture made of named, colored parts in a room: pictures with metric depth, masks of objects and parts, " +
			"visible numbers and colors of parts, directions of straight and flat parts, and who is left of, right of, in front " +
			"of and behind whom. In physical scenes objects are tilted, lean on walls or are stacked; a simulation says which of " +
			"them stay where they are, and which moves would make the others stay. Ten questions for every picture, with answers and " +
			"executable programs. Made by mereo in the file format of the PTR benchmark.",
		Layout:   s.cfg.layout(),
		Pictures: []string{"%[1]s/images/PTR_%[1]s_%06[2]d.png"},
		Charts: []gen.Chart{
			gen.Chart{Key: "objects", Title: "Objects in a scene", XLabel: "objects", Values: figure.Numbers(s.cfg.MinObjects, s.cfg.MaxObjects)}.
				Shares(s.objectShares(), 0.04, "uniform in static scenes, three in physical ones"),
			gen.Chart{Key: "kind", Title: "Static and physical scenes", XLabel: "kind", Values: []string{"static", "physical"}}.
				Shares([]float64{1 - s.cfg.Physical, s.cfg.Physical}, 0, "as configured"),
			{Key: "category", Title: "Categories of placed objects", XLabel: "category", Values: CategoryNames()},
			gen.Chart{Key: "draws", Title: "Categories drawn for static scenes, rejected ones included", XLabel: "category", Values: CategoryNames()}.
				Shares(s.cfg.weights(), 0.03, "as configured"),
			gen.Chart{Key: "color", Title: "Colors of parts", XLabel: "color", Values: paletteNames}.Even(0.015, "drawn uniformly"),
			{Key: "part", Title: "Visible parts", XLabel: "part"},
			{Key: "count of leg", Title: "Visible legs of an object", XLabel: "legs"},
			{Key: "count of wheel", Title: "Visible wheels of an object", XLabel: "wheels"},
			{Key: "count of drawer", Title: "Visible drawers of an object", XLabel: "drawers"},
			{Key: "count of door", Title: "Visible doors of an object", XLabel: "doors"},
			{Key: "pixels", Title: "Size of object masks", XLabel: "pixels", Values: bins},
			{Key: "geometry", Title: "Objects fit for questions about lines and planes", XLabel: "fit", Values: yesNo},
			{Key: "mode", Title: "How objects of physical scenes are put", XLabel: "mode", Values: modes},
			gen.Chart{Key: "stability", Title: "Objects that stay where they are", XLabel: "stable", Values: yesNo}.Even(0.25, "each a quarter at least"),
			{Key: "margin", Title: "Share of perturbed repeats with the same verdict", XLabel: "share", Values: margins},
			{
				Key: "ways", Title: "Directions that make an unstable object stable", XLabel: "directions",
				Values: figure.Numbers(0, len(moveDirections)),
			},
			gen.Chart{Key: "floor", Title: "Floors", XLabel: "picture", Values: pictures}.Even(0, "drawn uniformly"),
			gen.Chart{Key: "wall", Title: "Walls", XLabel: "picture", Values: pictures}.Even(0, "drawn uniformly"),
			{Key: "questions", Title: "Questions about a scene", XLabel: "questions", Values: figure.Numbers(0, s.cfg.Questions)},
			{Key: "type2", Title: "What questions are about", XLabel: "type", Values: kinds},
			{Key: "words", Title: "Length of questions", XLabel: "words, from"},
			gen.Chart{Key: "answer Bool", Title: "Answers: yes or no", XLabel: "answer", Values: answers(ask.TypeBool)}.
				Even(0.04, balancedInFamily),
			{Key: "answer Integer", Title: "Answers: numbers", XLabel: "answer", Values: answers(ask.TypeInteger)},
			{Key: "answer Color", Title: "Answers: colors", XLabel: "answer", Values: answers(typeColor)},
			{Key: "answer Category", Title: "Answers: categories", XLabel: "answer", Values: answers(typeCategory)},
			{Key: "answer Part", Title: "Answers: parts", XLabel: "answer", Values: answers(typePart)},
			{Key: "answer Direction", Title: "Answers: directions", XLabel: "answer", Values: answers(typeDirection)},
			evenChart,
			{Key: "family", Title: "Families of questions that need special scenes or have few answers", XLabel: "family", Values: families},
		},
		Answers: answerCharts,
		License: "Creative Commons Attribution (CC-BY 4.0)",
		Cite: []string{
			"Hong, Yi, Tenenbaum, Torralba and Gan 2021, \"PTR: A Benchmark for Part-based Conceptual, Relational, and Physical Reasoning\", NeurIPS 34",
		},
	}
}

var yesNo = []string{"yes", "no"}

const balancedInFamily = "balanced in each family"

// layout lists the files.
func (c Config) layout() []gen.LayoutRow {
	w := c.Write
	rows := []gen.LayoutRow{{Path: "<split>/images/PTR_<split>_<index>.png", Meaning: "color picture, 8-bit RGBA, sRGB"}}
	if w.hasEXR() {
		rows = append(rows, gen.LayoutRow{Path: "<split>/depths/PTR_<split>_<index>.png0001.exr", Meaning: "distance from the camera's centre along the pixel's ray, metres, three equal channels B, G, R"})
	}
	if w.hasNPY() {
		rows = append(rows, gen.LayoutRow{Path: "<split>/depths/PTR_<split>_<index>.npy", Meaning: "distance along the camera's axis, metres, float32 of shape (height, width)"})
	}
	if w.Normals {
		rows = append(rows, gen.LayoutRow{Path: "<split>/normals/PTR_<split>_<index>.npy", Meaning: "unit normals of the surfaces in the world, towards the camera, float32 of shape (height, width, 3); 0 where nothing is seen"})
	}
	if c.Film {
		rows = append(rows, gen.LayoutRow{Path: "<split>/images/PTR_<split>_<index>/<frame>.png", Meaning: "film of what falls in a physical scene, 24 frames a second, from the picture on; ids/ has such a folder, too"})
	}
	return append(rows,
		gen.LayoutRow{Path: "<split>/ids/PTR_<split>_<index>.png", Meaning: "part ids, 16 bit; 0 is the room, other values are objects[].parts[].id of the scene file"},
		gen.LayoutRow{Path: "<split>/scenes/PTR_<split>_<index>.json", Meaning: "scene file: objects, parts, masks, relations, camera, lamps"},
		gen.LayoutRow{Path: "<split>/questions/PTR_<split>_<index>_question.json", Meaning: "questions about the picture, with answers and programs"},
		gen.LayoutRow{Path: "<split>/ptr_scenes.json", Meaning: "all scene files of the split: {\"info\": ..., \"scenes\": [...]}"},
		gen.LayoutRow{Path: "<split>/questions.json", Meaning: "all questions of the split: {\"questions\": [...]}"},
	)
}

// objectShares are how often static and physical scenes together have each number of objects.
func (s *Set) objectShares() []float64 {
	shares := make([]float64, s.cfg.MaxObjects-s.cfg.MinObjects+1)
	for i := range shares {
		shares[i] = (1 - s.cfg.Physical) / float64(len(shares))
		if s.cfg.MinObjects+i == physicalObjects {
			shares[i] += s.cfg.Physical
		}
	}
	return shares
}

// answerCharts are those of answers, by the kinds of the published table. Of kinds that are answered with yes or no alone it is
// known how often the more frequent answer may be given.
var answerCharts = func() (out []gen.Chart) {
	for _, kind := range kinds {
		c := gen.Chart{Key: kind}
		if kind == "concept exist-object" || kind == "arithmetic compare-integer" {
			c.Values = yesNo
			c = c.Even(0.04, balancedInFamily)
		}
		out = append(out, c)
	}
	return out
}()
