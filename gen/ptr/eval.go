package ptr

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mereo/internal/folder"
)

// Baselines that need no predictions.
const (
	// BaselineRandom is the expected accuracy of a uniform draw from the domain of the question's answer.
	BaselineRandom = "random"
	// BaselineFrequency answers with the most frequent training answer of the question's family.
	BaselineFrequency = "frequency"
	// BaselineOracle executes the stored program on the scene file.
	BaselineOracle = "oracle"
)

// EvalOptions say whose answers Evaluate compares with the stored ones: Predictions or Baseline, one of the two.
type EvalOptions struct {
	Split       string // if empty, the only split that has questions, else test
	Predictions string // a file; see Evaluate
	Partial     bool   // a question without prediction counts as wrong and is no error
	Answered    bool   // a question without prediction does not count
	Baseline    string // BaselineRandom, BaselineFrequency or BaselineOracle
	// Execute is what BaselineOracle runs programs with; if nil, the function Execute.
	Execute func(scene []byte, program json.RawMessage) (any, error)
}

// Score is how many questions of one kind are answered rightly.
type Score struct {
	Type1    string  `json:"type1"` // or all
	Type2    string  `json:"type2"` // or all
	Count    int     `json:"count"` // questions
	Accuracy float64 `json:"accuracy"`
	// PaperRand and PaperFreq are the published accuracies of random and of most frequent answers, 0 where none are.
	PaperRand float64 `json:"paper_rand,omitempty"`
	PaperFreq float64 `json:"paper_freq,omitempty"`

	credit int // in shares of 1/fullCredit
}

// Evaluation is the outcome of Evaluate. Accuracies are percent.
type Evaluation struct {
	Split       string `json:"split"`
	Predictions string `json:"predictions,omitempty"`
	Baseline    string `json:"baseline,omitempty"`
	TrainedOn   string `json:"trained_on,omitempty"` // split that most frequent answers are from
	Missing     int    `json:"missing,omitempty"`    // questions without prediction
	// FirstWrong tells of the first question whose program gives another answer than the stored one.
	FirstWrong string `json:"first_wrong,omitempty"`
	// Scores are those of the 14 sub-types in the order of the published table, of the five types, and of all questions.
	Scores []Score `json:"scores"`
}

// published is Hong et al. 2021, "PTR: A Benchmark for Part-based Conceptual, Relational, and Physical Reasoning", the
// table of accuracies: its rows, the types' and all, and its columns Q-type (Rand.) and Q-type (Freq.).
var published = []Score{
	{Type1: "concept", Type2: "query-object", PaperRand: 20.0, PaperFreq: 26.5},
	{Type1: "concept", Type2: "exist-object", PaperRand: 50.1, PaperFreq: 52.4},
	{Type1: "concept", Type2: "count-object", PaperRand: 9.8, PaperFreq: 19.8},
	{Type1: "concept", Type2: "query-part", PaperRand: 8.9, PaperFreq: 10.9},
	{Type1: "concept", Type2: "count-part", PaperRand: 10.0, PaperFreq: 20.1},
	{Type1: "relation", Type2: "spatial", PaperRand: 11.5, PaperFreq: 18.2},
	{Type1: "relation", Type2: "geometric", PaperRand: 40.1, PaperFreq: 41.7},
	{Type1: "relation", Type2: "same-attribute", PaperRand: 36.1, PaperFreq: 39.5},
	{Type1: "analogy", Type2: "spatial", PaperRand: 26.1, PaperFreq: 32.9},
	{Type1: "analogy", Type2: "geometric", PaperRand: 12.1, PaperFreq: 26.7},
	{Type1: "arithmetic", Type2: "compare-integer", PaperRand: 49.7, PaperFreq: 51.7},
	{Type1: "arithmetic", Type2: "sum-minus", PaperRand: 10.0, PaperFreq: 19.8},
	{Type1: "physics", Type2: "stability", PaperRand: 37.9, PaperFreq: 43.5},
	{Type1: "physics", Type2: "possible-change", PaperRand: 40.6, PaperFreq: 48.1},
	{Type1: "concept", Type2: "all"},
	{Type1: "relation", Type2: "all"},
	{Type1: "analogy", Type2: "all"},
	{Type1: "arithmetic", Type2: "all"},
	{Type1: "physics", Type2: "all"},
	{Type1: "all", Type2: "all", PaperRand: 28.4, PaperFreq: 33.5},
}

// fullCredit is what a right answer counts: the least common multiple of the sizes of the answers' domains (booleans
// 2, integers 10, colors 8, categories 5, parts 19, directions 4), so that the share of a uniform draw is whole and
// sums are exact.
const fullCredit = 760

// subTypes is how many rows of published are about one sub-type.
const subTypes = 14

// Evaluate compares answers with those stored in the split's questions.json below root, which it reads as a stream.
//
// A file of predictions is JSON: one {"question_index": n, "answer": x} per line, or a list of such, where other keys
// are ignored, or one object {"n": x, ...}. An answer is true or false, a whole number, or a word. Answers are equal
// as single words, without regard to case and to space around: true is yes, false is no, 3 is "3". Every question of
// the split needs one prediction.
//
// Training answers of BaselineFrequency are those of split train if that has questions, else of the evaluated split; of
// equally frequent ones the first by its text counts.
func Evaluate(ctx context.Context, root string, o EvalOptions) (*Evaluation, error) {
	split, trained, err := evalSplit(root, o.Split)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{Split: split, Predictions: o.Predictions, Baseline: o.Baseline, Scores: slices.Clone(published)}
	var given *predictions
	var credit func(q *storedQuestion) (int, error)
	switch {
	case (o.Predictions == "") == (o.Baseline == ""):
		panic(fmt.Sprintf("ptr: predictions %q and baseline %q, want one of them", o.Predictions, o.Baseline))
	case o.Predictions != "":
		if given, err = readPredictions(o.Predictions); err != nil {
			return nil, err
		}
		credit = given.credit
	case o.Baseline == BaselineRandom:
		credit = randomCredit()
	case o.Baseline == BaselineFrequency:
		if e.TrainedOn = split; trained {
			e.TrainedOn = "train"
		}
		if credit, err = frequencyCredit(ctx, questionsFile(root, e.TrainedOn)); err != nil {
			return nil, err
		}
	case o.Baseline == BaselineOracle:
		if o.Execute == nil {
			o.Execute = executor()
		}
		credit = e.oracleCredit(filepath.Join(root, split, "scenes"), o.Execute)
	default:
		return nil, fmt.Errorf("ptr: no baseline %q, want random, frequency or oracle", o.Baseline)
	}

	name := questionsFile(root, split)
	count := 0
	err = eachQuestion(ctx, name, func(q *storedQuestion) error {
		row := slices.IndexFunc(published[:subTypes], func(s Score) bool {
			return s.Type1 == q.Type1 && s.Type2 == q.Type2
		})
		if row < 0 {
			return fmt.Errorf("the set has no questions of type1 %q and type2 %q", q.Type1, q.Type2)
		}
		if q.QuestionIndex != count {
			return fmt.Errorf("question_index is %d, want %d: they count from 0", q.QuestionIndex, count)
		}
		count++
		if _, ok := given.answers(q); !ok && o.Answered {
			return nil
		}
		c, err := credit(q)
		if err != nil {
			return err
		}
		type1 := subTypes + slices.IndexFunc(published[subTypes:], func(s Score) bool { return s.Type1 == q.Type1 })
		for _, i := range []int{row, type1, len(published) - 1} {
			e.Scores[i].Count++
			e.Scores[i].credit += c
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if given != nil {
		if e.Missing, err = given.missing(name, count, o.Partial || o.Answered); err != nil {
			return nil, err
		}
		if o.Answered {
			e.Missing = 0
		}
	}
	for i, s := range e.Scores {
		e.Scores[i].Accuracy = 100 * float64(s.credit) / float64(fullCredit*max(1, s.Count))
	}
	return e, nil
}

func questionsFile(root, split string) string { return filepath.Join(root, split, "questions.json") }

// evalSplit chooses the split; trained tells whether split train has questions.
func evalSplit(root, asked string) (split string, trained bool, err error) {
	files, err := fs.Glob(folder.FS(root), "*/questions.json")
	if err != nil {
		return "", false, fmt.Errorf("ptr: %w", err)
	}
	var there []string
	for _, f := range files {
		there = append(there, path.Dir(f))
	}
	split = cmp.Or(asked, "test")
	if asked == "" && len(there) == 1 {
		split = there[0]
	}
	switch {
	case len(there) == 0:
		return "", false, fmt.Errorf("ptr: %s: no split has a questions.json; generate a split in full, or ask its questions",
			root)
	case !slices.Contains(there, split):
		return "", false, fmt.Errorf("ptr: %s: split %s has no questions.json; choose one of those that have one: %s",
			root, split, strings.Join(there, ", "))
	}
	return split, slices.Contains(there, "train"), nil
}

// storedQuestion is what evaluation reads of a Question. The program stays JSON, since most questions are only
// compared.
type storedQuestion struct {
	QuestionIndex       int             `json:"question_index"`
	ImageIndex          int             `json:"image_index"`
	Split               string          `json:"split"`
	TemplateFilename    string          `json:"template_filename"`
	QuestionFamilyIndex int             `json:"question_family_index"`
	Type1               string          `json:"type1"`
	Type2               string          `json:"type2"`
	Question            string          `json:"question"`
	Answer              any             `json:"answer"`
	Program             json.RawMessage `json:"program"`

	word string // the answer in the form that is compared
}

func (q *storedQuestion) family() string {
	return q.TemplateFilename + ":" + strconv.Itoa(q.QuestionFamilyIndex)
}

// eachQuestion calls do for the questions of a questions.json in their order, holding one at a time. Errors name the
// file and the question's place in it, from 0.
func eachQuestion(ctx context.Context, name string, do func(*storedQuestion) error) error {
	f, err := folder.Inside(name)
	if err != nil {
		return fmt.Errorf("ptr: %w", err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	for _, want := range []json.Token{json.Delim('{'), "questions", json.Delim('[')} {
		if got, err := d.Token(); err != nil || got != want {
			return fmt.Errorf(`ptr: %s: not a file of questions, {"questions": [...]}; ask the split's questions again`, name)
		}
	}
	n := 0
	for ; d.More(); n++ {
		var q storedQuestion
		err := ctx.Err()
		if err == nil {
			err = d.Decode(&q)
		}
		if err == nil {
			q.word, err = answerWord(q.Answer)
		}
		if err == nil {
			err = do(&q)
		}
		if err != nil {
			return fmt.Errorf("ptr: %s: question %d: %w", name, n, err)
		}
	}
	for _, want := range []json.Token{json.Delim(']'), json.Delim('}')} {
		if got, err := d.Token(); err != nil || got != want {
			return fmt.Errorf("ptr: %s: the file is cut short or damaged behind question %d; ask the split's questions again",
				name, n-1)
		}
	}
	return nil
}

func creditIf(right bool) int {
	if right {
		return fullCredit
	}
	return 0
}

// randomCredit is the chance of a uniform draw from the values of the type that the program's last function yields.
func randomCredit() func(*storedQuestion) (int, error) {
	library := newLibrary()
	return func(q *storedQuestion) (int, error) {
		var nodes []struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(q.Program, &nodes); err != nil || len(nodes) == 0 {
			return 0, fmt.Errorf("program is no list of nodes: %s", q.Program)
		}
		last := nodes[len(nodes)-1].Type
		t, _ := library.AnswerType(last)
		size := len(library.Domain(t))
		if size == 0 {
			return 0, fmt.Errorf("program ends with %q, which gives no answer", last)
		}
		return fullCredit / size, nil
	}
}

// answerCounts are the numbers of answers by family.
type answerCounts map[string]map[string]int

func (c answerCounts) add(family, answer string) {
	if c[family] == nil {
		c[family] = map[string]int{}
	}
	c[family][answer]++
}

// best maps families to their most frequent answers, of equally frequent ones the first by text.
func (c answerCounts) best() map[string]string {
	out := map[string]string{}
	for family, counts := range c {
		best := ""
		for answer, n := range counts {
			if n > counts[best] || n == counts[best] && answer < best {
				best = answer
			}
		}
		out[family] = best
	}
	return out
}

// frequencyCredit trains on a file of questions. A family that it does not have is answered wrongly.
func frequencyCredit(ctx context.Context, name string) (func(*storedQuestion) (int, error), error) {
	counts := answerCounts{}
	if err := eachQuestion(ctx, name, func(q *storedQuestion) error {
		counts.add(q.family(), q.word)
		return nil
	}); err != nil {
		return nil, err
	}
	best := counts.best()
	return func(q *storedQuestion) (int, error) { return creditIf(best[q.family()] == q.word), nil }, nil
}

// oracleCredit executes programs on the scene files of a folder.
func (e *Evaluation) oracleCredit(
	dir string, execute func([]byte, json.RawMessage) (any, error),
) func(*storedQuestion) (int, error) {
	var scene []byte
	of := -1
	return func(q *storedQuestion) (int, error) {
		if q.ImageIndex != of {
			name := fmt.Sprintf("PTR_%s_%06d.json", e.Split, q.ImageIndex)
			data, err := folder.Read(dir, name, folder.Record)
			if err != nil {
				return 0, err
			}
			scene, of = data, q.ImageIndex
		}
		answer, err := execute(scene, q.Program)
		if err != nil {
			return 0, fmt.Errorf("program: %w", err)
		}
		word, err := answerWord(answer)
		if err != nil {
			return 0, fmt.Errorf("program: %w", err)
		}
		if word != q.word && e.FirstWrong == "" {
			e.FirstWrong = fmt.Sprintf("question %d: its program gives %s, stored is %s", q.QuestionIndex, word, q.word)
		}
		return creditIf(word == q.word), nil
	}
}
