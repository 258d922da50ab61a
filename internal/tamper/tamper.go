// Package tamper changes one thing at a time in a JSON document, in ways that another valid document might have: for tests of checkers.
package tamper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Change is one thing that is changed in a document.
type Change struct {
	Where    string // JSON pointer, and what was done there
	document []byte
	from, to int // bytes that are replaced
	with     string
}

// Data is the changed document. It is made when it is asked for, since a large document has very many changes.
func (c *Change) Data() []byte {
	return slices.Concat(c.document[:c.from], []byte(c.with), c.document[c.to:])
}

// Changes are those of a document: a number moved by its last bit and by a hundredth, text replaced by what another place of the same
// kind has, a truth turned around, neighbors of a list swapped, elements and members taken away and repeated, keys replaced and written
// in capitals. Places are of the same
// kind if their pointers differ in indices of lists only. others are further documents that text and keys are taken from. Of each
// kind of place and change at most so many are returned, drawn by a fixed seed; 0 stands for all.
func Changes(document []byte, most int, others ...[]byte) ([]Change, error) {
	t := tamperer{document: document, words: map[string][]string{}, known: map[[2]string]bool{}, kinds: map[string][]Change{}}
	root, err := read(document)
	if err != nil {
		return nil, err
	}
	t.learn(root, "")
	for _, o := range others {
		other, err := read(o)
		if err != nil {
			return nil, err
		}
		t.learn(other, "")
	}
	t.change(root, "", "")
	var out []Change
	draws := rand.New(rand.NewPCG(1, 2))
	for _, kind := range t.order {
		of := t.kinds[kind]
		if most > 0 && len(of) > most {
			draws.Shuffle(len(of), func(i, k int) { of[i], of[k] = of[k], of[i] })
			of = of[:most]
		}
		out = append(out, of...)
	}
	return out, nil
}

// node is a value of a document and where it stands.
type node struct {
	kind       jsontext.Kind
	start, end int    // of the value
	raw        []byte // of a value that is neither list nor object
	key        string // of a member
	keyStart   int
	children   []*node
}

// read parses a document.
func read(document []byte) (*node, error) {
	d := jsontext.NewDecoder(bytes.NewReader(document))
	n, err := parse(d)
	if err != nil {
		return nil, fmt.Errorf("tamper: %w", err)
	}
	return n, nil
}

func parse(d *jsontext.Decoder) (*node, error) {
	n := &node{kind: d.PeekKind()}
	if n.kind != '{' && n.kind != '[' {
		raw, err := d.ReadValue()
		n.raw, n.end = bytes.Clone(raw), int(d.InputOffset())
		n.start = n.end - len(raw)
		return n, err
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	n.start = int(d.InputOffset()) - 1
	for k := d.PeekKind(); k != '}' && k != ']'; k = d.PeekKind() {
		key, keyStart := "", 0
		if n.kind == '{' {
			raw, err := d.ReadValue()
			if err != nil {
				return nil, err
			}
			keyStart = int(d.InputOffset()) - len(raw)
			if err := json.Unmarshal(raw, &key); err != nil {
				return nil, err
			}
		}
		child, err := parse(d)
		if err != nil {
			return nil, err
		}
		child.key, child.keyStart = key, keyStart
		n.children = append(n.children, child)
	}
	_, err := d.ReadToken()
	n.end = int(d.InputOffset())
	return n, err
}

type tamperer struct {
	document []byte
	words    map[string][]string // texts and, behind "keys of", keys by kind of place, as they are written
	known    map[[2]string]bool  // kinds and words
	kinds    map[string][]Change
	order    []string // of kinds
}

func (t *tamperer) word(kind, w string) {
	if !t.known[[2]string{kind, w}] {
		t.known[[2]string{kind, w}] = true
		t.words[kind] = append(t.words[kind], w)
	}
}

// learn collects texts and keys.
func (t *tamperer) learn(n *node, kind string) {
	if n.kind == '"' {
		t.word(kind, string(n.raw))
	}
	for _, c := range n.children {
		if n.kind == '[' {
			t.learn(c, kind+"/*")
			continue
		}
		t.word("keys of "+kind, c.key)
		t.learn(c, kind+"/"+c.key)
	}
}

// put adds a change: bytes from a to b are others.
func (t *tamperer) put(kind, where, what string, a, b int, with string) {
	kind += " " + what
	if t.kinds[kind] == nil {
		t.order = append(t.order, kind)
	}
	t.kinds[kind] = append(t.kinds[kind], Change{where + " " + what, t.document, a, b, with})
}

// change adds all changes of a value.
func (t *tamperer) change(n *node, kind, where string) {
	replace := func(what, with string) { t.put(kind, where, what, n.start, n.end, with) }
	switch n.kind {
	case 't', 'f':
		replace("turned around", map[jsontext.Kind]string{'t': "false", 'f': "true"}[n.kind])
	case 'n':
		replace("is there", "1")
	case '"':
		if w, ok := t.other(kind, func(w string) bool { return w == string(n.raw) }); ok {
			replace("is another", w)
		} else {
			replace("has a letter more", string(n.raw[:len(n.raw)-1])+`x"`)
		}
	case '0':
		v, err := strconv.ParseFloat(string(n.raw), 64)
		if whole := err == nil && v == math.Trunc(v) && math.Abs(v) < 1<<53; whole {
			replace("one more", written(v+1))
			replace("one less", written(v-1))
		} else {
			replace("by a bit", written(math.Nextafter(v, math.Inf(1))))
			replace("by a hundredth", written(v+max(0.01, math.Abs(v)/100)))
		}
	case '{', '[':
		t.children(n, kind, where)
	}
}

// children changes members or elements, and adds what can be done with them as a whole.
func (t *tamperer) children(n *node, kind, where string) {
	start := func(i int) int {
		if n.kind == '{' {
			return n.children[i].keyStart
		}
		return n.children[i].start
	}
	has := map[string]bool{}
	for _, c := range n.children {
		has[c.key] = true
	}
	key, foreign := t.other("keys of "+kind, func(w string) bool { return has[w] })
	for i, c := range n.children {
		at := fmt.Sprintf("%s/%d", where, i)
		inner := kind + "/*"
		if n.kind == '{' {
			at, inner = where+"/"+c.key, kind+"/"+c.key
			if foreign {
				t.put(kind, at, "under another key", c.keyStart, c.keyStart+len(quoted(c.key)), string(quoted(key)))
			}
		}
		switch {
		case len(n.children) == 1:
			t.put(inner, at, "taken away", n.start+1, n.end-1, "")
		case i == 0:
			t.put(inner, at, "taken away", start(0), start(1), "")
		default:
			t.put(inner, at, "taken away", n.children[i-1].end, c.end, "")
		}
		t.put(inner, at, "twice", c.end, c.end, ","+string(t.document[start(i):c.end]))
		if capitals := strings.ToUpper(c.key); capitals != c.key {
			t.put(inner, at, "in capitals", c.keyStart, c.keyStart+len(quoted(c.key)), string(quoted(capitals)))
		}
		if i > 0 && n.kind == '[' {
			before := n.children[i-1]
			a, b := t.document[before.start:before.end], t.document[c.start:c.end]
			if !bytes.Equal(a, b) {
				t.put(inner, at, "before its neighbor", before.start, c.end, string(slices.Concat(b, t.document[before.end:c.start], a)))
			}
		}
		t.change(c, inner, at)
	}
}

// other is a word of a kind that is not one of those that are there already.
func (t *tamperer) other(kind string, taken func(w string) bool) (string, bool) {
	i := slices.IndexFunc(t.words[kind], func(w string) bool { return !taken(w) })
	if i < 0 {
		return "", false
	}
	return t.words[kind][i], true
}

func quoted(s string) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return data
}

func written(v float64) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}
