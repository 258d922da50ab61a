package ptr

import (
	"slices"
	"strings"

	"mereo/gen/qa"
)

// possible are answers that a family can have on a scene, as far as can be told at a glance: numbers that occur, categories
// that are there. Families whose answers are used up are asked for first, in every scene, so it pays to see quickly that they
// have nothing to offer.
func possible(l *qa.Library[*known]) func(k *known, t *qa.Template[*known]) []qa.Value {
	numbers := l.Domain(qa.TypeInteger)
	upTo := func(n int) []qa.Value { return numbers[:min(n+1, len(numbers))] }
	return func(k *known, t *qa.Template[*known]) []qa.Value {
		switch t.Nodes[len(t.Nodes)-1].Type {
		case "count", "filter_object_count", "relate_filter_count", "query_positional-analogy-count":
			most := len(k.objects)
			for _, n := range t.Nodes {
				if strings.HasPrefix(n.Type, "same_") {
					most = k.mostAlike(l, n.Type)
				}
			}
			return upTo(most)
		case "query_part-count":
			return k.numbers()
		case "query_object-category":
			return k.categories()
		}
		return l.Domain(t.Answer)
	}
}

// mostAlike is the largest number of objects that a function finds to be like some object.
func (k *known) mostAlike(l *qa.Library[*known], function string) int {
	most, f := 0, l.Function(function)
	for i := range k.objects {
		if len(f.Side) == 0 {
			most = max(most, f.Eval(k, []qa.Value{qa.Object(i)}, nil).(qa.Set).Len())
			continue
		}
		for _, c := range k.candidates(l, function, qa.Object(i)) {
			most = max(most, c.branch.Steps[0].Output.(qa.Set).Len())
		}
	}
	return most
}

// numbers are the numbers of parts that can be seen.
func (k *known) numbers() []qa.Value {
	var out []qa.Value
	for i := range k.objects {
		for _, n := range k.objects[i].count {
			if v := digit(n); v != qa.Invalid && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// categories are those of the scene's objects.
func (k *known) categories() []qa.Value {
	var out []qa.Value
	for i := range k.objects {
		if v := qa.Value(k.objects[i].category); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
