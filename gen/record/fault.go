package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// fault says what is wrong with what was read.
func (r *Reader) fault() error {
	slices.Reverse(r.path)
	place, offset, what := strings.TrimPrefix(strings.Join(r.path, ""), "."), r.from, r.wrong
	if what == "" {
		_, err := jsontext.NewDecoder(bytes.NewReader(r.data)).ReadValue()
		var e *jsontext.SyntacticError
		if !errors.As(err, &e) {
			e = &jsontext.SyntacticError{ByteOffset: int64(offset), Err: errFailed}
		}
		place, offset, what = placeOf(e.JSONPointer), int(e.ByteOffset), grammar(r.data, e)
		if offset >= len(r.data) { // it is the text that is wrong
			place = ""
		}
	}
	what = strings.TrimPrefix(place+" "+what, " ")
	if r.how&Item != 0 {
		return errors.New(what)
	}
	before := r.data[:min(offset, len(r.data))]
	line, column := 1+bytes.Count(before, []byte{'\n'}), len(before)-bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("line %d, column %d: %s", line, column, what)
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
	}
	return "is no JSON: " + strings.TrimPrefix(e.Err.Error(), "jsontext: ")
}

// placeOf writes a JSON Pointer as Go and Python would: objects[3].color.
func placeOf(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if strings.Trim(token, "0123456789") == "" {
			fmt.Fprintf(&b, "[%s]", token)
		} else {
			b.WriteString("." + token)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}
