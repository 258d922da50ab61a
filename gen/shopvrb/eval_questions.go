package shopvrb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// QuestionScore is how many questions of a group are answered rightly.
type QuestionScore struct {
	Kind     string  `json:"kind"`  // visual, textual, or both
	Group    string  `json:"group"` // type, all, family (the template's file), or objects (how many the scene has)
	Name     string  `json:"name"`
	Count    int     `json:"count"` // questions
	Right    int     `json:"right"`
	Accuracy float64 `json:"accuracy"` // percent
	// AsSets is the accuracy where lists are right if they have the same items in any order; nil where no answer is a list.
	AsSets *float64 `json:"as_sets,omitempty"`
	// Published accuracies in percent, 0 where none are: see publishedQuestions.
	PaperNS1 float64 `json:"paper_ns1,omitempty"`
	PaperNS2 float64 `json:"paper_ns2,omitempty"`
	PaperXNM float64 `json:"paper_xnm,omitempty"`

	lists, rightAsSets int
}

// Groups of scores, in their order.
const (
	groupType    = "type"
	groupAll     = "all"
	groupFamily  = "family"
	groupObjects = "objects"
)

var scoreGroups = []string{groupType, groupAll, groupFamily, groupObjects}

const bothKinds = "both"

// evalQuestion is what evaluation reads of a question.
type evalQuestion struct {
	QuestionIndex int            `json:"question_index"`
	ImageIndex    int            `json:"image_index"`
	Answer        jsontext.Value `json:"answer"`
	Program       jsontext.Value `json:"program"`
	Template      string         `json:"template_filename"`
	InFamily      int            `json:"question_in_family_index"`

	kind   kind
	text   string // the true answer
	answer string // the last function of the program, which gives the answer
}

// template names the template.
func (q *evalQuestion) template() string { return q.Template + ":" + strconv.Itoa(q.InFamily) }

// eachEvalQuestion calls do for the questions of a file in their order.
func eachEvalQuestion(ctx context.Context, name string, k kind, do func(*evalQuestion) error) error {
	if !isFile(name) {
		return fmt.Errorf("shopvrb: %s is not there; choose another split, or ask its questions", name)
	}
	return eachStored(ctx, name, "questions", func(_ int, entry jsontext.Value) error {
		q := evalQuestion{kind: k}
		if err := json.Unmarshal(entry, &q); err != nil {
			return write.JSONFault(err)
		}
		var program []struct {
			Function string `json:"function"`
		}
		if err := json.Unmarshal(q.Program, &program); err != nil || len(program) == 0 {
			return fmt.Errorf("program is %.60s, want a list of calls", q.Program)
		}
		q.answer = program[len(program)-1].Function
		var err error
		if q.text, err = answerText(q.Answer); err != nil {
			return err
		}
		return do(&q)
	})
}

// questions scores the kinds of questions that are answered.
func (e *Evaluation) questions(ctx context.Context, o EvalOptions) error {
	scenes, err := evalScenes(ctx, o.Data, o.Split, o.Baseline == BaselineOracle)
	if err != nil {
		return err
	}
	if o.Baseline == BaselineQType {
		e.TrainedOn = trainingSplit(o)
	}
	scores := scoreTable{}
	for _, k := range []kind{visual, textual} {
		f := QuestionFile{Kind: k.String(), Questions: questionsOf(o.Data, o.Split, k), Predictions: o.Visual}
		if k == textual {
			f.Predictions = o.Textual
		}
		if o.Baseline == "" && f.Predictions == "" || o.Baseline != "" && !isFile(f.Questions) {
			continue
		}
		if err := score(ctx, o, &f, k, scenes, scores); err != nil {
			return err
		}
		e.Questions = append(e.Questions, f)
	}
	if len(e.Questions) == 0 {
		return fmt.Errorf("shopvrb: split %s has no questions: neither %s nor %s is there; choose another split, or ask its questions",
			o.Split, questionsOf(o.Data, o.Split, visual), questionsOf(o.Data, o.Split, textual))
	}
	e.Scores = scores.list(len(e.Questions) > 1, o.Split)
	return nil
}

// score compares the answers to a kind of questions.
func score(
	ctx context.Context, o EvalOptions, f *QuestionFile, k kind, scenes map[int]evalScene, scores scoreTable,
) error {
	var given *answers
	var answer func(q *evalQuestion) (string, error)
	var err error
	switch o.Baseline {
	case "":
		if given, err = readAnswers(ctx, f.Predictions); err == nil {
			answer = given.answer
		}
	case BaselineOracle:
		answer = oracleAnswers(f, scenes)
	case BaselineRandom:
		answer = randomAnswers(o)
	case BaselineQType:
		answer, err = frequentAnswers(ctx, questionsOf(o.Data, trainingSplit(o), k), k)
	}
	if err != nil {
		return err
	}
	count := 0
	if err := eachEvalQuestion(ctx, f.Questions, k, func(q *evalQuestion) error {
		count++
		if given != nil && o.Answered && given.of[q.QuestionIndex] == nil {
			return nil
		}
		scene, ok := scenes[q.ImageIndex]
		if !ok {
			return fmt.Errorf("question_index %d: there is no scene with image_index %d in %s", q.QuestionIndex, q.ImageIndex,
				filesOfSplit(o.Split).scenes)
		}
		kindOf := questionType(q.answer)
		if kindOf == "" {
			return fmt.Errorf("question_index %d: program ends with %q, which gives no answer", q.QuestionIndex, q.answer)
		}
		said, err := answer(q)
		if err != nil {
			return fmt.Errorf("question_index %d: %w", q.QuestionIndex, err)
		}
		scores.add(q, said, kindOf, scene.objects)
		return nil
	}); err != nil {
		return err
	}
	if given != nil {
		if !o.Answered {
			f.Missing = count - given.found
		}
		return given.check(f.Questions, count, o.Partial || o.Answered)
	}
	return nil
}

// questionsOf is the file of a kind of questions of a split.
func questionsOf(root, split string, k kind) string {
	if k == textual {
		return rooted(root, filesOfSplit(split).textual)
	}
	return rooted(root, filesOfSplit(split).visual)
}

func isFile(name string) bool {
	_, err := folder.Stat(filepath.Split(name))
	return !errors.Is(err, fs.ErrNotExist)
}

// scoreKey names a group of questions.
type scoreKey struct{ kind, group, name string }

type scoreTable map[scoreKey]*QuestionScore

// add counts a question in its groups.
func (t scoreTable) add(q *evalQuestion, said, kindOf string, objects int) {
	_, isList := listItems(q.text)
	right := said == q.text
	asSet := right || isList && sameAsSets(said, q.text)
	kindName := q.kind.String()
	for _, k := range []scoreKey{
		{kindName, groupType, kindOf}, {kindName, groupAll, groupAll}, {kindName, groupFamily, q.Template},
		{kindName, groupObjects, strconv.Itoa(objects)},
		{bothKinds, groupType, kindOf}, {bothKinds, groupAll, groupAll}, {bothKinds, groupObjects, strconv.Itoa(objects)},
	} {
		s := t[k]
		if s == nil {
			s = &QuestionScore{Kind: k.kind, Group: k.group, Name: k.name}
			t[k] = s
		}
		s.Count++
		s.Right += count(right)
		s.lists += count(isList)
		s.rightAsSets += count(asSet)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// list are the scores in their order, those of both kinds together only if wanted.
func (t scoreTable) list(both bool, split string) []QuestionScore {
	var out []QuestionScore
	for _, s := range t {
		if s.Kind == bothKinds && !both {
			continue
		}
		s.Accuracy = percent(s.Right, s.Count)
		if s.lists > 0 {
			s.AsSets = pointer(percent(s.rightAsSets, s.Count))
		}
		if s.Kind == visual.String() {
			s.publish(split)
		}
		out = append(out, *s)
	}
	kinds := []string{visual.String(), textual.String(), bothKinds}
	slices.SortFunc(out, func(a, b QuestionScore) int {
		return cmp.Or(
			slices.Index(kinds, a.Kind)-slices.Index(kinds, b.Kind),
			slices.Index(scoreGroups, a.Group)-slices.Index(scoreGroups, b.Group),
			slices.Index(questionTypes, a.Name)-slices.Index(questionTypes, b.Name),
			byNumber(a, b), cmp.Compare(a.Name, b.Name),
		)
	})
	return out
}

// byNumber orders groups whose names are numbers.
func byNumber(a, b QuestionScore) int {
	if a.Group != groupObjects || b.Group != groupObjects {
		return 0
	}
	return len(a.Name) - len(b.Name)
}

func pointer(x float64) *float64 { return &x }

// percent is a share of a count; 0 of nothing.
func percent(part, of int) float64 { return 100 * float64(part) / float64(max(1, of)) }
