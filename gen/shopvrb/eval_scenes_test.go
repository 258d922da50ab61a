package shopvrb

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/scenes/annot"
	"mereo/scenes/rng"
)

func TestAveragePrecisionIsTheAreaUnderTheWholeCurve(t *testing.T) {
	found := func(right string) (out []detection) { // from the least to the most sure, so that they must be sorted
		for i, c := range right {
			out = append(out, detection{1 - float64(i)/100, c == '+'})
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
		if got := averagePrecision(found(c.right), c.truths); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s of %d: %v, want %v", c.right, c.truths, got, c.want)
		}
	}
	if got := averagePrecision([]detection{{0.5, true}, {0.5, false}, {0.5, true}}, 2); math.Abs(got-(1+2.0/3)/2) > 1e-12 {
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
	d.add(truth, said, boxOverlaps(truth, said))
	d.add(&evalPicture{objects: []evalObject{evalObjectOf("mug", 0, 0, 0, 9, 9)}}, nil, nil) // nothing is predicted
	got := d.precision()
	mug := got.Classes[slices.Index(attributes[nameAttribute].Values, "mug")]
	if want := (1 + 2.0/4) / 3; mug.Count != 3 || mug.Detected != 4 || math.Abs(mug.Precision-want) > 1e-12 {
		t.Errorf("mugs: %+v, want %v", mug, want)
	}
	if want := (1 + 2.0/4) / 3 / 2; math.Abs(got.Mean-want) > 1e-12 {
		t.Errorf("mean is %v, want %v: that of mugs and forks", got.Mean, want)
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
	l.add([]string{"sharp", "flexible"}, []string{"sharp", "disposable"}) // 1 right, 1 extra, 1 missed: 1/2
	l.add([]string{"sharp"}, []string{"sharp"})                           // 1
	l.add([]string{"sharp", "rotating"}, nil)                             // 0
	l.add(nil, nil)                                                       // 1
	labels, byLabel, byObject := l.scores()
	// sharp: 2 right, 1 missed, 4/5; flexible, disposable, rotating: 0
	if math.Abs(byLabel-0.8/4) > 1e-12 || math.Abs(byObject-2.5/4) > 1e-12 {
		t.Errorf("means are %v and %v, want 0.2 and 0.625", byLabel, byObject)
	}
	sharp := labels[slices.Index(attributes[listAttribute].Values, "sharp")]
	if want := (LabelScore{"sharp", 2, 0, 1, 0.8}); sharp != want {
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
	e, err := Evaluate(t.Context(), EvalOptions{Data: dir, Scenes: filepath.Join(dir, "s.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	s := e.Scenes
	if s.Found != 2 || s.Objects != 4 || s.Predicted != 3 || s.Unscored != 3 || s.FoundShare != 50 || s.PaperFound != 89.2 {
		t.Errorf("%+v", s)
	}
	for i, right := range map[string]int{"name": 1, "size": 2, "color": 1, "material": 2, "powering": 2} {
		a := s.Attributes[slices.IndexFunc(s.Attributes, func(a AttributeScore) bool { return a.Name == i })]
		if a.Count != 4 || a.Found != 2 || a.Right != right || *a.Accuracy != 25*float64(right) || *a.OfFound != 50*float64(right) {
			t.Errorf("%+v, want %d right", a, right)
		}
	}
	// size, weight, material, movability and shape 50 each, color and name 25 each
	if want := 300.0 / 7; math.Abs(*s.Overall-want) > 1e-9 {
		t.Errorf("overall is %v, want %v", *s.Overall, want)
	}
	// mug: 0.5 away, IoU 3/4, labels 1 right, 1 extra, 1 missed; fork: in its place, all labels right
	if math.Abs(*s.Position-0.25) > 1e-12 || math.Abs(*s.MaskIoU-0.875) > 1e-12 || math.Abs(*s.ObjectF1-0.75) > 1e-12 {
		t.Errorf("position %v, IoU %v, F1 %v, want 0.25, 0.875, 0.75", *s.Position, *s.MaskIoU, *s.ObjectF1)
	}
	// dishwasher safe 1, sharp 2/3, used for drinking 0
	if want := 5.0 / 9; math.Abs(*s.LabelF1-want) > 1e-12 {
		t.Errorf("F1 of labels is %v, want %v", *s.LabelF1, want)
	}
	// mug 1: the surer of two equals comes first; bowl 1: half of it is enough; fork and glass 0
	if s.Masks.Mean != 0.5 || s.Boxes.Mean != 0.5 {
		t.Errorf("detection: %v and %v, want 0.5", s.Boxes, s.Masks)
	}

	e, err = Evaluate(t.Context(), EvalOptions{Data: dir, Scenes: filepath.Join(dir, "s.jsonl"), IoU: 0.45})
	if err != nil || e.Scenes.Found != 3 || e.Scenes.PaperFound != 0 {
		t.Errorf("above 0.45: %v, %+v, want 3 found", err, e.Scenes)
	}
	e, err = Evaluate(t.Context(), EvalOptions{Data: dir, Scenes: filepath.Join(dir, "s.jsonl"), Match: MatchBox})
	if err != nil || e.Scenes.Found != 2 || e.Scenes.MaskIoU != nil || e.Scenes.Masks != nil || e.Scenes.Boxes.Mean != 0.5 {
		t.Errorf("by boxes: %v, %+v", err, e.Scenes)
	}
}

func TestScenesInOrderNeedNoMasks(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"s.json": `{"scenes": [{"image_index": 0, "objects": [
		{"name": "mug", "picking": "graspable"}, {"name": "mug", "picking": "stationary"}, {"name": "bowl"}]}]}`})
	o := EvalOptions{Data: dir, Scenes: filepath.Join(dir, "s.json"), Match: MatchOrder, Partial: true}
	e, err := Evaluate(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := e.Scenes
	name, picking, size := s.Attributes[nameAttribute], s.Attributes[listAttribute-1], s.Attributes[0]
	if s.Found != 3 || s.Missing != 1 || *name.Accuracy != 50 || *name.OfFound != 200.0/3 || picking.Right != 1 || size.Accuracy != nil ||
		s.Overall != nil || s.Position != nil || s.LabelF1 != nil || s.Boxes != nil || picking.PaperScore != 74.6 {
		t.Errorf("%+v", s)
	}
}
