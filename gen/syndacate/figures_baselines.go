package syndacate

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"mereo/gen"
)

// publishedBaseline is what predictions score on a published file that need no network.
type publishedBaseline struct {
	task, baseline string
	train, count   int // training elements that are known and test elements that are compared, the first; 0 is all
	want           string
	within         float64
}

// publishedBaselines are those of published files, by their stems: set metrics to three digits, accuracies to four.
var publishedBaselines = map[string][]publishedBaseline{
	"syndacate_aFfTh100o1p4rTs1u10w100": {
		{"ImToParts", BaselineZero, 0, 0, "8.996", 0.005}, {"ImToParts", BaselineMean, 0, 0, "8.886", 0.005},
		{"ImToParts", BaselinePadding, 0, 0, "6.672", 0.005}, {"ImToSingleChar", BaselineMean, 0, 0, "3.7913", 0.0001},
		{"ImToClass", BaselineMajority, 0, 0, "0.1035", 0}, {"PartsToClass", BaselineLines, 0, 0, "0.4058", 0},
		{"ImToClass", BaselineNearest, 100, 2000, "0.1305", 0.005}, {"ImToClass", BaselineNearest, 300, 2000, "0.1465", 0.005},
		{"ImToClass", BaselineNearest, 1000, 2000, "0.1860", 0.005},
	},
	"syndacate_aTfTh100o3p12rTs3u10w100": {
		{"PartsToChars", BaselineMean, 0, 0, "18.009", 0.005}, {"PartsToChars", BaselineZero, 0, 0, "22.239", 0.005},
		{"PartsToChars", BaselinePadding, 0, 0, "13.131", 0.005},
	},
	"syndacate_aFfTh100o3p12rTs3u10w100": {
		{"ImToChars", BaselineZero, 0, 0, "22.815", 0.005}, {"ImToChars", BaselineMean, 0, 0, "22.818", 0.005},
	},
	"words_h100o3s0u10w100": {
		{"Words", BaselineZero, 0, 0, "22.827", 0.005}, {"Words", BaselineMean, 0, 0, "22.831", 0.005},
	},
}

// baselineFigures score the baselines of a published file, if it is complete.
func baselineFigures(ctx context.Context, path, stem string, m *measured) ([]gen.Figure, error) {
	if m.elements != fullElements || !m.pictures {
		return nil, nil
	}
	var l figureList
	for _, b := range publishedBaselines[stem] {
		_, value, err := Evaluate(ctx, EvaluateOptions{Task: b.task, Data: path, Baseline: b.baseline, Train: b.train, Count: b.count})
		if err != nil {
			return nil, err
		}
		want, err := strconv.ParseFloat(b.want, 64)
		if err != nil {
			panic(err) // the table is ours
		}
		name := fmt.Sprintf("%s, baseline %s", b.task, b.baseline)
		if b.train > 0 {
			name += fmt.Sprintf(" of %d, first %d", b.train, b.count)
		}
		digits := len(b.want) - 1 - strings.Index(b.want, ".")
		if b.within == 0 {
			l.exact(name, b.want, strconv.FormatFloat(value, 'f', digits, 64))
			continue
		}
		l.near(name, want, b.within, value, digits)
	}
	return l, nil
}
