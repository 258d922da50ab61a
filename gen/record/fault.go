package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
		e := &jsontext.SyntacticError{ByteOffset: int64(offset), Err: errFailed}
		errors.As(err, &e)
		place, offset, what = "", int(e.ByteOffset), Grammar(e).Error()
		if len(bytes.TrimSpace(r.data)) == 0 {
			offset, what = len(r.data), "the file is empty, want JSON"
		}
	}
	what = strings.TrimPrefix(place+" "+what, " ")
	if r.how&Item != 0 {
		if strings.HasPrefix(what, "is ") {
			what = "the value " + what
		}
		return errors.New(what)
	}
	return fmt.Errorf("%s: %s", lineOf(r.data, offset), what)
}

// lineOf says where a byte is.
func lineOf(data []byte, offset int) string {
	before := data[:min(offset, len(data))]
	return fmt.Sprintf("line %d, column %d", 1+bytes.Count(before, []byte{'\n'}), len(before)-bytes.LastIndexByte(before, '\n'))
}

// At adds to an error where a value of a JSON text is; where it is missing, where that is which lacks it.
func At(data []byte, value jsontext.Pointer, err error) error {
	offset, depth, d := 0, -1, jsontext.NewDecoder(bytes.NewReader(data))
	for {
		rest := data[d.InputOffset():]
		if _, end := d.ReadToken(); end != nil {
			return fmt.Errorf("%s: %s: %w", lineOf(data, offset), placeOf(value), err)
		}
		if near := d.StackPointer(); near.Contains(value) && len(near) > depth {
			offset, depth = len(data)-len(bytes.TrimLeft(rest, ":, \t\r\n")), len(near)
		}
	}
}

// Grammar says why a text is no JSON where an error of package jsontext tells. Other errors come back as they are.
func Grammar(err error) error {
	var e *jsontext.SyntacticError
	if !errors.As(err, &e) {
		return err
	}
	what := "is no JSON: " + strings.TrimPrefix(e.Err.Error(), "jsontext: ")
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the text ends within a value")
	case errors.Is(err, jsontext.ErrDuplicateName):
		what = "is there twice"
	}
	return errors.New(strings.TrimPrefix(placeOf(e.JSONPointer)+" "+what, " "))
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
