package qlevr

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
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

// scored shows the scores of an evaluation that are not empty.
func scored(e *Evaluation) string {
	var out []string
	for _, s := range e.Scores {
		if s.Count > 0 {
			out = append(out, fmt.Sprintf("%s %s %d/%d", s.Group, s.Name, s.Right, s.Count))
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
		e, err := Evaluate(t.Context(), EvalOptions{Data: root, Predictions: file})
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
		{"a.csv", "0,yes\n1,no\n1,yes", ":3: question_index 1 was answered in line 2 already; keep one of the two"},
		{"a.csv", "0,yes\none,no", `:2: question_index is "one", want a whole number`},
		{"a.csv", "0,yes\n1", ":2: has 1 columns, want question_index and answer"},
		{"a.csv", "0,yes\n1,maybe\n2,no\n3,no", `:2: answer is "maybe", want true, false, or a text that begins with yes or no; `},
		{
			"a.csv", "0,yes\n1,no\n2,no",
			": 1 of 4 questions have no answer, question_index 3 is the first; add them, or count them as wrong with --partial",
		},
		{"a.csv", "0,yes\n1,no\n2,no\n3,no\n9,no", ":5: question_index is 9, but "},
		{
			"a.json", "[{\"question_index\": 0, \"answer\": true},\n{\"question_index\": 1, \"answer\": 1}]",
			":2: answer of question_index 1 is 1, want ",
		},
		{
			"a.json", "{\"question_index\": 0, \"answer\": true}\n{\"index\": 1}",
			`:2: is {"index": 1}, want {"question_index": n, "answer": x}`,
		},
		{"a.json", "{\"0\": true,\n\"0\": false}", ":2: question_index 0 was answered in line 1 already; keep one of the two"},
		{"a.json", "{\"0\": true,\n\"1\": nix}", ":2: no JSON at byte 18: "},
		{"a.json", "[{\"question_index\": 0, \"answer\": true},\n{\"question_index\": 1, \"answer\": nix}]", ":2: no JSON at byte "},
		{"a.json", "hello", ": want one "},
	} {
		file := filepath.Join(root, c.name)
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Evaluate(t.Context(), EvalOptions{Data: root, Predictions: file})
		if err == nil || !strings.HasPrefix(err.Error(), "qlevr: "+file+c.want) {
			t.Errorf("%q: error is %v\nwant %s", c.text, err, c.want)
		}
	}
	file := filepath.Join(root, "a.csv")
	if err := os.WriteFile(file, []byte("0,yes\n1,maybe"), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := Evaluate(t.Context(), EvalOptions{Data: root, Predictions: file, Partial: true})
	if err != nil || e.Missing != 2 || e.Unreadable != 1 || e.Scores[0].Right != 1 || e.Scores[0].Accuracy != 25 {
		t.Errorf("partial: %+v, %v", e, err)
	}
	_, err = Evaluate(t.Context(), EvalOptions{Data: root, Split: "val", Predictions: file})
	if err == nil || !strings.Contains(err.Error(), "split val has no questions: neither ") {
		t.Errorf("no split: error is %v", err)
	}
}

func TestEvaluateBaselines(t *testing.T) {
	root := t.TempDir()
	asked := evalQuestions()
	writeSplit(t, root, "test", asked...)

	// In the split itself, at_least_number and most were answered with yes, all with both.
	e, err := Evaluate(t.Context(), EvalOptions{Data: root, Baseline: BaselineQType})
	if err != nil || e.TrainedOn != "test" || e.Scores[0].Right != 3 {
		t.Errorf("q-type without train: %+v, %v", e, err)
	}
	train := evalQuestions()[:3]
	train[1].Answer = true
	writeSplit(t, root, "train", train...)
	e, err = Evaluate(t.Context(), EvalOptions{Data: root, Baseline: BaselineQType})
	// Now all is yes; most is not in train, therefore no.
	if err != nil || e.TrainedOn != "train" || e.Scores[0].Right != 2 {
		t.Errorf("q-type: %+v, %v", e, err)
	}

	oracle := EvalOptions{Data: root, Baseline: BaselineOracle, Templates: evalTemplates()}
	e, err = Evaluate(t.Context(), oracle)
	if err != nil || e.Scores[0].Right != 4 || e.FirstWrong != "" {
		t.Errorf("oracle: %+v, %v", e, err)
	}
	asked[1].Answer = true
	writeSplit(t, root, "test", asked...)
	e, err = Evaluate(t.Context(), oracle)
	if err != nil || e.Scores[0].Right != 3 || e.FirstWrong != "question 1: its program gives false, stored is true" {
		t.Errorf("oracle of a wrong answer: %+v, %v", e, err)
	}
	asked[2].ImageIndex = 1
	writeSplit(t, root, "test", asked...)
	if _, err = Evaluate(t.Context(), oracle); err == nil || !strings.Contains(err.Error(), "question 2: picture 1 is not in ") {
		t.Errorf("oracle without scene: error is %v", err)
	}

	random := func(seed uint64) (right int) {
		var many []QuestionRecord
		for range 100 {
			many = append(many, evalQuestions()...)
		}
		writeSplit(t, root, "val", many...)
		e, err := Evaluate(t.Context(), EvalOptions{Data: root, Split: "val", Baseline: BaselineRandom, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return e.Scores[0].Right
	}
	a, again, b := random(1), random(1), random(2)
	if a != again || a == b || a < 160 || a > 240 {
		t.Errorf("random: %d, %d and with another seed %d of 400, want about 200", a, again, b)
	}
	if _, err = Evaluate(t.Context(), EvalOptions{Data: root, Baseline: "best"}); err == nil ||
		err.Error() != `qlevr: baseline is "best", want one of ["q-type" "oracle" "random"]` {
		t.Errorf("error is %v", err)
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
	got, err := Overlaps(t.Context(), root)
	want := `[{"split":"train","questions":4,"unique":4},` +
		`{"split":"test","questions":4,"unique":3,"shared":[{"with":"train","questions":3,"same_answer":2}]}]`
	if text, _ := json.Marshal(got); err != nil || string(text) != want {
		t.Errorf("got %s, %v\nwant %s", text, err, want)
	}
	figures := overlapFigures(got)
	if len(figures) != 1 || figures[0].Pass || figures[0].Value != "75.00 % of 4" {
		t.Errorf("figures are %+v, want one that fails", figures)
	}
}
