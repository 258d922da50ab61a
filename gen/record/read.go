package record

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// Mode is what is allowed of a text. Values of another type, lists of another length than an array, repeated keys, keys that differ in
// case, invalid UTF-8 and text after the value never are.
type Mode uint8

const (
	Lacking Mode = 1 << iota // keys may be missing; without it only those with omitempty or omitzero may
	More                     // unknown keys are skipped
	Head                     // nothing is looked at behind the last key of the outer struct
	Item                     // the value is one of a larger text, so that its lines say nothing

	Exact Mode = 0
	Part       = Lacking | More
)

// Read reads one JSON value into what a pointer shows. Errors name line, column and the place in the value: "line 3, column 7:
// objects[2].size is a text, want a number".
func Read(data []byte, v any, how Mode) error {
	of := reflect.ValueOf(v).Elem()
	f := formOf(of.Type())
	r := Reader{data: data, how: how}
	if how&Head != 0 {
		r.head = f
	}
	ok := f.parse(&r, of.Addr().UnsafePointer())
	if r.space(); ok && !r.stopped && r.at < len(data) {
		ok = r.fail(r.at, "something follows the end of the value")
	}
	if ok {
		return nil
	}
	return r.fault()
}

// Reader reads values one after the other.
type Reader struct {
	data    []byte
	at      int // the first byte that was not read
	how     Mode
	head    *form // of the outer struct where nothing is read behind it
	stopped bool
	numbers []int             // memory of lists
	decoder *jsontext.Decoder // of what is not looked into

	wrong  string   // what is wrong; "" where it is no JSON, which another reader knows how to say
	failed bool     // then nothing else counts
	from   int      // where
	path   []string // in which value, the innermost first
}

// Next is the first character of the next value; 0 at the end.
func (r *Reader) Next() byte {
	if r.space(); r.at < len(r.data) {
		return r.data[r.at]
	}
	return 0
}

// Value reads the next value into what a pointer shows. An error need only be handed on.
func (r *Reader) Value(v any) error {
	of := reflect.ValueOf(v).Elem()
	return failed(formOf(of.Type()).parse(r, of.Addr().UnsafePointer()))
}

var errFailed = errors.New("is not what is wanted")

func failed(ok bool) error {
	if ok {
		return nil
	}
	return errFailed
}

// begin is where the next value begins.
func (r *Reader) begin() int {
	r.space()
	return r.at
}

func (r *Reader) space() {
	for r.at < len(r.data) && r.data[r.at] <= ' ' {
		if c := r.data[r.at]; c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return
		}
		r.at++
	}
}

// has reads a character if it comes next.
func (r *Reader) has(c byte) bool {
	if r.space(); r.at < len(r.data) && r.data[r.at] == c {
		r.at++
		return true
	}
	return false
}

// Has reads a text if it comes next.
func (r *Reader) Has(text string) bool {
	r.space()
	return r.hasText(text)
}

func (r *Reader) hasText(text string) bool {
	end := r.at + len(text)
	if end > len(r.data) || string(r.data[r.at:end]) != text {
		return false
	}
	r.at = end
	return true
}

// fail says what is wrong with a value.
func (r *Reader) fail(from int, format string, args ...any) bool {
	if !r.failed {
		r.failed, r.from, r.wrong = true, from, fmt.Sprintf(format, args...)
	}
	return false
}

// syntax fails where there is no JSON.
func (r *Reader) syntax() bool { return r.fail(r.at, "") }

// within says in which value one lies that failed.
func (r *Reader) within(step string) bool {
	r.path = append(r.path, step)
	return false
}

// told fails with what a type's own method says.
func (r *Reader) told(from int, err error) bool {
	if err == nil || r.failed {
		return err == nil
	}
	if text := err.Error(); strings.HasPrefix(text, "is ") || strings.HasPrefix(text, "has ") {
		return r.fail(from, "%s", text)
	}
	return r.fail(from, "is wrong: %v", err)
}

// unlike fails with a value of another kind than is wanted, if it is one at all.
func (r *Reader) unlike(wanted string) bool {
	from := r.begin()
	raw, ok := r.raw()
	if !ok {
		return false
	}
	found := map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a text", '[': "a list", '{': "a group of keys"}[raw.Kind()]
	if found == "" {
		found = brief(string(raw), 40)
	}
	return r.fail(from, "is %s, want %s", found, wanted)
}

// raw reads any value.
func (r *Reader) raw() (jsontext.Value, bool) {
	r.space()
	if from := bytes.NewBuffer(r.data[r.at:]); r.decoder == nil {
		r.decoder = jsontext.NewDecoder(from)
	} else {
		r.decoder.Reset(from)
	}
	v, err := r.decoder.ReadValue()
	if err != nil {
		return nil, r.syntax()
	}
	r.at += len(v)
	return v, true
}

// each reads what stands between two brackets, with commas between. It ends early where nothing is read behind a key.
func (r *Reader) each(brackets, wanted string, one func(i int) bool) bool {
	if !r.has(brackets[0]) {
		return r.unlike(wanted)
	}
	for i := 0; !r.stopped && !r.has(brackets[1]); i++ {
		if i > 0 && !r.has(',') {
			return r.syntax()
		}
		if !one(i) {
			return false
		}
	}
	return true
}

// items reads a list, of so many items unless that is negative.
func (r *Reader) items(count int, item func(i int) bool) bool {
	from, n := r.begin(), 0
	ok := r.each("[]", "a list", func(i int) bool {
		if n++; n > count && count >= 0 {
			return r.fail(from, "has another length than %d", count)
		}
		return item(i) || r.within("["+strconv.Itoa(i)+"]")
	})
	if ok && n < count {
		return r.fail(from, "has another length than %d", count)
	}
	return ok
}

// parseFields reads a struct. Keys in the order of the fields are found at once.
func (f *form) parseFields(r *Reader, p unsafe.Pointer) bool {
	from, next, seen := r.begin(), 0, uint64(0)
	ok := r.each("{}", "a group of keys", func(int) bool {
		at := r.begin()
		i, known := next, next < len(f.fields) && r.hasText(f.fields[next].member)
		if !known {
			name, ok := r.key()
			if !ok {
				return false
			}
			if i, known = f.byName[name]; !known && r.how&More != 0 {
				_, ok := r.raw()
				return ok
			} else if !known {
				return r.fail(at, "is an unknown key") || r.within("."+name)
			}
		}
		of, into := &f.fields[i], p
		if seen&(1<<i) != 0 {
			return r.fail(at, "is there twice") || r.within("."+of.name)
		}
		seen |= 1 << i
		next = i + 1
		if of.via != nil {
			at := (*unsafe.Pointer)(unsafe.Add(p, of.via.offset))
			if *at == nil {
				*at = reflect.New(of.via.of).UnsafePointer()
			}
			into = *at
		}
		if !of.form.parse(r, unsafe.Add(into, of.offset)) {
			return r.within("." + of.name)
		}
		r.stopped = f == r.head && seen == 1<<len(f.fields)-1
		return true
	})
	for i := range f.fields {
		if ok && r.how&Lacking == 0 && f.must&^seen&(1<<i) != 0 {
			return r.fail(from, "is missing") || r.within("."+f.fields[i].name)
		}
	}
	return ok
}

// key reads a key and its colon.
func (r *Reader) key() (string, bool) {
	name, ok := r.text("")
	return name, ok && (r.has(':') || r.syntax())
}

// Items reads a list whose items a function reads one by one. An error need only be handed on.
func (r *Reader) Items(item func(i int) error) error {
	return failed(r.items(-1, func(i int) bool { return r.told(r.begin(), item(i)) }))
}

// Number reads a number and tells whether it is written as a whole one. An error need only be handed on.
func (r *Reader) Number() (n float64, whole bool, err error) {
	from := r.begin()
	_, whole = r.token()
	r.at = from
	n, ok := r.number(64)
	return n, whole, failed(ok)
}

// Skip leaves out a value. An error need only be handed on.
func (r *Reader) Skip() error {
	_, ok := r.raw()
	return failed(ok)
}
