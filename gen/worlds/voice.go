package worlds

import (
	"slices"
	"strings"

	"mereo/gen/ask"
)

// voice says values in English.
type voice struct {
	phrase []string // attributes that stand before the noun, in their order
	noun   string   // empty: all things are things
}

type saying = ask.Saying[*known]

// voice is that of a world.
func (w *World) voice() voice {
	v := voice{noun: w.Questions.Noun}
	names := w.Questions.Phrase
	if names == nil {
		names = w.attributeNames()
	}
	for _, name := range names {
		if name != v.noun {
			v.phrase = append(v.phrase, name)
		}
	}
	return v
}

// otherName is the phrase "other" before the group of its number: it is said where the thing that others are compared with fits the group, too. No
// ball is another one beside a cube.
const otherName = "other"

// Anchor knows the phrase of a group, and that before it.
func (v voice) Anchor(phrase string) (slot string, ok bool) {
	suffix, ok := strings.CutPrefix(phrase, otherName)
	for _, name := range []string{groupName, partGroupName} {
		if !ok {
			suffix, ok = strings.CutPrefix(phrase, name)
		}
	}
	if ok && strings.Trim(suffix, "0123456789") != "" {
		return "", false
	}
	first := v.noun
	if first == "" {
		first = v.phrase[0]
	}
	return first + suffix, ok
}

// Say is the words of a slot or a group.
func (v voice) Say(s *saying, name string, form ask.Form) string {
	inForm := func(w ask.Word) string {
		if form == ask.Many {
			return w.Many
		}
		return w.One
	}
	if _, ok := v.Anchor(name); !ok {
		if form == ask.Natural && v.Many(s, name) {
			form = ask.Many
		}
		word, _ := s.Slot(name).(string)
		return inForm(withPlural(s.Word(word)))
	}
	if suffix, ok := strings.CutPrefix(name, otherName); ok {
		if v.another(s, suffix) {
			return "other"
		}
		return ""
	}
	suffix := name[1:]
	var words []string
	for _, a := range v.phrase {
		if value, _ := s.Slot(a + suffix).(string); value != "" {
			words = append(words, s.Word(value).One)
		}
	}
	noun := ask.Thing
	if v.noun != "" {
		if value, _ := s.Slot(v.noun + suffix).(string); value != "" {
			noun = value
		}
	}
	words = append(words, inForm(withPlural(s.Word(noun))))
	if kind, _ := s.Slot(partName + suffix).(string); kind != "" && strings.HasPrefix(name, partGroupName) {
		word, several := withPlural(s.Word(kind)), false
		for o := range s.Scene.Having(len(s.Scene.Attributes)-1, kind).All() {
			several = several || s.Scene.Pieces(o, kind).N > 1
		}
		if several {
			words = append(words, "with", word.Many)
		} else {
			words = append(words, "with a", word.One)
		}
	}
	return strings.Join(words, " ")
}

// another tells whether the thing with which a question compares others fits a group.
func (v voice) another(s *saying, suffix string) bool {
	same := slices.IndexFunc(s.Program, func(n ask.Node) bool { return strings.HasPrefix(n.Function, "same_") })
	if same < 0 {
		return true
	}
	than, ok := s.Outputs[s.Program[same].Inputs[0]].(ask.Object)
	for a := range s.Scene.Attributes {
		if value, _ := s.Slot(s.Scene.Attributes[a].Key + suffix).(string); value != "" {
			ok = ok && s.Scene.Having(a, value).Has(than)
		}
	}
	return ok
}

// Many is so for a kind of parts of which an object that the question is about has several.
func (voice) Many(s *saying, name string) bool {
	kind, _ := s.Slot(name).(string)
	for _, n := range s.Program {
		if len(n.Side) == 0 || n.Side[0] != kind || len(n.Inputs) != 1 {
			continue
		}
		if o, ok := s.Outputs[n.Inputs[0]].(ask.Object); ok && s.Scene.parts != nil && s.Scene.Pieces(o, kind).N > 1 {
			return true
		}
	}
	return false
}

// withPlural is a word with a plural, the usual one where it has none of its own.
func withPlural(w ask.Word) ask.Word {
	if w.Many == "" {
		w.Many = plural(w.One)
	}
	return w
}

// irregular are endings of nouns and of their plurals.
var irregular = [][2]string{
	{"knife", "knives"}, {"shelf", "shelves"}, {"leaf", "leaves"}, {"loaf", "loaves"}, {"wolf", "wolves"}, {"mouse", "mice"}, {"child", "children"},
	{"person", "people"}, {"foot", "feet"}, {"tooth", "teeth"}, {"goose", "geese"}, {"sheep", "sheep"}, {"fish", "fish"}, {"scissors", "pairs of scissors"},
	{"woman", "women"}, {"man", "men"}, {"hero", "heroes"}, {"potato", "potatoes"}, {"tomato", "tomatoes"},
}

// plural is the usual plural of an English noun.
func plural(noun string) string {
	for _, i := range irregular {
		if stem, ok := strings.CutSuffix(noun, i[0]); ok {
			return stem + i[1]
		}
	}
	switch stem, y := strings.CutSuffix(noun, "y"); {
	case noun == "":
		return ""
	case y && stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])):
		return stem + "ies"
	case slices.ContainsFunc([]string{"s", "x", "z", "ch", "sh"}, func(end string) bool { return strings.HasSuffix(noun, end) }):
		return noun + "es"
	}
	return noun + "s"
}

// words are those of a world's questions: the usual ones, and those of the document.
func (w *World) words() ask.Words {
	out := ask.Words{
		ask.Thing: {{One: "thing"}, {One: "object"}},
		"left":    {{One: "left of"}, {One: "to the left of"}, {One: "on the left side of"}},
		"right":   {{One: "right of"}, {One: "to the right of"}, {One: "on the right side of"}},
		"front":   {{One: "in front of"}}, "behind": {{One: "behind"}}, "above": {{One: "above"}}, "below": {{One: "below"}},
		relationOn: {{One: "on"}, {One: "on top of"}}, relationUnder: {{One: "under"}, {One: "underneath"}}, relationInside: {{One: "in"}, {One: "inside"}},
		relationTouching: {{One: "touching"}},
	}
	for _, e := range w.Questions.Words {
		var list []ask.Word
		for _, text := range e.Of {
			one, many, _ := strings.Cut(text, "/")
			list = append(list, ask.Word{One: one, Many: many})
		}
		out[e.Name] = list
	}
	return out
}
