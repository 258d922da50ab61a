package shopvrb

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// properties are what is added to things that have been seen: the properties of each class in the order in which they are
// added.
type properties map[string]classProperties

type classProperties []textualProperty

// textualProperty is a key and the values that it may get.
type textualProperty struct {
	key   string
	rules []rule
}

// rule is a value, and what a thing must have to get it. Of the rules that hold the last one counts.
type rule struct {
	key, value string // "" and "" for the default, which holds for all things
	then       phrase
}

// phrase is the value of a property: a word, or a list of them.
type phrase struct {
	word string
	list []string // nil for a word
}

//go:embed textual.json
var textualFile []byte

// textualProperties are the published properties that cannot be seen.
var textualProperties = func() properties {
	p, err := parseProperties(textualFile)
	if err != nil {
		panic(err)
	}
	return p
}()

// of gives the value of a property for a thing; look tells what the thing has under a key.
func (p *textualProperty) of(look func(key string) string) phrase {
	var out phrase
	matched := false
	for _, r := range p.rules {
		if holds := r.key != "" && look(r.key) == r.value; holds || r.key == "" && !matched {
			out, matched = r.then, matched || holds
		}
	}
	return out
}

// appendTo adds to a thing the properties that follow from its class and, in some classes, from its material or color.
func (list classProperties) appendTo(o *ObjectRecord) {
	for _, p := range list {
		v := p.of(o.visual)
		switch p.key {
		case "picking":
			o.Picking = v.word
		case "powering":
			o.Powering = v.word
		case "disassembly":
			o.Disassembly = v.word
		case "attribute":
			o.Attribute = v.list
		}
	}
}

// parseProperties reads a file of properties:
//
//	{class: {key: word | [words] | {"default": value, "key:value": value, ...}}}
//
// A criterion is split at each colon, and only the first two fields are looked at.
func parseProperties(data []byte) (properties, error) {
	classes, err := jsonMembers(data)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: file of properties: %w", err)
	}
	out := properties{}
	for _, class := range classes {
		keys, err := jsonMembers(class.value)
		if err != nil {
			return nil, fmt.Errorf("shopvrb: properties of %q: %w", class.key, err)
		}
		for _, k := range keys {
			p := textualProperty{key: k.key}
			if p.rules, err = parseRules(k.value); err != nil {
				return nil, fmt.Errorf("shopvrb: property %q of %q: %w", k.key, class.key, err)
			}
			out[class.key] = append(out[class.key], p)
		}
	}
	return out, nil
}

// parseRules reads the values that a property may get.
func parseRules(data jsontext.Value) ([]rule, error) {
	if data.Kind() != '{' {
		then, err := parsePhrase(data)
		return []rule{{then: then}}, err
	}
	cases, err := jsonMembers(data)
	if err != nil {
		return nil, err
	}
	var out []rule
	byDefault := false
	for _, c := range cases {
		then, err := parsePhrase(c.value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", c.key, err)
		}
		if c.key == "default" {
			byDefault = true
			out = append(out, rule{then: then})
			continue
		}
		fields := strings.Split(c.key, ":")
		if len(fields) < 2 || fields[0] == "" {
			return nil, fmt.Errorf(`criterion %q has no key and value; write it as "material:rubber"`, c.key)
		}
		out = append(out, rule{fields[0], fields[1], then})
	}
	if !byDefault {
		return nil, errors.New(`no "default", which things get that no criterion fits`)
	}
	return out, nil
}

// parsePhrase reads a word or a list of them.
func parsePhrase(data jsontext.Value) (p phrase, err error) {
	if data.Kind() == '[' {
		err = json.Unmarshal(data, &p.list)
	} else {
		err = json.Unmarshal(data, &p.word)
	}
	if err != nil {
		return phrase{}, errors.New("neither a word nor a list of words")
	}
	return p, nil
}

// member is a key of a JSON object and its value.
type member struct {
	key   string
	value jsontext.Value
}

// jsonMembers are those of a JSON object in their order.
func jsonMembers(data jsontext.Value) ([]member, error) {
	if data.Kind() != '{' {
		return nil, errors.New("no JSON object")
	}
	d := jsontext.NewDecoder(strings.NewReader(string(data)))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var out []member
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String()
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		out = append(out, member{name, value.Clone()})
	}
	_, err := d.ReadToken()
	return out, err
}
