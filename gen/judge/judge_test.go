package judge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/scenes/rng"
)

// toy asks what color is meant; answers are red, green or blue. The oracle reads the question's text.
type toy struct{ questions int }

type toyQuestion struct {
	QuestionIndex int    `json:"question_index"`
	ImageIndex    int    `json:"image_index"`
	Question      string `json:"question"`
	Answer        string `json:"answer"`
}

func (toy) Question(n int, value jsontext.Value) (*Question, error) {
	var q toyQuestion
	if err := json.Unmarshal(value, &q); err != nil {
		return nil, err
	}
	return &Question{Index: q.QuestionIndex, Image: q.ImageIndex, Text: q.Question, Family: "colors", Answer: q.Answer}, nil
}

func (toy) Groups(q *Question) ([]Group, error) {
	return []Group{{"type", "odd"}, {"image", strconv.Itoa(q.Image)}}, nil
}

func (toy) Word(answer jsontext.Value) (string, error) {
	var word string
	if err := json.Unmarshal(answer, &word); err != nil || word == "" {
		return "", fmt.Errorf("answer is %s, want a color", answer)
	}
	return strings.TrimSpace(word), nil
}

func (toy) Possible(*Question) ([]string, error) { return []string{"red", "green", "blue"}, nil }

func (toy) Oracle(context.Context, *Job, string) (func(*Question) (string, error), func(), error) {
	return func(q *Question) (string, error) { return strings.Fields(q.Text)[0], nil }, func() {}, nil
}

func toySet() *Set {
	files := []string{"{split}.json"}
	return &Set{Name: "toy", Layout: files, Tasks: []*Task{Questions{
		Task: Task{Groups: []string{"all", "type", "image"}}, Files: files,
		Open: func(context.Context, string, string, string) (Asker, error) { return toy{}, nil },
	}.New()}}
}

// put writes a file below a folder and returns its name.
func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// toyFolder has questions, two about each picture, with these answers; texts begin with them.
func toyFolder(t *testing.T, split string, answers ...string) string {
	t.Helper()
	dir := t.TempDir()
	toySplit(t, dir, split, answers...)
	return dir
}

func toySplit(t *testing.T, dir, split string, answers ...string) {
	t.Helper()
	var list []string
	for i, a := range answers {
		list = append(list, fmt.Sprintf(`{"question_index": %d, "image_index": %d, "question": "%s is it?", "answer": %q}`, i, i/2, a, a))
	}
	put(t, dir, split+".json", `{"info": {"n": [1]}, "questions": [`+strings.Join(list, ",\n")+"]}")
}

// all is the accuracy of all questions.
func all(t *testing.T, r *Report) float64 {
	t.Helper()
	for _, row := range r.Tasks[0].Rows {
		if row.Group == AllGroup {
			return row.Scores[0]["accuracy"].Value
		}
	}
	t.Fatal("there is no row of all")
	return 0
}

// All forms of files of predictions say the same.
func TestForms(t *testing.T) {
	dir := toyFolder(t, "test", "red", "green", "blue", "red")
	for name, text := range map[string]string{
		"a.csv":   "question_index,answer\r\n0,red\r\n1,green\r\n3,\"blue\"\r\n2, blue\r\n",
		"a.CSV":   "2,blue\n0,red\n1,green\n3,blue\n",
		"a.jsonl": "{\"question_index\": 0, \"answer\": \"red\", \"p\": 1}\n\n{\"answer\": \"green\", \"question_index\": 1}{\"question_index\": 2, \"answer\": \"blue\"}\n{\"question_index\": 3, \"answer\": \"blue\"}",
		"a.json":  `[{"question_index": 0, "answer": "red"}, {"question_index": 1, "answer": "green"}, {"question_index": 2, "answer": "blue"}, {"question_index": 3, "answer": "blue"}]`,
		"b.json":  `{"info": {"answer": 1}, "questions": [{"question_index": 0, "answer": "red"}, {"question_index": 1, "answer": "green"}, {"question_index": 2, "answer": "blue"}, {"question_index": 3, "answer": "blue"}], "x": 1}`,
		"c.json":  `{"3": "blue", "0": "red", "1": "green", "02": " blue "}`,
	} {
		r, err := Run(t.Context(), toySet(), Options{Data: dir, Pred: []string{put(t, dir, name, text)}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if all(t, r) != 75 || r.Split != "test" {
			t.Errorf("%s: %g %% of split %s, want 75 of test", name, all(t, r), r.Split)
		}
	}
}

// What is wrong with a file of predictions is said with its line and the cure.
func TestPredictionErrors(t *testing.T) {
	dir := toyFolder(t, "test", "red", "green", "blue", "red")
	form := `: want one {"question_index": n, "answer": x} per line, a list of such, an object with answer by question_index, or a .csv`
	for _, c := range []struct{ name, text, want string }{
		{"a.csv", "0,red\n1,red\n1,blue", ":3: question_index 1 was answered in line 2 already; keep one of the two"},
		{"a.csv", "0,red\none,red", `:2: question_index is "one", want a whole number`},
		{"a.csv", "0,red\n1", ":2: has 1 columns, want question_index and answer; a list is put in double quotes"},
		{"a.csv", "0,\"red\n", ":1: no CSV: "},
		{"a.csv", "0,red\n1,\n2,red\n3,red", ":2: answer is \"\", want a color; 1 answers are like that, count them as wrong with --partial"},
		{"a.csv", "0,red\n1,red\n2,red", ": 1 of 4 questions have no answer, question_index 3 is the first; add them, or count them as wrong with --partial"},
		{"a.csv", "0,red\n9,red\n-1,red", ":2: question_index is 9, but DIR/test.json has no such one among its 4 questions; choose the split that was answered with --split"},
		{"a.json", "", ": 4 of 4 questions have no answer, question_index 0 is the first"},
		{"a.json", "[]", ": 4 of 4 questions have no answer"},
		{"a.json", "{}", ": 4 of 4 questions have no answer"},
		{"a.json", "hello", form},
		{"a.json", "[\n{\"question_index\": 0, \"answer\": 1}]", ":2: answer is 1, want a color"},
		{"a.json", "{\"question_index\": 0, \"answer\": \"red\"}\n{\"index\": 1}", `:2: is {"index": 1}, want {"question_index": n, "answer": x}`},
		{"a.json", `{"answer": "red"}`, `:1: is {"answer": "red"}, want {"question_index": n, "answer": x}`},
		{"a.json", `{"question_index": "0", "answer": "red"}`, `:1: question_index is "0", want a whole number`},
		{"a.json", "{\"0\": \"red\",\n\"0\": \"red\"}", ":2: question_index 0 was answered in line 1 already; keep one of the two"},
		{"a.json", "{\"0\": \"red\",\n\"1\": nix}", ":2: [1] is no JSON: invalid character"},
		{"a.json", "{\"0\": \"red\",\n\"one\": \"red\"}", `:2: question_index is "one", want a whole number`},
		{"a.json", "{\"questions\": [\n{\"question_index\": 0, \"answer\": \"red\"},\n", ":3: the text ends within a value"},
		{"a.json", "[] []", ":1: something follows behind the end; keep one list or object"},
		{"a.json", "{\"question_index\": 0, \"answer\": \"red\"}\n]", ":2: is no JSON: invalid character"},
		{"a.json", "[3]", ":1: is 3, want "},
	} {
		name := put(t, dir, c.name, c.text)
		_, err := Run(t.Context(), toySet(), Options{Data: dir, Pred: []string{name}})
		if got := strings.ReplaceAll(fmt.Sprint(err), dir, "DIR"); !strings.HasPrefix(got, "judge: DIR/"+c.name+c.want) {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	_, err := Run(t.Context(), toySet(), Options{Data: dir, Pred: []string{dir + "/none"}})
	if want := "judge: predictions: " + dir + "/none: no such file or directory"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, toySet(), Options{Data: dir, Baseline: Oracle}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// Reading predictions ends with predictions or an error.
func FuzzPredictions(f *testing.F) {
	f.Add([]byte("0,yes\n1,no"), true)
	f.Add([]byte(`[{"question_index": 0, "answer": true}]`), false)
	f.Add([]byte("{\"question_index\": 0, \"answer\": \"yes\"}\n{\"question_index\": 1, \"answer\": false}"), false)
	f.Add([]byte(`{"0": true, "1": "no"}`), false)
	f.Add([]byte(`{"questions": [{"question_index": 0}]}`), false)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, isCSV bool) {
		name := filepath.Join(dir, "p.json")
		if isCSV {
			name = filepath.Join(dir, "p.csv")
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		err := questionForm.each(t.Context(), name, func(line int, entry Entry) error {
			if line < 1 || !jsontext.Value(entry).IsValid(jsontext.AllowDuplicateNames(true)) {
				t.Errorf("%q: line %d is %q", data, line, entry)
			}
			return nil
		})
		if err != nil && !strings.HasPrefix(err.Error(), "judge: "+name) {
			t.Errorf("%q: %v", data, err)
		}
	})
}

// Baselines of one split and of two.
func TestBaselines(t *testing.T) {
	dir := toyFolder(t, "test", slices.Repeat([]string{"red", "red", "blue"}, 100)...)
	judge := func(o Options) *Report {
		t.Helper()
		o.Data = dir
		r, err := Run(t.Context(), toySet(), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	random := judge(Options{Baseline: Random, Seed: 1})
	if got := all(t, random); math.Abs(got-100./3) > 10 || all(t, judge(Options{Baseline: Random, Seed: 1})) != got ||
		all(t, judge(Options{Baseline: Random, Seed: 2})) == got {
		t.Errorf("random is right in %g %%, want a third, by the seed", got)
	}
	if e := random.Tasks[0].Rows[0].Scores[0]["expected"].Value; math.Abs(e-100./3) > 1e-9 {
		t.Errorf("expected of random is %g, want a third", e)
	}
	for name, want := range map[string]float64{Oracle: 100, "reference": 100, Frequency: 200. / 3, "q-type": 200. / 3, Words: 100} {
		if got := all(t, judge(Options{Baseline: name})); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is right in %g %%, want %g", name, got, want)
		}
	}
	toySplit(t, dir, "train", "blue", "blue", "red")
	for name, want := range map[string]float64{Frequency: 100. / 3, Words: 100} {
		r := judge(Options{Baseline: name, Split: "test"})
		if got := all(t, r); math.Abs(got-want) > 1e-9 || r.Tasks[0].Answers[0].TrainedOn != "train" {
			t.Errorf("%s of train is right in %g %%, want %g", name, got, want)
		}
	}
	if r := judge(Options{Baseline: Frequency, Train: "test"}); math.Abs(all(t, r)-200./3) > 1e-9 {
		t.Errorf("frequency of test is right in %g %%", all(t, r))
	}
}

// Two files are compared sample by sample, and the samples told that they differ on.
func TestTwoFiles(t *testing.T) {
	dir := toyFolder(t, "test", slices.Repeat([]string{"red"}, 20)...)
	csv := func(name string, right func(i int) bool) string {
		var b strings.Builder
		for i := range 20 {
			answer := "blue"
			if right(i) {
				answer = "red"
			}
			fmt.Fprintf(&b, "%d,%s\n", i, answer)
		}
		return put(t, dir, name, b.String())
	}
	detail := filepath.Join(dir, "detail.jsonl")
	r, err := Run(t.Context(), toySet(), Options{
		Data: dir, Detail: detail,
		Pred: []string{csv("a.csv", func(i int) bool { return i < 12 }), csv("b.csv", func(i int) bool { return i >= 3 })},
	})
	if err != nil {
		t.Fatal(err)
	}
	task := r.Tasks[0]
	got := task.Rows[0].Compared["accuracy"]
	// 3 are right in the first alone, 8 in the second alone: 2 (1 + 11 + 55 + 165) / 2^11.
	if math.Abs(got.Difference-25) > 1e-9 || *got.OnlyFirst != 3 || *got.OnlySecond != 8 || math.Abs(*got.P-464./2048) > 1e-12 {
		t.Errorf("compared: %+v, p %g", got, *got.P)
	}
	if task.Rows[2].Compared != nil || task.Rows[2].Group != "image" {
		t.Errorf("a row of a picture is compared: %+v", task.Rows[2])
	}
	if d := task.Differ; d.Count != 11 || strings.Join(d.First, " ") != "0 1 2 12 13 14 15 16 17 18" {
		t.Errorf("they differ on %+v", d)
	}
	lines, err := os.ReadFile(detail)
	if err != nil || strings.Count(string(lines), "\n") != 22 || !strings.Contains(string(lines), `"question_index":19,"image_index":9,"correct":false,"pred":"blue","target":"red"`) {
		t.Errorf("%v, details are\n%s", err, lines)
	}
	var shown strings.Builder
	r.Print(&shown)
	if want := "samples that the two differ on: 11: 0, 1, 2, 12, 13, 14, 15, 16, 17, 18, ...\n"; !strings.Contains(shown.String(), want) {
		t.Errorf("printed\n%s, which has no %s", shown.String(), want)
	}
}

// Answers of people count as predictions do, without regard to case; what was answered again or is torn does not.
func TestPeople(t *testing.T) {
	dir := toyFolder(t, "val", "red", "green", "blue", "red")
	line := func(user string, index, question int, answer string) string {
		return fmt.Sprintf(`{"user":%q,"problem":"val","split":"val","index":%d,"question":%d,"answer":%q,"seconds":4}`+"\n", user, index, question, answer)
	}
	name := put(t, dir, "anna.jsonl", line("anna", 0, 1, "GREEN")+line("anna", 1, 0, "red")+line("anna", 1, 0, "blue")+line("bob", 1, 0, "blue")+`{"user`)
	r, err := Run(t.Context(), toySet(), Options{Data: dir, Human: name})
	if err != nil {
		t.Fatal(err)
	}
	h := r.Tasks[0].Answers[0].Human
	if math.Abs(all(t, r)-200./3) > 1e-9 || r.Split != "val" || h.Repeated != 1 || h.Torn != 5 || h.AvgSeconds != 4 || !slices.Equal(h.Users, []string{"anna", "bob"}) {
		t.Errorf("%g %% of %s, %+v, want two of three", all(t, r), r.Split, h)
	}
	for text, want := range map[string]string{
		line("anna", 1, 2, "red"): ":1: there is no question 2 of val/1 in " + dir,
		"":                        " has no answers",
		strings.Replace(line("a", 0, 0, "red"), `"index":0,`, "", 1): ":1: has no index, want the number of a sample",
	} {
		name := put(t, dir, "b.jsonl", text)
		if _, err := Run(t.Context(), toySet(), Options{Data: dir, Human: name}); fmt.Sprint(err) != "judge: "+name+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Intervals hold against textbooks: Newcombe 1998, "Two-sided confidence intervals for the single proportion", table 1.
func TestIntervals(t *testing.T) {
	for _, c := range []struct{ right, of, low, high float64 }{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}, {20, 20, 0.8389, 1},
	} {
		if low, high := wilson(c.right, c.of); math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%g of %g: %.4f to %.4f, want %.4f to %.4f", c.right, c.of, low, high, c.low, c.high)
		}
	}
	for _, c := range []struct {
		first, second int
		want          float64
	}{{0, 0, 1}, {5, 5, 1}, {0, 1, 1}, {1, 9, 22. / 1024}, {10, 0, 2. / 1024}, {3, 8, 464. / 2048}} {
		if got := mcnemar(c.first, c.second); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d and %d: p is %g, want %g", c.first, c.second, got, c.want)
		}
	}
	if p := mcnemar(50_000, 51_000); !(p > 0.0016 && p < 0.0018) { // z = 999.5 / sqrt(101,000) with the correction for continuity is 3.145
		t.Errorf("p of many is %g, want about 0.00166", p)
	}

	// The interval of a mean of normal numbers is 1.96 standard errors to both sides, and the same for the same stream.
	r := rand.New(rand.NewPCG(1, 1))
	var values, more []Value
	for range 2000 {
		x := r.NormFloat64()
		values, more = append(values, Number(x)), append(more, Number(x+0.5))
	}
	low, high := bootstrap(rng.Named("a"), values)
	if off := normal / math.Sqrt(2000); math.Abs((high-low)/2-off) > 0.15*off {
		t.Errorf("interval is %g to %g, want half a width of %g", low, high, off)
	}
	if l, h := bootstrap(rng.Named("a"), values); l != low || h != high {
		t.Error("the interval is not that of the stream")
	}
	if l, h := paired(rng.Named("a"), values, more); math.Abs(l-0.5) > 1e-9 || math.Abs(h-0.5) > 1e-9 {
		t.Errorf("the paired interval of a constant difference is %g to %g, want 0.5", l, h)
	}
}

// Repeated questions are counted in a split and between splits.
func TestOverlaps(t *testing.T) {
	dir := toyFolder(t, "train", "red", "blue", "blue")
	toySplit(t, dir, "test", "green", "blue")
	r, err := Run(t.Context(), toySet(), Options{Data: dir, Overlap: true})
	if err != nil {
		t.Fatal(err)
	}
	want := "[{train 3 2 []} {test 2 2 [{train 1 1 1 33.33333333333333}]}]"
	var got []string
	for _, o := range r.Overlaps {
		got = append(got, fmt.Sprintf("{%s %d %d %v}", o.Split, o.Questions, o.Distinct, o.Shared))
	}
	if text := fmt.Sprint(got); !strings.HasPrefix(text, want[:40]) || r.Tasks != nil {
		t.Errorf("got %s, want %s", text, want)
	}
}
