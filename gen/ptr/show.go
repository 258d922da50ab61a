package ptr

import (
	"fmt"
	"sync"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/gen/world"
)

// reader makes, checks and reads the samples of a split.
type reader struct {
	set     *Set
	job     gen.Job
	sampler *Sampler
	lexicon func() *show.Lexicon
}

// lexicon has the words of questions once they are asked for.
func (s *Set) lexicon() func() *show.Lexicon {
	return sync.OnceValue(func() *show.Lexicon { return newLexicon(s.grammar.Words) })
}

// told reads a scene file.
func (r *reader) told(index int) (*plan, error) {
	name := filesOf(r.job.Split, index).scene
	data, err := r.read(name)
	if err != nil {
		return nil, err
	}
	record, err := r.set.cfg.parseRecord(data)
	if err == nil {
		err = record.checkNumbers()
	}
	if err == nil {
		if fault := record.motionFault(r.set.cfg.Film); fault != "" {
			err = fmt.Errorf("ptr: scene file: motion: %s", fault)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &plan{stored: record, raw: data}, nil
}

// parseRecord reads a record whose picture has the size of the configuration.
func (c *Config) parseRecord(data []byte) (*Record, error) {
	record, err := ParseRecord(data)
	if err == nil && (record.Camera.Width != c.Width || record.Camera.Height != c.Height) {
		err = fmt.Errorf("ptr: scene file: the picture is %d x %d, want %d x %d", record.Camera.Width, record.Camera.Height, c.Width, c.Height)
	}
	return record, err
}

func (r *reader) read(name string) ([]byte, error) {
	data, err := r.job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("ptr: %w", err)
	}
	return data, nil
}

// asked is a question of a question file.
type asked struct {
	show.Question
	program ask.Program
}

// questions reads those of a sample; nil where none were asked, or there is no dataset.
func (r *reader) questions(index int) ([]asked, error) {
	if r.job.Root == "" {
		return nil, nil
	}
	stored, err := readQuestions(r.job, index)
	if stored == nil || err != nil {
		return nil, err
	}
	l := r.set.grammar.Library
	out := make([]asked, len(stored))
	for i := range stored {
		q := &stored[i]
		p, err := l.ParseProgram(q.Program)
		if err != nil {
			return nil, fmt.Errorf("ptr: %s: question %d: %w", questionPath(r.job.Split, index), i, err)
		}
		out[i] = asked{program: p, Question: show.Question{
			Text: q.Question, Answer: answerText(wholeNumber(q.Answer)), Program: show.ProgramOf(l, p),
			Rows: []show.Row{
				{Name: "type", Value: questionType(q.Type1, q.Type2)},
				{Name: "family", Value: fmt.Sprintf("%s:%d", ask.Base(q.TemplateFilename), q.QuestionFamilyIndex)},
			},
			Facts: questionFacts(q),
		}}
		answer, _ := l.AnswerType(p[len(p)-1].Function)
		for _, v := range l.Domain(answer) {
			out[i].Choices = append(out[i].Choices, answerText(v))
		}
	}
	return out, nil
}

// askedOf are the questions of the page of a sample.
func (r *reader) askedOf(t *world.Take[*plan]) (out []show.Question, err error) {
	list, err := r.questions(t.Index)
	for i := range list {
		out = append(out, list[i].Question)
	}
	return out, err
}

// questionType names a type for people; two types of the second kind are in two of the first.
func questionType(type1, type2 string) string { return type1 + ", " + type2 }
