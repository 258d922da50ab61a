package qlevr

import (
	"slices"
	"testing"

	"mereo/scenes/rng"
)

func TestVectorsText(t *testing.T) {
	var cases []struct {
		ID, Text, Question string
		Nodes              [][3]any
		Vals               [][]Value
		Synonyms           map[string]string
		NonWhite           bool `json:"non_white"`
	}
	readVectors(t, "text.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		tm := Template{File: c.ID}
		for _, n := range c.Nodes {
			node := TemplateNode{Type: n[0].(string), Kind: n[1].(string)}
			for _, slot := range n[2].([]any) {
				node.Slots = append(node.Slots, slot.(string))
			}
			tm.Nodes = append(tm.Nodes, node)
		}
		got, err := fillText(c.Text, &Instance{Template: &tm, Vals: c.Vals}, func(value string) string {
			if word, ok := c.Synonyms[value]; ok {
				return word
			}
			return value
		}, c.NonWhite)
		if err != nil || got != c.Question {
			t.Errorf("%s: %v\n got %q\nwant %q", c.ID, err, got, c.Question)
		}
	}
}

func TestVectorsFractionWords(t *testing.T) {
	var file struct {
		Words []struct {
			ID, Fraction string
			Forms        []string
		}
	}
	readVectors(t, "fractions.json", &file)
	if len(file.Words) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range file.Words {
		f, err := secondFractionOf(c.Fraction)
		if err != nil {
			t.Fatal(err)
		}
		s, seen := rng.Named("fractions/"+c.ID), map[string]bool{}
		for range 400 {
			seen[fractionWords(f.over, f.under, s)] = true
		}
		var got []string
		for form := range seen {
			got = append(got, form)
			if got, err := secondFractionOf(form); got != f || err != nil {
				t.Errorf("%s: %q is read as %v, %v", c.ID, form, got, err)
			}
		}
		slices.Sort(got)
		slices.Sort(c.Forms)
		if !slices.Equal(got, c.Forms) {
			t.Errorf("%s: %s\n got %q\nwant %q", c.ID, c.Fraction, got, c.Forms)
		}
	}
}

// No two fractions have a phrase in common, and all of them can be read.
func TestFractionPhrasesAreRead(t *testing.T) {
	seen := map[string]bool{}
	for den := 2; den <= 62; den++ {
		for num := 1; num < den; num++ {
			for _, phrase := range fractionPhrases(num, den) {
				if seen[phrase] {
					t.Errorf("%q is said of two fractions", phrase)
				}
				seen[phrase] = true
			}
		}
	}
	for _, bad := range []string{"", "two", "2/", "2/0", "three-half", "-1/2"} {
		if f, err := secondFractionOf(bad); err == nil {
			t.Errorf("%q is read as %v", bad, f)
		}
	}
}

func TestTextErrors(t *testing.T) {
	tm := Template{File: "all.json", Nodes: []TemplateNode{{Type: "filter", Kind: "object", Slots: []string{"<C>", "<S>"}}}}
	in := &Instance{Template: &tm, Vals: [][]Value{{{"red", true}, {}}}}
	same := func(v string) string { return v }
	if got, err := fillText("is it <C> <S> ?", in, same, false); got != "Is it red object?" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	want := `qlevr: ('all.json', 0) fills no slot at "<M>?"`
	if _, err := fillText("is it <M>?", in, same, false); err == nil || err.Error() != want {
		t.Errorf("a slot without value: %v", err)
	}
	for text, want := range map[string]string{
		"{C:no|one}{S: thing|}": "one thing", "{S:{C:a|b}|c}": "b", "{C|b}": "", "{C:a|b": "", "{Q:a|b}": "", "a}": "",
	} {
		got, err := chooseForms(text, in.slotValue)
		if got != want || (want == "") != (err != nil) {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
}
