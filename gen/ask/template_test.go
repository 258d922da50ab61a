package ask

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// goodFile is changed in one place to make each mistake; its second family begins in line 10.
const goodFile = `[
  {
    "labels": {"kind": "count"},
    "flags": ["hard"],
    "program": ["all = scene", "one = filter_unique(all, <C>, <S>)", "relate_filter_count(one, <R>, <C2>, <S2>)"],
    "constraints": ["NULL(<C>)", "OUT_NEQ(all, one)"],
    "text": ["how many <G2>s {is|are:S2} <R> [of] the <G>?",
             "count them."]
  },
  {
    "labels": {
      "kind": "exist"
    },
    "program": [
      "filter_exist(scene, <C>)"
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
			`line 5, column 5: [0] is no JSON: invalid character '"' after object value (expecting ',' or '}'); docs/questions.md lists the keys`},
		{"cut off", goodFile[strings.LastIndex(goodFile, "thing?"):], "", `line 18, column 23: the text ends within a value; docs/questions.md lists the keys`},
		{"empty file", goodFile, "", `line 1, column 1: the file is empty, want JSON; docs/questions.md lists the keys`},
		{"two keys alike", "\"text\": [\n", "\"program\": [\n", `line 17, column 5: [1].program is there twice; docs/questions.md lists the keys`},
		{"no list", goodFile, "\n\n{}", `line 3, column 1: is a group of keys, want a list; docs/questions.md lists the keys`},
		{"text is no list", "\"text\": [\n      \"is there a <C> thing?\"\n    ]", `"text": "no"`,
			`line 17, column 13: [1].text is a text, want a list; docs/questions.md lists the keys`},
		{"labels are no object", `{"kind": "count"}`, `["count"]`, `line 3, column 15: [0].labels is a list, want a group of keys; docs/questions.md lists the keys`},
		{"program is no list", "[\n      \"filter_exist(scene, <C>)\"\n    ]", `"filter_exist(scene, <C>)"`,
			`line 14, column 16: [1].program is a text, want a list; docs/questions.md lists the keys`},
		{"line is a number", `"filter_exist(scene, <C>)"`, `3`, `line 15, column 7: [1].program[0] is 3, want a text; docs/questions.md lists the keys`},
		{"constraint is an object", `"NULL(<C>)"`, `{"type": "NULL"}`, `line 6, column 21: [0].constraints[0] is a group of keys, want a text; docs/questions.md lists the keys`},
		{"a text is true", `"is there a <C> thing?"`, `true`, `line 18, column 7: [1].text[0] is true, want a text; docs/questions.md lists the keys`},

		{"unknown key of a family", `"flags"`, `"flag"`,
			`line 4, column 5: [0].flag is an unknown key; docs/questions.md lists the keys`},
		{"key in capitals", `"flags"`, `"Flags"`,
			`line 4, column 5: [0].Flags is an unknown key; docs/questions.md lists the keys`},

		{"missing label", "      \"kind\": \"exist\"\n", "", `line 11, column 5: [1].labels: has no "kind", want kind`},
		{"no labels", "    \"labels\": {\n      \"kind\": \"exist\"\n    },\n", "", `line 10, column 3: [1].labels: has no "kind", want kind`},
		{"empty label", `"exist"`, `""`, `line 11, column 5: [1].labels: has no "kind", want kind`},
		{"unknown label", "\"exist\"\n", "\"exist\",\n      \"a/b\": \"x\"",
			`line 13, column 7: [1].labels.a/b: unknown label, want one of kind`},
		{"unknown flag", `["hard"]`, `["hard", "soft"]`, `line 4, column 23: [0].flags[1]: unknown flag "soft", want one of hard`},

		{"no line", "      \"filter_exist(scene, <C>)\"\n", "", `line 14, column 5: [1].program: there is no line, want at least one`},
		{"empty line", `"all = scene"`, `" "`, `line 5, column 17: [0].program[0]: the line is empty`},
		{"unknown function", `filter_exist(scene, <C>)`, `filter_exists(scene, <C>)`,
			`line 15, column 7: [1].program[0]: byte 0 of "filter_exists(scene, <C>)": "filter_exists" is no function or macro of toy`},
		{"unknown function inside", `filter_exist(scene, <C>)`, `filter_exist(scenes, <C>)`,
			`line 15, column 7: [1].program[0]: byte 13 of "filter_exist(scenes, <C>)": "scenes" is no function or macro of toy, nor an earlier line`},
		{"later line", `all = scene`, `all = one`,
			`line 5, column 17: [0].program[0]: byte 6 of "all = one": "one" is no function or macro of toy, nor an earlier line`},
		{"line of itself", `unique(all, <C>, <S>)`, `unique(one, <C>, <S>)`, `line 5, column 32: [0].program[1]: byte 20 of ` +
			`"one = filter_unique(one, <C>, <S>)": "one" is no function or macro of toy, nor an earlier line`},
		{"called line", `unique(all, <C>, <S>)`, `unique(all(), <C>, <S>)`, `line 5, column 32: [0].program[1]: byte 24 of ` +
			`"one = filter_unique(all(), <C>, <S>)": want a call, the name of a line or a slot`},
		{"line with arguments", `unique(all, <C>, <S>)`, `unique(all(<C>), <S>)`, `line 5, column 32: [0].program[1]: byte 20 of ` +
			`"one = filter_unique(all(<C>), <S>)": "all" is no function or macro of toy`},
		{"a slot alone", `filter_exist(scene, <C>)`, `<C>`,
			`line 15, column 7: [1].program[0]: byte 0 of "<C>": "<C>" is no function or macro of toy, nor an earlier line`},
		{"no input", `filter_exist(scene, <C>)`, `filter_exist(<C>)`,
			`line 15, column 7: [1].program[0]: byte 0 of "filter_exist(<C>)": has 0 inputs, filter_exist takes 1`},
		{"two inputs", `filter_exist(scene, <C>)`, `filter_exist(scene, scene, <C>)`,
			`line 15, column 7: [1].program[0]: byte 0 of "filter_exist(scene, scene, <C>)": has 2 inputs, filter_exist takes 1`},
		{"input behind a slot", `filter_exist(scene, <C>)`, `filter_exist(<C>, scene)`,
			`line 15, column 7: [1].program[0]: byte 18 of "filter_exist(<C>, scene)": stands behind a slot, want it before`},
		{"input of another type", `relate_filter_count(one,`, `relate_filter_count(all,`, `line 5, column 70: [0].program[2]: byte 20 of ` +
			`"relate_filter_count(all, <R>, <C2>, <S2>)": all yields a ObjectSet, relate_filter_count takes a Object`},
		{"last line no answer", `relate_filter_count`, `relate_filter`,
			`line 5, column 70: [0].program[2]: byte 0 of "relate_filter(one, <R>, <C2>, <S2>)": the last line yields a ObjectSet, which is no answer`},

		{"line without a name", `all = scene`, `scene`,
			`line 5, column 17: [0].program[0]: byte 0 of "scene": want a name before this, as in a = scene; only the last line needs none`},
		{"name of two lines", `one = filter`, `all = filter`,
			`line 5, column 32: [0].program[1]: byte 0 of "all = filter_unique(all, <C>, <S>)": an earlier line has the name all`},
		{"name of a function", `one = filter`, `unique = filter`, `line 5, column 32: [0].program[1]: byte 0 of ` +
			`"unique = filter_unique(all, <C>, <S>)": unique is called in programs, want another name`},
		{"name of a line alone", `one = filter_unique(all, <C>, <S>)`, `one = all`,
			`line 5, column 32: [0].program[1]: byte 6 of "one = all": want a call, all is an earlier line`},
		{"name with parentheses", `all = scene`, `scene(all) = scene`, `line 5, column 17: [0].program[0]: byte 11 of "scene(all) = scene": unexpected '='`},
		{"no name", `all = scene`, `= scene`,
			`line 5, column 17: [0].program[0]: byte 0 of "= scene": want a call, the name of a line or a slot`},
		{"two names", `all = scene`, `all = one = scene`, `line 5, column 17: [0].program[0]: byte 10 of "all = one = scene": unexpected '='`},
		{"parenthesis too many", `filter_exist(scene, <C>)`, `filter_exist(scene, <C>))`,
			`line 15, column 7: [1].program[0]: byte 24 of "filter_exist(scene, <C>))": unexpected ')'`},
		{"parenthesis missing", `filter_exist(scene, <C>)`, `filter_exist(scene, <C>`,
			`line 15, column 7: [1].program[0]: byte 23 of "filter_exist(scene, <C>": want , or )`},
		{"comma missing", `filter_exist(scene, <C>)`, `filter_exist(scene <C>)`,
			`line 15, column 7: [1].program[0]: byte 19 of "filter_exist(scene <C>)": want , or )`},
		{"comma too many", `filter_exist(scene, <C>)`, `filter_exist(scene, <C>,)`,
			`line 15, column 7: [1].program[0]: byte 24 of "filter_exist(scene, <C>,)": want a call, the name of a line or a slot`},
		{"calls too deep", `filter_exist(scene, <C>)`, strings.Repeat("a(", 65), `line 15, column 7: [1].program[0]: byte 128 of "` +
			strings.Repeat("a(", 65) + `": calls are nested more than 64 deep`},

		{"slot without an end", `filter_exist(scene, <C>)`, `filter_exist(scene, <C)`,
			`line 15, column 7: [1].program[0]: byte 20 of "filter_exist(scene, <C)": < without >`},
		{"slot with a blank", `filter_exist(scene, <C>)`, `filter_exist(scene, <C >)`,
			`line 15, column 7: [1].program[0]: byte 20 of "filter_exist(scene, <C >)": "<C >" is no slot, want letters and digits in <>`},
		{"slot without a name", `filter_exist(scene, <C>)`, `filter_exist(scene, <>)`,
			`line 15, column 7: [1].program[0]: byte 20 of "filter_exist(scene, <>)": "<>" is no slot, want letters and digits in <>`},
		{"slot filled twice by a call", `filter_exist(scene, <C>)`, `filter_exist(scene, <C>, <C>)`,
			`line 15, column 7: [1].program[0]: byte 25 of "filter_exist(scene, <C>, <C>)": slot <C> is filled twice`},
		{"slot filled twice by two", `<C2>`, `<C>`,
			`line 5, column 70: [0].program[2]: byte 30 of "relate_filter_count(one, <R>, <C>, <S2>)": slot <C> is filled twice`},
		{"too many slots of a macro", `filter_exist(scene, <C>)`, `filter_exist(scene, <C>, <S>, <T>)`,
			`line 15, column 7: [1].program[0]: byte 0 of "filter_exist(scene, <C>, <S>, <T>)": has 3 slots, filter_exist takes 1 to 2`},
		{"no slot of a macro", `unique(all, <C>, <S>)`, `unique(all)`,
			`line 5, column 32: [0].program[1]: byte 6 of "one = filter_unique(all)": has 0 slots, filter_unique takes 1 to 2`},
		{"too few slots of a function", `filter_exist(scene, <C>)`, `filter_color(scene)`,
			`line 15, column 7: [1].program[0]: byte 0 of "filter_color(scene)": has 0 slots, filter_color takes 1`},
		{"side input that cannot be listed", `filter_exist(scene, <C>)`, `nth(<C>)`,
			`line 15, column 7: [1].program[0]: byte 0 of "nth(<C>)": nth has side inputs that cannot be listed or are several, want a macro`},
		{"several side inputs", `filter_exist(scene, <C>)`, `filter_both(scene, <C>)`, `line 15, column 7: [1].program[0]: byte 0 of ` +
			`"filter_both(scene, <C>)": filter_both has side inputs that cannot be listed or are several, want a macro`},

		{"unknown constraint", `NULL(<C>)`, `NUL(<C>)`,
			`line 6, column 21: [0].constraints[0]: byte 0 of "NUL(<C>)": unknown constraint "NUL", want one of NULL, OUT_NEQ`},
		{"constraint with a name", `NULL(<C>)`, `a = NULL(<C>)`,
			`line 6, column 21: [0].constraints[0]: byte 0 of "a = NULL(<C>)": unknown constraint "a", want one of NULL, OUT_NEQ`},
		{"constraint not ended", `NULL(<C>)`, `NULL(<C>`, `line 6, column 21: [0].constraints[0]: byte 8 of "NULL(<C>": want , or )`},
		{"parameter missing", `(all, one)`, `(all)`,
			`line 6, column 34: [0].constraints[1]: byte 0 of "OUT_NEQ(all)": has 1 parameters, OUT_NEQ takes 2`},
		{"parameter no line", `(all, one)`, `(all, two)`,
			`line 6, column 34: [0].constraints[1]: byte 13 of "OUT_NEQ(all, two)": two is no line, want one of all, one`},
		{"parameter a slot, not a line", `(all, one)`, `(all, <S>)`,
			`line 6, column 34: [0].constraints[1]: byte 13 of "OUT_NEQ(all, <S>)": <S> is no line, want one of all, one`},
		{"parameter a call, not a line", `(all, one)`, `(all, one(<S>))`,
			`line 6, column 34: [0].constraints[1]: byte 13 of "OUT_NEQ(all, one(<S>))": one is no line, want one of all, one`},
		{"parameter no slot", `NULL(<C>)`, `NULL(all)`,
			`line 6, column 21: [0].constraints[0]: byte 5 of "NULL(all)": all is no slot, want one of <C>, <S>, <R>, <C2>, <S2>`},
		{"slot that no node has", `NULL(<C>)`, `NULL(<D>)`,
			`line 6, column 21: [0].constraints[0]: byte 5 of "NULL(<D>)": no node has slot <D>, want one of <C>, <S>, <R>, <C2>, <S2>`},

		{"no text", "\"text\": [\n      \"is there a <C> thing?\"\n    ]", `"text": []`,
			`line 17, column 5: [1].text: there is no phrasing, want at least one`},
		{"key text missing", ",\n    \"text\": [\n      \"is there a <C> thing?\"\n    ]", "",
			`line 10, column 3: [1].text: there is no phrasing, want at least one`},
		{"empty text", `"is there a <C> thing?"`, `" "`, `line 18, column 7: [1].text[0]: the phrasing is empty`},
		{"unclosed bracket", `"count them."`, `"count [them"`,
			`line 8, column 14: [0].text[1]: byte 11 of "count [them": ends before one of "]"`},
		{"unknown mention", `"count them."`, `"count <X>"`, `line 8, column 14: [0].text[1]: byte 6 of "count <X>": no node has slot <X>`},
		{"phrase without its slot", `"is there a <C> thing?"`, `"is there a <G>?"`,
			`line 18, column 7: [1].text[0]: byte 11 of "is there a <G>?": no node has slot <G>`},
		{"replaces nothing", `"labels": {"kind": "count"}`,
			"\"labels\": {\"kind\": \"count\"},\n    \"replaces\": \"zero_hop:9\"",
			`line 4, column 5: [0].replaces: there is no family "zero_hop:9", want one such as zero_hop:0`},
	} {
		if strings.Count(goodFile, c.old) != 1 {
			t.Fatalf("%s: %q is %d times in the good file, want once", c.name, c.old, strings.Count(goodFile, c.old))
		}
		text, want := strings.Replace(goodFile, c.old, c.new, 1), "ask: toy.json: "+c.want
		if _, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", text)); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
		}
	}
}

func TestTemplateErrorsOfSmallFiles(t *testing.T) {
	for _, c := range []struct{ name, templates, want string }{
		{"no node", `[{"labels": {"kind": "x"},` + "\n" + `"program": [], "text": ["x"]}]`,
			"ask: toy.json: line 2, column 1: [0].program: there is no line, want at least one"},
		{"no slots to choose from", families(family("scene count(0)", "x", "NULL(<C>)")),
			`ask: toy.json: line 1, column 18: [0].constraints[0]: byte 5 of "NULL(<C>)": no node has slot <C>, want none: there are none here`},
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
			`line 3, column 1: red is no JSON: invalid character '}' after array element (expecting ',' or ']')`},
		{"no object", "\n[]", `line 2, column 1: is a list, want a group of keys`},
		{"word not in a list", "{\"a\": [[\"a\"]],\n\"red\": [\"red\"]}", `line 2, column 9: red[0] is a text, want a list`},
		{"form is a number", "{\"a\": [[\"a\"]],\n\"red\": [[3]]}", `line 2, column 10: red[0][0] is 3, want a text`},
		{"no word", "{\"a\": [[\"a\"]],\n\"red\": []}", `line 2, column 1: red: there is no word, want at least one`},
		{"no form", "{\"a\": [[\"a\"]],\n\"red\": [[\"red\"],\n[]]}",
			`line 3, column 1: red[1]: has 0 forms, want one or two that are not empty`},
		{"three forms", "{\"red\": [\n[\"a\", \"b\", \"c\"]]}", `line 2, column 1: red[0]: has 3 forms, want one or two that are not empty`},
		{"empty form", "{\"red\": [\n[\"a\", \"\"]]}", `line 2, column 1: red[0]: has 2 forms, want one or two that are not empty`},
		{"the first of two mistakes", "{\"b\": [],\n\"a/b\": []}", `line 2, column 1: a/b: there is no word, want at least one`},
		{"a word twice", "{\"a\": [[\"a\"]],\n\"a\": [[\"b\"]]}", `line 2, column 1: a is there twice`},
	} {
		_, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", goodFile, WordsFile, c.words))
		if want := "ask: words.json: " + c.want; err == nil || err.Error() != want {
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
    "program": ["relate_filter_count(filter_unique(scene, <G>), <R>, <G12>)"],
    "constraints": ["NULL(<S12>)"],
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
	for _, c := range []struct{ old, new, want string }{
		{"<G2>s", "<G3>s", "no node has slot <C3>"},
		{"NULL(<C>)", "NULL(<G>)", "has 2 parameters, NULL takes 1"},
		{"NULL(<C>)", "NULL(G)", "G is no slot"},
	} {
		_, err = ReadGrammar(l, nil, nil, folder("toy.json", strings.Replace(goodFile, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
}

// A family with variants makes one family for each, with its words, in the place in the order that they have in the file.
func TestEachVariantIsAFamily(t *testing.T) {
	const file = `[
  {"labels": {"kind": "toy"}, "program": ["filter_exist(scene, <C>)"], "text": ["is there a <C> thing?"]},
  {
    "labels": {"kind": "toy"},
    "program": ["a = filter_unique(scene, <C>, <S>)", "relate_filter_$how(a, <R>, <$A2>$A3)"],
    "constraints": ["NULL(<$A2>)"],
    "text": ["$say a <$A2> thing <R> the <C> <S>?"],
    "each": [
      {"with": {"$how": "count", "$A": "C", "$A3": ", <S2>", "$say": "how often is"}, "text": ["how many <C2> <S2>s are <R> of <C> <S>?"]},
      {"with": {"$how": "exist", "$A": "C", "$A3": "", "$say": "is there"}, "constraints": []},
      {
        "with": {"$how": "exist", "$A": "C", "$A3": "", "$say": "do you see"},
        "constraints": ["NULL(<$A2>)", "NULL(<S>)"]
      }
    ]
  },
  {"labels": {"kind": "toy"}, "program": ["filter_count(scene, <C>)"], "text": ["how many <C> things?"]}
]
`
	g, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", file))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"toy:0 filter_exist [C] 0: is there a <C> thing?",
		"toy:1 relate_filter_count [C S R C2 S2] 1: how many <C2> <S2>s are <R> of <C> <S>?",
		"toy:2 relate_filter_exist [C S R C2] 0: is there a <C2> thing <R> the <C> <S>?",
		"toy:3 relate_filter_exist [C S R C2] 2: do you see a <C2> thing <R> the <C> <S>?",
		"toy:4 filter_count [C] 0: how many <C> things?",
	}
	for i, x := range g.Templates {
		got := fmt.Sprintf("%s %s %v %d: %s", x.Name(), x.Nodes[len(x.Nodes)-1].Type, x.Slots, len(x.Constraints), x.Phrasings[0])
		if got != want[i] {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
	if len(g.Templates) != len(want) {
		t.Errorf("%d families, want %d", len(g.Templates), len(want))
	}

	for _, c := range []struct{ name, old, new, want string }{
		{"a word of a shared line", `"is there"`, `"<S3>"`, "line 7, column 14: [1].text[0]: byte 0 of \"<S3> a <C2> thing"},
		{"a line of its own", `<C2> <S2>s`, `<C2> <S3>s`, `line 9, column 96: [1].each[0].text[0]: byte 14 of "how many <C2> <S3>s are`},
		{"a constraint of its own", `"NULL(<S>)"`, `"NULL(<S3>)"`, "line 13, column 40: [1].each[2].constraints[1]: "},
		{"a word of the program", `"$how": "count"`, `"$how": "counts"`, "line 5, column 55: [1].program[1]: byte 0 of"},
		{"an unknown key", `"with": {"$how": "count"`, `"width": {"$how": "count"`, `line 9, column 8: [1].each[0].width is an unknown key`},
	} {
		_, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", strings.Replace(file, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// Variants can take the places of families, each that of its own.
func TestVariantsReplace(t *testing.T) {
	g, err := ReadGrammar(newToy(), toyVoice{}, nil, folder("toy.json", goodFile), folder("mine.json", `[{
    "replaces": "toy:$i", "labels": {"kind": "toy"}, "program": ["filter_exist(scene, <C>)"], "text": ["number $i: is there a <C> thing?"],
    "each": [{"with": {"$i": "1"}}, {"with": {"$i": "0"}}]
  }]`))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range g.Templates {
		if want := fmt.Sprintf("number %d: is there a <C> thing?", i); len(g.Templates) != 2 || x.Phrasings[0] != want || x.Index != i {
			t.Errorf("family %d of %d has index %d and says %q, want %q", i, len(g.Templates), x.Index, x.Phrasings[0], want)
		}
	}
}
