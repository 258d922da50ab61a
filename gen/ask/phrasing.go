package ask

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A phrasing is text with these marks:
//
//	<X>        words of a slot, or of a phrase of the set's Voice, as suits the instance
//	<X>s       its plural; <X>1 its singular
//	{a|b}      one of several, equally likely; may be nested
//	{a|b:X}    a when X is singular, b when it is plural
//	[a]        a, or nothing
//
// Families with choices have three parts with ChoiceMark between them.
type (
	sequence []item
	item     interface{ isItem() }

	literal string
	mention struct {
		name string
		form Form
	}
	choice    []sequence
	agreement struct {
		one, many sequence
		name      string
	}
	optional sequence
)

func (literal) isItem()   {}
func (mention) isItem()   {}
func (choice) isItem()    {}
func (agreement) isItem() {}
func (optional) isItem()  {}

// ChoiceMark stands between the parts of a phrasing with choices: what all choices share, the choice, and both in one sentence.
const ChoiceMark = " // "

// always are the names that stand in all texts that a sequence can become.
func (s sequence) always() map[string]bool {
	out := map[string]bool{}
	for _, it := range s {
		switch it := it.(type) {
		case mention:
			out[it.name] = true
		case choice:
			for name := range it[0].always() {
				out[name] = !slices.ContainsFunc(it[1:], func(other sequence) bool { return !other.always()[name] })
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, always bool) bool { return !always })
	return out
}

// Form is how a word is asked for.
type Form int

const (
	Natural Form = iota // as suits the instance
	One
	Many
)

type phrasingParser struct {
	text  string
	at    int
	depth int
	knows func(name string) (isSlot, isPhrase bool)
}

// parsePhrasing reads a phrasing; errors name the byte.
func parsePhrasing(text string, knows func(string) (isSlot, isPhrase bool)) (sequence, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("the phrasing is empty")
	}
	p := phrasingParser{text: text, knows: knows}
	s, err := p.sequence("")
	if err == nil && p.at < len(text) {
		err = p.errorf("unexpected %q", text[p.at])
	}
	return s, err
}

func (p *phrasingParser) errorf(format string, args ...any) error {
	return fmt.Errorf("byte %d of %q: %s", p.at, p.text, fmt.Sprintf(format, args...))
}

// sequence reads up to one of the ends, which stays unread.
func (p *phrasingParser) sequence(ends string) (sequence, error) {
	var out sequence
	for p.at < len(p.text) && !strings.ContainsRune(ends, rune(p.text[p.at])) {
		it, err := p.item()
		if err != nil {
			return nil, err
		}
		out = append(out, it)
	}
	if ends != "" && p.at == len(p.text) {
		return nil, p.errorf("ends before one of %q", ends)
	}
	return out, nil
}

// maxDepth of nested brackets keeps a hostile file from exhausting the stack.
const maxDepth = 8

func (p *phrasingParser) item() (item, error) {
	switch p.text[p.at] {
	case '<':
		return p.mention()
	case '{', '[':
		if p.depth == maxDepth {
			return nil, p.errorf("brackets are nested more than %d deep", maxDepth)
		}
		p.depth++
		defer func() { p.depth-- }()
		if p.text[p.at] == '{' {
			return p.choice()
		}
		p.at++
		s, err := p.sequence("]")
		p.at++
		return optional(s), err
	case '>', '}', ']', '|':
		return nil, p.errorf("unexpected %q", p.text[p.at])
	}
	end := strings.IndexAny(p.text[p.at:], "<>{}[]|")
	if end < 0 {
		end = len(p.text) - p.at
	}
	word := p.text[p.at : p.at+end]
	if i := strings.IndexByte(word, ':'); i > 0 { // a colon may begin an agreement; see choice
		end = i
	} else if i == 0 {
		end = 1
	}
	word = p.text[p.at : p.at+end]
	p.at += end
	return literal(word), nil
}

func (p *phrasingParser) mention() (item, error) {
	end := strings.IndexByte(p.text[p.at:], '>')
	if end < 0 {
		return nil, p.errorf("< without >")
	}
	name := p.text[p.at+1 : p.at+end]
	if slot, phrase := p.knows(name); !slot && !phrase {
		return nil, p.errorf("no node has slot <%s>", name)
	}
	p.at += end + 1
	m := mention{name: name}
	if p.at < len(p.text) && !(p.at+1 < len(p.text) && isLetter(p.text[p.at+1])) {
		switch p.text[p.at] {
		case 's':
			m.form = Many
			p.at++
		case '1':
			m.form = One
			p.at++
		}
	}
	return m, nil
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// choice reads {a|b} or {a|b:X}.
func (p *phrasingParser) choice() (item, error) {
	start := p.at
	p.at++
	var parts []sequence
	for {
		s, err := p.sequence("|}")
		if err != nil {
			return nil, err
		}
		parts = append(parts, s)
		p.at++
		if p.text[p.at-1] == '}' {
			break
		}
	}
	last := parts[len(parts)-1]
	if n := len(last); n >= 1 {
		if word, ok := last[n-1].(literal); ok && strings.HasPrefix(string(word), ":") {
			// ":" alone is a literal of its own, what follows it another.
			return nil, p.errorf("%q has nothing behind :", p.text[start:p.at])
		}
	}
	if n := len(last); n >= 2 {
		colon, _ := last[n-2].(literal)
		name, ok := last[n-1].(literal)
		if colon == ":" && ok {
			slot, phrase := p.knows(string(name))
			if !slot && !phrase {
				return nil, p.errorf("%q agrees with <%s>, which no node has", p.text[start:p.at], name)
			}
			if len(parts) != 2 {
				return nil, p.errorf("%q has %d forms, want singular and plural", p.text[start:p.at], len(parts))
			}
			return agreement{parts[0], last[:n-2], string(name)}, nil
		}
	}
	return choice(parts), nil
}
