package shopvrb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

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

// scoreOf finds a score.
func scoreOf(t *testing.T, e *Evaluation, kind, group, name string) QuestionScore {
	t.Helper()
	i := slices.IndexFunc(e.Scores, func(s QuestionScore) bool { return s.Kind == kind && s.Group == group && s.Name == name })
	if i < 0 {
		t.Fatalf("there is no score of %s, %s, %s: %+v", kind, group, name, e.Scores)
	}
	return e.Scores[i]
}

func TestAnswersAreScoredByGroup(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{
		"v.csv":   "question_index,answer\n0,2\n3,1\n1,yes\n2, Mug\n",
		"t.jsonl": `{"question_index": 0, "answer": ["used for drinking", "dishwasher safe"]}` + "\n" + `{"question_index": 1, "answer": "used for drinking"}`,
	})
	e, err := Evaluate(t.Context(), EvalOptions{Data: dir, Visual: filepath.Join(dir, "v.csv"), Textual: filepath.Join(dir, "t.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, group, name string
		count, right      int
		sets              float64 // -1 for none
	}{
		{"visual", "type", "count", 2, 1, -1}, {"visual", "type", "exist", 1, 1, -1}, {"visual", "type", "query attribute", 1, 0, -1},
		{"visual", "all", "all", 4, 2, -1}, {"visual", "family", "zero_hop.json", 3, 2, -1}, {"visual", "family", "one_hop.json", 1, 0, -1},
		{"visual", "objects", "3", 3, 2, -1}, {"visual", "objects", "1", 1, 0, -1},
		{"textual", "all", "all", 2, 1, 100}, {"textual", "objects", "3", 1, 0, 100}, {"textual", "objects", "1", 1, 1, -1},
		{"both", "type", "query attribute", 3, 1, 200.0 / 3}, {"both", "all", "all", 6, 3, 400.0 / 6},
	} {
		s := scoreOf(t, e, c.kind, c.group, c.name)
		sets := -1.0
		if s.AsSets != nil {
			sets = *s.AsSets
		}
		if s.Count != c.count || s.Right != c.right || s.Accuracy != 100*float64(c.right)/float64(c.count) || math.Abs(sets-c.sets) > 1e-9 {
			t.Errorf("%s, %s %s: %+v, as sets %v, want %d of %d right, as sets %v", c.kind, c.group, c.name, s, sets, c.right, c.count, c.sets)
		}
	}
	if s := scoreOf(t, e, "visual", "type", "query attribute"); s.PaperNS1 != 89.5 || s.PaperNS2 != 93.5 || s.PaperXNM != 99.5 {
		t.Errorf("published figures of query attribute are %+v", s)
	}
}

func TestBaselines(t *testing.T) {
	dir := evalFolder(t)
	e, err := Evaluate(t.Context(), EvalOptions{Data: dir, Baseline: BaselineOracle})
	if err != nil {
		t.Fatal(err)
	}
	if s := scoreOf(t, e, "both", "all", "all"); s.Right != 6 || e.Questions[0].FirstWrong != "" {
		t.Errorf("oracle: %+v, %+v", s, e.Questions)
	}
	if s := e.Scenes; s.Found != 4 || *s.Overall != 100 || *s.Position != 0 || *s.LabelF1 != 1 || *s.ObjectF1 != 1 || *s.MaskIoU != 1 ||
		s.Boxes.Mean != 1 || s.Masks.Mean != 1 {
		t.Errorf("oracle: scenes %+v", s)
	}

	// Both answers of zero_hop.json:0, 0 and 2, are as frequent, and 0 is the first by its text.
	e, err = Evaluate(t.Context(), EvalOptions{Data: dir, Baseline: BaselineQType})
	if err != nil {
		t.Fatal(err)
	}
	if s := scoreOf(t, e, "visual", "all", "all"); s.Right != 3 || e.TrainedOn != "test" || e.Scenes != nil {
		t.Errorf("q-type: %+v, trained on %s, scenes %+v", s, e.TrainedOn, e.Scenes)
	}
	if s := scoreOf(t, e, "visual", "type", "count"); s.Right != 1 {
		t.Errorf("q-type: count %+v", s)
	}
	evalFiles(t, dir, map[string]string{
		"questions/SHOP_VRB_more_questions.json":      `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"count"`, "white") + "]}",
		"questions/SHOP_VRB_more_questions_text.json": `{"questions": []}`,
	})
	e, err = Evaluate(t.Context(), EvalOptions{Data: dir, Baseline: BaselineQType, Train: "more"})
	if err != nil {
		t.Fatal(err)
	}
	if s := scoreOf(t, e, "both", "all", "all"); s.Right != 1 || e.TrainedOn != "more" {
		t.Errorf("q-type of another split: %+v, trained on %s", s, e.TrainedOn)
	}
}

func TestOracleTellsTheFirstWrongAnswer(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"questions/SHOP_VRB_test_questions.json": `{"questions": [` +
		evalAsked(0, 0, "zero_hop", 0, "1", `"count"`, "white") + "]}"})
	e, err := Evaluate(t.Context(), EvalOptions{Data: dir, Baseline: BaselineOracle})
	want := "question_index 0: its program gives 2, stored is 1"
	if err != nil || e.Questions[0].FirstWrong != want || scoreOf(t, e, "visual", "all", "all").Right != 0 {
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

	draw := func(seed uint64) (out []string) {
		answer := randomAnswers(EvalOptions{Split: "test", Seed: seed})
		for i := range 800 {
			said, err := answer(&evalQuestion{QuestionIndex: i, answer: "count"})
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, said)
		}
		return out
	}
	first, other := draw(1), draw(2)
	if !slices.Equal(first, draw(1)) || slices.Equal(first, other) {
		t.Error("answers do not follow from the seed")
	}
	for _, n := range possibleAnswers("count") {
		if drawn := len(slices.DeleteFunc(slices.Clone(first), func(s string) bool { return s != n })); drawn < 65 || drawn > 135 {
			t.Errorf("%s is drawn %d times of 800, want about 100", n, drawn)
		}
	}
}

func TestAnswersInAllForms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.csv": "0,yes\r\n1, 3\r\n2,\"['sharp', 'flexible']\"\r\n",
		"a.CSV": "question_index,answer\n2,\"['sharp', 'flexible']\"\n0,yes\n1,3\n",
		"a.jsonl": `{"question_index": 0, "answer": true, "p": 0.5}` + "\n" +
			`{"question_index":1,"answer":3}{"question_index":2,"answer":["sharp","flexible"]}`,
		"a.json": `[{"answer": "yes", "question_index": 0}, {"question_index": 1, "answer": "3"}, ` +
			`{"question_index": 2, "answer": "['sharp', 'flexible']"}]`,
		"b.json": `{"info": {"questions": 1}, "questions": [{"answer": "yes", "question_index": 0}, {"question_index": 1, "answer": "3"}, ` +
			`{"question_index": 2, "answer": ["sharp", "flexible"]}], "x": 1}`,
	} {
		evalFiles(t, dir, map[string]string{name: text})
		a, err := readAnswers(t.Context(), filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		for i, want := range []string{"yes", "3", "['sharp', 'flexible']"} {
			if got := a.of[i]; got == nil || got.text != want {
				t.Errorf("%s: answer %d is %+v, want %s", name, i, got, want)
			}
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
			questions = append(questions, `{"question": "`+text+`"}`)
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
	got, err := Overlaps(t.Context(), dir)
	want := []Overlap{
		{"visual", "train", 4, 3, nil}, {"visual", "test", 5, 4, []SharedTexts{{"train", 2, 40}}},
		{"visual", "benchmark", 1, 1, []SharedTexts{{"train", 1, 25}, {"test", 1, 20}}},
		{"textual", "test", 1, 1, nil}, {"textual", "benchmark", 2, 1, []SharedTexts{{"test", 0, 0}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, got %+v, want %+v", err, got, want)
	}
}
