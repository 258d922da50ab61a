package ptr

import (
	"cmp"
	"strings"

	"mereo/gen/ask"
)

// nsclSequence rewrites a program into the functions of the paper's appendix (Hong et al. 2021), in which parts are expanded
// from objects before they are looked at. A node refers to earlier nodes as in the program; inputs that come back from parts
// to objects are the sets that filter_part_exist and filter_part_count yield.
func nsclSequence(p ask.Program) []Node {
	var out []Node
	at := make([]int, len(p)) // where the result of a node is in out
	add := func(name string, inputs []int, side ...any) int {
		out = append(out, Node{Type: name, Inputs: append([]int{}, inputs...), SideInputs: side})
		return len(out) - 1
	}
	expand := func(from int, part any) int {
		return add("filter_part_category", []int{add("expand_parts", []int{from})}, part)
	}
	for i := 0; i < len(p); i++ {
		n := p[i]
		inputs := make([]int, len(n.Inputs))
		for k, from := range n.Inputs {
			inputs[k] = at[from]
		}
		name := n.Function
		relation, kind, isSearch := partSearch(name)
		switch {
		case name == "filter_part-category" || name == "filter_part-count":
			// Number and color of one part belong to one expansion.
			from, part := inputs[0], text(n.Side[0])
			number, counted := n.Side[0].(partNumber)
			if counted {
				part = number.Part
			}
			last := i
			parts := expand(from, part)
			for last+1 < len(p) && follows(p[last+1], last, part) {
				last++
				if more, ok := p[last].Side[0].(partNumber); ok {
					number, counted = more, true
				} else {
					parts = add("filter_part_color", []int{parts}, p[last].Side[0].(partColor).Color)
				}
			}
			result := 0
			if counted {
				result = add("filter_part_count", []int{add("count_part", []int{parts})}, number.N)
			} else {
				result = add("filter_part_exist", []int{parts})
			}
			for ; i < last; i++ {
				at[i] = result
			}
			at[last] = result
		case name == "filter_color":
			c := n.Side[0].(partColor)
			at[i] = add("filter_part_exist", []int{add("filter_part_color", []int{expand(inputs[0], c.Part)}, c.Color)})
		case name == "query_part-color":
			at[i] = add("query_part_color", []int{expand(inputs[0], n.Side[0])})
		case name == "query_part-count":
			at[i] = add("count_part", []int{expand(inputs[0], n.Side[0])})
		case name == "query_part-category":
			parts := add("filter_part_color", []int{add("expand_parts", inputs)}, n.Side[0])
			at[i] = add("query_part_category", []int{parts})
		case name == "query_part-geometry":
			at[i] = add("filter_part_color", []int{add("expand_parts", inputs)}, n.Side[0].(paint).Name)
		case isSearch:
			what, _, _ := strings.Cut(name, "_")
			parts := add("expand_parts", inputs[:1])
			parts = add("relate_part", []int{parts, inputs[1]}, relation+"-"+kind)
			at[i] = add(map[string]string{"count": "count_part", "exist": "exist_part", "query": "query_part_color"}[what], []int{parts})
		case strings.HasPrefix(name, "query_geometric-analogy") || strings.HasPrefix(name, "query_positional-analogy"):
			_, asked, _ := strings.Cut(name, "analogy-")
			what := "query_object_analogy"
			if strings.HasPrefix(name, "query_geometric") {
				what = "query_part_analogy"
			}
			at[i] = add(what, inputs, asked)
		default:
			side := append([]any(nil), n.Side...)
			at[i] = add(cmp.Or(paperNames[name], strings.ReplaceAll(name, "-", "_")), inputs, side...)
		}
	}
	return out
}

// follows tells whether a node filters the result of node last by number or color of the same part.
func follows(n ask.Node, last int, part string) bool {
	if len(n.Inputs) != 1 || n.Inputs[0] != last {
		return false
	}
	switch side := n.Side; n.Function {
	case "filter_part-count":
		return side[0].(partNumber).Part == part
	case "filter_color":
		return side[0].(partColor).Part == part
	}
	return false
}

// paperNames are the paper's names of functions that it calls otherwise; the others have _ for -.
var paperNames = map[string]string{
	"relate": "relate_object", "count": "count_object", "exist": "exist_object", "minus_more": "minus", "minus_less": "minus",
	"query_stability": "query_is_stability", "query_unstability": "query_is_stability", "query_change": "query_is_possible_change",
	"query_direction": "query_possible_change", "equal_part-count": "equal_integer",
}
