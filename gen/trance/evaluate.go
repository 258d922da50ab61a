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

// Row is a group of answers, by the name that Group gives it: "all", "step_2/left", or "order_sensitive": samples that can be
// spoiled by the order of the right steps.
type Row struct {
	Group string `json:"group"`
	Scores
}

// Evaluate compares answers with the references of a split, which it reads as a stream, by the published metrics.
func Evaluate(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	if !slices.Contains(Settings, o.Setting) || (o.Predictions == "") == (o.Baseline == "") {
		panic(fmt.Sprintf("trance: setting %q, predictions %q and baseline %q, want one of %v and one of the other two", o.Setting,
			o.Predictions, o.Baseline, Settings))
	}
	name, err := dataFile(o.Data, o.Split)
	if err != nil {
		return nil, err
	}
	e := &evaluating{
		EvalOptions: o, board: NewBoard(),
		out: &Evaluation{Setting: o.Setting, Data: name, Predictions: o.Predictions, Baseline: o.Baseline},
	}
	if o.Baseline != "" {
		e.baseline, err = baseline(o.Baseline, o.Seed)
	} else {
		e.given, err = readPredictions(ctx, o.Predictions, o.Setting)
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
	e.finish()
	return e.out, nil
}

// evaluating is the state of one call of Evaluate.
type evaluating struct {
	EvalOptions
	given    map[answered]*given
	baseline func(*Record) []Step
	detail   io.Writer // nil if nobody asked
	board    *Board
	basic    struct{ n, object, attribute, value, correct int }
	first    answered // that has no prediction
	refused  struct { // the first prediction that asks for what there is not
		line   int
		reason string
	}
	out *Evaluation
}

// run judges all answers.
func (e *evaluating) run(ctx context.Context) error {
	seen := map[int]bool{}
	if err := eachRecord(ctx, e.out.Data, func(r *Record) error {
		if seen[r.Idx] {
			return fmt.Errorf("idx %d is there twice", r.Idx)
		}
		seen[r.Idx] = true
		return e.add(r)
	}); err != nil {
		return err
	}
	for key, g := range e.given {
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
func (e *evaluating) runDetailed(ctx context.Context) error {
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
func (e *evaluating) refuse(g *given, format string, args ...any) {
	if e.refused.line == 0 || g.line < e.refused.line {
		e.refused.line, e.refused.reason = g.line, fmt.Sprintf(format, args...)
	}
}

// add judges the answers to a sample.
func (e *evaluating) add(r *Record) error {
	if e.Setting == BasicSetting {
		return e.addBasic(r)
	}
	views := 1
	if e.Setting == ViewSetting {
		views = viewCount
	}
	sensitive := r.Order().Sensitive
	for v := range View(views) {
		steps := e.answer(r, v)
		j := r.Judge(steps)
		e.board.Add(&j, v)
		if sensitive {
			e.board.AddTo("order_sensitive", &j)
		}
		if err := e.tell(newEventDetail(r, v, e.Setting, steps, &j)); err != nil {
			return err
		}
	}
	return nil
}

func (e *evaluating) addBasic(r *Record) error {
	if n := len(r.Reference); n != 1 {
		if g := e.given[answered{idx: r.Idx}]; g != nil {
			e.refuse(g, "sample %d has %d steps, setting basic asks about samples with one; leave it out", r.Idx, n)
		}
		return nil
	}
	var j BasicJudgement
	steps := e.answer(r, ViewCenter)
	if len(steps) > 0 {
		j = JudgeBasic(r.Reference[0], r.Options[0], Guess{steps[0].Object, []Pair{steps[0].Pair}})
	}
	count := func(sum *int, right bool) {
		if right {
			*sum++
		}
	}
	e.basic.n++
	count(&e.basic.object, j.Object)
	count(&e.basic.attribute, j.Attribute)
	count(&e.basic.value, j.Value)
	count(&e.basic.correct, j.Correct)
	return e.tell(newBasicDetail(r, steps, j))
}

// answer to a sample as seen in a view.
func (e *evaluating) answer(r *Record, v View) []Step {
	if e.baseline != nil {
		return e.baseline(r)
	}
	key := answered{r.Idx, v}
	g := e.given[key]
	if g == nil {
		if e.out.Missing == 0 {
			e.first = key
		}
		e.out.Missing++
		return nil
	}
	return g.steps
}

// finish turns sums into what is told.
func (e *evaluating) finish() {
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
			e.row(Group(steps, view))
		}
	}
	e.row("order_sensitive")
}

// row adds a group unless it is empty.
func (e *evaluating) row(group string) {
	s := e.board.Scores(group)
	if s.Count == 0 {
		return
	}
	e.out.Rows = append(e.out.Rows, Row{cmp.Or(group, "all"), s})
}
