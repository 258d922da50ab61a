package backup

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Change is a JSON text in which one thing is not what it was.
type Change struct {
	What string // "/objects/0/size: another text"
	Data []byte
}

// Changes are all texts that differ from a JSON text in one plausible way: a number by the last bit or by a thousandth, whole ones by 1, a
// text that another value of the same key has, an item of a list swapped, repeated or left out, a key left out, repeated or in
// capitals. All other bytes are kept.
func Changes(t testing.TB, data []byte) (out []Change) {
	t.Helper()
	values := valuesOf(t, data)
	texts := map[string][]string{} // by key, in which numbers stand for any
	for _, v := range values {
		if v.kind == '"' {
			texts[v.general()] = append(texts[v.general()], string(data[v.from:v.to]))
		}
	}
	for _, v := range values {
		put := func(how, text string, from, to int) {
			out = append(out, Change{v.at + ": " + how, slices.Concat(data[:from], []byte(text), data[to:])})
		}
		text := string(data[v.from:v.to])
		switch v.kind {
		case '0':
			put("a bit", moreBy(text, 0), v.from, v.to)
			put("a thousandth", moreBy(text, 1e-3), v.from, v.to)
		case '"':
			other := `"` + strings.Trim(text, `"`) + `x"`
			if i := slices.IndexFunc(texts[v.general()], func(s string) bool { return s != text }); i >= 0 {
				other = texts[v.general()][i]
			}
			put("another text", other, v.from, v.to)
		case 't', 'f':
			put("the contrary", strconv.FormatBool(v.kind == 'f'), v.from, v.to)
		case 'n':
			put("something", "0", v.from, v.to)
		case '[':
			out = append(out, v.lists(data)...)
		}
		if v.key != [2]int{} {
			key := string(data[v.key[0]:v.key[1]])
			put("the key in capitals", strings.ToUpper(key), v.key[0], v.key[1])
			put("the key twice", text+","+key+":"+text, v.from, v.to)
			from, to := v.key[0], v.to
			if c := bytes.TrimLeft(data[to:], " \n"); c[0] == ',' {
				to = len(data) - len(c) + 1
			} else if before := bytes.TrimRight(data[:from], " \n"); before[len(before)-1] == ',' {
				from = len(before) - 1
			}
			put("no such key", "", from, to)
		}
	}
	return slices.DeleteFunc(out, func(c Change) bool { return bytes.Equal(c.Data, data) })
}

// moreBy is a number that is larger by a share; by the last bit, or 1 where it is written as a whole number, for 0.
func moreBy(text string, share float64) string {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n+1+int64(float64(n)*share), 10)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("backup: %s is no number", text))
	}
	if share == 0 {
		x = math.Nextafter(x, math.Inf(1))
	}
	return strconv.FormatFloat(x+math.Abs(x)*share, 'g', -1, 64)
}

// value is a value in a text.
type value struct {
	at       string // JSON pointer
	kind     jsontext.Kind
	from, to int
	key      [2]int // where its key is, none of what is in a list
	items    [][2]int
}

// general is the pointer without the numbers of lists.
func (v *value) general() string {
	parts := strings.Split(v.at, "/")
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return strings.Trim(s, "0123456789") == "" }), "/")
}

// lists changes a list.
func (v *value) lists(data []byte) (out []Change) {
	put := func(how string, items [][2]int) {
		var texts [][]byte
		for _, at := range items {
			texts = append(texts, data[at[0]:at[1]])
		}
		list := slices.Concat([]byte("["), bytes.Join(texts, []byte(",")), []byte("]"))
		out = append(out, Change{v.at + ": " + how, slices.Concat(data[:v.from], list, data[v.to:])})
	}
	n := len(v.items)
	if n == 0 {
		return nil
	}
	put("without its last item", v.items[:n-1])
	put("with its last item twice", append(slices.Clone(v.items), v.items[n-1]))
	for i := 1; i < n; i++ {
		if a, b := v.items[0], v.items[i]; !bytes.Equal(data[a[0]:a[1]], data[b[0]:b[1]]) {
			swapped := slices.Clone(v.items)
			swapped[0], swapped[i] = b, a
			put(fmt.Sprintf("with items 0 and %d swapped", i), swapped)
			break
		}
	}
	return out
}

// valuesOf are all values of a text, those that hold others before these.
func valuesOf(t testing.TB, data []byte) (out []*value) {
	t.Helper()
	var read func(at string, from int, key [2]int) int
	space := func(at int) int {
		for strings.IndexByte(" \n\t\r,:", data[at]) >= 0 {
			at++
		}
		return at
	}
	end := func(from int) int {
		d := jsontext.NewDecoder(bytes.NewReader(data[from:]))
		raw, err := d.ReadValue()
		if err != nil {
			t.Fatalf("backup: no JSON at byte %d: %v", from, err)
		}
		return from + len(raw)
	}
	read = func(at string, from int, key [2]int) int {
		v := &value{at: at, kind: jsontext.Value(data[from:]).Kind(), from: from, key: key}
		out = append(out, v)
		if v.kind != '{' && v.kind != '[' {
			v.to = end(from)
			return v.to
		}
		next := space(from + 1)
		for n := 0; data[next] != '}' && data[next] != ']'; n++ {
			name, key := strconv.Itoa(n), [2]int{}
			if v.kind == '{' {
				key = [2]int{next, end(next)}
				name = strings.Trim(string(data[key[0]:key[1]]), `"`)
				next = space(key[1])
			}
			to := read(at+"/"+name, next, key)
			v.items = append(v.items, [2]int{next, to})
			next = space(to)
		}
		v.to = next + 1
		return v.to
	}
	read("", space(0), [2]int{})
	return out
}

// Missed changes a file in every way, or in each n-th one, and returns the changes that are not found.
func (f *Files) Missed(name string, n int, found func() bool) (missed []string, tries int) {
	changes := Changes(f.T, f.Data[name])
	for i := 0; i < len(changes); i += n {
		f.Write(name, changes[i].Data)
		if tries++; !found() {
			missed = append(missed, changes[i].What)
		}
	}
	f.Mend()
	return missed, tries
}
