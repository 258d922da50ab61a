package shopvrb

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/ask/closed"
	"mereo/gen/judge"
)

// taskScenes is the task of predicting scenes.
const taskScenes = "scenes"

// defaultIoU is how much matched masks overlap at least.
const defaultIoU = 0.7

// sceneOptions say how predicted and true objects are matched.
type sceneOptions struct {
	match string  // one of Matches
	iou   float64 // matched objects overlap by more
}

// check finds wrong options.
func (o *sceneOptions) check() error {
	switch {
	case !slices.Contains(Matches, o.match):
		return fmt.Errorf("--match is %q, want %s", o.match, strings.Join(Matches, ", "))
	case !(o.iou > 0 && o.iou < 1):
		return fmt.Errorf("--iou is %v, want more than 0 and less than 1", o.iou)
	}
	return nil
}

// Columns of scores of scenes.
const (
	ofAll   = iota // of all true objects, in percent
	ofFound        // of those that are found
	inUnits        // of other measures
)

// Groups of rows, and the measures that are no shares of objects.
const (
	groupObjects   = "objects"
	groupAttribute = "attribute"
	groupMeasure   = "measure"

	rowFound    = "found"
	rowOverall  = "overall, of what is seen"
	rowPosition = "position error, units"
	rowLabelF1  = "F1 of labels, mean over labels"
	rowObjectF1 = "F1 of labels, mean over objects"
	rowMaskIoU  = "IoU of matched masks"
	rowBoxes    = "detection, mAP of boxes"
	rowMasks    = "detection, mAP of masks"
)

// task compares predicted scenes with true ones. An object is found if a predicted one is matched with it.
func (o *sceneOptions) task() *judge.Task {
	return &judge.Task{
		Name: taskScenes, NoPeople: true, Baselines: []string{judge.Oracle}, Rows: o.rows, Papers: []string{"paper"},
		Note: "* of the paper, beside the share of all that is seen, and beside that of found objects of powering, disassembly and picking",
		Columns: []judge.Column{
			{Name: "of all", Percent: true, Digits: 1}, {Name: "of found", Percent: true, Digits: 1}, {Name: "value", Digits: 4},
		},
		Judge: o.judge,
	}
}

// rows are what is measured, with what is published of it for a way of matching.
func (o *sceneOptions) rows(split string) []judge.Row {
	paper := publishedScenes(split, o.match, o.iou)
	var out []judge.Row
	add := func(group string, names ...string) {
		for _, name := range names {
			out = append(out, judge.Row{Group: group, Name: name, Published: []float64{paper[name]}})
		}
	}
	add(groupObjects, rowFound)
	for _, a := range attributes[:listAttribute] {
		add(groupAttribute, a.Key)
	}
	add(groupAttribute, rowOverall)
	add(groupMeasure, rowPosition, rowLabelF1, rowObjectF1, rowMaskIoU, rowBoxes, rowMasks)
	return out
}

func (o *sceneOptions) judge(ctx context.Context, j *judge.Job, b *judge.Board) error {
	classes, err := otherClasses(j.Data)
	if err != nil {
		return err
	}
	var all *predictedScenes
	err = judge.Answered(ctx, j, b, func(split string) (judge.Samples[*evalPicture], error) {
		name := filepath.Join(j.Data, filepath.FromSlash(filesOfSplit(split).scenes))
		all = &predictedScenes{sceneOptions: o, name: name, words: newVocabulary(classes...)}
		for range j.Sources {
			all.tallies = append(all.tallies, &sceneTally{labels: newLabelTally(), boxes: newDetector(), masks: newDetector()})
		}
		return all, nil
	})
	if err != nil {
		return err
	}
	for s, source := range j.Sources {
		all.tallies[s].tell(o, b, s, source)
	}
	return nil
}

// predictedScenes are the scenes of a split.
type predictedScenes struct {
	*sceneOptions
	name    string
	words   *closed.Vocabulary
	tallies []*sceneTally // by source
}

// Form is the published form of scenes. Of an object are read the keys of all attributes, mask, bbox (first and last column and row:
// x0, y0, x1, y1), 3d_coords and score; each may be left out.
func (p *predictedScenes) Form() judge.Form {
	return judge.Form{Key: "image_index", Value: "objects", Example: `{"image_index": 0, "objects": [...]}`, Unit: "scenes"}
}

func (p *predictedScenes) File() string { return p.name }

func (p *predictedScenes) Each(ctx context.Context, do func(judge.Sample[*evalPicture]) error) error {
	return judge.Stored(ctx, p.name, "scenes", "scene", func(_ int, entry jsontext.Value) error {
		truth, err := readPicture(entry, p.match, p.words)
		if err != nil {
			return err
		}
		return do(&trueScene{truth, p})
	})
}

func (p *predictedScenes) Read(entry judge.Entry) (key string, answer *evalPicture, err error) {
	if answer, err = readPicture(jsontext.Value(entry), p.match, p.words); err != nil {
		return "", nil, err
	}
	return strconv.Itoa(answer.index), answer, nil
}

// Baseline predicts true scenes.
func (p *predictedScenes) Baseline(context.Context, string) (func(judge.Sample[*evalPicture]) (*evalPicture, error), func(), error) {
	return func(s judge.Sample[*evalPicture]) (*evalPicture, error) { return s.(*trueScene).evalPicture, nil }, func() {}, nil
}

// trueScene is a scene that predictions are compared with.
type trueScene struct {
	*evalPicture
	all *predictedScenes
}

func (t *trueScene) Key() string { return strconv.Itoa(t.index) }

// Judge tells as details how many objects are true and predicted.
func (t *trueScene) Judge(source int, said *evalPicture, ok bool) (cells []judge.Cell, detail any, err error) {
	told := struct {
		ImageIndex int  `json:"image_index"`
		Objects    int  `json:"objects"`
		Predicted  *int `json:"predicted"`
	}{t.index, len(t.objects), nil}
	if ok {
		n := len(said.objects)
		told.Predicted = &n
		err = said.fits(t.evalPicture, t.all.match)
	}
	if err != nil {
		return nil, nil, err
	}
	return t.all.tallies[source].add(t.all.sceneOptions, t.evalPicture, said), &told, nil
}

// sceneTally is what is known of a source beside the board.
type sceneTally struct {
	labels       *labelTally
	boxes, masks *detector
	told         [listAttribute + 1]bool // by some prediction
	scenes       int
	objects      int
	predicted    int
	unscored     int
}

// add counts a scene; predicted is nil where there is no prediction.
func (t *sceneTally) add(o *sceneOptions, truth, predicted *evalPicture) []judge.Cell {
	t.scenes++
	t.objects += len(truth.objects)
	pairs, overlap := slices.Repeat([]int{unmatched}, len(truth.objects)), overlaps(nil)
	if predicted == nil {
		t.boxes.add(truth, nil, nil)
		t.masks.add(truth, nil, nil)
	} else {
		for i := range predicted.objects {
			p := &predicted.objects[i]
			t.predicted++
			t.unscored += count(p.score == nil)
			for a := range t.told {
				t.told[a] = t.told[a] || p.has(a)
			}
		}
		pairs, overlap = t.match(o, truth, predicted)
	}
	var found, distance, objectF1, iou judge.Value
	var shares [listAttribute][inUnits + 1]judge.Value // in the columns
	for i, p := range pairs {
		object := &truth.objects[i]
		said := &evalObject{}
		found.Add(judge.Right(p != unmatched))
		if p != unmatched {
			said = &predicted.objects[p]
			if overlap != nil {
				iou.Add(judge.Number(overlap[i][p]))
			}
			if object.has(listAttribute) {
				objectF1.Add(judge.Number(t.labels.add(object.labels, said.labels)))
			}
			if object.position != nil && said.position != nil {
				dx, dy := object.position[0]-said.position[0], object.position[1]-said.position[1]
				distance.Add(judge.Number(math.Sqrt(float64(dx*dx) + float64(dy*dy))))
			}
		}
		for a := range shares {
			if !object.has(a) {
				continue
			}
			right := judge.Right(object.words[a] == said.words[a])
			shares[a][ofAll].Add(right)
			if p != unmatched {
				shares[a][ofFound].Add(right)
			}
		}
	}
	cells := []judge.Cell{{Group: groupObjects, Name: rowFound, Values: []judge.Value{found, {}, {}}}}
	measure := func(name string, v judge.Value) {
		cells = append(cells, judge.Cell{Group: groupMeasure, Name: name, Values: []judge.Value{ofAll: {}, ofFound: {}, inUnits: v}})
	}
	measure(rowPosition, distance)
	measure(rowObjectF1, objectF1)
	if o.match == MatchMask {
		measure(rowMaskIoU, iou)
	}
	for a := range shares {
		cells = append(cells, judge.Cell{Group: groupAttribute, Name: attributes[a].Key, Values: shares[a][:]})
	}
	return cells
}

// match finds the predicted objects of true ones, and how much their masks overlap, nil for not at all; where they are, it counts
// detections.
func (t *sceneTally) match(o *sceneOptions, truth, predicted *evalPicture) (pairs []int, masks overlaps) {
	if o.match == MatchOrder {
		return inOrder(len(truth.objects)), nil
	}
	boxes := overlapsOf(truth, predicted, byBoxes)
	t.boxes.add(truth, predicted, boxes)
	if o.match == MatchBox {
		return boxes.match(o.iou), nil
	}
	masks = overlapsOf(truth, predicted, byMasks)
	t.masks.add(truth, predicted, masks)
	return masks.match(o.iou), masks
}

// tell adds to the board what is no sum over scenes, and takes out what no prediction tells.
func (t *sceneTally) tell(o *sceneOptions, b *judge.Board, s int, source *judge.Source) {
	how := "in their order"
	if o.match != MatchOrder {
		how = fmt.Sprintf("by %s, intersection over union above %g", o.match, o.iou)
	}
	source.Notes = append(source.Notes, fmt.Sprintf("%d scenes with %d objects; %d predicted, matched %s", t.scenes, t.objects, t.predicted,
		how))
	sum, seen := 0.0, 0
	for a := range attributes[:listAttribute] {
		name := attributes[a].Key
		if !t.told[a] {
			b.Drop(s, groupAttribute, name, ofAll)
			b.Drop(s, groupAttribute, name, ofFound)
		} else if accuracy := b.Total(s, groupAttribute, name, ofAll); a < visualCount && accuracy == accuracy {
			sum += accuracy
			seen++
		}
	}
	if seen == visualCount {
		b.Derive(s, groupAttribute, rowOverall, ofAll, sum/visualCount, t.objects)
	}
	if !t.told[listAttribute] {
		b.Drop(s, groupMeasure, rowObjectF1, inUnits)
	} else if t.labels.objects > 0 {
		labels, mean := t.labels.scores()
		b.Derive(s, groupMeasure, rowLabelF1, inUnits, mean, t.labels.objects)
		b.Table(labels)
	}
	boxes, masks := t.boxes.precision(), t.masks.precision()
	for _, d := range []struct {
		row string
		*detection
	}{{rowBoxes, boxes}, {rowMasks, masks}} {
		if d.detection != nil {
			b.Derive(s, groupMeasure, d.row, inUnits, d.mean, t.objects)
		}
	}
	if boxes != nil {
		if t.unscored > 0 {
			source.Notes = append(source.Notes, fmt.Sprintf("objects without a score, counted as sure: %d", t.unscored))
		}
		b.Table(classTable(boxes, masks))
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
