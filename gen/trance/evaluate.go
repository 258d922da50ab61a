package trance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
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

// Judge is how steps are judged: carried out on the initial states, by the published metrics.
func Judge() *judge.Set {
	return &judge.Set{
		Name: "trance", Layout: []string{"{split}/data.jsonl", "data.jsonl"}, Without: []string{"train"},
		// A data.jsonl in the folder itself has the samples of all splits.
		Split: func(root, asked string) (string, error) {
			_, err := dataFile(root, asked)
			return asked, err
		},
		Tasks: []*judge.Task{EventSetting.task(), BasicSetting.task(), ViewSetting.task()},
		TaskOf: func(e judge.Entry) string {
			var entry struct {
				View *string `json:"view"`
			}
			if e.Decode(&entry) == nil && entry.View != nil {
				return string(ViewSetting)
			}
			return ""
		},
	}
}

// Groups of rows: those of views, of references by their number of steps, of both, and of the samples that the order of the right
// steps can spoil.
const (
	groupView      = "view"
	groupSteps     = "steps"
	groupStepsView = "steps, view"
	groupOrder     = "order"
	rowSensitive   = "sensitive"
)

// Columns of scores of all settings but the basic one. EO is the share of answers that reach the final state but break a rule on the way,
// (LAcc - Acc) / LAcc.
var eventColumns = []judge.Column{
	columnAD: {Name: "AD", Digits: 4}, columnAND: {Name: "AND", Digits: 4}, columnLAcc: {Name: "LAcc", Digits: 4, Share: true},
	columnAcc: {Name: "Acc", Digits: 4, Share: true}, columnEO: {Name: "EO", Digits: 4},
	columnSteps: {Name: "step difference", Digits: 4, Hidden: true},
}

// basicColumns are those of the basic setting.
var basicColumns = []judge.Column{
	{Name: "ObjAcc", Digits: 4, Share: true}, {Name: "AttrAcc", Digits: 4, Share: true}, {Name: "ValAcc", Digits: 4, Share: true},
	{Name: "Acc", Digits: 4, Share: true},
}

const (
	columnAD = iota
	columnAND
	columnLAcc
	columnAcc
	columnEO
	columnSteps
)

// task judges a setting.
func (s Setting) task() *judge.Task {
	t := &judge.Task{
		Name: string(s), Columns: eventColumns, Baselines: Baselines, Groups: []string{judge.AllGroup, groupView, groupSteps, groupStepsView,
			groupOrder},
		Note: "AD, AND: attributes of objects that differ in the end, and that for each step of the reference; LAcc: final state reached;\n" +
			"Acc: without an overlap and without leaving the plane on the way, too; EO: (LAcc - Acc) / LAcc",
	}
	if s == BasicSetting {
		t.Note = "object, attribute and value right, and object and value"
		t.Columns = basicColumns
	}
	t.Judge = func(ctx context.Context, j *judge.Job, b *judge.Board) error {
		return judge.Answered(ctx, j, b, func(split string) (judge.Samples[[]Step], error) {
			name, err := dataFile(j.Data, split)
			return &evaluated{setting: s, name: name, split: split, job: j}, err
		})
	}
	return t
}

// evaluated are the samples of a split as a setting asks about them.
type evaluated struct {
	setting     Setting
	name, split string
	job         *judge.Job
}

func (a *evaluated) Form() judge.Form {
	f := judge.Form{Key: "idx", Value: "steps", Example: predictionForm, Unit: "samples"}
	if a.setting == BasicSetting {
		f.Unit = "samples with one step"
	}
	return f
}

func (a *evaluated) File() string { return filepath.ToSlash(a.name) }

func (a *evaluated) Each(ctx context.Context, do func(judge.Sample[[]Step]) error) error {
	seen := map[int]bool{}
	return EachRecord(ctx, a.name, func(r *Record) error {
		if seen[r.Idx] {
			return fmt.Errorf("idx %d is there twice", r.Idx)
		}
		seen[r.Idx] = true
		if a.setting == BasicSetting && len(r.Reference) != 1 {
			return nil
		}
		views := 1
		if a.setting == ViewSetting {
			views = viewCount
		}
		sensitive := r.judgeOrders().sensitive
		for v := range view(views) {
			if err := do(&viewed{r, a.setting, v, sensitive}); err != nil {
				return err
			}
		}
		return nil
	})
}

// viewed is a sample as seen in a view.
type viewed struct {
	*Record
	setting   Setting
	view      view
	sensitive bool // the order of the right steps can spoil it
}

func (s *viewed) Key() string { return answerKey(s.setting, s.Idx, s.view) }

// answerKey names a sample, and in ViewSetting the view of its final picture.
func answerKey(s Setting, idx int, v view) string {
	if s == ViewSetting {
		return fmt.Sprintf("%d (%s)", idx, v)
	}
	return strconv.Itoa(idx)
}

// Judge tells details by the published keys.
func (s *viewed) Judge(_ int, steps []Step, _ bool) (cells []judge.Cell, detail any, err error) {
	if s.setting == BasicSetting {
		j := s.judgeBasic(steps)
		cell := judge.All(judge.Right(j.object), judge.Right(j.attribute), judge.Right(j.value), judge.Right(j.correct))
		return []judge.Cell{cell}, newBasicDetail(s.Record, steps, j), nil
	}
	j := s.Record.Judge(steps)
	return eventCells(&j, s.view, s.setting, s.sensitive), newEventDetail(s.Record, s.view, s.setting, steps, &j), nil
}

// eventCells are the scores of an answer to a view, in eventColumns.
func eventCells(j *Judgement, v view, setting Setting, sensitive bool) []judge.Cell {
	broken := judge.Value{}
	if j.Loose {
		broken = judge.Right(!j.Correct)
	}
	values := []judge.Value{
		judge.Number(float64(j.Distance)), judge.Number(j.NormDistance()), judge.Right(j.Loose), judge.Right(j.Correct), broken,
		judge.Number(float64(j.Steps - j.ReferenceSteps)),
	}
	length := strconv.Itoa(j.ReferenceSteps)
	cells := []judge.Cell{judge.All(values...), {Group: groupSteps, Name: length, Values: values}}
	if setting == ViewSetting {
		cells = append(cells, judge.Cell{Group: groupView, Name: v.String(), Values: values},
			judge.Cell{Group: groupStepsView, Name: length + " " + v.String(), Values: values})
	}
	if sensitive {
		cells = append(cells, judge.Cell{Group: groupOrder, Name: rowSensitive, Values: values})
	}
	return cells
}

// Person reads a person's answer to the view that was drawn for the person.
func (a *evaluated) Person(p *judge.Person) (key string, steps []Step, err error) {
	if Setting(p.Problem) != a.setting {
		return "", nil, fmt.Errorf("the problem is %q, want one of %q", p.Problem, Settings)
	}
	steps, err = readHumanAnswer(p.Answer, a.setting)
	return answerKey(a.setting, *p.Index, humanView(a.setting, p.User, p.Split, *p.Index)), steps, err
}

func (a *evaluated) Baseline(_ context.Context, name string) (func(judge.Sample[[]Step]) ([]Step, error), func(), error) {
	answer := baseline(name, a.job.Seed)
	return func(s judge.Sample[[]Step]) ([]Step, error) { return answer(s.(*viewed).Record), nil }, func() {}, nil
}

// predictionForm is what a prediction looks like.
const predictionForm = `{"idx": 7, "steps": [[0, "color.red"], ...]}`

func (a *evaluated) Read(entry judge.Entry) (key string, steps []Step, err error) {
	var p struct {
		Idx   *int              `json:"idx"`
		View  *string           `json:"view"`
		Steps *[]jsontext.Value `json:"steps"`
	}
	if err := entry.Decode(&p); err != nil {
		return "", nil, fmt.Errorf("%w; write %s", err, predictionForm)
	}
	if p.Idx == nil {
		return "", nil, errors.New("has no idx, want the number of a sample")
	}
	seen := viewCenter
	if p.View != nil {
		i := slices.Index(viewNames[:], *p.View)
		if i < 0 {
			return "", nil, fmt.Errorf("view is %q, want center, left or right", *p.View)
		}
		seen = view(i)
	}
	switch {
	case a.setting == ViewSetting && p.View == nil:
		return "", nil, errors.New("has no view, want center, left or right")
	case a.setting != ViewSetting && seen != viewCenter:
		return "", nil, fmt.Errorf("view is %s, but task %s asks about the center view alone", seen, a.setting)
	case p.Steps == nil:
		return "", nil, fmt.Errorf("has no steps; write %s", predictionForm)
	}
	if want := a.setting.wants(len(*p.Steps)); want != "" {
		return "", nil, fmt.Errorf("has %d steps, task %s wants %s", len(*p.Steps), a.setting, want)
	}
	for i, value := range *p.Steps {
		s, err := readStep(value)
		if err != nil {
			return "", nil, fmt.Errorf("steps[%d]: %w", i, err)
		}
		steps = append(steps, s)
	}
	return answerKey(a.setting, *p.Idx, seen), steps, nil
}

// most is how many steps an answer has at most.
func (s Setting) most() int {
	if s == BasicSetting {
		return 1
	}
	return maxSequence
}

// wants is how many steps an answer must have, "" for one that has.
func (s Setting) wants(steps int) string {
	switch {
	case s == BasicSetting && steps != 1:
		return "1"
	case steps > s.most():
		return fmt.Sprintf("at most %d", s.most())
	}
	return ""
}

// readStep reads [object, "pair"].
func readStep(value jsontext.Value) (Step, error) {
	var list []jsontext.Value
	var object *int
	var name *string
	var pair Pair
	if json.Unmarshal(value, &list) != nil || len(list) != 2 || json.Unmarshal(list[0], &object) != nil || object == nil ||
		json.Unmarshal(list[1], &name) != nil || name == nil {
		return Step{}, fmt.Errorf(`%s is no step, want [object, "pair"] such as [0, "color.red"]`, excerpt(value))
	}
	if *object < 0 || *object >= ObjectCount {
		return Step{}, fmt.Errorf("object is %d, want 0 to %d", *object, ObjectCount-1)
	}
	err := pair.UnmarshalText([]byte(*name))
	return Step{*object, pair}, err
}
