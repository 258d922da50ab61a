package qlevr

import (
	"fmt"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// forms are the nominative, accusative, dative and genitive behind a determiner.
func forms(p germanPhrase, determiner string, many bool) string {
	var out []string
	for c := nominative; c <= genitive; c++ {
		out = append(out, p.say(germanDeterminers[determiner], nil, c, many))
	}
	return strings.Join(out, ", ")
}

// The paradigms of Duden, Die Grammatik, with the nouns of the set.
func TestGermanDeclension(t *testing.T) {
	cone := germanPhrase{adjectives: []string{"rot"}, noun: germanNouns["cone"][0]}
	sphere := germanPhrase{adjectives: []string{"rot"}, noun: germanNouns["sphere"][0]}
	prism := germanPhrase{adjectives: []string{"rot"}, noun: germanNouns["triangular prism"][0]}
	area := germanPhrase{noun: germanArea}
	thing := germanPhrase{adjectives: []string{"klein"}, noun: germanNouns["object"][0], tail: "aus Gummi"}
	for _, c := range []struct {
		phrase     germanPhrase
		determiner string
		many       bool
		want       string
	}{
		{cone, "der", false, "der rote Kegel, den roten Kegel, dem roten Kegel, des roten Kegels"},
		{sphere, "der", false, "die rote Kugel, die rote Kugel, der roten Kugel, der roten Kugel"},
		{prism, "der", false, "das rote dreiseitige Prisma, das rote dreiseitige Prisma, " +
			"dem roten dreiseitigen Prisma, des roten dreiseitigen Prismas"},
		{cone, "der", true, "die roten Kegel, die roten Kegel, den roten Kegeln, der roten Kegel"},
		{cone, "ein", false, "ein roter Kegel, einen roten Kegel, einem roten Kegel, eines roten Kegels"},
		{sphere, "kein", false, "keine rote Kugel, keine rote Kugel, keiner roten Kugel, keiner roten Kugel"},
		{prism, "irgendein", false, "irgendein rotes dreiseitiges Prisma, irgendein rotes dreiseitiges Prisma, " +
			"irgendeinem roten dreiseitigen Prisma, irgendeines roten dreiseitigen Prismas"},
		{sphere, "kein", true, "keine roten Kugeln, keine roten Kugeln, keinen roten Kugeln, keiner roten Kugeln"},
		{cone, "-", false, "roter Kegel, roten Kegel, rotem Kegel, roten Kegels"},
		{sphere, "-", false, "rote Kugel, rote Kugel, roter Kugel, roter Kugel"},
		{prism, "-", false, "rotes dreiseitiges Prisma, rotes dreiseitiges Prisma, " +
			"rotem dreiseitigem Prisma, roten dreiseitigen Prismas"},
		{prism, "-", true, "rote dreiseitige Prismen, rote dreiseitige Prismen, " +
			"roten dreiseitigen Prismen, roter dreiseitiger Prismen"},
		{cone, "jeder", false, "jeder rote Kegel, jeden roten Kegel, jedem roten Kegel, jedes roten Kegels"},
		{sphere, "jeder", false, "jede rote Kugel, jede rote Kugel, jeder roten Kugel, jeder roten Kugel"},
		{prism, "jeder", false, "jedes rote dreiseitige Prisma, jedes rote dreiseitige Prisma, " +
			"jedem roten dreiseitigen Prisma, jedes roten dreiseitigen Prismas"},
		{thing, "alle", true, "alle kleinen Gegenstände aus Gummi, alle kleinen Gegenstände aus Gummi, " +
			"allen kleinen Gegenständen aus Gummi, aller kleinen Gegenstände aus Gummi"},
		{area, "derjenige", true, "diejenigen Flächen, diejenigen Flächen, denjenigen Flächen, derjenigen Flächen"},
		{area, "derjenige", false, "diejenige Fläche, diejenige Fläche, derjenigen Fläche, derjenigen Fläche"},
		{germanPhrase{noun: germanAttributes['M']}, "derselbe", false, "dasselbe Material, dasselbe Material, " +
			"demselben Material, desselben Materials"},
	} {
		if got := forms(c.phrase, c.determiner, c.many); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.determiner, got, c.want)
		}
	}
}

func TestGermanDigitsAndNouns(t *testing.T) {
	prism := germanPhrase{adjectives: []string{"grün"}, noun: germanNouns["triangular prism"][0], compound: "Holz"}
	for _, c := range []struct {
		number string
		gc     germanCase
		want   string
	}{
		{"0", nominative, "0 grüne dreiseitige Holzprismen"},
		{"1", nominative, "1 grünes dreiseitiges Holzprisma"},
		{"1", dative, "1 grünen dreiseitigen Holzprisma"},
		{"2", accusative, "2 grüne dreiseitige Holzprismen"},
		{"12", dative, "12 grünen dreiseitigen Holzprismen"},
	} {
		if got := prism.say(germanDigits(c.number), nil, c.gc, c.number != "1"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	for _, c := range []struct{ pronoun, of, want string }{
		{"einer", "cone", "einer einen einem"}, {"einer", "sphere", "eine eine einer"},
		{"einer", "triangular prism", "eines eines einem"},
		{"er", "cone", "er ihn ihm"}, {"er", "triangular prism", "es es ihm"}, {"rel", "sphere", "die die der"},
	} {
		p, of := germanPronouns[c.pronoun], germanNouns[c.of][0].gender
		if got := fmt.Sprint(p.form(of, nominative), " ", p.form(of, accusative), " ", p.form(of, dative)); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.pronoun, c.of, got, c.want)
		}
	}
	if got := germanPronouns["rel"].form(pluralForms, dative); got != "denen" {
		t.Errorf("relative pronoun, dative plural: got %q, want denen", got)
	}
}

func TestGermanFractions(t *testing.T) {
	for _, c := range []struct {
		fraction string
		gc       germanCase
		want     string
	}{
		{"1/2", nominative, "die Hälfte"}, {"1/2", dative, "der Hälfte"},
		{"1/3", accusative, "ein Drittel"}, {"1/3", dative, "einem Drittel"}, {"2/3", dative, "zwei Dritteln"},
		{"3/4", nominative, "drei Viertel"}, {"2/7", nominative, "zwei Siebtel"}, {"3/8", nominative, "drei Achtel"},
		{"11/12", nominative, "elf Zwölftel"}, {"1/16", nominative, "ein Sechzehntel"}, {"16/19", nominative, "sechzehn Neunzehntel"},
		{"7/20", nominative, "sieben Zwanzigstel"}, {"19/21", nominative, "neunzehn Einundzwanzigstel"},
		{"21/62", nominative, "einundzwanzig Zweiundsechzigstel"}, {"30/31", nominative, "dreißig Einunddreißigstel"},
		{"1/100", nominative, ""}, {"3/2", nominative, ""}, {"2", nominative, ""},
	} {
		if got := germanFraction(c.fraction, c.gc); got != c.want {
			t.Errorf("%s: got %q, want %q", c.fraction, got, c.want)
		}
	}
}

func said(words ...string) []Value {
	var out []Value
	for _, w := range words {
		out = append(out, Value{w, w != ""})
	}
	return out
}

func TestGermanPhrasesOfKeys(t *testing.T) {
	for _, c := range []struct {
		key   []Value
		style materialStyle
		want  string
	}{
		{said("", "", "", ""), materialBehind, "dem Gegenstand"},
		{said("small", "", "rubber", "one"), materialCompound, "dem kleinen Gegenstand aus Gummi"},
		{said("large", "red", "wooden", "square pyramid"), materialCompound, "der großen roten quadratischen Holzpyramide"},
		{said("large", "gray", "leather", "cube"), materialAdjective, "dem großen grauen ledernen Würfel"},
		{said("", "", "rubber", "sphere"), materialAdjective, "der Kugel aus Gummi"},
		{said("", "white", "", ""), materialBehind, "der weißen Fläche"},
		{said("", "white", "", deskShape), materialBehind, "der weißen Tischfläche"},
		{said("", "", "", deskShape), materialBehind, "der bloßen Tischfläche"},
		{said("", "brown", "marble", "triangle"), materialCompound, "der braunen dreieckigen Marmorfläche"},
	} {
		w := germanWords{chosen: map[string]int{"object": 0, "square pyramid": 0}, s: rng.Named("unused"), material: c.style}
		p, err := w.thing([4]Value(c.key))
		if strings.Contains(c.want, "läche") {
			p, err = w.area([3]Value(c.key[1:]))
		}
		if got := p.say(germanDeterminers["der"], nil, dative, false); err != nil || got != c.want {
			t.Errorf("%v: got %q, %v, want %q", c.key, got, err, c.want)
		}
	}
	w := newGermanWords(rng.Named("words"))
	if _, err := w.thing([4]Value(said("huge", "", "", ""))); err == nil || err.Error() != `no German word for "huge"` {
		t.Errorf("size huge: error %v", err)
	}
}
