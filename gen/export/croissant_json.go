package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

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
	d := jsontext.NewDecoder(f)
	lines := path.Ext(name) == ".jsonl"
	if !lines {
		if at, err = toList(d); err != nil || at == "" {
			return nil, "", err
		}
	}
	for len(records) < inspectedRecords && (lines || d.PeekKind() != ']') {
		value, err := d.ReadValue()
		switch {
		case lines && err == io.EOF:
			return records, at, nil
		case err != nil:
			return nil, "", err
		case value.Kind() != '{':
			return nil, "", nil
		}
		var r map[string]any
		numbers := json.NewDecoder(bytes.NewReader(value))
		numbers.UseNumber()
		if err := numbers.Decode(&r); err != nil {
			return nil, "", err
		}
		records = append(records, r)
	}
	return records, at, nil
}

// toList reads up to the first element of a file's list. At is where the list is, as JSONPath has it; empty where there is none.
func toList(d *jsontext.Decoder) (at string, err error) {
	open, err := d.ReadToken()
	if open.Kind() == '[' {
		at = "$[*]"
	}
	for err == nil && at == "" && open.Kind() == '{' && d.PeekKind() != '}' {
		var key jsontext.Token
		if key, err = d.ReadToken(); err != nil {
			break
		}
		if name := key.String(); d.PeekKind() != '[' {
			err = d.SkipValue()
		} else if _, err = d.ReadToken(); err == nil {
			at = fmt.Sprintf("$.%s[*]", name)
		}
	}
	return at, err
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
