package qlevr

import (
	"fmt"
	"strings"
)

// BalanceRecord is the published storage of counts: by template, and by template and the numbers of its last node.
type BalanceRecord struct {
	Templates map[string]AnswerRecord            `json:"templates"`
	Numerical map[string]map[string]AnswerRecord `json:"numerical"`
}

// AnswerRecord is how often questions had each answer.
type AnswerRecord struct {
	True  int `json:"True"`
	False int `json:"False"`
	Total int `json:"Total"`
}

// newBalanceRecord counts nothing yet.
func newBalanceRecord() *BalanceRecord {
	return &BalanceRecord{Templates: map[string]AnswerRecord{}, Numerical: map[string]map[string]AnswerRecord{}}
}

// add counts a question.
func (r *BalanceRecord) add(templates templateTable, q *QuestionRecord) error {
	t, err := templates.of(q)
	if err != nil {
		return err
	}
	numbers, err := q.numbersKey(t)
	if err != nil {
		return err
	}
	r.count(q, numbers)
	return nil
}

// count is add where the numbers are known.
func (r *BalanceRecord) count(q *QuestionRecord, numbers string) {
	name := q.Template.String()
	r.Templates[name] = r.Templates[name].with(q.Answer)
	if numbers == "" {
		return
	}
	if r.Numerical[name] == nil {
		r.Numerical[name] = map[string]AnswerRecord{}
	}
	r.Numerical[name][numbers] = r.Numerical[name][numbers].with(q.Answer)
}

// numbersKey is what tables call the numbers of the last node: each with a comma behind it, "2,5," or "1/2,".
func (q *QuestionRecord) numbersKey(t *Template) (string, error) {
	if _, err := q.instance(t); err != nil {
		return "", err
	}
	last := len(t.Nodes) - 1
	vals := q.Program[last].Vals
	if got, want := len(vals), len(t.Nodes[last].Slots); got < want {
		return "", fmt.Errorf("the last node has %d values, template %s has %d slots", got, q.Template, want)
	}
	var numbers strings.Builder
	for i, slot := range t.Nodes[last].Slots {
		if strings.HasPrefix(slot, "<OC") || strings.HasPrefix(slot, "<OP") {
			numbers.WriteString(vals[i].Word + ",")
		}
	}
	return numbers.String(), nil
}
