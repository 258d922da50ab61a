package qlevr

import "strings"

// The grammar of German noun phrases: Duden, Die Grammatik, 10th edition 2022, chapters on the inflection of determiners,
// adjectives and nouns. Only what questions need is here.

type germanCase int

const (
	nominative germanCase = iota
	accusative
	dative
	genitive
)

// germanGender is a column of the tables below; the plural has no genders and is a column of its own.
type germanGender int

const (
	masculine germanGender = iota
	feminine
	neuter
	pluralForms
)

// germanEndings are endings by gender or plural, then by case.
type germanEndings [4][4]string

// How an adjective ends depends on how much the word before it shows: nothing or a number, all, or as "ein" not everywhere.
var (
	strongEndings = germanEndings{
		{"er", "en", "em", "en"}, {"e", "e", "er", "er"}, {"es", "es", "em", "en"}, {"e", "e", "en", "er"},
	}
	weakEndings = germanEndings{
		{"e", "en", "en", "en"}, {"e", "e", "en", "en"}, {"e", "e", "en", "en"}, {"en", "en", "en", "en"},
	}
	mixedEndings = germanEndings{
		{"er", "en", "en", "en"}, {"e", "e", "en", "en"}, {"es", "es", "en", "en"}, {"en", "en", "en", "en"},
	}
)

// germanDeterminer stands before adjectives and noun; or, as a pronoun, alone.
type germanDeterminer struct {
	stem       string
	endings    *germanEndings // nil where there are none
	then       string         // what follows with weak endings, "jenig" of "derjenige"
	adjectives *germanEndings // of the adjectives behind it
}

var (
	articleForms = germanEndings{
		{"der", "den", "dem", "des"}, {"die", "die", "der", "der"}, {"das", "das", "dem", "des"}, {"die", "die", "den", "der"},
	}
	pronominalEndings = germanEndings{
		{"er", "en", "em", "es"}, {"e", "e", "er", "er"}, {"es", "es", "em", "es"}, {"e", "e", "en", "er"},
	}
	indefiniteEndings = germanEndings{
		{"", "en", "em", "es"}, {"e", "e", "er", "er"}, {"", "", "em", "es"}, {"e", "e", "en", "er"},
	}
	relativeForms = germanEndings{
		{"der", "den", "dem", "dessen"}, {"die", "die", "der", "deren"},
		{"das", "das", "dem", "dessen"}, {"die", "die", "denen", "deren"},
	}
	personalForms = germanEndings{
		{"er", "ihn", "ihm", "seiner"}, {"sie", "sie", "ihr", "ihrer"},
		{"es", "es", "ihm", "seiner"}, {"sie", "sie", "ihnen", "ihrer"},
	}
)

var germanDeterminers = map[string]*germanDeterminer{
	"der":       {"", &articleForms, "", &weakEndings},
	"derjenige": {"", &articleForms, "jenig", &weakEndings},
	"derselbe":  {"", &articleForms, "selb", &weakEndings},
	"jeder":     {"jed", &pronominalEndings, "", &weakEndings},
	"alle":      {"all", &pronominalEndings, "", &weakEndings},
	"ein":       {"ein", &indefiniteEndings, "", &mixedEndings},
	"irgendein": {"irgendein", &indefiniteEndings, "", &mixedEndings},
	"kein":      {"kein", &indefiniteEndings, "", &mixedEndings},
	"-":         {"", nil, "", &strongEndings},
}

// germanPronouns stand for a noun of their gender.
var germanPronouns = map[string]*germanDeterminer{
	"einer": {stem: "ein", endings: &pronominalEndings},
	"jeder": {stem: "jed", endings: &pronominalEndings},
	"er":    {endings: &personalForms},
	"rel":   {endings: &relativeForms},
}

// germanDigits is a number as a determiner; 1 is read as "ein", and so the adjectives behind it end.
func germanDigits(number string) *germanDeterminer {
	if number == "1" {
		return &germanDeterminer{stem: number, adjectives: &mixedEndings}
	}
	return &germanDeterminer{stem: number, adjectives: &strongEndings}
}

// form is the determiner or pronoun itself.
func (d *germanDeterminer) form(column germanGender, c germanCase) string {
	text := d.stem
	if d.endings != nil {
		text += d.endings[column][c]
	}
	if d.then != "" {
		text += d.then + weakEndings[column][c]
	}
	return text
}

// germanNoun is a noun, with an adjective where two words name the thing.
type germanNoun struct {
	adjective string // stem: "quadratisch"
	gender    germanGender
	singular  string
	genitive  string
	plural    string // of all cases but the dative
	lies      bool   // it lies; other things stand
}

// germanPhrase is a noun with all that is said of it but the determiner.
type germanPhrase struct {
	adjectives []string // stems, in the order they are said
	compound   string   // what the noun is compounded with: "Holz"
	noun       germanNoun
	tail       string // "aus Holz"
}

// column is where in the tables the phrase is.
func (p *germanPhrase) column(many bool) germanGender {
	if many {
		return pluralForms
	}
	return p.noun.gender
}

// say declines the phrase behind a determiner; more are stems of adjectives that come first.
func (p *germanPhrase) say(d *germanDeterminer, more []string, c germanCase, many bool) string {
	column := p.column(many)
	var b strings.Builder
	word := func(parts ...string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		for _, part := range parts {
			b.WriteString(part)
		}
	}
	if text := d.form(column, c); text != "" {
		word(text)
	}
	ending := d.adjectives[column][c]
	for _, stem := range more {
		word(stem, ending)
	}
	for _, stem := range p.adjectives {
		word(stem, ending)
	}
	if p.noun.adjective != "" {
		word(p.noun.adjective, ending)
	}
	noun := p.noun.form(c, many)
	if p.compound != "" {
		word(p.compound, strings.ToLower(noun))
	} else {
		word(noun)
	}
	if p.tail != "" {
		word(p.tail)
	}
	return b.String()
}

// form is the noun alone. In the dative all plurals end in n or s.
func (n *germanNoun) form(c germanCase, many bool) string {
	switch {
	case many && c == dative && !strings.HasSuffix(n.plural, "n") && !strings.HasSuffix(n.plural, "s"):
		return n.plural + "n"
	case many:
		return n.plural
	case c == genitive:
		return n.genitive
	}
	return n.singular
}
