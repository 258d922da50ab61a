package shopvrb

import (
	"cmp"
	"maps"
	"slices"
)

// detectionIoU is how much a detection must overlap an object at least, as in PASCAL VOC.
const detectionIoU = 0.5

// Detection is the average precision of detections as PASCAL VOC measures it since 2010: the area under the curve of precision
// over recall, where precision is made to fall with recall. It is from 0 to 1.
type Detection struct {
	Mean    float64          `json:"mean"` // over the classes that there are
	Classes []ClassPrecision `json:"classes"`
}

// ClassPrecision is that of a class.
type ClassPrecision struct {
	Name      string  `json:"name"`
	Count     int     `json:"count"`    // true objects
	Detected  int     `json:"detected"` // detections, right or wrong
	Precision float64 `json:"average_precision"`
}

// detector collects the detections of all pictures.
type detector struct {
	truths map[string]int // objects by class
	found  map[string][]detection
}

type detection struct {
	score float64
	right bool
}

func newDetector() *detector { return &detector{map[string]int{}, map[string][]detection{}} }

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
		d.found[class] = append(d.found[class], detection{predicted.objects[p].sure(), right})
	}
}

// precision is nil where no detection has a class.
func (d *detector) precision() *Detection {
	if len(d.found) == 0 {
		return nil
	}
	out := &Detection{}
	sum, there := 0.0, 0
	classes := slices.Clone(valuesFor("name"))
	for _, class := range slices.Sorted(maps.Keys(d.truths)) {
		if !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	for _, class := range classes {
		c := ClassPrecision{
			Name: class, Count: d.truths[class], Detected: len(d.found[class]),
			Precision: averagePrecision(d.found[class], d.truths[class]),
		}
		out.Classes = append(out.Classes, c)
		if c.Count > 0 {
			sum += c.Precision
			there++
		}
	}
	out.Mean = sum / float64(max(1, there))
	return out
}

// averagePrecision is the area under the curve: each detected object makes recall rise by one of truths, and counts the highest
// precision that is reached with its recall or a higher one. Detections with equal scores keep their order.
func averagePrecision(found []detection, truths int) float64 {
	slices.SortStableFunc(found, func(a, b detection) int { return cmp.Compare(b.score, a.score) })
	right := 0
	for _, d := range found {
		right += count(d.right)
	}
	highest, sum := 0.0, 0.0
	for i := len(found) - 1; i >= 0; i-- {
		if !found[i].right {
			continue // precision was higher one detection before
		}
		highest = max(highest, float64(right)/float64(i+1))
		sum += highest
		right--
	}
	return sum / float64(max(1, truths))
}
