package show

import (
	"fmt"
	"slices"

	"mereo/gen/ask"
)

// SameCalls tells whether programs differ in side inputs at most.
func (p Program) SameCalls(q Program) bool {
	return slices.EqualFunc(p, q, func(a, b Call) bool {
		return a.Function == b.Function && slices.Equal(a.Inputs, b.Inputs) && len(a.Side) == len(b.Side)
	})
}

// Functions describes the functions of a library.
func Functions[S any](l *ask.Library[S]) []Function {
	var out []Function
	for _, f := range l.Functions() {
		of := Function{Name: f.Name, In: []string{}, Side: []Side{}, Out: string(f.Out), Help: f.Help}
		for _, t := range f.In {
			of.In = append(of.In, string(t))
		}
		for _, t := range f.Side {
			of.Side = append(of.Side, Side{Type: string(t), Options: options(l.Type(t))})
		}
		out = append(out, of)
	}
	return out
}

// options are the side inputs of a type that people may choose from, as words; "" says nothing.
func options(t ask.TypeInfo) (out []string) {
	for _, v := range t.Choices() {
		out = append(out, t.Said(v))
	}
	return out
}

// ProgramOf writes a program that fits a library.
func ProgramOf[S any](l *ask.Library[S], p ask.Program) Program {
	out := make(Program, len(p))
	for i, n := range p {
		out[i] = Call{Function: n.Function, Inputs: append([]int{}, n.Inputs...), Side: []string{}}
		for k, v := range n.Side {
			out[i].Side = append(out[i].Side, l.Type(l.Function(n.Function).Side[k]).Said(v))
		}
	}
	return out
}

// ReadProgram reads what ProgramOf writes. What does not fit the library is an error that names the call.
func ReadProgram[S any](l *ask.Library[S], program Program) (ask.Program, error) {
	p := make(ask.Program, len(program))
	for i, c := range program {
		p[i] = ask.Node{Function: c.Function, Inputs: c.Inputs}
		f := l.Function(c.Function)
		if f == nil || len(c.Side) != len(f.Side) {
			p[i].Side = make([]ask.Value, len(c.Side))
			continue // Check says it
		}
		for k, text := range c.Side {
			t := l.Type(f.Side[k])
			v, ok := t.Find(text)
			if !ok {
				want := fmt.Sprintf("one of %q", options(t))
				if t.Example != "" {
					want = fmt.Sprintf("a %s such as %s", f.Side[k], t.Example)
				}
				return nil, ask.NodeError(i, c.Function, "side input %d is %q, want %s", k, text, want)
			}
			p[i].Side = append(p[i].Side, v)
		}
	}
	return p, l.Check(p)
}

// Run tells of a run of a program: outputs and why are those of ask.Library.Tell or TellPlain. Tell says what a call yielded; the last
// one says the answer.
func Run(p ask.Program, outputs []ask.Value, why *ask.Nothing,
	tell func(n ask.Node, in []ask.Value, v ask.Value) Result) *Trace {
	t := &Trace{Results: []Result{}}
	for i, v := range outputs {
		var in []ask.Value
		for _, from := range p[i].Inputs {
			in = append(in, outputs[from])
		}
		if v == ask.Invalid {
			t.Fault = Sentence("call %d (%s) gives nothing: %s", i, p[i].Function, phrase(why, func(v ask.Value) string {
				return tell(p[i], in, v).Text
			}))
			return t
		}
		t.Results = append(t.Results, tell(p[i], in, v))
	}
	t.Answer = t.Results[len(t.Results)-1].Text
	return t
}

// phrase says why a call gives nothing.
func phrase(why *ask.Nothing, say func(ask.Value) string) string {
	if why == nil {
		return "it has no answer"
	}
	words := make([]any, len(why.Args))
	for i, v := range why.Args {
		text, ok := v.(string)
		if !ok {
			text = say(v)
		}
		words[i] = text
	}
	return fmt.Sprintf(why.Phrase, words...)
}

// KeysOf are the keys of objects of a program, given those of all objects.
func KeysOf(set []ask.Object, keys func(ask.Object) string) []string {
	var out []string
	for _, o := range set {
		out = append(out, keys(o))
	}
	return out
}
