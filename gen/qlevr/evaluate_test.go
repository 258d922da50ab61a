package qlevr

import "fmt"

// evaluation is what a program with given values comes to.
type evaluation struct {
	refusedBy int // the node that refuses the question, -1 if there is one
	answer    bool
	outputs   []NodeOutput // nil if it is refused
}

// evaluateInstance runs a template with given values in a scene. Values that no draw could give are refused by their node, and
// those of nodes after it are not needed. The words of grammar are not looked at.
func evaluateInstance(instance Instance, s *Scene, options compileOptions) (evaluation, error) {
	p, err := compileProgram(instance.Template, options)
	if err != nil {
		return evaluation{}, err
	}
	a := attempt{scene: &sceneIndex{}, given: instance.Vals, taker: givenTaker{}, results: make([]nodeResult, len(p.nodes))}
	if a.given == nil {
		a.given = [][]Value{}
	}
	if err := a.scene.load(s); err != nil {
		return evaluation{}, err
	}
	e := evaluation{refusedBy: a.run(p)}
	if a.fault != nil {
		return evaluation{}, fmt.Errorf("%s family %d: %w", instance.Template.File, instance.Template.Family, a.fault)
	}
	if e.refusedBy < 0 {
		e.answer, e.outputs = a.answer, a.outputs()
	}
	return e, nil
}
