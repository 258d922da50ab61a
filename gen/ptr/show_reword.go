package ptr

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
)

// newLexicon has the words of questions, and for values without words their names.
func newLexicon(words ask.Words) *show.Lexicon {
	all := maps.Clone(words)
	keys := slices.Concat(askedCategories, partNames, colorNames, relationNames[:], []string{ask.Thing})
	for n := 1; n <= mostParts; n++ {
		keys = append(keys, strconv.Itoa(n))
	}
	for _, key := range keys {
		if len(all[key]) == 0 {
			all[key] = []ask.Word{{One: strings.ToLower(key)}}
		}
	}
	return show.NewLexicon(all)
}

// reword replaces words of the stored sentence. A sentence about one part, or several, stays one of that kind.
func (r *reader) reword(t *world.Take[*plan], q int, program show.Program) string {
	s := t.Plan.shown
	if q < 0 || q >= len(s.programs) {
		return ""
	}
	p, err := show.ReadProgram(s.library, program)
	if err != nil || !program.SameCalls(s.page.Questions[q].Program) {
		return ""
	}
	changes, ok := show.WordChanges(s.library, s.programs[q], p, wordKeys)
	if !ok {
		return ""
	}
	return r.lexicon().Reword(s.page.Questions[q].Text, changes, alike)
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
