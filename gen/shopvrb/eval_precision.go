package shopvrb

import (
	"cmp"
	"maps"
	"slices"

	"mereo/gen/judge"
)

// detectionIoU is how much a detection must overlap an object at least, as in PASCAL VOC.
const detectionIoU = 0.5

// detection is the average precision of detections as PASCAL VOC measures it since 2010: the area under the curve of precision
// over recall, where precision is made to fall with recall. It is from 0 to 1.
type detection struct {
	mean    float64 // over the classes that there are
	classes []classPrecision
}

// classPrecision is that of a class.
type classPrecision struct {
	name      string
	count     int // true objects
	detected  int // detections, right or wrong
	precision float64
}

// classTable shows the classes of two detections; the second may be nil.
func classTable(boxes, masks *detection) judge.Table {
	t := judge.Table{Title: "detection by category", Head: []string{"category", "objects", "detected", "AP boxes", "AP masks"}}
	for i, b := range boxes.classes {
		row := []any{b.name, b.count, b.detected, "-", "-"}
		if b.count > 0 {
			row[3] = judge.Fixed{Value: b.precision, Digits: 4}
			if masks != nil {
				row[4] = judge.Fixed{Value: masks.classes[i].precision, Digits: 4}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// detector collects the detections of all pictures.
type detector struct {
	truths map[string]int // objects by class
	found  map[string][]found
}

type found struct {
	score float64
	right bool
}

func newDetector() *detector { return &detector{map[string]int{}, map[string][]found{}} }

// add judges the detections of a picture, the surest first: one is right if the object of its class that it overlaps most is
// overlapped enough and not yet detected.
func (d *detector) add(truth, predicted *evalPicture, o overlaps) {
	for i := range truth.objects {
		d.truths[truth.objects[i].class()]++
	}
	if predicted == nil {
		return
	}
	detected := make([]bool, len(truth.objects))
	for _, p := range surest(predicted.objects) {
		class := predicted.objects[p].class()
		if class == "" {
			continue
		}
		best := unmatched
		for t := range truth.objects {
			if truth.objects[t].class() == class && o[t][p] >= detectionIoU && (best == unmatched || o[t][p] > o[best][p]) {
				best = t
			}
		}
		right := best != unmatched && !detected[best]
		if right {
			detected[best] = true
		}
		d.found[class] = append(d.found[class], found{predicted.objects[p].sure(), right})
	}
}

// precision is nil where no detection has a class.
func (d *detector) precision() *detection {
	if len(d.found) == 0 {
		return nil
	}
	out := &detection{}
	sum, there, published := 0.0, 0, valuesFor("name")
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(d.truths)), func(class string) bool { return slices.Contains(published, class) })
	for _, class := range slices.Concat(published, others) {
		c := classPrecision{
			name: class, count: d.truths[class], detected: len(d.found[class]),
			precision: averagePrecision(d.found[class], d.truths[class]),
		}
		out.classes = append(out.classes, c)
		if c.count > 0 {
			sum += c.precision
			there++
		}
	}
	out.mean = sum / float64(max(1, there))
	return out
}

// averagePrecision is the area under the curve: each detected object makes recall rise by one of truths, and counts the highest
// precision that is reached with its recall or a higher one. Detections with equal scores keep their order.
func averagePrecision(all []found, truths int) float64 {
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	right := 0
	for _, d := range all {
		right += count(d.right)
	}
	highest, sum := 0.0, 0.0
	for i := len(all) - 1; i >= 0; i-- {
		if !all[i].right {
			continue // precision was higher one detection before
		}
		highest = max(highest, float64(right)/float64(i+1))
		sum += highest
		right--
	}
	return sum / float64(max(1, truths))
}
