package worlds

import (
	"strings"

	"mereo/gen/ask"
)

// fixed tells of each attribute whether the category of a thing says its value: all things of a category have the same one.
func (w *World) fixed() []bool {
	out := make([]bool, len(w.attributes))
	category := w.attribute(categoryName)
	if category < 0 {
		return out
	}
	for a := range out {
		of := map[int]int{} // the value, by category
		out[a] = a != category
		for _, k := range w.kinds {
			out[a] = out[a] && len(k.values[a]) == 1 && k.values[category] != nil
			for _, c := range k.values[category] {
				value, known := of[c]
				out[a] = out[a] && (!known || value == k.values[a][0])
				if out[a] {
					of[c] = k.values[a][0]
				}
			}
		}
	}
	return out
}

// idle is a reason not to ask what the words already tell: a hammer is a tool, so that "tool hammers" says it twice, "toy hammers" speaks of what
// there cannot be, and "another thing of the kind of the tool; what is its use?" has its answer in it.
func (a *asker) idle(in *ask.Instance[*known]) string {
	const reason = "the category of things tells it"
	category := a.attribute(categoryName)
	told := make([][]bool, len(in.Program)) // by call, of which attributes the words tell the value that all its things have
	for i, n := range in.Program {
		now := make([]bool, len(a.fixed))
		verb, key, _ := strings.Cut(n.Function, "_")
		if verb != "relate" && verb != "same" && verb != "union" {
			for _, from := range n.Inputs {
				for k, was := range told[from] {
					now[k] = now[k] || was
				}
			}
		}
		at := a.attribute(key)
		switch {
		case at < 0:
		case verb == "filter":
			for k, fixed := range a.fixed {
				if fixed && (at == k && (now[category] || now[k]) || at == category && now[k]) {
					return reason
				}
			}
			now[at] = true
		case verb == "same" && at == category:
			for k, fixed := range a.fixed {
				now[k] = fixed && (told[n.Inputs[0]][k] || told[n.Inputs[0]][category])
			}
		case verb == "query" && a.fixed[at]:
			if now[at] = now[at] || now[category]; now[at] && i == len(in.Program)-1 {
				return reason
			}
		case verb == "equal" && a.fixed[at]:
			if told[n.Inputs[0]][at] && told[n.Inputs[1]][at] {
				return reason
			}
		}
		told[i] = now
	}
	return ""
}
