package record

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/go-json-experiment/json"
)

// What types of a kind are written and read with.

func (f *form) integer(t reflect.Type) {
	bits := t.Bits()
	f.wanted = "a whole number"
	f.append = func(b []byte, p unsafe.Pointer, _ Style) []byte {
		if bits == strconv.IntSize {
			return strconv.AppendInt(b, int64(*(*int)(p)), 10)
		}
		return strconv.AppendInt(b, reflect.NewAt(t, p).Elem().Int(), 10)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		n, ok := r.integer(bits)
		if bits == strconv.IntSize {
			*(*int)(p) = int(n)
		} else {
			reflect.NewAt(t, p).Elem().SetInt(n)
		}
		return ok
	}
}

func (f *form) natural(t reflect.Type) {
	f.wanted = "a whole number"
	f.append = func(b []byte, p unsafe.Pointer, _ Style) []byte {
		return strconv.AppendUint(b, reflect.NewAt(t, p).Elem().Uint(), 10)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		n, ok := r.natural(t.Bits())
		reflect.NewAt(t, p).Elem().SetUint(n)
		return ok
	}
}

func (f *form) number(t reflect.Type) {
	f.wanted = "a number"
	if t.Bits() == 64 {
		f.append = func(b []byte, p unsafe.Pointer, s Style) []byte { return appendFloat(b, *(*float64)(p), 64, s) }
		f.parse = func(r *Reader, p unsafe.Pointer) (ok bool) {
			*(*float64)(p), ok = r.number(64)
			return ok
		}
		return
	}
	f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
		return appendFloat(b, float64(*(*float32)(p)), 32, s)
	}
	f.parse = func(r *Reader, p unsafe.Pointer) bool {
		n, ok := r.number(32)
		*(*float32)(p) = float32(n)
		return ok
	}
}

func (f *form) structure(reflect.Type) {
	f.append = f.appendFields
	if f.list {
		f.wanted = "a list"
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
		f.append, f.parse = appendIntegers, parseIntegers
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
		return r.members(func(from int, name string) bool {
			key := reflect.New(t.Key()).Elem()
			if n, err := strconv.ParseInt(name, 10, 64); key.CanInt() && err == nil {
				key.SetInt(n)
			} else if key.CanInt() {
				return r.fail(from, "has the key %q, want numbers as keys", name)
			} else {
				key.SetString(name)
			}
			if of.MapIndex(key).IsValid() {
				return r.within("."+name, r.fail(from, "is there twice"))
			}
			one := reflect.New(t.Elem())
			if !value.parse(r, one.UnsafePointer()) {
				return r.within("."+name, false)
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
