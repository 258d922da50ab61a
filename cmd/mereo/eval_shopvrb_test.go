package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/shopvrb"
)

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

// shopvrbTable is what is printed about the predictions of shopvrbFolder.
const shopvrbTable = `split benchmark
answers to visual questions of DIR/visual.csv
visual questions without an answer, counted as wrong: 1
answers to textual questions of DIR/textual.json

visual                                  count  accuracy  as sets   NS 1*   NS 2*    XNM*
type      count                             1       0.0        -    35.5    36.1    98.0
          exist                             1       0.0        -    59.8    59.2    99.5
all       all                               2       0.0        -    38.7    38.8    99.0

family    zero_hop.json                     2       0.0        -       -       -       -

objects   2                                 2       0.0        -       -       -       -

textual                                 count  accuracy  as sets   NS 1*   NS 2*    XNM*
type      query attribute                   1       0.0    100.0       -       -       -
all       all                               1       0.0    100.0       -       -       -

family    zero_hop_text.json                1       0.0    100.0       -       -       -

objects   2                                 1       0.0    100.0       -       -       -

both                                    count  accuracy  as sets   NS 1*   NS 2*    XNM*
type      count                             1       0.0        -       -       -       -
          exist                             1       0.0        -       -       -       -
          query attribute                   1       0.0    100.0       -       -       -
all       all                               3       0.0     33.3       -       -       -

objects   2                                 3       0.0     33.3       -       -       -

scenes of DIR/scenes.json
1 scenes with 2 objects; 1 predicted, matched by mask, intersection over union above 0.7

                 objects    right    of all  of found   paper*
found                  2        1      50.0         -     69.9
category               2        1      50.0     100.0     43.2
size                   2        -         -         -     61.2
weight                 2        -         -         -     53.7
color                  2        0       0.0       0.0     50.8
material               2        -         -         -     48.8
movability             2        -         -         -     65.4
shape                  2        -         -         -     38.0
overall                                   -               51.4

powering               2        -         -         -     58.4
disassembly            2        -         -         -     49.7
picking                2        -         -         -     41.6

position error, units                       -               0.102
F1 of attributes, mean over labels          -                0.25
F1 of attributes, mean over objects         -                   -
IoU of matched masks                    0.750                   -
detection, mAP of boxes                0.5000              0.4498
detection, mAP of masks                0.5000                   -

category         objects  detected  AP boxes  AP masks
baking tray            0         0         -         -
blender                0         0         -         -
bowl                   0         0         -         -
chopping board         0         0         -         -
coffee maker           0         0         -         -
food box               0         0         -         -
fork                   1         0    0.0000    0.0000
glass                  0         0         -         -
kettle                 0         0         -         -
knife                  0         0         -         -
mug                    1         1    1.0000    1.0000
pan                    0         0         -         -
plate                  0         0         -         -
pot                    0         0         -         -
scissors               0         0         -         -
soda can               0         0         -         -
spoon                  0         0         -         -
thermos                0         0         -         -
toaster                0         0         -         -
wine glass             0         0         -         -

* of the paper, on its benchmark split; NS 1 and NS 2 with the programs of 1 and 2 questions of each
  template, XNM with true scenes and programs
`

func TestEvalShopVRB(t *testing.T) {
	dir := shopvrbFolder(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	code, out, problem := mereo(t, "eval", "shopvrb", "--data", dir, "--pred", at("visual.csv"), "--pred-text", at("textual.json"),
		"--pred-scenes", at("scenes.json"), "--partial")
	if code != 0 {
		t.Fatalf("exit %d, error %q", code, problem)
	}
	if got := strings.ReplaceAll(out, dir, "DIR"); got != shopvrbTable {
		t.Errorf("got\n%s\nwant\n%s", got, shopvrbTable)
	}

	code, out, problem = mereo(t, "eval", "shopvrb", "--data", dir, "--pred-scenes", at("in_order.jsonl"), "--match", "order", "--json")
	var got shopvrb.Evaluation
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || got.Scenes == nil || got.Scenes.Found != 2 || got.Scores != nil ||
		*got.Scenes.Attributes[9].Accuracy != 50 || got.Scenes.Attributes[9].PaperScore != 57.7 {
		t.Errorf("in order as JSON: exit %d, %s, %v, output\n%s", code, problem, err, out)
	}

	code, out, problem = mereo(t, "eval", "shopvrb", "--data", dir, "--overlap")
	if want := `split benchmark

                      questions   distinct  shared with other splits
visual    benchmark           2          2
textual   benchmark           1          1
`; code != 0 || out != want {
		t.Errorf("overlap: exit %d, %s, output\n%s\nwant\n%s", code, problem, out, want)
	}

	for args, want := range map[string]string{
		"":                              "--pred, --pred-text, --pred-scenes, --baseline or --overlap is missing",
		"--baseline best":               `--baseline is "best", want oracle, random, q-type`,
		"--baseline oracle --pred x":    "--baseline excludes --pred, --pred-text and --pred-scenes",
		"--baseline oracle --partial":   "--partial is for predictions only",
		"--baseline oracle --train val": "--train is for --baseline q-type only",
		"--pred-scenes x --match color": `--match is "color", want mask, box, order`,
		"--pred-scenes x --iou 0":       "--iou is 0, want more than 0 and less than 1",
	} {
		code, _, problem := mereo(t, append([]string{"eval", "shopvrb", "--data", dir}, strings.Fields(args)...)...)
		if code != 2 || !strings.Contains(problem, want) {
			t.Errorf("%s: exit %d, error %q, want %s", args, code, problem, want)
		}
	}
}

// The oracle knows every answer and every object of a split that was just made.
func TestEvalShopVRBOracle(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shopvrb")
	if code, out, problem := mereo(t, "generate", "shopvrb", "--out", dir, "--count", "4", "--no-pictures"); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, problem)
	}
	code, out, problem := mereo(t, "eval", "shopvrb", "--data", dir, "--baseline", "oracle", "--json")
	var e shopvrb.Evaluation
	if err := json.Unmarshal([]byte(out), &e); code != 0 || err != nil || len(e.Scores) < 30 {
		t.Fatalf("exit %d, %s, %v, output\n%s", code, problem, err, out)
	}
	for _, s := range e.Scores {
		if s.Right != s.Count || s.Accuracy != 100 || s.AsSets != nil && *s.AsSets != 100 {
			t.Errorf("%+v", s)
		}
	}
	if s := e.Scenes; s.Scenes != 4 || s.Objects < 12 || s.FoundShare != 100 || *s.Overall != 100 || *s.LabelF1 != 1 || *s.MaskIoU != 1 ||
		s.Boxes.Mean != 1 || s.Masks.Mean != 1 {
		t.Errorf("scenes: %+v", s)
	}
}
