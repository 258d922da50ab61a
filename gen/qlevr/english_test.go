package qlevr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/internal/vectors"
	"mereo/scenes/rng"
)

// The published numbers of wordings of families and of plane phrases; ours are at least as many, and three for a family.
func TestEnglishHasAsManyWordings(t *testing.T) {
	e := readEnglish()
	published := map[int]int{0: 2, 1: 2, 6: 2, 11: 3, 16: 3, 17: 3, 18: 3, 19: 3, 39: 3, 44: 3, 49: 3, 50: 3, 51: 3, 52: 3,
		53: 6, 54: 3, 55: 3, 56: 5, 57: 5, 58: 5, 59: 5, 60: 5}
	if len(e.Families) != len(objectFamilies) {
		t.Fatalf("%d families, want %d", len(e.Families), len(objectFamilies))
	}
	for family, wordings := range e.Families {
		want, ok := published[family]
		if !ok {
			want = 4
		}
		if len(wordings) < max(want, 3) {
			t.Errorf("family %d has %d wordings, want %d", family, len(wordings), max(want, 3))
		}
		var texts []string
		for i, w := range wordings {
			if atEnd := family >= 2 && family <= 19; strings.Count(w.Text, "<plane>") != map[bool]int{true: 1}[atEnd] {
				t.Errorf("family %d, wording %d: the plane phrase stands in the wrong place: %q", family, i, w.Text)
			}
			if slices.Contains(texts, w.Text) {
				t.Errorf("family %d has %q twice", family, w.Text)
			}
			texts = append(texts, w.Text)
		}
	}
	planes := map[string]int{"different_attr.json": 3, "each_at_least.json": 3, "each_at_most.json": 3, "each_no.json": 3,
		"total.json": 2}
	for _, p := range planePhrases {
		got := e.Planes[p.file][max(p.variant, 0)]
		if len(got) < max(planes[p.file], 1) {
			t.Errorf("%s, variant %d has %d wordings, want %d", p.file, p.variant, len(got), max(planes[p.file], 1))
		}
	}
}

// wordingInstance fills the slots of a template with values that are as telling or as silent as said decides.
func wordingInstance(tm *Template, s *rng.Stream, number string, said func() bool) *Instance {
	in := &Instance{Template: tm}
	choices := map[byte][]string{'Z': objectSizes, 'C': objectColors, 'M': objectMaterials, 'S': objectShapes}
	planeChoices := map[byte][]string{'C': planeColors, 'M': planeMaterials, 'S': planeShapes}
	for _, n := range tm.Nodes {
		vals := []Value{}
		for _, slot := range n.Slots {
			name := strings.Trim(slot, "<>")
			plain := strings.TrimRight(name, "23456")
			v := Value{Said: true}
			switch {
			case name == slot: // not a slot
				continue
			case plain == "OP":
				v.Word = "two-thirds"
			case plain == "OC" || plain == "OCP":
				v.Word = number
			case plain == "OR" || plain == "PR":
				v.Word = "behind left"
			case plain == "so" || plain == "sop" || plain == "sp" || plain == "sn":
				v.Word = map[bool]string{true: "s"}[number != "1"]
			case plain == "sa" || plain == "sap":
				v.Word = map[bool]string{true: "are", false: "is"}[number != "1"]
			case plain == "sh":
				v.Word = map[bool]string{true: "have", false: "has"}[number != "1"]
			case plain == "se":
				v.Word = "a"
			case plain == "st":
				v.Word = "object"
			case plain == "pg":
				v.Word = "geometric"
			case !said() && !strings.HasPrefix(n.Type, "attributes_subset_"): // an exception is never nameless
				v = Value{}
			case plain[0] == 'P':
				v.Word = rng.Choose(s, planeChoices[plain[1]])
			default:
				v.Word = rng.Choose(s, choices[plain[0]])
			}
			vals = append(vals, v)
		}
		in.Vals = append(in.Vals, vals)
	}
	return in
}

// Every wording of every template, with every wording of its plane phrase, with one thing and with several, with all attributes
// and with none, makes a question without a slot, a brace or a double space.
func TestEnglishFillsEveryWording(t *testing.T) {
	e := readEnglish()
	count := 0
	for i := range templates() {
		tm := &templates()[i]
		variant := 0
		if len(e.Planes[tm.File]) > 1 {
			variant = tm.Variant[0]
		}
		for j, plane := range e.Planes[tm.File][variant] {
			for k, w := range e.Families[tm.Family] {
				text := w.Text
				if !strings.Contains(text, "<plane>") {
					text = e.Openings[(j+k)%len(e.Openings)] + " " + text
				}
				text = strings.ReplaceAll(text, "<plane>", plane)
				s := rng.Named(fmt.Sprint("english/", i, j, k))
				number := []string{"1", "4"}[(j+k)%2]
				got, err := e.say(text, wordingInstance(tm, s, number, func() bool { return s.Bool(float64(k % 2)) }), s)
				if err != nil {
					t.Fatalf("%s: %q: %v", tm.name().String(), text, err)
				}
				if strings.ContainsAny(got, "<>{}|") || strings.Contains(got, "  ") || strings.Contains(got, " ,") ||
					!strings.HasSuffix(got, "?") || strings.Count(got, "?") != 1 ||
					strings.Contains(got, " a object") || strings.Contains(got, " a item") {
					t.Errorf("%s: %q", tm.name().String(), got)
				}
				count++
			}
		}
	}
	if count < 10_000 {
		t.Errorf("%d wordings, want more than 10,000", count)
	}
}

// Questions of the published programs are as long as published questions: 28 to 33 words in the mean, 8 to 60 always.
func TestVectorsEnglishLengths(t *testing.T) {
	var cases []publishedProgram
	readVectors(t, "programs.json", &cases)
	known := templatesByTuple(templates())
	words, questions := 0, 0
	for _, c := range cases {
		if c.Expect.Status != "ok" {
			continue
		}
		for i := range 8 {
			text, err := English().Text(&Instance{Template: known[c.tuple()], Vals: c.Vals}, rng.Named(fmt.Sprint(c.ID, i)))
			if err != nil {
				t.Fatal(err)
			}
			n := len(strings.Fields(text))
			if n < 8 || n > 60 {
				t.Errorf("%d words: %s", n, text)
			}
			words += n
			questions++
		}
	}
	if mean := float64(words) / float64(questions); vectors.Public() && (mean < 28 || mean > 33) {
		t.Errorf("%.1f words in the mean of %d questions, want 28 to 33", mean, questions)
	}
}

// A question calls a value by one word, and all words of all values are used.
func TestEnglishSynonyms(t *testing.T) {
	e := readEnglish()
	tm := templatesByTuple(templates())["('all.json', 29)"]
	said := func(w string) Value { return Value{w, true} }
	in := &Instance{Template: tm, Vals: [][]Value{{}, {said("gray"), said("wooden"), {}, said("s")},
		{said("small"), {}, said("wooden"), {}}, {said("small"), said("red"), {}, {}}, {}}}
	seen := map[string]bool{}
	for i := range 200 {
		text, err := e.Text(in, rng.Named(fmt.Sprint("synonyms/", i)))
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]string{{"small", "tiny"}, {"wooden", "wood"}, {"object", "item"}} {
			for k, word := range pair {
				if strings.Contains(text+" ", word+" ") || strings.Contains(text, word+"s") {
					seen[word] = true
					if other := pair[1-k]; strings.Contains(text, " "+other+" ") || strings.Contains(text, " "+other+"s") {
						t.Errorf("both %s and %s: %s", word, other, text)
					}
				}
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("words in 200 questions: %v, want both of small, wooden and object", seen)
	}
	all := slices.Concat([]string{"object"}, objectShapes, planeShapes, objectSizes, objectMaterials, directions,
		[]string{"behind left", "front left", "behind right", "front right"})
	published := map[string]int{"object": 2, "sphere": 2, "cylinder": 2, "cube": 2, "square pyramid": 3, "triangular pyramid": 3,
		"triangular prism": 2, "triangle": 3, "rectangle": 2, "circle": 2, "large": 2, "small": 2, "metal": 2, "rubber": 2,
		"wooden": 2, "marble": 3, "leather": 2, "left": 3, "right": 3, "behind left": 3, "front left": 3,
		"behind right": 3, "front right": 3}
	for _, e := range []*english{publishedEnglish(), e} {
		values := slices.Clone(all)
		for _, list := range e.Words {
			distinct := slices.Compact(slices.Sorted(slices.Values(list[1:])))
			if !slices.Contains(values, list[0]) || len(distinct) != len(list)-1 || len(distinct) != max(published[list[0]], 1) {
				t.Errorf("words %v, want a value and its %d words", list, max(published[list[0]], 1))
			}
			values = slices.DeleteFunc(values, func(v string) bool { return v == list[0] })
		}
		if len(values) > 0 {
			t.Errorf("no words for %v", values)
		}
		published["square pyramid"], published["marble"] = 2, 2 // without what fits other things, too
	}
}

// "Pentahedron" and "dappled", which fit other things, too, are said as published alone.
func TestEnglishWordsFitOneThing(t *testing.T) {
	tm := templatesByTuple(templates())["('all.json', 29)"]
	said := func(w string) Value { return Value{w, true} }
	in := &Instance{Template: tm, Vals: [][]Value{{}, {{}, {}, {}, said("s")}, {{}, {}, said("marble"), said("square pyramid")}, {{}, {}, {}, {}}, {}}}
	for _, published := range []bool{false, true} {
		cfg := DefaultConfig()
		cfg.Published.Words = published
		locale, _, err := cfg.locale()
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for i := range 50 {
			text, err := locale.Text(in, rng.Named(fmt.Sprint("words/", i)))
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"pentahedron", "dappled"} {
				found[word] = found[word] || strings.Contains(text, word)
			}
		}
		if found["pentahedron"] != published || found["dappled"] != published {
			t.Errorf("published %v: said are %v", published, found)
		}
	}
}

// An object never lies left of itself: where the words for the others fit it too, they are the other ones.
func TestEnglishSaysOther(t *testing.T) {
	tm := templatesByTuple(templates())["('all.json', 40)"]
	said := func(w string) Value { return Value{w, true} }
	for _, counts := range []bool{false, true} {
		in := &Instance{Template: tm, Vals: [][]Value{{}, {{}, {}, said("circle"), said("s")}, {{}, said("red"), said("metal"),
			said("cube")}, {said("left"), said("small"), {}, {}, {}}, {said("2"), said("are"), said("s")}}, CountsReference: counts}
		for i := range 20 {
			text, err := English().Text(in, rng.Named(fmt.Sprint("other", i)))
			text = strings.Replace(text, "somewhere other than", "elsewhere than", 1)
			if err != nil || strings.Contains(text, " other ") != counts {
				t.Errorf("%v, %q, want other: %t", err, text, counts)
			}
		}
	}
}

// Whether the thing of reference is of the counted kind is a matter of the scene and not only of the words.
func TestQuestionsCountTheirReference(t *testing.T) {
	fits := func(key []Value, o *Object) bool {
		for i, value := range []string{o.Size, o.Color, o.Material, o.Shape} {
			if key[i].Said && key[i].Word != value {
				return false
			}
		}
		return true
	}
	q, seen := engineQuestioner(t), map[bool]int{}
	for seed := range 200 {
		s := engineScene(seed, 3)
		questions, err := q.ask(s, 10, rng.Named(fmt.Sprint("reference ", seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, asked := range questions {
			want := false
			for i, n := range asked.Instance.Template.Nodes {
				if len(n.Slots) == 5 && n.Slots[0] == "<OR>" {
					want = fits(asked.Instance.Vals[i][1:], &s.Objects[asked.Outputs[i-1].Second[0]])
					seen[want]++
				}
			}
			if family := asked.Instance.Template.Family; (family < 32 || family > 34) && asked.Instance.CountsReference != want {
				t.Errorf("scene %d, family %d: %v counts its reference: %t", seed, family, asked.Instance.Vals, !want)
			}
		}
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("references counted and not: %v, want 20 of each", seen)
	}
}

// Half of the fractions are in words; planes of which nothing is said may be the desk.
func TestEnglishFractionsAndDesk(t *testing.T) {
	tm := templatesByTuple(templates())["('total.json', 16)"]
	said := func(w string) Value { return Value{w, true} }
	for color, desk := range map[string]bool{"": true, "gray": false} {
		in := &Instance{Template: tm, Vals: [][]Value{{}, {{color, color != ""}, {}, {}},
			{said("3"), {}, said("red"), {}, {}, said("s"), said("are")}, {{}, said("blue"), {}, {}}, {said("2/3")}}}
		words := 0
		for i := range 100 {
			text, err := English().Text(in, rng.Named(fmt.Sprint("fraction", i)))
			if err != nil || strings.Contains(text, " planes (desk included) that") != desk {
				t.Errorf("%v, %q, want the desk included: %t", err, text, desk)
			}
			if strings.Contains(text, "two-thirds") || strings.Contains(text, "two thirds") {
				words++
			} else if !strings.Contains(text, " 2/3 ") {
				t.Errorf("no two thirds in %q", text)
			}
		}
		if words < 30 || words > 70 {
			t.Errorf("%d of 100 fractions in words, want about 50", words)
		}
	}
}

func TestEnglishErrors(t *testing.T) {
	tm := Template{File: "none.json", Family: 3}
	want := "qlevr: no English wording of ('none.json', 3)"
	if _, err := English().Text(&Instance{Template: &tm}, rng.Named("")); err == nil || err.Error() != want {
		t.Errorf("a file without wordings: %v", err)
	}
	if _, err := English().Text(&Instance{Template: &templates()[0]}, rng.Named("")); err == nil {
		t.Error("an instance without values makes a question")
	}
	if English().Name() != "en" {
		t.Error(English().Name())
	}
}
