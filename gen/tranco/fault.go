package tranco

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// jsonFault says which field is wrong, and how, in words about JSON instead of Go types.
func jsonFault(err error) error {
	var semantic *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic) && semantic.GoType != nil:
		return fmt.Errorf("%s is %s, want %s", field(semantic.JSONPointer),
			write.FoundJSON(semantic.JSONKind, semantic.JSONValue), write.WantedJSON(semantic.GoType))
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
