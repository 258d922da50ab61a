package qlevr

import (
	"fmt"

	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
)

// shownQuestion is a question with its program.
type shownQuestion struct {
	record   *QuestionRecord
	instance *Instance
	at       [][]int // for each node of the template its calls
	program  show.Program
}

func newShownQuestion(templates templateTable, q *QuestionRecord) (*shownQuestion, error) {
	t, err := templates.of(q)
	if err != nil {
		return nil, err
	}
	in, err := q.instance(t)
	if err != nil {
		return nil, err
	}
	r, err := newSecondProgram(in)
	if err != nil {
		return nil, err
	}
	return &shownQuestion{q, in, r.at, show.ProgramOf(secondLibrary, r.program)}, nil
}

// runOn runs a program on what is shown.
func runOn(t *world.Take[*sample], p show.Program) (*show.Trace, error) { return t.Plan.run(p) }

// run runs a program by the second executor, which answers whatever makes sense, also what is not worth asking.
func (s *sample) run(p show.Program) (*show.Trace, error) {
	program, err := show.ReadProgram(secondLibrary, p)
	if err != nil {
		return nil, err
	}
	outputs, why := secondLibrary.Tell(&s.record.Scene, program)
	t := show.Run(program, outputs, why, s.result)
	last := program[len(program)-1].Function
	if t.Fault == "" && secondLibrary.Function(last).Out != ask.TypeBool {
		t.Answer, t.Fault = "", show.Sentence("the last call (%s) yields no answer, want one such as some or more_A_than_B", last)
	}
	return t, nil
}

// result is what a call yielded in words and keys.
func (s *sample) result(n ask.Node, in []ask.Value, v ask.Value) show.Result {
	switch v := v.(type) {
	case secondState:
		if secondLibrary.Function(n.Function).Out == secondTypeObjects {
			return show.Result{Text: show.Count(v.objects.Len(), "object"), Entities: s.objectKeys(v.objects)}
		}
		r := show.Result{Text: show.Count(v.planes.Len(), "plane") + ", " + show.Count(v.objects.Len(), "object")}
		for plane := range v.planes.All() {
			r.Entities = append(r.Entities, planeKey(int(plane)))
		}
		return r
	case secondTally:
		return show.Result{Text: fmt.Sprintf("%d of %d", v.those.Len(), v.all.Len()), Entities: s.objectKeys(v.those)}
	case secondException:
		text := fmt.Sprintf("%d of %d excepted, %d as said", v.exception.Len(), v.all.Len(), v.predicate.Len())
		return show.Result{Text: text, Entities: s.objectKeys(v.exception)}
	case secondMajority:
		of := in[0].(secondState).objects
		return show.Result{Text: v.value, Entities: s.objectKeys(secondHaving(&s.record.Scene, of, v.attribute, v.value))}
	}
	return show.Result{Text: yesOrNo(v.(bool))}
}

// objectKeys are the keys of objects, ascending.
func (s *sample) objectKeys(set ask.Set) (out []string) {
	for o := range set.All() {
		out = append(out, s.objectKey(int(o)))
	}
	return out
}

// answerOf is what a question's program gives now, "" for none.
func (s *sample) answerOf(q *shownQuestion) string {
	t, err := s.run(q.program)
	if err != nil {
		return ""
	}
	return t.Answer
}
