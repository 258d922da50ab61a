package shopvrb

import (
	"fmt"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// releasedAnswer is an answer as it is published: yes or no, digits, a word, or a list as Python prints it.
func releasedAnswer(v ask.Value) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int:
		return strconv.Itoa(v)
	case string:
		return v
	}
	if items, ok := listed(v); ok {
		var quoted []string
		for _, item := range items {
			quoted = append(quoted, pythonQuoted(item))
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	panic(fmt.Sprintf("shopvrb: %v of type %T is no answer", v, v))
}

// listed are the values of a list, as searches or as records have it; not ok for what is none.
func listed(v ask.Value) (items []string, ok bool) {
	switch v := v.(type) {
	case closed.List:
		return v.Items(), true
	case []any:
		for _, item := range v {
			items = append(items, fmt.Sprint(item))
		}
		return items, true
	}
	return nil, false
}

// pythonQuoted is a string as Python prints it: in single quotes unless it has these and no double ones.
func pythonQuoted(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `\'`) + "'"
}
