package trance

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/gen/show"
)

// humanStep is a step as people answer it. Pair is the value: "red", "front.1".
type humanStep struct {
	Object int    `json:"obj_idx"`
	Attr   string `json:"attr"`
	Pair   string `json:"pair"`
}

func humanStepOf(s Step) humanStep {
	return humanStep{s.Object, s.Pair.Attribute().String(), pairWords(s.Pair)}
}

// humanResult is how an answer was judged, with the published keys, and the solution.
type humanResult struct {
	eventDetail
	// What the problem basic looks at, and others do not.
	Object    *bool `json:"obj_correct,omitzero"`
	Attribute *bool `json:"attr_correct,omitzero"`
	Value     *bool `json:"pair_correct,omitzero"`

	Final  string      `json:"view_final"` // the camera
	Errors []string    `json:"errors"`     // why the answer is wrong
	Answer []humanStep `json:"answer"`
	Truth  []humanStep `json:"truth"`
	// Options are for each step of the truth the values that count as the same.
	Options [][]string `json:"options"`
}

// Why an answer is wrong, as people are told.
const (
	wrongState    = "incorrect final state"
	wrongPosition = "invalid position"
	wrongOverlap  = "overlapping"
)

// humanAnswerForm is what an answer looks like.
const humanAnswerForm = `[{"obj_idx": 0, "attr": "position", "pair": "front.1"}, ...]`

// Judge carries the answer's steps out. Correct is that of the setting: of basic, that object and value are right.
func (r *reader) Judge(problem, user string, index int, answer stdjson.RawMessage) (show.Judgement, error) {
	m, err := r.humanRecord(problem, index)
	if err != nil {
		return show.Judgement{}, err
	}
	setting := Setting(problem)
	steps, err := readHumanAnswer(answer, setting)
	if err != nil {
		return show.Judgement{}, fmt.Errorf("trance: %w", err)
	}
	result := m.judgeHuman(setting, humanView(setting, user, r.job.Split, index), steps)
	result.Sample = index
	data, err := json.Marshal(result)
	return show.Judgement{Correct: result.Correct, Result: data}, err
}

// judgeHuman judges an answer to the final state as seen in a view.
func (m *generatedSample) judgeHuman(setting Setting, v view, steps []Step) *humanResult {
	r := &Record{Sample: Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}}
	for k, step := range m.steps {
		options := []Pair{step.Pair}
		if step.Pair.Attribute() == Position {
			options = nil
			for _, move := range acceptedMoves(m.states[k][step.Object].Position, step.Pair.Move()) {
				options = append(options, move.Pair())
			}
		}
		r.Options = append(r.Options, options)
	}
	j := r.Judge(steps)
	out := &humanResult{
		eventDetail: *newEventDetail(r, v, setting, steps, &j), Final: v.camera().String(),
		Errors: []string{}, Answer: []humanStep{}, Truth: []humanStep{}, Options: [][]string{},
	}
	for _, s := range steps {
		out.Answer = append(out.Answer, humanStepOf(s))
	}
	for k, s := range m.steps {
		out.Truth = append(out.Truth, humanStepOf(s))
		var words []string
		for _, p := range r.Options[k] {
			words = append(words, pairWords(p))
		}
		out.Options = append(out.Options, words)
	}
	if setting == BasicSetting {
		b := r.judgeBasic(steps)
		out.Object, out.Attribute, out.Value = &b.object, &b.attribute, &b.value
		out.Correct = b.correct
	}
	if out.Correct {
		return out
	}
	for _, e := range [...]struct {
		is   bool
		word string
	}{{!j.Loose, wrongState}, {j.Out, wrongPosition}, {j.Overlap, wrongOverlap}} {
		if e.is {
			out.Errors = append(out.Errors, e.word)
		}
	}
	return out
}

// readHumanAnswer reads the steps of an answer. Unknown keys are ignored.
func readHumanAnswer(answer []byte, setting Setting) ([]Step, error) {
	var list *[]struct {
		Object *int    `json:"obj_idx"`
		Attr   *string `json:"attr"`
		Pair   *string `json:"pair"`
	}
	if len(answer) > 0 {
		if err := record.Read(answer, &list, record.Part|record.Item); err != nil {
			return nil, fmt.Errorf("the answer cannot be read: %w; write %s", err, humanAnswerForm)
		}
	}
	if list == nil {
		return nil, fmt.Errorf("the answer is missing; write %s", humanAnswerForm)
	}
	if want := setting.wants(len(*list)); want != "" {
		return nil, fmt.Errorf("the answer has %d steps, problem %s wants %s", len(*list), setting, want)
	}
	var steps []Step
	for k, s := range *list {
		fault := func(format string, args ...any) ([]Step, error) {
			return nil, fmt.Errorf("answer[%d]."+format, append([]any{k}, args...)...)
		}
		switch {
		case s.Object == nil:
			return fault("obj_idx is missing, want 0 to %d", ObjectCount-1)
		case *s.Object < 0 || *s.Object >= ObjectCount:
			return fault("obj_idx is %d, want 0 to %d", *s.Object, ObjectCount-1)
		case s.Attr == nil:
			return fault("attr is missing, want one of %q", attributeNames)
		case !slices.Contains(attributeNames[:], *s.Attr):
			return fault("attr is %q, want one of %q", show.Cut(*s.Attr), attributeNames)
		case s.Pair == nil:
			return fault("pair is missing, want one such as %s", pairExample(*s.Attr))
		}
		var p Pair
		if p.UnmarshalText([]byte(*s.Attr+"."+strings.TrimPrefix(*s.Pair, *s.Attr+"."))) != nil {
			return fault("pair is %q, want one of %s such as %s", show.Cut(*s.Pair), *s.Attr, pairExample(*s.Attr))
		}
		steps = append(steps, Step{*s.Object, p})
	}
	return steps, nil
}

// pairExample is the first value of an attribute.
func pairExample(attr string) string {
	return pairWords(firstPair[slices.Index(attributeNames[:], attr)])
}

// Tell is what people are told of an answer.
func (r *reader) Tell(j show.Judgement) *show.Told {
	var d humanResult
	if readResult(j.Result, &d) != nil {
		return nil
	}
	out := &show.Told{
		Verdict: "Not correct", Reasons: d.Errors, Rows: []show.Row{{Name: "last picture", Value: cameraWords(d.Final)}},
		Lists: []show.Listed{{Title: "What was done", Lines: stepLines(d.Truth)}, {Title: "Your answer", Lines: stepLines(d.Answer)}},
	}
	if j.Correct {
		out.Verdict = "Correct"
	}
	return out
}

// cameraWords are "left camera" for Camera_Left.
func cameraWords(camera string) string {
	return strings.ToLower(strings.TrimPrefix(camera, "Camera_")) + " camera"
}

func stepLines(steps []humanStep) []string {
	out := []string{}
	for _, s := range steps {
		out = append(out, fmt.Sprintf("object %d: %s %s", s.Object, s.Attr, s.Pair))
	}
	return out
}

// Statistics have the published keys. Judgements that are not of this set are left out.
func (r *reader) Statistics(problem string, judged []show.Judgement) []show.Figures {
	board := judge.NewBoard(slices.Concat(eventColumns, basicColumns))
	for _, one := range judged {
		var d humanResult
		if err := readResult(one.Result, &d); err != nil {
			continue
		}
		v := viewCenter
		if d.View != nil {
			v = *d.View
		}
		j := &Judgement{Distance: d.Distance, Loose: d.Loose, Correct: d.Correct, Steps: d.PredStep, ReferenceSteps: d.TargetStep}
		cells := eventCells(j, v, ViewSetting, false)
		for _, right := range []*bool{d.Object, d.Attribute, d.Value} {
			if right != nil {
				cells[0].Values = append(slices.Clip(cells[0].Values), judge.Right(*right))
			}
		}
		board.Sum(cells)
	}
	out := []show.Figures{figuresOf(board, "")}
	if Setting(problem) == ViewSetting {
		for _, v := range []view{viewLeft, viewCenter, viewRight} { // by the camera of the final picture
			if f := figuresOf(board, v.String()); f.Count > 0 {
				f.Title = fmt.Sprintf("%s camera: %s", v, show.Count(f.Count, "answer"))
				out = append(out, f)
			}
		}
	}
	return out
}

// meanFigures are the figures of answers, in their order; those of the problem basic are told of it alone.
var meanFigures = []struct {
	column    int
	basic     bool
	key, name string
}{
	{columnAcc, false, "acc", "Correct (Acc)"}, {columnLAcc, false, "loose_acc", "Right final state (Loose Acc)"},
	{columnSteps + 1, true, "obj_acc", "Right object (ObjAcc)"}, {columnSteps + 2, true, "attr_acc", "Right attribute (AttrAcc)"},
	{columnSteps + 3, true, "val_acc", "Right value (ValAcc)"},
	{columnAD, false, "dist", "Wrong attributes left (AD)"}, {columnAND, false, "norm_dist", "The same per change (AND)"},
}

// figuresOf are means over the answers to a view, "" for all, 0 where there are none.
func figuresOf(b *judge.Board, view string) show.Figures {
	group, name := judge.AllGroup, judge.AllGroup
	if view != "" {
		group, name = groupView, view
	}
	out := show.Figures{Count: b.Count(0, group, name)}
	for _, f := range meanFigures {
		mean := b.Total(0, group, name, f.column)
		if math.IsNaN(mean) {
			if f.basic {
				continue
			}
			mean = 0
		}
		share := f.column != columnAD && f.column != columnAND
		out.Figures = append(out.Figures, show.Figure{Key: f.key, Name: f.name, Value: mean, Share: share})
	}
	for n := 1; n <= maxSequence; n++ {
		group, name := groupSteps, strconv.Itoa(n)
		if view != "" {
			group, name = groupStepsView, name+" "+view
		}
		if b.Count(0, group, name) > 0 {
			out.Figures = append(out.Figures, show.Figure{
				Key:  fmt.Sprintf("step.%d", n), // of the truth
				Name: "Correct with " + show.Count(n, "change"), Value: b.Total(0, group, name, columnAcc), Share: true,
			})
		}
	}
	return out
}

// readResult reads what Judge wrote.
func readResult(data []byte, d *humanResult) error {
	if err := json.Unmarshal(data, d); err != nil {
		return err
	}
	if d.TargetStep < 1 || d.TargetStep > maxSequence || d.View != nil && *d.View >= viewCount {
		return errors.New("is no judgement")
	}
	return nil
}
