package qlevr

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fillText puts the values of an instance into a text with slots, as the published questions are made: a shape that is not
// mentioned is an object, except among the exceptions of "nothing but the red ones"; every other attribute that is not
// mentioned leaves nothing. say gives the word for a value; nonWhite says "non-white" for "geometric". It fails where a slot
// is left.
func fillText(text string, in *Instance, say func(value string) string, nonWhite bool) (string, error) {
	for i, vals := range in.Vals {
		if i < len(in.Template.Nodes) && len(vals) > len(in.Template.Nodes[i].Slots) {
			return "", fmt.Errorf("qlevr: node %d of %s has %d values, want at most %d",
				i, in.Template.name().String(), len(vals), len(in.Template.Nodes[i].Slots))
		}
	}
	filled := make([]byte, 0, 2*len(text))
	for {
		before, rest, found := strings.Cut(text, "<")
		filled = append(filled, before...)
		if !found {
			break
		}
		slot := text[len(before) : len(before)+1+max(0, strings.IndexByte(rest, '>')+1)]
		word, ok := in.slotWord(slot, say)
		if !ok {
			return "", fmt.Errorf("qlevr: %s fills no slot at %q", in.Template.name().String(), text[len(before):])
		}
		filled = append(filled, word...)
		text = text[len(before)+len(slot):]
	}
	if nonWhite {
		filled = bytes.ReplaceAll(filled, []byte(" geometric "), []byte(" non-white "))
	}
	if text = spaced(filled); text == "" {
		return "", fmt.Errorf("qlevr: the text of %s is empty", in.Template.name().String())
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:], nil
}

// slotWord is what is said for a slot, <C>; false if the template has no such slot.
func (in *Instance) slotWord(slot string, say func(value string) string) (string, bool) {
	n, v := in.slot(slot)
	switch {
	case n == nil:
		return "", false
	case v.Said:
		return say(v.Word), true
	case strings.HasPrefix(slot, "<S") && !strings.HasPrefix(n.Type, "attributes_subset_"):
		return say("object"), true
	}
	return "", true
}

// spaced is the text with single spaces between words, and none before a mark. A comma keeps it.
func spaced(text []byte) string {
	out := text[:0]
	space := false
	for _, c := range text {
		if c <= ' ' {
			space = len(out) > 0
			continue
		}
		if space && c != '?' && c != '.' && c != ';' {
			out = append(out, ' ')
		}
		space = false
		out = append(out, c)
	}
	return string(out)
}

// chooseForms replaces {slot:one|other} by one where the slot's value is empty, else by other: {so:does|do}, {sp:it|them}.
// Forms may have choices in them.
func chooseForms(text string, value func(slot string) (string, bool)) (string, error) {
	for {
		end := strings.IndexByte(text, '}') // of a choice without choices in it
		if end < 0 {
			if i := strings.IndexByte(text, '{'); i >= 0 {
				return "", fmt.Errorf("qlevr: choice of forms %q does not end", text[i:])
			}
			return text, nil
		}
		start := strings.LastIndexByte(text[:end], '{')
		choice := text[start+1 : end]
		slot, forms, ok1 := strings.Cut(choice, ":")
		form, filled, ok2 := strings.Cut(forms, "|")
		v, ok3 := value("<" + slot + ">")
		if start < 0 || !ok1 || !ok2 || !ok3 {
			return "", fmt.Errorf("qlevr: choice of forms {%s}, want {slot:form if empty|form if not} with a slot of the template",
				choice)
		}
		if v != "" {
			form = filled
		}
		text = text[:start] + form + text[end+1:]
	}
}

// slot is the first node that has a slot, and what fills it; nil if there is none.
func (in *Instance) slot(slot string) (*TemplateNode, Value) {
	for i := range min(len(in.Template.Nodes), len(in.Vals)) {
		n := &in.Template.Nodes[i]
		for j, v := range in.Vals[i] {
			if j < len(n.Slots) && n.Slots[j] == slot {
				return n, v
			}
		}
	}
	return nil, Value{}
}

// slotValue is the value of a slot, "" where it is not said.
func (in *Instance) slotValue(slot string) (string, bool) {
	n, v := in.slot(slot)
	return v.Word, n != nil
}
