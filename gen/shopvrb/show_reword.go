package shopvrb

import (
	"mereo/gen/ask"
	"mereo/gen/show"
)

// lexicon has the words of all values.
func (v *vocabulary) lexicon() *show.Lexicon {
	words := ask.Words{}
	add := func(value string) {
		list := synonyms[value]
		if list == nil {
			list = []string{value}
		}
		words[value] = nil
		for _, word := range list {
			words[value] = append(words[value], ask.Word{One: word, Many: adjustPlurals(word + "s")})
		}
	}
	for _, values := range v {
		for _, value := range values {
			add(value.(string))
		}
	}
	for _, direction := range show.Directions {
		add(direction)
	}
	return show.NewLexicon(words)
}

// Reword replaces words of the question by those of other values.
func (s *showSample) Reword(q int, program show.Program) string {
	if q < 0 || q >= len(s.questions) {
		return ""
	}
	p, err := show.ReadProgram(s.reader.library, program)
	if err != nil || !program.SameCalls(s.page.Questions[q].Program) {
		return ""
	}
	word := func(_ ask.Type, v ask.Value) []string { return []string{v.(string)} }
	changes, ok := show.WordChanges(s.reader.library, s.questions[q].program, p, word)
	if !ok {
		return ""
	}
	return s.reader.lexicon().Reword(s.questions[q].Question, changes, func(from, to string) bool { return true })
}
