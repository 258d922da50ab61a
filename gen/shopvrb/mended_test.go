package shopvrb

import (
	"slices"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// askOf asks one family about many scenes, without balance.
func askOf(t *testing.T, k kind, m Mended, family string) (out []*instance) {
	t.Helper()
	g, err := readGrammar(k, m, "")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(g.Templates, func(x *template) bool { return x.Name() == family })
	pool := things(t)
	for i := range 60 {
		q := &search{Library: g.Library, Template: g.Templates[at], Scene: mustKnow(t, drawScene(t, streamOf(t, i), pool, i)),
			Stream: rng.Named(family), Budget: searchBudget}
		q.Each(func(ask.Value) bool { out = append(out, q.Instance()); return true })
	}
	if len(out) < 10 {
		t.Fatalf("%s is asked about %d of 60 scenes", family, len(out))
	}
	return out
}

func TestEqualCountsAreMended(t *testing.T) {
	for mended, want := range map[bool]bool{false: false, true: true} {
		equal := false
		for _, in := range askOf(t, textual, Mended{EqualCounts: mended}, "compare_integer_text:2") {
			equal = equal || in.Answer == true
		}
		if equal != want {
			t.Errorf("mended %v: some counts are equal: %v", mended, equal)
		}
	}
	for _, in := range askOf(t, textual, Mended{EqualCounts: true}, "compare_integer_text:4") {
		if in.Outputs[in.At[1]] == in.Outputs[in.At[3]] {
			t.Error("counts of another family are equal")
		}
	}
}

func TestSizeIsUnsaid(t *testing.T) {
	for _, mended := range []bool{false, true} {
		first, third := false, false
		for _, in := range askOf(t, visual, Mended{SizeUnsaid: mended}, "comparison:7") {
			first, third = first || in.Slot("Z") != "", third || in.Slot("Z3") != ""
			if in.Slot("Z2") != "" {
				t.Errorf("mended %v: the size of what is compared is said", mended)
			}
		}
		if first != mended || third == mended {
			t.Errorf("mended %v: size of the first is said %v, of the third %v", mended, first, third)
		}
	}
}

func TestNamesAreCompared(t *testing.T) {
	for mended, want := range map[bool]string{false: "equal_movability", true: "equal_name"} {
		in := askOf(t, visual, Mended{NamesCompared: mended}, "comparison:27")[0]
		if got := in.Program[len(in.Program)-1].Function; got != want {
			t.Errorf("mended %v: the program ends with %s, want %s", mended, got, want)
		}
		g, err := readGrammar(visual, Mended{NamesCompared: mended}, "")
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(g.Templates, func(x *template) bool { return x.Name() == "comparison:27" })
		texts := g.Templates[at].Phrasings
		if len(texts) != 4 {
			t.Errorf("mended %v: %d phrasings, want 4", mended, len(texts))
		}
		for _, text := range texts {
			if says := strings.Contains(text, "mov"); says == mended {
				t.Errorf("mended %v: the phrasing asks for movability: %v: %s", mended, says, text)
			}
		}
	}
}

// Whatever is mended, questions have other templates, and nothing else changes.
func TestMendedTemplatesHaveAnotherSource(t *testing.T) {
	sources := map[string]bool{}
	for _, m := range []Mended{{}, {SizeUnsaid: true}, {NamesCompared: true}, {EqualCounts: true}} {
		g, err := readGrammar(visual, m, "")
		if err != nil {
			t.Fatal(err)
		}
		sources[g.Source] = true
		if len(g.Templates) != 158 {
			t.Errorf("%+v: %d templates, want 158", m, len(g.Templates))
		}
	}
	if len(sources) != 3 {
		t.Errorf("%d sources, want 3: the textual mending changes no visual template", len(sources))
	}
}
