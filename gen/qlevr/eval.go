package qlevr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"mereo/internal/folder"
)

// EvalOptions say whose answers Evaluate compares with the stored ones: Predictions or Baseline, one of the two.
type EvalOptions struct {
	Data        string // the dataset's folder
	Split       string // if empty, test
	Predictions string // a file; see Evaluate
	Partial     bool   // a question without prediction, or with one that says neither, counts as wrong and is no error
	Answered    bool   // a question without prediction does not count
	Baseline    string // one of Baselines
	Seed        uint64 // of BaselineRandom
	Overlap     bool   // count the questions that splits share, too
	// Templates are what the questions were made from; if nil, the built-in ones. Labels in a templates_labels.json beside the
	// questions take their place.
	Templates []Template
}

// Score is how many questions of a group are answered rightly.
type Score struct {
	// Group is the kind of group: "all", "quantifier", "quantifiers" (how many there are), "type", "planes" (the template's file),
	// "plain planes" (of all.json: how many planes it is about, and whether it names attributes of them).
	Group    string  `json:"group"`
	Name     string  `json:"name"`
	Count    int     `json:"count"` // questions
	Right    int     `json:"right"`
	Accuracy float64 `json:"accuracy"` // percent
	// PaperQType and PaperMAC are the published accuracies of BaselineQType and of the best network, 0 where none are.
	PaperQType float64 `json:"paper_q_type,omitempty"`
	PaperMAC   float64 `json:"paper_mac,omitempty"`
}

// Evaluation is the outcome of Evaluate.
type Evaluation struct {
	Split       string    `json:"split"`
	Questions   string    `json:"questions"` // the file
	Predictions string    `json:"predictions,omitempty"`
	Baseline    string    `json:"baseline,omitempty"`
	TrainedOn   string    `json:"trained_on,omitempty"`  // split that most frequent answers are from
	Missing     int       `json:"missing,omitempty"`     // questions without prediction
	Unreadable  int       `json:"unreadable,omitempty"`  // predictions that say neither yes nor no
	FirstWrong  string    `json:"first_wrong,omitempty"` // of the oracle
	Scores      []Score   `json:"scores"`
	Overlaps    []Overlap `json:"overlaps,omitempty"`
}

// paperScores is Li and Søgaard 2022, the table of accuracies on the test split: Q-type and MAC by quantifier, in the order of
// QuantifierLabels, and of all questions.
var (
	paperScores = [27][2]float64{
		{50.0, 66.2}, {50.0, 66.3}, {50.0, 61.3}, {50.0, 64.0}, {50.0, 62.6}, {50.0, 65.3}, {50.0, 58.7}, {50.0, 61.7},
		{50.0, 64.0}, {50.0, 66.7}, {50.0, 67.9}, {50.0, 66.0}, {50.0, 68.9}, {50.0, 65.2}, {50.0, 67.2}, {50.0, 66.5},
		{50.0, 68.3}, {50.0, 65.7}, {50.0, 71.4}, {50.0, 72.0}, {50.0, 71.6}, {50.0, 70.8}, {50.1, 72.1}, {50.1, 78.2},
		{50.0, 68.7}, {50.0, 69.0}, {50.0, 62.2},
	}
	paperOverall = [2]float64{50.0, 66.5}
)

// Evaluate compares answers with those stored in the split's question file, which it reads as a stream. It lies in Data or, as
// questions_SPLIT.json, beside the split's 3D or 2D scenes.
//
// A file of predictions is CSV, if its name ends so: question_index, answer; or JSON: one {"question_index": n, "answer": x}
// per line, or a list of such, where other keys are ignored, or one object {"n": x, ...}. An answer is true or false or a text
// that begins with yes or no, in capitals or not. Every question of the split needs one prediction.
func Evaluate(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	if (o.Predictions == "") == (o.Baseline == "") {
		return nil, fmt.Errorf("qlevr: predictions are %q and the baseline is %q, want one of the two", o.Predictions, o.Baseline)
	}
	if o.Split == "" {
		o.Split = "test"
	}
	if o.Templates == nil {
		o.Templates = templates()
	}
	name, err := questionFileOf(o.Data, o.Split)
	if err != nil {
		return nil, err
	}
	labels := labelsOf(o.Templates)
	if own := filepath.Join(filepath.Dir(name), labelsFile); evalFileThere(own) {
		if labels, err = ReadLabels(own); err != nil {
			return nil, err
		}
	}
	e := &Evaluation{
		Split: o.Split, Questions: name, Predictions: o.Predictions, Baseline: o.Baseline, Scores: newScores(),
	}
	var given *predictions
	var answer func(q *QuestionRecord) (answer bool, ok bool, err error)
	if o.Predictions != "" {
		if given, err = readPredictions(o.Predictions); err != nil {
			return nil, err
		}
		answer = given.answer
	} else {
		var stop func()
		if answer, stop, err = e.baseline(ctx, o); err != nil {
			return nil, err
		}
		defer stop()
	}
	count := 0
	if err := eachQuestion(ctx, name, func(q *QuestionRecord) error {
		count++
		if given != nil && o.Answered && !given.has(q) {
			return nil
		}
		l, ok := labels[q.Template.String()]
		if !ok {
			return fmt.Errorf("template %s has no labels; put a %s beside the file", q.Template, labelsFile)
		}
		a, ok, err := answer(q)
		if err != nil {
			return err
		}
		return e.add(q, l, ok && a == q.Answer)
	}); err != nil {
		return nil, err
	}
	if given != nil {
		if err := given.check(name, count, o.Partial || o.Answered); err != nil {
			return nil, err
		}
		e.Missing, e.Unreadable = count-given.found, given.unreadable
		if o.Answered {
			e.Missing = 0
		}
	}
	for i, s := range e.Scores {
		e.Scores[i].Accuracy = 100 * float64(s.Right) / float64(max(1, s.Count))
	}
	if o.Overlap {
		e.Overlaps, err = Overlaps(ctx, o.Data)
	}
	return e, err
}

// Groups of scores, in their order.
const (
	groupAll         = "all"
	groupQuantifier  = "quantifier"
	groupQuantifiers = "quantifiers"
	groupType        = "type"
	groupPlanes      = "planes"
	groupPlain       = "plain planes"
)

// plainGroups are the groups of questions of all.json.
var plainGroups = []string{"one plane", "several planes", "no attribute", "some attribute"}

func newScores() []Score {
	out := []Score{{Group: groupAll, Name: "all", PaperQType: paperOverall[0], PaperMAC: paperOverall[1]}}
	for i, label := range QuantifierLabels {
		out = append(out, Score{
			Group: groupQuantifier, Name: label, PaperQType: paperScores[i][0], PaperMAC: paperScores[i][1],
		})
	}
	for _, g := range []struct {
		name  string
		names []string
	}{
		{groupQuantifiers, []string{"1", "2", "3", "4"}}, {groupType, TypeLabels}, {groupPlanes, planeTemplateFiles},
		{groupPlain, plainGroups},
	} {
		for _, name := range g.names {
			out = append(out, Score{Group: g.name, Name: name})
		}
	}
	return out
}

// groupsOf calls do with the groups that a question counts in.
func groupsOf(q *QuestionRecord, l TemplateLabels, do func(group, name string)) {
	do(groupAll, "all")
	for _, label := range l.Quantifiers {
		do(groupQuantifier, label)
	}
	do(groupQuantifiers, strconv.Itoa(len(l.Quantifiers)))
	for _, label := range l.Types {
		do(groupType, label)
	}
	do(groupPlanes, q.Template.File)
	if q.Template.File != planeTemplateFiles[0] || len(q.Program) < 2 {
		return
	}
	planes := q.Program[1] // the node that chooses them
	if len(planes.Output.First) == 1 {
		do(groupPlain, "one plane")
	} else {
		do(groupPlain, "several planes")
	}
	if slices.ContainsFunc(planes.Vals[:min(3, len(planes.Vals))], func(v Value) bool { return v.Said }) {
		do(groupPlain, "some attribute")
	} else {
		do(groupPlain, "no attribute")
	}
}

// add counts a question in its groups.
func (e *Evaluation) add(q *QuestionRecord, l TemplateLabels, right bool) (err error) {
	groupsOf(q, l, func(group, name string) {
		i := slices.IndexFunc(e.Scores, func(s Score) bool { return s.Group == group && s.Name == name })
		if i < 0 {
			err = fmt.Errorf("template %s: there is no %s %s", q.Template, group, name)
			return
		}
		e.Scores[i].Count++
		if right {
			e.Scores[i].Right++
		}
	})
	return err
}

// questionFileOf finds the question file of a split.
func questionFileOf(root, split string) (string, error) {
	name := "questions_" + split + ".json"
	places := []string{
		filepath.Join(root, name), filepath.Join(root, "3d_scene", split, name), filepath.Join(root, "2d_scene", split, name),
	}
	for _, p := range places {
		if evalFileThere(p) {
			return p, nil
		}
	}
	return "", fmt.Errorf("qlevr: split %s has no questions: neither %s nor %s is there; choose another split, or ask its "+
		"questions", split, places[0], places[1])
}

func evalFileThere(name string) bool {
	_, err := folder.Stat(filepath.Split(name))
	return !errors.Is(err, fs.ErrNotExist)
}
