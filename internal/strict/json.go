package strict

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// JSON reads one JSON value into v, a pointer. Unknown keys, keys that differ from those of v in case, repeated keys, values of another
// type, lists of another length than an array, invalid UTF-8 and text after the value are errors that name line, column and, as a JSON
// Pointer (RFC 6901), the place in the value. Keys that are missing are not: where they matter, compare what v is written as.
func JSON(data []byte, v any) error {
	err := json.Unmarshal(data, v, json.RejectUnknownMembers(true))
	var syntax *jsontext.SyntacticError
	var wrong *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return at(data, wrong.ByteOffset, wrong.JSONPointer, meaning(wrong))
	case errors.As(err, &syntax):
		return at(data, syntax.ByteOffset, syntax.JSONPointer, grammar(data, syntax))
	}
	return err
}

// at adds line and column of a byte, and the place in the value, to what is wrong there.
func at(data []byte, offset int64, place jsontext.Pointer, what string) error {
	before := data[:min(int(offset), len(data))]
	line, column := 1+bytes.Count(before, []byte{'\n'}), len(before)-bytes.LastIndexByte(before, '\n')
	if place != "" {
		what = string(place) + " " + what
	}
	return fmt.Errorf("line %d, column %d: %s", line, column, what)
}

// meaning says why a value cannot be what is wanted.
func meaning(e *json.SemanticError) string {
	switch {
	case errors.Is(e.Err, json.ErrUnknownName):
		return "is an unknown key"
	case errors.Is(e.Err, strconv.ErrRange):
		return fmt.Sprintf("is %s, want %s", brief(e.JSONValue), rangeOf(e.GoType))
	case errors.Is(e.Err, strconv.ErrSyntax):
		return fmt.Sprintf("is %s, want %s", brief(e.JSONValue), kindOf(e.GoType))
	case e.GoType != nil && e.GoType.Kind() == reflect.Array && (e.JSONKind == '[' || e.JSONKind == ']'):
		return fmt.Sprintf("has another length than %d", e.GoType.Len())
	case e.GoType != nil && e.JSONKind != 0:
		return fmt.Sprintf("is %s, want %s", kindOfJSON(e.JSONKind), kindOf(e.GoType))
	case e.Err != nil:
		return e.Err.Error()
	}
	return "is not what is wanted"
}

// grammar says why data is no JSON.
func grammar(data []byte, e *jsontext.SyntacticError) string {
	switch {
	case errors.Is(e.Err, jsontext.ErrDuplicateName):
		return "is there twice"
	case len(bytes.TrimSpace(data)) == 0:
		return "the file is empty, want JSON"
	case int(e.ByteOffset) >= len(data):
		return "the text ends within a value"
	case strings.HasSuffix(e.Err.Error(), "after top-level value"):
		return "something follows the end of the value"
	}
	return "is no JSON: " + strings.TrimPrefix(e.Err.Error(), "jsontext: ")
}

// brief is a value without its end where it is long.
func brief(v jsontext.Value) string {
	const longest = 40
	if len(v) > longest {
		return string(v[:longest]) + "..."
	}
	return string(v)
}

// rangeOf names the numbers that a type has.
func rangeOf(t reflect.Type) string {
	switch k := t.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64:
		limit := uint64(1) << (t.Bits() - 1)
		return fmt.Sprintf("a whole number from -%d to %d", limit, limit-1)
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return fmt.Sprintf("a whole number from 0 to %d", ^uint64(0)>>(64-t.Bits()))
	}
	return "a number of " + strconv.Itoa(t.Bits()) + " bits"
}

// kindOfJSON names what a value is.
func kindOfJSON(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case '[', ']':
		return "a list"
	}
	return "a group of keys"
}
