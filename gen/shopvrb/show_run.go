package shopvrb

import (
	"slices"

	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
)

// callsOf are the nodes of a question file as a page has them.
func callsOf(nodes []QuestionNode) show.Program {
	calls := make(show.Program, len(nodes))
	for i, n := range nodes {
		calls[i] = show.Call{Function: n.Function, Inputs: append([]int{}, n.Inputs...), Side: append([]string{}, n.ValueInputs...)}
	}
	return calls
}

// run runs a program on the scene.
func (r *split) run(t *world.Take[*scene], program show.Program) (*show.Trace, error) {
	p, err := show.ReadProgram(r.library, program)
	if err != nil {
		return nil, err
	}
	outputs, why := r.library.TellPlain(t.Plan.plain, p)
	return show.Run(p, outputs, why, t.Plan.result), nil
}

// result tells what a call yielded.
func (s *scene) result(_ ask.Node, _ []ask.Value, v ask.Value) show.Result {
	key := func(o ask.Object) string { return show.Key("object", s.ids[o]) }
	switch v := v.(type) {
	case ask.Object:
		return show.Result{Text: thingName(&s.record.Objects[v]), Entities: []string{key(v)}}
	case []ask.Object:
		return show.Result{Text: show.Count(len(v), "object"), Entities: show.KeysOf(v, key)}
	}
	return show.Result{Text: spokenAnswer(v)}
}

// choices are the answers that a question may have that ends with a function; nil where lists are answers.
func (r *split) choices(function string) (out []string) {
	t, _ := r.library.AnswerType(function)
	info := r.library.Type(t)
	if info.Open {
		return nil
	}
	for _, v := range info.Domain {
		out = append(out, spokenAnswer(v))
	}
	if t == ask.TypeBool {
		slices.Reverse(out) // yes before no
	}
	return out
}
