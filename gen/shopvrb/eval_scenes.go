package shopvrb

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// SceneScores compare predicted scenes with true ones. An object is found if a predicted one is matched with it. What no
// prediction tells is nil.
type SceneScores struct {
	Predictions string  `json:"predictions,omitempty"`
	Match       string  `json:"match"`         // one of Matches
	IoU         float64 `json:"iou,omitempty"` // matched objects overlap by more
	Scenes      int     `json:"scenes"`
	Missing     int     `json:"missing,omitempty"` // scenes without prediction
	Objects     int     `json:"objects"`
	Predicted   int     `json:"predicted"`          // objects
	Unscored    int     `json:"unscored,omitempty"` // predicted objects without score, counted as sure
	Found       int     `json:"found"`
	FoundShare  float64 `json:"found_share"` // percent
	PaperFound  float64 `json:"paper_found,omitempty"`

	Attributes   []AttributeScore `json:"attributes"`
	Overall      *float64         `json:"overall,omitempty"` // mean accuracy of the attributes that are seen
	PaperOverall float64          `json:"paper_overall,omitempty"`

	Position      *float64 `json:"position_error,omitempty"` // mean distance on the table of found objects, in units
	PaperPosition float64  `json:"paper_position_error,omitempty"`

	Labels       []LabelScore `json:"labels,omitempty"`
	LabelF1      *float64     `json:"label_f1,omitempty"`  // mean over labels, of found objects
	ObjectF1     *float64     `json:"object_f1,omitempty"` // mean over found objects
	PaperLabelF1 float64      `json:"paper_label_f1,omitempty"`

	MaskIoU        *float64   `json:"mask_iou,omitempty"` // mean of found objects
	Boxes          *Detection `json:"boxes,omitempty"`
	Masks          *Detection `json:"masks,omitempty"`
	PaperDetection float64    `json:"paper_detection,omitempty"`
}

// AttributeScore is how often a property is right that has one value.
type AttributeScore struct {
	Name       string   `json:"name"`
	Count      int      `json:"count"` // true objects that have it
	Found      int      `json:"found"`
	Right      int      `json:"right"`                    // of those found
	Accuracy   *float64 `json:"accuracy,omitempty"`       // percent of Count
	OfFound    *float64 `json:"found_accuracy,omitempty"` // percent of Found
	PaperScore float64  `json:"paper,omitempty"`          // of seen attributes beside Accuracy, of others beside OfFound

	told bool // by some prediction
}

// defaultIoU is how much matched masks overlap at least.
const defaultIoU = 0.7

// evaluateScenes compares the scenes of a split with those of a file, or with themselves.
func evaluateScenes(ctx context.Context, o EvalOptions) (*SceneScores, error) {
	if o.Match == "" {
		o.Match = MatchMask
	}
	if o.IoU == 0 {
		o.IoU = defaultIoU
	}
	switch {
	case !slices.Contains(Matches, o.Match):
		return nil, fmt.Errorf("shopvrb: objects are to be matched by %q, want one of %q", o.Match, Matches)
	case !(o.IoU > 0 && o.IoU < 1):
		return nil, fmt.Errorf("shopvrb: matched objects are to overlap by %v, want more than 0 and less than 1", o.IoU)
	}
	words := newVocabulary(o.classes...)
	var given *predictedScenes
	if o.Baseline == "" {
		var err error
		if given, err = readScenes(ctx, o.Scenes, o.Match, words); err != nil {
			return nil, err
		}
	}
	name := rooted(o.Data, filesOfSplit(o.Split).scenes)
	t := newSceneTally(o)
	var unfit error // names the file of predictions and not, as the errors of eachEntry, that of the scenes
	err := eachStored(ctx, name, "scenes", func(line int, entry jsontext.Value) error {
		truth, err := readPicture(line, entry, o.Match, words)
		if err != nil {
			return err
		}
		predicted := truth
		if given != nil {
			if predicted, unfit = given.of(truth, o.Match); unfit != nil {
				return unfit
			}
		}
		t.add(truth, predicted)
		return nil
	})
	if err = cmp.Or(unfit, err); err != nil {
		return nil, err
	}
	if given != nil {
		if err := given.check(name, &t.SceneScores, o.Partial); err != nil {
			return nil, err
		}
	}
	return t.scores(o), nil
}

// sceneTally counts what SceneScores tell.
type sceneTally struct {
	SceneScores
	labels       *labelTally
	boxes, masks *detector
	labelsTold   bool
	distances    float64
	placed       int
	overlap      float64
}

func newSceneTally(o EvalOptions) *sceneTally {
	t := &sceneTally{labels: newLabelTally(), boxes: newDetector(), masks: newDetector()}
	t.Predictions, t.Match = o.Scenes, o.Match
	if o.Match != MatchOrder {
		t.IoU = o.IoU
	}
	for _, a := range attributes[:listAttribute] {
		t.Attributes = append(t.Attributes, AttributeScore{Name: a.Key})
	}
	return t
}

// add counts a scene; predicted is nil where there is no prediction.
func (t *sceneTally) add(truth, predicted *evalPicture) {
	t.Scenes++
	t.Objects += len(truth.objects)
	for i := range truth.objects {
		for a := range t.Attributes {
			t.Attributes[a].Count += count(truth.objects[i].has(a))
		}
	}
	if predicted == nil {
		t.Missing++
		t.boxes.add(truth, nil, nil)
		t.masks.add(truth, nil, nil)
		return
	}
	for i := range predicted.objects {
		o := &predicted.objects[i]
		t.Predicted++
		t.Unscored += count(o.score == nil)
		t.labelsTold = t.labelsTold || o.has(listAttribute)
		for a := range t.Attributes {
			t.Attributes[a].told = t.Attributes[a].told || o.has(a)
		}
	}
	for i, p := range t.match(truth, predicted) {
		if p != unmatched {
			t.compare(&truth.objects[i], &predicted.objects[p])
		}
	}
}

// match finds the predicted objects of true ones; where they are, it counts detections.
func (t *sceneTally) match(truth, predicted *evalPicture) []int {
	if t.Match == MatchOrder {
		return inOrder(len(truth.objects))
	}
	boxes := boxOverlaps(truth, predicted)
	t.boxes.add(truth, predicted, boxes)
	if t.Match == MatchBox {
		return boxes.match(t.IoU)
	}
	masks := maskOverlaps(truth, predicted)
	t.masks.add(truth, predicted, masks)
	pairs := masks.match(t.IoU)
	for i, p := range pairs {
		if p != unmatched {
			t.overlap += masks[i][p]
		}
	}
	return pairs
}

// compare compares an object with the one that it is found as.
func (t *sceneTally) compare(truth, said *evalObject) {
	t.Found++
	for a := range t.Attributes {
		if truth.has(a) {
			t.Attributes[a].Found++
			t.Attributes[a].Right += count(truth.words[a] == said.words[a])
		}
	}
	if truth.has(listAttribute) {
		t.labels.add(truth.labels, said.labels)
	}
	if truth.position != nil && said.position != nil {
		dx, dy := truth.position[0]-said.position[0], truth.position[1]-said.position[1]
		t.distances += math.Sqrt(float64(dx*dx) + float64(dy*dy))
		t.placed++
	}
}

// scores are the outcome, with the published figures beside.
func (t *sceneTally) scores(o EvalOptions) *SceneScores {
	s := &t.SceneScores
	paper := publishedScenes(o.Split, t.Match, t.IoU)
	s.FoundShare = percent(s.Found, s.Objects)
	s.PaperFound, s.PaperOverall, s.PaperPosition = paper.found, paper.overall, paper.position
	s.PaperLabelF1, s.PaperDetection = paper.labels, paper.detection
	sum, seen := 0.0, 0
	for i := range s.Attributes {
		a := &s.Attributes[i]
		a.PaperScore = paper.attributes[a.Name]
		if !a.told || a.Count == 0 {
			continue
		}
		a.Accuracy = pointer(percent(a.Right, a.Count))
		if a.Found > 0 {
			a.OfFound = pointer(percent(a.Right, a.Found))
		}
		if i < visualCount {
			sum += *a.Accuracy
			seen++
		}
	}
	if seen == visualCount {
		s.Overall = pointer(sum / visualCount)
	}
	if t.placed > 0 {
		s.Position = pointer(t.distances / float64(t.placed))
	}
	if t.labelsTold && t.labels.objects > 0 {
		labels, byLabel, byObject := t.labels.scores()
		s.Labels, s.LabelF1, s.ObjectF1 = labels, &byLabel, &byObject
	}
	if t.Match == MatchMask && s.Found > 0 {
		s.MaskIoU = pointer(t.overlap / float64(s.Found))
	}
	s.Boxes, s.Masks = t.boxes.precision(), t.masks.precision()
	return s
}
