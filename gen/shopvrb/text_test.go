package shopvrb

import (
	"testing"
	"testing/fstest"

	"mereo/gen/ask"
)

// phrased is an instance of one group with a phrasing.
func phrased(t *testing.T, text string, rules map[string]ask.Rule, values map[string]string) *instance {
	t.Helper()
	g, err := ask.ReadGrammar(newLibrary(), nil, nil, fstest.MapFS{"a.json": &fstest.MapFile{Data: []byte(oneLine(t, []any{map[string]any{
		"program": []string{"filter_exist(scene, <G>)"},
		"text":    []string{text},
	}}))}})
	if err != nil {
		t.Fatal(err)
	}
	in := &instance{Template: g.Templates[0], Values: make([]ask.Value, visualCount), Rules: make([]ask.Rule, visualCount)}
	for i, slot := range in.Template.Slots {
		in.Values[i], in.Rules[i] = values[slot], rules[slot]
	}
	return in
}

func TestSay(t *testing.T) {
	free, noName, noShape := map[string]ask.Rule{}, map[string]ask.Rule{"N": ask.Empty}, map[string]ask.Rule{"S": ask.Empty}
	neither := map[string]ask.Rule{"N": ask.Empty, "S": ask.Empty}
	last := chance{choose: func(n int) int { return n - 1 }, number: func() float64 { return 0.5 }}
	for _, c := range []struct {
		text   string
		rules  map[string]ask.Rule
		values map[string]string
		c      chance
		want   string
	}{
		{"Is there a <G> ?", noShape, map[string]string{"N": "mug"}, first, "Is there a mug?"},
		{"Is there a <G> ?", noShape, map[string]string{}, first, "Is there a thing?"},
		{"Is there a <G> ?", noShape, map[string]string{}, last, "Is there an object?"},
		{"Is there a <G> ?", noName, map[string]string{"S": "irregularly shaped", "Z": "large"}, last, "Is there a big irregularly shaped thing?"},
		{"Is there a <G> ?", noName, map[string]string{"S": "irregularly shaped"}, first, "Is there an irregularly shaped thing?"},
		{"Is there a <G> ?", noName, map[string]string{}, first, "Is there a thing?"},
		{"Is there a <G> ?", neither, map[string]string{"C": "red"}, first, "Is there a red thing?"},
		{"Is there a <G> ?", free, map[string]string{"S": "flat", "N": "plate"}, first, "Is there a flat thing plate?"},
		{"Any <G>s ; are they here ?", noName, map[string]string{"S": "flat"}, first, "Any flat things; are they here?"},
		{"Any <G>s ?", noShape, map[string]string{"N": "wine glass", "M": "glass"}, first, "Any glass wine glasses?"},
		{"Any <G>s ?", noShape, map[string]string{"N": "knife"}, first, "Any knives?"},
		{"Any <G>s [that are] here ?", noShape, map[string]string{"N": "food box"}, first, "Any food boxes that are here?"},
		{"Any <G>s [that are] here ?", noShape, map[string]string{"N": "food box"}, last, "Any food boxes here?"},
		{"Those that are either <G>s ?", noShape, map[string]string{}, first, "Those that are things?"},
	} {
		if got := say(phrased(t, c.text, c.rules, c.values), c.c, true); got != c.want {
			t.Errorf("%q with %v: got %q, want %q", c.text, c.values, got, c.want)
		}
	}
}

func TestRelationsBringTheirPreposition(t *testing.T) {
	for relation, want := range map[string]string{
		"left": "on the left side of", "right": "on the right side of", "behind": "behind", "front": "in front of",
	} {
		if got := synonym(relation, chance{choose: func(n int) int { return n - 1 }}); got != want {
			t.Errorf("%s: got %q, want %q", relation, got, want)
		}
	}
}

// A thing is another one of a kind beside one that is of it, too, and what a word tells is not said again.
func TestWordsThatPeopleSay(t *testing.T) {
	k := readScene(t,
		"medium-sized, light, blue, ceramic, portable, cylindrical, mug, mug1",
		"medium-sized, light, red, metal, portable, cylindrical, soda can, soda_can",
		"medium-sized, light, red, metal, portable, cylindrical, thermos, thermos1")
	g, err := ask.ReadGrammar(newLibrary(), nil, nil, fstest.MapFS{"a.json": &fstest.MapFile{Data: []byte(oneLine(t, []any{
		map[string]any{
			"program": []string{"filter_exist(same_shape(filter_unique(scene, <G>)), <G2>)"},
			"text":    []string{"Is there another <G2> like the <G> ; any other <G2>s ; other things?"},
		}}))}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		than      int
		values    map[string]string
		published bool
		want      string
	}{
		{0, map[string]string{"C": "blue", "C2": "red", "N2": "soda can"}, false,
			"Is there a red soda can like the blue thing; any red soda cans; other things?"},
		{0, map[string]string{"C": "blue", "C2": "red", "N2": "soda can"}, true,
			"Is there another red soda can like the blue thing; any other red soda cans; other things?"},
		{2, map[string]string{"N": "thermos", "C2": "red"}, false,
			"Is there another red thing like the thermos; any other red things; other things?"},
		{0, map[string]string{"C": "blue", "S2": "irregularly shaped"}, false,
			"Is there an irregularly shaped thing like the blue thing; any irregularly shaped things; other things?"},
		{0, map[string]string{"C": "metallic", "M": "metal", "N": "fork"}, false,
			"Is there another thing like the metallic-colored fork; any other things; other things?"},
		{0, map[string]string{"C": "metallic", "M": "metal", "N": "fork"}, true,
			"Is there another thing like the metallic metal fork; any other things; other things?"},
		{0, map[string]string{"C": "transparent", "M": "glass", "N": "glass"}, false,
			"Is there another thing like the transparent tumbler; any other things; other things?"},
		{0, map[string]string{"M": "glass", "N": "glass"}, false,
			"Is there another thing like the glass tumbler; any other things; other things?"},
		{0, map[string]string{"C": "transparent", "M": "glass", "N": "bowl"}, false,
			"Is there another thing like the transparent glass bowl; any other things; other things?"},
		{0, map[string]string{"C": "white", "M": "metal", "N": "fork"}, false,
			"Is there another thing like the white metal fork; any other things; other things?"},
		{0, map[string]string{"W": "light", "C": "gray", "N2": "scissors"}, false,
			"Is there a pair of scissors like the lightweight gray thing; any pairs of scissors; other things?"},
		{0, map[string]string{"W": "light", "C": "gray", "N2": "scissors"}, true,
			"Is there another scissors like the light gray thing; any other scissors; other things?"},
	} {
		in := &instance{Template: g.Templates[0], Scene: k, Program: ask.Program{
			{Function: "scene"}, {Function: "unique", Inputs: []int{0}}, {Function: "same_shape", Inputs: []int{1}},
		}, Outputs: []ask.Value{ask.AllOf(k.Len()), ask.Object(c.than), ask.AllOf(k.Len())}}
		for _, slot := range in.Template.Slots {
			in.Values = append(in.Values, c.values[slot])
		}
		in.Rules = make([]ask.Rule, len(in.Values))
		for i, slot := range in.Template.Slots { // of shape and name one is said
			if slot[:1] == "S" && c.values[slot] == "" || slot[:1] == "N" && c.values["S"+slot[1:]] != "" {
				in.Rules[i] = ask.Empty
			}
		}
		if got := say(in, first, c.published); got != c.want {
			t.Errorf("%v, published %v: got %q, want %q", c.values, c.published, got, c.want)
		}
	}
}
