package trance

import "slices"

// Sample is what an answer is judged by.
type Sample struct {
	Initial, Final State
	Reference      []Step
}

// Judgement is how good a predicted sequence of steps is.
type Judgement struct {
	Distance int // attributes of objects that differ from the final state
	Faults
	Loose          bool // the final state is reached
	Correct        bool // and nothing was wrong on the way
	Steps          int  // of the prediction
	ReferenceSteps int  // steps of the reference
}

// NormDistance is the distance for each step of the reference, which has one at least.
func (j *Judgement) NormDistance() float64 { return float64(j.Distance) / float64(j.ReferenceSteps) }

// Judge carries a prediction out and compares where it leads with the final state. Attributes of objects outside of the
// visible area count, too, as in the published evaluator.
func (s *Sample) Judge(prediction []Step) Judgement {
	end, faults := s.Initial.Run(prediction)
	j := Judgement{Distance: end.Distance(&s.Final), Faults: faults, Steps: len(prediction), ReferenceSteps: len(s.Reference)}
	j.Loose = j.Distance == 0
	j.Correct = j.Loose && faults == Faults{}
	return j
}

// orderJudgements is what becomes of a sample's reference when its steps change places.
type orderJudgements struct {
	permutations []Judgement // of all orders, in lexicographic order
	depends      bool        // some of them lead to another state
	sensitive    bool        // none does, but some go through an overlap or leave the plane
}

// judgeOrders judges all orders of the reference.
func (s *Sample) judgeOrders() orderJudgements {
	var out orderJudgements
	steps := make([]Step, len(s.Reference))
	faulty := false
	for _, order := range permutations(len(s.Reference)) {
		for i, k := range order {
			steps[i] = s.Reference[k]
		}
		j := s.Judge(steps)
		out.permutations = append(out.permutations, j)
		out.depends = out.depends || !j.Loose
		faulty = faulty || j.Faults != Faults{}
	}
	out.sensitive = faulty && !out.depends
	return out
}

// permutations of 0 to n-1 in lexicographic order.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	var extend func(head []int)
	extend = func(head []int) {
		if len(head) == n {
			out = append(out, slices.Clone(head))
			return
		}
		for i := range n {
			if !slices.Contains(head, i) {
				extend(append(head, i))
			}
		}
	}
	extend(make([]int, 0, n))
	return out
}

// basicJudgement is how good the answer to a sample of one step is.
type basicJudgement struct{ object, attribute, value, correct bool }

// judgeBasic compares the only step of an answer with that of the reference; no step is all wrong.
func (r *Record) judgeBasic(answer []Step) (j basicJudgement) {
	if len(answer) > 0 {
		j = judgeBasic(r.Reference[0], r.Options[0], answer[0])
	}
	return j
}

// judgeBasic compares a step with that of the reference and the pairs that are accepted in its place. The value counts
// whichever object it is given to.
func judgeBasic(target Step, options []Pair, answer Step) basicJudgement {
	j := basicJudgement{
		object:    answer.Object == target.Object,
		attribute: answer.Pair.Attribute() == target.Pair.Attribute(),
		value:     slices.Contains(options, answer.Pair),
	}
	j.correct = j.object && j.value
	return j
}
