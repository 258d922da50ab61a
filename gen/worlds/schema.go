package worlds

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/kitchen"
	"mereo/assets/primitive"
)

// schemed is a type that reads itself from several forms, and says which.
type schemed interface{ schema() map[string]any }

// Schema is the JSON Schema of documents (draft 2020-12), made from the types that read them.
func Schema() []byte {
	s := schemaOf(reflect.TypeFor[Document](), "")
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "a world of mereo"
	s["required"] = []string{"name", "things"}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err) // it is made of maps and words
	}
	return append(data, '\n')
}

// choices are the words that a key may have, by its path from the document without lists.
var choices = map[string]func() []string{
	"things.model.primitive": primitive.Names, "things.model.furniture": furniture.Categories,
	"things.model.kitchen":     func() []string { return append(kitchen.Classes(), "all") },
	"things.model.pool":        func() []string { return []string{"training", "benchmark"} },
	"things.model.up":          func() []string { return []string{"x", "y", "z"} },
	"ground.kind":              func() []string { return []string{groundPlane, groundRoom, groundTable, groundNone} },
	"ground.surface":           surfaceNames,
	"relations.kinds":          func() []string { return relationKinds },
	"write.record":             func() []string { return []string{recordFull, recordBrief} },
	"write.depth":              func() []string { return []string{depthNone, depthNPY, depthEXR} },
	"scene.place.margin.along": func() []string { return []string{"relations"} },
	"questions.families":       func() []string { return familyNames },
	"scene.draw":               nil,
}

// schemaOf describes the values of a type.
func schemaOf(t reflect.Type, path string) map[string]any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := reflect.New(t).Interface().(schemed); ok {
		return s.schema()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return map[string]any{"type": "string"}
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		if possible := choices[path]; possible != nil {
			return map[string]any{"enum": possible()}
		}
		return map[string]any{"type": "string"}
	case k == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case k >= reflect.Int && k <= reflect.Uint64:
		return map[string]any{"type": "integer"}
	case k == reflect.Float64:
		return map[string]any{"type": "number"}
	case k == reflect.Slice || k == reflect.Array:
		out := map[string]any{"type": "array", "items": schemaOf(t.Elem(), path)}
		if k == reflect.Array {
			out["minItems"], out["maxItems"] = t.Len(), t.Len()
		}
		return out
	case k == reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem(), path)}
	}
	properties := map[string]any{}
	fields(t, path, properties)
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
}

// fields adds the keys of a struct.
func fields(t reflect.Type, path string, to map[string]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			fields(f.Type, path, to)
		case name == "" || name == "-":
		default:
			s := schemaOf(f.Type, strings.TrimPrefix(path+"."+name, "."))
			if doc := f.Tag.Get("doc"); doc != "" {
				s["description"] = doc
			}
			to[name] = s
		}
	}
}

// anyOf is one of several forms.
func anyOf(forms ...map[string]any) map[string]any { return map[string]any{"anyOf": forms} }

// ofKind is a form of a kind.
func ofKind(kind string) map[string]any { return map[string]any{"type": kind} }

// like is a text of a form.
func like(pattern string) map[string]any { return map[string]any{"type": "string", "pattern": pattern} }

// group is an object whose keys are names.
func group(of map[string]any) map[string]any {
	return map[string]any{"type": "object", "additionalProperties": of}
}

const number = `-?[0-9.]+(e-?[0-9]+)?`

func (*Named[T]) schema() map[string]any { return group(schemaOf(reflect.TypeFor[T](), "")) }

func (*Attributes) schema() map[string]any {
	value := anyOf(ofKind("number"), (*Color)(nil).schema())
	return group(anyOf(map[string]any{"type": "array", "items": word(), "minItems": 1}, group(value)))
}

func (*Color) schema() map[string]any {
	three := func(most float64) map[string]any {
		return map[string]any{"type": "array", "items": map[string]any{"type": "number", "minimum": 0, "maximum": most}, "minItems": 3, "maxItems": 3}
	}
	return anyOf(ofKind("string"), three(255), map[string]any{
		"type": "object", "properties": map[string]any{"linear": three(1)}, "additionalProperties": false, "required": []string{"linear"},
	})
}

func (*Base) schema() map[string]any { return (*Color)(nil).schema() }

func (*LookOf) schema() map[string]any {
	by := map[string]any{"type": "object", "properties": map[string]any{"by": ofKind("string")}, "additionalProperties": false, "required": []string{"by"}}
	return anyOf(ofKind("string"), by, schemaOf(reflect.TypeFor[Look](), ""))
}

func (*Values) schema() map[string]any {
	return anyOf(word(), map[string]any{"type": "array", "items": word()})
}

// word is a value of an attribute, with or without quotes.
func word() map[string]any { return anyOf(ofKind("string"), ofKind("number"), ofKind("boolean")) }

func (*Condition) schema() map[string]any { return group((*Values)(nil).schema()) }

func (*Thing) schema() map[string]any {
	properties := map[string]any{}
	fields(reflect.TypeFor[Thing](), "things", properties)
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": (*Values)(nil).schema(), "required": []string{"model"}}
}

func (*Odds) schema() map[string]any {
	weights := map[string]any{"weights": group(map[string]any{"type": "number", "minimum": 0})}
	return anyOf(map[string]any{"const": "uniform"}, map[string]any{"type": "object", "properties": weights, "additionalProperties": false})
}

func (*Span) schema() map[string]any {
	return anyOf(ofKind("number"), like("^"+number+`\.\.`+number+"$"))
}

func (*Count) schema() map[string]any { return anyOf(ofKind("integer"), like(`^[0-9]+\.\.[0-9]+$`)) }

func (*Turn) schema() map[string]any {
	return anyOf(map[string]any{"enum": []string{"uniform", "none"}}, (*Span)(nil).schema())
}

func (*Expression) schema() map[string]any { return anyOf(ofKind("number"), ofKind("string")) }

// Keys are all keys of documents with what they mean, in the order of the declaration: "scene.count".
func Keys() (out [][2]string) {
	var visit func(t reflect.Type, path string)
	visit = func(t reflect.Type, path string) {
		for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice}, t.Kind()) && t.Kind() != reflect.String {
			if t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Struct {
				return
			}
			t = t.Elem()
			if t.Kind() == reflect.Struct && strings.HasPrefix(t.Name(), "Entry[") {
				of, _ := t.FieldByName("Of")
				t, path = of.Type, path+".NAME"
			}
		}
		if t.Kind() != reflect.Struct {
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if options == "inline" {
				visit(f.Type, path)
			}
			if name == "" || name == "-" {
				continue
			}
			at := strings.TrimPrefix(path+"."+name, ".")
			if doc := f.Tag.Get("doc"); doc != "" {
				out = append(out, [2]string{at, doc})
			}
			visit(f.Type, at)
		}
	}
	visit(reflect.TypeFor[Document](), "")
	return out
}
