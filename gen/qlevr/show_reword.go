package qlevr

import (
	"errors"
	"strings"

	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/rng"
)

// rewordOn says a question with other values, in the wording that it has.
func rewordOn(t *world.Take[*sample], question int, p show.Program) string {
	s := t.Plan
	if question < 0 || question >= len(s.questions) || !p.SameCalls(s.questions[question].program) {
		return ""
	}
	text, err := s.reword(question, p)
	if err != nil {
		return ""
	}
	return text
}

// reword repeats the draws of the questions before, since all of a picture share a stream.
func (s *sample) reword(question int, p show.Program) (string, error) {
	var index sceneIndex
	if err := index.load(&s.record.Scene); err != nil {
		return "", err
	}
	locale := s.split.set.locale
	key := s.split.sampler.key
	key.Index = s.index
	words := rng.At(key, "words "+locale.Name())
	for i, q := range s.questions[:question+1] {
		program := q.program
		if i == question {
			program = p
		}
		in, err := s.instance(&index, q, program)
		if err != nil {
			return "", err
		}
		text, err := locale.Text(in, words)
		if err != nil || i == question {
			return text, err
		}
	}
	return "", nil
}

var (
	// errOtherTemplate is for values that are no slots: a question with others has another template.
	errOtherTemplate = errors.New("qlevr: a question of another template")
	errNoWords       = errors.New("qlevr: a value for which there are no words")
)

// instance is a question with the side values of a program of the same calls. Grammar follows from them as where questions are
// made; what it asks of planes that the program does not find is as it was.
func (s *sample) instance(index *sceneIndex, q *shownQuestion, p show.Program) (*Instance, error) {
	program, err := show.ReadProgram(secondLibrary, p)
	if err != nil {
		return nil, err
	}
	compiled, err := compileProgram(q.instance.Template, compileOptions{Published: s.split.set.cfg.Published.SwappedOperands})
	if err != nil {
		return nil, err
	}
	p = show.ProgramOf(secondLibrary, program) // numbers in one spelling
	results := secondLibrary.Run(&s.record.Scene, program)
	a := attempt{scene: index, nodes: compiled.nodes, results: make([]nodeResult, len(compiled.nodes)), given: q.given(p)}
	for i := range a.nodes {
		n, r := &a.nodes[i], &a.results[i]
		if n.output == wordOutput {
			if call := q.at[i][0]; p[call].Side[0] != q.program[call].Side[0] {
				return nil, errOtherTemplate
			}
			continue
		}
		if n.pairs != nil {
			err = a.readException(n, r)
		} else {
			err = a.readNode(n, r)
		}
		if err != nil {
			return nil, err
		}
		r.planes = planeBits(q.record.Program[i].Output.First)
		if last := q.at[i][len(q.at[i])-1]; last < len(results) {
			switch v := results[last].(type) {
			case secondState:
				r.planes = v.planes[0]
				if v.direction != "" {
					r.reference = 1 << v.reference
				}
			case secondException:
				r.planes = v.planes[0]
			}
		}
	}
	if a.fault != nil {
		return nil, a.fault
	}
	return &Instance{q.instance.Template, a.values(), a.countsReference()}, nil
}

// given are the values of a program in the slots of the template, without grammar.
func (q *shownQuestion) given(p show.Program) [][]Value {
	out := make([][]Value, len(q.at))
	for i, calls := range q.at {
		var sides []string
		for _, call := range calls {
			sides = append(sides, p[call].Side...)
		}
		n := &q.instance.Template.Nodes[i]
		out[i] = append([]Value{}, q.instance.Vals[i]...)
		for k, slot := range n.Slots {
			kind, which := slotKind(slot)
			if kind == suffixSlot || k >= len(out[i]) {
				continue
			}
			v := Value{Word: sides[0], Said: sides[0] != ""}
			sides = sides[1:]
			formed := kind == attributeSlot && which == shapeAttribute && (out[i][k] == predicateForm || out[i][k] == exceptedForms[0])
			if !v.Said && formed && strings.HasPrefix(n.Type, "attributes_subset_") {
				continue // the word that stands for no shape
			}
			out[i][k] = v
		}
	}
	return out
}

// readNode reads the given values of a node.
func (a *attempt) readNode(n *compiledNode, r *nodeResult) error {
	known := true
	if r.keyCandidate, known = a.givenKey(n); !known {
		return errNoWords
	}
	for side, q := range n.quantifiers {
		if q.slots() == 0 {
			continue
		}
		r.quantities[side], known = a.givenQuantity(n, side)
		with := r.quantities[side]
		if !known || q.takesFraction() && (with[0] == 0 || with[0] >= with[1] || with[1] >= 100) {
			return errNoWords
		}
	}
	return nil
}

// readException reads the given values of an exception.
func (a *attempt) readException(n *compiledNode, r *nodeResult) error {
	values := append([]Value{}, a.givenValues(n)...)
	for len(values) < 2*int(attributeCount) {
		values = append(values, Value{})
	}
	excepted, predicate := &values[shapeAttribute], &values[attributeCount+shapeAttribute]
	if *excepted == exceptedForms[1] {
		r.forms |= exceptedObject
	}
	if *excepted == exceptedForms[0] || *excepted == exceptedForms[1] {
		*excepted = Value{}
	}
	if *predicate == predicateForm {
		r.forms |= predicateObject
		*predicate = Value{}
	}
	var err, errSecond error
	r.key, err = packWords(values[:attributeCount])
	r.second, errSecond = packWords(values[attributeCount : 2*attributeCount])
	return errors.Join(err, errSecond)
}

// planeBits is a set of planes by their numbers.
func planeBits(numbers []int) (set uint64) {
	for _, n := range numbers {
		set |= 1 << n
	}
	return set
}
