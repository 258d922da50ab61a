package ask

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// goodFile is changed in one place to make each mistake; its second family begins in line 14.
const goodFile = `[
  {
    "labels": {"kind": "count"},
    "flags": ["hard"],
    "nodes": [
      {"type": "scene"},
      {"type": "filter_unique", "inputs": [0], "side_inputs": ["<C>", "<S>"]},
      {"type": "relate_filter_count", "inputs": [1], "side_inputs": ["<R>", "<C2>", "<S2>"]}
    ],
    "constraints": [{"type": "NULL", "params": ["<C>"]}, {"type": "OUT_NEQ", "params": [0, 1]}],
    "text": ["how many <G2>s {is|are:S2} <R> [of] the <G>?",
             "count them."]
  },
  {
    "labels": {
      "kind": "exist"
    },
    "nodes": [
      {"type": "scene"},
      {
        "type": "filter_exist",
        "inputs": [
          0
        ],
        "side_inputs": ["<C>"]
      }
    ],
    "text": [
      "is there a <C> thing?"
    ]
  }
]
`

func TestTemplateErrors(t *testing.T) {
	g, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", goodFile))
	if err != nil || len(g.Templates) != 2 {
		t.Fatalf("the good file: got %v, %v, want two families", g, err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"no JSON", `["hard"],`, `["hard"]`,
			`5: 0: no JSON: invalid character '"' after object value (expecting ',' or '}')`},
		{"cut off", goodFile[strings.LastIndex(goodFile, "thing?"):], "", `29: 1/text/0: no JSON: unexpected EOF`},
		{"empty file", goodFile, "", `1: top level: no JSON: unexpected EOF`},
		{"two keys alike", `"type": "filter_exist"`, `"inputs": [0]`,
			`22: 1/nodes/1/inputs: no JSON: duplicate object member name`},
		{"no list", goodFile, "\n\n{}", `3: top level: is an object, want an array`},
		{"text is no list", "\"text\": [\n      \"is there a <C> thing?\"\n    ]", `"text": "no"`,
			`28: 1/text: is a string, want an array`},
		{"labels are no object", `{"kind": "count"}`, `["count"]`, `3: 0/labels: is an array, want an object`},
		{"type is a number", `"type": "filter_exist"`, `"type": 3`, `21: 1/nodes/1/type: is a number, want a string`},
		{"input is a string", "          0\n", "          \"0\"\n",
			`23: 1/nodes/1/inputs/0: is a string, want a whole number`},
		{"input is a fraction", "          0\n", "          0.5\n", `23: 1/nodes/1/inputs/0: is 0.5, want a whole number`},
		{"a text is true", `"is there a <C> thing?"`, `true`, `29: 1/text/0: is true, want a string`},

		{"unknown key of a family", `"flags"`, `"flag"`,
			`4: 0/flag: unknown key, want one of replaces, labels, flags, nodes, constraints, text`},
		{"key in capitals", `"flags"`, `"Flags"`,
			`4: 0/Flags: unknown key, want one of replaces, labels, flags, nodes, constraints, text`},
		{"unknown key of a node", `"type": "filter_exist"`, `"typ": "filter_exist"`,
			`21: 1/nodes/1/typ: unknown key, want one of type, inputs, side_inputs`},
		{"unknown key of a constraint", `"type": "NULL"`, `"kind": "NULL"`,
			`10: 0/constraints/0/kind: unknown key, want one of type, params`},

		{"missing label", "      \"kind\": \"exist\"\n", "", `15: 1/labels: has no "kind", want kind`},
		{"no labels", "    \"labels\": {\n      \"kind\": \"exist\"\n    },\n", "", `14: 1/labels: has no "kind", want kind`},
		{"empty label", `"exist"`, `""`, `15: 1/labels: has no "kind", want kind`},
		{"unknown label", "\"exist\"\n", "\"exist\",\n      \"a/b\": \"x\"",
			`17: 1/labels/a~1b: unknown label, want one of kind`},
		{"unknown flag", `["hard"]`, `["hard", "soft"]`, `4: 0/flags/1: unknown flag "soft", want one of hard`},

		{"no nodes", "\"nodes\": [\n      {\"type\": \"scene\"},\n      {\n", "\"nodes\": [], \"x\": [\n      {\n",
			`18: 1/x: unknown key, want one of replaces, labels, flags, nodes, constraints, text`},
		{"unknown function", `"filter_exist"`, `"filter_exists"`,
			`21: 1/nodes/1/type: "filter_exists" is no function or macro of toy`},
		{"no input", "          0\n", "", `22: 1/nodes/1/inputs: has 0 inputs, filter_exist takes 1`},
		{"two inputs", "          0\n", "          0, 0\n", `22: 1/nodes/1/inputs: has 2 inputs, filter_exist takes 1`},
		{"input is the node", "          0\n", "          1\n", `23: 1/nodes/1/inputs/0: is node 1, want an earlier one`},
		{"negative input", "          0\n", "          -1\n", `23: 1/nodes/1/inputs/0: is node -1, want an earlier one`},
		{"input of another type", `"relate_filter_count", "inputs": [1]`, `"relate_filter_count", "inputs": [0]`,
			`8: 0/nodes/2/inputs/0: node 0 yields a ObjectSet, relate_filter_count takes a Object`},
		{"last node no answer", `"relate_filter_count"`, `"relate_filter"`,
			`8: 0/nodes/2/type: the last node yields a ObjectSet, which is no answer`},

		{"no slot", "[\"<C>\"]\n", `["C"]`, `25: 1/nodes/1/side_inputs/0: "C" is no slot, want letters and digits in <>`},
		{"slot with a blank", "[\"<C>\"]\n", `["<C >"]`,
			`25: 1/nodes/1/side_inputs/0: "<C >" is no slot, want letters and digits in <>`},
		{"slot without a name", "[\"<C>\"]\n", `["<>"]`,
			`25: 1/nodes/1/side_inputs/0: "<>" is no slot, want letters and digits in <>`},
		{"slot filled twice by a node", "[\"<C>\"]\n", `["<C>", "<C>"]`,
			`25: 1/nodes/1/side_inputs/1: slot <C> is filled twice`},
		{"slot filled twice by two", `"<C2>"`, `"<C>"`, `8: 0/nodes/2/side_inputs/1: slot <C> is filled twice`},
		{"too many slots of a macro", "[\"<C>\"]\n", `["<C>", "<S>", "<T>"]`,
			`25: 1/nodes/1/side_inputs: has 3 slots, filter_exist takes 1 to 2`},
		{"no slot of a macro", `"filter_unique", "inputs": [0], "side_inputs": ["<C>", "<S>"]`,
			`"filter_unique", "inputs": [0]`,
			`7: 0/nodes/1/side_inputs: has 0 slots, filter_unique takes 1 to 2`},
		{"too few slots of a function",
			"\"filter_exist\",\n        \"inputs\": [\n          0\n        ],\n        \"side_inputs\": [\"<C>\"]",
			`"filter_color", "inputs": [0]`, `20: 1/nodes/1/side_inputs: has 0 slots, filter_color takes 1`},
		{"side input that cannot be listed", `"filter_exist"`, `"nth"`,
			`21: 1/nodes/1/type: nth has side inputs that cannot be listed or are several, want a macro`},
		{"several side inputs", `"filter_exist"`, `"filter_both"`,
			`21: 1/nodes/1/type: filter_both has side inputs that cannot be listed or are several, want a macro`},

		{"unknown constraint", `"NULL"`, `"NUL"`,
			`10: 0/constraints/0/type: unknown constraint "NUL", want one of NULL, OUT_NEQ`},
		{"parameter missing", `[0, 1]`, `[0]`, `10: 0/constraints/1/params: has 1 parameters, OUT_NEQ takes 2`},
		{"parameter no node", `[0, 1]`, `[0, 3]`, `10: 0/constraints/1/params/1: 3 is no node, want 0 to 2`},
		{"parameter a slot, not a node", `[0, 1]`, `[0, "<S>"]`,
			`10: 0/constraints/1/params/1: "<S>" is no node, want 0 to 2`},
		{"parameter no slot", `["<C>"]}, {`, `[0]}, {`,
			`10: 0/constraints/0/params/0: 0 is no slot, want one of <C>, <S>, <R>, <C2>, <S2>`},
		{"slot that no node has", `["<C>"]}, {`, `["<D>"]}, {`,
			`10: 0/constraints/0/params/0: no node has slot "<D>", want one of <C>, <S>, <R>, <C2>, <S2>`},

		{"no text", "\"text\": [\n      \"is there a <C> thing?\"\n    ]", `"text": []`,
			`28: 1/text: there is no phrasing, want at least one`},
		{"key text missing", ",\n    \"text\": [\n      \"is there a <C> thing?\"\n    ]", "",
			`14: 1/text: there is no phrasing, want at least one`},
		{"empty text", `"is there a <C> thing?"`, `" "`, `29: 1/text/0: the phrasing is empty`},
		{"unclosed bracket", `"count them."`, `"count [them"`,
			`12: 0/text/1: byte 11 of "count [them": ends before one of "]"`},
		{"unknown mention", `"count them."`, `"count <X>"`, `12: 0/text/1: byte 6 of "count <X>": no node has slot <X>`},
		{"phrase without its slot", `"is there a <C> thing?"`, `"is there a <G>?"`,
			`29: 1/text/0: byte 11 of "is there a <G>?": no node has slot <G>`},
		{"replaces nothing", `"labels": {"kind": "count"}`,
			"\"labels\": {\"kind\": \"count\"},\n    \"replaces\": \"zero_hop:9\"",
			`4: 0/replaces: there is no family "zero_hop:9", want one such as zero_hop:0`},
	} {
		if strings.Count(goodFile, c.old) != 1 {
			t.Fatalf("%s: %q is %d times in the good file, want once", c.name, c.old, strings.Count(goodFile, c.old))
		}
		text, want := strings.Replace(goodFile, c.old, c.new, 1), "ask: toy.json:"+c.want
		if _, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", text)); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
		}
	}
}

func TestTemplateErrorsOfSmallFiles(t *testing.T) {
	for _, c := range []struct{ name, templates, want string }{
		{"no node", `[{"labels": {"kind": "x"},` + "\n" + `"nodes": [], "text": ["x"]}]`,
			"ask: toy.json:2: 0/nodes: there is no node, want at least one"},
		{"no slots to choose from", families(family("scene count(0)", "x", `{"type": "NULL", "params": ["<C>"]}`)),
			`ask: toy.json:1: 0/constraints/0/params/0: no node has slot "<C>", want none: there are none here`},
		{"null", `null`, "ask: templates: there is no family"},
		{"no family", `[]`, "ask: templates: there is no family"},
	} {
		_, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", c.templates))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
	_, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.txt", ""))
	if want := "ask: templates: the folder has no .json file"; err == nil || err.Error() != want {
		t.Errorf("empty folder: got %v, want %s", err, want)
	}
}

func TestWordsErrors(t *testing.T) {
	for _, c := range []struct{ name, words, want string }{
		{"no JSON", "{\n\"red\": [[\"red\"]\n}",
			`3: red: no JSON: invalid character '}' after array element (expecting ',' or ']')`},
		{"no object", "\n[]", `2: top level: is an array, want an object`},
		{"word not in a list", "{\"a\": [[\"a\"]],\n\"red\": [\"red\"]}", `2: red/0: is a string, want an array`},
		{"form is a number", "{\"a\": [[\"a\"]],\n\"red\": [[3]]}", `2: red/0/0: is a number, want a string`},
		{"no word", "{\"a\": [[\"a\"]],\n\"red\": []}", `2: red: there is no word, want at least one`},
		{"no form", "{\"a\": [[\"a\"]],\n\"red\": [[\"red\"],\n[]]}",
			`3: red/1: has 0 forms, want one or two that are not empty`},
		{"three forms", "{\"red\": [\n[\"a\", \"b\", \"c\"]]}", `2: red/0: has 3 forms, want one or two that are not empty`},
		{"empty form", "{\"red\": [\n[\"a\", \"\"]]}", `2: red/0: has 2 forms, want one or two that are not empty`},
		{"the first of two mistakes", "{\"b\": [],\n\"a/b\": []}", `2: a~1b: there is no word, want at least one`},
		{"a word twice", "{\"a\": [[\"a\"]],\n\"a\": [[\"b\"]]}", `2: a: no JSON: duplicate object member name`},
	} {
		_, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", goodFile, WordsFile, c.words))
		if want := "ask: words.json:" + c.want; err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
		}
	}
}

func TestFoldersOfTemplates(t *testing.T) {
	count := family("scene filter_count(0)<C>", "how many?")
	exist := family("scene filter_exist(0)<C>", "any?")
	color := family("scene filter_unique(0)<S> query_color(1)", "what colour?")
	replaces := func(name, family string) string { return `{"replaces": "` + name + `", ` + family[1:] }
	own := folder("z.json", families(count, exist), "a.json", families(count), "b.json", families(exist),
		WordsFile, toyWords)
	for _, c := range []struct {
		name    string
		folders []fs.FS
		want    string // families with the function or macro of their last node
	}{
		{"order first, then by name", []fs.FS{own}, "z:0 filter_count, z:1 filter_exist, a:0 filter_count, b:0 filter_exist"},
		{"a file of the same name", []fs.FS{own, folder("z.json", families(color))},
			"z:0 query_color, a:0 filter_count, b:0 filter_exist"},
		{"an empty file of the same name", []fs.FS{own, folder("z.json", "[]")}, "a:0 filter_count, b:0 filter_exist"},
		{"other files are added by name", []fs.FS{own, folder("y.json", families(color), "aa.json", families(color))},
			"z:0 filter_count, z:1 filter_exist, a:0 filter_count, aa:0 query_color, b:0 filter_exist, y:0 query_color"},
		{"one family is replaced", []fs.FS{own, folder("mine.json", families(color, replaces("z:1", color), count))},
			"z:0 filter_count, z:1 query_color, a:0 filter_count, b:0 filter_exist, mine:0 query_color, mine:2 filter_count"},
		{"twice: the last file wins", []fs.FS{own, folder("m.json", families(replaces("a:0", exist))), folder("n.json",
			families(replaces("a:0", color)))},
			"z:0 filter_count, z:1 filter_exist, a:0 query_color, b:0 filter_exist"},
		{"a third folder's file of the second's name", []fs.FS{own, folder("m.json", families(replaces("a:0", exist))),
			folder("m.json", families(replaces("z:0", color)))},
			"z:0 query_color, z:1 filter_exist, a:0 filter_count, b:0 filter_exist"},
	} {
		g, err := ReadGrammar(newToy(), toyVoice{}, []string{"z.json", "missing.json"}, c.folders...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, x := range g.Templates {
			got = append(got, x.Name()+" "+x.Nodes[len(x.Nodes)-1].Type)
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, text, c.want)
		}
	}
}

func TestWordsAreReplacedOneByOne(t *testing.T) {
	g, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", goodFile, WordsFile, toyWords),
		folder(WordsFile, `{"cube": [["die", "dice"]], "new": [["new"]]}`))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string][]Word{
		"cube": {{"die", "dice"}}, "new": {{One: "new"}}, "ball": {{"ball", "balls"}},
		"thing": {{"thing", "things"}, {"object", "objects"}},
	} {
		if got := g.Words[key]; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", key, got, want)
		}
	}
}

// Source names the files: equal for equal ones, other for a change in any of them.
func TestSource(t *testing.T) {
	source := func(folders ...fs.FS) string {
		t.Helper()
		g, err := ReadGrammar(newToy(), toyVoice{}, nil, folders...)
		if err != nil {
			t.Fatal(err)
		}
		return g.Source
	}
	base := source(folder("toy.json", goodFile, WordsFile, toyWords))
	if again := source(folder("toy.json", goodFile, WordsFile, toyWords)); again != base {
		t.Errorf("the same files: got %s and %s", base, again)
	}
	seen := map[string]string{base: "base"}
	for name, folders := range map[string][]fs.FS{
		"template":      {folder("toy.json", goodFile+" ", WordsFile, toyWords)},
		"words":         {folder("toy.json", goodFile, WordsFile, toyWords+" ")},
		"name":          {folder("tax.json", goodFile, WordsFile, toyWords)},
		"no words":      {folder("toy.json", goodFile)},
		"second folder": {folder("toy.json", goodFile, WordsFile, toyWords), folder("toy.json", goodFile)},
	} {
		s := source(folders...)
		if other, ok := seen[s]; ok {
			t.Errorf("%s has the source of %s", name, other)
		}
		seen[s] = name
	}
}

// The name of a group stands for its slots, with the number behind it, wherever slots are named.
func TestGroupsAreSpelledOut(t *testing.T) {
	l := newToy()
	l.Groups = map[string][]string{"G": {"C", "S"}}
	g, err := ReadGrammar(l, nil, nil, folder("toy.json", `[{
    "labels": {"kind": "toy"},
    "nodes": [
      {"type": "scene"},
      {"type": "filter_unique", "inputs": [0], "side_inputs": ["<G>"]},
      {"type": "relate_filter_count", "inputs": [1], "side_inputs": ["<R>", "<G12>"]}
    ],
    "constraints": [{"type": "NULL", "params": ["<S12>"]}],
    "text": ["how many <G12>s [are] <R> of <G>?"]
  }]`))
	if err != nil {
		t.Fatal(err)
	}
	x := g.Templates[0]
	if want := []string{"C", "S", "R", "C12", "S12"}; !slices.Equal(x.Slots, want) {
		t.Errorf("slots are %v, want %v", x.Slots, want)
	}
	if want := "how many <C12> <S12>s [are] <R> of <C> <S>?"; x.Phrasings[0] != want {
		t.Errorf("phrasing is %q, want %q", x.Phrasings[0], want)
	}
	if c := x.Constraints; len(c) != 1 || c[0].Kind != "NULL" || !slices.Equal(c[0].Params, []int{4}) {
		t.Errorf("constraints are %+v, want NULL of slot 4", c)
	}
	_, err = ReadGrammar(l, nil, nil, folder("toy.json", strings.Replace(goodFile, "<G2>s", "<G3>s", 1)))
	if want := "no node has slot <C3>"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a group that no node has: got %v, want %q", err, want)
	}
}
