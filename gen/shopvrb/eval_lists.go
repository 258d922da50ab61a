package shopvrb

import (
	"regexp"
	"slices"
	"strings"
)

// pythonItem is an item of a list as Python prints it, in single or double quotes, and what divides it from the next one;
// escaped is a character behind a backslash, which is meant as such.
var (
	pythonItem = regexp.MustCompile(`(?s)^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,\s*|$)`)
	escaped    = regexp.MustCompile(`(?s)\\(.)`)
)

// listItems are the items of a list as Python prints it; ok if it is one.
func listItems(text string) (items []string, ok bool) {
	rest, opened := strings.CutPrefix(strings.TrimSpace(text), "[")
	rest, closed := strings.CutSuffix(rest, "]")
	if !opened || !closed {
		return nil, false
	}
	for rest = strings.TrimSpace(rest); rest != ""; {
		item := pythonItem.FindStringSubmatch(rest)
		if item == nil {
			return nil, false
		}
		items = append(items, escaped.ReplaceAllString(item[1]+item[2], "$1"))
		rest = rest[len(item[0]):]
	}
	return items, true
}

// sameAsSets tells whether two texts are lists of the same items in any order.
func sameAsSets(a, b string) bool {
	x, isX := listItems(a)
	y, isY := listItems(b)
	return isX && isY && slices.Equal(sortedSet(x), sortedSet(y))
}

func sortedSet(items []string) []string { return slices.Compact(slices.Sorted(slices.Values(items))) }
