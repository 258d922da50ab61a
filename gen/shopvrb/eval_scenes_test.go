package shopvrb

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/gen/judge"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
)

func TestAveragePrecisionIsTheAreaUnderTheWholeCurve(t *testing.T) {
	said := func(right string) (out []found) { // from the least to the most sure, so that they must be sorted
		for i, c := range right {
			out = append(out, found{1 - float64(i)/100, c == '+'})
		}
		slices.Reverse(out)
		return out
	}
	for _, c := range []struct {
		right  string
		truths int
		want   float64
	}{
		{"+-+-+", 4, (1 + 2.0/3 + 3.0/5) / 4}, // by 11 points it would be 6.2/11
		{"-++", 2, 2.0 / 3},                   // precision 1/2 at recall 1/2 is raised to the 2/3 that follow
		{"+--+", 2, (1 + 2.0/4) / 2},
		{"++", 2, 1},
		{"++---", 2, 1},
		{"--", 3, 0},
		{"", 3, 0},
	} {
		if got := averagePrecision(said(c.right), c.truths); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s of %d: %v, want %v", c.right, c.truths, got, c.want)
		}
	}
	if got := averagePrecision([]found{{0.5, true}, {0.5, false}, {0.5, true}}, 2); math.Abs(got-(1+2.0/3)/2) > 1e-12 {
		t.Errorf("detections with equal scores do not keep their order: %v", got)
	}
}

// evalObjectOf is an object of a class with a box, and a score unless that is 0.
func evalObjectOf(class string, score float64, x0, y0, x1, y1 float64) evalObject {
	o := evalObject{box: &pixelBox{x0, y0, x1, y1}}
	o.words[nameAttribute] = class
	if score != 0 {
		o.score = &score
	}
	return o
}

func TestDetections(t *testing.T) {
	d := newDetector()
	truth := &evalPicture{objects: []evalObject{
		evalObjectOf("mug", 0, 0, 0, 9, 9), evalObjectOf("mug", 0, 20, 0, 29, 9), evalObjectOf("fork", 0, 40, 0, 49, 9),
	}}
	said := &evalPicture{objects: []evalObject{
		evalObjectOf("mug", 0.6, 0, 0, 9, 9),    // right place, but a surer one was there: wrong
		evalObjectOf("mug", 0.9, 0, 0, 9, 7),    // IoU 80/100: right
		evalObjectOf("mug", 0.8, 25, 0, 34, 9),  // IoU 50/150: wrong
		evalObjectOf("mug", 0.5, 20, 0, 29, 4),  // IoU 50/100, just enough: right
		evalObjectOf("fork", 0.9, 20, 0, 29, 9), // another class
		evalObjectOf("", 0.9, 40, 0, 49, 9),     // no class: no detection
	}}
	d.add(truth, said, overlapsOf(truth, said, byBoxes))
	d.add(&evalPicture{objects: []evalObject{evalObjectOf("mug", 0, 0, 0, 9, 9)}}, nil, nil) // nothing is predicted
	got := d.precision()
	mug := got.classes[slices.Index(attributes[nameAttribute].Values, "mug")]
	if want := (1 + 2.0/4) / 3; mug.count != 3 || mug.detected != 4 || math.Abs(mug.precision-want) > 1e-12 {
		t.Errorf("mugs: %+v, want %v", mug, want)
	}
	if want := (1 + 2.0/4) / 3 / 2; math.Abs(got.mean-want) > 1e-12 {
		t.Errorf("mean is %v, want %v: that of mugs and forks", got.mean, want)
	}
}

func TestMatchingTakesTheBestPairsAboveTheThreshold(t *testing.T) {
	for _, c := range []struct {
		of        overlaps
		threshold float64
		want      []int
	}{
		{overlaps{{0.9, 0.8}, {0.85, 0}}, 0.7, []int{0, unmatched}},
		{overlaps{{0.8, 0.9}, {0.85, 0}}, 0.7, []int{1, 0}},
		{overlaps{{0.7}}, 0.7, []int{unmatched}},
		{overlaps{{0.71}}, 0.7, []int{0}},
		{overlaps{{0.8, 0.8}, {0.8, 0.8}}, 0.5, []int{0, 1}},
		{overlaps{{}, {}}, 0.5, []int{unmatched, unmatched}},
	} {
		if got := c.of.match(c.threshold); !slices.Equal(got, c.want) {
			t.Errorf("%v above %v: %v, want %v", c.of, c.threshold, got, c.want)
		}
	}
}

func TestOverlaps(t *testing.T) {
	s := rng.At(rng.Key{Seed: 1}, "masks")
	draw := func() (r annot.RLE, set [48]bool) {
		r.Size = [2]int{6, 8}
		last := false
		r.Counts = []int{0}
		for i := range set {
			set[i] = s.Bool(0.5)
			if set[i] != last {
				r.Counts = append(r.Counts, 0)
				last = set[i]
			}
			r.Counts[len(r.Counts)-1]++
		}
		return r, set
	}
	for range 200 {
		a, inA := draw()
		b, inB := draw()
		both, either := 0, 0
		for i := range inA {
			both += count(inA[i] && inB[i])
			either += count(inA[i] || inB[i])
		}
		if got := maskOverlap(a, b); got != float64(both)/float64(either) {
			t.Fatalf("%v and %v: %v, want %d/%d", a.Counts, b.Counts, got, both, either)
		}
	}
	empty := annot.RLE{Size: [2]int{2, 2}, Counts: []int{4}}
	if got := maskOverlap(empty, empty); got != 0 {
		t.Errorf("empty masks overlap by %v", got)
	}
	if got := boxOverlap(pixelBox{0, 0, 9, 9}, pixelBox{5, 0, 14, 9}); got != 1.0/3 {
		t.Errorf("boxes that share 50 of 150 pixels overlap by %v", got)
	}
	if got := boxOverlap(pixelBox{0, 0, 9, 9}, pixelBox{10, 0, 19, 9}); got != 0 {
		t.Errorf("boxes side by side overlap by %v", got)
	}
}

func TestLabelF1(t *testing.T) {
	l := newLabelTally()
	sum := l.add([]string{"sharp", "flexible"}, []string{"sharp", "disposable"}) // 1 right, 1 extra, 1 missed: 1/2
	sum += l.add([]string{"sharp"}, []string{"sharp"})                           // 1
	sum += l.add([]string{"sharp", "rotating"}, nil)                             // 0
	sum += l.add(nil, nil)                                                       // 1
	labels, byLabel := l.scores()
	// sharp: 2 right, 1 missed, 4/5; flexible, disposable, rotating: 0
	if math.Abs(byLabel-0.8/4) > 1e-12 || sum != 2.5 {
		t.Errorf("means are %v and %v, want 0.2 and 0.625", byLabel, sum/4)
	}
	sharp := labels.Rows[slices.Index(attributes[listAttribute].Values, "sharp")]
	if want := []any{"sharp", 2, 0, 1, judge.Fixed{Value: 0.8, Digits: 4}}; !slices.Equal(sharp, want) {
		t.Errorf("%+v, want %+v", sharp, want)
	}
}

// evalPredicted are predictions for evalFolder: the mug as a wrong one (3 of 4 pixels, of another color, 0.5 away), half of the
// bowl, something on the fork that is called a mug, and nothing of the glass.
var evalPredicted = `{"image_index": 0, "objects": [` + strings.Join([]string{
	strings.Replace(evalThing("mug", "small", "blue", "ceramic", 0, evalMask(1, 3, 12), `"dishwasher safe", "sharp"`), "[0, 0.0, 0.0]", "[0.3, 0.4]", 1),
	evalThing("bowl", "large", "white", "ceramic", 2, evalMask(8, 4, 4), ""),
	evalThing("mug", "small", "white", "plastic", 1, evalMask(4, 4, 8), `"sharp"`),
}, ", ") + "]}\n" + `{"image_filename": "SHOP_VRB_test_000001.png", "objects": []}`

func TestScenesAreScored(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"s.jsonl": evalPredicted})
	e, err := judgeRun(t, dir, judge.Options{Pred: []string{"s.jsonl"}})
	if err != nil {
		t.Fatal(err)
	}
	if found := scoreRow(t, e, taskScenes, groupObjects, rowFound); found.Count != 4 || found.Scores[0]["of all"].Value != 50 || found.Published["paper"] != 89.2 {
		t.Errorf("%+v", found)
	}
	notes := []string{
		"2 scenes with 4 objects; 3 predicted, matched by mask, intersection over union above 0.7", "objects without a score, counted as sure: 3",
	}
	if got := e.Tasks[0].Answers[0].Notes; !slices.Equal(got, notes) {
		t.Errorf("notes are %q, want %q", got, notes)
	}
	for name, right := range map[string]float64{"name": 1, "size": 2, "color": 1, "material": 2, "powering": 2} {
		of, found := valueOf(t, e, groupAttribute, name, "of all"), valueOf(t, e, groupAttribute, name, "of found")
		if scoreRow(t, e, taskScenes, groupAttribute, name).Count != 4 || of != 25*right || found != 50*right {
			t.Errorf("%s: %v and %v, want %v right", name, of, found, right)
		}
	}
	for _, c := range []struct {
		group, name, column string
		want                float64
	}{
		// size, weight, material, movability and shape 50 each, color and name 25 each
		{groupAttribute, rowOverall, "of all", 300.0 / 7},
		// mug: 0.5 away, IoU 3/4, labels 1 right, 1 extra, 1 missed; fork: in its place, all labels right
		{groupMeasure, rowPosition, "value", 0.25}, {groupMeasure, rowMaskIoU, "value", 0.875}, {groupMeasure, rowObjectF1, "value", 0.75},
		// dishwasher safe 1, sharp 2/3, used for drinking 0
		{groupMeasure, rowLabelF1, "value", 5.0 / 9},
		// mug 1: the surer of two equals comes first; bowl 1: half of it is enough; fork and glass 0
		{groupMeasure, rowMasks, "value", 0.5}, {groupMeasure, rowBoxes, "value", 0.5},
	} {
		if got := valueOf(t, e, c.group, c.name, c.column); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.name, got, c.want)
		}
	}

	e, err = judgeRun(t, dir, judge.Options{Pred: []string{"s.jsonl"}}, "--iou", "0.45")
	if err != nil {
		t.Fatal(err)
	}
	if found := scoreRow(t, e, taskScenes, groupObjects, rowFound); found.Scores[0]["of all"].Value != 75 || found.Published != nil {
		t.Errorf("above 0.45: %+v, want 3 found", found)
	}
	e, err = judgeRun(t, dir, judge.Options{Pred: []string{"s.jsonl"}}, "--match", "box")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range e.Tasks[0].Rows {
		if (r.Name == rowMaskIoU || r.Name == rowMasks) && r.Scores[0]["value"] != nil {
			t.Errorf("by boxes there is %s", r.Name)
		}
	}
	if valueOf(t, e, groupObjects, rowFound, "of all") != 50 || valueOf(t, e, groupMeasure, rowBoxes, "value") != 0.5 {
		t.Errorf("by boxes: %+v", e.Tasks[0].Rows)
	}
}

func TestScenesInOrderNeedNoMasks(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"s.json": `{"scenes": [{"image_index": 0, "objects": [
		{"name": "mug", "picking": "graspable"}, {"name": "mug", "picking": "stationary"}, {"name": "bowl"}]}]}`})
	e, err := judgeRun(t, dir, judge.Options{Pred: []string{"s.json"}, Partial: true}, "--match", "order")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		group, name, column string
		want                float64
	}{
		{groupObjects, rowFound, "of all", 75}, {groupAttribute, "name", "of all", 50}, {groupAttribute, "name", "of found", 200.0 / 3},
		{groupAttribute, "picking", "of all", 25}, {groupAttribute, "size", "of all", -1},
	} {
		if got := valueOf(t, e, c.group, c.name, c.column); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.name, got, c.want)
		}
	}
	for _, r := range e.Tasks[0].Rows {
		if (r.Group == groupMeasure || r.Name == rowOverall) && len(r.Scores[0]) > 0 {
			t.Errorf("there is %+v", r)
		}
	}
	if e.Tasks[0].Answers[0].Missing != 1 || scoreRow(t, e, taskScenes, groupAttribute, "picking").Published["paper"] != 74.6 {
		t.Errorf("%+v", e.Tasks[0])
	}
}
