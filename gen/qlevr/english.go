package qlevr

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"mereo/scenes/rng"
)

//go:embed locale/en.json
var englishFile []byte

// english is the language of the published questions. Texts have the slots of the nodes and
//
//	{slot:one|other}  one of two forms, see chooseForms
//	<plane>           the plane phrase; a text without it stands behind an opening that has it
//	<attribute>       what query_attribute_most asks for, "color"
//	<other>           "other" where the object that the counted ones lie left or right of is of their kind, too
//	(or desk)         said only where planes are named by nothing that the desk has not, so that it is one of them; so is
//	                  (desk included)
type english struct {
	// Words are what values may be called: the value, then its words. One word is chosen for each value and question.
	Words [][]string `json:"words"`
	// Published are the published words where they are others: a triangular prism is a pentahedron, too, and leather dappled.
	Published  [][]string            `json:"published"`
	Attributes map[string]string     `json:"attributes"` // by letter
	Openings   []string              `json:"openings"`
	Planes     map[string][][]string `json:"planes"` // by file and variant
	Families   [][]englishWording    `json:"families"`

	places map[string]int // in Words, of values
}

// englishWording is a way to ask for what a family means.
type englishWording struct {
	// Form is the logic of the wording as it is written: "not some not" for "is it false that some cone lies elsewhere?". All
	// forms of a family mean the same. Where two sets are named, a and b, the first word belongs to the one that comes first.
	Form string `json:"form"`
	Text string `json:"text"`
}

var readEnglish = sync.OnceValue(func() *english {
	var e english
	if err := json.Unmarshal(englishFile, &e, json.RejectUnknownMembers(true)); err != nil {
		panic(fmt.Sprintf("qlevr: locale/en.json: %v", err)) // it is compiled in
	}
	e.places = map[string]int{}
	for i, list := range e.Words {
		e.places[list[0]] = i
	}
	return &e
})

// English is the language of the published questions, in wordings of our own.
func English() Locale { return readEnglish() }

// publishedEnglish has the published words.
var publishedEnglish = sync.OnceValue(func() *english {
	e := *readEnglish()
	e.Words = slices.Clone(e.Words)
	for _, list := range e.Published {
		e.Words[e.places[list[0]]] = list
	}
	return &e
})

func (e *english) Name() string { return "en" }

// Text is the question in one of the wordings of its family and one of those of its plane phrase.
func (e *english) Text(in *Instance, s *rng.Stream) (string, error) {
	t := in.Template
	variant := 0
	if planes := e.Planes[t.File]; t.Family >= len(e.Families) || len(planes) == 0 {
		return "", fmt.Errorf("qlevr: no English wording of %s", t.name().String())
	} else if len(planes) > 1 {
		variant = t.Variant[0]
	}
	sentence := rng.Choose(s, e.Families[t.Family]).Text
	if !strings.Contains(sentence, "<plane>") {
		sentence = rng.Choose(s, e.Openings) + " " + sentence
	}
	return e.say(strings.ReplaceAll(sentence, "<plane>", rng.Choose(s, e.Planes[t.File][variant])), in, s)
}

// say fills a text, with synonyms from the stream.
func (e *english) say(text string, in *Instance, s *rng.Stream) (string, error) {
	words := make([]string, len(e.Words))
	for i, list := range e.Words {
		words[i] = rng.Choose(s, list[1:])
	}
	nonWhite := s.Bool(0.5)
	text, err := chooseForms(text, in.slotValue)
	if err != nil {
		return "", err
	}
	for _, n := range in.Template.Nodes {
		if n.Type == "query_attribute_most" {
			text = strings.ReplaceAll(text, "<attribute>", e.Attributes[n.Slots[0]])
		}
	}
	other := ""
	if in.CountsReference {
		other = "other"
	}
	text = strings.ReplaceAll(text, "<other>", other)
	if !in.namesEveryPlane() {
		text = strings.NewReplacer(" (or desk)", "", " (desk included)", "").Replace(text)
	}
	return fillText(text, in, func(value string) string {
		if i, ok := e.places[value]; ok {
			return words[i]
		}
		if strings.Contains(value, "/") {
			if f, err := secondFractionOf(value); err == nil && f.over > 0 {
				return fractionWords(f.over, f.under, s)
			}
		}
		return value
	}, nonWhite)
}

// namesEveryPlane tells whether neither color nor material nor shape of the planes is said. Then the desk is one of them.
func (in *Instance) namesEveryPlane() bool {
	for _, slot := range []string{"<PC>", "<PM>", "<PS>"} {
		if word, _ := in.slotValue(slot); word != "" {
			return false
		}
	}
	return true
}
