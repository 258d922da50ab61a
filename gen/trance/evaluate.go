package trance

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"mereo/gen/write"
)

// Setting is one of the three published tasks.
type Setting string

const (
	// BasicSetting asks for the only step of the samples that have one.
	BasicSetting Setting = "basic"
	// EventSetting asks for all steps, shown the center view.
	EventSetting Setting = "event"
	// ViewSetting asks for all steps three times, shown the center, left and right view.
	ViewSetting Setting = "view"
)

// Settings in the published order.
var Settings = []Setting{BasicSetting, EventSetting, ViewSetting}

// EvalOptions say what Evaluate compares: Predictions or Baseline, one of the two.
type EvalOptions struct {
	Data        string  // folder with SPLIT/data.jsonl, or with data.jsonl
	Split       string  // if empty, test, or all of a data.jsonl that has no splits
	Setting     Setting // one of Settings
	Predictions string  // a file: {"idx": n, "view": "left", "steps": [[object, "pair"], ...]} on each line
	Partial     bool    // samples without prediction are judged as answered with no step, instead of being an error
	Baseline    string  // one of Baselines
	Seed        uint64  // of BaselineRandom
	Detail      string  // if not empty, a file to write: a line with the published keys for each answer
}

// Evaluation is the outcome of Evaluate.
type Evaluation struct {
	Setting     Setting `json:"setting"`
	Data        string  `json:"data"`
	Predictions string  `json:"predictions,omitempty"`
	Baseline    string  `json:"baseline,omitempty"`
	Missing     int     `json:"missing,omitempty"` // samples and views without prediction
	// Human is what is told of answers of people; nil for others.
	Human *HumanAnswers `json:"human,omitempty"`
	// Basic is what the published table shows of one-step samples; nil for other settings.
	Basic *BasicScores `json:"basic,omitempty"`
	// Rows are the groups of answers that are not empty; nil for BasicSetting.
	Rows []Row `json:"rows,omitempty"`
}

// BasicScores are shares of samples: object, attribute and value right, and all of it.
type BasicScores struct {
	Count   int     `json:"count"`
	ObjAcc  float64 `json:"acc_obj"`
	AttrAcc float64 `json:"acc_attr"`
	ValAcc  float64 `json:"acc_pair"`
	Acc     float64 `json:"acc"`
}

// Row is a group of answers: "all", "left" (those to a view), "step_2" (to samples whose reference has two steps),
// "step_2/left", or "order_sensitive" (to samples that the order of the right steps can spoil).
type Row struct {
	Group string `json:"group"`
	Scores
}

// Evaluate compares answers with the references of a split, which it reads as a stream, by the published metrics. Errors
// name the file, and the line where it is one of data.jsonl or of the predictions.
func Evaluate(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	switch {
	case !slices.Contains(Settings, o.Setting):
		return nil, fmt.Errorf("trance: setting is %q, want one of %q", o.Setting, Settings)
	case (o.Predictions == "") == (o.Baseline == ""):
		return nil, fmt.Errorf("trance: predictions are %q and the baseline is %q, want one of the two", o.Predictions, o.Baseline)
	}
	name, err := dataFile(o.Data, o.Split)
	if err != nil {
		return nil, err
	}
	e := &evaluator{
		EvalOptions: o, board: newScoreboard(),
		out: &Evaluation{Setting: o.Setting, Data: name, Predictions: o.Predictions, Baseline: o.Baseline},
	}
	if o.Baseline != "" {
		e.baseline, err = baseline(o.Baseline, o.Seed)
	} else {
		e.predictions, err = readPredictions(ctx, o.Predictions, o.Setting)
	}
	if err != nil {
		return nil, err
	}
	if o.Detail == "" {
		err = e.run(ctx)
	} else {
		err = e.runDetailed(ctx)
	}
	if err != nil {
		return nil, err
	}
	e.summarize()
	return e.out, nil
}

// evaluator is the state of one call of Evaluate.
type evaluator struct {
	EvalOptions
	predictions map[answerKey]*prediction
	baseline    func(*Record) []Step
	detail      io.Writer // nil if nobody asked
	board       *scoreboard
	basic       struct{ n, object, attribute, value, correct int }
	first       answerKey // that has no prediction
	refused     struct {  // the first prediction that asks for what there is not
		line   int
		reason string
	}
	out *Evaluation
}

// run judges all answers.
func (e *evaluator) run(ctx context.Context) error {
	seen := map[int]bool{}
	if err := EachRecord(ctx, e.out.Data, func(r *Record) error {
		if seen[r.Idx] {
			return fmt.Errorf("idx %d is there twice", r.Idx)
		}
		seen[r.Idx] = true
		return e.add(r)
	}); err != nil {
		return err
	}
	for key, g := range e.predictions {
		if !seen[key.idx] {
			e.refuse(g, "there is no sample %d in %s; choose the split that was answered", key.idx, filepath.ToSlash(e.out.Data))
		}
	}
	switch {
	case len(seen) == 0:
		return fmt.Errorf("trance: %s has no samples; make the split again, or choose another one", e.out.Data)
	case e.refused.line > 0:
		return fmt.Errorf("trance: %s:%d: %s", e.Predictions, e.refused.line, e.refused.reason)
	case e.Setting == BasicSetting && e.basic.n == 0:
		return fmt.Errorf("trance: %s has no samples with one step, about which setting basic asks", e.out.Data)
	case e.out.Missing > 0 && !e.Partial:
		return fmt.Errorf("trance: %s: %d answers are missing, that to sample %d (%s) is the first; add them, or judge them as "+
			"empty with --partial", e.Predictions, e.out.Missing, e.first.idx, e.first.view)
	}
	return nil
}

// runDetailed is run, which leaves a file of details if all went well.
func (e *evaluator) runDetailed(ctx context.Context) error {
	var wrong error
	_, err := write.Stream(filepath.Dir(e.Detail), filepath.Base(e.Detail), func(w io.Writer) error {
		e.detail = w
		wrong = e.run(ctx)
		return wrong
	})
	if wrong != nil { // what is wrong with the data is no fault of the file of details
		return wrong
	}
	return err
}

// refuse keeps what is wrong with a prediction, unless one of an earlier line is refused.
func (e *evaluator) refuse(g *prediction, format string, args ...any) {
	if e.refused.line == 0 || g.line < e.refused.line {
		e.refused.line, e.refused.reason = g.line, fmt.Sprintf(format, args...)
	}
}

// add judges the answers to a sample.
func (e *evaluator) add(r *Record) error {
	if e.Setting == BasicSetting {
		return e.addBasic(r)
	}
	views := 1
	if e.Setting == ViewSetting {
		views = viewCount
	}
	sensitive := r.judgeOrders().sensitive
	for v := range view(views) {
		steps := e.answer(r, v)
		j := r.Judge(steps)
		e.board.add(&j, v)
		if sensitive {
			e.board.addTo("order_sensitive", &j)
		}
		if err := e.writeDetail(newEventDetail(r, v, e.Setting, steps, &j)); err != nil {
			return err
		}
	}
	return nil
}

func (e *evaluator) addBasic(r *Record) error {
	if n := len(r.Reference); n != 1 {
		if g := e.predictions[answerKey{idx: r.Idx}]; g != nil {
			e.refuse(g, "sample %d has %d steps, setting basic asks about samples with one; leave it out", r.Idx, n)
		}
		return nil
	}
	var j basicJudgement
	steps := e.answer(r, viewCenter)
	if len(steps) > 0 {
		j = judgeBasic(r.Reference[0], r.Options[0], steps[0])
	}
	e.countBasic(j)
	return e.writeDetail(newBasicDetail(r, steps, j))
}

// countBasic counts an answer of BasicSetting.
func (e *evaluator) countBasic(j basicJudgement) {
	count := func(sum *int, right bool) {
		if right {
			*sum++
		}
	}
	e.basic.n++
	count(&e.basic.object, j.object)
	count(&e.basic.attribute, j.attribute)
	count(&e.basic.value, j.value)
	count(&e.basic.correct, j.correct)
}

// answer to a sample as seen in a view.
func (e *evaluator) answer(r *Record, v view) []Step {
	if e.baseline != nil {
		return e.baseline(r)
	}
	key := answerKey{r.Idx, v}
	g := e.predictions[key]
	if g == nil {
		if e.out.Missing == 0 {
			e.first = key
		}
		e.out.Missing++
		return nil
	}
	return g.steps
}

// summarize turns sums into scores.
func (e *evaluator) summarize() {
	if e.Setting == BasicSetting {
		b, n := &e.basic, float64(e.basic.n)
		e.out.Basic = &BasicScores{
			Count: b.n, ObjAcc: float64(b.object) / n, AttrAcc: float64(b.attribute) / n, ValAcc: float64(b.value) / n,
			Acc: float64(b.correct) / n,
		}
		return
	}
	views := []string{""}
	if e.Setting == ViewSetting {
		views = append(views, viewNames[:]...)
	}
	for steps := range maxSequence + 1 {
		for _, view := range views {
			e.row(groupName(steps, view))
		}
	}
	e.row("order_sensitive")
}

// row adds a group unless it is empty.
func (e *evaluator) row(group string) {
	s := e.board.scores(group)
	if s.Count == 0 {
		return
	}
	e.out.Rows = append(e.out.Rows, Row{cmp.Or(group, "all"), s})
}
