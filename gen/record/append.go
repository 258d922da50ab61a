package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// Append writes a value, or what a pointer shows. It panics where that has a number that is not finite.
func Append(b []byte, s Style, v any) []byte {
	of := reflect.ValueOf(v)
	if of.Kind() != reflect.Pointer {
		at := reflect.New(of.Type())
		at.Elem().Set(of)
		of = at
	} else if of.IsNil() {
		return append(b, "null"...)
	}
	f := formOf(of.Type().Elem())
	if s != Indented {
		return f.append(b, of.UnsafePointer(), s)
	}
	out := bytes.NewBuffer(b)
	if err := json.Indent(out, f.append(nil, of.UnsafePointer(), Compact), "", "  "); err != nil {
		panic(fmt.Sprintf("record: %T: %v", v, err))
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// JSON is a value in the style Compact.
func JSON(v any) []byte { return Append(nil, Compact, v) }

// must is a value that only our own mistakes keep from being written.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("record: %v", err))
	}
	return v
}

// appendFormatted writes JSON in another style.
func appendFormatted(b, data []byte, s Style, err error) []byte {
	spaces := s == Python
	return must(jsontext.AppendFormat(b, must(data, err), jsontext.SpaceAfterColon(spaces), jsontext.SpaceAfterComma(spaces)))
}

// AppendText writes a string. What is not UTF-8 becomes U+FFFD.
func AppendText(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text)
	return b
}

// AppendNumber writes a number in the shortest form that is read back as the same.
func AppendNumber(b []byte, n float64, s Style) []byte { return appendFloat(b, n, 64, s) }

func appendFloat(b []byte, n float64, bits int, s Style) []byte {
	size, from := math.Abs(n), len(b)
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		panic(fmt.Sprintf("record: a number is %v, want a finite one", n))
	case s == Python && n != 0 && (size < 1e-4 || size >= 1e16):
		return strconv.AppendFloat(b, n, 'e', -1, bits)
	case s == Python:
		if b = strconv.AppendFloat(b, n, 'f', -1, bits); bytes.IndexByte(b[from:], '.') < 0 {
			b = append(b, ".0"...)
		}
		return b
	case size >= 1 && size < 1<<53 && n == math.Trunc(n):
		return strconv.AppendInt(b, int64(n), 10)
	case n == 0 || size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(b, n, 'f', -1, bits)
	}
	b = strconv.AppendFloat(b, n, 'e', -1, bits)
	if at := len(b) - 2; b[at] == '0' && b[at-1] == '-' { // e-09 is written as e-9
		b = append(b[:at], b[at+1])
	}
	return b
}

func appendBool(b []byte, p unsafe.Pointer, _ Style) []byte {
	return strconv.AppendBool(b, *(*bool)(p))
}

func appendString(b []byte, p unsafe.Pointer, _ Style) []byte { return AppendText(b, *(*string)(p)) }

// comma writes what stands between values.
func comma(b []byte, s Style) []byte {
	if s == Python {
		return append(b, ", "...)
	}
	return append(b, ',')
}

// appendValues writes a list of values that lie one behind the other.
func (f *form) appendValues(b []byte, p unsafe.Pointer, count int, size uintptr, s Style) []byte {
	b = append(b, '[')
	for i := range count {
		if i > 0 {
			b = comma(b, s)
		}
		b = f.append(b, unsafe.Add(p, uintptr(i)*size), s)
	}
	return append(b, ']')
}

// appendIntegers writes a list of whole numbers, which most lists of large records are.
func appendIntegers(b []byte, p unsafe.Pointer, s Style) []byte {
	b = append(b, '[')
	for i, n := range *(*[]int)(p) {
		if i > 0 {
			b = comma(b, s)
		}
		switch {
		case 0 <= n && n < 10:
			b = append(b, '0'+byte(n))
		case 10 <= n && n < 100:
			b = append(b, '0'+byte(n/10), '0'+byte(n%10))
		default:
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	return append(b, ']')
}

// appendFields writes a struct.
func (f *form) appendFields(b []byte, p unsafe.Pointer, s Style) []byte {
	open, end := byte('{'), byte('}')
	if f.list {
		open, end = '[', ']'
	}
	b = append(b, open)
	first := len(b)
	for i := range f.fields {
		of, at := &f.fields[i], p
		if of.via != nil {
			if at = *(*unsafe.Pointer)(unsafe.Add(p, of.via.offset)); at == nil {
				continue
			}
		}
		at = unsafe.Add(at, of.offset)
		switch {
		case of.omit != nil && of.omit(at):
			continue
		case f.list && len(b) > first:
			b = comma(b, s)
		case f.list:
		case len(b) > first:
			b = append(b, of.keys[s]...)
		default:
			b = append(b, of.keys[s][1+s:]...) // without the comma
		}
		b = of.form.append(b, at, s)
	}
	return append(b, end)
}

// appendMap writes a map, its keys sorted.
func (f *form) appendMap(b []byte, of reflect.Value, s Style) []byte {
	type member struct {
		name string
		key  reflect.Value
	}
	members := make([]member, 0, of.Len())
	for _, key := range of.MapKeys() {
		members = append(members, member{keyText(key), key})
	}
	slices.SortFunc(members, func(x, y member) int { return strings.Compare(x.name, y.name) })
	value := reflect.New(of.Type().Elem())
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			b = comma(b, s)
		}
		b = append(AppendText(b, m.name), ':')
		if s == Python {
			b = append(b, ' ')
		}
		value.Elem().Set(of.MapIndex(m.key))
		b = f.append(b, value.UnsafePointer(), s)
	}
	return append(b, '}')
}

// keyText is a key of a map, which is a word or a number.
func keyText(key reflect.Value) string {
	if key.CanInt() {
		return strconv.FormatInt(key.Int(), 10)
	}
	return key.String()
}
