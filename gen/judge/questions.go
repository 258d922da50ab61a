package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/scenes/rng"
)

// Question is a question of a dataset.
type Question struct {
	Index, Image int
	Text, Family string
	Answer       string // in the form that is compared
	Of           any    // what the set's own methods want
}

// Group names a row that a question counts in.
type Group struct{ Group, Name string }

// Asker is what a set says of its questions.
type Asker interface {
	// Question reads the nth question of a file.
	Question(n int, value jsontext.Value) (*Question, error)
	// Groups are those of a question beside all.
	Groups(q *Question) ([]Group, error)
	// Word brings an answer into the form that is compared.
	Word(answer jsontext.Value) (string, error)
	// Possible are the answers that a question may have, of which one is drawn.
	Possible(q *Question) ([]string, error)
	// Oracle returns what finds answers to the questions of a split, in their order, from what is known of the pictures; stop ends it.
	Oracle(ctx context.Context, job *Job, split string) (answer func(*Question) (string, error), stop func(), err error)
}

// Questions is the task of answering questions.
type Questions struct {
	Task
	Files []string // where a split's questions lie, as Set.Layout
	// Open is about the questions of a file, which is the one of a split in a folder.
	Open func(ctx context.Context, root, split, file string) (Asker, error)
	// More are the values of further columns than the accuracy; nil for none.
	More func(q *Question, answer string) []Value
}

// chance is the column of what a uniform draw is expected to have, which has chance itself for an interval.
var chance = Column{Name: "expected", Percent: true, Digits: 1}

// publishedSplits are those that what splits share is counted of.
var publishedSplits = []string{"train", "val", "test", "benchmark"}

// New is the task with all that questions have in common.
func (t Questions) New() *Task {
	t.Columns = append([]Column{Accuracy}, t.Columns...)
	t.Baselines = []string{Oracle, Random, Frequency, Words}
	t.Judge = func(ctx context.Context, j *Job, b *Board) error {
		return Answered(ctx, j, b, func(split string) (Samples[string], error) {
			file, err := j.File(split, t.Files...)
			if err != nil {
				if errors.Is(err, fs.ErrNotExist) && j.all() {
					err = nil // other tasks have theirs
				}
				return nil, err
			}
			asker, err := t.Open(ctx, j.Data, split, file)
			return &asked{Questions: &t, job: j, asker: asker, split: split, file: file}, err
		})
	}
	t.Overlaps, t.chance = t.overlaps, true
	return &t.Task
}

// asked are the questions of a split.
type asked struct {
	*Questions
	job         *Job
	asker       Asker
	split, file string
	random      bool
}

var questionForm = Form{
	Key: "question_index", Value: "answer", Example: `{"question_index": n, "answer": x}`, Unit: "questions",
}

func (a *asked) Form() Form   { return questionForm }
func (a *asked) File() string { return a.file }

// each calls do for the questions of a file.
func (a *asked) each(ctx context.Context, file string, do func(*Question) error) error {
	return Stored(ctx, file, "questions", "question", func(n int, value jsontext.Value) error {
		q, err := a.asker.Question(n, value)
		if err != nil {
			return err
		}
		return do(q)
	})
}

func (a *asked) Each(ctx context.Context, do func(Sample[string]) error) error {
	return a.each(ctx, a.file, func(q *Question) error {
		s := &askedOne{Question: q, set: a, key: strconv.Itoa(q.Index)}
		if p := a.job.people; p != nil {
			s.key = personKey(q.Image, p.nth(a.split, q.Image))
		}
		groups, err := a.asker.Groups(q)
		if err == nil && a.random {
			s.possible, err = a.asker.Possible(q)
		}
		s.groups = append(groups, Group{AllGroup, AllGroup})
		return cmp.Or(err, do(s))
	})
}

func personKey(image, question int) string { return fmt.Sprintf("%d of image %d", question, image) }

// Read reads a prediction.
func (a *asked) Read(entry Entry) (key, answer string, err error) {
	var e struct {
		QuestionIndex jsontext.Value `json:"question_index"`
		Answer        jsontext.Value `json:"answer"`
	}
	if err := entry.Decode(&e); err != nil || e.QuestionIndex == nil || e.Answer == nil {
		return "", "", fmt.Errorf("is %.60s, want %s", entry, questionForm.Example)
	}
	index, err := strconv.Atoi(string(e.QuestionIndex))
	if err != nil {
		return "", "", fmt.Errorf("question_index is %.40s, want a whole number", e.QuestionIndex)
	}
	key = strconv.Itoa(index)
	answer, err = a.asker.Word(e.Answer)
	if err != nil && e.Answer.Kind() == '"' {
		err = ErrUnread{err}
	}
	return key, answer, err
}

// Person reads an answer of a person, which is a text without regard to case.
func (a *asked) Person(p *Person) (key, answer string, err error) {
	if p.Question == nil {
		return "", "", errors.New("has no question, want its number on the sample's page")
	}
	answer, err = a.asker.Word(p.Answer)
	if err != nil {
		answer = string(p.Answer) // of no question
	}
	return personKey(*p.Index, *p.Question), strings.TrimSpace(answer), nil
}

// askedOne is a question.
type askedOne struct {
	*Question
	set      *asked
	key      string
	groups   []Group
	possible []string // for the expected share
}

func (q *askedOne) Key() string { return q.key }

// right tells whether an answer is that of the question.
func (q *askedOne) right(answer string) bool {
	return answer == q.Answer || q.set.job.people != nil && strings.EqualFold(answer, q.Answer)
}

func (q *askedOne) Judge(_ int, answer string, ok bool) (cells []Cell, detail any, err error) {
	told := struct {
		QuestionIndex int     `json:"question_index"`
		ImageIndex    int     `json:"image_index"`
		Correct       bool    `json:"correct"`
		Pred          *string `json:"pred"` // null for none
		Target        string  `json:"target"`
	}{q.Index, q.Image, ok && q.right(answer), nil, q.Answer}
	if ok {
		told.Pred = &answer
	}
	values := []Value{Right(told.Correct)}
	if q.set.More != nil {
		values = append(values, q.set.More(q.Question, answer)...)
	}
	if q.set.random {
		values = append(values, Number(1/float64(len(q.possible))))
	}
	for _, g := range q.groups {
		cells = append(cells, Cell{g.Group, g.Name, values})
	}
	return cells, &told, nil
}

// Baseline answers questions.
func (a *asked) Baseline(ctx context.Context, name string) (answer func(Sample[string]) (string, error), stop func(), err error) {
	var of func(q *Question) (string, error)
	stop = func() {}
	switch name {
	case Oracle:
		of, stop, err = a.oracle(ctx)
	case Random:
		a.random = true
		purpose := strings.TrimSpace("baseline " + a.Name)
		of = func(q *Question) (string, error) {
			possible, err := a.asker.Possible(q)
			if err != nil || len(possible) == 0 {
				return "", cmp.Or(err, errors.New("no answer is possible"))
			}
			return rng.Choose(rng.At(rng.Key{Seed: a.job.Seed, Set: a.job.Set.Name, Split: a.split, Index: q.Index}, purpose), possible), nil
		}
	case Frequency:
		of, err = a.frequent(ctx)
	case Words:
		of, err = a.words(ctx)
	}
	return func(s Sample[string]) (string, error) { return of(s.(*askedOne).Question) }, stop, err
}

// oracle notes the first answer that differs from the stored one.
func (a *asked) oracle(ctx context.Context) (func(*Question) (string, error), func(), error) {
	find, stop, err := a.asker.Oracle(ctx, a.job, a.split)
	if err != nil {
		return nil, func() {}, err
	}
	source := a.job.Sources[0]
	return func(q *Question) (string, error) {
		said, err := find(q)
		if err == nil && said != q.Answer && source.Notes == nil {
			source.Notes = []string{fmt.Sprintf("question %d: its program gives %s, stored is %s", q.Index, said, q.Answer)}
		}
		return said, err
	}, stop, nil
}

// train is the file that baselines learn from; own tells whether it is the one that is judged.
func (a *asked) train() (file string, own bool, err error) {
	split := cmp.Or(a.job.Train, "train")
	file, err = a.job.File(split, a.Files...)
	if err != nil && a.job.Train == "" {
		split, file, err = a.split, a.file, nil
	}
	a.job.Sources[0].TrainedOn = split
	return file, file == a.file, err
}

// frequent answers with the most frequent training answer of the question's family; a family that has none is answered with
// nothing.
func (a *asked) frequent(ctx context.Context) (func(*Question) (string, error), error) {
	file, _, err := a.train()
	if err != nil {
		return nil, err
	}
	counts := Counts{}
	err = a.each(ctx, file, func(q *Question) error {
		counts.Add(q.Family, q.Answer)
		return nil
	})
	best := counts.Best()
	return func(q *Question) (string, error) { return best[q.Family], nil }, err
}

// words answers with what the words of the training questions tell. Where the split itself is learned from, the questions of each
// fifth of the pictures are answered by what was learned from the others.
func (a *asked) words(ctx context.Context) (func(*Question) (string, error), error) {
	file, own, err := a.train()
	if err != nil {
		return nil, err
	}
	var known []Told
	apart := 1 // of the pictures that are learned from
	if err := a.each(ctx, file, func(q *Question) error {
		if q.Image%apart != 0 {
			return nil
		}
		if known = append(known, q.told("")); len(known) > MostProbed {
			apart *= 2
			known = slices.DeleteFunc(known, func(t Told) bool { return t.Picture%apart != 0 })
		}
		return nil
	}); err != nil {
		return nil, err
	}
	model := learn(known, own)
	return func(q *Question) (string, error) { return model.answer(q.told("")), nil }, nil
}

// told is the question as the words-only probe sees it.
func (q *Question) told(kind string) Told { return Told{q.Text, q.Family, kind, q.Answer, q.Image, 0} }
