package ptr

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/internal/folder"
)

//go:embed templates/*.json
var templateFiles embed.FS

// templateOrder is the order in which families are tried when they were asked equally often.
var templateOrder = []string{
	"zero_hop.json", "one_hop.json", "same_relate.json", "comparison.json", "arithmetic.json", "geometry.json", "analogy.json",
	"physics.json",
}

// readGrammar reads the built-in templates, and those of a folder on top unless it is "".
func readGrammar(templates string) (*ask.Grammar[*known], error) {
	own, err := fs.Sub(templateFiles, "templates")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	folders := []fs.FS{own}
	if templates != "" {
		if info, err := folder.Stat(templates, "."); err != nil {
			return nil, fmt.Errorf("ptr: templates: %w", err)
		} else if !info.IsDir() {
			return nil, fmt.Errorf("ptr: templates: %s is no folder, want one with .json files", templates)
		}
		folders = append(folders, folder.FS(templates))
	}
	g, err := ask.ReadGrammar(newLibrary(), ask.Voice[*known](voice{}), templateOrder, folders...)
	if err != nil && templates != "" {
		return nil, fmt.Errorf("templates in %s: %w", templates, err)
	}
	return g, err
}

// voice says PTR's values in English.
type voice struct{}

type saying = ask.Saying[*known]

// Anchor knows the phrase G: a group's category with what is said of its part.
func (voice) Anchor(phrase string) (slot string, ok bool) {
	suffix, ok := strings.CutPrefix(phrase, "G")
	return "S" + suffix, ok
}

// severalParts come in numbers: they are spoken of in the plural unless there is one.
var severalParts = []string{"arm", "leg", "leg bar", "wheel", "arm vertical bar", "arm horizontal bar", "back vertical bar", "back horizontal bar", "door", "drawer", "shelf"}

// eachParts are those of them that are looked at one by one: of furniture in general one says that it has a red drawer, but
// that it has red legs.
var eachParts = []string{"door", "drawer", "shelf"}

// Say is the words of a slot or group.
func (v voice) Say(s *saying, name string, form ask.Form) string {
	if _, ok := v.Anchor(name); ok {
		return v.group(s, name[1:], form)
	}
	switch value := s.Slot(name).(type) {
	case string:
		key := value
		if s.Node(name) >= 0 && s.Template.Nodes[s.Node(name)].Type == "query_change" {
			key = "move " + value
		}
		word := s.Word(key)
		if form == ask.Many || form == ask.Natural && v.Many(s, name) {
			return word.Many
		}
		return word.One
	case paint:
		return s.Word(value.Name).One
	case partColor:
		return s.Word(value.Color).One
	case partNumber:
		return s.Word(strconv.Itoa(value.N)).One
	}
	return ""
}

// Many tells whether a part is spoken of in the plural: by how many its object has, hidden ones too, since "the leg" of a
// chair would be wrong where three are hidden. Of a part that is meant by its color it tells whether it is a bar: "{flat|straight:CL}".
func (v voice) Many(s *saying, name string) bool {
	switch value := s.Slot(name).(type) {
	case string:
		return plural(s, value, subject(s, name))
	case paint:
		g, ok := s.Outputs[s.At[s.Node(name)]].(geometry)
		return ok && g.Kind == kindLine
	}
	return false
}

// plural tells whether a part of an object is several; object is -1 where no single one is meant.
func plural(s *saying, part string, object int) bool {
	if !slices.Contains(severalParts, part) {
		return false
	}
	if object < 0 {
		return !slices.Contains(eachParts, part)
	}
	o := &s.Scene.objects[object]
	if n, ok := o.total[part]; ok {
		return n != 1
	}
	return o.number(part) != 1
}

// subject is the object that a slot's node asks about or describes, or -1.
func subject(s *saying, slot string) int {
	node := s.Node(slot)
	if node < 0 {
		return -1
	}
	if o, ok := s.Outputs[s.At[node]].(ask.Object); ok { // what a group describes
		return int(o)
	}
	for _, from := range s.Template.Nodes[node].Inputs {
		if o, ok := s.Outputs[s.At[from]].(ask.Object); ok { // what a question asks about
			return int(o)
		}
	}
	return -1
}

// group is a noun with what is said of a part: "chair with four red legs".
func (v voice) group(s *saying, suffix string, form ask.Form) string {
	category := s.Slot("S" + suffix).(string)
	noun := s.Word(category)
	text := noun.One
	if form == ask.Many {
		text = noun.Many
	}
	// Of three things in an analogy nobody knows which one is the same.
	if o := subject(s, "S"+suffix); o >= 0 && form != ask.Many && s.Template.Labels[labelType1] != typeAnalogy {
		if again(s, ask.Object(o), noun.One, category) {
			return "same " + noun.One
		}
		s.Mentioned = append(s.Mentioned, ask.Mention{Object: ask.Object(o), Noun: noun.One})
	}
	part, _ := s.Slot("P" + suffix).(string)
	if part == "" {
		return text
	}
	color := ""
	if c, ok := s.Slot("CL" + suffix).(partColor); ok {
		color = s.Word(c.Color).One + " "
	}
	word := s.Word(part)
	number, counted := s.Slot("CT" + suffix).(partNumber)
	switch {
	case counted && number.N > 1:
		return text + " with " + s.Word(strconv.Itoa(number.N)).One + " " + color + word.Many
	case counted && slices.Contains(severalParts, part):
		return text + " with " + s.Word("1").One + " " + color + word.One
	}
	if object := -1; !counted {
		if form != ask.Many {
			object = subject(s, "S"+suffix)
		}
		if plural(s, part, object) {
			return text + " with " + color + word.Many
		}
	}
	return text + " with a " + color + word.One
}

// again tells whether an object was named before and can be called the same again: by this noun, which says the category, and
// nothing else was named that it fits. Everything is a thing.
func again(s *saying, o ask.Object, noun, category string) bool {
	before := false
	for _, m := range s.Mentioned {
		switch {
		case m.Object != o && (category == ask.Thing || s.Scene.objects[m.Object].category == category):
			return false
		case m.Object == o && m.Noun == noun:
			before = true
		}
	}
	return before
}
