package robots

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/internal/bound"
)

// Bounds for strangers' files.
const (
	maxElements = 1_000_000 // of all files together
	maxDepth    = 256       // of elements in each other
	maxAttrs    = 100       // of an element
)

// xmlBytes is what a byte of a file becomes at most: attributes have five, and take 40 in their element and more on
// the way there.
const xmlBytes = 40

// node is an element.
type node struct {
	name, file string
	line       int
	attrs      []attr
	children   []*node
	read       bool // somebody has looked at it
}

type attr struct {
	key, value string
	read       bool
}

// reader reads files of a folder. The first thing that is wrong is kept and everything read after it is zero, so that
// callers look at err once.
type reader struct {
	folder   *os.Root
	memory   *bound.Memory
	dir      string // of the file, in the folder
	err      error
	elements int
	notes    []string
	left     []leftOut
	leftAt   map[string]int // in left
	meshes   map[meshKey]*solid
	vertices int
}

// leftOut counts what is left out, by kind, in the order of the file.
type leftOut struct {
	what  string
	count int
}

func newReader(folder *os.Root, name string, memory *bound.Memory) *reader {
	return &reader{folder: folder, memory: memory, dir: path.Dir(name), leftAt: map[string]int{}, meshes: map[meshKey]*solid{}}
}

// stem is a file's name without folders and ending.
func stem(name string) string {
	name = path.Base(name)
	if s := strings.TrimSuffix(name, path.Ext(name)); s != "" {
		return s
	}
	return name
}

// fail keeps an error at an element.
func (r *reader) fail(n *node, format string, args ...any) {
	if r.err != nil {
		return
	}
	err := fmt.Errorf(format, args...)
	if name := n.peek("name"); name != "" {
		r.err = fmt.Errorf("%s:%d: <%s> %.80q: %w", n.file, n.line, n.name, name, err)
		return
	}
	r.err = fmt.Errorf("%s:%d: <%s>: %w", n.file, n.line, n.name, err)
}

// maxNotes bounds how much is said of one file.
const maxNotes = 100

// note adds a sentence, once.
func (r *reader) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	switch {
	case slices.Contains(r.notes, s):
	case len(r.notes) < maxNotes:
		r.notes = append(r.notes, s)
	case len(r.notes) == maxNotes:
		r.notes = append(r.notes, "and more of the same")
	}
}

// file reads the elements of a file.
func (r *reader) file(name string) *node {
	top := &node{file: name}
	data, err := r.memory.In(r.folder, name)
	if err == nil {
		if err = r.memory.Take(len(data), xmlBytes); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	if err != nil {
		r.err = err
		return top
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if !slices.Contains([]string{"ascii", "us-ascii", "iso-8859-1", "latin1"}, strings.ToLower(charset)) {
			return nil, fmt.Errorf("encoding is %q, want UTF-8", charset)
		}
		return in, nil // of these, what is not ASCII is refused as no UTF-8
	}
	open := []*node{top}
	for r.err == nil {
		line, _ := d.InputPos()
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			line, _ = d.InputPos()
			r.err = fmt.Errorf("%s:%d: %w", name, line, err)
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			n := &node{name: t.Name.Local, file: name, line: line}
			if r.elements++; r.elements > maxElements || len(open) > maxDepth {
				r.fail(n, "is one of more than %d elements or in more than %d others", maxElements, maxDepth)
			}
			if t.Name.Space == "xacro" || strings.Contains(t.Name.Space, "/xacro") {
				r.fail(n, `is a macro of xacro; "xacro FILE" writes the file without`)
			}
			if len(t.Attr) > maxAttrs {
				r.fail(n, "has %d attributes, want at most %d", len(t.Attr), maxAttrs)
			}
			for _, a := range t.Attr {
				if a.Name.Space == "" && a.Name.Local != "xmlns" {
					n.attrs = append(n.attrs, attr{key: a.Name.Local, value: a.Value})
				}
			}
			up := open[len(open)-1]
			up.children = append(up.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	if r.err == nil && len(top.children) != 1 {
		r.err = fmt.Errorf("%s: has %d outer elements, want one", name, len(top.children))
	}
	if r.err != nil {
		return top
	}
	top.children[0].read = true
	return top.children[0]
}

// peek returns an attribute, or "" where there is none, without counting it as read.
func (n *node) peek(key string) string {
	for i := range n.attrs {
		if n.attrs[i].key == key {
			return n.attrs[i].value
		}
	}
	return ""
}

// text reads an attribute.
func (n *node) text(key string) (string, bool) {
	for i := range n.attrs {
		if n.attrs[i].key == key {
			n.attrs[i].read = true
			return n.attrs[i].value, true
		}
	}
	return "", false
}

// must reads an attribute that has to be there.
func (r *reader) must(n *node, key string) string {
	s, ok := n.text(key)
	if !ok {
		r.fail(n, "%s is missing", key)
	}
	return s
}

// all returns the children of a name.
func (n *node) all(name string) []*node {
	var out []*node
	for _, c := range n.children {
		if c.name == name {
			c.read = true
			out = append(out, c)
		}
	}
	return out
}

// one returns the first child of a name, nil where there is none.
func (n *node) one(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			c.read = true
			return c
		}
	}
	return nil
}

// numbers reads from min to max finite numbers, nil where the attribute is missing.
func (r *reader) numbers(n *node, key string, min, max int) []float64 {
	text, ok := n.text(key)
	if !ok || r.err != nil {
		return nil
	}
	words := strings.Fields(text)
	if len(words) < min || len(words) > max {
		want := fmt.Sprintf("%d to %d", min, max)
		if min == max {
			want = strconv.Itoa(min)
		}
		r.fail(n, "%s has %d numbers, want %s", key, len(words), want)
		return nil
	}
	out := make([]float64, len(words))
	for i, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e30 {
			r.fail(n, "%s has %.40q, want a number", key, w)
			return nil
		}
		out[i] = x
	}
	return out
}

// number reads one number.
func (r *reader) number(n *node, key string, missing float64) float64 {
	if v := r.numbers(n, key, 1, 1); v != nil {
		return v[0]
	}
	return missing
}

// positive reads one number above 0 that has to be there.
func (r *reader) positive(n *node, key string) float64 {
	r.must(n, key)
	x := r.number(n, key, 0)
	if !(x > 0) {
		r.fail(n, "%s is %g, want more than 0", key, x)
	}
	return x
}

// atLeast0 reads one number that is not negative.
func (r *reader) atLeast0(n *node, key string, missing float64) float64 {
	x := r.number(n, key, missing)
	if !(x >= 0) {
		r.fail(n, "%s is %g, want 0 or more", key, x)
	}
	return x
}

// vec reads three numbers.
func (r *reader) vec(n *node, key string, missing geom.Vec3) geom.Vec3 {
	if v := r.numbers(n, key, 3, 3); v != nil {
		return geom.V(v[0], v[1], v[2])
	}
	return missing
}

// harmless are elements and attributes that do not act on motion, and those that are read elsewhere.
var harmless = strings.Fields("name visual material texture site camera light visual statistic sensor custom rgba group class " +
	"childclass compiler option size flag default model version mode skybox global headlight map quality scale user cls")

// unread counts elements and attributes that nobody has looked at.
func (r *reader) unread(n *node) {
	for _, a := range n.attrs {
		if !a.read && !slices.Contains(harmless, a.key) && !isZero(a.value) {
			r.leave(a.key + " of <" + n.name + ">")
		}
	}
	for _, c := range n.children {
		switch {
		case c.name == "default", c.name == "asset": // what is used of them was looked at there
		case c.read:
			r.unread(c)
		case !slices.Contains(harmless, c.name):
			r.leave("<" + c.name + ">")
		}
	}
}

// isZero tells whether a value is 0, or says no.
func isZero(s string) bool {
	for _, w := range strings.Fields(s) {
		if x, err := strconv.ParseFloat(w, 64); (err != nil || x != 0) && w != "false" {
			return false
		}
	}
	return true
}

func (r *reader) leave(what string) {
	i, ok := r.leftAt[what]
	if !ok {
		i = len(r.left)
		r.leftAt[what] = i
		r.left = append(r.left, leftOut{what: what})
	}
	r.left[i].count++
}

// sentences are the notes and, in one of them, what is left out.
func (r *reader) sentences() []string {
	const most = 30 // kinds in a sentence
	var words []string
	for i, l := range r.left {
		if i == most {
			words = append(words, fmt.Sprintf("and %d more kinds", len(r.left)-most))
			break
		}
		if l.count > 1 {
			l.what = fmt.Sprintf("%s (%d)", l.what, l.count)
		}
		words = append(words, l.what)
	}
	if len(words) == 0 {
		return r.notes
	}
	return append(r.notes, "left out: "+strings.Join(words, ", "))
}
