package shopvrb

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// descriptionsPerClass is how many texts there are about each class.
const descriptionsPerClass = 11

//go:embed descriptions.json
var descriptionsSource []byte

// description is a short text about a class of things, as a shop would print it.
type description struct {
	// If restricts the text to things with one of some values of an attribute; empty for all of the class.
	If map[string][]string `json:"if"`
	// Text marks what supports a textual property: "[stays free of rust](corrosion resistant)", several values divided by "; ".
	Text string `json:"text"`
}

// evidence is a phrase of a description and the textual properties that a reader learns from it.
type evidence struct {
	phrase string
	values []string
}

// descriptionTable are the texts by class.
var descriptionTable = sync.OnceValue(func() map[string][]description {
	var table map[string][]description
	if err := json.Unmarshal(descriptionsSource, &table); err != nil {
		panic(fmt.Sprintf("shopvrb: descriptions.json: %v", err))
	}
	return table
})

// split parts a description into the text to be read and what its phrases tell.
func (d *description) split() (text string, told []evidence) {
	rest := d.Text
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(rest, "[")
		b.WriteString(before)
		if !ok {
			return b.String(), told
		}
		phrase, after, _ := strings.Cut(after, "](")
		values, after, _ := strings.Cut(after, ")")
		b.WriteString(phrase)
		told = append(told, evidence{phrase, strings.Split(values, "; ")})
		rest = after
	}
}

// fits reports whether a description is true of a thing.
func (d *description) fits(o *ObjectRecord) bool {
	for key, values := range d.If {
		of := map[string]string{"material": o.Material, "color": o.Color}[key]
		if !slices.Contains(values, of) {
			return false
		}
	}
	return true
}

// fittingDescriptions are the numbers of the texts of a thing's class that are true of the thing.
func fittingDescriptions(o *ObjectRecord) []int {
	var out []int
	list := descriptionTable()[o.Name]
	for i := range list {
		if list[i].fits(o) {
			out = append(out, i)
		}
	}
	return out
}

// descriptions are the texts to be read, by class.
func descriptions() map[string][]string {
	out := map[string][]string{}
	for class, list := range descriptionTable() {
		for i := range list {
			text, _ := list[i].split()
			out[class] = append(out[class], text)
		}
	}
	return out
}

// Evidence is where a description of a thing tells one of its textual properties; "" if it does not.
func Evidence(class string, number int, value string) string {
	list := descriptionTable()[class]
	if number < 0 || number >= len(list) {
		return ""
	}
	_, told := list[number].split()
	for _, e := range told {
		if slices.Contains(e.values, value) {
			return e.phrase
		}
	}
	return ""
}
