package qlevr

import (
	"fmt"
	"strings"
)

// newBalanceRecord counts nothing yet.
func newBalanceRecord() *BalanceRecord {
	return &BalanceRecord{Templates: map[string]AnswerRecord{}, Numerical: map[string]map[string]AnswerRecord{}}
}

// add counts a question.
func (r *BalanceRecord) add(templates templateTable, q *QuestionRecord) error {
	name := q.Template.String()
	t := templates[name]
	if t == nil {
		return fmt.Errorf("there is no template %s", name)
	}
	if _, err := q.instance(t); err != nil {
		return err
	}
	r.Templates[name] = r.Templates[name].with(q.Answer)
	last := len(t.Nodes) - 1
	if got, want := len(q.Program[last].Vals), len(t.Nodes[last].Slots); got < want {
		return fmt.Errorf("the last node has %d values, template %s has %d slots", got, name, want)
	}
	var numbers strings.Builder
	for i, slot := range t.Nodes[last].Slots {
		if strings.HasPrefix(slot, "<OC") || strings.HasPrefix(slot, "<OP") {
			numbers.WriteString(q.Program[last].Vals[i].Word + ",")
		}
	}
	if numbers.Len() == 0 {
		return nil
	}
	if r.Numerical[name] == nil {
		r.Numerical[name] = map[string]AnswerRecord{}
	}
	r.Numerical[name][numbers.String()] = r.Numerical[name][numbers.String()].with(q.Answer)
	return nil
}

// with is one answer more.
func (c AnswerRecord) with(answer bool) AnswerRecord {
	if answer {
		c.True++
	} else {
		c.False++
	}
	c.Total++
	return c
}
