package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"mereo/internal/folder"
)

// jsonField is a value that all records of a JSON file have.
type jsonField struct {
	name, dataType string
	repeated       bool
	extract        map[string]string // see croissantSource
}

// inspectedRecords is how many records of a file are looked at.
const inspectedRecords = 1000

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// inspectJSON finds the fields that the records of files have: of a line each, or of the first list that stands at the top or right below
// it. Files whose list has something else than objects, or that have none, have no fields. Those that only some records have are left
// out: readers of Croissant could not tell whose values they are.
func inspectJSON(root string, names []string) ([]jsonField, error) {
	var all []map[string]any
	var at string
	for _, name := range names {
		records, where, err := firstRecords(root, name)
		if err != nil {
			return nil, fmt.Errorf("export: %s: %w", name, err)
		}
		if len(records) > 0 {
			all, at = append(all, records...), where
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return fieldsOf(all, at), nil
}

// firstRecords reads the first records of a file. At is where their list is, as JSONPath has it; empty for lines.
func firstRecords(root, name string) (records []map[string]any, at string, err error) {
	f, err := folder.Open(root, name)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	dec.UseNumber()
	lines := path.Ext(name) == ".jsonl"
	if !lines {
		if at, err = toList(dec); err != nil || at == "" {
			return nil, "", err
		}
	}
	for len(records) < inspectedRecords && (lines || dec.More()) {
		var r map[string]any
		err := dec.Decode(&r)
		var other *json.UnmarshalTypeError
		switch {
		case lines && err == io.EOF:
			return records, at, nil
		case errors.As(err, &other):
			return nil, "", nil
		case err != nil:
			return nil, "", err
		}
		records = append(records, r)
	}
	return records, at, nil
}

// toList reads up to the first element of a file's list. At is where the list is, as JSONPath has it; empty where there is none.
func toList(dec *json.Decoder) (at string, err error) {
	open, err := dec.Token()
	switch {
	case err != nil:
		return "", err
	case open == json.Delim('['):
		return "$[*]", nil
	case open != json.Delim('{'):
		return "", nil
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return "", err
		}
		open, err := dec.Token()
		if err != nil {
			return "", err
		}
		if open == json.Delim('[') {
			return fmt.Sprintf("$.%s[*]", key), nil
		}
		if err := skipValue(dec, open); err != nil {
			return "", err
		}
	}
	return "", nil
}

// skipValue reads the rest of a value that began with a token.
func skipValue(dec *json.Decoder, t json.Token) (err error) {
	for depth := 0; err == nil; t, err = dec.Token() {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
	return err
}

// fieldsOf are the fields that all records have, by name. At is empty for records that are lines.
func fieldsOf(records []map[string]any, at string) (out []jsonField) {
	for _, key := range slices.Sorted(maps.Keys(records[0])) {
		field := jsonField{name: key, extract: map[string]string{"column": key}}
		switch {
		case at != "" && plainKey.MatchString(key):
			field.extract = map[string]string{"jsonPath": at + "." + key}
		case at != "":
			field.extract = map[string]string{"jsonPath": fmt.Sprintf("%s['%s']", at, key)}
		}
		everywhere := true
		for i, r := range records {
			v, ok := r[key]
			everywhere = everywhere && ok
			dataType, repeated := croissantType(v)
			if i > 0 && repeated != field.repeated {
				dataType, repeated = "sc:Text", false
			}
			if i > 0 {
				dataType = commonType(field.dataType, dataType)
			}
			field.dataType, field.repeated = dataType, repeated
		}
		if field.dataType == "" {
			field.dataType = "sc:Text"
		}
		if everywhere {
			out = append(out, field)
		}
	}
	return out
}

// croissantType is the type of a value of JSON, or of the elements of a list. Whatever has more structure is text: JSON.
func croissantType(v any) (dataType string, repeated bool) {
	switch v := v.(type) {
	case bool:
		return "sc:Boolean", false
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "sc:Float", false
		}
		return "sc:Integer", false
	case []any:
		for i, e := range v {
			of, list := croissantType(e)
			_, object := e.(map[string]any)
			if list || object {
				return "sc:Text", false
			}
			if i > 0 {
				of = commonType(dataType, of)
			}
			dataType = of
		}
		return dataType, true
	}
	return "sc:Text", false
}

// commonType is one that has the values of both; "" is that of the elements of an empty list.
func commonType(a, b string) string {
	number := func(t string) bool { return t == "sc:Integer" || t == "sc:Float" }
	switch {
	case a == b, b == "":
		return a
	case a == "":
		return b
	case number(a) && number(b):
		return "sc:Float"
	}
	return "sc:Text"
}
