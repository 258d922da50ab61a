package ptr

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// lexicon finds the words of values in sentences.
type lexicon struct {
	words map[string][]ask.Word // by key
	forms []wordForm            // longest first
}

// wordForm is a form of one of the words of a key.
type wordForm struct {
	text    string
	key     string
	synonym int
	many    bool
}

func newLexicon(words ask.Words) *lexicon {
	l := &lexicon{words: map[string][]ask.Word{}}
	maps.Copy(l.words, words)
	keys := slices.Concat(askedCategories, partNames, colorNames, relationNames[:], []string{ask.Thing})
	for n := 1; n <= mostParts; n++ {
		keys = append(keys, strconv.Itoa(n))
	}
	for _, key := range keys {
		if len(l.words[key]) == 0 {
			l.words[key] = []ask.Word{{One: strings.ToLower(key)}}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(l.words)) {
		for i, w := range l.words[key] {
			l.forms = append(l.forms, wordForm{w.One, key, i, false})
			if w.Many != "" && w.Many != w.One {
				l.forms = append(l.forms, wordForm{w.Many, key, i, true})
			}
		}
	}
	slices.SortStableFunc(l.forms, func(a, b wordForm) int { return cmp.Compare(len(b.text), len(a.text)) })
	return l
}

// found is a word of the lexicon in a text, or text between such words; form is nil then.
type found struct {
	text string
	form *wordForm
}

// split divides a text, taking the longest words.
func (l *lexicon) split(text string) []found {
	var out []found
	plain := 0
	for at := 0; at < len(text); {
		f := l.at(text, at)
		if f == nil {
			at++
			continue
		}
		out = append(out, found{text: text[plain:at]}, found{f.text, f})
		at += len(f.text)
		plain = at
	}
	return append(out, found{text: text[plain:]})
}

// at is the longest form that begins at a place and ends with a word.
func (l *lexicon) at(text string, at int) *wordForm {
	if at > 0 && isLetter(text[at-1]) {
		return nil
	}
	for i := range l.forms {
		f := &l.forms[i]
		if rest, ok := strings.CutPrefix(text[at:], f.text); ok && (rest == "" || !isLetter(rest[0])) {
			return f
		}
	}
	return nil
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Reword replaces words of the stored sentence. Each value that changes must be said by one word of it, and change wherever the
// program has it; and a sentence about one part, or several, stays one of that kind.
func (s *shown) Reword(q int, program show.Program) string {
	if q < 0 || q >= len(s.programs) {
		return ""
	}
	p, err := show.ReadProgram(s.library, program)
	if err != nil || !program.SameCalls(s.page.Questions[q].Program) {
		return ""
	}
	changes, ok := s.wordChanges(s.programs[q], p)
	if !ok {
		return ""
	}
	l := s.lexicon()
	tokens := l.split(s.page.Questions[q].Text)
	for _, from := range slices.Sorted(maps.Keys(changes)) {
		to := changes[from]
		if to == from {
			continue
		}
		said := 0
		for i := range tokens {
			f := tokens[i].form
			if f == nil || f.key != from {
				continue
			}
			words := l.words[to]
			if len(words) == 0 || !alike(from, to) {
				return ""
			}
			w := words[0]
			if f.synonym < len(words) {
				w = words[f.synonym]
			}
			text := w.One
			if f.many {
				text = w.Many
			}
			if text == "" {
				return ""
			}
			tokens[i].text = text
			said++
		}
		if said != 1 {
			return ""
		}
	}
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.text)
	}
	return ask.Tidy(b.String())
}

// wordChanges are the keys of words that stand for the side inputs of a program, and those that take their places in another one
// with the same calls.
func (s *shown) wordChanges(p, to ask.Program) (changes map[string]string, ok bool) {
	changes = map[string]string{}
	for i, n := range p {
		types := s.library.Function(n.Function).Side
		for k := range n.Side {
			a, b := wordKeys(types[k], n.Side[k]), wordKeys(types[k], to[i].Side[k])
			for j := range a {
				if before, seen := changes[a[j]]; seen && before != b[j] {
					return nil, false
				}
				changes[a[j]] = b[j]
			}
		}
	}
	return changes, true
}

// wordKeys are the keys of the words that say a side input, equally many for all values of a type.
func wordKeys(t ask.Type, v ask.Value) []string {
	switch v := v.(type) {
	case partColor:
		return []string{v.Part, v.Color}
	case partNumber:
		return []string{v.Part, strconv.Itoa(v.N)}
	case paint:
		return []string{v.Name}
	}
	if t == typeDirection {
		return []string{"move " + fmt.Sprint(v)}
	}
	return []string{fmt.Sprint(v)}
}

// alike tells whether a word can take the place of another one and the rest of the sentence stay as it is: parts that come in
// numbers are spoken of otherwise than single ones, and so is one of them.
func alike(a, b string) bool {
	if slices.Contains(severalParts, a) != slices.Contains(severalParts, b) || slices.Contains(eachParts, a) != slices.Contains(eachParts, b) {
		return false
	}
	return (a == "1") == (b == "1")
}
