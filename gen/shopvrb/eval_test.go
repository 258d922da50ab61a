package shopvrb

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
	"mereo/scenes/annot"
)

// evalFolder is a split test of two scenes, of a red mug, a plastic fork and a white bowl, and of a glass, with four visual and
// two textual questions. Pictures have 4 x 4 pixels: the mug is the first column, the fork the second, the bowl the last two.
func evalFolder(t *testing.T) string {
	t.Helper()
	scene := func(index int, objects ...string) string {
		none := "[" + strings.TrimSuffix(strings.Repeat("[], ", len(objects)), ", ") + "]"
		return fmt.Sprintf(`{"split": "test", "image_index": %d, "image_filename": "SHOP_VRB_test_%06[1]d.png", "objects": [%s],
			"relationships": {"left": %s, "right": %[3]s, "behind": %[3]s, "front": %[3]s}}`, index, strings.Join(objects, ", "), none)
	}
	scenes := `{"info": {}, "scenes": [` + "\n" + scene(0,
		evalThing("mug", "small", "red", "ceramic", 0, evalMask(0, 4, 12), `"dishwasher safe", "used for drinking"`),
		evalThing("fork", "small", "white", "plastic", 1, evalMask(4, 4, 8), `"sharp"`),
		evalThing("bowl", "large", "white", "ceramic", 2, evalMask(8, 8), `"dishwasher safe"`),
	) + ",\n" + scene(1, evalThing("glass", "small", "transparent", "glass", 3, evalMask(0, 16), `"used for drinking"`)) + "\n]}\n"
	return evalFiles(t, t.TempDir(), map[string]string{
		"scenes/SHOP_VRB_test_scenes.json": scenes,
		"questions/SHOP_VRB_test_questions.json": `{"questions": [` + strings.Join([]string{
			evalAsked(0, 0, "zero_hop", 0, "2", `"count"`, "white"),
			evalAsked(1, 0, "zero_hop", 1, "yes", `"exist"`, "red"),
			evalAsked(2, 0, "one_hop", 0, "mug", `"unique"}, {"function": "query_name"`, "red"),
			evalAsked(3, 1, "zero_hop", 0, "0", `"count"`, "red"),
		}, ",\n") + "]}\n",
		"questions/SHOP_VRB_test_questions_text.json": `{"questions": [` + strings.Join([]string{
			evalAsked(0, 0, "zero_hop_text", 7, "['dishwasher safe', 'used for drinking']", `"unique"}, {"function": "query_attribute"`, "red"),
			evalAsked(1, 1, "zero_hop_text", 7, "used for drinking", `"unique"}, {"function": "query_attribute"`, "transparent"),
		}, ",\n") + "]}\n",
	})
}

func evalFiles(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// evalThing is an object; it stands at (x, 0).
func evalThing(name, size, color, material string, x float64, mask, labels string) string {
	return fmt.Sprintf(`{"name": %q, "size": %q, "color": %q, "material": %q, "weight": "light", "movability": "portable",
		"shape": "cylindrical", "powering": "non-powered", "disassembly": "dismantable", "picking": "graspable", "attribute": [%s],
		"3d_coords": [%v, 0.0, 0.0], %s}`, name, size, color, material, labels, x, mask)
}

// evalMask is a mask of 4 x 4 pixels.
func evalMask(runs ...int) string {
	return fmt.Sprintf(`"mask": {"size": [4, 4], "counts": %q}`, encodeMask(annot.RLE{Size: [2]int{4, 4}, Counts: runs}).Counts)
}

// evalAsked is a question about the things of a color. last is how its program ends, each call taking the one before it.
func evalAsked(index, scene int, family string, template int, answer, last, color string) string {
	calls := strings.Split(`{"function": "scene"}, {"function": "filter_color"}, {"function": `+last+"}", ", ")
	for i, c := range calls {
		inputs, value := "", ""
		if i > 0 {
			inputs = fmt.Sprint(i - 1)
		}
		if i == 1 {
			value = fmt.Sprintf("%q", color)
		}
		calls[i] = fmt.Sprintf(`%s, "inputs": [%s], "value_inputs": [%s]}`, strings.TrimSuffix(c, "}"), inputs, value)
	}
	return fmt.Sprintf(`{"image_index": %d, "question": "?", "program": [%s], "answer": %q, "template_filename": "%s.json",
		"question_in_family_index": %d, "question_index": %d}`, scene, strings.Join(calls, ", "), answer, family, template, index)
}

// judgeRun judges with the set's own options.
func judgeRun(t *testing.T, dir string, o judge.Options, flags ...string) (*judge.Report, error) {
	t.Helper()
	set := Judge()
	var f flag.FlagSet
	set.Flags(&f)
	if err := f.Parse(flags); err != nil {
		t.Fatal(err)
	}
	o.Data = dir
	for i, name := range o.Pred {
		o.Pred[i] = filepath.Join(dir, name)
	}
	if err := set.Check(); err != nil {
		return nil, err
	}
	return judge.Run(t.Context(), set, o)
}

// scoreRow finds a row of a task.
func scoreRow(t *testing.T, r *judge.Report, task, group, name string) judge.RowReport {
	t.Helper()
	for _, of := range r.Tasks {
		for _, row := range of.Rows {
			if of.Task == task && row.Group == group && row.Name == name {
				return row
			}
		}
	}
	t.Fatalf("there is no row %s, %s, %s", task, group, name)
	return judge.RowReport{}
}

// valueOf is the value of a column of a row of scenes, -1 for none.
func valueOf(t *testing.T, r *judge.Report, group, name, column string) float64 {
	t.Helper()
	if s := scoreRow(t, r, taskScenes, group, name).Scores[0][column]; s != nil {
		return s.Value
	}
	return -1
}

// taskOf finds a task.
func taskOf(r *judge.Report, name string) *judge.TaskReport {
	for _, t := range r.Tasks {
		if t.Task == name {
			return t
		}
	}
	return nil
}

func TestAnswersAreScoredByGroup(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{
		"v.csv":   "question_index,answer\n0,2\n3,1\n1,yes\n2, Mug\n",
		"t.jsonl": `{"question_index": 0, "answer": ["used for drinking", "dishwasher safe"]}` + "\n" + `{"question_index": 1, "answer": "used for drinking"}`,
	})
	reports := map[string]*judge.Report{}
	for task, file := range map[string]string{"visual": "v.csv", "textual": "t.jsonl"} {
		r, err := judgeRun(t, dir, judge.Options{Task: task, Pred: []string{file}})
		if err != nil {
			t.Fatal(err)
		}
		reports[task] = r
	}
	for _, c := range []struct {
		kind, group, name  string
		count, right, sets int
	}{
		{"visual", "type", "count", 2, 1, 1}, {"visual", "type", "exist", 1, 1, 1}, {"visual", "type", "query attribute", 1, 0, 0},
		{"visual", "all", "all", 4, 2, 2}, {"visual", "family", "zero_hop.json", 3, 2, 2}, {"visual", "family", "one_hop.json", 1, 0, 0},
		{"visual", "objects", "3", 3, 2, 2}, {"visual", "objects", "1", 1, 0, 0},
		{"textual", "all", "all", 2, 1, 2}, {"textual", "objects", "3", 1, 0, 1}, {"textual", "objects", "1", 1, 1, 1},
	} {
		r := scoreRow(t, reports[c.kind], c.kind, c.group, c.name)
		right, sets := r.Scores[0]["accuracy"].Value, r.Scores[0]["as sets"].Value
		if r.Count != c.count || math.Abs(right-100*float64(c.right)/float64(c.count)) > 1e-9 ||
			math.Abs(sets-100*float64(c.sets)/float64(c.count)) > 1e-9 {
			t.Errorf("%s, %s %s: %d, %v, as sets %v, want %d of %d right, as sets %d", c.kind, c.group, c.name, r.Count, right, sets, c.right,
				c.count, c.sets)
		}
	}
	if p := scoreRow(t, reports["visual"], "visual", "type", "query attribute").Published; p["NS 1"] != 89.5 || p["NS 2"] != 93.5 || p["XNM"] != 99.5 {
		t.Errorf("published figures of query attribute are %v", p)
	}
}

// both is the accuracy of the questions of both kinds.
func both(t *testing.T, r *judge.Report) float64 {
	t.Helper()
	return scoreRow(t, r, "visual and textual", "all", "all").Scores[0]["accuracy"].Value
}

func TestBaselines(t *testing.T) {
	dir := evalFolder(t)
	e, err := judgeRun(t, dir, judge.Options{Baseline: judge.Oracle})
	if err != nil {
		t.Fatal(err)
	}
	if both(t, e) != 100 || e.Tasks[0].Answers[0].Notes != nil {
		t.Errorf("oracle: %v, %+v", both(t, e), e.Tasks[0].Answers[0])
	}
	for _, c := range []struct {
		group, name, column string
		want                float64
	}{
		{groupObjects, rowFound, "of all", 100}, {groupAttribute, rowOverall, "of all", 100}, {groupMeasure, rowPosition, "value", 0},
		{groupMeasure, rowLabelF1, "value", 1}, {groupMeasure, rowObjectF1, "value", 1}, {groupMeasure, rowMaskIoU, "value", 1},
		{groupMeasure, rowBoxes, "value", 1}, {groupMeasure, rowMasks, "value", 1},
	} {
		if got := valueOf(t, e, c.group, c.name, c.column); got != c.want {
			t.Errorf("oracle: %s is %v, want %v", c.name, got, c.want)
		}
	}

	// Both answers of zero_hop.json:0, 0 and 2, are as frequent, and 0 is the first by its text.
	e, err = judgeRun(t, dir, judge.Options{Baseline: "q-type"})
	if err != nil {
		t.Fatal(err)
	}
	if r := scoreRow(t, e, "visual", "all", "all"); r.Scores[0]["accuracy"].Value != 75 || e.Tasks[0].Answers[0].TrainedOn != "test" ||
		taskOf(e, taskScenes) != nil {
		t.Errorf("q-type: %+v, trained on %s", r.Scores[0]["accuracy"], e.Tasks[0].Answers[0].TrainedOn)
	}
	if r := scoreRow(t, e, "visual", "type", "count"); r.Scores[0]["accuracy"].Value != 50 {
		t.Errorf("q-type: count %+v", r.Scores[0]["accuracy"])
	}
	evalFiles(t, dir, map[string]string{
		"questions/SHOP_VRB_more_questions.json":      `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"count"`, "white") + "]}",
		"questions/SHOP_VRB_more_questions_text.json": `{"questions": []}`,
	})
	e, err = judgeRun(t, dir, judge.Options{Baseline: judge.Frequency, Train: "more"})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(both(t, e)-100./6) > 1e-9 || e.Tasks[0].Answers[0].TrainedOn != "more" {
		t.Errorf("frequency of another split: %v, trained on %s", both(t, e), e.Tasks[0].Answers[0].TrainedOn)
	}
}

func TestOracleTellsTheFirstWrongAnswer(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"questions/SHOP_VRB_test_questions.json": `{"questions": [` +
		evalAsked(0, 0, "zero_hop", 0, "1", `"count"`, "white") + "]}"})
	e, err := judgeRun(t, dir, judge.Options{Baseline: judge.Oracle})
	want := "question 0: its program gives 2, stored is 1"
	if err != nil || e.Tasks[0].Answers[0].Notes[0] != want || scoreRow(t, e, "visual", "all", "all").Scores[0]["accuracy"].Value != 0 {
		t.Errorf("%v, %+v, want %s", err, e, want)
	}
}

func TestRandomAnswersAreThoseOfTheFunction(t *testing.T) {
	for function, want := range map[string][]string{
		"count": {"0", "1", "2", "3", "4", "5", "6", "7"}, "less_than": {"yes", "no"}, "equal_size": {"yes", "no"},
		"query_movability": {"portable", "movable"},
	} {
		if got := possibleAnswers(function); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", function, got, want)
		}
	}
	lists := possibleAnswers("query_attribute")
	for _, want := range []string{
		"['dishwasher safe', 'used for drinking']", "['dishwasher safe', 'used for drinking', 'disposable', 'recyclable']",
	} {
		if !slices.Contains(lists, want) {
			t.Errorf("no list of a wine glass: %s", want)
		}
	}
}

func TestAnswerText(t *testing.T) {
	for answer, want := range map[string]string{
		"true": "yes", "3": "3", `"3"`: "3", `["sharp", "flexible"]`: "['sharp', 'flexible']", `"['sharp']"`: "['sharp']",
	} {
		if got, err := answerText(jsontext.Value(answer)); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", answer, got, err, want)
		}
	}
}

func TestListsAreReadAsPythonPrintsThem(t *testing.T) {
	for text, want := range map[string][]string{
		"[]": nil, "['a']": {"a"}, `["it's", 'b']`: {"it's", "b"}, ` [ 'a' ,"b"] `: {"a", "b"}, `['it\'s', 'a\\b']`: {"it's", `a\b`},
		"['a, b', ']']": {"a, b", "]"},
	} {
		if got, ok := listItems(text); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "a", "['a'", "'a']", "['a' 'b']", "[a]", "['a]", `['a\`} {
		if got, ok := listItems(text); ok {
			t.Errorf("%s: is read as %q", text, got)
		}
	}
	if !sameAsSets("['a', 'b']", "['b', 'a', 'b']") || sameAsSets("['a']", "['b']") || sameAsSets("a", "a") {
		t.Error("lists are not compared as sets")
	}
}

func TestOverlapsCountDistinctTexts(t *testing.T) {
	dir := evalFolder(t)
	asked := func(texts ...string) string {
		var questions []string
		for _, text := range texts {
			questions = append(questions, `{"question": "`+text+`", "program": [{"function": "count"}], "answer": "1"}`)
		}
		return `{"questions": [` + strings.Join(questions, ", ") + "]}"
	}
	evalFiles(t, dir, map[string]string{
		"questions/SHOP_VRB_train_questions.json":          asked("a", "b", "b", "c"),
		"questions/SHOP_VRB_test_questions.json":           asked("d", "c", "c", "b", "e"),
		"questions/SHOP_VRB_benchmark_questions.json":      asked("c"),
		"questions/SHOP_VRB_test_questions_text.json":      asked("a"),
		"questions/SHOP_VRB_benchmark_questions_text.json": asked("b", "b"),
	})
	got, err := judgeRun(t, dir, judge.Options{Overlap: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []judge.Overlap{
		{Task: "visual", Split: "train", Questions: 4, Distinct: 3, Shared: []judge.Shared{}},
		{Task: "visual", Split: "test", Questions: 5, Distinct: 4, Shared: []judge.Shared{{With: "train", Questions: 3, SameAnswer: 3, Distinct: 2,
			Share: 40}}},
		{Task: "visual", Split: "benchmark", Questions: 1, Distinct: 1, Shared: []judge.Shared{
			{With: "train", Questions: 1, SameAnswer: 1, Distinct: 1, Share: 25}, {With: "test", Questions: 1, SameAnswer: 1, Distinct: 1, Share: 20}}},
		{Task: "textual", Split: "test", Questions: 1, Distinct: 1, Shared: []judge.Shared{}},
		{Task: "textual", Split: "benchmark", Questions: 2, Distinct: 1, Shared: []judge.Shared{{With: "test"}}},
	}
	if !reflect.DeepEqual(got.Overlaps, want) {
		t.Errorf("got %+v, want %+v", got.Overlaps, want)
	}
}
