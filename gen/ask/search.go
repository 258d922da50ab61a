package ask

import (
	"fmt"
	"slices"
	"sync"

	"mereo/scenes/rng"
)

// Branch is one way to fill a template's node.
type Branch struct {
	// Slots are the values of the node's slots, one for each.
	Slots []Value
	// Steps are the calls to add. The first one takes the node's inputs, each other one the result before it. Without steps
	// the node is its only input.
	Steps []Step
	// Output is the result where the macro makes the steps later, see Macro.Steps.
	Output Value
}

// Step is a call of a branch with its result.
type Step struct {
	Function string
	Side     []Value
	Output   Value // never Invalid: such branches are left out
}

// Instance is a template that was filled on a scene.
type Instance[S any] struct {
	Template *Template[S]
	Scene    S
	Program  Program
	Outputs  []Value // of the program's nodes
	At       []int   // for each node of the template the program's node that yields its result
	Values   []Value // of the template's slots
	Rules    []Rule  // of the template's slots
	Answer   Value
}

// Slot is the value of a slot by its name; nil when the template has none of that name.
func (in *Instance[S]) Slot(name string) Value {
	for i, s := range in.Template.Slots {
		if s == name {
			return in.Values[i]
		}
	}
	return nil
}

// Node is the position of the template's node that fills a slot, or -1.
func (in *Instance[S]) Node(slot string) int {
	for i, s := range in.Template.Slots {
		if s != slot {
			continue
		}
		for n := range in.Template.Nodes {
			for _, k := range in.Template.Nodes[n].Slots {
				if k == i {
					return n
				}
			}
		}
	}
	return -1
}

// Search fills a template on a scene, depth first: at every node the branches are tried in random order, so the first
// instance that is accepted is a random one.
type Search[S any] struct {
	Library  *Library[S]
	Template *Template[S]
	Scene    S
	Stream   *rng.Stream
	// Budget is how many branches may be tried; when it is spent the search gives up. 0: any number.
	Budget int
	// Wanted tells whether an answer is of use. Each passes over the others, and over what cannot lead to a wanted one. Nil:
	// all are wanted.
	Wanted func(answer Value) bool
	// Fixed are values that slots must have, by slot; nil for those that may have any. Nil: all may.
	Fixed []Value

	spent    int
	wide     bool      // see Wide
	reached  []reached // of the template's nodes; nil: not looked yet, or too many
	unwanted bool      // an answer that is not wanted can be reached
	outputs  []Value   // of the template's nodes; nil: not placed
	values   []Value   // of the slots; nil: not filled
	rules    []Rule    // of the slots
	steps    [][]Step  // of the template's nodes
	levels   []level
	before   []Value // of answerWith
}

// level is what one node's place in the search needs, kept to save allocations.
type level struct {
	room  []Branch
	order []int32 // of the branches; the tried ones first
	step  [1]Step
	in    []Value
}

// Output is the result of a template's node, nil while it is not placed.
func (q *Search[S]) Output(node int) Value { return q.outputs[node] }

// Slot is the value of a slot, nil while it is not filled.
func (q *Search[S]) Slot(slot int) Value { return q.values[slot] }

// Rule is how a slot may be filled.
func (q *Search[S]) Rule(slot int) Rule { return q.rules[slot] }

// SetRule sets a rule for a slot that is free. One that is to stay empty stays so.
func (q *Search[S]) SetRule(slot int, r Rule) {
	if q.rules[slot] != Empty {
		q.rules[slot] = r
	}
}

// Each calls accept with the answer of every instance that no constraint forbids, until it returns true or the budget is
// spent. Instance writes down the instance itself.
func (q *Search[S]) Each(accept func(answer Value) (stop bool)) {
	q.begin()
	for i := range q.Template.rules {
		r := &q.Template.rules[i]
		r.kind.Rule(q, r.params)
	}
	q.place(0, accept)
	q.end()
}

// begin places no node.
func (q *Search[S]) begin() {
	n := len(q.Template.Nodes)
	q.outputs, q.values, q.steps = make([]Value, n), make([]Value, len(q.Template.Slots)), make([][]Step, n)
	q.levels, q.spent, q.reached, q.unwanted = spare.Get().([]level), 0, nil, false
	for len(q.levels) < n {
		q.levels = append(q.levels, level{})
	}
	q.rules = make([]Rule, len(q.Template.Slots))
}

// spare are levels of searches that have ended: their lists of branches are long.
var spare = sync.Pool{New: func() any { return []level(nil) }}

// end gives memory back. Nothing can be placed any more.
func (q *Search[S]) end() {
	spare.Put(q.levels)
	q.levels = nil
}

// Unwanted tells whether the last search met answers that are not wanted, or saw that there are such.
func (q *Search[S]) Unwanted() bool {
	return q.unwanted || q.reached != nil && slices.Contains(q.reached[len(q.reached)-1].useful, false)
}

// Exhausted tells whether the last search ended because its budget was spent.
func (q *Search[S]) Exhausted() bool { return q.Budget > 0 && q.spent > q.Budget }

// place fills node n and those behind it.
func (q *Search[S]) place(n int, accept func(Value) bool) (stop bool) {
	t := q.Template
	if n == len(t.Nodes) {
		answer := q.outputs[n-1]
		if q.Wanted != nil && !q.Wanted(answer) {
			q.unwanted = true
			return false
		}
		return accept(answer)
	}
	node := &t.Nodes[n]
	l := &q.levels[n]
	branches := q.expand(n)
	l.order = l.order[:0]
	for i := range branches {
		l.order = append(l.order, int32(i))
	}
	for i := range branches {
		if q.spent++; q.Exhausted() {
			return true
		}
		if q.spent == doubt && q.Wanted != nil {
			if q.reached = q.reach(); q.hopeless() {
				return true
			}
		}
		k := i + q.Stream.IntN(len(branches)-i)
		l.order[i], l.order[k] = l.order[k], l.order[i]
		b := &branches[l.order[i]]
		fits := true
		for j, slot := range node.Slots {
			q.values[slot] = b.Slots[j]
			fits = fits && (q.Fixed == nil || q.Fixed[slot] == nil || q.Fixed[slot] == b.Slots[j])
		}
		if !fits {
			continue
		}
		q.steps[n], q.outputs[n] = b.Steps, q.output(n, b)
		if !q.violated(n) && q.useful(n) && q.place(n+1, accept) {
			return true
		}
	}
	q.outputs[n], q.steps[n] = nil, nil
	for _, slot := range node.Slots {
		q.values[slot] = nil
	}
	return false
}

// output is what node n yields by a branch.
func (q *Search[S]) output(n int, b *Branch) Value {
	if m := q.Template.macros[n]; m != nil && m.Steps != nil {
		return b.Output
	}
	if len(b.Steps) > 0 {
		return b.Steps[len(b.Steps)-1].Output
	}
	return q.outputs[q.Template.Nodes[n].Inputs[0]]
}

// hopeless tells that no wanted answer can be reached.
func (q *Search[S]) hopeless() bool {
	return q.reached != nil && !slices.Contains(q.reached[len(q.reached)-1].useful, true)
}

// useful tells whether what was placed at node n, allowed by all constraints, may lead to a wanted answer, as far as is known.
func (q *Search[S]) useful(n int) bool {
	if q.reached == nil {
		return true
	}
	k, ok := q.reached[n].at[q.outputs[n]]
	if !ok {
		panic(fmt.Sprintf("ask: %s: node %d yields %v, which it does not list when it is to list everything: %v",
			q.Template.Name(), n, q.outputs[n], q.reached[n].values))
	}
	return q.reached[n].useful[k]
}

// violated tells whether a constraint forbids what was placed at node n; those about other nodes were asked before.
func (q *Search[S]) violated(n int) bool {
	for i := range q.Template.checks[n] {
		if c := &q.Template.checks[n][i]; c.kind.Violated(q, c.params) {
			return true
		}
	}
	return false
}

// expand lists the branches of node n.
func (q *Search[S]) expand(n int) []Branch {
	l := &q.levels[n]
	if m := q.Template.macros[n]; m != nil {
		return m.Expand(q, &q.Template.Nodes[n], &l.room)
	}
	f := q.Template.functions[n]
	l.room = l.room[:0]
	switch len(f.Side) {
	case 0:
		if v := q.call(n, f, nil); v != Invalid {
			l.step[0] = Step{Function: f.Name, Output: v}
			l.room = append(l.room, Branch{Steps: l.step[:]})
		}
	case 1:
		for _, v := range q.Library.Domain(f.Side[0]) {
			side := []Value{v}
			if result := q.call(n, f, side); result != Invalid {
				l.room = append(l.room, Branch{Slots: side, Steps: []Step{{f.Name, side, result}}})
			}
		}
	default:
		panic(fmt.Sprintf("ask: %s has %d side inputs, a template fills one", f.Name, len(f.Side)))
	}
	return l.room
}

// call evaluates a function on the inputs of node n.
func (q *Search[S]) call(n int, f *Function[S], side []Value) Value {
	l := &q.levels[n]
	l.in = l.in[:0]
	for _, from := range q.Template.Nodes[n].Inputs {
		l.in = append(l.in, q.outputs[from])
	}
	return f.Eval(q.Scene, l.in, side)
}

// Instance writes down where the search stands; it may be called from accept.
func (q *Search[S]) Instance() *Instance[S] {
	t := q.Template
	in := &Instance[S]{Template: t, Scene: q.Scene, At: make([]int, len(t.Nodes)), Values: slices.Clone(q.values), Rules: q.rules}
	for n := range t.Nodes {
		var inputs []int
		for _, from := range t.Nodes[n].Inputs {
			inputs = append(inputs, in.At[from])
		}
		steps := q.steps[n]
		if m := t.macros[n]; m != nil && m.Steps != nil {
			steps = m.Steps(q, &t.Nodes[n])
		}
		if len(steps) == 0 {
			in.At[n] = inputs[0]
			continue
		}
		for _, s := range steps {
			in.At[n] = len(in.Program)
			in.Program = append(in.Program, Node{s.Function, inputs, s.Side})
			in.Outputs = append(in.Outputs, s.Output)
			inputs = []int{in.At[n]}
		}
	}
	in.Answer = in.Outputs[in.At[len(t.Nodes)-1]]
	return in
}
