package ask

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// fileError says where a file is not what it should be.
func fileError(name string, data []byte, err error) error {
	var semantic *json.SemanticError
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &semantic):
		problem := fmt.Errorf("is %s, want %s", write.FoundJSON(semantic.JSONKind, semantic.JSONValue),
			write.WantedJSON(semantic.GoType))
		if errors.Is(err, json.ErrUnknownName) {
			problem = fmt.Errorf("unknown key, want %s", oneOf(keysOf(semantic.GoType)))
		}
		return fieldError(name, data, semantic.JSONPointer, problem)
	case errors.As(err, &syntax):
		return fmt.Errorf("ask: %s:%d: %s: no JSON: %w", name, lineAt(data, syntax.ByteOffset), orTop(syntax.JSONPointer), syntax.Err)
	}
	return fmt.Errorf("ask: %s: %w", name, err)
}

// keysOf are the keys of a struct's JSON.
func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		key, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	return keys
}

// fieldError says what is wrong with the value that pointer points at.
func fieldError(name string, data []byte, pointer jsontext.Pointer, err error) error {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	at := int64(0)
	for near := pointer; ; near = near.Parent() {
		if offset, ok := offsetOf(d, near); ok || near == "" {
			at = offset
			break
		}
		d.Reset(bytes.NewReader(data))
	}
	return fmt.Errorf("ask: %s:%d: %s: %w", name, lineAt(data, at), orTop(pointer), err)
}

func orTop(p jsontext.Pointer) string {
	if p == "" {
		return "top level"
	}
	return strings.TrimPrefix(string(p), "/")
}

// offsetOf finds the byte after the first token of the value at pointer.
func offsetOf(d *jsontext.Decoder, pointer jsontext.Pointer) (int64, bool) {
	for {
		if _, err := d.ReadToken(); err != nil {
			return 0, false
		}
		if d.StackPointer() == pointer {
			return d.InputOffset(), true
		}
	}
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}
