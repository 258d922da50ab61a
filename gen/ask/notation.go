package ask

import (
	"errors"
	"fmt"
	"strings"
)

// The lines of a template's program, and its constraints, are terms: calls with their arguments in parentheses. A line has a name where
// other lines or constraints mention what it yields.
//
//	a = filter_unique(scene, <C>, <S>)
//	count(relate(a, <R>))
//
// An argument is a call, the name of an earlier line, or behind these a slot. What takes nothing has no parentheses. Inner calls come
// before outer ones, and of two arguments the first one before the second.
type term struct {
	at   int    // its first byte
	text string // what is called, or the name of a line, or a slot
	args []term
	bare bool // it has no parentheses
}

// isSlot tells whether the term stands for values that are filled in.
func (t *term) isSlot() bool { return strings.HasPrefix(t.text, "<") }

// maxTerms is how deep terms are nested at most; see maxDepth.
const maxTerms = 64

// notation is a line while it is read.
type notation struct {
	text string
	at   int
}

// errorf says what is wrong at a byte of the line.
func (n *notation) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("byte %d of %q: %s", at, n.text, fmt.Sprintf(format, args...))
}

// line reads a term that is all of the line, and the name before it, if there is one.
func (n *notation) line() (name string, t term, err error) {
	if n.takes(""); n.at == len(n.text) {
		return "", t, errors.New("the line is empty")
	}
	t, err = n.term(0)
	if err == nil && t.bare && !t.isSlot() && n.takes("=") {
		name = t.text
		t, err = n.term(0)
	}
	if n.takes(""); err == nil && n.at < len(n.text) {
		err = n.errorf(n.at, "unexpected %q", n.text[n.at])
	}
	return name, t, err
}

// takes goes past blanks and a mark, if it is there.
func (n *notation) takes(mark string) bool {
	rest := strings.TrimLeft(n.text[n.at:], " ")
	n.at = len(n.text) - len(rest)
	if !strings.HasPrefix(rest, mark) {
		return false
	}
	n.at += len(mark)
	return true
}

// term reads a term that is nested so deep.
func (n *notation) term(depth int) (t term, err error) {
	n.takes("")
	rest := n.text[n.at:]
	end := strings.IndexAny(rest, "(),= ")
	if strings.HasPrefix(rest, "<") {
		if end = strings.IndexByte(rest, '>') + 1; end == 0 {
			return t, n.errorf(n.at, "< without >")
		}
	} else if end < 0 {
		end = len(rest)
	}
	t = term{at: n.at, text: rest[:end], bare: true}
	switch {
	case end == 0:
		return t, n.errorf(n.at, "want a call, the name of a line or a slot")
	case depth == maxTerms:
		return t, n.errorf(n.at, "calls are nested more than %d deep", maxTerms)
	}
	n.at += end
	if t.isSlot() || !n.takes("(") {
		return t, nil
	}
	t.bare = false
	for {
		arg, err := n.term(depth + 1)
		if err != nil {
			return t, err
		}
		t.args = append(t.args, arg)
		if n.takes(")") {
			return t, nil
		}
		if !n.takes(",") {
			return t, n.errorf(n.at, "want , or )")
		}
	}
}
