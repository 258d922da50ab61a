package trance

import (
	"fmt"
	"strconv"

	"mereo/gen"
)

// tallyOf counts what the statistics page shows.
func tallyOf(m *generatedSample) map[string]map[string]int {
	t := map[string]map[string]int{}
	add := func(chart, value string) {
		if t[chart] == nil {
			t[chart] = map[string]int{}
		}
		t[chart][value]++
	}
	initial := &m.states[0]
	add("steps", strconv.Itoa(len(m.steps)))
	add("visible", strconv.Itoa(initial.visible()))
	for i, step := range m.steps {
		add("pair", step.Pair.String())
		add("attribute", step.Pair.Attribute().String())
		add("object", strconv.Itoa(step.Object))
		if i > 0 {
			add("in a row", m.steps[i-1].Pair.Attribute().String()+", "+step.Pair.Attribute().String())
		}
		if t := m.types[i]; t != noMove {
			add("type", t.String())
		}
	}
	for i := range initial {
		for _, a := range wordAttributes {
			add(a.String(), initial[i].Value(a))
		}
	}
	return t
}

// about describes the set.
func about(cfg Config) gen.About {
	numbers := func(from, to int) (out []string) {
		for n := from; n <= to; n++ {
			out = append(out, strconv.Itoa(n))
		}
		return out
	}
	var pairs, attributes []string
	var weights []float64 // of attributes
	for _, p := range cfg.pairs() {
		pairs = append(pairs, p.String())
		if p == firstPair[p.Attribute()] {
			attributes, weights = append(attributes, p.Attribute().String()), append(weights, 0)
		}
		weights[len(weights)-1]++
	}
	var both []string
	var bothWeights []float64
	for i, a := range attributes {
		for j, b := range attributes {
			both, bothWeights = append(both, a+", "+b), append(bothWeights, weights[i]*weights[j])
		}
	}
	changes := "change a colour, a material, a shape, a size or a place"
	if cfg.Problem == ProblemPosition {
		changes = "move an object each"
	}
	start := "TRANCE_" + cfg.Problem + "_"
	picture := "%[1]s/image/" + start + "img_%06[2]d-"
	var layout []gen.LayoutRow
	file := func(path, meaning string) {
		layout = append(layout, gen.LayoutRow{Path: "<split>/" + path, Meaning: meaning})
	}
	file("image/"+start+"img_<index>-initial.Camera_Center.png", fmt.Sprintf("picture of the first state, %d x %d, 8-bit RGBA, sRGB", cfg.Width, cfg.Height))
	file("image/"+start+"img_<index>-final.<camera>.png", "the last state from Camera_Left, Camera_Center and Camera_Right")
	if cfg.Between {
		file("image/"+start+"img_<index>-<stage>.<camera>.png", "the states between, 01 to 03, from the same cameras")
	}
	if cfg.IDs {
		file("seg/"+start+"seg_<index>-<stage>.<camera>.png",
			"which object each pixel shows, in the colours render_color of properties.json, without anti-aliasing")
	}
	if cfg.Normals {
		file("normals/"+start+"normals_<index>-<stage>.<camera>.npy", "of each picture in image/: unit normals of the surfaces in the "+
			"world, towards the camera, float32 of shape (height, width, 3); 0 where nothing is seen")
	}
	file("info/"+start+"<index>.json",
		"everything known of a sample: all states, steps, cameras, lamps, relations, pixels of each object; also the names that "+
			"identity pictures and pictures of the states between have where they are drawn (ids, between)")
	file("data.jsonl",
		"a line for each sample: first and last state, names of pictures, steps with what is accepted in their place")
	file("basic.jsonl", "the lines of data.jsonl with one step")
	file("properties.json", "what values stand for: meshes, colours, sizes, distances")
	file("values.json", "the values of each attribute, in the order of their numbers")
	return gen.About{
		Title: "TRANCE: transformation-driven visual reasoning",
		Summary: "Two pictures, before and after, and the question what was done in between. Ten objects stand on a floor, some " +
			"of them outside of the square that is drawn. One to four steps " + changes + ", and the answer is the list of steps: " +
			"object, attribute and value. The last state is shown from three cameras. Lengths, objects, values and their " +
			"sequences occur about equally often, so that little can be guessed. Made by mereo in the file format of the " +
			"TRANCE data.",
		Layout: layout,
		Pictures: []string{
			picture + "initial.Camera_Center.png", picture + "final.Camera_Left.png", picture + "final.Camera_Center.png",
			picture + "final.Camera_Right.png",
		},
		Charts: []gen.Chart{
			{
				Key: "steps", Title: "Steps of a sample", XLabel: "steps", Values: numbers(1, maxSequence),
				Targets: gen.Even(maxSequence, 0), Target: "equally often",
			},
			{
				Key: "visible", Title: "Objects in the visible area at first", XLabel: "objects", Values: numbers(1, ObjectCount),
				Targets: gen.Even(ObjectCount, 0), Target: "equally often",
			},
			{
				Key: "attribute", Title: "What steps change", XLabel: "attribute", Values: attributes,
				Targets: gen.Shares(weights, 0), Target: "as many as it has values",
			},
			{
				Key: "type", Title: "Moves inside, out of and into the visible area", XLabel: "move", Values: moveTypeNames[innerMove:],
				Targets: gen.Even(len(moveTypeNames)-int(innerMove), 0), Target: "equally often",
			},
			{
				Key: "object", Title: "Objects that steps change", XLabel: "object", Values: numbers(0, ObjectCount-1),
				Targets: gen.Even(ObjectCount, 0), Target: "equally often",
			},
			{
				Key: "color", Title: "Colors of objects at first", XLabel: "color", Values: values[Color],
				Targets: gen.Even(len(values[Color]), 0), Target: "drawn uniformly",
			},
			{
				Key: "material", Title: "Materials of objects at first", XLabel: "material", Values: values[Material],
				Targets: gen.Even(len(values[Material]), 0), Target: "drawn uniformly",
			},
			{
				Key: "shape", Title: "Shapes of objects at first", XLabel: "shape", Values: values[Shape],
				Targets: gen.Even(len(values[Shape]), 0), Target: "drawn uniformly",
			},
			{
				Key: "size", Title: "Sizes of objects at first", XLabel: "size", Values: values[Size],
				Targets: gen.Even(len(values[Size]), 0), Target: "drawn uniformly",
			},
			{
				Key: "pair", Title: "Attributes and values of steps", XLabel: "pair", Values: pairs,
				Targets: gen.Even(len(pairs), 0), Target: "equally often",
			},
			{
				Key: "in a row", Title: "What two steps in a row change", XLabel: "attributes", Values: both,
				Targets: gen.Shares(bothWeights, 0), Target: "all sequences of pairs equally often",
			},
		},
		License: "Creative Commons Attribution (CC-BY 4.0)",
		Cite: []string{
			"Hong, Lan, Pang, Guo and Cheng 2023, \"Visual Reasoning: From State to Transformation\", IEEE Transactions on Pattern " +
				"Analysis and Machine Intelligence 45(9)",
			"Hong, Lan, Pang, Guo and Cheng 2021, \"Transformation Driven Visual Reasoning\", CVPR",
		},
	}
}
