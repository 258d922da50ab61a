package syndacate

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// EvaluateOptions say what Evaluate compares with the targets of a task: Predictions or Baseline, one of the two.
type EvaluateOptions struct {
	Task        string // a data set of the catalog, or one of FilmTasks
	Data        string // its file, or the folder that has it under its standard name; of films the file
	Split       string // test or train; if empty, test
	Count       int    // the first elements of the split that are compared; if 0, all
	Predictions string // an .npz file; see Evaluate
	Baseline    string // one of Baselines
	Train       int    // training elements, from the first, that BaselineNearest knows; if 0, all
	Slack       int    // frames that a predicted event of TaskFilmEvents may be away
}

// Evaluation is the outcome of Evaluate.
type Evaluation struct {
	Task        string `json:"task"`
	Data        string `json:"data"` // the file
	Split       string `json:"split"`
	Elements    int    `json:"elements"` // compared
	Predictions string `json:"predictions,omitempty"`
	Baseline    string `json:"baseline,omitempty"`
	Trained     int    `json:"trained,omitempty"` // training elements that the baseline knows

	// Metric is accuracy of class tasks, else the task's loss, and Value what it is, averaged over elements.
	Metric string  `json:"metric"`
	Value  float64 `json:"value"`
	// Loss is what a training step minimizes: the mean cross entropy of logits, absent for labels.
	Loss *float64 `json:"loss,omitempty"`

	Classes *ClassFigures `json:"classes,omitempty"`
	Rows    *RowFigures   `json:"rows,omitempty"`
	Films   *FilmFigures  `json:"films,omitempty"`
	// Published are results of the paper and of its code release.
	Published []Published `json:"published,omitempty"`
}

// ClassFigures say which classes are taken for which.
type ClassFigures struct {
	Names    []string   `json:"names"`
	Accuracy []*float64 `json:"accuracy"` // of the elements of each class; null where there are none
	// Confusion[i][j] counts the elements of class i that are predicted to be of class j.
	Confusion [][]int `json:"confusion"`
}

// RowFigures say how far the predicted rows are from those of targets.
type RowFigures struct {
	// ToPrediction and ToTarget are the two directions whose sum is the Chamfer metric: from each target row to the nearest
	// predicted row, and back.
	ToPrediction *float64 `json:"to_prediction,omitempty"`
	ToTarget     *float64 `json:"to_target,omitempty"`
	// Std is the unit of each column: the standard deviation of all training rows, padding included. MSE has none.
	Std []float64 `json:"std,omitempty"`
	// Matched says which predicted row each target row is compared with in what follows: "nearest" by the metric's distance,
	// several target rows may have the same, or "same" for the row of the same index. Padding rows are left out.
	Matched string `json:"matched"`
	Targets int    `json:"targets"` // rows
	// ClassAccuracy is the share of target rows whose predicted row has the same best class.
	ClassAccuracy *float64    `json:"class_accuracy,omitempty"`
	Errors        []PoseError `json:"errors"`

	nearest []int // predicted row of every target row, padding included, where Matched is "nearest"
}

// PoseError is the mean absolute difference of an entry of poses, in the entry's unit.
type PoseError struct {
	Entry string  `json:"entry"`
	Mean  float64 `json:"mean"`
}

// Evaluate compares predictions with the targets of a split of a task and returns the task's metric (see MSE, AlignedSetMSE,
// ChamferMSE and CrossEntropy), with weights from all training targets of the file, and further figures.
//
// Predictions are the array y_test or y_train, by the split, or else y, of an .npz file, with an element for each of the
// split, or of the Count first ones, in the order of the file: float32 or float64 in the shape of the targets, where sets that
// the Chamfer metric compares may have any number of rows. Class tasks take logits, N x 10, or labels, N integers. What FilmTasks
// take stands there.
func Evaluate(ctx context.Context, o EvaluateOptions) (*Evaluation, error) {
	if (o.Predictions == "") == (o.Baseline == "") {
		return nil, fmt.Errorf("syndacate: predictions are %q and the baseline is %q, want one of the two", o.Predictions, o.Baseline)
	}
	if slices.Contains(FilmTasks, o.Task) {
		return evaluateFilms(ctx, o)
	}
	data, err := openScored(o)
	if err != nil {
		return nil, err
	}
	defer data.reader.Close()
	e := &Evaluation{
		Task: o.Task, Data: data.path, Split: data.split, Elements: data.count, Predictions: o.Predictions, Baseline: o.Baseline,
		Metric: string(data.task.Loss), Published: publishedResults[o.Task],
	}
	var p *predicted
	if o.Baseline != "" {
		p, e.Trained, err = data.baseline(ctx, o)
	} else {
		p, err = data.task.readPredictions(o.Predictions, data.split, data.count)
	}
	if err != nil {
		return nil, err
	}
	if data.task.Loss == LossCrossEntropy {
		e.scoreClasses(data, p)
		return e, nil
	}
	return e, e.scoreRows(data, p.rows)
}

// scoreClasses fills the figures of a class task.
func (e *Evaluation) scoreClasses(data *scored, p *predicted) {
	e.Metric = "accuracy"
	labels := p.labels
	if labels == nil {
		loss, _ := CrossEntropy(p.rows, data.targetClass)
		e.Loss = &loss
		for i := range p.rows.N {
			labels = append(labels, bestClass(p.rows.row(i, 0)))
		}
	}
	f := &ClassFigures{Names: data.task.classes, Accuracy: make([]*float64, len(data.task.classes))}
	for range f.Names {
		f.Confusion = append(f.Confusion, make([]int, len(f.Names)))
	}
	for i, class := range data.targetClass {
		f.Confusion[class][labels[i]]++
	}
	right := 0
	for class, row := range f.Confusion {
		count := 0
		for _, n := range row {
			count += n
		}
		right += row[class]
		if count > 0 {
			share := float64(row[class]) / float64(count)
			f.Accuracy[class] = &share
		}
	}
	e.Value = float64(right) / float64(data.count)
	e.Classes = f
}

// scoreRows fills the figures of a task whose targets are poses.
func (e *Evaluation) scoreRows(data *scored, y Batch) error {
	t := data.target
	f := &RowFigures{Matched: "same"}
	e.Rows = f
	var weights []float64
	if data.task.Loss != LossMSE {
		weights = LossWeights(data.trainTarget)
		for d, w := range weights {
			if math.IsInf(w, 1) || math.IsNaN(w) {
				return fmt.Errorf("syndacate: %s: column %d of the targets is the same in all %d training elements: it has no unit "+
					"to compare in; make more elements", data.path, d, data.train.count)
			}
			f.Std = append(f.Std, 1/w)
		}
	}
	sum := 0.0
	match := func(int, int) int { return 0 }
	switch data.task.Loss {
	case LossMSE:
		_, sum = MSE(y, t)
	case LossAlignedSetMSE:
		_, sum = AlignedSetMSE(y, t, weights)
		match = func(_, r int) int { return r }
	case LossChamferMSE:
		f.Matched = "nearest"
		compare := newChamfer(y, t, weights)
		f.nearest = make([]int, 0, t.N*t.Rows)
		var toPrediction, toTarget float64
		for i := range t.N {
			a, b := compare.directions(i)
			toPrediction, toTarget = toPrediction+a, toTarget+b
			f.nearest = append(f.nearest, compare.nearest...)
		}
		match = func(i, r int) int { return f.nearest[i*t.Rows+r] }
		sum = toPrediction + toTarget
		toPrediction, toTarget = toPrediction/float64(t.N), toTarget/float64(t.N)
		f.ToPrediction, f.ToTarget = &toPrediction, &toTarget
	}
	e.Value = sum / float64(t.N)
	f.match(data.task, y, t, match)
	return nil
}

// match compares the rows of targets that are not padding with those of predictions that match says.
func (f *RowFigures) match(task *scoredTask, y, t Batch, match func(set, row int) int) {
	classes := len(task.classes)
	sums := make([]float64, len(task.entries))
	right := 0
	for i := range t.N {
		for r := range t.Rows {
			want := t.row(i, r)
			if isPadding(want) {
				continue
			}
			f.Targets++
			got := y.row(i, match(i, r))
			if classes > 0 && bestClass(got[:classes]) == bestClass(want[:classes]) {
				right++
			}
			for k := range sums {
				sums[k] += math.Abs(float64(got[classes+k]) - float64(want[classes+k]))
			}
		}
	}
	if f.Targets == 0 {
		return
	}
	for k, entry := range task.entries {
		f.Errors = append(f.Errors, PoseError{entry, sums[k] / float64(f.Targets)})
	}
	if classes > 0 {
		share := float64(right) / float64(f.Targets)
		f.ClassAccuracy = &share
	}
}

// isPadding tells whether a row of a set is none of its members: padding is exactly zero, and no member is.
func isPadding(row []float32) bool {
	for _, v := range row {
		if v != 0 {
			return false
		}
	}
	return true
}
