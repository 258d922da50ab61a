package qlevr

import (
	"fmt"
	"strings"
)

// German sentences are text with marks:
//
//	[a|b]                  one of several, equally likely; may be nested
//	{@name}                one of the named common phrases
//	{der einzig o1 dat pl} determiner, stems of adjectives, noun, case, number
//	{n o1 acc}             a number in digits and the noun, in the number's number
//	{rel o1 nom sg}        a pronoun; "er", "rel" (der, die, das) and, without number, "einer" and "jeder"
//	{stehen o1 n}          "steht", "stehen", "liegt" or "liegen"
//	{n ist/sind}           one of two by number, _ is a space
//	{OR o1}                a direction from a thing
//	{f acc} {n}            a fraction, a number
//	{in A}                 "in der Farbe", "im Material"
//	{P dat}                the phrase of the planes; {P dat later} and {L later} keep its relative clause for {later}
//	{S ...} {v n} {sich} {L} {nur} {da} {dann}  subject, verb, predicate and fillers, see german.go
//	~                      end of a subordinate clause: a comma unless one or the sentence's end follows
//
// Nouns are o1 to o4 (slots Z C M S, Z2 ...), S, obj (what everything is called), po (of the phrase of the planes), p and q
// (planes, the first and the second key), A and PA (the attributes that majorities and a unique plane are about). Numbers are
// n m k (slots OC OC2 OC3), a b (OCP OCP2), f (OP), E (of the exceptions), p q P (of planes) or sg and pl. The case "=" is that
// of the phrase around it.
type (
	germanText  []germanPiece
	germanPiece interface{ isGermanPiece() }

	germanLiteral string
	germanChoice  []germanText
	germanMark    []string // its words
)

func (germanLiteral) isGermanPiece() {}
func (germanChoice) isGermanPiece()  {}
func (germanMark) isGermanPiece()    {}

// parseGerman reads a sentence; errors name the byte.
func parseGerman(text string) (germanText, error) {
	out, rest, err := parseGermanUntil(text, "")
	if err == nil && rest != "" {
		err = fmt.Errorf("unexpected %q", rest[:1])
	}
	if err != nil {
		return nil, fmt.Errorf("byte %d of %q: %w", len(text)-len(rest), text, err)
	}
	return out, nil
}

// parseGermanUntil reads up to one of the ends, which stays in the rest.
func parseGermanUntil(text, ends string) (out germanText, rest string, err error) {
	for text != "" && !strings.ContainsRune(ends, rune(text[0])) {
		switch text[0] {
		case '{':
			inside, after, closed := strings.Cut(text[1:], "}")
			words := strings.Fields(inside)
			if !closed || len(words) == 0 || strings.ContainsAny(inside, "{[|]") {
				return out, text, fmt.Errorf("want a mark in braces")
			}
			out, text = append(out, germanMark(words)), after
		case '[':
			var choice germanChoice
			for {
				var part germanText
				if part, text, err = parseGermanUntil(text[1:], "|]"); err != nil {
					return out, text, err
				}
				choice = append(choice, part)
				if text == "" || text[0] == '}' {
					return out, text, fmt.Errorf("a [ is not closed")
				}
				if text[0] == ']' {
					break
				}
			}
			out, text = append(out, choice), text[1:]
		case '}', ']', '|':
			return out, text, nil
		default:
			end := strings.IndexAny(text, "{}[]|")
			if end < 0 {
				end = len(text)
			}
			out, text = append(out, germanLiteral(text[:end])), text[end:]
		}
	}
	return out, text, nil
}
