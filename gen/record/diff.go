package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Diff says where two texts differ first, and how; "" if they are equal. Of JSON it names the place: objects[3].color is "red", want
// "blue". Texts that mean the same, and those that are no JSON, differ in a line, counted from 1.
func Diff(data, want []byte) string {
	if bytes.Equal(data, want) {
		return ""
	}
	if d, err := First(data, want); err == nil && d != nil {
		return strings.TrimPrefix(fmt.Sprintf("%s is %s, want %s", d.Place, d.A, d.B), " ")
	}
	n := 0
	for n < min(len(data), len(want)) && data[n] == want[n] {
		n++
	}
	return fmt.Sprintf("line %d is %s, want %s", 1+bytes.Count(data[:n], []byte{'\n'}), lineAt(data, n), lineAt(want, n))
}

// lineAt is the line of a byte; of a long one what is near.
func lineAt(data []byte, at int) string {
	const before, most = 40, 80
	if at >= len(data) {
		return "the end"
	}
	from := max(bytes.LastIndexByte(data[:at], '\n')+1, at-before)
	line, _, _ := bytes.Cut(data[from:], []byte{'\n'})
	return fmt.Sprintf("%q", bytes.TrimSpace(line[:min(len(line), most)]))
}

// Difference is a place at which two JSON values differ.
type Difference struct {
	Place string // objects[3].color; empty for the whole
	A, B  string // what is there, in short
}

// Words tell the difference of two texts that are called A and B.
func (d *Difference) Words() string { return fmt.Sprintf("%s in A, %s in B", d.A, d.B) }

// First finds the first difference of two JSON texts, keys by name; nil where they mean the same.
func First(a, b []byte) (*Difference, error) {
	x, err := anything(a)
	if err != nil {
		return nil, err
	}
	y, err := anything(b)
	if err != nil {
		return nil, err
	}
	return differ("", x, y), nil
}

// anything reads JSON; numbers keep their digits.
func anything(data []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err = d.Decode(&v); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = fmt.Errorf("something follows the end of the value")
		}
	}
	return v, err
}

// absent stands for what one side lacks.
type absent struct{}

func differ(place string, a, b any) *Difference {
	x, ok := a.(map[string]any)
	y, both := b.(map[string]any)
	if ok && both {
		keys := append(slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y))...)
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			of := func(m map[string]any) any {
				if v, ok := m[k]; ok {
					return v
				}
				return absent{}
			}
			if d := differ(strings.TrimPrefix(place+"."+k, "."), of(x), of(y)); d != nil {
				return d
			}
		}
		return nil
	}
	u, ok := a.([]any)
	w, both := b.([]any)
	if !ok || !both {
		if x, y := text(a), text(b); x != y {
			same := 0 // letters in the beginning
			for same < min(len(x), len(y)) && x[same] == y[same] {
				same++
			}
			if from := same - longest/2; from > 0 && max(len(x), len(y)) > longest {
				x, y = "..."+x[from:], "..."+y[from:]
			}
			return &Difference{place, brief(x, longest), brief(y, longest)}
		}
		return nil
	}
	for i := range min(len(u), len(w)) {
		if d := differ(fmt.Sprintf("%s[%d]", place, i), u[i], w[i]); d != nil {
			return d
		}
	}
	if len(u) != len(w) {
		return &Difference{place, fmt.Sprintf("a list of %d", len(u)), fmt.Sprintf("a list of %d", len(w))}
	}
	return nil
}

// longest is how many bytes of a value are told.
const longest = 100

// text is a value as JSON.
func text(v any) string {
	if v == (absent{}) {
		return "absent"
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // it was read from JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Differs says where two values differ first as records, as Diff does.
func Differs(a, b any) string { return Diff(JSON(a), JSON(b)) }
