package ptr

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
	"mereo/internal/folder"
)

// Judge is how answers to the set's questions are judged.
func Judge() *judge.Set { return judgeBy(executor) }

// judgeBy judges answers with an oracle that executes programs so. Each split that is opened has an executor of its own.
func judgeBy(executor func() func(scene []byte, program json.RawMessage) (any, error)) *judge.Set {
	files := []string{"{split}/questions.json"}
	return &judge.Set{Name: setName, Layout: files, Tasks: []*judge.Task{judge.Questions{
		Task: judge.Task{
			Rows: publishedRows, Papers: []string{"Rand.", "Freq."},
			Note: "* of the paper, on its test split: of random and of most frequent answers",
		},
		Files: files,
		Open: func(_ context.Context, root, split, _ string) (judge.Asker, error) {
			return &evaluated{scenes: filepath.Join(root, split, "scenes"), split: split, answers: answerDomains(), execute: executor()}, nil
		},
	}.New()}}
}

// published is Hong et al. 2021, "PTR: A Benchmark for Part-based Conceptual, Relational, and Physical Reasoning", the table of
// accuracies in percent: its rows, the types' and all, and its columns Q-type (Rand.) and Q-type (Freq.). Beside them is within which
// bounds those of a dataset are, of a uniform draw from the answers and of the most frequent answer of the family; 0 to 0 for any.
var published = []struct {
	group, name    string
	columns        []float64
	chance, common [2]float64
}{
	{"sub-type", "concept query-object", []float64{20.0, 26.5}, [2]float64{20, 20}, [2]float64{26, 32}},
	{"sub-type", "concept exist-object", []float64{50.1, 52.4}, [2]float64{50, 50}, [2]float64{50, 54}},
	{"sub-type", "concept count-object", []float64{9.8, 19.8}, [2]float64{10, 10}, [2]float64{18, 22}},
	{"sub-type", "concept query-part", []float64{8.9, 10.9}, [2]float64{8.6, 9.2}, [2]float64{10, 14}},
	{"sub-type", "concept count-part", []float64{10.0, 20.1}, [2]float64{10, 10}, [2]float64{18, 22}},
	{"sub-type", "relation spatial", []float64{11.5, 18.2}, [2]float64{11.2, 12}, [2]float64{16.5, 20.5}},
	{"sub-type", "relation geometric", []float64{40.1, 41.7}, [2]float64{27, 42}, [2]float64{}},
	{"sub-type", "relation same-attribute", []float64{36.1, 39.5}, [2]float64{33, 38}, [2]float64{36, 42}},
	{"sub-type", "analogy spatial", []float64{26.1, 32.9}, [2]float64{25.7, 27.7}, [2]float64{31, 35}},
	{"sub-type", "analogy geometric", []float64{12.1, 26.7}, [2]float64{10, 12.5}, [2]float64{}},
	{"sub-type", "arithmetic compare-integer", []float64{49.7, 51.7}, [2]float64{50, 50}, [2]float64{50, 54}},
	{"sub-type", "arithmetic sum-minus", []float64{10.0, 19.8}, [2]float64{10, 10}, [2]float64{18, 22}},
	{"sub-type", "physics stability", []float64{37.9, 43.5}, [2]float64{37, 46}, [2]float64{}},
	{"sub-type", "physics possible-change", []float64{40.6, 48.1}, [2]float64{37, 45}, [2]float64{}},
	{group: "type", name: "concept"},
	{group: "type", name: "relation"},
	{group: "type", name: "analogy"},
	{group: "type", name: "arithmetic"},
	{group: "type", name: "physics"},
	{"all", "all", []float64{28.4, 33.5}, [2]float64{}, [2]float64{31.5, 35.5}},
}

// subTypes is how many rows of published are about one sub-type.
const subTypes = 14

// publishedRows are the rows of the table.
func publishedRows(string) (out []judge.Row) {
	for _, p := range published {
		out = append(out, judge.Row{Group: p.group, Name: p.name, Published: p.columns})
	}
	return out
}

// evaluated is what judging knows of the questions of a split.
type evaluated struct {
	scenes, split string
	answers       func(*storedQuestion) ([]string, error) // that are possible
	execute       func(scene []byte, program json.RawMessage) (any, error)
}

func (a *evaluated) Question(n int, value jsontext.Value) (*judge.Question, error) {
	q := &storedQuestion{}
	err := json.Unmarshal(value, q)
	if err == nil {
		q.word, err = answerWord(q.Answer)
	}
	switch {
	case err != nil:
		return nil, err
	case q.QuestionIndex != n:
		return nil, fmt.Errorf("question_index is %d, want %d: they count from 0", q.QuestionIndex, n)
	}
	return &judge.Question{Index: n, Image: q.ImageIndex, Text: q.Question, Family: q.family(), Answer: q.word, Of: q}, nil
}

func (a *evaluated) Groups(of *judge.Question) ([]judge.Group, error) {
	q := of.Of.(*storedQuestion)
	if !slices.Contains(kinds, q.kind()) {
		return nil, fmt.Errorf("the set has no questions of type1 %q and type2 %q", q.Type1, q.Type2)
	}
	return []judge.Group{{Group: "sub-type", Name: q.kind()}, {Group: "type", Name: q.Type1}}, nil
}

func (a *evaluated) Word(answer jsontext.Value) (string, error) {
	var v any
	if err := json.Unmarshal(answer, &v); err != nil {
		return "", err
	}
	return answerWord(v)
}

func (a *evaluated) Possible(q *judge.Question) ([]string, error) {
	return a.answers(q.Of.(*storedQuestion))
}

// Oracle executes programs on the scene files.
func (a *evaluated) Oracle(context.Context, *judge.Job, string) (func(*judge.Question) (string, error), func(), error) {
	var scene []byte
	of := -1
	return func(q *judge.Question) (string, error) {
		if q.Image != of {
			data, err := folder.Read(a.scenes, fmt.Sprintf("PTR_%s_%06d.json", a.split, q.Image), folder.Record)
			if err != nil {
				return "", err
			}
			scene, of = data, q.Image
		}
		answer, err := a.execute(scene, q.Of.(*storedQuestion).Program)
		var word string
		if err == nil {
			word, err = answerWord(answer)
		}
		if err != nil {
			return "", fmt.Errorf("program: %w", err)
		}
		return word, nil
	}, func() {}, nil
}

// answerDomains returns what tells the values of the type that a question's program yields in the end.
func answerDomains() func(*storedQuestion) ([]string, error) {
	library := newLibrary()
	return func(q *storedQuestion) ([]string, error) {
		var nodes []struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(q.Program, &nodes); err != nil || len(nodes) == 0 {
			return nil, fmt.Errorf("program is no list of nodes: %s", q.Program)
		}
		last := nodes[len(nodes)-1].Type
		t, _ := library.AnswerType(last)
		domain := library.Domain(t)
		if len(domain) == 0 {
			return nil, fmt.Errorf("program ends with %q, which gives no answer", last)
		}
		var words []string
		for _, v := range domain {
			words = append(words, strings.ToLower(answerText(v)))
		}
		return words, nil
	}
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

// answerWord is the form in which answers are compared.
func answerWord(answer any) (string, error) {
	switch a := answer.(type) {
	case bool:
		if a {
			return "yes", nil
		}
		return "no", nil
	case int:
		return strconv.Itoa(a), nil
	case float64:
		if n, ok := whole(a); ok {
			return strconv.Itoa(n), nil
		}
	case string:
		switch w := strings.ToLower(strings.TrimSpace(a)); w {
		case "":
		case "true":
			return "yes", nil
		case "false":
			return "no", nil
		default:
			return w, nil
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text = fmt.Appendf(nil, "%v", answer)
	}
	return "", fmt.Errorf("answer is %s, want true or false, a whole number or a word", text)
}

// whole converts a number of a JSON file.
func whole(v any) (int, bool) {
	f, ok := v.(float64)
	return int(f), ok && f == math.Trunc(f) && math.Abs(f) < 1<<53
}
