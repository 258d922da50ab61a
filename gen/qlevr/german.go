package qlevr

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"mereo/scenes/rng"
)

//go:embed locale/de.json
var germanFile []byte

// German says questions in German.
func German() Locale { return readGermanOnce() }

var readGermanOnce = sync.OnceValue(func() *german {
	g, err := readGerman(germanFile)
	if err != nil {
		panic(err) // the file is compiled in, and tests read it
	}
	return g
})

// families is how many kinds of statements about objects there are.
const germanFamilies = 61

// german are the sentences of German.
type german struct {
	phrases  map[string][]germanText
	fronts   []germanFront
	planes   map[string][]germanText // by file of templates
	families [germanFamilies][]germanText
	groups   []germanGroup
}

// germanFront names the planes ahead of what is asked. there and then are words that take it up again, the one where a
// question follows, the other where "is it true that" does.
type germanFront struct {
	text        germanText
	there, then string
}

// germanGroup are families that say the same quantifiers of one kind of predicate.
type germanGroup struct {
	from, to  int    // families
	subject   string // what {S} is
	verb      string // "be" somewhere, or "have" something
	predicate []germanText
	front     bool // the planes are named ahead of the question
}

// storedGerman is the file of sentences.
type storedGerman struct {
	Phrases map[string][]string `json:"phrases"`
	Fronts  []struct {
		Text  string `json:"text"`
		There string `json:"there"`
		Then  string `json:"then"`
	} `json:"fronts"`
	Planes      map[string][]string `json:"planes"`
	Quantifiers map[string][]string `json:"quantifiers"`
	Groups      []struct {
		From      int      `json:"from"`
		To        int      `json:"to"`
		Subject   string   `json:"subject"`
		Verb      string   `json:"verb"`
		Predicate []string `json:"predicate"`
		Front     bool     `json:"front"`
	} `json:"groups"`
	Families map[string][]string `json:"families"` // "=all" stands for the sentences of a quantifier
}

// readGerman reads a file of sentences.
func readGerman(data []byte) (*german, error) {
	var stored storedGerman
	if err := json.Unmarshal(data, &stored, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("qlevr: locale de: %w", err)
	}
	var failed error
	texts := func(place string, from []string) []germanText {
		var out []germanText
		for _, text := range from {
			parsed, err := parseGerman(text)
			if err != nil && failed == nil {
				failed = fmt.Errorf("qlevr: locale de: %s: %w", place, err)
			}
			out = append(out, parsed)
		}
		return out
	}
	g := &german{phrases: map[string][]germanText{}, planes: map[string][]germanText{}}
	for _, name := range slices.Sorted(maps.Keys(stored.Phrases)) {
		g.phrases[name] = texts("phrases "+name, stored.Phrases[name])
	}
	for _, f := range stored.Fronts {
		g.fronts = append(g.fronts, germanFront{texts("fronts", []string{f.Text})[0], f.There, f.Then})
	}
	for _, name := range slices.Sorted(maps.Keys(stored.Planes)) {
		g.planes[name] = texts("planes "+name, stored.Planes[name])
	}
	for _, s := range stored.Groups {
		g.groups = append(g.groups, germanGroup{s.From, s.To, s.Subject, s.Verb, texts("groups", s.Predicate), s.Front})
	}
	for f := range g.families {
		place := "family " + strconv.Itoa(f)
		var says []string
		for _, text := range stored.Families[strconv.Itoa(f)] {
			if name, ok := strings.CutPrefix(text, "="); ok {
				if stored.Quantifiers[name] == nil {
					return nil, fmt.Errorf("qlevr: locale de: %s: no quantifier %q", place, name)
				}
				says = append(says, stored.Quantifiers[name]...)
			} else {
				says = append(says, text)
			}
		}
		if len(says) == 0 || g.group(f) == nil {
			return nil, fmt.Errorf("qlevr: locale de: %s: has no sentences or no group", place)
		}
		g.families[f] = texts(place, says)
	}
	return g, failed
}

// group is the group of a family.
func (g *german) group(family int) *germanGroup {
	for i := range g.groups {
		if g.groups[i].from <= family && family <= g.groups[i].to {
			return &g.groups[i]
		}
	}
	return nil
}

// Name is the language's tag.
func (g *german) Name() string { return "de" }

// Text asks an instance in German. All draws come from s. It fails when the instance has no value for a slot that its family
// needs, or one that is none of the set's words.
func (g *german) Text(in *Instance, s *rng.Stream) (string, error) {
	q, err := newGermanQuestion(g, in, s)
	if err != nil {
		return "", err
	}
	sentence := rng.Choose(s, g.families[in.Template.Family])
	var b strings.Builder
	if q.group.front {
		front := rng.Choose(s, g.fronts)
		q.there, q.then = front.there, front.then
		q.say(&b, front.text)
		b.WriteByte(' ')
	}
	q.say(&b, sentence)
	if q.err != nil {
		return "", fmt.Errorf("qlevr: locale de: template %s family %d: %w", in.Template.File, in.Template.Family, q.err)
	}
	return finishGerman(b.String()), nil
}

// finishGerman sets spaces, the commas behind subordinate clauses and the capitals of sentences.
func finishGerman(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var b strings.Builder
	capital := true
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		switch {
		case r == '~':
			if next := strings.TrimLeft(rest, " "); next == "" || !strings.ContainsRune("~,:?.", rune(next[0])) {
				b.WriteByte(',')
			}
		case r == ' ' && rest != "" && strings.ContainsRune("~,:?.", rune(rest[0])):
		case capital:
			b.WriteRune(unicode.ToUpper(r))
			capital = r == ' ' // the one behind a colon
		default:
			b.WriteRune(r)
			capital = r == ':'
		}
	}
	return b.String()
}
