package qlevr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
)

// secondLast is what the last node of a template means: what is counted, and the quantifier's label.
type secondLast struct {
	count, label string
	counted      string // the set that the published output shows: "all", "those", "others"
}

// secondLasts are all last nodes with a tally but those that compare sizes.
var secondLasts = func() map[string]secondLast {
	out := map[string]secondLast{}
	for i, words := range quantifierWords {
		q, label := quantifier(i), words.label
		if q == noQuantifier {
			continue
		}
		counted := "those"
		if label == "all" || label == "most" || strings.Contains(label, "but") || strings.Contains(label, "fractions") {
			counted = "others"
		}
		out["whether_"+words.node] = secondLast{"count_on_planes", label, counted}
		out[q.relateNode()] = secondLast{"count_related", label, "all"}
		if words.alike != "" {
			out["exist_"+words.alike] = secondLast{"count_alike", label, "those"}
		}
	}
	out["exist_some"] = secondLast{"count_alike_if_any", "some", "those"}
	return out
}()

// secondSizes reads the type of a node that compares sizes, such as all_larger_some.
func secondSizes(nodeType string) (labels [2]string, left, right string, ok bool) {
	words := strings.Split(nodeType, "_")
	if len(words) != 3 || words[1] != "larger" && words[1] != "smaller" {
		return labels, "", "", false
	}
	a, b := sizeQuantifier(words[0]), sizeQuantifier(words[2])
	labels = [2]string{quantifierWords[a].label, quantifierWords[b].label}
	left, right = "count_small", "count_large"
	if words[1] == "larger" {
		left, right = right, left
	}
	return labels, left, right, a != noQuantifier && b != noQuantifier
}

// newSecondProgram turns a question into a program. It may have fewer values than nodes: then the other nodes are left out.
func newSecondProgram(in *Instance) (*secondRun, error) {
	t := in.Template
	r := &secondRun{template: t}
	if len(in.Vals) > len(t.Nodes) || len(in.Vals) == 0 {
		return nil, fmt.Errorf("qlevr: %d lists of values, want one for each of the template's %d nodes", len(in.Vals), len(t.Nodes))
	}
	for i, vals := range in.Vals {
		if err := r.addNode(i, vals); err != nil {
			return nil, fmt.Errorf("qlevr: node %d (%s): %w", i, t.Nodes[i].Type, err)
		}
	}
	if err := secondLibrary.Check(r.program); err != nil {
		return nil, err
	}
	return r, nil
}

// add adds a call that belongs to the last node of r.at. What it takes for its planes comes from where these were chosen.
func (r *secondRun) add(function string, inputs []int, side ...ask.Value) int {
	f := secondLibrary.Function(function)
	for k, from := range inputs {
		if f == nil || k >= len(f.In) || f.In[k] != secondTypePlanes {
			continue
		}
		for len(r.program[from].Inputs) > 0 {
			if yields, _ := secondLibrary.AnswerType(r.program[from].Function); yields != secondTypeObjects {
				break
			}
			from = r.program[from].Inputs[0]
		}
		if from != inputs[k] {
			inputs = slices.Clone(inputs)
			inputs[k] = from
		}
	}
	r.program = append(r.program, ask.Node{Function: function, Inputs: inputs, Side: side})
	at := len(r.program) - 1
	last := &r.at[len(r.at)-1]
	*last = append(*last, at)
	return at
}

func (r *secondRun) addNode(i int, vals []Value) error {
	n := &r.template.Nodes[i]
	if want := len(n.Slots); len(vals) != want && n.Type != "different_attribute" && n.Type != "query_attribute_most" {
		return fmt.Errorf("%d values, want %d", len(vals), want)
	}
	inputs := make([]int, len(n.Inputs))
	for k, from := range n.Inputs {
		if from < 0 || from >= i {
			return fmt.Errorf("input %d is node %d, want an earlier one", k, from)
		}
		nodes := r.at[from]
		inputs[k] = nodes[len(nodes)-1]
	}
	var state []int // what the node before leaves
	if i > 0 {
		nodes := r.at[i-1]
		state = nodes[len(nodes)-1:]
	}
	r.at = append(r.at, nil)

	name, isPlane := n.Type, n.Kind == "plane"
	if isPlane && (strings.HasPrefix(name, "filter") || strings.HasPrefix(name, "relate_filter")) {
		name = "plane " + name
	}
	f := secondLibrary.Function(name)
	switch {
	case isPlane && f == nil:
		return errors.New("there is no such node")
	case name == "scene":
		state = nil
	case name == "query_attribute_most":
		state = inputs[:min(1, len(inputs))]
	case f == nil || !isPlane && len(f.Side) == 0:
		return r.addLast(n, inputs, vals)
	}
	side, err := secondSide(f, n, vals)
	if err != nil {
		return err
	}
	r.add(name, state, side...)
	return nil
}

// secondSide are the side inputs of a function for the values of a node, or its slots where these say them.
func secondSide(f *secondFunction, n *TemplateNode, vals []Value) (side []ask.Value, err error) {
	side = make([]ask.Value, 0, len(f.Side))
	for k, t := range f.Side {
		if t == secondTypeAttribute || t == secondTypePlaneOdd {
			if len(n.Slots) != 1 || !slices.Contains(secondLibrary.Domain(t), ask.Value(n.Slots[0])) {
				return nil, fmt.Errorf("slots are %q, want one attribute", n.Slots)
			}
			return []ask.Value{n.Slots[0]}, nil
		}
		if len(vals) < len(f.Side) {
			return nil, fmt.Errorf("%d values, want %d or more", len(vals), len(f.Side))
		}
		var v ask.Value = vals[k]
		switch word := vals[k].Word; {
		case t == secondTypeNumber:
			if v, err = secondNumberOf(word); err != nil {
				return nil, err
			}
		case t == secondTypeDirection:
			if v = word; secondOpposites[word] == nil {
				return nil, fmt.Errorf("direction is %q, want left, behind left or the like", word)
			}
		case f.Out == secondTypeException && t == "shape" && (word == "one" || word == "object"):
			v = Value{} // so a shape is called that is not mentioned
		}
		side = append(side, v)
	}
	return side, nil
}

// addLast adds what gives the answer.
func (r *secondRun) addLast(n *TemplateNode, inputs []int, vals []Value) error {
	numbers, err := secondNumbersOf(n, vals)
	if err != nil {
		return err
	}
	take := func(label string) []ask.Value {
		count := min(len(secondQuantifierOf(label).side), len(numbers))
		taken := numbers[:count]
		numbers = numbers[count:]
		return taken
	}
	if labels, left, right, ok := secondSizes(n.Type); ok && len(inputs) == 2 {
		a, b := r.add(left, inputs[:1]), r.add(right, inputs[1:])
		a = r.add(labels[0], []int{a}, take(labels[0])...)
		b = r.add(labels[1], []int{b}, take(labels[1])...)
		r.add("and", []int{a, b})
		return nil
	}
	last, ok := secondLasts[n.Type]
	if !ok {
		r.add(n.Type, inputs)
		return nil
	}
	switch last.count {
	case "count_related": // the relation is the last input
		inputs = inputs[max(0, len(inputs)-1):]
	default: // a third input is for drawing numbers only
		inputs = inputs[:min(2, len(inputs))]
	}
	at := r.add(last.count, inputs)
	r.add(last.label, []int{at}, take(last.label)...)
	return nil
}

// secondNumbersOf are the numbers and fractions of a last node.
func secondNumbersOf(n *TemplateNode, vals []Value) ([]ask.Value, error) {
	var out []ask.Value
	for k, slot := range n.Slots {
		var v ask.Value
		var err error
		switch {
		case strings.HasPrefix(slot, "<OC"):
			v, err = secondNumberOf(vals[k].Word)
		case strings.HasPrefix(slot, "<OP"):
			v, err = secondFractionOf(vals[k].Word)
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func secondNumberOf(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("number is %q, want 0 or more in digits", word)
	}
	return n, nil
}

// output is the published output of a node that has a result.
func (r *secondRun) output(s *Scene, node int) NodeOutput {
	n, nodes := &r.template.Nodes[node], r.at[node]
	switch v := r.result(node).(type) {
	case secondState:
		if n.Type == "different_attribute" {
			plane, _ := v.planes.Only()
			return NodeOutput{Form: OutputValue, Value: secondPlaneValue(s, plane, n.Slots[0])}
		}
		return secondSets(v.planes, v.objects)
	case secondMajority:
		return NodeOutput{Form: OutputValue, Value: v.value}
	case secondException:
		return secondSets(v.planes, ask.Set{})
	}
	switch first := r.results[nodes[0]].(type) {
	case secondTally:
		switch secondLasts[n.Type].counted {
		case "all":
			return secondSets(first.planes, first.all)
		case "those":
			return secondSets(first.planes, first.those)
		case "others":
			return secondSets(first.planes, secondMinus(first.all, first.those))
		}
		second := r.results[nodes[1]].(secondTally)
		return NodeOutput{Form: OutputPair, First: secondIDs(first.those), Second: secondIDs(second.those)}
	}
	if n.Type == "no_except" || n.Type == "every_except" {
		e := r.result(n.Inputs[0]).(secondException)
		if n.Type == "no_except" {
			return secondSets(e.planes, secondMinus(e.predicate, e.exception))
		}
		return secondSets(e.planes, secondMinus(secondMinus(e.all, e.predicate), e.exception))
	}
	return NodeOutput{Form: OutputNothing}
}

func secondSets(planes, objects ask.Set) NodeOutput {
	return NodeOutput{Form: OutputSets, First: secondIDs(planes), Second: secondIDs(objects)}
}

func secondIDs(set ask.Set) []int {
	out := []int{}
	for o := range set.All() {
		out = append(out, int(o))
	}
	return out
}
