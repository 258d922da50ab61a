package qlevr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// shownQuestion is a question with its program.
type shownQuestion struct {
	record   *QuestionRecord
	instance *Instance
	at       [][]int // for each node of the template its calls
	program  show.Program
}

func newShownQuestion(templates templateTable, q *QuestionRecord) (*shownQuestion, error) {
	t := templates[q.Template.String()]
	if t == nil {
		return nil, fmt.Errorf("there is no template %s", q.Template)
	}
	in, err := q.instance(t)
	if err != nil {
		return nil, err
	}
	r, err := newSecondProgram(in)
	if err != nil {
		return nil, err
	}
	return &shownQuestion{q, in, r.at, showProgram(r.program)}, nil
}

// showProgram is a program as people see it.
func showProgram(p ask.Program) show.Program {
	out := make(show.Program, len(p))
	for i, n := range p {
		c := &out[i]
		*c = show.Call{Function: n.Function, Inputs: slices.Clone(n.Inputs), Side: []string{}}
		if c.Inputs == nil {
			c.Inputs = []int{}
		}
		for k, from := range c.Inputs {
			// What is there for its planes comes from where they were chosen.
			for takesPlanes(n.Function, k) && choosesObjects(p[from].Function) {
				from = planesOf(p, from)
			}
			c.Inputs[k] = from
		}
		for _, v := range n.Side {
			c.Side = append(c.Side, showSide(v)...)
		}
	}
	return out
}

// planesOf is the input of a call that has its planes.
func planesOf(p ask.Program, call int) int { return p[call].Inputs[0] }

// showSide is a side value of the second executor in words.
func showSide(v ask.Value) []string {
	words := func(values []Value) (out []string) {
		for _, v := range values {
			out = append(out, v.Word)
		}
		return out
	}
	switch v := v.(type) {
	case secondPlaneKey:
		return words(v[:])
	case secondObjectKey:
		return words(v[:])
	case secondFraction:
		return []string{fmt.Sprintf("%d/%d", v.over, v.under)}
	case int:
		return []string{strconv.Itoa(v)}
	}
	text := v.(string)
	if i := slices.Index(secondAttributes, strings.TrimPrefix(text, "P")); i >= 0 {
		text = shownAttributes[i]
	}
	return []string{text}
}

// mostOfShare limits the numbers of shares, which are multiplied.
const mostOfShare = 1000

// readProgram is a program for the second executor. An error says which call does not fit.
func readProgram(p show.Program) (ask.Program, error) {
	if len(p) == 0 {
		return nil, errors.New("qlevr: the program has no calls, want at least one")
	}
	out := make(ask.Program, len(p))
	for i, c := range p {
		fail := func(format string, args ...any) (ask.Program, error) {
			return nil, fmt.Errorf("qlevr: call %d (%s) %s", i, c.Function, fmt.Sprintf(format, args...))
		}
		f := shownFunctionOf(c.Function)
		switch {
		case f == nil:
			return fail("is no function of qlevr")
		case len(c.Inputs) != len(f.In):
			return fail("has %d inputs, want %d", len(c.Inputs), len(f.In))
		case len(c.Side) != len(f.Side):
			return fail("has %d side values, want %d", len(c.Side), len(f.Side))
		}
		for k, from := range c.Inputs {
			if from < 0 || from >= i {
				return fail("has call %d as input %d, want an earlier one", from, k)
			}
			given := shownFunctionOf(p[from].Function)
			if given.Out != f.In[k] {
				return fail("has %s (%s) as input %d, want %s", given.Out, given.Name, k, f.In[k])
			}
			if c.Function == "count_related" && !relates(given.Name) {
				return fail("has %s (%s) as input %d, want those of a function that begins with relate_filter", given.Out, given.Name, k)
			}
		}
		out[i] = ask.Node{Function: c.Function, Inputs: c.Inputs}
		sides := c.Side
		for k, side := range f.Side {
			if side.Options != nil && !slices.Contains(side.Options, sides[k]) {
				return fail("has the %s %q, want one of %q", side.Type, sides[k], side.Options)
			}
		}
		for _, t := range f.second.Side {
			n := len(shownSides[t])
			v, err := readSide(t, f, sides[:n])
			if err != nil {
				return fail("%v", err)
			}
			out[i].Side = append(out[i].Side, v)
			sides = sides[n:]
		}
	}
	return out, secondLibrary.Check(out)
}

// readSide is a side value for the second executor.
func readSide(t ask.Type, f *shownFunction, words []string) (ask.Value, error) {
	said := func(word string) Value { return Value{Word: word, Said: word != ""} }
	word := words[0]
	switch t {
	case secondTypePlaneKey:
		return secondPlaneKey{said(word), said(words[1]), said(words[2])}, nil
	case secondTypeObjectKey:
		return secondObjectKey{said(word), said(words[1]), said(words[2]), said(words[3])}, nil
	case secondTypeAttribute:
		letter := secondAttributes[slices.Index(shownAttributes, word)]
		if f.Name == "different_attribute" {
			letter = "P" + letter
		}
		return letter, nil
	case secondTypeFraction:
		share, err := secondFractionOf(word)
		if err != nil || share.over > mostOfShare || share.under > mostOfShare {
			return nil, fmt.Errorf("has the fraction %q, want the like of 2/3 or two-thirds", word)
		}
		return share, nil
	case ask.TypeInteger:
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("has the number %q, want 0 or more in digits", word)
		}
		return n, nil
	}
	return word, nil
}
