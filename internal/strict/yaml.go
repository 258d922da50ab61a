// Package strict reads YAML and JSON of which nothing may be unknown, and says in plain words where it is something else.
package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml" // keeps lines and columns for its errors
)

// YAML reads YAML, or JSON written by hand, on top of defaults, which are what nothing but white space and comments leaves. An unknown or repeated
// key and a wrong type are errors with line and column; a fraction where a whole number is wanted is one with its key.
func YAML[C any](data []byte, defaults C) (C, error) {
	c := defaults
	err := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(&c)
	switch {
	case errors.Is(err, io.EOF) || err == nil && reflect.ValueOf(&c).Elem().IsZero():
		return defaults, nil
	case err != nil:
		return defaults, sentence(err)
	}
	var values any
	if err := yaml.Unmarshal(data, &values); err != nil {
		return defaults, sentence(err)
	}
	if bad := fractions("", reflect.TypeFor[C](), values); bad != nil {
		return defaults, errors.New(strings.Join(bad, "; "))
	}
	return c, nil
}

// sentence says what is wrong without Go's words.
func sentence(err error) error {
	var wrong *yaml.TypeError
	if errors.As(err, &wrong) && wrong.Token != nil {
		at := wrong.Token.Position
		return fmt.Errorf("[%d:%d] is %s, want %s", at.Line, at.Column, kindOf(wrong.SrcType), kindOf(wrong.DstType))
	}
	return errors.New(strings.TrimSpace(yaml.FormatError(err, false, false)))
}

// kindOf names what values of a type look like.
func kindOf(t reflect.Type) string {
	switch k := t.Kind(); {
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "a whole number"
	case k == reflect.Float32 || k == reflect.Float64:
		return "a number"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.String:
		return "a text"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	}
	return "a group of keys"
}

// fractions says where in values there is one that the YAML reader makes a whole number of type t of, by cutting it off.
func fractions(at string, t reflect.Type, values any) (bad []string) {
	switch v := values.(type) {
	case float64:
		if t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr && v != math.Trunc(v) {
			bad = append(bad, fmt.Sprintf("%s is %v, want a whole number", at, v))
		}
	case map[string]any:
		var keys []string
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if of := member(t, key); of != nil {
				bad = append(bad, fractions(strings.TrimPrefix(at+"."+key, "."), of, v[key])...)
			}
		}
	case []any:
		if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			for i := range v {
				bad = append(bad, fractions(fmt.Sprintf("%s[%d]", at, i), t.Elem(), v[i])...)
			}
		}
	}
	return bad
}

// member is the type of what a key stands for; nil for none.
func member(t reflect.Type, key string) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return member(t.Elem(), key)
	case reflect.Map:
		return t.Elem()
	case reflect.Struct:
		for f := range t.NumField() {
			field := t.Field(f)
			name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
			if name == key {
				return field.Type
			}
			if slices.Contains(strings.Split(options, ","), "inline") {
				if of := member(field.Type, key); of != nil {
					return of
				}
			}
		}
	}
	return nil
}
