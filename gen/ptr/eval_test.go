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

	"mereo/gen/ask"
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

// score finds a row.
func (e *Evaluation) score(t *testing.T, type1, type2 string) Score {
	t.Helper()
	for _, s := range e.Scores {
		if s.Type1 == type1 && s.Type2 == type2 {
			return s
		}
	}
	t.Fatalf("no row %s %s", type1, type2)
	return Score{}
}

// check compares the rows that have questions with "type1 type2 count accuracy".
func (e *Evaluation) check(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, s := range e.Scores {
		if s.Count > 0 {
			got = append(got, fmt.Sprintf("%s %s %d %.1f", s.Type1, s.Type2, s.Count, s.Accuracy))
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
		e, err := Evaluate(t.Context(), root, EvalOptions{Predictions: name})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		e.check(t, "concept query-part 2 100.0", "concept count-part 1 100.0", "relation spatial 1 0.0", "analogy spatial 1 100.0",
			"physics possible-change 1 0.0", "concept all 3 100.0", "relation all 1 0.0", "analogy all 1 100.0", "physics all 1 0.0",
			"all all 6 66.7")
		if e.Split != "test" || e.Missing != 0 {
			t.Errorf("split %q, %d missing, want test and none", e.Split, e.Missing)
		}
	}

	if err := os.WriteFile(name, []byte(`{"2": "4", "5": "LEFT"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := Evaluate(t.Context(), root, EvalOptions{Predictions: name, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if all := e.score(t, "all", "all"); e.Missing != 4 || all.Count != 6 || math.Abs(all.Accuracy-100./3) > 1e-12 {
		t.Errorf("partial: %d missing, all %+v, want 4 and a third of 6", e.Missing, all)
	}
}

// The published table: 14 sub-types, their types, all.
func TestEvaluationRows(t *testing.T) {
	e, err := Evaluate(t.Context(), evalSmall(t), EvalOptions{Baseline: BaselineRandom})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Scores) != 20 {
		t.Fatalf("%d rows, want 20", len(e.Scores))
	}
	if s := e.Scores[5]; s.Type1 != "relation" || s.Type2 != "spatial" || s.PaperRand != 11.5 || s.PaperFreq != 18.2 {
		t.Errorf("row 5 is %+v, want relation spatial 11.5 18.2", s)
	}
	if s := e.Scores[19]; s.Type1 != "all" || s.Type2 != "all" || s.PaperRand != 28.4 || s.PaperFreq != 33.5 {
		t.Errorf("row 19 is %+v, want all all 28.4 33.5", s)
	}
}

// What is wrong with a file of predictions, word for word.
func TestPredictionErrors(t *testing.T) {
	root := evalSmall(t)
	name := filepath.Join(root, "p")
	whole := `"0": 1, "1": 1, "2": 1, "3": 1, "4": 1, "5": 1`
	for _, c := range []struct{ text, want string }{
		{"", `want one {"question_index": n, "answer": x} per line, a list of such, or {"n": x, ...}`},
		{"yes no", `want one {"question_index": n, "answer": x} per line, a list of such, or {"n": x, ...}`},
		{`{"3": "red"`, `the object is no JSON: line 1, column 12: the text ends within a value`},
		{`[{"question_index": 3}`, `the list is no JSON: line 1, column 23: the text ends within a value`},
		{`[]`, `6 of 6 questions have no answer, question_index 0 is the first; add them, or count them as wrong with --partial`},
		{`{}`, `6 of 6 questions have no answer, question_index 0 is the first; add them, or count them as wrong with --partial`},
		{`{"0": 1, "2": 1}`, `4 of 6 questions have no answer, question_index 1 is the first; add them, or count them as wrong with --partial`},
		{"{\"question_index\": 0, \"answer\": 1}\n\n{\"question_index\": 0, \"answer\": 2}",
			`line 3: question_index 0 was answered in line 1 already; keep one of the two`},
		{`{"1": 1, "01": 1}`, `entry 2: question_index 1 was answered in entry 1 already; keep one of the two`},
		{`[{"question_index": 7, "answer": 1}, {"question_index": -1, "answer": 1}]`,
			`entry 1: question_index is 7, but those of ROOT/test/questions.json go from 0 to 5; choose the split that was answered with --split`},
		{`{"7": 1, ` + whole + `}`,
			`entry 1: question_index is 7, but those of ROOT/test/questions.json go from 0 to 5; choose the split that was answered with --split`},
		{"{\"question_index\": 0, \"answer\": 1}\n{\"question_index\": 1, \"answer\": 2.5}",
			`line 2: answer is 2.5, want true or false, a whole number or a word`},
		{`[{"question_index": 0, "answer": ["a"]}]`, `entry 1: answer is ["a"], want true or false, a whole number or a word`},
		{`[{"question_index": 0, "answer": " "}]`, `entry 1: answer is " ", want true or false, a whole number or a word`},
		{`{"question_index": 0}`, `line 1: answer is null, want true or false, a whole number or a word`},
		{`{"answer": "red"}`, `line 1: question_index is null, want a whole number`},
		{`[{"question_index": "0", "answer": "red"}]`, `entry 1: question_index is "0", want a whole number`},
		{`{"0": "red", "one": "red"}`, `entry 2: key is "one", want a question_index`},
		{`{"0": {"answer": "red"}}`, `entry 1: answer is {"answer":"red"}, want true or false, a whole number or a word`},
		{`{"question_index": 0, "answer": red}`,
			`line 1: is {"question_index": 0, "answer": red}, want {"question_index": n, "answer": x}`},
		{`[3]`, `entry 1: is 3, want {"question_index": n, "answer": x}`},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Evaluate(t.Context(), root, EvalOptions{Predictions: name})
		got := strings.ReplaceAll(fmt.Sprint(err), root, "ROOT")
		if want := "ptr: ROOT/p: " + c.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, want)
		}
	}
	_, err := Evaluate(t.Context(), root, EvalOptions{Predictions: name + "q"})
	if got, want := fmt.Sprint(err), "ptr: predictions: "+name+"q: no such file or directory"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Every answer is one of a domain, whose size decides the chance.
func TestRandomBaseline(t *testing.T) {
	e, err := Evaluate(t.Context(), evalSmall(t), EvalOptions{Baseline: BaselineRandom})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.score(t, "concept", "query-part").Accuracy, 100*(1./8+1./19)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("query-part is %g, want %g", got, want)
	}
	for _, c := range []struct {
		type1, type2 string
		want         float64
	}{{"concept", "count-part", 10}, {"relation", "spatial", 20}, {"analogy", "spatial", 50}, {"physics", "possible-change", 25}} {
		if got := e.score(t, c.type1, c.type2).Accuracy; got != c.want {
			t.Errorf("%s %s is %g, want %g exactly", c.type1, c.type2, got, c.want)
		}
	}
	for _, domain := range []ask.Type{ask.TypeBool, ask.TypeInteger, typeColor, typeCategory, typePart, typeDirection} {
		if size := len(newLibrary().Domain(domain)); size == 0 || fullCredit%size != 0 {
			t.Errorf("%s: a share of 1/%d of %d is not whole", domain, size, fullCredit)
		}
	}

	root := t.TempDir()
	evalFiles(t, root, "val", evalQuestion("concept", "query-part", "zero_hop:3", "red", "unique"))
	_, err = Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineRandom})
	want := "ptr: " + questionsFile(root, "val") + `: question 0: program ends with "unique", which gives no answer`
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
	e, err := Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineFrequency})
	if err != nil {
		t.Fatal(err)
	}
	e.check(t, "relation spatial 8 37.5", "relation all 8 37.5", "all all 8 37.5")
	if e.TrainedOn != "train" || e.Split != "test" {
		t.Errorf("trained on %q, evaluated on %q, want train and test", e.TrainedOn, e.Split)
	}

	// Without split train the evaluated split itself is what is learnt from: 2, yes or a, and 1.
	if err := os.RemoveAll(filepath.Join(root, "train")); err != nil {
		t.Fatal(err)
	}
	e, err = Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineFrequency})
	if err != nil {
		t.Fatal(err)
	}
	e.check(t, "relation spatial 8 75.0", "relation all 8 75.0", "all all 8 75.0")
	if e.TrainedOn != "test" {
		t.Errorf("trained on %q, want test", e.TrainedOn)
	}
}

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
	e, err := Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineOracle, Execute: execute})
	if err != nil {
		t.Fatal(err)
	}
	if all := e.score(t, "all", "all"); all.Accuracy != 100 || all.Count != 6 || e.FirstWrong != "" {
		t.Errorf("all is %+v, wrong is %q, want 100 and none", all, e.FirstWrong)
	}
	if want := []string{"0", "0", "1", "1", "2", "2"}; !slices.Equal(seen, want) {
		t.Errorf("scenes are %v, want %v", seen, want)
	}

	answers["query_object-category"] = "Bed"
	if e, err = Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineOracle, Execute: execute}); err != nil {
		t.Fatal(err)
	}
	if want := "question 3: its program gives bed, stored is chair"; e.FirstWrong != want || e.score(t, "relation", "spatial").Accuracy != 0 {
		t.Errorf("first wrong is %q, want %q", e.FirstWrong, want)
	}

	broken := errors.New("node 1: no function fly")
	_, err = Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineOracle, Execute: func([]byte, json.RawMessage) (any, error) { return nil, broken }})
	if want := "ptr: " + questionsFile(root, "test") + ": question 0: program: node 1: no function fly"; !errors.Is(err, broken) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Which split is meant, and what to do when it is not there.
func TestEvalSplit(t *testing.T) {
	root := filepath.Join(t.TempDir(), "a[b]*") // a name, not a pattern
	one := evalQuestion("concept", "query-part", "zero_hop:3", "red", "query_part-color")
	try := func(asked string) string {
		e, err := Evaluate(t.Context(), root, EvalOptions{Split: asked, Baseline: BaselineRandom})
		if err != nil {
			return strings.ReplaceAll(err.Error(), root, "ROOT")
		}
		return e.Split
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
		"ptr: ROOT: no split has a questions.json; generate a split in full, or ask its questions",
		"val", "val", "ptr: ROOT: split test has no questions.json; choose one of those that have one: val",
		"ptr: ROOT: split test has no questions.json; choose one of those that have one: train, val", "train",
		"test",
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
		{"", `not a file of questions, {"questions": [...]}; ask the split's questions again`},
		{`[]`, `not a file of questions, {"questions": [...]}; ask the split's questions again`},
		{string(good[:len(good)-20]), "question 5: unexpected EOF"},
		{string(good[:len(good)-2]), "the file is cut short or damaged behind question 5; ask the split's questions again"},
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
		_, err := Evaluate(t.Context(), root, EvalOptions{Baseline: BaselineRandom})
		if want := "ptr: " + name + ": " + c.want; fmt.Sprint(err) != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
