package worlds

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing/fstest"

	"mereo/gen/ask"
)

//go:embed families/*.json
var familyFiles embed.FS

// familyNames are the built-in files of families, in the order in which they are tried.
var familyNames = []string{"zero_hop", "one_hop", "two_hop", "three_hop", "same", "single_and", "single_or", "compare_integer", "comparison", partFamilies}

// partFamilies are those about parts, which only worlds that name parts have.
const partFamilies = "parts"

// filmFamilies are those about films, which are asked of worlds with motion, and by themselves no others.
var filmFamilies = []string{"film_descriptive", "film_explanatory", "film_predictive", "film_counterfactual"}

// touchFamilies are those of films that are about whether two things will touch.
const touchFamilies = "film_touch"

// expectFamilies are those of films with a screen.
const expectFamilies = "film_expect"

// builtIn are the files of families that the world can have.
func (w *World) builtIn() []string {
	if w.Motion != nil {
		return slices.Concat(familyNames, filmFamilies, []string{touchFamilies, expectFamilies})
	}
	return familyNames
}

// usesRelations tells whether built-in families of a file are about relations.
func usesRelations(name string) bool {
	data, err := familyFiles.ReadFile("families/" + name + ".json")
	return err == nil && bytes.Contains(data, []byte("relate"))
}

// families are the built-in files of families that are asked.
func (w *World) families() []string {
	q := w.Questions
	switch {
	case q.Families != nil || q.Templates != "":
		return q.Families
	case w.Motion != nil && w.Motion.Touch != nil:
		return []string{touchFamilies}
	case w.Motion != nil && w.Motion.Expect != nil:
		return []string{expectFamilies}
	case w.Motion != nil:
		return filmFamilies
	case q.Parts == nil:
		return slices.DeleteFunc(slices.Clone(familyNames), func(name string) bool { return name == partFamilies })
	}
	return familyNames
}

// grammar is what questions are made from: built-in families, those of the document's folder, and words.
func (w *World) grammar() (*ask.Grammar[*known], error) {
	q, names := w.Questions, w.families()
	built := fstest.MapFS{}
	var order []string
	for i, name := range names {
		if !slices.Contains(w.builtIn(), name) {
			return nil, w.find(fmt.Sprintf("questions.families[%d]", i)).Fault("is %q, want %s", name, listed(w.builtIn()))
		}
		if name == partFamilies && q.Parts == nil {
			return nil, w.find(fmt.Sprintf("questions.families[%d]", i)).Fault("are about parts, of which questions.parts names none")
		}
		data, err := familyFiles.ReadFile("families/" + name + ".json")
		if err != nil {
			panic(err) // it is compiled in
		}
		built[name+".json"] = &fstest.MapFile{Data: data}
		order = append(order, name+".json")
	}
	own := fstest.MapFS{}
	for name, text := range w.Files {
		own[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var folders []fs.FS
	if len(built) > 0 {
		folders = append(folders, built)
	}
	if len(own) > 0 {
		folders = append(folders, own)
	}
	g, err := ask.ReadGrammar(w.library(), ask.Voice[*known](w.voice()), order, folders...)
	if err != nil {
		why := strings.TrimPrefix(err.Error(), "ask: ")
		if file, _, _ := strings.Cut(why, ": "); w.Files[file] == "" && built[file] != nil {
			return nil, w.find("questions.families").Fault("do not fit the document: %s", why)
		}
		return nil, w.find("questions.templates").Fault("are wrong: %s", why)
	}
	for _, t := range g.Templates {
		if slot, text := t.Unsaid([]string{"NULL", "NONE_OF"}, []string{"NEQ"}); slot != "" {
			return nil, w.find("questions.templates").Fault("are wrong: %s: %q does not always say <%s>, so that questions would hide what they ask; say it, "+
				"or add the constraint NULL(<%s>)", t.Name(), text, slot, slot)
		}
	}
	words := w.words()
	for key, list := range g.Words { // of a file words.json
		words[key] = list
	}
	g.Words = words
	return g, nil
}
