package syndacate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"

	"mereo/gen/judge"
)

// EvaluateOptions say what predictions are compared with the targets of a task.
type EvaluateOptions struct {
	Task     string // a data set of the catalog, or one of FilmTasks
	Data     string // its file, or the folder that has it under its standard name; of films the file
	Split    string // test or train; if empty, test
	Count    int    // the first elements of the split that are compared; if 0, all
	Baseline string // one of Baselines
	Train    int    // training elements, from the first, that BaselineNearest knows; if 0, all
	Slack    int    // frames that a predicted event of TaskFilmEvents may be away
}

// Judge is how predictions for a task are judged: the task's metric, as the paper defines it (see MSE, AlignedSetMSE, chamfer and
// CrossEntropy), with weights from all training targets of the file, and further figures.
//
// Predictions are the array y_test or y_train, by the split, or else y, of an .npz file, with an element for each of the
// split, or of the Count first ones, in the order of the file: float32 or float64 in the shape of the targets, where sets that
// the Chamfer metric compares may have any number of rows. Class tasks take logits, N x 10, or labels, N integers. What FilmTasks
// take stands there.
func Judge() *judge.Set {
	o := EvaluateOptions{Slack: 1}
	small := false
	return &judge.Set{
		Name: "syndacate", Layout: []string{"syndacate_*.npz", "vindacate_*.npz", "*.npz"}, Without: []string{"partial", "seed", "train"},
		Split: func(_, asked string) (string, error) {
			if asked == "" {
				asked = "test"
			}
			return asked, nil
		},
		Flags: func(f *flag.FlagSet) {
			f.BoolVar(&small, "small", false, SmallHelp)
			f.IntVar(&o.Count, "count", 0, "compare only so many elements of a task, the first of the split; 0 is all")
			f.IntVar(&o.Train, "known", 0, "training elements that baseline nearest knows, the first; 0 is all")
			f.IntVar(&o.Slack, "slack", o.Slack, "frames that events of FilmEvents may be away")
		},
		Find: func(name string) (*judge.Task, error) {
			if name == "" {
				return nil, errors.New("syndacate: which task? name it with --task: ImToParts, FilmChars, or another one")
			}
			if err := SmallTask(&name, small); err != nil {
				return nil, fmt.Errorf("--small: %w", err)
			}
			o := o
			o.Task = name
			if slices.Contains(FilmTasks, name) {
				return filmTask(o), nil
			}
			return arrayTask(o)
		},
	}
}

// SmallHelp is what --small means.
const SmallHelp = "the task's file of 400 elements"

// SmallTask makes the name of a task that of its small one, where that is asked for.
func SmallTask(name *string, small bool) error {
	if !small {
		return nil
	}
	t, err := TaskByName(*name)
	if err == nil {
		*name = t.Small().Name
	}
	return err
}

// Columns of class tasks; others have one for measures of several units, whose rows say what they are.
var (
	classColumns = []judge.Column{{Name: "accuracy", Digits: 4, Share: true}, {Name: "cross entropy", Digits: 4}}
	rowColumns   = []judge.Column{{Name: "value", Digits: 4}}
)

// Groups of rows, beside the metric's.
const (
	groupClass  = "class"
	groupParts  = "of it"
	groupRows   = "rows"
	groupErrors = "mean absolute error"

	rowToPrediction = "target to prediction"
	rowToTarget     = "prediction to target"
	rowClass        = "class accuracy"
)

// metric is the name of a task's metric, the row of all elements.
func (t *scoredTask) metric() string {
	if t.Loss == LossCrossEntropy {
		return judge.AllGroup
	}
	return string(t.Loss)
}

// scoreRows are the rows of a task whose targets are poses, in their order.
func (t *scoredTask) scoreRows(string) []judge.Row {
	out := []judge.Row{
		{Group: judge.AllGroup, Name: t.metric()}, {Group: groupParts, Name: rowToPrediction}, {Group: groupParts, Name: rowToTarget},
		{Group: groupRows, Name: rowClass},
	}
	for _, entry := range t.entries {
		out = append(out, judge.Row{Group: groupErrors, Name: entry})
	}
	return out
}

// arrayTask judges a data set of the catalog.
func arrayTask(o EvaluateOptions) (*judge.Task, error) {
	task, err := findScored(o.Task)
	if err != nil {
		return nil, err
	}
	t := &judge.Task{
		Name: o.Task, Columns: rowColumns, Rows: task.scoreRows, Baselines: baselinesOf(task), NoPeople: true,
	}
	switch task.Loss {
	case LossCrossEntropy:
		t.Columns = classColumns
		t.Rows = func(string) []judge.Row {
			out := []judge.Row{{Group: judge.AllGroup, Name: judge.AllGroup}}
			for _, class := range task.classes {
				out = append(out, judge.Row{Group: groupClass, Name: class})
			}
			return out
		}
	case LossChamferMSE:
		t.Note = "rows and errors: of target rows without padding, each with the nearest predicted row"
	default:
		t.Note = "rows and errors: of target rows without padding, each with the predicted row of the same index"
	}
	t.Judge = func(ctx context.Context, j *judge.Job, b *judge.Board) error {
		o := o
		o.Data, o.Split, o.Baseline = j.Data, j.Split, j.Baseline
		data, err := openScored(o)
		if err != nil {
			return err
		}
		defer data.Close()
		var all []*predicted
		for _, source := range j.Sources {
			var p *predicted
			if source.Baseline == "" {
				p, err = task.readPredictions(source.Predictions, data.split, data.count)
			} else {
				var trained int
				if p, trained, err = data.baseline(ctx, o); trained > 0 {
					source.Notes = []string{fmt.Sprintf("%d training elements are known", trained)}
				}
			}
			if err != nil {
				return err
			}
			all = append(all, p)
		}
		return data.score(b, all)
	}
	return t, nil
}

// Evaluate is the metric of a baseline, with its name.
func Evaluate(ctx context.Context, o EvaluateOptions) (metric string, value float64, err error) {
	data, err := openScored(o)
	if err != nil {
		return "", 0, err
	}
	defer data.Close()
	p, _, err := data.baseline(ctx, o)
	if err != nil {
		return "", 0, err
	}
	columns, metric := rowColumns, data.task.metric()
	if data.task.Loss == LossCrossEntropy {
		columns = classColumns
	}
	b := judge.NewBoard(columns)
	if err := data.score(b, []*predicted{p}); err != nil {
		return "", 0, err
	}
	value = b.Total(0, judge.AllGroup, metric, 0)
	if data.task.Loss == LossCrossEntropy {
		metric = "accuracy"
	}
	return metric, value, nil
}

// score adds the scores of predictions, element by element.
func (s *scored) score(b *judge.Board, all []*predicted) error {
	if s.task.Loss == LossCrossEntropy {
		return s.scoreClasses(b, all)
	}
	var ys []Batch
	for _, p := range all {
		ys = append(ys, p.rows)
	}
	if err := s.scoreRows(b, ys, 1, s.task.metric()); err != nil {
		return err
	}
	s.published(b)
	return nil
}

// scoreClasses adds the scores of a class task, and which classes are taken for which.
func (s *scored) scoreClasses(b *judge.Board, all []*predicted) error {
	classes := s.task.classes
	confusion := make([][]int, len(all)*len(classes))
	for i := range confusion {
		confusion[i] = make([]int, len(classes))
	}
	for i, class := range s.targetClass {
		var cells [][]judge.Cell
		var labels []int64
		for k, p := range all {
			values := []judge.Value{{}, {}}
			var label int64
			if p.labels != nil {
				label = p.labels[i]
			} else {
				loss, _ := CrossEntropy(p.rows.slice(i, i+1), s.targetClass[i:i+1])
				label, values[1] = bestClass(p.rows.row(i, 0)), judge.Number(loss)
			}
			values[0] = judge.Right(label == class)
			confusion[k*len(classes)+int(class)][label]++
			labels = append(labels, label)
			cells = append(cells, []judge.Cell{judge.All(values...), {Group: groupClass, Name: classes[class], Values: values}})
		}
		if err := b.Add(fmt.Sprint(i), cells, func(k int) any {
			return &struct {
				Element int    `json:"element"`
				Correct bool   `json:"correct"`
				Pred    string `json:"pred"`
				Target  string `json:"target"`
			}{i, labels[k] == class, classes[labels[k]], classes[class]}
		}); err != nil {
			return err
		}
	}
	for k := range all {
		t := judge.Table{Title: "classes of targets, and what is predicted", Head: append([]string{""}, classes...)}
		for class, counts := range confusion[k*len(classes):][:len(classes)] {
			row := []any{classes[class]}
			for _, n := range counts {
				row = append(row, n)
			}
			t.Rows = append(t.Rows, row)
		}
		b.Table(t)
	}
	s.published(b)
	return nil
}

// scoreRows adds the scores of a task whose targets are poses. A sample is so many elements in a row: the frames of a film. metric names
// the row of all.
func (s *scored) scoreRows(b *judge.Board, ys []Batch, each int, metric string) error {
	weights, err := s.weights()
	if err != nil {
		return err
	}
	var scorers []*rowScorer
	for _, y := range ys {
		r := &rowScorer{task: s.task, y: y, t: s.target, weights: weights, metric: metric}
		if s.task.Loss == LossChamferMSE {
			r.chamfer = newChamfer(y, s.target, weights)
		}
		scorers = append(scorers, r)
	}
	for i := range s.target.N / each {
		var cells [][]judge.Cell
		for _, r := range scorers {
			cells = append(cells, r.cells(i*each, each))
		}
		if err := b.Add(fmt.Sprint(i), cells, func(k int) any {
			v := cells[k][0].Values[0]
			return &struct {
				Element int     `json:"element"`
				Value   float64 `json:"value"`
			}{i, v.Sum / max(1, v.Of)}
		}); err != nil {
			return err
		}
	}
	if weights != nil {
		t := judge.Table{Title: "units: standard deviations of all training rows", Head: []string{"column", "unit"}}
		for d, name := range slices.Concat(s.task.classes, s.task.entries) {
			t.Rows = append(t.Rows, []any{name, judge.Fixed{Value: 1 / weights[d], Digits: 4}})
		}
		b.Table(t)
	}
	return nil
}

// weights are those of the training targets; MSE has none.
func (s *scored) weights() ([]float64, error) {
	if s.task.Loss == LossMSE {
		return nil, nil
	}
	weights := LossWeights(s.trainTarget)
	for d, w := range weights {
		if math.IsInf(w, 1) || math.IsNaN(w) {
			return nil, fmt.Errorf("syndacate: %s: column %d of the targets is the same in all %d training elements: it has no unit "+
				"to compare in; make more elements", s.path, d, s.train.count)
		}
	}
	return weights, nil
}

// rowScorer compares predicted rows with those of targets.
type rowScorer struct {
	task    *scoredTask
	y, t    Batch
	weights []float64
	chamfer *chamfer // of the metric that compares sets
	metric  string   // the row of all; that of TaskFilmTracking is of another measure
}

// metricTracking is how often the nearest predicted row of an object is that of the frame before.
const metricTracking = "same row as before"

// cells are the scores of n elements from the first.
func (r *rowScorer) cells(first, n int) []judge.Cell {
	classes := len(r.task.classes)
	metric, toPrediction, toTarget := 0.0, 0.0, 0.0
	errors := make([]float64, len(r.task.entries))
	right, targets, same, tracked := 0, 0, 0, 0
	var before []Nearest[float64] // of the element before
	for i := first; i < first+n; i++ {
		y, t := r.y.slice(i, i+1), r.t.slice(i, i+1)
		match := func(row int) int { return row }
		switch r.task.Loss {
		case LossMSE:
			_, sum := MSE(y, t)
			metric += sum
			match = func(int) int { return 0 }
		case LossAlignedSetMSE:
			_, sum := AlignedSetMSE(y, t, r.weights)
			metric += sum
		case LossChamferMSE:
			a, b := r.chamfer.directions(i)
			toPrediction, toTarget, metric = toPrediction+a, toTarget+b, metric+a+b
			match = func(row int) int { return r.chamfer.ofTarget[row].Row }
		}
		for row := range t.Rows {
			want := t.row(0, row)
			if zeroRow(want) {
				continue
			}
			targets++
			got := y.row(0, match(row))
			if classes > 0 && bestClass(got[:classes]) == bestClass(want[:classes]) {
				right++
			}
			for k := range errors {
				errors[k] += math.Abs(float64(got[classes+k]) - float64(want[classes+k]))
			}
			if before != nil && !zeroRow(r.t.row(i-1, row)) {
				tracked++
				if match(row) == before[row].Row {
					same++
				}
			}
		}
		if r.metric == metricTracking {
			before = slices.Clone(r.chamfer.ofTarget)
		}
	}
	var out []judge.Cell
	if r.metric == metricTracking {
		out = append(out, meanCell(judge.AllGroup, metricTracking, float64(same), tracked))
	} else {
		out = append(out, meanCell(judge.AllGroup, r.metric, metric, n))
	}
	if r.chamfer != nil {
		out = append(out, meanCell(groupParts, rowToPrediction, toPrediction, n), meanCell(groupParts, rowToTarget, toTarget, n))
	}
	if classes > 0 {
		out = append(out, meanCell(groupRows, rowClass, float64(right), targets))
	}
	for k, entry := range r.task.entries {
		out = append(out, meanCell(groupErrors, entry, errors[k], targets))
	}
	return out
}

// meanCell has a mean of so many.
func meanCell(group, name string, sum float64, of int) judge.Cell {
	return judge.Cell{Group: group, Name: name, Values: []judge.Value{{Sum: sum, Of: float64(of)}}}
}
