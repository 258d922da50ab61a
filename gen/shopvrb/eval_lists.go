package shopvrb

import (
	"slices"
	"strings"
)

// listItems are the items of a list as Python prints it, in which items are in single or double quotes; ok if it is one.
func listItems(text string) (items []string, ok bool) {
	rest, opened := strings.CutPrefix(strings.TrimSpace(text), "[")
	rest, closed := strings.CutSuffix(rest, "]")
	if !opened || !closed {
		return nil, false
	}
	for rest = strings.TrimSpace(rest); rest != ""; {
		item, behind, ok := cutQuoted(rest)
		if !ok {
			return nil, false
		}
		items = append(items, item)
		if rest = strings.TrimSpace(behind); rest == "" {
			break
		}
		if rest, ok = strings.CutPrefix(rest, ","); !ok {
			return nil, false
		}
		rest = strings.TrimSpace(rest)
	}
	return items, true
}

// cutQuoted reads a text in quotes; a backslash comes before characters that are meant as such.
func cutQuoted(text string) (item, behind string, ok bool) {
	quote := text[0]
	if quote != '\'' && quote != '"' {
		return "", "", false
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// sameAsSets tells whether two texts are lists of the same items in any order.
func sameAsSets(a, b string) bool {
	x, isX := listItems(a)
	y, isY := listItems(b)
	return isX && isY && slices.Equal(sortedSet(x), sortedSet(y))
}

func sortedSet(items []string) []string { return slices.Compact(slices.Sorted(slices.Values(items))) }
