package worlds

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/internal/strict"
)

// invalid says where a value is not as a JSON Schema wants it, and why; empty where it is. It knows the keywords that Schema uses.
func invalid(schema map[string]any, at string, v any) string {
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		why := ""
		switch of := schema[keyword]; keyword {
		case "$schema", "title", "description": // for people
		case "type":
			if !isOfType(of.(string), v) {
				why = fmt.Sprintf("is no %s", of)
			}
		case "enum":
			if !slices.Contains(of.([]any), v) {
				why = fmt.Sprintf("is %v, want one of %v", v, of)
			}
		case "const":
			if v != of {
				why = fmt.Sprintf("is %v, want %v", v, of)
			}
		case "properties":
			group, _ := v.(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(group)) {
				if property, ok := of.(map[string]any)[name]; ok && why == "" {
					why = invalid(property.(map[string]any), at+"."+name, group[name])
				}
			}
		case "additionalProperties":
			known, _ := schema["properties"].(map[string]any)
			group, _ := v.(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(group)) {
				if _, ok := known[name]; ok || why != "" {
					continue
				}
				if of == false {
					why = "has the unknown key " + name
				} else {
					why = invalid(of.(map[string]any), at+"."+name, group[name])
				}
			}
		case "required":
			if group, ok := v.(map[string]any); ok {
				for _, name := range of.([]any) {
					if _, ok := group[name.(string)]; !ok {
						why = fmt.Sprintf("has no %s", name)
					}
				}
			}
		case "items":
			list, _ := v.([]any)
			for i, one := range list {
				if why == "" {
					why = invalid(of.(map[string]any), fmt.Sprintf("%s[%d]", at, i), one)
				}
			}
		case "minItems", "maxItems":
			if list, ok := v.([]any); ok && (keyword == "minItems") == (float64(len(list)) < of.(float64)) && float64(len(list)) != of {
				why = fmt.Sprintf("has %d items, %s %v", len(list), keyword, of)
			}
		case "minimum", "maximum":
			if n, ok := v.(float64); ok && (keyword == "minimum") == (n < of.(float64)) && n != of {
				why = fmt.Sprintf("is %v, %s %v", n, keyword, of)
			}
		case "pattern":
			if text, ok := v.(string); ok && !regexp.MustCompile(of.(string)).MatchString(text) {
				why = fmt.Sprintf("is %q, want %s", text, of)
			}
		case "anyOf":
			var all []string
			for _, form := range of.([]any) {
				all = append(all, invalid(form.(map[string]any), at, v))
			}
			if !slices.Contains(all, "") {
				why = strings.Join(all, " and ")
			}
		default:
			panic("no keyword " + keyword)
		}
		if why != "" {
			return at + " " + why
		}
	}
	return ""
}

// isOfType tells whether a value is of a type of JSON Schema.
func isOfType(of string, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return of == "object"
	case []any:
		return of == "array"
	case string:
		return of == "string"
	case bool:
		return of == "boolean"
	case float64:
		return of == "number" || of == "integer" && v == math.Trunc(v)
	}
	return false
}

// readSchema is Schema.
func readSchema(t *testing.T) map[string]any {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON is a document as editors that know schemas see it.
func asJSON(t *testing.T, name, text string) (v any) {
	t.Helper()
	data, err := strict.YAMLToJSON([]byte(text))
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func TestDocumentsFitTheSchema(t *testing.T) {
	schema := readSchema(t)
	texts := map[string]string{
		"starter": Starter, "good": goodDocument,
		"every form": "name: forms\ntitle: a\nattributes: {a: [x, 2, true, 1.5], b: {x: 1, y: 2.5, z: 1e-1}, c: {u: [1, 2, 3], v: {linear: [0, 0.5, 1]}, w: gray}}\n" +
			"things:\n  - {a: [x, 2], b: x, model: {primitive: box}, look: {base: gray, glow: 1}, scale: 2, density: b, radius: 3}\n" +
			"  - {a: true, b: [y, z], model: {primitive: box}, look: plain}\n  - {a: 1.5, model: {primitive: prism, sides: 5}, look: {by: b}}\n" +
			"looks: {x: {base: [1, 2, 3]}, y: {base: {linear: [1, 1, 1]}}, z: {base: c}, plain: {base: \"#000000\"}}\n" +
			"scene: {count: 3, place: {turn: none, drop: {height: 0.5..1e-0, tumble: true}}, draw: {a: uniform}}\n",
	}
	for _, name := range Names() {
		data, err := Text(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	for name, text := range texts {
		if _, err := Read(name, []byte(text), Folder{}, nil); err != nil {
			t.Error(err)
		}
		if why := invalid(schema, name, asJSON(t, name, text)); why != "" {
			t.Error(why)
		}
	}
}

func TestMistakesDoNotFitTheSchema(t *testing.T) {
	schema := readSchema(t)
	n := 0
	for _, c := range mistakes {
		if !c.shape {
			continue
		}
		n++
		if why := invalid(schema, c.name, asJSON(t, c.name, strings.Replace(goodDocument, c.old, c.new, 1))); why == "" {
			t.Errorf("%s: fits the schema", c.name)
		}
	}
	if n < 15 {
		t.Errorf("%d mistakes are of the schema, want 15 at least", n)
	}
}
