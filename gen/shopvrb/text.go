package shopvrb

import (
	"regexp"
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// chance is what a text is put together by: which of n choices, and a number in [0, 1).
type chance struct {
	choose func(n int) int
	number func() float64
}

// sayInstance says an instance in one of its template's phrasings.
func sayInstance(in *instance, stream *rng.Stream) string {
	return say(in, chance{stream.IntN, stream.Float64}, false)
}

// sayPublished says it as the published generator would.
func sayPublished(in *instance, stream *rng.Stream) string {
	return say(in, chance{stream.IntN, stream.Float64}, true)
}

// say fills a phrasing with words and mends its spaces, plurals, optional parts, articles and loose ends, in the published order.
func say(in *instance, c chance, published bool) string {
	text := in.Template.Phrasings[c.choose(len(in.Template.Phrasings))]
	spoken := map[string]string{}
	for i, slot := range in.Template.Slots {
		spoken["<"+slot+">"] = synonym(slotWord(in, i), c)
	}
	if !published {
		text = strings.ReplaceAll(sayOther(text, in), "[either]", "either") // "graspable and behind the pan or heavy" has two meanings
		sayOnce(spoken)
		for slot, word := range spoken {
			if own := ownWords[slot[1:2]][word]; own != "" {
				spoken[slot] = own
			}
		}
	}
	text = single(fillSlots(text, spoken))
	text = adjustPlurals(adjustSpaces(text))
	text = single(replaceOptionals(text, c.number))
	text = dropOther(text, spoken)
	return replaceLooseEither(replaceArticles(text))
}

// thing is the noun of a phrase without a class.
const thing = "thing"

// slotWord is what a slot says. A phrase has one noun: a class, a shape with "thing", or "thing" alone.
func slotWord(in *instance, slot int) string {
	name, value := in.Template.Slots[slot], in.Values[slot].(string)
	letter, group := name[:1], name[1:]
	isShape, isName := letter == slotLetters[shapeAttribute], letter == slotLetters[nameAttribute]
	switch {
	case value != "" && isShape:
		return value + " " + thing
	case value != "":
		return value
	case isShape && !staysEmpty(in, name):
		return thing
	case isName && (!staysEmpty(in, name) || staysEmpty(in, slotLetters[shapeAttribute]+group)):
		return thing
	}
	return ""
}

// staysEmpty tells whether a slot had to stay empty.
func staysEmpty(in *instance, slot string) bool {
	i := slices.Index(in.Template.Slots, slot)
	return i >= 0 && in.Rules[i] == ask.Empty
}

// before is "other" or "another" before the first slot of a group.
var before = regexp.MustCompile(`\b(an)?other <([A-Z])([0-9]*)>`)

// sayOther leaves out "other" before a group that the thing which others are compared with is none of: no soda can is another one beside a
// blue mug.
func sayOther(text string, in *instance) string {
	same := slices.IndexFunc(in.Program, func(n ask.Node) bool { return strings.HasPrefix(n.Function, "same_") })
	if same < 0 {
		return text
	}
	than, ok := in.Outputs[in.Program[same].Inputs[0]].(ask.Object)
	if !ok {
		return text
	}
	return before.ReplaceAllStringFunc(text, func(found string) string {
		of := before.FindStringSubmatch(found)
		for a, letter := range slotLetters {
			i := slices.Index(in.Template.Slots, letter+of[3])
			if i < 0 || in.Values[i] == "" || in.Scene.Having(a, in.Values[i].(string)).Has(than) {
				continue
			}
			article := ""
			if of[1] != "" {
				article = "a "
			}
			return article + "<" + of[2] + of[3] + ">"
		}
		return found
	})
}

// colorMaterials are the materials of things of a color that nothing else has.
var colorMaterials = map[string]string{"metallic": "metal", "transparent": "glass"}

// sayOnce says things once: what is of the color of bare metal is of metal, and a transparent glass of glass.
func sayOnce(spoken map[string]string) {
	for slot, color := range spoken {
		group, isColor := strings.CutPrefix(slot, "<"+slotLetters[colorAttribute])
		material, name := "<"+slotLetters[materialAttribute]+group, "<"+slotLetters[nameAttribute]+group
		if isColor && spoken[material] != "" && spoken[material] == colorMaterials[color] &&
			(spoken[material] != "glass" || strings.HasSuffix(spoken[name], "glass")) {
			spoken[material] = ""
		}
	}
}

// synonyms are the words of values that have several, and of relations.
var synonyms = map[string][]string{
	"thing": {"thing", "object"}, "large": {"large", "big"}, "small": {"small", "tiny"},
	"left":   {"left of", "to the left of", "on the left side of"},
	"right":  {"right of", "to the right of", "on the right side of"},
	"behind": {"behind"}, "front": {"in front of"},
}

// ownWords stand for published words that say something else, too, by the letter of their slot: a light red pan may be one of a pale color,
// red things may be metallic, and a wine glass is a glass. Scissors are counted in pairs, and some traits want an article.
var ownWords = map[string]map[string]string{
	slotLetters[weightAttribute]: {"light": "lightweight"},
	slotLetters[colorAttribute]:  {"metallic": "metallic-colored"},
	slotLetters[nameAttribute]:   {"glass": "tumbler", "scissors": "pair of scissors"},
	slotLetters[listAttribute]: {
		"suitable for microwave": "suitable for the microwave", "equipped with filter": "equipped with a filter",
		"used as container": "used as a container", "equipped with lid": "equipped with a lid",
	},
}

func synonym(word string, c chance) string {
	if list := synonyms[word]; list != nil {
		return list[c.choose(len(list))]
	}
	return word
}

// fillSlots replaces slots in brackets by their words.
func fillSlots(text string, words map[string]string) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(text, '<')
		length := strings.IndexByte(text[max(from, 0):], '>') + 1
		if from < 0 || length == 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:from])
		mark := text[from : from+length]
		if word, ok := words[mark]; ok {
			mark = word
		}
		b.WriteString(mark)
		text = text[from+length:]
	}
}

// single makes all white space single blanks.
func single(text string) string { return strings.Join(strings.Fields(text), " ") }

// spaces are what adjustSpaces replaces, one after the other.
var spaces = [][2]string{
	{"thing s", "things"}, {"object s", "objects"}, {"pair of scissorss", "pairs of scissors"}, {" ;", ";"}, {" ?", "?"}, {" ,", ","}, {" :", ":"},
}

// adjustSpaces joins plurals with their noun and marks with the word before them.
func adjustSpaces(text string) string {
	for _, s := range spaces {
		text = strings.ReplaceAll(text, s[0], s[1])
	}
	return text
}

// plurals are words with an s too many.
var plurals = map[string]string{
	"boxs": "boxes", "glasss": "glasses", "scissorss": "scissors", "thermoss": "thermoses", "knifes": "knives",
}

// adjustPlurals mends the plurals of classes.
func adjustPlurals(text string) string {
	for _, token := range strings.Fields(text) {
		word := strings.Map(func(r rune) rune {
			if r < 'A' || r > 'Z' && r < 'a' || r > 'z' {
				return -1
			}
			return r
		}, token)
		if right, ok := plurals[word]; ok {
			text = strings.ReplaceAll(text, word, right)
		}
	}
	return text
}

// optional is a part in square brackets, up to the last closing bracket before another opens.
var optional = regexp.MustCompile(`\[([^\[]*)\]`)

// replaceOptionals keeps what is in square brackets, or leaves it out, one part after the other: it is kept when the number that
// is drawn for it is above one half.
func replaceOptionals(text string, number func() float64) string {
	for {
		at := optional.FindStringSubmatchIndex(text)
		if at == nil {
			return text
		}
		inside := ""
		if number() > 0.5 {
			inside = text[at[2]:at[3]]
		}
		text = text[:at[0]] + inside + text[at[1]:]
	}
}

// otherSlots are the letters of the slots of two groups that dropOther compares. F is the letter of a property of another set:
// with V in its place, as in phrases here, the published rule never applies.
var otherSlots = [][]string{
	{"Z", "W", "C", "M", "F", "S", "N"},
	{"Z", "W", "C", "M", "F", "S", "N", "P", "D", "K", "A"},
}

// dropOther leaves out "other" where two groups, the only slots, say different things of one property.
func dropOther(text string, spoken map[string]string) string {
	for _, letters := range otherSlots {
		differ, known := false, 0
		for _, l := range letters {
			a, okA := spoken["<"+l+">"]
			b, okB := spoken["<"+l+"2>"]
			if okA && okB {
				known += 2
			}
			differ = differ || a != "" && b != "" && a != b
		}
		if differ && known == 2*len(letters) && known == len(spoken) {
			return strings.ReplaceAll(strings.ReplaceAll(text, " other ", " "), " another ", " a ")
		}
	}
	return text
}

// replaceArticles makes "an" of an "a" before a vowel.
func replaceArticles(text string) string {
	words := strings.Fields(text)
	for i := range words[:max(len(words)-1, 0)] {
		if words[i] == "a" && strings.ContainsRune("aeiou", rune(words[i+1][0])) {
			words[i] = "an"
		}
	}
	return strings.Join(words, " ")
}

// replaceLooseEither takes "either" from "are either" where no " or" follows, or the text ends with "or ?".
func replaceLooseEither(text string) string {
	const loose, fixed = "are either", "are"
	var b strings.Builder
	for {
		at := strings.Index(text, loose)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		text = text[at+len(loose):]
		if !strings.Contains(text, " or") || strings.HasSuffix(text, "or ?") {
			b.WriteString(fixed)
		} else {
			b.WriteString(loose)
		}
	}
}
