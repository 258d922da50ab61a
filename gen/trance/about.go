package trance

import (
	"fmt"
	"strconv"

	"mereo/gen"
	"mereo/gen/figure"
)

// tallyOf counts what the statistics page shows.
func tallyOf(m *generatedSample) gen.Tally {
	t := gen.Tally{}
	initial := &m.states[0]
	t.Add("steps", strconv.Itoa(len(m.steps)))
	t.Add("visible", strconv.Itoa(initial.visible()))
	for i, step := range m.steps {
		t.Add("pair", step.Pair.String())
		t.Add("attribute", step.Pair.Attribute().String())
		t.Add("object", strconv.Itoa(step.Object))
		if i > 0 {
			t.Add("in a row", m.steps[i-1].Pair.Attribute().String()+", "+step.Pair.Attribute().String())
		}
		if kind := m.types[i]; kind != noMove {
			t.Add("type", kind.String())
		}
	}
	for i := range initial {
		for _, a := range wordAttributes {
			t.Add(a.String(), initial[i].Value(a))
		}
	}
	return t
}

// about describes the set.
func about(cfg Config) gen.About {
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
	charts := []gen.Chart{
		gen.Chart{Key: "steps", Title: "Steps of a sample", XLabel: "steps", Values: figure.Numbers(1, maxSequence)}.Even(0, "equally often"),
		gen.Chart{Key: "visible", Title: "Objects in the visible area at first", XLabel: "objects", Values: figure.Numbers(1, ObjectCount)}.
			Even(0, "equally often"),
		gen.Chart{Key: "attribute", Title: "What steps change", XLabel: "attribute", Values: attributes}.Shares(weights, 0, "as many as it has values"),
		gen.Chart{Key: "type", Title: "Moves inside, out of and into the visible area", XLabel: "move", Values: moveTypeNames[innerMove:]}.
			Even(0, "equally often"),
		gen.Chart{Key: "object", Title: "Objects that steps change", XLabel: "object", Values: figure.Numbers(0, ObjectCount-1)}.Even(0, "equally often"),
	}
	for i, title := range []string{"Colors", "Materials", "Shapes", "Sizes"} {
		a := wordAttributes[i]
		charts = append(charts, gen.Chart{Key: a.String(), Title: title + " of objects at first", XLabel: a.String(), Values: values[a]}.
			Even(0, "drawn uniformly"))
	}
	charts = append(charts,
		gen.Chart{Key: "pair", Title: "Attributes and values of steps", XLabel: "pair", Values: pairs}.Even(0, "equally often"),
		gen.Chart{Key: "in a row", Title: "What two steps in a row change", XLabel: "attributes", Values: both}.
			Shares(bothWeights, 0, "all sequences of pairs equally often"))
	changes := "change a color, a material, a shape, a size or a place"
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
			"which object each pixel shows, in the colors render_color of properties.json, without anti-aliasing")
	}
	if cfg.Normals {
		file("normals/"+start+"normals_<index>-<stage>.<camera>.npy", "of each picture in image/: unit normals of the surfaces in the "+
			"world, towards the camera, float32 of shape (height, width, 3); 0 where nothing is seen")
	}
	if cfg.Film {
		file("film/"+start+"img_<index>.<camera>/<frame>.png", fmt.Sprintf("films of the transformation, %d frames a second: the states, "+
			"and %d frames between each two; seg and normals of frames have such folders, too, where those of pictures are written",
			filmFPS, filmStep-1))
	}
	file("info/"+start+"<index>.json",
		"everything known of a sample: all states, steps, cameras, lamps, relations, pixels of each object; also the names that "+
			"identity pictures and pictures of the states between have where they are drawn (ids, between)")
	file("data.jsonl",
		"a line for each sample: first and last state, names of pictures, steps with what is accepted in their place")
	file("basic.jsonl", "the lines of data.jsonl with one step")
	file("properties.json", "what values stand for: meshes, colors, sizes, distances")
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
		Charts:  charts,
		License: "Creative Commons Attribution (CC-BY 4.0)",
		Cite: []string{
			"Hong, Lan, Pang, Guo and Cheng 2023, \"Visual Reasoning: From State to Transformation\", IEEE Transactions on Pattern " +
				"Analysis and Machine Intelligence 45(9)",
			"Hong, Lan, Pang, Guo and Cheng 2021, \"Transformation Driven Visual Reasoning\", CVPR",
		},
	}
}
