package record

import (
	"bytes"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// text reads a string; where there is another value than is wanted, that is told.
func (r *Reader) text(wanted string) (string, bool) {
	if !r.has('"') {
		if wanted == "" {
			return "", r.syntax()
		}
		return "", r.unlike(wanted)
	}
	from, plain := r.at, true
	for {
		length := bytes.IndexByte(r.data[r.at:], '"')
		if length < 0 {
			return "", r.syntax()
		}
		r.at += length + 1
		slashes := 0
		for r.data[r.at-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			break
		}
	}
	out := r.data[from : r.at-1]
	for _, c := range out {
		plain = plain && c >= ' ' && c != '\\' && c < utf8.RuneSelf
	}
	if plain {
		return string(out), true
	}
	text, err := jsontext.AppendUnquote(nil, r.data[from-1:r.at])
	if err != nil {
		return "", r.syntax()
	}
	return string(text), true
}

// token is where a number ends that begins at the next byte, and whether it is a whole one; it is empty where there is none.
func (r *Reader) token() (text []byte, whole bool) {
	r.space()
	digits := func(at int) int {
		for at < len(r.data) && r.data[at]-'0' <= 9 {
			at++
		}
		return at
	}
	is := func(at int, c byte) bool { return at < len(r.data) && r.data[at] == c }
	at := r.at
	if is(at, '-') {
		at++
	}
	end := digits(at)
	if end == at || end > at+1 && r.data[at] == '0' {
		return nil, false
	}
	whole = true
	if is(end, '.') {
		if at, end, whole = end+1, digits(end+1), false; end == at {
			return nil, false
		}
	}
	if is(end, 'e') || is(end, 'E') {
		if end, whole = end+1, false; is(end, '-') || is(end, '+') {
			end++
		}
		if at, end = end, digits(end); end == at {
			return nil, false
		}
	}
	text = r.data[r.at:end]
	r.at = end
	return text, whole
}

// number reads any number.
func (r *Reader) number(bits int) (float64, bool) {
	from := r.begin()
	text, _ := r.token()
	if len(text) == 0 {
		return 0, r.noNumber(from, nil, "a number")
	}
	n, err := strconv.ParseFloat(string(text), bits)
	if err != nil {
		return 0, r.fail(from, "is %s, want a number of %d bits", brief(string(text), 40), bits)
	}
	return n, true
}

// noNumber fails with a number of another kind than is wanted, or with another value.
func (r *Reader) noNumber(from int, text []byte, wanted string) bool {
	if len(text) > 0 {
		return r.fail(from, "is %s, want %s", brief(string(text), 40), wanted)
	}
	if c := r.Next(); c == '-' || c-'0' <= 9 {
		return r.syntax()
	}
	return r.unlike(wanted)
}

func parseBool(r *Reader, p unsafe.Pointer) bool {
	yes := r.Has("true")
	*(*bool)(p) = yes
	return yes || r.hasText("false") || r.unlike("true or false")
}

func parseString(r *Reader, p unsafe.Pointer) (ok bool) {
	*(*string)(p), ok = r.text("a text")
	return ok
}

// parseIntegers reads a list of whole numbers. Lists lie one behind the other in memory.
func (f *form) parseIntegers(r *Reader, p unsafe.Pointer) bool {
	list, from := (*[]int)(p), r.begin()
	if r.Has("null") {
		*list = nil
		return true
	}
	if r.numbers == nil {
		r.numbers = make([]int, 0, 8+min(len(r.data)-r.at, 32<<10)/8)
	}
	first := len(r.numbers)
	if r.has('[') && r.plainIntegers() {
		*list = r.numbers[first:len(r.numbers):len(r.numbers)]
		return true
	}
	r.at, r.numbers = from, r.numbers[:first]
	ok := r.items(-1, func(int) bool {
		r.numbers = append(r.numbers, 0)
		return f.parse(r, unsafe.Pointer(&r.numbers[len(r.numbers)-1]))
	})
	*list = r.numbers[first:len(r.numbers):len(r.numbers)]
	return ok
}

// plainIntegers reads the rest of a list as most are written: whole numbers that are not negative, and no spaces. Where it fails another
// has to look.
func (r *Reader) plainIntegers() bool {
	for first := r.at; r.at < len(r.data); r.at++ {
		n, from := 0, r.at
		for r.at < len(r.data) && r.data[r.at]-'0' <= 9 {
			n = 10*n + int(r.data[r.at]-'0')
			r.at++
		}
		length := r.at - from
		switch empty := from == first && length == 0; {
		case r.at == len(r.data) || length > 9 || length > 1 && r.data[from] == '0' || length == 0 && !(empty && r.data[r.at] == ']'):
			return false
		case !empty:
			r.numbers = append(r.numbers, n)
		}
		if r.data[r.at] == ']' {
			r.at++
			return true
		}
		if r.data[r.at] != ',' {
			return false
		}
	}
	return false
}

// brief is a text without its end where it is long.
func brief(text string, longest int) string {
	if len(text) > longest {
		return text[:longest] + "..."
	}
	return text
}
