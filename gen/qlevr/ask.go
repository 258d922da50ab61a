package qlevr

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/ordered"
	"mereo/scenes/rng"
)

// templates are those that a configuration asks.
func (c Config) templates() []Template {
	if c.Published.SwappedOperands {
		return publishedTemplates()
	}
	return templates()
}

// NewAsker is nil when no questions are asked for.
func (s *Set) NewAsker(_ context.Context, job gen.Job) (gen.Asker, error) {
	if s.cfg.Questions == 0 {
		return nil, nil
	}
	programs, err := compileTemplates(s.cfg.templates(), compileOptions{Published: s.cfg.Published.SwappedOperands})
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	return &asker{s, job, programs}, nil
}

type asker struct {
	set      *Set
	job      gen.Job
	programs *questionPrograms
}

// Source is the checksum of templates and sentences.
func (a *asker) Source() string {
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, t := range a.set.cfg.templates() {
		e.Encode(t) // strings and numbers
	}
	h.Write(a.set.sentences)
	return hex.EncodeToString(h.Sum(nil))
}

// rejectReading is why a template was given up on a scene.
const rejectReading = "another reader would answer otherwise"

// AskBlock asks about the scenes of a block, in order, since what was asked before decides. Other goroutines read scene files
// ahead of it; behind it they put questions into words, for which every scene has random numbers of its own, and write files.
func (a *asker) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	q := newQuestioner(a.programs)
	q.published = a.set.cfg.Published.Doubtful
	asked := &gen.Asked{Tally: gen.Tally{}, Rejects: map[string]int{}, Files: make([]write.File, len(items))}
	var (
		finishing sync.WaitGroup
		failed    = make([]error, len(items))
		slots     = make(chan struct{}, ordered.Ahead)
		tallying  sync.Mutex // counts come out the same in any order
	)
	load := func(i int) (*Record, error) { return a.load(items[i].Index) }
	err := ordered.Do(ctx, len(items), load, func(i int, r *Record) error {
		index := items[i].Index
		key := rng.Key{Seed: a.job.Seed, Set: setName, Split: a.job.Split, Index: index}
		questions, err := q.ask(&r.Scene, a.set.cfg.Questions, rng.At(key, "questions"))
		if err != nil {
			return fmt.Errorf("qlevr: %s/%d: %w", a.job.Split, index, err)
		}
		if n := a.set.cfg.Questions - len(questions); n > 0 {
			asked.Rejects["no template left"] += n
		}
		asked.Count += len(questions)
		slots <- struct{}{}
		finishing.Go(func() {
			defer func() { <-slots }()
			records, err := a.say(index, key, questions)
			if err != nil {
				failed[i] = err
				return
			}
			tallying.Lock()
			tallyQuestions(asked.Tally, questions, records)
			tallying.Unlock()
			asked.Files[i], failed[i] = a.write(out, index, records)
		})
		return nil
	})
	finishing.Wait()
	if q.doubtful > 0 {
		asked.Rejects[rejectReading] = q.doubtful
	}
	if i := slices.IndexFunc(failed, func(err error) bool { return err != nil }); i >= 0 {
		return nil, failed[i]
	}
	return asked, err
}

// load reads a scene.
func (a *asker) load(index int) (*Record, error) {
	name := a.set.cfg.filesOf(a.job.Split, index).record3D
	data, err := a.job.Read(name)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	r, err := parseRecord(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// say puts questions into words.
func (a *asker) say(index int, key rng.Key, questions []AskedQuestion) ([]QuestionRecord, error) {
	out := make([]QuestionRecord, len(questions))
	words := rng.At(key, "words "+a.set.locale.Name())
	for i := range questions {
		q := &questions[i]
		text, err := a.set.locale.Text(&q.Instance, words)
		if err != nil {
			return nil, fmt.Errorf("qlevr: %s/%d: template %s: %w", a.job.Split, index, q.Instance.Template.name(), err)
		}
		r := &out[i]
		*r = QuestionRecord{
			QuestionIndex: i, ImageIndex: index, Question: text, Answer: q.Answer, Template: q.Instance.Template.name(),
			Program: make([]QuestionNode, len(q.Outputs)),
		}
		for k, o := range q.Outputs {
			r.Program[k] = QuestionNode{o, q.Instance.Vals[k]}
		}
	}
	return out, nil
}

// write writes the questions of a picture on one line.
func (a *asker) write(out string, index int, records []QuestionRecord) (write.File, error) {
	return write.Bytes(out, a.set.cfg.filesOf(a.job.Split, index).questions, encodeRecord(&records))
}

// tallyQuestions counts what the statistics page shows.
func tallyQuestions(t gen.Tally, questions []AskedQuestion, records []QuestionRecord) {
	for i := range questions {
		template := questions[i].Instance.Template
		answer := yesOrNo(questions[i].Answer)
		t.Add("answer", answer)
		t.Add(gen.AnswersKey, gen.AnswerValue(strings.TrimSuffix(template.File, ".json"), template.name().FamilyKey(), answer))
		t.Add("file", strings.TrimSuffix(template.File, ".json"))
		for _, label := range template.Types {
			t.Add("type", label)
		}
		for _, label := range template.Quantifiers {
			t.Add("quantifier", label)
		}
		t.Add("quantifiers", strconv.Itoa(len(template.Quantifiers)))
		t.Add("words", strconv.Itoa(5*(len(strings.Fields(records[i].Question))/5)))
	}
}
