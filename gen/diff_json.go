package gen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

func (j *jsonDifference) Words() string { return fmt.Sprintf("%s in A, %s in B", j.A, j.B) }

// jsonDifference is a place at which two JSON values differ.
type jsonDifference struct {
	Path string // JSON Pointer, RFC 6901; empty for the whole
	A, B string // what is there, in short
}

// FirstJSON finds the first difference of two JSON texts, keys by name; nil where they mean the same.
func FirstJSON(a, b []byte) (*jsonDifference, error) {
	x, err := anyJSON(a)
	if err != nil {
		return nil, err
	}
	y, err := anyJSON(b)
	if err != nil {
		return nil, err
	}
	return differJSON("", x, y), nil
}

func anyJSON(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // digits as they are written
	if err = d.Decode(&v); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = fmt.Errorf("something follows the end of the value")
		}
	}
	return v, err
}

// absentJSON stands for what one side lacks.
type absentJSON struct{}

func differJSON(path string, a, b any) *jsonDifference {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			break
		}
		keys := append(slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y))...)
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			u, inA := x[k]
			w, inB := y[k]
			if !inA {
				u = absentJSON{}
			} else if !inB {
				w = absentJSON{}
			}
			if d := differJSON(path+"/"+pointerEscape.Replace(k), u, w); d != nil {
				return d
			}
		}
		return nil
	case []any:
		y, ok := b.([]any)
		if !ok {
			break
		}
		for i := range min(len(x), len(y)) {
			if d := differJSON(fmt.Sprintf("%s/%d", path, i), x[i], y[i]); d != nil {
				return d
			}
		}
		if len(x) != len(y) {
			return &jsonDifference{path, fmt.Sprintf("a list of %d", len(x)), fmt.Sprintf("a list of %d", len(y))}
		}
		return nil
	default:
		switch b.(type) {
		case map[string]any, []any:
		default:
			if a == b {
				return nil
			}
		}
	}
	return &jsonDifference{path, briefJSON(a), briefJSON(b)}
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// briefJSON is a value, or the beginning of a long one.
func briefJSON(v any) string {
	if v == (absentJSON{}) {
		return "absent"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	const longest = 100
	if len(text) > longest {
		return string(text[:longest]) + "..."
	}
	return string(text)
}
