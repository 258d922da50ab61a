package ptr

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/ordered"
	"mereo/scenes/rng"
)

// searchBudget is how many branches a family may try on one scene. It is met by families with two and more groups whose
// answers are all used up; see docs/performance.md for what it costs and docs/ptr.md for what it changes.
const searchBudget = 5000

// newSession begins the questions of a block.
func newSession(g *ask.Grammar[*known], cfg Config) *ask.Session[*known] {
	o := ask.Options[*known]{
		PerScene: cfg.Questions,
		Budget:   searchBudget,
		Fits: func(k *known, t *ask.Template[*known]) bool {
			return fits(k, t) && (cfg.RelationExist || !asksRelation(t))
		},
		Exempt: asksRelation,
		Hides:  func(t *ask.Template[*known]) bool { return t.Labels[labelType2] == typeGeometric },
	}
	if !cfg.Published.Doubtful {
		o.Readings, o.Accept, o.Topic = func(k *known) []*known { return k.readings }, accept, topic
	}
	return ask.NewSession(g, ask.Voice[*known](voice{}), o)
}

// asksRelation tells whether a family asks if there is something in a relation.
func asksRelation(t *ask.Template[*known]) bool {
	return t.Nodes[len(t.Nodes)-1].Type == "relate_filter_exist"
}

// Labels of families.
const (
	labelType1    = "type1"
	labelType2    = "type2"
	typePhysics   = "physics"
	typeAnalogy   = "analogy"
	typeGeometric = "geometric"
)

// fits keeps physical questions to physical scenes and those about lines and planes to static ones.
func fits(k *known, t *ask.Template[*known]) bool {
	if t.Labels[labelType1] == typePhysics {
		return k.physics
	}
	return !k.physics || t.Labels[labelType2] != typeGeometric
}

// NewAsker is nil when no questions are asked for.
func (s *Set) NewAsker(_ context.Context, job gen.Job) (gen.Asker, error) {
	if s.cfg.Questions == 0 {
		return nil, nil
	}
	return &asker{grammar: s.grammar, cfg: s.cfg, job: job}, nil
}

type asker struct {
	grammar *ask.Grammar[*known]
	cfg     Config
	job     gen.Job
}

// Source is the checksum of templates and words.
func (a *asker) Source() string { return a.grammar.Source }

// AskBlock asks about the scenes of a block, in order. Scene files are read and question files written beside the asking by
// other goroutines, a few scenes ahead and behind.
func (a *asker) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	session, searches := newSession(a.grammar, a.cfg), newCache()
	asked := &gen.Asked{Source: a.grammar.Source, Tally: gen.Tally{}, Files: make([]write.File, len(items))}
	var writing sync.WaitGroup
	failed := make([]error, len(items))
	slots := make(chan struct{}, ordered.Ahead)
	err := ordered.Do(ctx, len(items), func(i int) (loaded, error) { return a.load(items[i].Index) }, func(i int, l loaded) error {
		index := items[i].Index
		key := rng.Key{Seed: a.job.Seed, Set: setName, Split: a.job.Split, Index: index}
		l.scene.prepare(searches)
		questions := session.Ask(l.scene, func(family string) *rng.Stream { return rng.At(key, "questions "+family) })
		asked.Count += len(questions)
		tallyQuestions(asked.Tally, questions)
		slots <- struct{}{}
		writing.Go(func() {
			defer func() { <-slots }()
			asked.Files[i], failed[i] = writeQuestions(out, a.job.Split, index, l.file, questions)
		})
		return nil
	})
	writing.Wait()
	if i := slices.IndexFunc(failed, func(err error) bool { return err != nil }); i >= 0 {
		return nil, failed[i]
	}
	asked.Rejects = session.Rejects
	return asked, err
}

// loaded is a scene file and what questions know of it.
type loaded struct {
	scene *known
	file  *sceneFile
}

// load reads what questions know of a scene.
func (a *asker) load(index int) (loaded, error) {
	name := filesOf(a.job.Split, index).scene
	data, err := a.job.Read(name)
	if err != nil {
		return loaded{}, fmt.Errorf("ptr: %w", err)
	}
	k, f, err := parseKnown(data)
	if err != nil {
		return loaded{}, fmt.Errorf("%s: %w", name, err)
	}
	return loaded{k, f}, nil
}

// questionPath is where the questions of a picture lie.
func questionPath(split string, index int) string {
	return path.Join(split, "questions", strings.TrimSuffix(ImageName(split, index), ".png")+"_question.json")
}

// writeQuestions writes the questions of one picture, a line for each.
func writeQuestions(root, split string, index int, f *sceneFile, questions []ask.Question[*known]) (write.File, error) {
	b := []byte(`{"questions": [`)
	for i := range questions {
		if i > 0 {
			b = append(b, ',')
		}
		b = record.Append(append(b, '\n'), record.Compact, recordQuestion(f, &questions[i], i))
	}
	return write.Bytes(root, questionPath(split, index), append(b, "\n]}\n"...))
}

// recordQuestion writes a question down.
func recordQuestion(f *sceneFile, q *ask.Question[*known], index int) numbered[Node] {
	out := Question[Node]{
		Split: f.Split, ImageFilename: f.ImageFilename, ImageIndex: f.ImageIndex,
		Image:            strings.TrimSuffix(f.ImageFilename, ".png"),
		TemplateFilename: q.Template.File, QuestionFamilyIndex: q.Template.Index,
		Type1: q.Template.Labels[labelType1], Type2: q.Template.Labels[labelType2],
		Question: q.Text, Answer: q.Answer, ProgramNSCLSeq: nsclSequence(q.Program),
	}
	for i, n := range q.Program {
		out.Program = append(out.Program, Node{
			Type: n.Function, Inputs: append([]int{}, n.Inputs...), SideInputs: n.Side, Output: q.Outputs[i],
		})
	}
	return numbered[Node]{index, out}
}

// tallyQuestions counts what the statistics page shows.
func tallyQuestions(t gen.Tally, questions []ask.Question[*known]) {
	t.Add("questions", strconv.Itoa(len(questions)))
	for _, q := range questions {
		if evenFamily(q.Template) {
			t.Add("even family", q.Template.Name())
		} else {
			t.Add("family", q.Template.Name())
		}
		t.Add("type2", q.Template.Labels[labelType1]+" "+q.Template.Labels[labelType2])
		t.Add("answer "+string(q.Template.Answer), answerText(q.Answer))
		t.Add("words", strconv.Itoa(5*(len(strings.Fields(q.Text))/5)))
		kind := q.Template.Labels[labelType1] + " " + q.Template.Labels[labelType2]
		t.Add(gen.AnswersKey, gen.AnswerValue(kind, q.Template.Name(), answerText(q.Answer)))
	}
}

// answerText is an answer as a word: yes and no for booleans.
func answerText(v any) string {
	switch v {
	case true:
		return "yes"
	case false:
		return "no"
	}
	return fmt.Sprint(v)
}
