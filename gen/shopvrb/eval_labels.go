package shopvrb

import (
	"slices"

	"mereo/gen/judge"
)

// labelScore compares a value of "attribute", of which an object has several.
type labelScore struct {
	name   string
	right  int // objects that have it and are said to
	extra  int // that are said to have it and have not
	missed int // that have it and are not said to
}

// labelTally compares lists of labels.
type labelTally struct {
	labels  []labelScore // in the order of the published values
	objects int
}

func newLabelTally() *labelTally {
	t := &labelTally{}
	for _, name := range attributes[listAttribute].Values {
		t.labels = append(t.labels, labelScore{name: name})
	}
	return t
}

// add compares the labels of an object, and returns its F1.
func (t *labelTally) add(truth, said []string) float64 {
	var of labelScore
	for i := range t.labels {
		l := &t.labels[i]
		has, is := slices.Contains(truth, l.name), slices.Contains(said, l.name)
		for _, s := range []*labelScore{l, &of} {
			s.right += count(has && is)
			s.extra += count(is && !has)
			s.missed += count(has && !is)
		}
	}
	t.objects++
	if of.known() {
		return of.f1()
	}
	return 1 // nothing was to be said, and nothing was
}

func (s *labelScore) known() bool { return s.right+s.extra+s.missed > 0 }

// f1 is the harmonic mean of precision and recall.
func (s *labelScore) f1() float64 {
	return float64(2*s.right) / float64(max(1, 2*s.right+s.extra+s.missed))
}

// scores are the F1 of each label, 0 where all numbers are 0, and their mean over the labels that some object has or is said to have.
func (t *labelTally) scores() (table judge.Table, mean float64) {
	table = judge.Table{Title: "values of attribute, of found objects", Head: []string{"label", "right", "extra", "missed", "F1"}}
	known := 0
	for i := range t.labels {
		l := &t.labels[i]
		mean += l.f1()
		known += count(l.known())
		table.Rows = append(table.Rows, []any{l.name, l.right, l.extra, l.missed, judge.Fixed{Value: l.f1(), Digits: 4}})
	}
	return table, mean / float64(max(1, known))
}
