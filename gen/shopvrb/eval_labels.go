package shopvrb

import "slices"

// LabelScore compares a value of "attribute", of which an object has several.
type LabelScore struct {
	Name   string  `json:"name"`
	Right  int     `json:"right"`  // objects that have it and are said to
	Extra  int     `json:"extra"`  // that are said to have it and have not
	Missed int     `json:"missed"` // that have it and are not said to
	F1     float64 `json:"f1"`     // from 0 to 1; 0 where all numbers are 0
}

// labelTally compares lists of labels.
type labelTally struct {
	labels  []LabelScore // in the order of the published values
	objects int
	sum     float64 // of the objects' F1
}

func newLabelTally() *labelTally {
	t := &labelTally{}
	for _, name := range attributes[listAttribute].Values {
		t.labels = append(t.labels, LabelScore{Name: name})
	}
	return t
}

// add compares the labels of an object.
func (t *labelTally) add(truth, said []string) {
	var of LabelScore
	for i := range t.labels {
		l := &t.labels[i]
		has, is := slices.Contains(truth, l.Name), slices.Contains(said, l.Name)
		for _, s := range []*LabelScore{l, &of} {
			s.Right += count(has && is)
			s.Extra += count(is && !has)
			s.Missed += count(has && !is)
		}
	}
	t.objects++
	if of.known() {
		t.sum += of.f1()
	} else {
		t.sum++ // nothing was to be said, and nothing was
	}
}

func (s *LabelScore) known() bool { return s.Right+s.Extra+s.Missed > 0 }

// f1 is the harmonic mean of precision and recall.
func (s *LabelScore) f1() float64 {
	return float64(2*s.Right) / float64(max(1, 2*s.Right+s.Extra+s.Missed))
}

// scores are the F1 of each label, their mean over the labels that some object has or is said to have, and the mean over objects.
func (t *labelTally) scores() (labels []LabelScore, byLabel, byObject float64) {
	known := 0
	for i := range t.labels {
		l := &t.labels[i]
		l.F1 = l.f1()
		byLabel += l.F1
		known += count(l.known())
	}
	return t.labels, byLabel / float64(max(1, known)), t.sum / float64(max(1, t.objects))
}
