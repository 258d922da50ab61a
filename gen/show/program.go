package show

import (
	"slices"

	"mereo/gen/ask"
)

// SameCalls tells whether programs differ in side inputs at most.
func (p Program) SameCalls(q Program) bool {
	return slices.EqualFunc(p, q, func(a, b Call) bool {
		return a.Function == b.Function && slices.Equal(a.Inputs, b.Inputs) && len(a.Side) == len(b.Side)
	})
}

// FunctionOf describes a function of a library. Options are the values of a side input, nil where they cannot be listed.
func FunctionOf[S any](l *ask.Library[S], name, help string, options func(ask.Type) []string) Function {
	f := l.Function(name)
	out := Function{Name: name, In: []string{}, Side: []Side{}, Out: string(f.Out), Help: help}
	for _, t := range f.In {
		out.In = append(out.In, string(t))
	}
	for _, t := range f.Side {
		out.Side = append(out.Side, Side{Type: string(t), Options: options(t)})
	}
	return out
}

// Run runs a program that fits a library. Tell says what a call yielded; the last one says the answer. Nothing says in a phrase why
// a call yields nothing. Both are given the outputs of all calls so far.
func Run[S any](l *ask.Library[S], s S, p ask.Program, tell func(call int, outputs []ask.Value) Result,
	nothing func(call int, outputs []ask.Value) string) *Trace {
	outputs := l.Run(s, p)
	t := &Trace{Results: []Result{}}
	for i, v := range outputs {
		if v == ask.Invalid {
			t.Fault = Sentence("call %d (%s) gives nothing: %s", i, p[i].Function, nothing(i, outputs))
			return t
		}
		t.Results = append(t.Results, tell(i, outputs))
	}
	t.Answer = t.Results[len(t.Results)-1].Text
	return t
}
