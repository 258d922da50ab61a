package syndacate

import (
	"context"
	"fmt"
	"slices"
)

// Baselines that need no network.
const (
	// BaselineMajority answers the most frequent class of the training elements.
	BaselineMajority = "majority"
	// BaselineLines answers the most frequent class of the training elements that have as many part rows.
	BaselineLines = "lines"
	// BaselineNearest answers the target of the training element whose picture has the least squared difference of pixels.
	BaselineNearest = "nearest"
	// BaselineZero answers zeros: one row, or as many as an aligned target.
	BaselineZero = "zero"
	// BaselineMean answers the mean row of the training targets, padding included: once, or in each row of an aligned target.
	BaselineMean = "mean"
	// BaselinePadding answers zeros for padding and the mean of the training rows that are none: one row of each, or in an
	// aligned target, whose padding is that of the input, where it belongs.
	BaselinePadding = "padding"
)

// Baselines are their names.
var Baselines = []string{BaselineMajority, BaselineLines, BaselineNearest, BaselineZero, BaselineMean, BaselinePadding}

// baselinesOf are the names of those that fit a task.
func baselinesOf(task *scoredTask) (names []string) {
	if task.Loss == LossCrossEntropy {
		names = append(names, BaselineMajority)
		if task.sampler.sampler == syndacateSampler {
			names = append(names, BaselineLines)
		}
	}
	if task.X == ImageLoader {
		names = append(names, BaselineNearest)
	}
	if task.Loss != LossCrossEntropy {
		names = append(names, BaselineZero, BaselineMean)
		if task.rows > 1 {
			names = append(names, BaselinePadding)
		}
	}
	return names
}

// baseline answers. trained is how many training elements it knows.
func (s *scored) baseline(ctx context.Context, o EvaluateOptions) (p *predicted, trained int, err error) {
	if o.Train < 0 || o.Train > s.train.count {
		return nil, 0, fmt.Errorf("syndacate: the first %d training elements, want 1 to %d", o.Train, s.train.count)
	} else if o.Train > 0 && o.Baseline != BaselineNearest {
		return nil, 0, fmt.Errorf("syndacate: %d training elements for baseline %s, only %s takes less than all", o.Train, o.Baseline,
			BaselineNearest)
	}
	trained = s.train.count
	switch o.Baseline {
	case BaselineMajority:
		p = &predicted{labels: slices.Repeat([]int64{s.majority(s.trainClass)}, s.count)}
	case BaselineLines:
		p, err = s.byPartRows()
	case BaselineNearest:
		if o.Train > 0 {
			trained = o.Train
		}
		p, err = s.byNearest(ctx, trained)
	case BaselineZero:
		p, trained = s.constant(make([]float32, s.task.width)), 0
	case BaselineMean:
		p = s.constant(converted[float32](columnMeans(s.trainTarget, true)))
	case BaselinePadding:
		p = s.paddingOrMean()
	}
	return p, trained, err
}

// majority is the most frequent of classes, the first on ties.
func (s *scored) majority(classes []int64) int64 {
	counts := make([]int, len(s.task.classes))
	for _, c := range classes {
		counts[c]++
	}
	return int64(slices.Index(counts, slices.Max(counts)))
}

// constant answers one row, repeated where targets are aligned.
func (s *scored) constant(row []float32) *predicted {
	rows := 1
	if s.task.Loss == LossAlignedSetMSE {
		rows = s.task.rows
	}
	return &predicted{rows: Batch{s.count, rows, len(row), slices.Repeat(row, s.count*rows)}}
}

// paddingOrMean answers BaselinePadding.
func (s *scored) paddingOrMean() *predicted {
	width := s.task.width
	mean := converted[float32](columnMeans(s.trainTarget, false))
	if s.task.Loss != LossAlignedSetMSE {
		both := append(make([]float32, width), mean...)
		return &predicted{rows: Batch{s.count, 2, width, slices.Repeat(both, s.count)}}
	}
	p := s.constant(make([]float32, width))
	for i := range p.rows.N {
		for r := range p.rows.Rows {
			if !zeroRow(s.target.row(i, r)) {
				copy(p.rows.row(i, r), mean)
			}
		}
	}
	return p
}

// byPartRows answers BaselineLines. A number of rows that no training element has gets the most frequent class of all.
func (s *scored) byPartRows() (*predicted, error) {
	file := arrayFile{s.Reader, s.path, "baseline " + BaselineLines}
	parts, _, err := file.sets(keyParts, wanted{"float32", []any{s.train.first + s.train.count, maybe("P"), some("6")}, ""})
	if err != nil {
		return nil, err
	}
	used := func(i int) (n int) {
		for r := range parts.Rows {
			if !zeroRow(parts.row(i, r)) {
				n++
			}
		}
		return n
	}
	with := make([][]int64, parts.Rows+1) // classes by number of rows
	for i, class := range s.trainClass {
		n := used(s.train.first + i)
		with[n] = append(with[n], class)
	}
	answer := make([]int64, len(with))
	for n, classes := range with {
		if len(classes) == 0 {
			classes = s.trainClass
		}
		answer[n] = s.majority(classes)
	}
	labels := make([]int64, s.count)
	for i := range labels {
		labels[i] = answer[used(s.first+i)]
	}
	return &predicted{labels: labels}, nil
}

// pickTargets are the targets of training elements.
func (s *scored) pickTargets(elements []int) *predicted {
	if s.task.Loss == LossCrossEntropy {
		labels := make([]int64, len(elements))
		for i, e := range elements {
			labels[i] = s.trainClass[e]
		}
		return &predicted{labels: labels}
	}
	t := s.trainTarget
	rows := Batch{len(elements), t.Rows, t.Width, make([]float32, 0, len(elements)*t.Rows*t.Width)}
	for _, e := range elements {
		rows.Data = append(rows.Data, t.set(e)...)
	}
	return &predicted{rows: rows}
}
