package qlevr

import (
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
	for i, n := range in.Template.Nodes {
		if i >= len(in.Vals) {
			break
		}
		for j, v := range in.Vals[i] {
			if j >= len(n.Slots) {
				return "", fmt.Errorf("qlevr: node %d of %s has %d values, want at most %d",
					i, in.Template.name().String(), len(in.Vals[i]), len(n.Slots))
			}
			slot, word := n.Slots[j], ""
			switch {
			case !strings.Contains(text, slot):
				continue
			case v.Said:
				word = say(v.Word)
			case strings.HasPrefix(slot, "<S") && !strings.HasPrefix(n.Type, "attributes_subset_"):
				word = say("object")
			}
			text = strings.ReplaceAll(text, slot, word)
		}
	}
	if nonWhite {
		text = strings.ReplaceAll(text, " geometric ", " non-white ")
	}
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return "", fmt.Errorf("qlevr: the text of %s is empty", in.Template.name().String())
	}
	text = textMarks.Replace(text)
	if i := strings.IndexByte(text, '<'); i >= 0 {
		return "", fmt.Errorf("qlevr: %s fills no slot at %q", in.Template.name().String(), text[i:])
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:], nil
}

// textMarks are the marks that lose the space before them. A comma keeps it.
var textMarks = strings.NewReplacer(" ?", "?", " .", ".", " ;", ";")

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

// slotValue is the value of a slot, "" where it is not said.
func (in *Instance) slotValue(slot string) (string, bool) {
	for i, n := range in.Template.Nodes {
		if i >= len(in.Vals) {
			break
		}
		for j, v := range in.Vals[i] {
			if j < len(n.Slots) && n.Slots[j] == slot {
				return v.Word, true
			}
		}
	}
	return "", false
}
