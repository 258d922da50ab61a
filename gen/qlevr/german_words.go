package qlevr

import (
	"fmt"
	"strconv"
	"strings"

	"mereo/scenes/rng"
)

// germanThing is what things are called whose shape is not said.
const germanThing = "object"

// germanNouns are the words for shapes; several are synonyms.
var germanNouns = map[string][]germanNoun{
	germanThing: {
		{gender: masculine, singular: "Gegenstand", genitive: "Gegenstands", plural: "Gegenstände", lies: true},
		{gender: neuter, singular: "Objekt", genitive: "Objekts", plural: "Objekte", lies: true},
		{gender: masculine, singular: "Körper", genitive: "Körpers", plural: "Körper", lies: true},
	},
	"cone":     {{gender: masculine, singular: "Kegel", genitive: "Kegels", plural: "Kegel"}},
	"sphere":   {{gender: feminine, singular: "Kugel", genitive: "Kugel", plural: "Kugeln", lies: true}},
	"cylinder": {{gender: masculine, singular: "Zylinder", genitive: "Zylinders", plural: "Zylinder"}},
	"cube":     {{gender: masculine, singular: "Würfel", genitive: "Würfels", plural: "Würfel"}},
	"square pyramid": {
		{adjective: "quadratisch", gender: feminine, singular: "Pyramide", genitive: "Pyramide", plural: "Pyramiden"},
		{adjective: "vierseitig", gender: feminine, singular: "Pyramide", genitive: "Pyramide", plural: "Pyramiden"},
	},
	"triangular pyramid": {
		{adjective: "dreiseitig", gender: feminine, singular: "Pyramide", genitive: "Pyramide", plural: "Pyramiden"},
		{gender: neuter, singular: "Tetraeder", genitive: "Tetraeders", plural: "Tetraeder"},
	},
	"triangular prism": {{adjective: "dreiseitig", gender: neuter, singular: "Prisma", genitive: "Prismas", plural: "Prismen"}},
}

var (
	germanArea    = germanNoun{gender: feminine, singular: "Fläche", genitive: "Fläche", plural: "Flächen", lies: true}
	germanDesktop = germanNoun{gender: feminine, singular: "Tischfläche", genitive: "Tischfläche", plural: "Tischflächen"}
	germanDesk    = germanNoun{gender: masculine, singular: "Tisch", genitive: "Tisches", plural: "Tische"}
)

// germanStems are the adjectives of sizes, colors and the outlines of planes; several are synonyms.
var germanStems = map[string][]string{
	"large": {"groß"}, "small": {"klein"},
	"gray": {"grau"}, "red": {"rot"}, "blue": {"blau"}, "green": {"grün"}, "brown": {"braun"}, "yellow": {"gelb"},
	"purple": {"violett", "lilafarben"}, "cyan": {"türkisfarben", "cyanfarben"}, "black": {"schwarz"}, "white": {"weiß"},
	"triangle": {"dreieckig"}, "rectangle": {"rechteckig", "viereckig"}, "circle": {"rund", "kreisförmig"},
	"geometric": {"geometrisch", "nicht weiß"}, "whole": {"ganz", "gesamt"},
}

// germanMaterials are a material's noun and adjective. Nothing says in one adjective that a thing is of rubber.
var germanMaterials = map[string]struct{ noun, adjective string }{
	"wooden": {"Holz", "hölzern"}, "marble": {"Marmor", "marmorn"}, "metal": {"Metall", "metallen"},
	"leather": {"Leder", "ledern"}, "rubber": {"Gummi", ""},
}

// materialStyle is how a question speaks of materials.
type materialStyle int

const (
	materialBehind    materialStyle = iota // ein Kegel aus Holz
	materialCompound                       // ein Holzkegel
	materialAdjective                      // ein hölzerner Kegel
	materialStyles    = 3
)

// germanDirections say where something is: a preposition with the dative, or a comparison with the nominative.
var germanDirections = map[string][2]string{
	"left":         {"links von", "weiter links als"},
	"right":        {"rechts von", "weiter rechts als"},
	"behind":       {"hinter", "weiter hinten als"},
	"front":        {"vor", "weiter vorn als"},
	"behind left":  {"links hinter", "weiter links und weiter hinten als"},
	"behind right": {"rechts hinter", "weiter rechts und weiter hinten als"},
	"front left":   {"links vor", "weiter links und weiter vorn als"},
	"front right":  {"rechts vor", "weiter rechts und weiter vorn als"},
}

// germanAttributes are the words for what things can have in common, by the last letter of their slots.
var germanAttributes = map[byte]germanNoun{
	'Z': {gender: feminine, singular: "Größe", genitive: "Größe"},
	'C': {gender: feminine, singular: "Farbe", genitive: "Farbe"},
	'M': {gender: neuter, singular: "Material", genitive: "Materials"},
	'S': {gender: feminine, singular: "Form", genitive: "Form"},
}

// germanWords is the choice among synonyms that holds for one question: the same value is the same word everywhere.
type germanWords struct {
	s         *rng.Stream
	chosen    map[string]int // of an entry, which synonym
	material  materialStyle
	fraction  bool // fractions in words
	befinden  bool // things "befinden sich" somewhere; else they stand or lie
	comparing bool // "weiter links als"; else "links von"
}

func newGermanWords(s *rng.Stream) germanWords {
	return germanWords{
		s: s, chosen: map[string]int{}, material: materialStyle(s.IntN(materialStyles)),
		fraction: s.Bool(0.5), befinden: s.Bool(0.5), comparing: s.Bool(0.5),
	}
}

// synonym is which of n words an entry is said by.
func (w *germanWords) synonym(entry string, n int) int {
	i, known := w.chosen[entry]
	if !known {
		i = w.s.IntN(n)
		w.chosen[entry] = i
	}
	return i
}

// thing is the phrase of an object key: size, color, material, shape.
func (w *germanWords) thing(key [4]Value) (germanPhrase, error) {
	shape := key[3].Word
	if !key[3].Said || shape == "one" || shape == germanThing {
		shape = germanThing
	}
	nouns, known := germanNouns[shape]
	if !known {
		return germanPhrase{}, fmt.Errorf("no German word for shape %q", shape)
	}
	p := germanPhrase{noun: nouns[w.synonym(shape, len(nouns))]}
	if err := w.stem(&p, key[0], key[1]); err != nil {
		return p, err
	}
	return p, w.of(&p, key[2], shape != germanThing)
}

// area is the phrase of a plane key: color, material, shape.
func (w *germanWords) area(key [3]Value) (germanPhrase, error) {
	p := germanPhrase{noun: germanArea}
	if key[2].Word == deskShape {
		p.noun = germanDesktop
		if !key[0].Said {
			p.adjectives = []string{"bloß"} // the areas lie on the desktop too
		}
		return p, w.stem(&p, key[0])
	}
	if err := w.stem(&p, key[0], key[2]); err != nil {
		return p, err
	}
	return p, w.of(&p, key[1], true)
}

// stem adds adjectives.
func (w *germanWords) stem(p *germanPhrase, values ...Value) error {
	for _, v := range values {
		if !v.Said {
			continue
		}
		stems, known := germanStems[v.Word]
		if !known {
			return fmt.Errorf("no German word for %q", v.Word)
		}
		p.adjectives = append(p.adjectives, stems[w.synonym(v.Word, len(stems))])
	}
	return nil
}

// of adds a material. "Holzkegel" is a word, "Holzgegenstand" is none that one would use.
func (w *germanWords) of(p *germanPhrase, v Value, compounds bool) error {
	if !v.Said {
		return nil
	}
	material, known := germanMaterials[v.Word]
	switch {
	case !known:
		return fmt.Errorf("no German word for material %q", v.Word)
	case w.material == materialCompound && compounds:
		p.compound = material.noun
	case w.material == materialAdjective && material.adjective != "":
		p.adjectives = append(p.adjectives, material.adjective)
	default:
		p.tail = "aus " + material.noun
	}
	return nil
}

var (
	germanOnes = []string{
		"", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn",
		"fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
	}
	germanTens = []string{"", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"}
)

// germanNumber is 1 to 99 in words, one as it is said before a noun.
func germanNumber(n int) string {
	switch {
	case n < 20:
		return germanOnes[n]
	case n%10 == 0:
		return germanTens[n/10]
	}
	return germanOnes[n%10] + "und" + germanTens[n/10]
}

// germanFraction is the words of a fraction in a case, "zwei Dritteln"; "" where the denominator is not in 2..99 or the
// fraction not between 0 and 1, which is better written in digits.
func germanFraction(text string, c germanCase) string {
	over, under, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(over)
	d, err2 := strconv.Atoi(under)
	if err != nil || err2 != nil || n < 1 || n >= d || d > 99 {
		return ""
	}
	if d == 2 {
		return articleForms[feminine][c] + " Hälfte"
	}
	part := germanNumber(d) + "tel"
	switch {
	case d == 3:
		part = "drittel"
	case d == 7:
		part = "siebtel"
	case d == 8:
		part = "achtel"
	case d >= 20:
		part = germanNumber(d) + "stel"
	}
	noun := germanNoun{gender: neuter, singular: strings.ToUpper(part[:1]) + part[1:]}
	noun.genitive, noun.plural = noun.singular+"s", noun.singular
	phrase := germanPhrase{noun: noun}
	if n == 1 {
		return phrase.say(germanDeterminers["ein"], nil, c, false)
	}
	return germanNumber(n) + " " + phrase.say(germanDeterminers["-"], nil, c, true)
}
