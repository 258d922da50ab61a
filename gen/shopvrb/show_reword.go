package shopvrb

import (
	"slices"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/show"
	"mereo/gen/world"
)

// lexiconOf has the words of all values, published ones or our own.
func lexiconOf(v *closed.Vocabulary, published bool) *show.Lexicon {
	words := ask.Words{}
	add := func(value, letter string) {
		list := synonyms[value]
		if list == nil {
			list = []string{value}
		}
		if own := ownWords[letter][value]; own != "" && !published {
			list = []string{own}
		}
		words[value] = nil
		for _, word := range list {
			words[value] = append(words[value], ask.Word{One: word, Many: adjustPlurals(adjustSpaces(word + "s"))})
		}
	}
	for a, values := range v.Words {
		for _, value := range values {
			add(value.(string), slotLetters[a])
		}
	}
	for _, direction := range show.Directions {
		add(direction, "")
	}
	return show.NewLexicon(words)
}

// reword replaces words of a question by those of other values.
func (r *split) reword(t *world.Take[*scene], q int, program show.Program) string {
	if q < 0 || q >= len(t.Plan.questions) {
		return ""
	}
	asked := &t.Plan.questions[q]
	p, err := show.ReadProgram(r.library, program)
	if err != nil || !program.SameCalls(callsOf(asked.Program)) {
		return ""
	}
	word := func(_ ask.Type, v ask.Value) []string { return []string{v.(string)} }
	changes, ok := show.WordChanges(r.library, asked.program, p, word)
	if !ok {
		return ""
	}
	return r.lexicon().Reword(asked.Question, changes, func(from, to string) bool {
		of, ok := colorMaterials[from] // which is said by the color alone
		return !ok || !slices.ContainsFunc(p, func(n ask.Node) bool { return n.Function == "filter_material" && n.Side[0] == of })
	})
}
