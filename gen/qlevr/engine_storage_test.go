package qlevr

import (
	"strconv"
	"strings"
)

// storage is what the questioner has counted so far.
func (q *questioner) storage() BalanceRecord { return q.balance.storage(q.all.programs) }

// storage is the balance in the published form.
func (b *answerBalance) storage(programs []*compiledProgram) BalanceRecord {
	r := BalanceRecord{map[string]AnswerRecord{}, map[string]map[string]AnswerRecord{}}
	for i, p := range programs {
		t := &b.asked[i]
		if t.answers.Total == 0 {
			continue
		}
		key := p.template.name().String()
		r.Templates[key] = t.answers
		for numbers, c := range t.numerical {
			if r.Numerical[key] == nil {
				r.Numerical[key] = map[string]AnswerRecord{}
			}
			r.Numerical[key][p.numbersKey(numbers)] = c
		}
	}
	return r
}

// numbersKey is what the published storage calls the numbers of a last node: "2,5," or "1/2,".
func (p *compiledProgram) numbersKey(numbers questionNumbers) string {
	var key strings.Builder
	for side, q := range p.nodes[len(p.nodes)-1].quantifiers {
		with := numbers[side]
		for i := range q.slots() {
			key.WriteString(strconv.Itoa(int(with[i])))
			if q.takesFraction() {
				key.WriteString("/" + strconv.Itoa(int(with[1])))
			}
			key.WriteByte(',')
		}
	}
	return key.String()
}
