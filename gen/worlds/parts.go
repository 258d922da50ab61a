package worlds

import (
	"fmt"
	"slices"
	"strings"

	"mereo/assets/furniture"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// partName is the attribute of questions that says which kinds of parts a thing shows.
const partName = "part"

// dye lets the parts of a thing have attributes of their own: parts of one label have one value, which draw gives by attribute.
func (t *thing) dye(draw func(a int) int) {
	if t.partly == nil {
		return
	}
	t.each = make([][]int, len(t.parts))
	of := map[string][]int{}
	for k := range t.parts {
		p := &t.parts[k]
		if !p.dyed {
			continue
		}
		if of[p.label] == nil {
			of[p.label] = slices.Clone(t.values)
			for _, a := range t.partly {
				of[p.label][a] = draw(a)
			}
		}
		t.each[k] = of[p.label]
	}
}

// valuesOf are the values of attributes that part k shows.
func (t *thing) valuesOf(k int) []int {
	if t.each == nil {
		return t.values
	}
	return t.each[k]
}

// ownValues are the attributes that part k of a thing has for itself.
func (w *World) ownValues(t *thing, k int) (out named[string]) {
	if t.each == nil || t.each[k] == nil {
		return nil
	}
	for _, a := range t.partly {
		out = append(out, Entry[string]{w.attributes[a].Name, w.attributes[a].Values[t.each[k][a]].Name})
	}
	return out
}

// checkParts finds the attributes that parts of a kind have for themselves.
func (w *World) checkParts(k *kind, shown []string) {
	for i, name := range k.Parts {
		key := fmt.Sprintf("%s.parts[%d]", k.key, i)
		a := w.attribute(name)
		switch {
		case a < 0:
			w.wrong(key, "is %q, want an attribute: %s", name, listed(w.attributeNames()))
			return
		case slices.Contains(k.partly, a):
			w.wrong(key, "is %s again, want each once", name)
		case slices.Contains(k.Scale.Names(), name):
			w.wrong(key, "is %s, which the scale needs: only the whole thing has it", name)
		case !slices.Contains(shown, name):
			w.wrong(key, "is %s, with which the look has nothing to do, want an attribute of the look: %s", name, listed(shown))
		}
		k.partly = append(k.partly, a)
		k.shows[a] = false
	}
}

// partAttributes are the attributes that parts of some kind have for themselves.
func (w *World) partAttributes() (out []closed.Attribute) {
	for a := range w.attributes {
		if slices.ContainsFunc(w.kinds, func(k *kind) bool { return slices.Contains(k.partly, a) }) {
			out = append(out, closed.Attribute{Key: w.attributes[a].Name, Type: typeOf(&w.attributes[a])})
		}
	}
	return out
}

// checkAsked looks at the kinds of parts that questions are about.
func (w *World) checkAsked(key string, parts Named[Values]) {
	seen := map[string]string{}
	for _, e := range parts {
		if e.Name == "" || strings.ToLower(e.Name) != e.Name {
			w.misnamed(key+"."+e.Name, "is no word for parts, want lower-case letters")
		}
		if len(e.Of) == 0 {
			w.wrong(key+"."+e.Name, "has no labels of parts, want at least one")
		}
		for _, label := range e.Of {
			if before, ok := seen[label]; ok {
				w.wrong(key+"."+e.Name, "is of %s, as %s is, want each label once", label, before)
			}
			seen[label] = e.Name
		}
	}
	if w.Write.Record == recordBrief {
		w.wrong("write.record", "is brief, which tells nothing of parts, want full where questions.parts is given")
	}
}

// labels are those of all parts of all models, which are made for it: a moment for our own, longer for many files.
func (w *World) labels() (out []string, err error) {
	for _, k := range w.kinds {
		if k.Model.Furniture != "" {
			out = append(append(out, furniture.Labels(k.Model.Furniture)...), furniture.Other)
			continue
		}
		b, err := k.body()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.model, err)
		}
		for i := range b.parts {
			if len(b.parts) > 1 { // else records have none
				out = append(out, b.parts[i].label)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// checkLabels looks whether there are parts with the labels that questions are about.
func (w *World) checkLabels() error {
	if w.Questions == nil || w.Questions.Parts == nil {
		return nil
	}
	labels, err := w.labels()
	if err != nil {
		return err
	}
	for _, e := range w.Questions.Parts {
		for _, label := range e.Of {
			if !slices.Contains(labels, label) {
				return w.find("questions.parts."+e.Name).Fault("is of %q, which no model has, want %s", label, listed(labels))
			}
		}
	}
	return nil
}

// partRecord says how second meanings read parts.
func (w *World) partRecord() closed.PartRecord {
	return closed.PartRecord{Kind: w.partKind, Least: specks}
}

// partKind is the kind of parts with a label in questions; empty for those that are not asked about.
func (w *World) partKind(label string) string {
	for _, e := range w.Questions.Parts {
		if slices.Contains(e.Of, label) {
			return e.Name
		}
	}
	return ""
}

// Pixels from which a part counts, and from which nobody overlooks it.
const (
	specks  = 10
	slivers = 30
)

// knownPart is a part of a thing, as far as questions know.
type knownPart struct {
	kind    string      // empty: none that is asked about
	visible int         // pixels
	has     []ask.Value // by attribute of parts, nil where it has none
}

// Pieces are the parts of a kind that show at least as many pixels as the reader sees.
func (k *known) Pieces(o ask.Object, kind string) (out closed.Pieces) {
	for i := range k.parts[o] {
		p := &k.parts[o][i]
		if p.kind != kind || p.visible < k.least {
			continue
		}
		if out.N++; out.N == 1 {
			out.Has = slices.Clone(p.has)
		}
		for a := range out.Has {
			if out.Has[a] != p.has[a] {
				out.Has[a] = nil
			}
		}
	}
	return out
}

// Kinds are those that things of the model's kind can have.
func (k *known) Kinds(o ask.Object) []closed.PartKind { return k.kinds[o] }

// partsShown is the value of the attribute of parts: the kinds that a thing shows.
func (k *known) partsShown(o ask.Object) ask.Value {
	list := []string{}
	for _, kind := range k.kinds[o] {
		if name := kind.Kind.(string); k.Pieces(o, name).N > 0 {
			list = append(list, name)
		}
	}
	return closed.ListOf(list)
}

// with is what a reader sees who overlooks parts of less than some pixels: with 0 one who knows what is hidden.
func (k *known) with(least int) *known {
	next := k.copied()
	next.least = least
	a := len(next.Attributes) - 1
	for o := range next.Properties {
		next.Properties[o][a] = next.partsShown(ask.Object(o))
	}
	next.Changed(a)
	return next
}

// kindsOfParts are the kinds of parts that models of a thing can have, by its key: those that any of its models of the same category has.
func (w *World) kindsOfParts(model string) ([]closed.PartKind, error) {
	i := slices.IndexFunc(w.kinds, func(k *kind) bool { return k.model == model })
	if i < 0 {
		return nil, fmt.Errorf("model is %q, which the document does not bring", model)
	}
	of := w.kinds[i]
	key := of.key + " " + of.category
	if found, ok := w.partsOf.Load(key); ok {
		return found.([]closed.PartKind), nil
	}
	var out []closed.PartKind
	models, has, most := 0, map[string]int{}, map[string]int{} // models that have a kind, and how many parts at most
	for _, k := range w.kinds {
		if k.key != of.key || k.category != of.category {
			continue
		}
		b, err := k.body()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.model, err)
		}
		number := map[string]int{}
		for p := range b.parts {
			number[w.partKind(b.parts[p].label)]++
		}
		models++
		for kind, n := range number {
			has[kind]++
			most[kind] = max(most[kind], n)
		}
	}
	for _, e := range w.Questions.Parts {
		if n := has[e.Name]; n > 0 {
			out = append(out, closed.PartKind{Kind: e.Name, Several: most[e.Name] > 1, Always: n == models})
		}
	}
	w.partsOf.Store(key, out)
	return out, nil
}
