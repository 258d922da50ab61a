package shopvrb

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/internal/folder"
	"mereo/internal/ordered"
	"mereo/scenes/rng"
)

// searchBudget is how many branches a family may try on one scene.
const searchBudget = 5000

// period is after how many scenes it is forgotten how often families were asked and answers given.
const period = 250

// balance lets an answer be given up to five times as often as the median answer of its family. The published rule looks at the
// counts before an answer is given; it is tight here, so that no answer is more than a tenth ahead of the second afterwards.
var balance = ask.BalanceRule{Medians: 5, Tight: true}

// askWay is how questions are asked.
type askWay struct {
	// readings are a scene as other readers may see it; nil where questions are asked as published.
	readings       func(k *known) []*known
	publishedWords bool
}

// newSession begins the questions of a period.
func newSession(g *grammar, perScene int, way askWay) *ask.Session[*known] {
	text := sayInstance
	if way.publishedWords {
		text = sayPublished
	}
	options := ask.Options[*known]{
		PerScene: perScene, Budget: searchBudget, First: true, Shuffle: true, Balance: balance, Text: text,
		Exempt: func(t *template) bool { return !relatesRaw(t) }, Readings: way.readings,
	}
	if way.readings != nil {
		options.Accept = idle
	}
	return ask.NewSession(g, nil, options)
}

// idle is a reason not to ask what speaks of all things where the sentence makes a reader look for some, "black pans or objects", "more pans than
// objects", or for what it has said: how easy the portable object is to move.
func idle(in *instance) string {
	everything := func(i int) bool { return in.Program[i].Function == "scene" }
	for _, n := range in.Program {
		switch n.Function {
		case "union", "intersect":
			if slices.ContainsFunc(n.Inputs, everything) {
				return "one side of a union is everything"
			}
		case "equal_integer", "less_than", "greater_than":
			if slices.ContainsFunc(n.Inputs, func(i int) bool { return in.Program[i].Function == "count" && everything(in.Program[i].Inputs[0]) }) {
				return "one number is of everything"
			}
		}
		if attribute, ok := strings.CutPrefix(n.Function, "query_"); ok && in.Program[n.Inputs[0]].Function == "unique" {
			through, _ := in.Program.Filters(in.Program[n.Inputs[0]].Inputs[0])
			if slices.ContainsFunc(through, func(f ask.Node) bool { return f.Function == "filter_"+attribute }) {
				return "its own words answer it"
			}
		}
	}
	return ""
}

// relatesRaw tells whether a template has relations without a filter: of these it is asked whether they change the answer.
func relatesRaw(t *template) bool {
	return slices.ContainsFunc(t.Nodes, func(n ask.TemplateNode) bool { return n.Type == "relate" })
}

// streamsOf are the streams of a kind of questions about a scene, one for each family.
func streamsOf(key rng.Key, k kind) func(family string) *rng.Stream {
	return func(family string) *rng.Stream { return rng.At(key, "questions "+k.String()+" "+family) }
}

// askedKind is a kind of questions that is asked.
type askedKind struct {
	kind
	grammar  *grammar
	perScene int
}

// file is where the questions about a picture lie.
func (k kind) file(split string, index int) string {
	if k == textual {
		return filesOf(split, index).textual
	}
	return filesOf(split, index).visual
}

// asker asks the questions of a split as gen.Asker.
type asker struct {
	job   gen.Job
	raw   bool // see QuestionRecord
	kinds []askedKind
	askWay
}

// Source is the checksum of the templates.
func (a *asker) Source() string {
	source := ""
	for _, k := range a.kinds {
		source += k.grammar.Source
	}
	return source
}

// AskBlock asks about the scenes of a block, in order. Records are read by other goroutines, a few scenes ahead; each kind of
// questions is asked by one of its own.
func (a *asker) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	asked := make([]gen.Asked, len(a.kinds))
	errs := make([]error, len(a.kinds))
	var asking sync.WaitGroup
	for i, k := range a.kinds {
		asking.Go(func() { errs[i] = a.askKind(ctx, k, items, out, &asked[i]) })
	}
	asking.Wait()
	all := &gen.Asked{Rejects: map[string]int{}, Tally: gen.Tally{}}
	for i := range asked {
		if errs[i] != nil {
			return nil, errs[i]
		}
		all.Count += asked[i].Count
		for reason, n := range asked[i].Rejects {
			all.Rejects[reason] += n
		}
		all.Tally.Sum(asked[i].Tally)
	}
	for i := range items {
		for _, of := range asked {
			all.Files = append(all.Files, of.Files[i])
		}
	}
	return all, nil
}

// askKind asks one kind of questions about the scenes of a block.
func (a *asker) askKind(ctx context.Context, kind askedKind, items []gen.Item, out string, asked *gen.Asked) error {
	asked.Rejects, asked.Tally = map[string]int{}, gen.Tally{}
	var session *ask.Session[*known]
	words := vocabularyOf(kind.grammar.Library)
	forget := func() {
		if session != nil {
			for reason, n := range session.Rejects {
				asked.Rejects[reason] += n
			}
		}
		session = newSession(kind.grammar, kind.perScene, a.askWay)
	}
	err := ordered.Do(ctx, len(items), func(i int) (*known, error) {
		return readKnown(words, a.job.Root, filesOf(a.job.Split, items[i].Index).record)
	}, func(i int, k *known) error {
		index := items[i].Index
		if session == nil || index%period == 0 {
			forget()
		}
		key := rng.Key{Seed: a.job.Seed, Set: setName, Split: a.job.Split, Index: index}
		questions := session.Ask(k, streamsOf(key, kind.kind))
		records := make([]*QuestionRecord, len(questions))
		for j := range questions {
			records[j] = recordQuestion(kind.grammar, &questions[j], j, a.raw)
		}
		asked.Count += len(questions)
		tallyQuestions(asked.Tally, kind.kind, questions)
		file, err := writeQuestions(out, kind.file(a.job.Split, index), records)
		asked.Files = append(asked.Files, file)
		return err
	})
	forget()
	return err
}

// readKnown reads what questions know of a scene.
func readKnown(words *closed.Vocabulary, root, path string) (*known, error) {
	data, err := folder.Read(root, path, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	k, err := knownOf(words, data)
	if err == nil {
		err = check(k)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; generate the scene again", path, err)
	}
	return k, nil
}

// check reports the first property that no question knows: nothing is asked about a scene file that was damaged.
func check(k *known) error {
	for i, properties := range k.Properties {
		for a, values := range k.Words {
			l, listed := properties[a].(closed.List)
			switch {
			case a != listAttribute && !slices.Contains(values, properties[a]):
				return fmt.Errorf("shopvrb: record: objects/%d/%s is %v, want one of %v", i, attributes[a].Key, properties[a], values)
			case a == listAttribute && listed:
				for _, item := range l.Items() {
					if !slices.Contains(values, ask.Value(item)) {
						return fmt.Errorf("shopvrb: record: objects/%d/%s has %v, want values among %v", i, attributes[a].Key, item, values)
					}
				}
			}
		}
	}
	return nil
}

// tallyQuestions counts what the statistics page shows.
func tallyQuestions(t gen.Tally, k kind, questions []question) {
	t.Add(k.String()+" questions", strconv.Itoa(len(questions)))
	for i := range questions {
		q := &questions[i]
		t.Add(k.String()+" type", questionType(q.Program[len(q.Program)-1].Function))
		t.Add(k.String()+" family", ask.Base(q.Template.File))
		kind := k.String() + ", " + questionType(q.Program[len(q.Program)-1].Function)
		t.Add(gen.AnswersKey, gen.AnswerValue(kind, q.Template.Name(), releasedAnswer(q.Answer)))
		switch q.Answer.(type) {
		case bool:
			t.Add("answer", releasedAnswer(q.Answer))
		case int:
			t.Add("count", releasedAnswer(q.Answer))
		}
	}
}
