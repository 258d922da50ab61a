package qlevr

import "strings"

// newBalanceRecord counts nothing yet.
func newBalanceRecord() *BalanceRecord {
	return &BalanceRecord{Templates: map[string]AnswerRecord{}, Numerical: map[string]map[string]AnswerRecord{}}
}

// add counts a question of a template.
func (r *BalanceRecord) add(t *Template, q *QuestionRecord) {
	name := t.name().String()
	r.Templates[name] = r.Templates[name].with(q.Answer)
	last := len(t.Nodes) - 1
	var numbers strings.Builder
	for i, slot := range t.Nodes[last].Slots {
		if strings.HasPrefix(slot, "<OC") || strings.HasPrefix(slot, "<OP") {
			numbers.WriteString(q.Program[last].Vals[i].Word + ",")
		}
	}
	if numbers.Len() == 0 {
		return
	}
	if r.Numerical[name] == nil {
		r.Numerical[name] = map[string]AnswerRecord{}
	}
	r.Numerical[name][numbers.String()] = r.Numerical[name][numbers.String()].with(q.Answer)
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
