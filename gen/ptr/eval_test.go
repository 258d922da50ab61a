package ptr

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
)

// evalQuestion is a question whose program ends with a function.
func evalQuestion(type1, type2, family string, answer any, last string) numbered[splitNode] {
	file, index, _ := strings.Cut(family, ":")
	q := numbered[splitNode]{Question: Question[splitNode]{TemplateFilename: file + ".json", Type1: type1, Type2: type2, Answer: answer,
		Program: []splitNode{{Type: "scene", Inputs: []int{}}, {Type: last, Inputs: []int{0}, ValueInputs: []jsontext.Value{[]byte(`"leg"`)}}}}}
	fmt.Sscan(index, &q.QuestionFamilyIndex)
	return q
}

// evalFiles writes a split's questions, two for each picture, and one scene file for each picture: its own index.
func evalFiles(t *testing.T, root, split string, questions ...numbered[splitNode]) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, split, "scenes"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range questions {
		q := &questions[i]
		q.Split, q.QuestionIndex, q.ImageIndex = split, i, i/2
		scene := filepath.Join(root, split, "scenes", fmt.Sprintf("PTR_%s_%06d.json", split, q.ImageIndex))
		if err := os.WriteFile(scene, fmt.Append(nil, q.ImageIndex), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := jsonv2.Marshal(map[string]any{"questions": questions})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(questionsFile(root, split), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// evalSmall has a test split of six questions.
func evalSmall(t *testing.T) (root string) {
	root = t.TempDir()
	evalFiles(t, root, "test",
		evalQuestion("concept", "query-part", "zero_hop:3", "red", "query_part-color"),
		evalQuestion("concept", "query-part", "zero_hop:5", "central support", "query_part-category"),
		evalQuestion("concept", "count-part", "zero_hop:4", 4, "query_part-count"),
		evalQuestion("relation", "spatial", "one_hop:2", "Chair", "query_object-category"),
		evalQuestion("analogy", "spatial", "analogy:4", true, "query_positional-analogy-exist"),
		evalQuestion("physics", "possible-change", "physics:7", "left", "query_direction"),
	)
	return root
}

func questionsFile(root, split string) string { return filepath.Join(root, split, "questions.json") }

// evaluation is a report of the one task.
type evaluation struct {
	*judge.TaskReport
	split string
}

func evaluate(t *testing.T, root string, o judge.Options) (*evaluation, error) {
	t.Helper()
	return evaluateBy(t, Judge(), root, o)
}

func evaluateBy(t *testing.T, set *judge.Set, root string, o judge.Options) (*evaluation, error) {
	t.Helper()
	o.Data = root
	r, err := judge.Run(t.Context(), set, o)
	if err != nil {
		return nil, err
	}
	return &evaluation{r.Tasks[0], r.Split}, nil
}

// score is the value of a column of a row.
func (e *evaluation) score(t *testing.T, group, name, column string) float64 {
	t.Helper()
	for _, r := range e.Rows {
		if r.Group == group && r.Name == name {
			return r.Scores[0][column].Value
		}
	}
	t.Fatalf("no row %s %s", group, name)
	return 0
}

// check compares the rows that have questions with "group name count accuracy".
func (e *evaluation) check(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, r := range e.Rows {
		if r.Count > 0 {
			got = append(got, fmt.Sprintf("%s %s %d %.1f", r.Group, r.Name, r.Count, r.Scores[0]["accuracy"].Value))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEvaluatePredictions(t *testing.T) {
	root := evalSmall(t)
	name := filepath.Join(t.TempDir(), "p")
	for _, text := range []string{
		`{"question_index": 0, "answer": " RED "}
		 {"question_index": 1, "answer": "central support", "confidence": 0.5}

		 {"question_index": 2, "answer": "4"}
		 {"question_index": 5, "answer": "right"}
		 {"question_index": 4, "answer": "Yes"}
		 {"question_index": 3, "answer": "table"}`,
		`[{"question_index": 0, "answer": "red"}, {"question_index": 1, "answer": "Central Support"}, {"question_index": 2, "answer": 4},
		  {"question_index": 3, "answer": 0}, {"answer": "true", "question_index": 4}, {"question_index": 5, "answer": "to the left"}]`,
		`{"5": "front", "0": "Red", "1": "central support", "2": 4.0, "3": false, "4": true}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		e, err := evaluate(t, root, judge.Options{Pred: []string{name}})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		e.check(t, "sub-type concept query-part 2 100.0", "sub-type concept count-part 1 100.0", "sub-type relation spatial 1 0.0",
			"sub-type analogy spatial 1 100.0", "sub-type physics possible-change 1 0.0", "type concept 3 100.0", "type relation 1 0.0",
			"type analogy 1 100.0", "type physics 1 0.0", "all all 6 66.7")
		if e.split != "test" || e.Answers[0].Missing != 0 {
			t.Errorf("split %q, %d missing, want test and none", e.split, e.Answers[0].Missing)
		}
	}

	if err := os.WriteFile(name, []byte(`{"2": "4", "5": "LEFT"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := evaluate(t, root, judge.Options{Pred: []string{name}, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if all := e.score(t, "all", "all", "accuracy"); e.Answers[0].Missing != 4 || math.Abs(all-100./3) > 1e-12 {
		t.Errorf("partial: %d missing, all %g, want 4 and a third of 6", e.Answers[0].Missing, all)
	}
}

// The published table: 14 sub-types and all are shown, their types where there are questions.
func TestEvaluationRows(t *testing.T) {
	e, err := evaluate(t, evalSmall(t), judge.Options{Baseline: judge.Random})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Rows) != 14+4+1 {
		t.Fatalf("%d rows, want 19", len(e.Rows))
	}
	if r := e.Rows[5]; r.Name != "relation spatial" || r.Published["Rand."] != 11.5 || r.Published["Freq."] != 18.2 {
		t.Errorf("row 5 is %+v, want relation spatial 11.5 18.2", r)
	}
	if r := e.Rows[18]; r.Group != "all" || r.Published["Rand."] != 28.4 || r.Published["Freq."] != 33.5 {
		t.Errorf("row 18 is %+v, want all 28.4 33.5", r)
	}
}

// What is wrong with an answer, word for word.
func TestPredictionErrors(t *testing.T) {
	root := evalSmall(t)
	name := filepath.Join(root, "p")
	for _, c := range []struct{ text, want string }{
		{"{\"question_index\": 0, \"answer\": 1}\n{\"question_index\": 1, \"answer\": 2.5}",
			`:2: answer is 2.5, want true or false, a whole number or a word`},
		{`[{"question_index": 0, "answer": ["a"]}]`, `:1: answer is ["a"], want true or false, a whole number or a word`},
		{`{"0": " ", "1": 1, "2": 1, "3": 1, "4": 1, "5": ""}`,
			`:1: answer is " ", want true or false, a whole number or a word; 2 answers are like that, count them as wrong with --partial`},
		{`{"question_index": 0, "answer": null}`, `:1: answer is null, want true or false, a whole number or a word`},
		{`{"0": {"answer": "red"}}`, `:1: answer is {"answer":"red"}, want true or false, a whole number or a word`},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := evaluate(t, root, judge.Options{Pred: []string{name}})
		got := strings.ReplaceAll(fmt.Sprint(err), root, "ROOT")
		if want := "judge: ROOT/p" + c.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, want)
		}
	}
}

// Every answer is one of a domain, whose size decides the chance; the answers that are drawn are from it.
func TestRandomBaseline(t *testing.T) {
	e, err := evaluate(t, evalSmall(t), judge.Options{Baseline: judge.Random})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		want float64
	}{
		{"concept query-part", 100 * (1./8 + 1./19) / 2}, {"concept count-part", 10}, {"relation spatial", 20}, {"analogy spatial", 50},
		{"physics possible-change", 25},
	} {
		if got := e.score(t, "sub-type", c.name, "expected"); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s is %g, want %g", c.name, got, c.want)
		}
	}
	many := t.TempDir()
	evalFiles(t, many, "test", slices.Repeat([]numbered[splitNode]{
		evalQuestion("analogy", "spatial", "analogy:4", true, "query_positional-analogy-exist")}, 400)...)
	if e, err = evaluate(t, many, judge.Options{Baseline: judge.Random}); err != nil || math.Abs(e.score(t, "all", "all", "accuracy")-50) > 10 {
		t.Errorf("%v, drawn answers are right in %g %%, want 50", err, e.score(t, "all", "all", "accuracy"))
	}

	root := t.TempDir()
	evalFiles(t, root, "val", evalQuestion("concept", "query-part", "zero_hop:3", "red", "unique"))
	_, err = evaluate(t, root, judge.Options{Baseline: judge.Random})
	want := "judge: " + questionsFile(root, "val") + `: question 0: program ends with "unique", which gives no answer`
	if fmt.Sprint(err) != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func TestFrequencyBaseline(t *testing.T) {
	ask := func(family string, answers ...any) (out []numbered[splitNode]) {
		for _, a := range answers {
			out = append(out, evalQuestion("relation", "spatial", family, a, "count"))
		}
		return out
	}
	root := t.TempDir()
	// Of equally frequent answers 2 is before 3 by text; true and "yes" are one answer; one_hop:4 is not trained on.
	evalFiles(t, root, "train", slices.Concat(ask("one_hop:0", 3, 2, 3, 2, 10), ask("one_hop:1", true, "yes", "a", "a", "yes"))...)
	evalFiles(t, root, "test", slices.Concat(ask("one_hop:0", 2, "2", 3), ask("one_hop:1", true, "a"), ask("one_hop:4", 1, 1, 1))...)
	e, err := evaluate(t, root, judge.Options{Baseline: judge.Frequency})
	if err != nil {
		t.Fatal(err)
	}
	e.check(t, "sub-type relation spatial 8 37.5", "type relation 8 37.5", "all all 8 37.5")
	if e.Answers[0].TrainedOn != "train" || e.split != "test" {
		t.Errorf("trained on %q, evaluated on %q, want train and test", e.Answers[0].TrainedOn, e.split)
	}

	// Without split train the evaluated split itself is what is learnt from: 2, yes or a, and 1.
	if err := os.RemoveAll(filepath.Join(root, "train")); err != nil {
		t.Fatal(err)
	}
	e, err = evaluate(t, root, judge.Options{Baseline: judge.Frequency})
	if err != nil {
		t.Fatal(err)
	}
	e.check(t, "sub-type relation spatial 8 75.0", "type relation 8 75.0", "all all 8 75.0")
	if e.Answers[0].TrainedOn != "test" {
		t.Errorf("trained on %q, want test", e.Answers[0].TrainedOn)
	}
}

// always gives the same executor.
func always[F any](f F) func() F { return func() F { return f } }

func TestOracleBaseline(t *testing.T) {
	root := evalSmall(t)
	answers := map[string]any{"query_part-color": "red", "query_part-category": "central support", "query_part-count": 4,
		"query_object-category": "Chair", "query_positional-analogy-exist": true, "query_direction": "left"}
	var seen []string
	execute := func(scene []byte, program json.RawMessage) (any, error) {
		var nodes []splitNode
		if err := jsonv2.Unmarshal(program, &nodes); err != nil {
			return nil, err
		}
		last := nodes[len(nodes)-1]
		if len(last.ValueInputs) != 1 || string(last.ValueInputs[0]) != `"leg"` {
			t.Errorf("side inputs are %v, want leg", last.ValueInputs)
		}
		seen = append(seen, string(scene))
		return answers[last.Type], nil
	}
	e, err := evaluateBy(t, judgeBy(always(execute)), root, judge.Options{Baseline: judge.Oracle})
	if err != nil {
		t.Fatal(err)
	}
	if all := e.score(t, "all", "all", "accuracy"); all != 100 || e.Answers[0].Notes != nil {
		t.Errorf("all is %g, wrong is %q, want 100 and none", all, e.Answers[0].Notes)
	}
	if want := []string{"0", "0", "1", "1", "2", "2"}; !slices.Equal(seen, want) {
		t.Errorf("scenes are %v, want %v", seen, want)
	}

	answers["query_object-category"] = "Bed"
	if e, err = evaluateBy(t, judgeBy(always(execute)), root, judge.Options{Baseline: judge.Oracle}); err != nil {
		t.Fatal(err)
	}
	want := []string{"question 3: its program gives bed, stored is chair"}
	if !slices.Equal(e.Answers[0].Notes, want) || e.score(t, "sub-type", "relation spatial", "accuracy") != 0 {
		t.Errorf("first wrong is %q, want %q", e.Answers[0].Notes, want)
	}

	broken := errors.New("node 1: no function fly")
	fails := func([]byte, json.RawMessage) (any, error) { return nil, broken }
	_, err = evaluateBy(t, judgeBy(always(fails)), root, judge.Options{Baseline: judge.Oracle})
	if want := "judge: " + questionsFile(root, "test") + ": question 0: program: node 1: no function fly"; !errors.Is(err, broken) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Which split is meant, and what to do when it is not there.
func TestEvalSplit(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a[b]*") // a name, not a pattern
	one := evalQuestion("concept", "query-part", "zero_hop:3", "red", "query_part-color")
	try := func(asked string) string {
		e, err := evaluate(t, root, judge.Options{Split: asked, Baseline: judge.Random})
		if err != nil {
			return strings.ReplaceAll(err.Error(), root, "ROOT")
		}
		return e.split
	}
	var got []string
	got = append(got, try(""))
	evalFiles(t, root, "val", one)
	got = append(got, try(""), try("val"), try("test"))
	evalFiles(t, root, "train", one)
	got = append(got, try(""), try("train"))
	evalFiles(t, root, "test", one)
	got = append(got, try(""))
	want := []string{
		"judge: ROOT: no split has its {split}/questions.json; generate a split in full, or ask its questions",
		"val", "val", "judge: ROOT: split test has no test/questions.json; choose one of val with --split, or ask its questions",
		"train", "train", "test",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Damaged files of questions are reported with the place.
func TestQuestionFileErrors(t *testing.T) {
	root := evalSmall(t)
	name := questionsFile(root, "test")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", `not a file of questions, {"questions": [...]}: EOF`},
		{`[]`, `not a file of questions, {"questions": [...]}: `},
		{string(good[:len(good)-20]), "the file is cut short or damaged at question 5: "},
		{string(good[:len(good)-2]), "the file is cut short or damaged at question 6: "},
		{strings.Replace(string(good), `"question_index":2`, `"question_index":7`, 1), "question 2: question_index is 7, want 2: they count from 0"},
		{strings.Replace(string(good), `"count-part"`, `"count-parts"`, 1),
			`question 2: the set has no questions of type1 "concept" and type2 "count-parts"`},
		{strings.Replace(string(good), `"count-part"`, `"all"`, 1), `question 2: the set has no questions of type1 "concept" and type2 "all"`},
		{strings.Replace(string(good), `"answer":4`, `"answer":[4]`, 1), "question 2: answer is [4], want true or false, a whole number or a word"},
		{strings.Replace(string(good), `"program":[`, `"program":7,"p":[`, 1),
			"question 0: program is no list of nodes: 7"},
		{strings.Replace(string(good), `"program":[`, `"program":[],"p":[`, 1), "question 0: program is no list of nodes: []"},
	} {
		if c.text == string(good) {
			t.Fatalf("%s: nothing was changed", c.want)
		}
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := evaluate(t, root, judge.Options{Baseline: judge.Random})
		if want := "judge: " + name + ": " + c.want; !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
