package qlevr

// expected is the answer that is rarer, the coin's where both are as frequent: heads is no.
func (c AnswerRecord) expected(coin func() bool) bool {
	if c.True == c.False {
		return !coin()
	}
	return c.True < c.False
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
	answers   AnswerRecord
	numerical map[questionNumbers]AnswerRecord // by the numbers of the last node, if it has any
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
	id, total := b.ids[template], b.asked[template].answers.Total
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
	if c.Total == 0 {
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
	t.answers = t.answers.with(drawn.answer)
	b.familyTotals[b.ids[template].family]++
	b.variantTotals[b.ids[template].variant]++
	if drawn.numerical {
		if t.numerical == nil {
			t.numerical = map[questionNumbers]AnswerRecord{}
		}
		t.numerical[drawn.numbers] = t.numerical[drawn.numbers].with(drawn.answer)
	}
}
