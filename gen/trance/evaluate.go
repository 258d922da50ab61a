package trance

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
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
	Data        string // folder with SPLIT/data.jsonl, or with data.jsonl
	Split       string
	Setting     Setting
	Predictions string // a file: {"idx": n, "view": "left", "steps": [[object, "pair"], ...]} on each line
	Partial     bool   // samples without prediction are judged as answered with no step, instead of being an error
	Baseline    string // one of Baselines
	Seed        uint64 // of BaselineRandom
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
	Group       string   `json:"group"`
	Count       int      `json:"count"`
	AvgDist     float64  `json:"avg_dist"`
	AvgNormDist float64  `json:"avg_norm_dist"`
	LooseAcc    float64  `json:"loose_acc"`
	Acc         float64  `json:"acc"`
	AvgStepDiff float64  `json:"avg_step_diff"`
	EO          *float64 `json:"eo"` // null where no answer reaches the final state
}

// Evaluate compares answers with the references of a split, which it reads as a stream, by the published metrics.
func Evaluate(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	name, err := dataFile(o.Data, o.Split)
	if err != nil {
		return nil, err
	}
	e := &evaluating{
		setting: o.Setting, board: NewBoard(), file: name,
		out: &Evaluation{Setting: o.Setting, Data: name, Predictions: o.Predictions, Baseline: o.Baseline},
	}
	switch {
	case (o.Predictions == "") == (o.Baseline == ""):
		panic(fmt.Sprintf("trance: predictions %q and baseline %q, want one of them", o.Predictions, o.Baseline))
	case o.Baseline != "":
		if e.baseline, err = baseline(o.Baseline, o.Seed); err != nil {
			return nil, err
		}
	default:
		if e.given, err = readPredictions(ctx, o.Predictions, o.Setting); err != nil {
			return nil, err
		}
	}
	seen := map[int]bool{}
	if err := eachRecord(ctx, name, func(r *Record) error {
		if seen[r.Idx] {
			return fmt.Errorf("idx %d is there twice", r.Idx)
		}
		seen[r.Idx] = true
		return e.add(r)
	}); err != nil {
		return nil, err
	}
	if err := e.unknown(o.Predictions, seen); err != nil {
		return nil, err
	}
	if e.out.Missing > 0 && !o.Partial {
		return nil, fmt.Errorf("trance: %s: %d answers are missing, that to sample %d (%s) is the first; add them, or judge them as "+
			"empty with --partial", o.Predictions, e.out.Missing, e.first.idx, e.first.view)
	}
	e.finish()
	return e.out, nil
}

// evaluating is the state of one call of Evaluate.
type evaluating struct {
	setting  Setting
	file     string
	given    map[answered]*given
	baseline func(*Record) []Step
	board    *Board
	basic    struct{ n, object, attribute, value, correct int }
	first    answered // that has no prediction
	out      *Evaluation
}

// add judges the answers to a sample.
func (e *evaluating) add(r *Record) error {
	if e.setting == BasicSetting {
		return e.addBasic(r)
	}
	views := 1
	if e.setting == ViewSetting {
		views = viewCount
	}
	sensitive := r.Order().Sensitive
	for v := range View(views) {
		j := r.Judge(e.answer(r, v))
		e.board.Add(&j, v)
		if sensitive {
			e.board.AddTo("order_sensitive", &j)
		}
	}
	return nil
}

func (e *evaluating) addBasic(r *Record) error {
	if len(r.Reference) != 1 {
		if g := e.given[answered{idx: r.Idx}]; g != nil {
			return fmt.Errorf("sample %d has %d steps; setting basic is about samples with one", r.Idx, len(r.Reference))
		}
		return nil
	}
	e.basic.n++
	steps := e.answer(r, ViewCenter)
	if len(steps) == 0 {
		return nil
	}
	j := JudgeBasic(r.Reference[0], r.Options[0], Guess{steps[0].Object, []Pair{steps[0].Pair}})
	count := func(sum *int, right bool) {
		if right {
			*sum++
		}
	}
	count(&e.basic.object, j.Object)
	count(&e.basic.attribute, j.Attribute)
	count(&e.basic.value, j.Value)
	count(&e.basic.correct, j.Correct)
	return nil
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

// unknown finds the first prediction for a sample that there is not.
func (e *evaluating) unknown(file string, seen map[int]bool) error {
	var first *given
	idx := 0
	for key, g := range e.given {
		if !seen[key.idx] && (first == nil || g.line < first.line) {
			first, idx = g, key.idx
		}
	}
	if first == nil {
		return nil
	}
	return fmt.Errorf("trance: %s:%d: there is no sample %d in %s; choose the split that was answered", file, first.line, idx,
		filepath.ToSlash(e.file))
}

// finish turns sums into what is told.
func (e *evaluating) finish() {
	if e.setting == BasicSetting {
		b, n := &e.basic, float64(max(e.basic.n, 1))
		e.out.Basic = &BasicScores{
			Count: b.n, ObjAcc: float64(b.object) / n, AttrAcc: float64(b.attribute) / n, ValAcc: float64(b.value) / n,
			Acc: float64(b.correct) / n,
		}
		return
	}
	views := []string{""}
	if e.setting == ViewSetting {
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
	r := Row{
		Group: group, Count: s.Count, AvgDist: s.AvgDist, AvgNormDist: s.AvgNormDist, LooseAcc: s.LooseAcc, Acc: s.Acc,
		AvgStepDiff: s.AvgDiff,
	}
	if r.Group == "" {
		r.Group = "all"
	}
	if eo, ok := s.EO(); ok {
		r.EO = &eo
	}
	e.out.Rows = append(e.out.Rows, r)
}

// ParseSetting reads a setting's name.
func ParseSetting(name string) (Setting, error) {
	var names []string
	for _, s := range Settings {
		if string(s) == name {
			return s, nil
		}
		names = append(names, string(s))
	}
	return "", fmt.Errorf("trance: setting is %q, want %s", name, strings.Join(names, ", "))
}
