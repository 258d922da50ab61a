package record

import (
	"fmt"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json"
)

// What types of a kind are written and read with.

func (f *form) integer(t reflect.Type) {
	plain := t.Kind() == reflect.Int // most are, and reflection takes time
	f.append = func(b []byte, p unsafe.Pointer, _ Style) []byte {
		if plain {
			return strconv.AppendInt(b, int64(*(*int)(p)), 10)
		}
		of := reflect.NewAt(t, p).Elem()
		if of.CanUint() {
			return strconv.AppendUint(b, of.Uint(), 10)
		}
		return strconv.AppendInt(b, of.Int(), 10)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		from := r.begin()
		text, whole := r.token()
		if !whole {
			return r.noNumber(from, text, "a whole number")
		}
		if plain {
			if n, err := strconv.Atoi(string(text)); err == nil {
				*(*int)(p) = n
				return true
			}
		}
		least, most, of := "0", ^uint64(0)>>(64-t.Bits()), reflect.NewAt(t, p).Elem()
		if of.CanUint() {
			n, err := strconv.ParseUint(string(text), 10, t.Bits())
			if of.SetUint(n); err == nil {
				return true
			}
		} else {
			n, err := strconv.ParseInt(string(text), 10, t.Bits())
			if of.SetInt(n); err == nil {
				return true
			}
			most /= 2
			least = fmt.Sprintf("-%d", most+1)
		}
		return r.fail(from, "is %s, want a whole number from %s to %d", brief(string(text), 40), least, most)
	}
}

func (f *form) number(t reflect.Type) {
	bits := t.Bits()
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		if bits == 64 {
			return appendFloat(b, *(*float64)(p), bits, s)
		}
		return appendFloat(b, float64(*(*float32)(p)), bits, s)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		n, ok := r.number(bits)
		if bits == 64 {
			*(*float64)(p) = n
		} else {
			*(*float32)(p) = float32(n)
		}
		return ok
	}
}

func (f *form) structure(reflect.Type) {
	f.append = f.appendFields
	if f.list {
		f.parse = func(r *Reader, p unsafe.Pointer) bool {
			return r.items(len(f.fields), func(i int) bool { return f.fields[i].form.parse(r, unsafe.Add(p, f.fields[i].offset)) })
		}
		return
	}
	f.byName = map[string]int{}
	for i := range f.fields {
		f.byName[f.fields[i].name] = i
	}
	f.parse = f.parseFields
}

// slice is how Go keeps one.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

func (f *form) slice(t reflect.Type, item *form) {
	if t.Elem() == reflect.TypeFor[int]() {
		f.append, f.parse = appendIntegers, item.parseIntegers
		return
	}
	size, empty := t.Elem().Size(), reflect.MakeSlice(t, 0, 0).UnsafePointer()
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		list := (*slice)(p)
		return item.appendValues(b, list.data, list.len, size, s)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		if r.Has("null") {
			*(*slice)(p) = slice{}
			return true
		}
		list := slice{data: empty}
		ok := r.items(-1, func(i int) bool {
			if i == list.cap {
				more := reflect.MakeSlice(t, max(4, 2*i), max(4, 2*i))
				reflect.Copy(more, reflect.NewAt(t, unsafe.Pointer(&list)).Elem())
				list.data, list.cap = more.UnsafePointer(), more.Len()
			}
			list.len = i + 1
			return item.parse(r, unsafe.Add(list.data, uintptr(i)*size))
		})
		*(*slice)(p) = list
		return ok
	}
}

func (f *form) array(t reflect.Type, item *form) {
	size, count := t.Elem().Size(), t.Len()
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte { return item.appendValues(b, p, count, size, s) }
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		return r.items(count, func(i int) bool { return item.parse(r, unsafe.Add(p, uintptr(i)*size)) })
	}
}

func (f *form) mapping(t reflect.Type, value *form) {
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		return value.appendMap(b, reflect.NewAt(t, p).Elem(), s)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		of := reflect.NewAt(t, p).Elem()
		of.SetZero()
		if r.Has("null") {
			return true
		}
		of.Set(reflect.MakeMap(t))
		return r.each("{}", "a group of keys", func(int) bool {
			from := r.begin()
			name, ok := r.key()
			if !ok {
				return false
			}
			key, one := reflect.New(t.Key()).Elem(), reflect.New(t.Elem())
			if n, err := strconv.ParseInt(name, 10, 64); key.CanInt() && err == nil {
				key.SetInt(n)
			} else if key.CanInt() {
				return r.fail(from, "has the key %q, want numbers as keys", name)
			} else {
				key.SetString(name)
			}
			if of.MapIndex(key).IsValid() && !r.fail(from, "is there twice") || !value.parse(r, one.UnsafePointer()) {
				return r.within("." + name)
			}
			of.SetMapIndex(key, one.Elem())
			return true
		})
	}
}

func (f *form) pointer(t reflect.Type, of *form) {
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		if p = *(*unsafe.Pointer)(p); p == nil {
			return append(b, "null"...)
		}
		return of.append(b, p, s)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		at := (*unsafe.Pointer)(p)
		if *at = nil; r.Has("null") {
			return true
		}
		*at = reflect.New(t.Elem()).UnsafePointer()
		return of.parse(r, *at)
	}
}

// dynamic is written as what it holds and read as anything.
func (f *form) dynamic(t reflect.Type) {
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		of := reflect.NewAt(t, p).Elem()
		if of.IsNil() {
			return append(b, "null"...)
		}
		return Append(b, s, of.Elem().Interface())
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		from := r.begin()
		raw, ok := r.raw()
		return ok && r.told(from, json.Unmarshal(raw, reflect.NewAt(t, p).Interface()))
	}
}
