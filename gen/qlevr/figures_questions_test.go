package qlevr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/judge"
)

// failingOf are the names of the figures out of some that do not pass.
func failingOf(figures []gen.Figure, names []string) string {
	var out []string
	for _, f := range figures {
		if !f.Pass && slices.Contains(names, f.Name) {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, "; ")
}

// figureQuestions are evalQuestions without the one that has a family of another, in eight words and more.
func figureQuestions() []QuestionRecord {
	out := slices.Delete(evalQuestions(), 2, 3)
	for i := range out {
		out[i].Question = fmt.Sprintf("Do 2 or more of all balls lie on number %d?", i)
	}
	return out
}

// Damage to a question shows in the figure that is about it, and in no other of these.
func TestQuestionFiguresDamage(t *testing.T) {
	const (
		full     = "images with 3 questions"
		balance  = "templates and blocks with more than one yes or no too many"
		numbers  = "templates with numbers and blocks with more than one yes or no too many"
		words    = "numbers of words"
		families = "questions of the most used family of a block"
	)
	for _, c := range []struct {
		name   string
		change func(q []QuestionRecord) []QuestionRecord
		want   string
	}{
		{"none", func(q []QuestionRecord) []QuestionRecord { return q }, ""},
		{"a question less", func(q []QuestionRecord) []QuestionRecord { return q[:2] }, full},
		{"a family again", func(q []QuestionRecord) []QuestionRecord {
			q[2] = q[1]
			return q
		}, balance},
		{"numbers again", func(q []QuestionRecord) []QuestionRecord {
			return append(q[:1], q[0], q[0])
		}, balance + "; " + numbers},
		{"a family four times", func(q []QuestionRecord) []QuestionRecord {
			return []QuestionRecord{q[1], q[1], q[1], q[1]}
		}, full + "; " + balance + "; " + families},
		{"one word", func(q []QuestionRecord) []QuestionRecord {
			q[0].Question = "Eh?"
			return q
		}, words},
	} {
		f := newAskedFigures(evalTemplates(), 3)
		asked, err := f.of(c.change(figureQuestions()))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		list := f.list()
		list.Add(asked)
		got := failingOf(rowsOf(t, list), []string{full, balance, numbers, words, families})
		if got != c.want {
			t.Errorf("%s: %q fail, want %q", c.name, got, c.want)
		}
	}
}

// asked are the figures of so many questions.
func asked(t *testing.T, n int, question func(i int) *countedQuestion) []gen.Figure {
	t.Helper()
	list := newAskedFigures(evalTemplates(), 1).list()
	for i := range n {
		list.Add([]*countedQuestion{question(i)})
	}
	return rowsOf(t, list)
}

// figureOf is the figure of a name.
func figureOf(t *testing.T, figures []gen.Figure, name string) gen.Figure {
	t.Helper()
	i := slices.IndexFunc(figures, func(f gen.Figure) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no figure %q", name)
	}
	return figures[i]
}

func TestQuestionFiguresShares(t *testing.T) {
	name := evalTemplates()[1].name()
	figures := asked(t, 10_000, func(i int) *countedQuestion {
		q := &countedQuestion{QuestionRecord: &QuestionRecord{Template: name, Answer: i < 5_150}}
		if i < 3_040 { // 30.4 %, published 31.8 +- 1.5
			q.groups = append(q.groups, judge.Group{Group: groupQuantifier, Name: "each"})
		}
		if i < 1_041 { // 10.41 is 1.51 off
			q.groups = append(q.groups, judge.Group{Group: groupQuantifiers, Name: "4"})
		}
		return q
	})
	for _, want := range []gen.Figure{
		{Name: "answers that are yes", Target: "50.0 % +- 1.0", Value: "51.5 % of 10000"},
		{Name: "questions with each", Target: "31.8 % +- 1.5", Value: "30.4 % of 10000", Pass: true},
		{Name: "questions with quantifiers: 4", Target: "8.9 % +- 1.5", Value: "10.4 % of 10000"},
		{Name: "questions of each_between.json", Target: "9.1 % +- 1.0", Value: "0.0 % of 10000"},
	} {
		if got := figureOf(t, figures, want.Name); got != want.ByChance() {
			t.Errorf("%+v, want %+v", got, want.ByChance())
		}
	}
	// Of 100 questions, 50 % may be off by another 4 * 5 %; a template that is used once in a block moves the share by another half
	// of its question.
	for once, target := range map[int]string{0: "50.0 % +- 21.0", 10: "50.0 % +- 26.0"} {
		figures := asked(t, 100, func(i int) *countedQuestion {
			q := &countedQuestion{QuestionRecord: &QuestionRecord{Template: name, Answer: i < 70}}
			if i < once {
				q.ImageIndex = i * gen.BlockSize
			} else {
				q.ImageIndex = once * gen.BlockSize
			}
			return q
		})
		if f := figureOf(t, figures, "answers that are yes"); f.Target != target || !f.Pass {
			t.Errorf("%d templates that were used once: %+v, want %s", once, f, target)
		}
	}
}

func TestQuestionFiguresGuessing(t *testing.T) {
	name := evalTemplates()[1].name()
	for _, c := range []struct {
		train, held int // yes
		want        gen.Figure
	}{
		{501, 510, gen.Figure{Value: "51.0 % of 1000", Pass: true}},
		{500, 510, gen.Figure{Value: "49.0 % of 1000", Pass: true}},
		{501, 520, gen.Figure{Value: "52.0 % of 1000"}},
	} {
		figures := asked(t, publishedQuestions, func(i int) *countedQuestion {
			q := &QuestionRecord{Template: evalTemplates()[0].name(), ImageIndex: 3 * gen.BlockSize}
			switch {
			case i < 1000:
				q.Template, q.ImageIndex, q.Answer = name, 0, i < c.train
			case i < 2000:
				q.Template, q.ImageIndex, q.Answer = name, gen.BlockSize, i-1000 < c.held
			}
			return &countedQuestion{QuestionRecord: q}
		})
		c.want.Name, c.want.Target = "guessed from the family, all", "50.0 % +- 1.5"
		if got := figureOf(t, figures, c.want.Name); got != c.want.ByChance() {
			t.Errorf("%d and %d: %+v, want %+v", c.train, c.held, got, c.want.ByChance())
		}
	}
	for _, f := range asked(t, publishedQuestions, func(int) *countedQuestion {
		return &countedQuestion{QuestionRecord: &QuestionRecord{Template: name, ImageIndex: 3 * gen.BlockSize}}
	}) {
		if strings.HasPrefix(f.Name, "guessed") {
			t.Errorf("one block: %+v, want none", f)
		}
	}
}
