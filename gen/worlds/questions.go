package worlds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/ordered"
	"mereo/scenes/rng"
)

// question is a question as it lies in question files.
type question struct {
	Split       string       `json:"split"`
	Filename    string       `json:"image_filename"`
	ImageIndex  int          `json:"image_index"`
	Image       string       `json:"image"` // Filename without its extension
	Index       int          `json:"question_index"`
	Question    string       `json:"question"`
	Answer      string       `json:"answer,omitempty"` // yes, no, a number or a value
	FamilyIndex int          `json:"question_family_index"`
	Family      string       `json:"template,omitempty"` // file and position in it
	Program     []callRecord `json:"program,omitempty"`
	// Of one of several choices: the number of the question, from 1 in a scene, what all its choices share, and the choice. Question is both.
	Group  int    `json:"choice_group,omitempty"`
	Stem   string `json:"stem,omitempty"`
	Choice string `json:"choice,omitempty"`
	// By order is the answer that events before each other give, of questions about causes: that of CLEVRER's own executor.
	ByOrder string `json:"answer_by_order,omitempty"`
}

// callRecord is a call of a program; the last one gives the answer.
type callRecord struct {
	Function string   `json:"function"`
	Inputs   []int    `json:"inputs"` // earlier calls
	Side     []string `json:"value_inputs"`
}

// calls are those of a program as pages have them.
func (q *question) calls() show.Program {
	out := make(show.Program, len(q.Program))
	for i, n := range q.Program {
		out[i] = show.Call{Function: n.Function, Inputs: append([]int{}, n.Inputs...), Side: append([]string{}, n.Side...)} // never nil
	}
	return out
}

// answerText is an answer in files and for people.
func answerText(v ask.Value) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int:
		return strconv.Itoa(v)
	}
	return fmt.Sprint(v)
}

// asker asks about whole blocks.
type asker struct {
	*World
	grammar    *ask.Grammar[*known]
	vocabulary *closed.Vocabulary
	split      *split
	fixed      []bool // by attribute
}

// NewAsker is nil for worlds without questions.
func (s *Set) NewAsker(_ context.Context, job gen.Job) (gen.Asker, error) {
	if s.world.Questions == nil {
		return nil, nil
	}
	g, err := s.world.grammar()
	if err == nil {
		err = s.world.checkLabels()
	}
	if err != nil {
		return nil, err
	}
	return &asker{s.world, g, s.world.vocabulary(), &split{World: s.world, job: job}, s.world.fixed()}, nil
}

// Source is that of the grammar: words of the document are in the configuration.
func (a *asker) Source() string { return a.grammar.Source }

// budget is how many branches a family may try on one scene.
const budget = 20_000

// balance lets an answer be given up to five times as often as the median answer of its family, as CLEVR's generator does. Of numbers most are
// rare, so that less would leave families that count short of questions.
var balance = ask.BalanceRule{Medians: 5}

// session begins a block.
func (a *asker) session() *ask.Session[*known] {
	return ask.NewSession(a.grammar, ask.Voice[*known](a.voice()), ask.Options[*known]{
		PerScene: a.Questions.PerScene, Most: a.most, Early: a.early, Fits: fits(a.grammar.Library), Budget: budget, Shuffle: true, Balance: balance, Readings: (*known).readings, Accept: a.accepts,
		Topic: func(in *ask.Instance[*known]) any {
			var calls []byte
			for _, n := range in.Program {
				calls = append(append(calls, n.Function...), '(')
				for _, from := range n.Inputs {
					calls = append(strconv.AppendInt(calls, int64(from), 10), ' ')
				}
				for _, v := range n.Side {
					calls = strconv.AppendQuote(calls, v.(string))
				}
				calls = append(calls, ')')
			}
			return string(calls)
		},
		Exempt: func(t *ask.Template[*known]) bool {
			return !slices.ContainsFunc(t.Nodes, func(n ask.TemplateNode) bool { return n.Type == "relate" })
		},
	})
}

// most is how many questions of a scene may be of the file of a family.
func (a *asker) most(t *ask.Template[*known]) int {
	if n := a.Questions.Most.Find(ask.Base(t.File)); n != nil {
		return *n
	}
	return a.Questions.PerScene
}

// early tells whether a family is of a file of which a scene has at most so many questions: it has them where it can.
func (a *asker) early(t *ask.Template[*known]) bool {
	return a.Questions.Most.Find(ask.Base(t.File)) != nil
}

// fits tells whether a family can be asked of a scene: what is about events needs a film of which they are known.
func fits(l *ask.Library[*known]) func(k *known, t *ask.Template[*known]) bool {
	return func(k *known, t *ask.Template[*known]) bool {
		return k.film != nil || !slices.ContainsFunc(t.Nodes, func(n ask.TemplateNode) bool {
			out, _ := l.AnswerType(n.Type)
			return out == closed.TypeEvents || out == closed.TypeFrame
		})
	}
}

// AskBlock asks about the samples of a block in their order.
func (a *asker) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	session := a.session()
	asked := &gen.Asked{Rejects: session.Rejects, Tally: gen.Tally{}}
	err := ordered.Do(ctx, len(items), func(i int) (*known, error) { return a.split.known(a.vocabulary, items[i].Index) }, func(i int, k *known) error {
		index := items[i].Index
		key := rng.Key{Seed: a.split.job.Seed, Set: a.Name, Split: a.split.job.Split, Index: index}
		questions := session.Ask(k, func(family string) *rng.Stream { return rng.At(key, "questions "+family) })
		list := make([]question, len(questions))
		for n := range questions {
			list[n] = a.write(&questions[n], n)
			kind := kindOf(list[n].Program)
			asked.Tally.Add("question type", kind)
			asked.Tally.Add(gen.AnswersKey, gen.AnswerValue(kind, list[n].Family, list[n].Answer))
		}
		asked.Tally.Add("questions", strconv.Itoa(len(list)))
		asked.Count += len(list)
		f, err := write.Bytes(out, a.split.askedPath(index), lines(list))
		asked.Files = append(asked.Files, f)
		return err
	})
	return asked, err
}

// lines are questions as a list, each on a line of its own.
func lines(list []question) []byte {
	b := []byte("[")
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = record.Append(append(b, '\n'), record.Compact, &list[i])
	}
	return append(b, "\n]\n"...)
}

// write writes a question down.
func (a *asker) write(q *ask.Question[*known], n int) question {
	k := q.Scene
	out := question{
		Split: k.split, Filename: k.image, ImageIndex: k.index, Image: strings.TrimSuffix(k.image, ".png"), Index: n, Question: capital(q.Text),
		Answer: answerText(q.Answer), FamilyIndex: slices.Index(a.grammar.Templates, q.Template), Family: q.Template.Name(),
	}
	if q.Group > 0 {
		out.Group, out.Stem, out.Choice = q.Group, capital(q.Stem), capital(q.Choice)
	}
	for _, call := range q.Program {
		c := callRecord{call.Function, call.Inputs, nil}
		for _, v := range call.Side {
			c.Side = append(c.Side, v.(string))
		}
		out.Program = append(out.Program, c)
	}
	if p, ok := byOrder(q.Program); ok {
		out.ByOrder = answerText(a.grammar.Library.Answer(k, p))
	}
	return out
}

// byOrder is a program about causes that takes for causes what comes before; not ok for other programs.
func byOrder(p ask.Program) (out ask.Program, ok bool) {
	out = slices.Clone(p)
	for i := range out {
		if out[i].Function == "filter_ancestor" {
			out[i].Function, ok = "filter_ancestor_by_order", true
		}
	}
	return out, ok
}

// capital is a sentence with a capital letter first: one can begin with a relation.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// known reads what questions know of a sample.
func (s *split) known(v *closed.Vocabulary, index int) (*known, error) {
	path := s.recordPath(index)
	data, err := s.job.Read(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	k, err := s.knownOf(v, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w; generate the sample again", s.Name, path, err)
	}
	return k, nil
}

// Kinds of questions, by the function that gives the answer, and of those about films.
var (
	questionKinds = []string{"count", "exist", "compare integer", "compare attribute", "query"}
	filmKinds     = []string{"descriptive", "explanatory", "predictive", "counterfactual"}
)

// questionKinds are those that the world's questions have.
func (w *World) questionKinds() []string {
	if w.Motion != nil && w.Questions.Families == nil && w.Questions.Templates == "" {
		return filmKinds
	}
	if w.Motion != nil {
		return slices.Concat(questionKinds, filmKinds)
	}
	return questionKinds
}

// kindOf is the kind of a question.
func kindOf(program []callRecord) string {
	if len(program) == 0 {
		return ""
	}
	calls := func(names ...string) bool {
		return slices.ContainsFunc(program, func(c callRecord) bool { return slices.Contains(names, c.Function) })
	}
	switch {
	case calls("filter_ancestor"):
		return "explanatory"
	case calls("unseen_events"):
		return "predictive"
	case calls("counterfact_events", "filter_counterfact"):
		return "counterfactual"
	case calls("events", "whole_film", "plausible"):
		return "descriptive"
	}
	last := strings.TrimSuffix(program[len(program)-1].Function, "_"+partName)
	switch {
	case last == "count" || last == "exist":
		return last
	case last == "equal_integer" || last == "less_than" || last == "greater_than":
		return "compare integer"
	case strings.HasPrefix(last, "equal_"):
		return "compare attribute"
	}
	return "query"
}

// readQuestions reads a file of questions.
func readQuestions(path string, data []byte) (out []question, err error) {
	if err := record.Read(data, &out, record.Exact); err != nil {
		return nil, fmt.Errorf("%s: %w; ask the questions again", path, err)
	}
	for i := range out {
		if len(out[i].Program) == 0 {
			return nil, fmt.Errorf("%s: item %d has no program; ask the questions again", path, i)
		}
	}
	return out, nil
}

// asked are the questions of a sample; nil before they are asked.
func (s *split) asked(index int) ([]question, error) {
	path := s.askedPath(index)
	if s.Questions == nil {
		return nil, nil
	}
	data, err := s.job.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return readQuestions(path, data)
}

// info is the head of joined files.
type info struct {
	Version string `json:"version"`
	Split   string `json:"split"`
	License string `json:"license"`
}

// Assemble joins records and questions.
func (s *Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	w := s.world
	of := &split{World: w, job: job}
	head := info{strconv.Itoa(w.Version) + ".0", job.Split, w.License}
	steps := []func() (write.File, error){
		world.Lines(w.joinedPath(folderScenes, job.Split), head, "scenes", false, of.recordPath).Step(ctx, job),
	}
	if w.Questions != nil {
		rule, _ := w.split(job.Split)
		told := rule.Answers == nil || *rule.Answers
		joined := &world.Joined[question]{
			Path: w.joinedPath(folderQuestions, job.Split), Info: head, Key: "questions", From: of.askedPath, Elements: readQuestions,
			Append: func(b []byte, n int, q question) []byte {
				q.Index = n
				if !told {
					q.Answer, q.Program = "", nil
				}
				if w.Write.Record == recordBrief {
					q.Family = ""
				}
				return record.Append(b, record.Compact, &q)
			},
		}
		steps = append(steps, joined.Step(ctx, job))
	}
	return world.Together(steps...)
}
