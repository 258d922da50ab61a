package show

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mereo/gen/ask"
)

// Lexicon finds the words of values in sentences.
type Lexicon struct {
	words ask.Words  // by key
	forms []wordForm // longest first
}

// wordForm is a form of one of the words of a key.
type wordForm struct {
	text    string
	key     string
	synonym int
	many    bool
}

// NewLexicon has the words of keys.
func NewLexicon(words ask.Words) *Lexicon {
	l := &Lexicon{words: words}
	for _, key := range slices.Sorted(maps.Keys(words)) {
		for i, w := range words[key] {
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
func (l *Lexicon) split(text string) []found {
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
func (l *Lexicon) at(text string, at int) *wordForm {
	if at > 0 && inWord(text[at-1]) {
		return nil
	}
	for i := range l.forms {
		f := &l.forms[i]
		if rest, ok := strings.CutPrefix(text[at:], f.text); ok && (rest == "" || !inWord(rest[0])) {
			return f
		}
	}
	return nil
}

// inWord tells whether a byte may be inside a word.
func inWord(c byte) bool {
	return c == '-' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Reword replaces words of a sentence by those of other keys, in the form and with the synonym of the same number, where there is one. It
// is empty where a key is not said by exactly one word, or its word cannot take the place of that one. The rest of the sentence stays as it
// is: alike tells whether it can.
func (l *Lexicon) Reword(text string, changes map[string]string, alike func(from, to string) bool) string {
	tokens := l.split(text)
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
			if tokens[i].text = w.One; f.many {
				tokens[i].text = w.Many
			}
			if tokens[i].text == "" {
				return ""
			}
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

// WordChanges are the keys of the words that say the side inputs of a program, and those that take their places in another one with the
// same calls. Keys are those of a side input, equally many for all values of a type. It is not ok where one key becomes two.
func WordChanges[S any](l *ask.Library[S], p, to ask.Program, keys func(t ask.Type, v ask.Value) []string) (changes map[string]string, ok bool) {
	changes = map[string]string{}
	for i, n := range p {
		types := l.Function(n.Function).Side
		for k := range n.Side {
			a, b := keys(types[k], n.Side[k]), keys(types[k], to[i].Side[k])
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
