package ask

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
)

// Node is one function call of a program.
type Node struct {
	Function string
	Inputs   []int // earlier nodes
	Side     []Value
}

// Program is a list of calls; the last one gives the answer.
type Program []Node

// Filters are the calls of "filter_..." that the set of a node went through, the last one first, and the node that they start from.
func (p Program) Filters(set int) (through []Node, from int) {
	for strings.HasPrefix(p[set].Function, "filter_") {
		through = append(through, p[set])
		set = p[set].Inputs[0]
	}
	return through, set
}

// storedNode is a call as it lies in question files, in either of the published spellings.
type storedNode struct {
	Type        string           `json:"type"`
	Function    string           `json:"function"`
	Inputs      []int            `json:"inputs"`
	SideInputs  []jsontext.Value `json:"side_inputs"`
	ValueInputs []jsontext.Value `json:"value_inputs"`
}

// ParseProgram reads a program as it lies in question files: a list of {"type" or "function", "inputs", "side_inputs" or
// "value_inputs"}; other keys are not looked at. What does not fit the library is an error that names the node.
func (l *Library[S]) ParseProgram(data []byte) (Program, error) {
	var stored []storedNode
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, fmt.Errorf("ask: program: %w", err)
	}
	p := make(Program, len(stored))
	for i, n := range stored {
		name, side := n.Type, n.SideInputs
		if name == "" {
			name = n.Function
		}
		if side == nil {
			side = n.ValueInputs
		}
		f := l.functions[name]
		if f == nil {
			return nil, NodeError(i, name, "is no function of %s", l.Name)
		}
		if len(side) != len(f.Side) {
			return nil, NodeError(i, name, "has %d side inputs, want %d", len(side), len(f.Side))
		}
		p[i] = Node{Function: name, Inputs: n.Inputs}
		for k, raw := range side {
			v, err := l.parse(f.Side[k], []byte(raw))
			if err != nil {
				return nil, NodeError(i, name, "side input %d: %w", k, err)
			}
			p[i].Side = append(p[i].Side, v)
		}
	}
	return p, l.Check(p)
}

// Check reports the first node whose function, number of inputs or types of inputs do not fit.
func (l *Library[S]) Check(p Program) error {
	if len(p) == 0 {
		return errors.New("ask: program has no node")
	}
	for i, n := range p {
		f := l.functions[n.Function]
		switch {
		case f == nil:
			return NodeError(i, n.Function, "is no function of %s", l.Name)
		case len(n.Inputs) != len(f.In):
			return NodeError(i, n.Function, "has %d inputs, want %d", len(n.Inputs), len(f.In))
		case len(n.Side) != len(f.Side):
			return NodeError(i, n.Function, "has %d side inputs, want %d", len(n.Side), len(f.Side))
		}
		for k, from := range n.Inputs {
			if from < 0 || from >= i {
				return NodeError(i, n.Function, "input %d is node %d, want an earlier one", k, from)
			}
			if out := l.functions[p[from].Function].Out; out != f.In[k] {
				return NodeError(i, n.Function, "input %d is a %s, want a %s", k, out, f.In[k])
			}
		}
	}
	return nil
}

// NodeError is an error about a node of a program.
func NodeError(i int, function, format string, args ...any) error {
	return fmt.Errorf("ask: program: node %d (%s) %w", i, function, fmt.Errorf(format, args...))
}

// Run evaluates a checked program in order and returns the results up to and with the first Invalid one.
func (l *Library[S]) Run(s S, p Program) []Value {
	outputs, _ := l.Tell(s, p)
	return outputs
}

// Tell is Run that also tells why the last result is Invalid, as far as its function does; else nil.
func (l *Library[S]) Tell(s S, p Program) (outputs []Value, why *Nothing) {
	return l.run(p, func(f *Function[S], in, side []Value) Value { return f.Eval(s, in, side) })
}

// run is Tell with the meaning of a function that is given.
func (l *Library[S]) run(p Program, call func(f *Function[S], in, side []Value) Value) (outputs []Value, why *Nothing) {
	outputs = make([]Value, 0, len(p))
	var in []Value
	for _, n := range p {
		in = in[:0]
		for _, from := range n.Inputs {
			in = append(in, outputs[from])
		}
		v := call(l.functions[n.Function], in, n.Side)
		if told, ok := v.(*Nothing); ok {
			v, why = Invalid, told
		}
		outputs = append(outputs, v)
		if v == Invalid {
			break
		}
	}
	return outputs, why
}

// Answer is the last result of a program: what its last node yields, or Invalid.
func (l *Library[S]) Answer(s S, p Program) Value {
	outputs := l.Run(s, p)
	return outputs[len(outputs)-1]
}

// strict is Answer, but Invalid also where the program as a whole has a condition that changes nothing.
func (l *Library[S]) strict(s S, p Program) Value {
	outputs := l.Run(s, p)
	v := outputs[len(outputs)-1]
	if v != Invalid && l.Redundant != nil && l.Redundant(p, outputs) {
		return Invalid
	}
	return v
}

// Degenerate tells whether a program has a Relate call that could as well be a Scene call: the answer stays the same.
func (l *Library[S]) Degenerate(s S, p Program, answer Value) bool {
	if l.Relate == "" {
		return false
	}
	for i := range p {
		if p[i].Function == l.Relate && l.strict(s, p.without(i, l.Scene)) == answer {
			return true
		}
	}
	return false
}

// without returns the program with node at replaced by a call of scene, and without the nodes that are no longer used.
func (p Program) without(at int, scene string) Program {
	used := make([]bool, len(p))
	used[len(p)-1] = true
	for i := len(p) - 1; i >= 0; i-- {
		if used[i] && i != at {
			for _, from := range p[i].Inputs {
				used[from] = true
			}
		}
	}
	moved := make([]int, len(p))
	var out Program
	for i, n := range p {
		if !used[i] {
			continue
		}
		moved[i] = len(out)
		if i == at {
			out = append(out, Node{Function: scene})
			continue
		}
		inputs := make([]int, len(n.Inputs))
		for k, from := range n.Inputs {
			inputs[k] = moved[from]
		}
		out = append(out, Node{n.Function, inputs, n.Side})
	}
	return out
}
