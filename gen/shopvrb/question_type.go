package shopvrb

import "strings"

// questionTypes are the types that accuracies are told for.
var questionTypes = []string{"count", "exist", "compare number", "compare attribute", "query attribute"}

// questionType is the type of a question by the last function of its program, "" for one that ends none.
func questionType(function string) string {
	switch function {
	case "count", "exist":
		return function
	case "equal_integer", "less_than", "greater_than":
		return "compare number"
	}
	switch kind, _, _ := strings.Cut(function, "_"); kind {
	case "equal":
		return "compare attribute"
	case "query":
		return "query attribute"
	}
	return ""
}
