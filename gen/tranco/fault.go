package tranco

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// jsonFault says which field is wrong, and how, in words about JSON instead of Go types.
func jsonFault(err error) error {
	var semantic *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic) && semantic.GoType != nil:
		return fmt.Errorf("%s is %s, want %s", field(semantic.JSONPointer), found(semantic.JSONKind, semantic.JSONValue),
			wanted(semantic.GoType))
	case errors.As(err, &syntax) && errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Errorf("key %s is there twice", field(syntax.JSONPointer))
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	return err
}

// field writes a pointer as Go and Python would: annotation[1].segment.
func field(p jsontext.Pointer) string {
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
	if b.Len() == 0 {
		return "the value"
	}
	return b.String()
}

func found(kind jsontext.Kind, value jsontext.Value) string {
	switch kind {
	case '[':
		return "an array"
	case '{':
		return "an object"
	case '"':
		return "a string"
	case '0':
		if value != nil {
			return value.String()
		}
		return "a number"
	}
	return kind.String() // true, false or null
}

func wanted(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
