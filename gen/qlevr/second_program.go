package qlevr

import (
	"fmt"
	"strconv"
	"strings"

	"mereo/gen/ask"
)

// secondLast is what the last node of a template means: what is counted, and the quantifiers' labels.
type secondLast struct {
	count  string // function that counts; "" where there is no tally
	labels []string
	// counted is the set that the published output shows: "all", "those", "others".
	counted string
}

// secondLasts are all last nodes with a tally but those that compare sizes.
var secondLasts = func() map[string]secondLast {
	out := map[string]secondLast{}
	for name, label := range map[string]string{
		"all": "all", "not_all": "not_all", "some": "some", "no": "no", "some_but_not_all": "some_but_not_all", "most": "most",
		"exact": "exactly_number", "at_most_number": "at_most_number", "at_least_number": "at_least_number",
		"more_than_number": "more_than_number", "fewer_than_number": "fewer_than_number", "between": "between",
		"but_most": "all_but_at_most", "but_least": "all_but_at_least",
		"more_than_fractions": "more_than_fractions", "fewer_than_fractions": "fewer_than_fractions",
		"at_least_fractions": "at_least_fractions", "at_most_fractions": "at_most_fractions",
	} {
		counted := "those"
		if name == "all" || name == "most" || strings.Contains(name, "but") || strings.Contains(name, "fractions") {
			counted = "others"
		}
		out["whether_"+name] = secondLast{"count_on_planes", []string{label}, counted}
		published := name
		if strings.HasPrefix(name, "at_") && strings.HasSuffix(name, "_fractions") {
			published += "_fractions" // the word is doubled
		}
		out[published+"_relate"] = secondLast{"count_related", []string{label}, "all"}
	}
	for name, label := range map[string]string{
		"exact": "exactly_number", "at_most": "at_most_number", "at_least": "at_least_number", "between": "between",
		"but_most": "all_but_at_most", "but_least": "all_but_at_least",
		"more_than": "more_than_fractions", "fewer_than": "fewer_than_fractions",
	} {
		out["exist_"+name] = secondLast{"count_alike", []string{label}, "those"}
	}
	out["exist_some"] = secondLast{"count_alike_if_any", []string{"some"}, "those"}
	return out
}()

// secondSizeWords are the quantifiers of nodes that compare sizes, by their words there.
var secondSizeWords = map[string]string{
	"all": "all", "some": "some", "someButNotAll": "some_but_not_all", "atMostNum": "at_most_number",
	"atLeastNum": "at_least_number", "exact": "exactly_number", "between": "between", "moreThanNumber": "more_than_number",
	"fewerThanNumber": "fewer_than_number", "moreThanFractions": "more_than_fractions",
	"fewerThanFractions": "fewer_than_fractions", "atMostFractions": "at_most_fractions",
	"atLeastFractions": "at_least_fractions",
}

// secondSizes reads the type of a node that compares sizes, such as all_larger_some.
func secondSizes(nodeType string) (labels [2]string, left, right string, ok bool) {
	words := strings.Split(nodeType, "_")
	if len(words) != 3 {
		return labels, "", "", false
	}
	labels = [2]string{secondSizeWords[words[0]], secondSizeWords[words[2]]}
	switch {
	case labels[0] == "" || labels[1] == "":
		return labels, "", "", false
	case words[1] == "larger":
		return labels, "count_large", "count_small", true
	}
	return labels, "count_small", "count_large", words[1] == "smaller"
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

// add adds a call that belongs to the last node of r.at.
func (r *secondRun) add(function string, inputs []int, side ...ask.Value) int {
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

	if n.Kind == "plane" {
		return r.addPlaneNode(n, state, vals)
	}
	switch {
	case n.Type == "scene":
		r.add("scene", nil)
	case strings.HasPrefix(n.Type, "filter"):
		k, err := secondKeyOf(vals, 0)
		if err != nil {
			return err
		}
		r.add(n.Type, state, k)
	case strings.HasPrefix(n.Type, "relate_filter"):
		k, err := secondKeyOf(vals, 1)
		if err != nil {
			return err
		}
		if secondOpposites[vals[0].Word] == nil {
			return fmt.Errorf("direction is %q, want left, behind left or the like", vals[0].Word)
		}
		r.add(n.Type, state, vals[0].Word, k)
	case n.Type == "query_attribute_most":
		if len(inputs) == 0 || len(n.Slots) != 1 {
			return fmt.Errorf("%d inputs and slots %q, want an input and one attribute", len(inputs), n.Slots)
		}
		r.add(n.Type, inputs[:1], n.Slots[0])
	case strings.HasPrefix(n.Type, "attributes_subset_"):
		except, err := secondKeyOf(vals, 0)
		if err != nil {
			return err
		}
		predicate, err := secondKeyOf(vals, 4)
		if err != nil {
			return err
		}
		// A shape that is not mentioned is called "one" or "object".
		for _, k := range []*secondObjectKey{&except, &predicate} {
			if k[3].Word == "one" || k[3].Word == "object" {
				k[3] = Value{}
			}
		}
		r.add(n.Type, state, except, predicate)
	default:
		return r.addLast(n, inputs, vals)
	}
	return nil
}

func (r *secondRun) addPlaneNode(n *TemplateNode, state []int, vals []Value) error {
	counting, _ := strings.CutPrefix(n.Type, "not_")
	switch {
	case strings.HasPrefix(counting, "contain_"):
		f := secondLibrary.Function(n.Type)
		if f == nil {
			return fmt.Errorf("there is no such node")
		}
		numbers := len(f.Side) - 1
		k, err := secondKeyOf(vals, numbers)
		if err != nil {
			return err
		}
		var side []ask.Value
		for _, v := range vals[:numbers] {
			number, err := secondNumberOf(v)
			if err != nil {
				return err
			}
			side = append(side, number)
		}
		r.add(n.Type, state, append(side, k)...)
	case n.Type == "different_attribute":
		if len(n.Slots) != 1 {
			return fmt.Errorf("slots are %q, want one attribute", n.Slots)
		}
		r.add(n.Type, state, n.Slots[0])
	case n.Type == "relate_filter" && len(vals) >= 4:
		if secondOpposites[vals[0].Word] == nil {
			return fmt.Errorf("direction is %q, want left, behind left or the like", vals[0].Word)
		}
		r.add("plane "+n.Type, state, vals[0].Word, secondPlaneKey(vals[1:4]))
	case strings.HasPrefix(n.Type, "filter_") && len(vals) >= 3:
		r.add("plane "+n.Type, state, secondPlaneKey(vals[:3]))
	default:
		return fmt.Errorf("%d values, or no such node", len(vals))
	}
	return nil
}

// addLast adds what gives the answer.
func (r *secondRun) addLast(n *TemplateNode, inputs []int, vals []Value) error {
	numbers, err := secondNumbersOf(n, vals)
	if err != nil {
		return err
	}
	r.numbers = numbers
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
	r.add(last.labels[0], []int{at}, take(last.labels[0])...)
	return nil
}

// secondKeyOf are the values of four slots from one on.
func secondKeyOf(vals []Value, from int) (k secondObjectKey, err error) {
	if len(vals) < from+4 {
		return k, fmt.Errorf("%d values, want %d or more", len(vals), from+4)
	}
	return secondObjectKey(vals[from : from+4]), nil
}

// secondNumbersOf are the numbers and fractions of a last node.
func secondNumbersOf(n *TemplateNode, vals []Value) ([]ask.Value, error) {
	var out []ask.Value
	for k, slot := range n.Slots {
		var v ask.Value
		var err error
		switch {
		case strings.HasPrefix(slot, "<OC"):
			v, err = secondNumberOf(vals[k])
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

func secondNumberOf(v Value) (int, error) {
	n, err := strconv.Atoi(v.Word)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("number is %q, want 0 or more in digits", v.Word)
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
