package qlevr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
)

// Judge is how answers to the set's questions are judged.
func Judge() *judge.Set { return judgeBy(templates) }

// judgeBy judges questions that were made from templates. Labels in a templates_labels.json beside the questions take the place of
// theirs.
func judgeBy(templates func() []Template) *judge.Set {
	files := []string{"questions_{split}.json", "3d_scene/{split}/questions_{split}.json", "2d_scene/{split}/questions_{split}.json"}
	return &judge.Set{Name: setName, Layout: files, Tasks: []*judge.Task{judge.Questions{
		Task: judge.Task{
			Rows: func(string) []judge.Row { return scoreRows }, Papers: []string{"Q-type", "MAC"},
			Note: "* of the paper, on its test split: of most frequent answers and of its best network",
		},
		Files: files,
		Open: func(_ context.Context, _, _, file string) (judge.Asker, error) {
			a := &evaluated{templates: templates()}
			own := filepath.Join(filepath.Dir(file), labelsFile)
			labels, err := ReadLabels(own)
			if errors.Is(err, fs.ErrNotExist) {
				labels, err = labelsOf(a.templates), nil
			}
			a.labels = labels
			return a, err
		},
	}.New()}}
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

// Groups of scores beside those of all questions.
const (
	groupQuantifier  = "quantifier"
	groupQuantifiers = "quantifiers" // how many there are
	groupType        = "type"
	groupPlanes      = "planes"       // the template's file
	groupPlain       = "plain planes" // of all.json: how many planes it is about, and whether it names attributes of them
)

// scoreRows are all groups, in their order.
var scoreRows = func() []judge.Row {
	out := []judge.Row{{Group: judge.AllGroup, Name: judge.AllGroup, Published: paperOverall[:]}}
	for i, label := range QuantifierLabels {
		out = append(out, judge.Row{Group: groupQuantifier, Name: label, Published: paperScores[i][:]})
	}
	for _, g := range []struct {
		name  string
		names []string
	}{
		{groupQuantifiers, []string{"1", "2", "3", "4"}}, {groupType, TypeLabels}, {groupPlanes, planeTemplateFiles},
		{groupPlain, []string{"one plane", "several planes", "no attribute", "some attribute"}},
	} {
		for _, name := range g.names {
			out = append(out, judge.Row{Group: g.name, Name: name})
		}
	}
	return out
}()

// evaluated is what judging knows of the questions of a split.
type evaluated struct {
	templates []Template
	labels    LabelTable
}

func (a *evaluated) Question(n int, value jsontext.Value) (*judge.Question, error) {
	q, err := parseQuestion(value)
	if err == nil && q.QuestionIndex != n {
		err = fmt.Errorf("question_index is %d, want %d: they count from 0", q.QuestionIndex, n)
	}
	if err != nil {
		return nil, err
	}
	return &judge.Question{
		Index: n, Image: q.ImageIndex, Text: q.Question, Family: q.Template.FamilyKey(), Answer: yesOrNo(q.Answer), Of: q,
	}, nil
}

func yesOrNo(answer bool) string {
	if answer {
		return "yes"
	}
	return "no"
}

func (a *evaluated) Groups(of *judge.Question) ([]judge.Group, error) {
	q := of.Of.(*QuestionRecord)
	l, ok := a.labels[q.Template.String()]
	if !ok {
		return nil, fmt.Errorf("template %s has no labels; put a %s beside the file", q.Template, labelsFile)
	}
	return groupsOf(q, l), nil
}

// groupsOf are the groups that a question counts in.
func groupsOf(q *QuestionRecord, l TemplateLabels) (out []judge.Group) {
	add := func(group, name string) { out = append(out, judge.Group{Group: group, Name: name}) }
	for _, label := range l.Quantifiers {
		add(groupQuantifier, label)
	}
	add(groupQuantifiers, strconv.Itoa(len(l.Quantifiers)))
	for _, label := range l.Types {
		add(groupType, label)
	}
	add(groupPlanes, q.Template.File)
	if q.Template.File != planeTemplateFiles[0] || len(q.Program) < 2 {
		return out
	}
	planes := q.Program[1] // the node that chooses them
	if len(planes.Output.First) == 1 {
		add(groupPlain, "one plane")
	} else {
		add(groupPlain, "several planes")
	}
	if slices.ContainsFunc(planes.Vals[:min(3, len(planes.Vals))], func(v Value) bool { return v.Said }) {
		add(groupPlain, "some attribute")
	} else {
		add(groupPlain, "no attribute")
	}
	return out
}

// Word is yes or no of true, false, or a text that begins with yes or no, in capitals or not.
func (a *evaluated) Word(answer jsontext.Value) (string, error) {
	text := string(answer)
	if answer.Kind() == '"' {
		if err := json.Unmarshal(answer, &text); err != nil {
			return "", err
		}
	}
	switch word := strings.ToLower(strings.TrimSpace(text)); {
	case word == "true" || strings.HasPrefix(word, "yes"):
		return "yes", nil
	case word == "false" || strings.HasPrefix(word, "no"):
		return "no", nil
	}
	return "", fmt.Errorf("answer is %.40s, want true, false, or a text that begins with yes or no", answer)
}

func (a *evaluated) Possible(*judge.Question) ([]string, error) { return []string{"yes", "no"}, nil }

// templateTable finds templates by their names as tuples.
type templateTable map[string]*Template

func newTemplateTable(templates []Template) templateTable {
	out := templateTable{}
	for i := range templates {
		out[templates[i].name().String()] = &templates[i]
	}
	return out
}

// of is the template of a question.
func (t templateTable) of(q *QuestionRecord) (*Template, error) {
	if template := t[q.Template.String()]; template != nil {
		return template, nil
	}
	return nil, fmt.Errorf("there is no template %s", q.Template)
}

// run runs a question on its scene a second time. A question that makes no sense there has rejected set in the result.
func (t templateTable) run(s *Scene, q *QuestionRecord) (*secondRun, error) {
	template, err := t.of(q)
	if err != nil {
		return nil, err
	}
	in, err := q.instance(template)
	if err != nil {
		return nil, err
	}
	return runSecond(s, in)
}

// Oracle runs programs on the scenes, with an executor that questions are not made with. It reads scenes along with the questions,
// whose pictures must come in the same order.
func (a *evaluated) Oracle(ctx context.Context, job *judge.Job, split string) (func(*judge.Question) (string, error), func(), error) {
	name := filepath.Join(job.Data, "3d_scene", split, "scenes_3d_"+split+".json")
	table := newTemplateTable(a.templates)
	next, stop := iter.Pull2(func(yield func(*Scene, error) bool) {
		stopped := errors.New("stopped")
		err := eachStoredScene(ctx, name, func(s *Scene) error {
			if !yield(s, nil) {
				return stopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(nil, err)
		}
	})
	var scene *Scene
	return func(of *judge.Question) (string, error) {
		for scene == nil || scene.ImageIndex < of.Image {
			s, err, ok := next()
			if err != nil {
				return "", err
			}
			if !ok {
				return "", fmt.Errorf("picture %d is not in %s", of.Image, name)
			}
			scene = s
		}
		if scene.ImageIndex != of.Image {
			return "", fmt.Errorf("picture %d is not in %s, or not in the questions' order", of.Image, name)
		}
		r, err := table.run(scene, of.Of.(*QuestionRecord))
		switch {
		case err != nil:
			return "", err
		case r.rejected >= 0:
			return fmt.Sprintf("nothing, for node %d has no result", r.rejected), nil
		}
		return yesOrNo(r.answer), nil
	}, stop, nil
}
