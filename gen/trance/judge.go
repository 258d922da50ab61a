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
	Loose      bool // the final state is reached
	Correct    bool // and nothing was wrong on the way
	Steps      int  // of the prediction
	References int  // steps of the reference
}

// Normed is the distance for each step of the reference.
func (j *Judgement) Normed() float64 { return float64(j.Distance) / float64(j.References) }

// Judge carries a prediction out and compares where it leads with the final state. Attributes of objects outside of the
// visible area count, too, as in the published evaluator.
func (s *Sample) Judge(prediction []Step) Judgement {
	end, faults := s.Initial.Run(prediction)
	j := Judgement{Distance: end.Distance(&s.Final), Faults: faults, Steps: len(prediction), References: len(s.Reference)}
	j.Loose = j.Distance == 0
	j.Correct = j.Loose && faults == Faults{}
	return j
}

// Order is what becomes of a sample's reference when its steps change places.
type Order struct {
	Permutations []Judgement // of all orders, in lexicographic order
	Depends      bool        // some of them lead to another state
	Sensitive    bool        // none does, but some go through an overlap or leave the plane
}

// Order judges all orders of the reference.
func (s *Sample) Order() Order {
	var out Order
	steps := make([]Step, len(s.Reference))
	faulty := false
	for _, order := range permutations(len(s.Reference)) {
		for i, k := range order {
			steps[i] = s.Reference[k]
		}
		j := s.Judge(steps)
		out.Permutations = append(out.Permutations, j)
		out.Depends = out.Depends || !j.Loose
		faulty = faulty || j.Faults != Faults{}
	}
	out.Sensitive = faulty && !out.Depends
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

// Guess is the answer to a sample of one step: the object and the pairs with the largest score, the first of them leading.
type Guess struct {
	Object int
	Pairs  []Pair
}

// BasicJudgement is how good such an answer is.
type BasicJudgement struct{ Object, Attribute, Value, Correct bool }

// JudgeBasic compares a guess with the reference step and the pairs that are accepted in its place. The attribute is that of
// the leading pair; the value counts whichever object it is given to.
func JudgeBasic(target Step, options []Pair, g Guess) BasicJudgement {
	j := BasicJudgement{
		Object:    g.Object == target.Object,
		Attribute: g.Pairs[0].Attribute() == target.Pair.Attribute(),
		Value:     slices.ContainsFunc(g.Pairs, func(p Pair) bool { return slices.Contains(options, p) }),
	}
	j.Correct = j.Object && j.Value
	return j
}
