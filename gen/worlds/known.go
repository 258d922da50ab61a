package worlds

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
)

// known is what questions know of a scene.
type known struct {
	*closed.Graph
	split, image string // image is the name of the first camera's picture
	index        int
	// Of worlds with questions about parts: those of each thing, the kinds that are worth asking for, how many pixels a part has at least that the
	// reader sees, and which attributes parts have for themselves.
	parts  [][]knownPart
	kinds  [][]closed.PartKind
	least  int
	partly []int
	unsure [][][]uint64  // relations as others see them who judge directions otherwise: see doubt
	film   *closed.Film  // nil of pictures
	pair   [2]ask.Object // that a film is about: see Touch
}

// AsFilm is the film.
func (k *known) AsFilm() *closed.Film { return k.film }

// vocabulary are the attributes and relations of questions.
func (w *World) vocabulary() *closed.Vocabulary {
	out := &closed.Vocabulary{Relations: w.Relations.Kinds}
	for i := range w.attributes {
		out.Attributes = append(out.Attributes, closed.Attribute{Key: w.attributes[i].Name, Type: typeOf(&w.attributes[i])})
		out.Words = append(out.Words, domain(w.attributes[i].names()))
	}
	if names := w.Questions.Parts.Names(); names != nil {
		out.Attributes = append(out.Attributes, closed.Attribute{Key: partName, Type: partName, Listed: true})
		out.Words = append(out.Words, domain(names))
	}
	return out
}

// typeOf is the type of an attribute's values.
func typeOf(a *Attribute) ask.Type { return ask.Type(a.Name) }

// typeRelation is that of relations.
const typeRelation ask.Type = "relation"

// domain makes values of words.
func domain(words []string) (out []ask.Value) {
	for _, w := range words {
		out = append(out, w)
	}
	return out
}

// knownOf reads a record.
func (w *World) knownOf(v *closed.Vocabulary, data []byte) (*known, error) {
	var stored struct {
		Split     string                      `json:"split"`
		Index     int                         `json:"image_index"`
		Image     string                      `json:"image_filename"`
		Objects   []map[string]jsontext.Value `json:"objects"`
		Ways      directions                  `json:"directions"`
		Relations map[string][][]int          `json:"relationships"`
		Motion    *motionRecord               `json:"motion"`
	}
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, err
	}
	k := &known{split: stored.Split, image: stored.Image, index: stored.Index}
	if stored.Motion != nil {
		if err := stored.Motion.check(len(stored.Objects)); err != nil {
			return nil, err
		}
		k.film = stored.Motion.known(len(stored.Objects))
	}
	if w.Questions.Parts != nil {
		k.least = specks
		if err := w.readParts(k, stored.Objects); err != nil {
			return nil, err
		}
	}
	properties := make([][]ask.Value, len(stored.Objects))
	for i, o := range stored.Objects {
		properties[i] = make([]ask.Value, len(v.Attributes))
		if k.parts != nil {
			properties[i][len(w.attributes)] = k.partsShown(ask.Object(i))
		}
		for a := range w.attributes {
			raw := o[v.Attributes[a].Key]
			if raw == nil {
				continue
			}
			var word string
			if err := record.Read(raw, &word, record.Item); err != nil {
				return nil, fmt.Errorf("objects[%d].%s %w", i, v.Attributes[a].Key, err)
			}
			for _, value := range v.Words[a] { // of all samples one text
				if value == word {
					properties[i][a] = value
				}
			}
			if properties[i][a] == nil {
				return nil, fmt.Errorf("objects[%d].%s is %q, want one of %v", i, v.Attributes[a].Key, word, v.Words[a])
			}
		}
	}
	if w.Motion != nil && w.Motion.Touch != nil {
		k.pair = w.pairOf(properties)
	}
	var related [][][]int
	for _, name := range v.Relations {
		related = append(related, stored.Relations[name])
	}
	var err error
	if k.Graph, err = closed.NewGraph(v, properties, related); err == nil && w.Relations.Unsure > 0 {
		err = w.doubt(k, stored.Objects, stored.Ways)
	}
	return k, err
}

// groupName is the phrase that names a thing, and the group of slots behind it; partGroupName is the same with a kind of its parts.
const (
	groupName     = "G"
	partGroupName = "W"
)

// library are the functions, types, macros and constraints of a world's questions.
func (w *World) library() *ask.Library[*known] {
	v := w.vocabulary()
	l := ask.NewLibrary[*known](w.Name)
	var counted []ask.Value
	for n := range maxThings + 1 {
		if n <= w.mostThings() {
			counted = append(counted, n)
		}
	}
	l.AddType(ask.TypeInteger, ask.TypeInfo{Domain: counted})
	l.AddType(typeRelation, ask.TypeInfo{Domain: domain(v.Relations)})
	var slots []string
	l.Variants = map[string][]map[string]string{"attribute": nil, "two attributes": nil, "attribute of parts": nil}
	for i, a := range v.Attributes {
		l.AddType(a.Type, ask.TypeInfo{Domain: v.Words[i]})
		if a.Listed {
			continue
		}
		slots = append(slots, a.Key)
		l.Variants["attribute"] = append(l.Variants["attribute"], w.variant(a.Key))
		for _, b := range v.Attributes[:len(w.attributes)] {
			if a.Key != b.Key {
				l.Variants["two attributes"] = append(l.Variants["two attributes"], map[string]string{"$a": a.Key, "$b": b.Key, "$n": w.spoken(a.Key), "$m": w.spoken(b.Key)})
			}
		}
	}
	l.Groups = map[string][]string{groupName: slots}
	l.Relate, l.Scene = "relate", "scene"
	closed.Sets(l, typeRelation, closed.MostObjects)
	closed.Numbers(l)
	closed.Equal(l, "equal_object", ask.TypeObject, "Whether two objects are the same one.")
	closed.Attributes(l, v.Attributes[:len(w.attributes)])
	if w.Questions.Parts != nil {
		parts := w.partAttributes()
		for _, a := range parts {
			l.Variants["attribute of parts"] = append(l.Variants["attribute of parts"], w.variant(a.Key))
		}
		l.Groups[partGroupName] = append(slices.Clone(slots), partName)
		closed.Parts(l, partName, parts, w.partRecord(), w.mostThings())
	}
	closed.Groups(l, v.Attributes, typeRelation)
	closed.Rules(l)
	if w.Motion != nil {
		closed.AddFilms(l)
	}
	if w.Motion != nil && w.Motion.Touch != nil {
		l.AddConstraint(ask.Constraint[*known]{Name: "TOUCH", Params: "nn", Violated: func(q *ask.Search[*known], p []int) bool {
			a, b := q.Output(p[0]), q.Output(p[1])
			return a != nil && a != ask.Value(q.Scene.pair[0]) || b != nil && b != ask.Value(q.Scene.pair[1])
		}})
	}
	return l
}

// variant are the words of a family for an attribute: its key, what people call it, things that have a value of it in a slot of group 3, and such
// things where their noun was said.
func (w *World) variant(attribute string) map[string]string {
	slot := "<" + attribute + "3>"
	out := map[string]string{"$a": attribute, "$n": w.spoken(attribute), "$s": slot + " things", "$t": slot}
	if attribute == w.Questions.Noun {
		out["$s"], out["$t"] = slot+"s", slot+"s"
	}
	return out
}

// spoken is what people call an attribute.
func (w *World) spoken(attribute string) string {
	const usual = "kind" // of a category
	if attribute == categoryName && w.attribute(usual) < 0 {
		return usual
	}
	return attribute
}

// mostThings is how many things any scene has at most.
func (w *World) mostThings() int {
	most := w.Scene.Count.Max
	for i := range w.Splits {
		most = max(most, w.Splits[i].Of.Things.Max)
	}
	return most + w.fixedCount()
}

// readParts reads the parts of things from their records.
func (w *World) readParts(k *known, objects []map[string]jsontext.Value) error {
	attributes := w.partAttributes()
	for _, of := range attributes {
		k.partly = append(k.partly, w.attribute(of.Key))
	}
	for i, o := range objects {
		at := fmt.Sprintf("objects[%d]", i)
		var model string
		if raw := o["model"]; raw == nil {
			return fmt.Errorf("%s has no model", at)
		} else if err := record.Read(raw, &model, record.Item); err != nil {
			return fmt.Errorf("%s.model %w", at, err)
		}
		kinds, err := w.kindsOfParts(model)
		if err != nil {
			return fmt.Errorf("%s.%w", at, err)
		}
		var stored []struct {
			Name       string            `json:"name"`
			Visible    int               `json:"visible_px"`
			Attributes map[string]string `json:"attributes,omitempty"`
		}
		if raw := o["parts"]; raw != nil {
			if err := record.Read(raw, &stored, record.Part); err != nil {
				return fmt.Errorf("%s.parts: %w", at, err)
			}
		}
		parts := []knownPart{}
		for _, s := range stored {
			p := knownPart{w.partKind(s.Name), s.Visible, make([]ask.Value, len(attributes))}
			for a, of := range attributes {
				if value := s.Attributes[of.Key]; value != "" {
					p.has[a] = value
				}
			}
			parts = append(parts, p)
		}
		k.parts, k.kinds = append(k.parts, parts), append(k.kinds, kinds)
	}
	return nil
}
