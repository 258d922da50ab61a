package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/judge"
)

// askedSplit writes a split of two questions about one picture. The program of the second does not give its answer.
func askedSplit(t *testing.T, root, split string) {
	t.Helper()
	for name, text := range map[string]string{
		"questions.json": `{"questions": [
 {"question_index": 0, "image_index": 7, "template_filename": "zero_hop.json", "question_family_index": 4, "type1": "concept",
  "type2": "count-part", "answer": 3, "program": [{"type": "scene", "inputs": []}, {"type": "filter_object-category", "inputs": [0], "value_inputs": ["Cart"]},
   {"type": "unique", "inputs": [1]}, {"type": "query_part-count", "inputs": [2], "value_inputs": ["wheel"]}]},
 {"question_index": 1, "image_index": 7, "template_filename": "one_hop.json", "question_family_index": 2, "type1": "relation",
  "type2": "spatial", "answer": "Cart", "program": [{"type": "scene", "inputs": []}, {"type": "filter_object-category", "inputs": [0], "value_inputs": ["Bed"]},
   {"type": "unique", "inputs": [1]}, {"type": "query_object-category", "inputs": [2]}]}]}`,
		"scenes/PTR_" + split + "_000007.json": `{"image_index": 7, "image_filename": "PTR_val_000007.png", "split": "val",
 "directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "front": [0, -1, 0], "behind": [0, 1, 0], "above": [0, 0, 1], "below": [0, 0, -1]},
 "relationships": {"left": [[], [0]], "right": [[1], []], "front": [[], []], "behind": [[], []]},
 "objects": [
  {"category": "Cart", "3d_coords": [0, 0, 1], "part_color_occluded": {"wheel": ["red", [173, 35, 35]]}, "part_count_occluded": {"wheel": 3}},
  {"category": "Bed", "3d_coords": [1, 0, 1], "part_color_occluded": {}, "part_count_occluded": {}}]}`,
	} {
		name = filepath.Join(root, split, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// putFile writes a file and returns its name.
func putFile(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// reported is what eval says as JSON.
func reported(t *testing.T, args ...string) (r judge.Report) {
	t.Helper()
	out := mustMereo(t, "", append([]string{"eval", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return r
}

func TestEval(t *testing.T) {
	root := t.TempDir()
	askedSplit(t, root, "val")
	answers := putFile(t, filepath.Join(root, "answers.jsonl"), `{"question_index": 1, "answer": "cart"}`)
	out := mustMereo(t, "", "eval", root, "--pred", answers, "--partial")
	want := `ptr, split val, answers of FILE
without an answer, counted as wrong: 1

                                      count  accuracy  95 %      Rand.*  Freq.*
sub-type  concept query-object            0         -              20.0    26.5
          concept exist-object            0         -              50.1    52.4
          concept count-object            0         -               9.8    19.8
          concept query-part              0         -               8.9    10.9
          concept count-part              1       0.0  [0 79]      10.0    20.1
          relation spatial                1     100.0  [21 100]    11.5    18.2
          relation geometric              0         -              40.1    41.7
          relation same-attribute         0         -              36.1    39.5
          analogy spatial                 0         -              26.1    32.9
          analogy geometric               0         -              12.1    26.7
          arithmetic compare-integer      0         -              49.7    51.7
          arithmetic sum-minus            0         -              10.0    19.8
          physics stability               0         -              37.9    43.5
          physics possible-change         0         -              40.6    48.1
type      concept                         1       0.0  [0 79]         -       -
          relation                        1     100.0  [21 100]       -       -
all                                       2      50.0  [9 91]      28.4    33.5

* of the paper, on its test split: of random and of most frequent answers
`
	if got := strings.ReplaceAll(out, answers, "FILE"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	askedSplit(t, root, "train")
	askedSplit(t, root, "test")
	for _, c := range []struct {
		args, head string
		all        string // its accuracy
	}{
		{"--split val --baseline frequency", "ptr, split val, baseline frequency\nlearned from split train\n\n", "100.0"},
		{"--split train --baseline q-type", "ptr, split train, baseline frequency\nlearned from split train\n\n", "100.0"},
		{"--baseline oracle", "ptr, split test, baseline oracle\nquestion 1: its program gives bed, stored is cart\n\n", "50.0"},
	} {
		out := mustMereo(t, "", append([]string{"eval", root}, strings.Fields(c.args)...)...)
		if all := fmt.Sprintf("\nall                                       2  %8s  ", c.all); !strings.HasPrefix(out, c.head) || !strings.Contains(out, all) {
			t.Errorf("%s: got\n%s\nwant %sand%s", c.args, out, c.head, all)
		}
	}
	r := reported(t, root, "--baseline", "random")
	rows := r.Tasks[0].Rows
	if r.Set != "ptr" || r.Split != "test" || math.Abs(rows[len(rows)-1].Scores[0]["expected"].Value-15) > 1e-9 || rows[4].Published["Freq."] != 20.1 {
		t.Errorf("random is %+v, want 15 expected", r)
	}
	other := putFile(t, filepath.Join(root, "other.csv"), "0,3\n1,cart\n")
	detail := filepath.Join(root, "detail.jsonl")
	r = reported(t, root, "--split", "val", "--pred", answers, "--pred", other, "--partial", "--detail", detail)
	all := r.Tasks[0].Rows[len(r.Tasks[0].Rows)-1].Compared["accuracy"]
	if all.Difference != 50 || *all.P != 1 || *all.OnlySecond != 1 || r.Tasks[0].Differ.Count != 1 || r.Tasks[0].Differ.First[0] != "0" {
		t.Errorf("compared is %+v, differing are %+v", all, r.Tasks[0].Differ)
	}
	if lines, err := os.ReadFile(detail); err != nil || strings.Count(string(lines), "\n") != 2 || !strings.Contains(string(lines), `"pred":"3","target":"3"`) {
		t.Errorf("%v, details are %s", err, lines)
	}
}

// What a user meets, word for word.
func TestWrongEval(t *testing.T) {
	dir := t.TempDir()
	ptr := filepath.Join(dir, "ptr")
	askedSplit(t, ptr, "val")
	for args, want := range map[string]string{
		"":                                               "eval: 0 arguments, want 1: DIR",
		"ptr --pred a":                                   "eval: ptr is no folder: the command is mereo eval DIR, the set is known from DIR or named by --set",
		"ptr --data a --pred b":                          "eval: --data: the command is mereo eval DIR --pred FILE, where --task says what was answered",
		"trance --setting view":                          "eval: --setting: the command is mereo eval DIR --pred FILE, where --task says what was answered",
		"DIR --baseline oracle":                          "eval: DIR has neither a dataset.json nor the layout of a set; name it with --set: ptr, trance, qlevr, shopvrb, syndacate, clevr, tranco",
		"DIR --set a --pred b":                           `eval: no set "a", want one of clevr, ptr, qlevr, shopvrb, syndacate, trance, tranco`,
		"DIR/ptr":                                        "eval: --pred, --human, --baseline or --overlap is missing",
		"DIR/ptr --bogus":                                "eval: unknown flag: --bogus",
		"DIR/ptr --iou 0.5":                              "eval: --iou is for shopvrb, and DIR/ptr is ptr",
		"DIR/ptr --pred a --pred b --pred c":             "eval: 3 files with --pred, want one, or two to compare",
		"DIR/ptr --pred b --baseline random":             "eval: --pred and --baseline exclude each other",
		"DIR/ptr --human b --pred c":                     "eval: --human and --pred exclude each other",
		"DIR/ptr --baseline random --partial":            "eval: --partial is for --pred only",
		"DIR/ptr --baseline oracle --train val":          "eval: --train is for --baseline frequency and words only",
		"DIR --set syndacate --task ImToParts --partial": "eval: --partial means nothing to syndacate; leave it out",
		"DIR --set shopvrb --match color --pred a":       `eval: --match is "color", want mask, box, order`,
	} {
		code, out, told := mereo(t, append([]string{"eval"}, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)...)
		got, _, _ := strings.Cut(strings.ReplaceAll(told, dir, "DIR"), "\n")
		if got != "mereo: "+want || code != 2 || out != "" {
			t.Errorf("%s: exit %d\n got %s\nwant %s\nprinted %q", args, code, got, want, out)
		}
	}
	for args, want := range map[string]string{
		"DIR/ptr --baseline human":                "judge: ptr has no baseline \"human\", want one of oracle, random, frequency, words",
		"DIR/ptr --split train --baseline oracle": "judge: DIR/ptr: split train has no train/questions.json; choose one of val with --split, or ask its questions",
		"DIR --set ptr --pred a":                  "judge: DIR: no split has its {split}/questions.json; generate a split in full, or ask its questions",
		"DIR --set syndacate --pred a":            "syndacate: which task? name it with --task: ImToParts, FilmChars, or another one",
	} {
		code, _, told := mereo(t, append([]string{"eval"}, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)...)
		if got := strings.ReplaceAll(told, dir, "DIR"); got != "mereo: "+want+"\n" || code != 1 {
			t.Errorf("%s: exit %d\n got %s\nwant %s", args, code, got, want)
		}
	}
}

// qlevrFolder is a dataset of two questions, answered with yes and no, and the labels of their templates.
func qlevrFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"questions_test.json": `{"info":{},"questions":[` +
			`{"question_index":0,"image_index":0,"question":"Is it?","program":[],"answer":true,"template":["all.json",2]},` +
			`{"question_index":1,"image_index":0,"question":"Is it?","program":[],"answer":false,"template":["each_no.json",20,1,3]}]}`,
		"templates_labels.json": `{"('all.json', 2)": {"quantifiers": ["all"], "type": ["existence1"]},
			"('each_no.json', 20, 1, 3)": {"quantifiers": ["each", "no", "some", "most"], "type": ["compare_attr_shape"]}}`,
		"answers.csv": "question_index,answer\n0,Yes.\n1,yes\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestEvalQLEVR(t *testing.T) {
	dir := qlevrFolder(t)
	out := mustMereo(t, "", "eval", dir, "--pred", filepath.Join(dir, "answers.csv"), "--overlap")
	for _, line := range []string{
		"all 2 50.0 [9 91] 50.0 66.5 ", "quantifier each 1 0.0 [0 79] 50.0 66.2 total 0 - 50.0 66.3 ", "quantifiers 1 1 100.0 [21 100] - - ",
		"larger split) test 2 1",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), line) {
			t.Errorf("output\n%s\nhas no line %q", out, line)
		}
	}
}

// shopvrbFolder is a benchmark of two things on a picture of 4 x 4 pixels, the first column and the last two, with two visual
// questions and a textual one, answers to them, and a scene in which one of the things is found.
func shopvrbFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const rest = `"weight": "light", "movability": "portable", "shape": "flat", "powering": "non-powered", "disassembly": "dismantable", ` +
		`"picking": "graspable", "attribute": ["sharp", "rotating"], "3d_coords": [1.0, 2.0, 0.0]`
	for name, text := range map[string]string{
		"scenes/SHOP_VRB_benchmark_scenes.json": `{"info": {}, "scenes": [{"image_index": 0, "image_filename": "SHOP_VRB_benchmark_000000.png",
			"objects": [{"name": "mug", "size": "small", "color": "red", "material": "ceramic", "mask": {"size": [4, 4], "counts": "04<"}, ` + rest + `},
			{"name": "fork", "size": "small", "color": "white", "material": "metal", "mask": {"size": [4, 4], "counts": "88"}, ` + rest + `}],
			"relationships": {"behind": [[], []], "front": [[], []], "left": [[], []], "right": [[], []]}}]}`,
		"questions/SHOP_VRB_benchmark_questions.json": `{"info": {}, "questions": [
			{"image_index": 0, "question": "How many?", "program": [{"function": "scene", "inputs": [], "value_inputs": []},
			{"function": "count", "inputs": [0], "value_inputs": []}], "answer": "2", "template_filename": "zero_hop.json",
			"question_in_family_index": 0, "question_index": 0},
			{"image_index": 0, "question": "Any?", "program": [{"function": "scene", "inputs": [], "value_inputs": []},
			{"function": "exist", "inputs": [0], "value_inputs": []}], "answer": "yes", "template_filename": "zero_hop.json",
			"question_in_family_index": 1, "question_index": 1}]}`,
		"questions/SHOP_VRB_benchmark_questions_text.json": `{"info": {}, "questions": [
			{"image_index": 0, "question": "What is it like?", "program": [{"function": "scene", "inputs": [], "value_inputs": []},
			{"function": "filter_name", "inputs": [0], "value_inputs": ["mug"]}, {"function": "unique", "inputs": [1], "value_inputs": []},
			{"function": "query_attribute", "inputs": [2], "value_inputs": []}], "answer": "['sharp', 'rotating']",
			"template_filename": "zero_hop_text.json", "question_in_family_index": 7, "question_index": 0}]}`,
		"visual.csv":     "question_index,answer\n0,3\n",
		"textual.json":   `{"question_index": 0, "answer": ["rotating", "sharp"]}`,
		"scenes.json":    `[{"image_index": 0, "objects": [{"name": "mug", "color": "blue", "mask": {"size": [4, 4], "counts": "13<"}, "score": 0.9}]}]`,
		"in_order.jsonl": `{"image_index": 0, "objects": [{"picking": "graspable"}, {"picking": "stationary"}]}`,
	} {
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

func TestEvalShopVRB(t *testing.T) {
	dir := shopvrbFolder(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	r := reported(t, dir, "--pred", at("visual.csv"), "--partial")
	if task := r.Tasks[0]; task.Task != "visual" || r.Split != "benchmark" || task.Answers[0].Missing != 1 || task.Rows[5].Published["NS 1"] != 38.7 {
		t.Errorf("visual: %+v", task)
	}
	r = reported(t, dir, "--pred", at("textual.json"), "--task", "textual")
	if s := r.Tasks[0].Rows[0].Scores[0]; s["accuracy"].Value != 0 || s["as sets"].Value != 100 {
		t.Errorf("textual: %+v", r.Tasks[0].Rows[0])
	}
	r = reported(t, dir, "--pred", at("scenes.json"))
	if row := r.Tasks[0].Rows[0]; r.Tasks[0].Task != "scenes" || row.Scores[0]["of all"].Value != 50 || row.Published["paper"] != 69.9 {
		t.Errorf("scenes: %+v", row)
	}
	out := mustMereo(t, "", "eval", dir, "--pred", at("in_order.jsonl"), "--match", "order")
	if !strings.Contains(out, "1 scenes with 2 objects; 2 predicted, matched in their order\n") {
		t.Errorf("in order: %s", out)
	}
	out = mustMereo(t, "", "eval", dir, "--overlap")
	if want := `questions repeated in a split, and from the splits before it
         split      questions  distinct  repeated from others (with the same answer; texts in percent of the larger split)
visual   benchmark          2         2
textual  benchmark          1         1
`; out != want {
		t.Errorf("overlap: output\n%s\nwant\n%s", out, want)
	}
}

// tranceFolder is a dataset of one sample: object 0 turns from gray to red.
func tranceFolder(t *testing.T) string {
	t.Helper()
	state := func(color string) string {
		var objects []string
		for i := range 10 {
			c := "gray"
			if i == 0 {
				c = color
			}
			objects = append(objects, fmt.Sprintf(
				`{"color": %q, "material": "metal", "shape": "cube", "size": "small", "position": [%d, 0]}`, c, 8*i-36))
		}
		return `{"objects": [` + strings.Join(objects, ", ") + `]}`
	}
	line := `{"idx": 0, "states": [` + state("gray") + ", " + state("red") +
		`], "transformations": [{"obj_idx": 0, "attr": "color", "val": "red", "options": ["red"]}]}` + "\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "data.jsonl"), []byte(line), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEvalTrance(t *testing.T) {
	dir := tranceFolder(t)
	row := reported(t, dir, "--baseline", "greedy").Tasks[0].Rows[0]
	if row.Group != "all" || row.Scores[0]["AD"].Value != 0 || row.Scores[0]["Acc"].Value != 1 || row.Scores[0]["EO"].Value != 0 {
		t.Errorf("greedy: %+v", row)
	}
	if task := reported(t, dir, "--baseline", "empty", "--task", "basic").Tasks[0]; task.Task != "basic" || task.Rows[0].Count != 1 {
		t.Errorf("basic: %+v", task)
	}
	views := filepath.Join(dir, "views.jsonl")
	putFile(t, views, `{"idx": 0, "view": "left", "steps": []}`)
	if task := reported(t, dir, "--pred", views, "--partial").Tasks[0]; task.Task != "view" || task.Rows[0].Count != 3 {
		t.Errorf("the task of predictions with views: %+v", task)
	}
	detail := filepath.Join(dir, "new", "detail.jsonl")
	mustMereo(t, "", "eval", dir, "--baseline", "greedy", "--task", "view", "--detail", detail)
	if lines, err := os.ReadFile(detail); strings.Count(string(lines), `"pred":[[0,1]]`) != 3 {
		t.Errorf("detail: %v, lines\n%s", err, lines)
	}
	code, _, problem := mereo(t, "eval", dir, "--baseline", "greedy", "--split", "test")
	if code == 0 || !strings.Contains(problem, "has no splits") {
		t.Errorf("split of a file without splits: exit %d, error %q", code, problem)
	}
}

// Answers of people: a right one of anna, a wrong one of bob, and one that a crash tore.
func TestEvalTranceHuman(t *testing.T) {
	dir := tranceFolder(t)
	if err := os.Mkdir(filepath.Join(dir, "test"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "data.jsonl"), filepath.Join(dir, "test", "data.jsonl")); err != nil {
		t.Fatal(err)
	}
	line := func(user, color string, seconds int) string {
		return fmt.Sprintf(`{"user":%q,"problem":"basic","split":"test","index":0,"answer":[{"obj_idx":0,"attr":"color","pair":%q}],`+
			`"started":"2026-01-02T03:04:05Z","seconds":%d,"mode":"instant","judgement":{"correct":true,"result":{}}}`+"\n", user, color, seconds)
	}
	file := filepath.Join(dir, "all.basic.jsonl")
	if err := os.WriteFile(file, []byte(line("anna", "red", 10)+line("bob", "blue", 25)+`{"user":"an`), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, problem := mereo(t, "eval", dir, "--human", file)
	want := `trance, split test, task basic, answers of people in ` + file + `
users: anna, bob; mean time: 17.5 s
line 3 is not complete, as after a crash, and left out

`
	if code != 0 || !strings.HasPrefix(out, want) || !strings.Contains(out, "  2  1.0000  [0.342 1.000]") {
		t.Errorf("exit %d, %s, output\n%s\nwant\n%s", code, problem, out, want)
	}
	r := reported(t, dir, "--human", file)
	if r.Tasks[0].Rows[0].Scores[0]["Acc"].Value != 0.5 || r.Tasks[0].Answers[0].Human.AvgSeconds != 17.5 {
		t.Errorf("JSON: %+v", r)
	}
	code, _, problem = mereo(t, "eval", dir, "--human", filepath.Join(dir, "none.jsonl"))
	if code != 1 || !strings.Contains(problem, "none.jsonl: no such file or directory") {
		t.Errorf("no file: exit %d, error %q", code, problem)
	}
}
