package shopvrb

import (
	"slices"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// callsOf are the nodes of a question file as a page has them.
func callsOf(nodes []QuestionNode) show.Program {
	calls := make(show.Program, len(nodes))
	for i, n := range nodes {
		calls[i] = show.Call{Function: n.Function, Inputs: append([]int{}, n.Inputs...), Side: append([]string{}, n.ValueInputs...)}
	}
	return calls
}

// Functions are those of both kinds of questions.
func (r *showReader) Functions() []show.Function { return show.Functions(r.library) }

// Run runs a program on the scene.
func (s *showSample) Run(program show.Program) (*show.Trace, error) {
	p, err := show.ReadProgram(s.reader.library, program)
	if err != nil {
		return nil, err
	}
	outputs, why := s.reader.library.TellPlain(s.plain, p)
	return show.Run(p, outputs, why, s.result), nil
}

// result tells what a call yielded.
func (s *showSample) result(_ ask.Node, _ []ask.Value, v ask.Value) show.Result {
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
func (r *showReader) choices(function string) (out []string) {
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
