package worlds

import (
	"maps"
	"slices"
	"strings"

	"mereo/gen/ask"
)

// accepts is a reason not to ask a question; empty for none.
func (a *asker) accepts(in *ask.Instance[*known]) string {
	if reason := a.idle(in); reason != "" {
		return reason
	}
	return a.hollow(in)
}

// described is what words say of a set of things.
type described struct {
	all  bool                 // it began with everything
	said map[string]ask.Value // by filter
	ones []int                // calls whose one thing it was reached from
}

// hollow is a reason not to ask what presupposes its own answer: "the green ball" is the only one, so that there is no other green ball of its size,
// and a green ball behind it is itself; a way that comes back to a thing that was named; a choice between some things and everything; and what is on
// a thing on which nothing can be.
func (a *asker) hollow(in *ask.Instance[*known]) string {
	sets := make([]described, len(in.Program))
	for i, n := range in.Program {
		verb, key, _ := strings.Cut(n.Function, "_")
		if verb == "filter" && a.attribute(key) < 0 && len(n.Side) == 0 {
			verb = "" // of events, or of what moves
		}
		now := described{said: map[string]ask.Value{}}
		for _, from := range n.Inputs {
			now.ones = append(now.ones, sets[from].ones...)
		}
		switch verb {
		case "scene":
			now.all = true
		case "filter":
			was := &sets[n.Inputs[0]]
			now.all, now.said = was.all, maps.Clone(was.said)
			now.said[n.Function] = n.Side[0]
			for _, one := range now.ones {
				if first := sets[in.Program[one].Inputs[0]]; first.all && contains(now.said, first.said) {
					return "the words say that it is the same thing"
				}
			}
		case "unique":
			for _, one := range now.ones {
				if in.Outputs[one] == in.Outputs[i] {
					return "the way comes back to where it was"
				}
			}
			now.ones = append(now.ones, i)
		case "union":
			for _, from := range n.Inputs {
				if s := &sets[from]; s.all && len(s.said) == 0 {
					return "everything is one of the two"
				}
			}
		case "relate":
			if o, ok := in.Outputs[n.Inputs[0]].(ask.Object); ok && n.Side[0] == ask.Value(relationOn) && !a.carries(in.Scene, o) {
				return "nothing can be on it"
			}
		}
		sets[i] = now
	}
	return ""
}

// contains tells whether words say all that others do.
func contains(said, others map[string]ask.Value) bool {
	for filter, value := range others {
		if said[filter] != value {
			return false
		}
	}
	return true
}

// carries tells whether a thing can have others on it by the rules of placement.
func (a *asker) carries(k *known, o ask.Object) bool {
	rule, category := &a.Scene.Place, a.attribute(categoryName)
	if category < 0 || rule.Drop != nil || rule.Stack > 0 || a.around != nil {
		return true
	}
	name, _ := k.Properties[o][category].(string)
	return slices.ContainsFunc(rule.On, func(e Entry[Values]) bool { return slices.Contains(e.Of, name) })
}
