package shopvrb

import (
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// Reword replaces words of the question by those of other values. A value is replaced where the question's program has it
// once and its text says it once.
func (s *showSample) Reword(q int, program show.Program) string {
	if q < 0 || q >= len(s.questions) {
		return ""
	}
	old := s.questions[q].program
	p, err := show.ReadProgram(s.reader.library, program)
	if err != nil || !program.SameCalls(s.page.Questions[q].Program) {
		return ""
	}
	var said []ask.Value
	for i := range old {
		said = append(said, old[i].Side...)
	}
	text := s.questions[q].Question
	for i := range old {
		for k, before := range old[i].Side {
			if before == p[i].Side[k] {
				continue
			}
			once := slices.Index(said, before)
			if slices.Contains(said[once+1:], before) {
				return ""
			}
			var ok bool
			if text, ok = replaceWord(text, before.(string), p[i].Side[k].(string)); !ok {
				return ""
			}
		}
	}
	return ask.Tidy(text)
}

// replaceWord says another value in a text, in the plural where the text has that. It tells whether the text said the old one
// exactly once.
func replaceWord(text, old, value string) (string, bool) {
	to := spokenAs(value)[0]
	type match struct {
		from, end int
		to        string
	}
	var found []match
	for _, word := range spokenAs(old) {
		forms := [][2]string{{word, to}, {pluralOf(word), pluralOf(to)}}
		if forms[1][0] == word { // scissors
			forms = forms[:1]
		}
		for _, form := range forms {
			for at := wordAt(text, form[0], 0); at >= 0; at = wordAt(text, form[0], at+len(form[0])) {
				found = append(found, match{at, at + len(form[0]), form[1]})
			}
		}
	}
	// What is a piece of something longer, as "left of" is of "to the left of", is said once.
	found = slices.DeleteFunc(slices.Clone(found), func(m match) bool {
		return slices.ContainsFunc(found, func(o match) bool { return o != m && o.from <= m.from && m.end <= o.end })
	})
	if len(found) != 1 {
		return "", false
	}
	return text[:found[0].from] + found[0].to + text[found[0].end:], true
}

// pluralOf is a word for several things.
func pluralOf(word string) string { return adjustPlurals(word + "s") }

// spokenAs are the words that texts have for a value.
func spokenAs(value string) []string {
	if list := synonyms[value]; list != nil {
		return list
	}
	return []string{value}
}

// wordAt finds words in a text that are not part of others, from a byte on; -1 for none.
func wordAt(text, word string, from int) int {
	for {
		k := strings.Index(text[from:], word)
		if k < 0 {
			return -1
		}
		at := from + k
		end := at + len(word)
		if (at == 0 || !inWord(text[at-1])) && (end == len(text) || !inWord(text[end])) {
			return at
		}
		from = end
	}
}

// inWord tells whether a byte may be inside a word.
func inWord(c byte) bool {
	return c == '-' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
