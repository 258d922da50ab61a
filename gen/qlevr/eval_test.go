package qlevr

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen/judge"
)

// evalTemplates are those of the questions of evalFolder.
func evalTemplates() []Template {
	at := func(family int, node string, slots []string, labels ...string) Template {
		t := *secondQuestion("-", node, slots).Template
		t.Family, t.Quantifiers, t.Types = family, labels, []string{"existence1"}
		return t
	}
	each := at(15, "whether_most", nil, "each", "most")
	each.File, each.Variant = "each_no.json", []int{1}
	return []Template{
		at(8, "whether_at_least_number", []string{"<OC>", "<sa>", "<so>"}, "at_least_number"), at(2, "whether_all", nil, "all"), each,
	}
}

// evalQuestions are four questions about secondDesk: with answers yes, no, yes and yes.
func evalQuestions() []QuestionRecord {
	var out []QuestionRecord
	templates := evalTemplates()
	for i, q := range []struct {
		template int
		color    string
		numbers  []string
	}{{0, "black", []string{"2", "are", "s"}}, {1, "gray", nil}, {1, "-", nil}, {2, "black", nil}} {
		template := &templates[q.template]
		n := template.Nodes[3]
		in := secondQuestion(q.color, n.Type, n.Slots, q.numbers...)
		r, err := runSecond(secondDesk(), in)
		if err != nil || r.rejected >= 0 {
			panic(fmt.Sprint(err))
		}
		record := QuestionRecord{
			QuestionIndex: i, Question: fmt.Sprintf("Is this %d?", i), Answer: r.answer, Template: template.name(),
		}
		for k, vals := range in.Vals {
			record.Program = append(record.Program, QuestionNode{r.outputs[k], vals})
		}
		out = append(out, record)
	}
	return out
}

// writeSplit writes questions as a split of a folder.
func writeSplit(t *testing.T, root, split string, questions ...QuestionRecord) {
	t.Helper()
	dir := filepath.Join(root, "3d_scene", split)
	var b, labels bytes.Buffer
	err := WriteQuestions(&b, QuestionInfo{Split: split}, questionsOf(questions...))
	if err == nil {
		err = WriteLabels(&labels, labelsOf(evalTemplates()))
	}
	scene, errScene := json.Marshal(secondDesk())
	for _, err := range []error{
		err, errScene, os.MkdirAll(dir, 0o777),
		os.WriteFile(filepath.Join(dir, "questions_"+split+".json"), b.Bytes(), 0o666),
		os.WriteFile(filepath.Join(dir, labelsFile), labels.Bytes(), 0o666),
		os.WriteFile(filepath.Join(dir, "scenes_3d_"+split+".json"), fmt.Appendf(nil, `{"info":{},"scenes":[%s]}`, scene), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// scoredSplit is a report of the one task.
type scoredSplit struct{ *judge.TaskReport }

func evaluate(t *testing.T, root string, o judge.Options) (*scoredSplit, error) {
	t.Helper()
	o.Data = root
	r, err := judge.Run(t.Context(), judgeBy(evalTemplates), o)
	if err != nil {
		return nil, err
	}
	return &scoredSplit{r.Tasks[0]}, nil
}

// right is how many of the questions of a row are answered rightly.
func right(r judge.RowReport) int {
	return int(math.Round(r.Scores[0]["accuracy"].Value / 100 * float64(r.Count)))
}

// right is how many of all questions are.
func (e *scoredSplit) right() int { return right(e.Rows[0]) }

// scored shows the scores of an evaluation that are not empty.
func scored(e *scoredSplit) string {
	var out []string
	for _, r := range e.Rows {
		if r.Count > 0 {
			out = append(out, fmt.Sprintf("%s %s %d/%d", r.Group, r.Name, right(r), r.Count))
		}
	}
	return strings.Join(out, "; ")
}

func TestEvaluatePredictions(t *testing.T) {
	root := t.TempDir()
	writeSplit(t, root, "test", evalQuestions()...)
	want := "all all 3/4; quantifier each 0/1; quantifier all 2/2; quantifier most 0/1; quantifier at_least_number 1/1; " +
		"quantifiers 1 3/3; quantifiers 2 0/1; type existence1 3/4; planes all.json 3/3; planes each_no.json 0/1; " +
		"plain planes one plane 2/2; plain planes several planes 1/1; plain planes some attribute 3/3"
	for name, text := range map[string]string{
		"a.csv":    "question_index,answer\n0,Yes it does\n3,no.\n1,False\n2,\"YES, all\"\n",
		"bare.CSV": "0,true\n1,false\n2,yes\n3,no\n",
		"lines.jsonl": `{"question_index": 0, "answer": true, "more": 1}

{"answer": "No!", "question_index": 1}
{"question_index": 2, "answer": "yes"}
{"question_index": 3, "answer": false}`,
		"list.json": `[{"question_index": 0, "answer": true}, {"question_index": 1, "answer": false},
 {"question_index": 2, "answer": true}, {"question_index": 3, "answer": "false"}]`,
		"object.json": `{"0": true, "1": "no", "2": "Yes", "3": false}`,
	} {
		file := filepath.Join(root, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		e, err := evaluate(t, root, judge.Options{Pred: []string{file}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := scored(e); got != want {
			t.Errorf("%s: got %s\nwant %s", name, got, want)
		}
	}
}

func TestEvaluatePredictionErrors(t *testing.T) {
	root := t.TempDir()
	writeSplit(t, root, "test", evalQuestions()...)
	for _, c := range []struct{ name, text, want string }{
		{"a.csv", "0,yes\n1,maybe\n2,no\n3,no", `:2: answer is "maybe", want true, false, or a text that begins with yes or no; 1 answers are like that`},
		{
			"a.json", "[{\"question_index\": 0, \"answer\": true},\n{\"question_index\": 1, \"answer\": 1}]",
			":2: answer is 1, want true, false, or a text ",
		},
	} {
		file := filepath.Join(root, c.name)
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := evaluate(t, root, judge.Options{Pred: []string{file}})
		if err == nil || !strings.HasPrefix(err.Error(), "judge: "+file+c.want) {
			t.Errorf("%q: error is %v\nwant %s", c.text, err, c.want)
		}
	}
	file := filepath.Join(root, "a.csv")
	if err := os.WriteFile(file, []byte("0,yes\n1,maybe"), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := evaluate(t, root, judge.Options{Pred: []string{file}, Partial: true})
	if err != nil || e.Answers[0].Missing != 2 || e.Answers[0].Unreadable != 1 || e.right() != 1 {
		t.Errorf("partial: %+v, %v", e, err)
	}
	_, err = evaluate(t, root, judge.Options{Split: "val", Pred: []string{file}})
	if err == nil || !strings.Contains(err.Error(), "split val has no questions_val.json or ") {
		t.Errorf("no split: error is %v", err)
	}
}

func TestEvaluateBaselines(t *testing.T) {
	root := t.TempDir()
	asked := evalQuestions()
	writeSplit(t, root, "test", asked...)

	// In the split itself, at_least_number and most were answered with yes, all with both.
	e, err := evaluate(t, root, judge.Options{Baseline: "q-type"})
	if err != nil || e.Answers[0].TrainedOn != "test" || e.right() != 3 {
		t.Errorf("q-type without train: %+v, %v", e, err)
	}
	train := evalQuestions()[:3]
	train[1].Answer = true
	writeSplit(t, root, "train", train...)
	e, err = evaluate(t, root, judge.Options{Baseline: "q-type"})
	// Now all is yes; most is not in train, therefore no.
	if err != nil || e.Answers[0].TrainedOn != "train" || e.right() != 2 {
		t.Errorf("q-type: %+v, %v", e, err)
	}

	oracle := judge.Options{Baseline: judge.Oracle}
	e, err = evaluate(t, root, oracle)
	if err != nil || e.right() != 4 || e.Answers[0].Notes != nil {
		t.Errorf("oracle: %+v, %v", e, err)
	}
	asked[1].Answer = true
	writeSplit(t, root, "test", asked...)
	e, err = evaluate(t, root, oracle)
	if err != nil || e.right() != 3 || e.Answers[0].Notes[0] != "question 1: its program gives no, stored is yes" {
		t.Errorf("oracle of a wrong answer: %+v, %v", e, err)
	}
	asked[2].ImageIndex = 1
	writeSplit(t, root, "test", asked...)
	if _, err = evaluate(t, root, oracle); err == nil || !strings.Contains(err.Error(), "question 2: picture 1 is not in ") {
		t.Errorf("oracle without scene: error is %v", err)
	}

	random := func(seed uint64) (right int) {
		var many []QuestionRecord
		for range 100 {
			many = append(many, evalQuestions()...)
		}
		writeSplit(t, root, "val", many...)
		e, err := evaluate(t, root, judge.Options{Split: "val", Baseline: judge.Random, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return e.right()
	}
	a, again, b := random(1), random(1), random(2)
	if a != again || a == b || a < 160 || a > 240 {
		t.Errorf("random: %d, %d and with another seed %d of 400, want about 200", a, again, b)
	}
}

func TestOverlaps(t *testing.T) {
	root := t.TempDir()
	asked := evalQuestions()
	writeSplit(t, root, "train", asked...)
	other := evalQuestions()
	other[0].Answer = false // the text is in train, the answer is not
	other[1].Question = "Is this new?"
	other[3].Question = "Is this 2?" // yes, as question 2 of train
	writeSplit(t, root, "test", other...)
	got, err := Judge().Tasks[0].Overlaps(t.Context(), root)
	want := `[{"split":"train","questions":4,"distinct":4},` +
		`{"split":"test","questions":4,"distinct":3,"shared":[{"with":"train","questions":3,"same_answer":2,"distinct":2,"share":50}]}]`
	if text, _ := json.Marshal(got); err != nil || string(text) != want {
		t.Errorf("got %s, %v\nwant %s", text, err, want)
	}
	figures := overlapFigures(got)
	if len(figures) != 1 || figures[0].Pass || figures[0].Value != "75.00 % of 4" {
		t.Errorf("figures are %+v, want one that fails", figures)
	}
}
