package qlevr

// answerCount is how often questions had each answer.
type answerCount struct{ yes, no int }

// expected is the answer that is rarer, the coin's where both are as frequent: heads is no.
func (c answerCount) expected(coin func() bool) bool {
	if c.yes == c.no {
		return !coin()
	}
	return c.yes < c.no
}

func (c *answerCount) add(answer bool) {
	if answer {
		c.yes++
	} else {
		c.no++
	}
}

// questionNumbers are the numbers of a question's last node; which of them there are is a matter of the template.
type questionNumbers [2]quantity

// drawnAnswer is the answer of a question that may be accepted.
type drawnAnswer struct {
	answer    bool
	numerical bool // the last node has numbers
	numbers   questionNumbers
}

// templateBalance is how often one template was asked.
type templateBalance struct {
	answers   answerCount
	numerical map[questionNumbers]answerCount // by the numbers of the last node, if it has any
}

// answerBalance is how often each template was asked, by its number in the list, and the groups of templates that share the
// attention: all of a file and family, and of these all with the same first variant.
type answerBalance struct {
	asked         []templateBalance
	ids           []templateGroups
	familyTotals  []int
	variantTotals []int
}

// templateGroups are the groups of a template.
type templateGroups struct {
	family, variant int // places in familyTotals and variantTotals
	variants        int // length of Template.Variant
}

// newAnswerBalance starts from zero.
func newAnswerBalance(templates []Template) *answerBalance {
	b := &answerBalance{asked: make([]templateBalance, len(templates)), ids: make([]templateGroups, len(templates))}
	type group struct {
		file            string
		family, variant int
	}
	places := map[group]int{}
	place := func(g group, totals *[]int) int {
		at, ok := places[g]
		if !ok {
			at = len(*totals)
			places[g], *totals = at, append(*totals, 0)
		}
		return at
	}
	for i := range templates {
		t := &templates[i]
		variant := 0
		if len(t.Variant) > 0 {
			variant = t.Variant[0]
		}
		b.ids[i] = templateGroups{
			family:   place(group{t.File, t.Family, -1}, &b.familyTotals),
			variant:  place(group{t.File, t.Family, variant}, &b.variantTotals),
			variants: len(t.Variant),
		}
	}
	return b
}

// priority orders templates: the smallest is asked next. Programs of a family that differ only in an attribute come after those
// of families that were asked less, so that every family gets its share.
func (b *answerBalance) priority(template int) [3]int {
	id, own := b.ids[template], b.asked[template].answers
	total := own.yes + own.no
	switch id.variants {
	case 0:
		return [3]int{total, total, total}
	case 1:
		return [3]int{b.familyTotals[id.family], total, total}
	}
	return [3]int{b.familyTotals[id.family], b.variantTotals[id.variant], total}
}

// answerExpectation is the answer that a question from a template must have, if any.
type answerExpectation struct{ known, answer bool }

// expect is drawn once before a template is tried; the first question of a template is free.
func (b *answerBalance) expect(template int, coin func() bool) answerExpectation {
	c := b.asked[template].answers
	if c.yes+c.no == 0 {
		return answerExpectation{}
	}
	return answerExpectation{true, c.expected(coin)}
}

// accepts reports whether a question keeps the balance, that of its template and that of its numbers.
func (b *answerBalance) accepts(template int, e answerExpectation, drawn drawnAnswer, coin func() bool) bool {
	fits := true
	if drawn.numerical {
		if c, ok := b.asked[template].numerical[drawn.numbers]; ok {
			fits = drawn.answer == c.expected(coin)
		}
	}
	return !e.known || drawn.answer == e.answer && fits
}

// record counts an accepted question.
func (b *answerBalance) record(template int, drawn drawnAnswer) {
	t := &b.asked[template]
	t.answers.add(drawn.answer)
	b.familyTotals[b.ids[template].family]++
	b.variantTotals[b.ids[template].variant]++
	if drawn.numerical {
		if t.numerical == nil {
			t.numerical = map[questionNumbers]answerCount{}
		}
		c := t.numerical[drawn.numbers]
		c.add(drawn.answer)
		t.numerical[drawn.numbers] = c
	}
}

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
