package worlds

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/internal/folder"
)

// Judge is how answers to a world's questions are scored; nil for worlds without questions.
func Judge(w *World) *judge.Set {
	if w.Questions == nil {
		return nil
	}
	q := judge.Questions{
		Task: judge.Task{Groups: []string{"family"}, Rows: func(string) (out []judge.Row) {
			for _, kind := range w.questionKinds() {
				out = append(out, judge.Row{Group: "type", Name: kind})
			}
			return append(out, judge.Row{Group: judge.AllGroup, Name: judge.AllGroup})
		}},
		Files: []string{w.joinedPath(folderQuestions, "{split}")},
		Open: func(_ context.Context, root, splitName, _ string) (judge.Asker, error) {
			return &judged{split: &split{World: w, job: gen.Job{Root: root, Split: splitName}}, library: w.library()}, nil
		},
	}
	return &judge.Set{Name: w.Name, Layout: q.Files, Tasks: []*judge.Task{q.New()}, Split: func(root, asked string) (string, error) {
		if asked != "" && !slices.Contains(w.SplitNames(), asked) {
			return "", fmt.Errorf("there is no split %q, want %s", asked, listed(w.SplitNames()))
		}
		if asked != "" {
			return asked, nil
		}
		there := false
		for _, name := range w.SplitNames() { // the last one that has answers, if possible in this dataset
			s, _ := w.split(name)
			_, err := folder.Stat(root, w.joinedPath(folderQuestions, name))
			if (s.Answers == nil || *s.Answers) && (err == nil || !there) {
				asked, there = name, err == nil
			}
		}
		return asked, nil
	}}
}

// judged is what judging knows of the questions of a split.
type judged struct {
	*split
	library *ask.Library[*known]
}

func (j *judged) Question(_ int, value jsontext.Value) (*judge.Question, error) {
	q := &question{}
	if err := record.Read(value, q, record.Part|record.Item); err != nil {
		return nil, err
	}
	if len(q.Program) == 0 {
		return nil, fmt.Errorf("has no program: the split %s has neither programs nor answers", j.job.Split)
	}
	family := q.Family
	if family == "" {
		family = strconv.Itoa(q.FamilyIndex)
	}
	return &judge.Question{Index: q.Index, Image: q.ImageIndex, Text: q.Question, Family: family, Answer: q.Answer, Of: q}, nil
}

func (j *judged) Groups(q *judge.Question) ([]judge.Group, error) {
	of := q.Of.(*question)
	family, _, _ := strings.Cut(q.Family, ":")
	return []judge.Group{{Group: "type", Name: kindOf(of.Program)}, {Group: "family", Name: family}}, nil
}

// Word is an answer as files have it: true is yes, 3 is "3".
func (j *judged) Word(answer jsontext.Value) (string, error) {
	switch answer.Kind() {
	case 't', 'f':
		return answerText(answer.Kind() == 't'), nil
	case '"':
		var text string
		err := json.Unmarshal(answer, &text)
		return text, err
	case '0':
		if n, err := strconv.Atoi(string(answer)); err == nil {
			return answerText(n), nil
		}
	}
	return "", fmt.Errorf("answer is %.60s, want a text, a whole number, true or false", answer)
}

func (j *judged) Possible(q *judge.Question) (out []string, err error) {
	program := q.Of.(*question).Program
	t, ok := j.library.AnswerType(program[len(program)-1].Function)
	if !ok {
		return nil, fmt.Errorf("program ends with %q, which gives no answer", program[len(program)-1].Function)
	}
	for _, v := range j.library.Domain(t) {
		out = append(out, answerText(v))
	}
	return out, nil
}

// Oracle runs programs on records, by second meanings.
func (j *judged) Oracle(context.Context, *judge.Job, string) (func(*judge.Question) (string, error), func(), error) {
	of, plain := -1, (*ask.Plain)(nil)
	return func(q *judge.Question) (string, error) {
		if plain == nil || of != q.Image {
			data, err := j.job.Read(j.recordPath(q.Image))
			if err == nil {
				plain, err = ask.ReadPlain(data)
			}
			if err != nil {
				return "", fmt.Errorf("%s: %w", j.Name, err)
			}
			of = q.Image
		}
		p, err := show.ReadProgram(j.library, q.Of.(*question).calls())
		if err != nil {
			return "", err
		}
		outputs := j.library.RunPlain(plain, p)
		return answerText(outputs[len(outputs)-1]), nil
	}, func() {}, nil
}
