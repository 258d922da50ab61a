package write

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var kindWords = map[jsontext.Kind]string{'[': "an array", '{': "an object", '"': "a string", '0': "a number"}

// FoundJSON says for error messages what a JSON value is: its kind, or the value itself where that is short, as of a
// number, true, false or null. A nil value is one that is not known.
func FoundJSON(kind jsontext.Kind, value jsontext.Value) string {
	if kind == '0' && value != nil {
		return value.String()
	}
	return cmp.Or(kindWords[kind], kind.String())
}

var typeWords = map[reflect.Kind]string{
	reflect.Slice: "an array", reflect.Struct: "an object", reflect.Map: "an object", reflect.String: "a string",
	reflect.Float64: "a number",
}

// WantedJSON says for error messages what JSON a Go type, or what it points to, is read from. Types that are not named
// here are taken for integers.
func WantedJSON(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case implements[encoding.TextUnmarshaler](t):
		return "a string"
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("an array of %d", t.Len())
	}
	return cmp.Or(typeWords[t.Kind()], "a whole number")
}

// implements tells whether a pointer to a type has the methods of an interface.
func implements[I any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

// JSONFault says which field of a JSON text is wrong, and how, in words about JSON instead of Go types: it takes an error
// of json.Unmarshal. What a type's own method found wrong is told in the method's words. Other errors come back as they are.
func JSONFault(err error) error {
	var semantic *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic) && semantic.GoType != nil:
		t := semantic.GoType
		if implements[json.Unmarshaler](t) || implements[encoding.TextUnmarshaler](t) && semantic.JSONKind == '"' {
			return fmt.Errorf("%s: %w", jsonField(semantic.JSONPointer), semantic.Err)
		}
		return fmt.Errorf("%s is %s, want %s", jsonField(semantic.JSONPointer),
			FoundJSON(semantic.JSONKind, semantic.JSONValue), WantedJSON(t))
	case errors.As(err, &syntax) && errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Errorf("key %s is there twice", jsonField(syntax.JSONPointer))
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	return err
}

// jsonField writes a pointer as Go and Python would: annotation[1].segment.
func jsonField(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		switch {
		case strings.Trim(token, "0123456789") == "":
			fmt.Fprintf(&b, "[%s]", token)
		case b.Len() > 0:
			b.WriteString("." + token)
		default:
			b.WriteString(token)
		}
	}
	return cmp.Or(b.String(), "the value")
}
