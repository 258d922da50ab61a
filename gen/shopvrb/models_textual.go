package shopvrb

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"mereo/gen/record"
)

// textualTable is the table of what cannot be seen of classes, in the published format: see parseProperties. It is needed for
// new classes. What it says of published ones counts, too, and the built-in texts about these are then not used.
const textualTable = "textual_properties"

// descriptionsTable has short texts about new classes, as datasets have them: {class: [text, ...]}. Each must be true of all
// things of its class.
const descriptionsTable = "descriptions"

// readDescriptions reads the texts, if there are any.
func (m *ownModels) readDescriptions(from *modelsFolder) error {
	table, data, err := from.table(descriptionsTable)
	if err != nil || table == "" {
		return err
	}
	if err := record.Read(data, &m.texts, record.Item); err != nil {
		return fmt.Errorf("%s: %w; the table is {class: [text, ...]}", table, err)
	}
	for _, class := range slices.Sorted(maps.Keys(m.texts)) {
		if slices.Contains(valuesFor("name"), class) || m.textual[class] == nil {
			return fmt.Errorf("%s: %s is no new class of the table %s", table, class, textualTable)
		}
		if len(m.texts[class]) == 0 {
			return fmt.Errorf("%s: %s has no texts", table, class)
		}
	}
	return nil
}

// fitting are the numbers of the texts of a thing's class that are true of the thing.
func (m *ownModels) fitting(o *ObjectRecord) (out []int) {
	if m == nil || m.textual[o.Name] == nil {
		return fittingDescriptions(o)
	}
	for i := range m.texts[o.Name] {
		out = append(out, i)
	}
	return out
}

// descriptions are the texts to be read, by class.
func (m *ownModels) descriptions() map[string][]string {
	out := descriptions()
	if m == nil {
		return out
	}
	for class := range m.textual {
		delete(out, class)
	}
	maps.Copy(out, m.texts)
	return out
}

// readTextual reads the table, if there is one.
func (m *ownModels) readTextual(from *modelsFolder) error {
	table, data, err := from.table(textualTable)
	if err != nil || table == "" {
		return err
	}
	if m.textual, err = parseProperties(data); err != nil {
		return fmt.Errorf("%s: %s", table, strings.TrimPrefix(err.Error(), "shopvrb: "))
	}
	for _, class := range slices.Sorted(maps.Keys(m.textual)) {
		if err := m.textual[class].check(); err != nil {
			return fmt.Errorf("%s: %s: %w", table, class, err)
		}
		if reflect.DeepEqual(m.textual[class], textualProperties[class]) {
			delete(m.textual, class) // nothing is said anew
		}
	}
	return nil
}

// check looks whether all properties are there, with values that questions know.
func (list classProperties) check() error {
	for _, a := range TextualAttributes {
		if !slices.ContainsFunc(list, func(p textualProperty) bool { return p.key == a.Key }) {
			return fmt.Errorf("%s is missing, want values out of %q", a.Key, a.Values)
		}
	}
	for _, p := range list {
		at := slices.IndexFunc(TextualAttributes, func(a Attribute) bool { return a.Key == p.key })
		if at < 0 {
			return fmt.Errorf("key %q is unknown, want powering, disassembly, picking and attribute", p.key)
		}
		for _, r := range p.rules {
			if err := r.check(&TextualAttributes[at]); err != nil {
				return fmt.Errorf("%s: %w", p.key, err)
			}
		}
	}
	return nil
}

// check looks whether a rule has a value of its attribute, a list where things have lists.
func (r *rule) check(a *Attribute) error {
	if r.key != "" {
		at := slices.IndexFunc(VisualAttributes, func(v Attribute) bool { return v.Key == r.key })
		if at < 0 || !slices.Contains(VisualAttributes[at].Values, r.value) {
			return fmt.Errorf("criterion %q is none that a thing can meet, such as %q", r.key+":"+r.value, "material:rubber")
		}
	}
	values := r.then.list
	switch isList := a.Key == attributes[listAttribute].Key; {
	case isList && values == nil:
		return errors.New("is a word, want a list")
	case !isList && values != nil:
		return errors.New("is a list, want a word")
	case !isList:
		values = []string{r.then.word}
	}
	for _, v := range values {
		if !slices.Contains(a.Values, v) {
			return fmt.Errorf("is %q, want one of %q", v, a.Values)
		}
	}
	return nil
}
