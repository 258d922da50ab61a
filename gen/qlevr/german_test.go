package qlevr

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mereo/internal/vectors"
	"mereo/scenes/rng"
)

// germanInstances are the accepted programs of the vectors.
func germanInstances(t *testing.T) []*Instance {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "qlevr"), "programs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		ID       string
		Template []json.RawMessage
		Nodes    [][4]json.RawMessage
		Vals     [][]Value
		Expect   struct{ Status string }
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	must := func(data []byte, to any) {
		if err := json.Unmarshal(data, to); err != nil {
			t.Fatal(err)
		}
	}
	var out []*Instance
	for _, c := range cases {
		if c.Expect.Status != "ok" {
			continue
		}
		template := &Template{}
		must(c.Template[0], &template.File)
		must(c.Template[1], &template.Family)
		for _, v := range c.Template[2:] {
			var variant int
			must(v, &variant)
			template.Variant = append(template.Variant, variant)
		}
		for _, n := range c.Nodes {
			var node TemplateNode
			must(n[0], &node.Type)
			must(n[1], &node.Kind)
			must(n[2], &node.Inputs)
			must(n[3], &node.Slots)
			template.Nodes = append(template.Nodes, node)
		}
		out = append(out, &Instance{Template: template, Vals: c.Vals})
	}
	if len(out) < 400 && vectors.Public() {
		t.Fatalf("%d accepted programs, want at least 400", len(out))
	}
	return out
}

var germanEnglish = regexp.MustCompile(`(?i)\b(the|of|is|are|one|object|cone|sphere|cylinder|cube|pyramid|prism|large|small|` +
	`gray|red|blue|green|brown|purple|cyan|yellow|black|white|wooden|marble|rubber|metal|leather|left|right|front|behind|` +
	`triangle|rectangle|circle|plane)s?\b`)

// germanFault is what is visibly wrong with a question, or "".
func germanFault(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case germanMess.MatchString(text):
		return "marks, spaces or commas are left"
	case germanEnglish.MatchString(text):
		return "English word " + germanEnglish.FindString(text)
	case !unicode.IsUpper(first):
		return "begins in lower case"
	case !strings.HasSuffix(text, "?") || strings.Count(text, "?") != 1:
		return "has not one question mark, at the end"
	}
	return ""
}

var germanMess = regexp.MustCompile(`[{}\[\]|~_<>]|  | [,:?]|,,|,:|,\?|[^0-9]/|/[^0-9]|: [a-zäöü]`)

func TestVectorsGermanSaysAllPrograms(t *testing.T) {
	words, sentences := 0, 0
	for i, in := range germanInstances(t) {
		for draw := range 8 {
			text, err := German().Text(in, rng.At(rng.Key{Index: i, Attempt: draw}, "german"))
			if err != nil {
				t.Fatal(err)
			}
			if fault := germanFault(text); fault != "" {
				t.Errorf("%s %d: %s: %s", in.Template.File, in.Template.Family, fault, text)
			}
			words += len(strings.Fields(text))
			sentences++
		}
	}
	if mean := float64(words) / float64(sentences); vectors.Public() && (mean < 20 || mean > 35) {
		t.Errorf("questions have %.1f words on average, want 20 to 35", mean)
	}
}

// germanPlaneNodes are the nodes that choose planes, by file of templates.
var germanPlaneNodes = map[string][][]string{
	"all.json": {{"PC", "PM", "PS", "sp"}}, "different_attr.json": {},
	"relate.json":           {{"PC", "PM", "PS"}, {"PR", "PC2", "PM2", "PS2", "sp", "pg"}},
	"each_no.json":          {{"PC", "PM", "PS"}, {"ZP", "CP", "MP", "SP"}},
	"each_at_least.json":    {{"PC", "PM", "PS"}, {"OCP", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"each_at_most.json":     {{"PC", "PM", "PS"}, {"OCP", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"each_exactly.json":     {{"PC", "PM", "PS"}, {"OCP", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"each_not_exactly.json": {{"PC", "PM", "PS"}, {"OCP", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"each_between.json":     {{"PC", "PM", "PS"}, {"OCP", "OCP2", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"each_not_between.json": {{"PC", "PM", "PS"}, {"OCP", "OCP2", "ZP", "CP", "MP", "SP", "sop", "sap"}},
	"total.json":            {{"PC", "PM", "PS"}, {"OCP", "ZP", "CP", "MP", "SP", "sop", "sap"}},
}

// anyGerman is an instance of a family with random values in its slots, whether or not a scene could have it.
func anyGerman(s *rng.Stream, file string, family int) *Instance {
	maybe := func(from []string) Value {
		if s.Bool(0.5) {
			return Value{}
		}
		return Value{rng.Choose(s, from), true}
	}
	number := s.IntN(4)
	fill := func(slot string) Value {
		switch {
		case strings.HasPrefix(slot, "PC"):
			return maybe(planeColors)
		case strings.HasPrefix(slot, "PM"):
			return maybe(planeMaterials)
		case slot == "PS" && file == "all.json":
			return maybe(append([]string{deskShape}, planeShapes...))
		case strings.HasPrefix(slot, "PS"):
			return maybe(planeShapes)
		case strings.HasPrefix(slot, "OR") || slot == "PR":
			return Value{rng.Choose(s, slices.Sorted(maps.Keys(germanDirections))), true}
		case strings.HasPrefix(slot, "OP"):
			return Value{rng.Choose(s, []string{"1/2", "1/3", "2/3", "5/62"}), true}
		case strings.HasPrefix(slot, "OC"):
			number += 1 + s.IntN(2)
			return Value{strconv.Itoa(number), true}
		case slot == "sp" || slot == "so":
			return Value{rng.Choose(s, []string{"", "s"}), true}
		case slot == "pg":
			return Value{rng.Choose(s, []string{"", "geometric"}), true}
		case strings.HasPrefix(slot, "s"):
			return Value{"", true}
		}
		return maybe(map[byte][]string{'Z': objectSizes, 'C': objectColors, 'M': objectMaterials, 'S': objectShapes}[slot[0]])
	}
	template := &Template{File: file, Family: family, Variant: []int{s.IntN(2)}, Nodes: []TemplateNode{{Type: "scene"}}}
	in := &Instance{Template: template, Vals: [][]Value{nil}}
	add := func(kind string, slots ...string) {
		var values []Value
		for i, slot := range slots {
			values, slots[i] = append(values, fill(slot)), "<"+slot+">"
		}
		template.Nodes = append(template.Nodes, TemplateNode{Type: kind, Slots: slots})
		in.Vals = append(in.Vals, values)
	}
	if file == "different_attr.json" {
		slot := rng.Choose(s, []string{"PS", "PC", "PM"})
		template.Nodes = append(template.Nodes, TemplateNode{Type: "different_attribute", Slots: []string{slot}})
		in.Vals = append(in.Vals, nil)
	}
	for _, slots := range germanPlaneNodes[file] {
		add("filter", slices.Clone(slots)...)
	}
	add("filter", "Z", "C", "M", "S", "Z2", "C2", "M2", "S2", "so")
	switch {
	case family >= 20 && family <= 28:
		slot := rng.Choose(s, []string{"Z", "C", "M", "S"})
		template.Nodes = append(template.Nodes, TemplateNode{Type: "query_attribute_most", Slots: []string{slot}})
		in.Vals = append(in.Vals, nil)
	case family >= 32 && family <= 34:
		add("relate", "OR", "OR2", "Z3", "C3", "M3", "S3", "Z4", "C4", "M4", "S4")
	case family >= 35 && family <= 52:
		add("relate", "OR")
	}
	add("quantify", "OC", "OC2", "OC3", "OP")
	return in
}

func TestGermanSaysEveryFamilyOfEveryFile(t *testing.T) {
	if len(germanPlaneNodes) != 11 || len(germanPlaneNodes) != len(readGermanOnce().planes) {
		t.Fatalf("%d files of templates, %d of phrases of planes, want 11", len(germanPlaneNodes), len(readGermanOnce().planes))
	}
	for _, file := range slices.Sorted(maps.Keys(germanPlaneNodes)) {
		for family := range germanFamilies {
			s := rng.Named(file + strconv.Itoa(family))
			for range 40 {
				in := anyGerman(s, file, family)
				text, err := German().Text(in, s)
				if err != nil {
					t.Fatal(err)
				}
				if fault := germanFault(text); fault != "" {
					t.Errorf("%s %d: %s: %s", file, family, fault, text)
				}
			}
		}
	}
}

// germanInstance is a template's with one node of slots and values by name.
func germanInstance(file string, family int, variant int, words map[string]string) *Instance {
	in := &Instance{Template: &Template{File: file, Family: family, Variant: []int{variant}}}
	node, values := TemplateNode{Type: "filter"}, []Value{}
	for _, slot := range slices.Sorted(maps.Keys(words)) {
		node.Slots, values = append(node.Slots, slot), append(values, Value{words[slot], words[slot] != ""})
	}
	in.Template.Nodes, in.Vals = []TemplateNode{node}, [][]Value{values}
	return in
}

// countingReference makes the object from which one looks one of the kind that is counted.
func countingReference(in *Instance) *Instance {
	in.CountsReference = true
	return in
}

// What is said must be among what a speaker would write down for the same programs.
func TestGermanKnownSentences(t *testing.T) {
	for _, c := range []struct {
		in   *Instance
		want []string
	}{
		{
			germanInstance("all.json", 7, 0, map[string]string{
				"PC": "gray", "PM": "wooden", "PS": "", "sp": "", "Z": "", "C": "red", "M": "", "S": "cone", "OC": "1",
			}),
			[]string{
				"Steht höchstens 1 roter Kegel auf der grauen Holzfläche?",
				"Ist es falsch, dass sich mehr als 1 roter Kegel auf der grauen hölzernen Fläche befindet?",
				"Gilt für alle roten Kegel mit maximal 1 Ausnahme, dass sie nicht auf der grauen Fläche aus Holz stehen?",
				"Gibt es auf der grauen Holzfläche höchstens 1 roten Kegel?",
			},
		},
		{
			germanInstance("each_exactly.json", 2, 1, map[string]string{
				"PC": "", "PM": "", "PS": "circle", "OCP": "2", "ZP": "", "CP": "", "MP": "", "SP": "sphere",
				"Z": "", "C": "", "M": "", "S": "cube",
			}),
			[]string{
				"Stehen alle Würfel auf denjenigen runden Flächen, auf denen jeweils genau 2 Kugeln liegen?",
				"Stimmt es, dass es keinen Würfel gibt, der nicht auf den runden Flächen steht, auf denen jeweils genau 2 Kugeln liegen?",
			},
		},
		{
			germanInstance("total.json", 2, 0, map[string]string{
				"PC": "", "PM": "", "PS": "", "OCP": "2", "ZP": "", "CP": "", "MP": "", "SP": "sphere",
				"Z": "", "C": "", "M": "", "S": "cube",
			}),
			[]string{
				"Stehen alle Würfel auf den Flächen (Tischfläche eingeschlossen), auf denen als einzigen zusammen genau 2 Kugeln liegen?",
			},
		},
		{
			countingReference(germanInstance("all.json", 37, 0, map[string]string{
				"PC": "", "PM": "", "PS": "", "sp": "s", "Z": "", "C": "red", "M": "", "S": "cone",
				"OR": "left", "Z2": "", "C2": "", "M2": "", "S2": "cone",
			})),
			[]string{
				"Betrachtet man den ganzen Tisch, steht dann mindestens ein anderer Kegel links vom roten Kegel?",
				"Betrachtet man den ganzen Tisch, steht dann mindestens ein anderer Kegel weiter links als der rote Kegel?",
				"Es geht um den gesamten Tisch: Gibt es dort wenigstens einen anderen Kegel, der links vom roten Kegel steht?",
			},
		},
		{
			germanInstance("relate.json", 1, 0, map[string]string{
				"PC": "", "PM": "", "PS": "circle", "PR": "behind left", "PC2": "", "PM2": "", "PS2": "", "sp": "s", "pg": "geometric",
				"Z": "", "C": "red", "M": "", "S": "one", "so": "", "Z2": "large", "C2": "", "M2": "", "S2": "sphere",
			}),
			[]string{
				"Ist auf den nicht weißen Flächen, die links hinter der runden Fläche liegen, " +
					"jeder Gegenstand außer dem roten Gegenstand eine große Kugel?",
				"Ist auf den geometrischen Flächen, die links hinter der runden Fläche liegen, " +
					"das rote Objekt das einzige Objekt, das keine große Kugel ist?",
			},
		},
	} {
		said := map[string]bool{}
		for i := range 4000 {
			text, err := German().Text(c.in, rng.At(rng.Key{Index: i}, "text"))
			if err != nil {
				t.Fatal(err)
			}
			said[text] = true
		}
		for _, want := range c.want {
			if !said[want] {
				t.Errorf("%s %d: never said %q", c.in.Template.File, c.in.Template.Family, want)
			}
		}
	}
}

// Each family is said through several corners of the square of opposition.
func TestGermanHasSeveralSentences(t *testing.T) {
	for family, says := range readGermanOnce().families {
		if len(says) < 3 {
			t.Errorf("family %d has %d sentences, want 3 or more", family, len(says))
		}
	}
}

func TestGermanIsAFunctionOfTheStream(t *testing.T) {
	in := anyGerman(rng.Named("instance"), "each_between.json", 50)
	distinct := map[string]bool{}
	for i := range 50 {
		key := rng.Key{Index: i}
		first, err := German().Text(in, rng.At(key, "text"))
		again, _ := German().Text(in, rng.At(key, "text"))
		if err != nil || first != again {
			t.Fatalf("got %q and %q from equal streams, error %v", first, again, err)
		}
		distinct[first] = true
	}
	if len(distinct) < 40 {
		t.Errorf("50 streams gave %d sentences, want 40 or more", len(distinct))
	}
}

func TestFinishGerman(t *testing.T) {
	for in, want := range map[string]string{
		"ist  auf der Fläche, auf der 2 Kegel stehen~ kein Würfel ?": "Ist auf der Fläche, auf der 2 Kegel stehen, kein Würfel?",
		"liegt er auf der, die frei ist~?":                           "Liegt er auf der, die frei ist?",
		"es geht um die, die frei ist~: übertreffen dort 2 Würfel?":  "Es geht um die, die frei ist: Übertreffen dort 2 Würfel?",
		"die Zahl der, die auf der liegt, die frei ist~, gleich 2?":  "Die Zahl der, die auf der liegt, die frei ist, gleich 2?",
	} {
		if got := finishGerman(in); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGermanRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a [b|c":   `byte 6 of "a [b|c": a [ is not closed`,
		"a {b":     `byte 2 of "a {b": want a mark in braces`,
		"a } b":    `byte 2 of "a } b": unexpected "}"`,
		"[a } b]":  `byte 3 of "[a } b]": a [ is not closed`,
		"a {[b]} ": `byte 2 of "a {[b]} ": want a mark in braces`,
	} {
		if _, err := parseGerman(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	in := anyGerman(rng.Named("instance"), "all.json", 7)
	in.Vals = in.Vals[:2]
	want := "qlevr: locale de: template all.json family 7: node 2 lacks values for its 9 slots"
	if _, err := German().Text(in, rng.Named("s")); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	in.Template.Family = germanFamilies
	want = "qlevr: locale de: template all.json family 61: no such file or family, want 0 to 60"
	if _, err := German().Text(in, rng.Named("s")); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func BenchmarkGerman(b *testing.B) {
	s := rng.Named("benchmark")
	in := anyGerman(s, "each_between.json", 50)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := German().Text(in, s); err != nil {
			b.Fatal(err)
		}
	}
}
