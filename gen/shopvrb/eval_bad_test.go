package shopvrb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/judge"
)

// Sentences about wrong files say file, line and cure.
func TestWrongPredictionsAreTold(t *testing.T) {
	visual, scenes, boxes, order := []string(nil), []string(nil), []string{"--match", "box"}, []string{"--match", "order"}
	mug := `{"image_index": 0, "objects": [{"name": "mug", ` + evalMask(0, 4, 12) + "}"
	for _, c := range []struct {
		name, text string
		flags      []string
		want       string // FILE is the file
	}{
		{"a.csv", "0,2\n1,yes\n4,red\n", visual, "FILE:3: question_index is 4, but DIR/questions/SHOP_VRB_test_questions.json has no such one " +
			"among its 4 questions; choose the split that was answered with --split, and what was asked with --task"},
		{"a.json", "[\n{\"question_index\": 0, \"answer\": 1.5}]", visual, "FILE:2: answer is 1.5, want a text, a whole number, true or false, or a list of texts"},
		{"a.json", "[\n{\"question_index\": 0, \"answer\": [1]}]", visual, "FILE:2: answer is [1], want a text, "},
		{"a.json", "{\"question_index\": 0, \"answer\": null}", visual, "FILE:1: answer is null, want a text, "},

		{"s.json", mug + "]}\n" + mug + "]}", scenes, "FILE:2: image_index 0 was answered in line 1 already; keep one of the two"},
		{"s.json", mug + "]}", scenes, "FILE: 1 of 2 scenes have no answer, image_index 1 is the first; add them, or count them as " +
			"wrong with --partial"},
		{"s.json", `{"objects": []}`, scenes, "FILE:1: scene has neither image_index nor image_filename; add one of them"},
		{"s.json", `{"image_filename": "x.png", "objects": []}`, scenes, `FILE:1: image_filename is "x.png", want one that ends with _ and a number`},
		{"s.json", `{"image_index": 0}`, scenes, "FILE:1: scene has no objects; write an empty list where none are found"},
		{"s.json", "\n" + `{"image_index": 7, "objects": []}`, scenes, "FILE:2: image_index is 7, but DIR/scenes/SHOP_VRB_test_scenes.json has no such one " +
			"among its 2 scenes; choose the split that was answered with --split, "},
		{"s.json", `{"image_filename": "SHOP_VRB_val_000000.png", "objects": []}`, scenes, `FILE:1: image_filename is "SHOP_VRB_val_000000.png", but ` +
			`"SHOP_VRB_test_000000.png" is image_index 0 of the split; choose the split that was predicted with --split`},
		{"s.json", mug + `, {"size": "medium"}]}`, scenes, `FILE:1: objects[1].size is "medium", want one of small, large, medium-sized`},
		{"s.json", mug + `, {"attribute": "sharp"}]}`, scenes, `FILE:1: objects[1].attribute is "sharp", want a list of texts`},
		{"s.json", mug + `, {"attribute": ["Sharp"]}]}`, scenes, `FILE:1: objects[1].attribute is "Sharp", want one of oven safe, `},
		{"s.json", mug + `, {"name": 3}]}`, scenes, "FILE:1: objects[1].name is neither a string nor a list of strings"},
		{"s.json", mug + `, {"name": ["mug"]}]}`, scenes, `FILE:1: objects[1].name is ["mug"], want a text`},
		{"s.json", mug + `, {"name": "mug"}]}`, scenes, "FILE:1: objects[1] has no mask; add it, or choose --match box or order"},
		{"s.json", mug + `, {"mask": {"size": [4, 4], "counts": "0"}}]}`, scenes, "FILE:1: objects[1].mask: "},
		{"s.json", mug + `, {"mask": {"size": [4, 4], "counts": [16]}}]}`, scenes, "FILE:1: objects[1].mask: "},
		{"s.json", mug + `, {"mask": {"size": [2, 8], "counts": "8" }}]}`, scenes, "FILE:1: objects[1].mask: "},
		{"s.json", mug + `, {"mask": {"size": [2, 8], "counts": "88" }}]}`, scenes, "FILE:1: objects[1].mask has size [2 8], want [4 4], that of the picture"},
		{"s.json", mug + `, {"score": "high"}]}`, scenes, "FILE:1: objects[1].score: "},
		{"s.json", mug + `, {"3d_coords": [1]}]}`, scenes, "FILE:1: objects[1].3d_coords has 1 numbers, want [x, y, z]"},
		{"s.json", mug + `, {"bbox": [5, 0, 4, 1]}]}`, boxes, "FILE:1: objects[1].bbox is [5 0 4 1], want [x0, y0, x1, y1], the first and last column and row"},
		{"s.json", mug + `, {"name": "mug"}]}`, boxes, "FILE:1: objects[1] has neither a bbox nor a mask with pixels; add one, or choose --match order"},
		{"s.json", mug + "]}", order, "FILE:1: 1 objects are predicted, want 3: --match order takes one for each true object, in their order"},
	} {
		dir := evalFolder(t)
		evalFiles(t, dir, map[string]string{c.name: c.text})
		o := judge.Options{Pred: []string{c.name}}
		if c.name == "s.json" {
			o.Task = taskScenes
		}
		_, err := judgeRun(t, dir, o, c.flags...)
		want := "judge: " + strings.NewReplacer("FILE", filepath.Join(dir, c.name), "DIR", dir).Replace(c.want)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%s\ngot  %v\nwant %s", c.name, c.text, err, want)
		}
	}
}

func TestWrongDataAreTold(t *testing.T) {
	scenes, questions := "scenes/SHOP_VRB_test_scenes.json", "questions/SHOP_VRB_test_questions.json"
	oracle, random := judge.Options{Baseline: judge.Oracle}, judge.Options{Baseline: judge.Random, Task: "visual"}
	for _, c := range []struct {
		file, text string // "" takes the file away
		o          judge.Options
		want       string
	}{
		{scenes, "", oracle, "DIR: no split has its scenes/SHOP_VRB_{split}_scenes.json; generate a split in full"},
		{questions, "\n{}", judge.Options{Split: "val", Baseline: judge.Oracle}, "DIR: split val has no scenes/SHOP_VRB_val_scenes.json; choose one of test"},
		{questions, "", judge.Options{Pred: []string{"a.csv"}}, "DIR: split test has no questions/SHOP_VRB_test_questions.json; choose another split, or ask its questions"},
		{questions, `{"questions": [{}]}`, random, "DIR/" + questions + ": question 0: program is null, want a list of calls"},
		{questions, `{"questions": [` + evalAsked(0, 5, "zero_hop", 0, "2", `"count"`, "red") + "]}", random,
			"DIR/" + questions + ": question 0: there is no scene with image_index 5 in " + scenes},
		{questions, `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"unique"`, "red") + "]}", random,
			"DIR/" + questions + `: question 0: program ends with "unique", which gives no answer`},
		{questions, `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"query_price"`, "red") + "]}", random,
			"DIR/" + questions + `: question 0: program ends with "query_price", which gives no answer`},
		{questions, `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"count"`, "red") + "]}",
			judge.Options{Baseline: judge.Frequency, Task: "visual", Train: "train"},
			"DIR: split train has no questions/SHOP_VRB_train_questions.json; choose another split, or ask its questions"},
		{scenes, `{"scenes": [{}]}`, random, "DIR/" + questions + ": question 0: judge: DIR/" + scenes + ": scene 0: scene has no image_index"},
		{scenes, `{"scenes": [{"image_index": 0, "objects": [{"mask": null}]}]}`, judge.Options{Pred: []string{"a.csv"}, Task: taskScenes},
			"DIR/" + scenes + ": scene 0: objects[0] has no mask; add it, or choose --match box or order"},
		{scenes, `{"scenes": []}`, judge.Options{Baseline: "best"}, `shopvrb has no baseline "best", want one of oracle, random, frequency, words`},
	} {
		dir := evalFolder(t)
		if c.text == "" {
			if err := os.Remove(filepath.Join(dir, c.file)); err != nil {
				t.Fatal(err)
			}
		}
		files := map[string]string{"a.csv": ""}
		if c.text != "" {
			files[c.file] = c.text
		}
		evalFiles(t, dir, files)
		c.o.Pred = slices.Clone(c.o.Pred)
		_, err := judgeRun(t, dir, c.o)
		if want := "judge: " + strings.ReplaceAll(c.want, "DIR", dir); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s %q\ngot  %v\nwant %s", c.file, c.text, err, want)
		}
	}
	dir := evalFolder(t)
	for flags, want := range map[string]string{
		"--match best": `--match is "best", want mask, box, order`, "--iou 1": "--iou is 1, want more than 0 and less than 1",
	} {
		if _, err := judgeRun(t, dir, oracle, strings.Fields(flags)...); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", flags, err, want)
		}
	}
	for _, name := range []string{questions, "questions/SHOP_VRB_test_questions_text.json"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := judgeRun(t, dir, judge.Options{Baseline: judge.Frequency}); err == nil ||
		!strings.HasPrefix(err.Error(), "judge: "+dir+": split test has nothing to judge") {
		t.Errorf("no questions: %v", err)
	}
}

func TestPartialPredictionsCountAsWrong(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"a.csv": "1,yes\n", "s.json": `[{"image_index": 1, "objects": []}]`})
	e, err := judgeRun(t, dir, judge.Options{Pred: []string{"a.csv"}, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if r := scoreRow(t, e, "visual", "all", "all"); r.Count != 4 || r.Scores[0]["accuracy"].Value != 25 || e.Tasks[0].Answers[0].Missing != 3 {
		t.Errorf("answers: %+v", r)
	}
	if e, err = judgeRun(t, dir, judge.Options{Pred: []string{"s.json"}, Partial: true}); err != nil { // the task is known from its form
		t.Fatal(err)
	}
	if e.Tasks[0].Answers[0].Missing != 1 || scoreRow(t, e, taskScenes, groupObjects, rowFound).Count != 4 || valueOf(t, e, groupObjects, rowFound, "of all") != 0 ||
		valueOf(t, e, groupMeasure, rowBoxes, "value") != -1 || valueOf(t, e, groupAttribute, "size", "of all") != -1 {
		t.Errorf("scenes: %+v", e.Tasks[0].Rows)
	}
	evalFiles(t, dir, map[string]string{"s.json": `[{"image_index": 0, "objects": [{"name": "mug", "bbox": [0, 0, 9, 9]}]}]`})
	if e, err = judgeRun(t, dir, judge.Options{Pred: []string{"s.json"}, Partial: true}, "--match", "box"); err != nil {
		t.Fatal(err)
	}
	if valueOf(t, e, groupObjects, rowFound, "of all") != 0 || valueOf(t, e, groupAttribute, "name", "of all") != 0 ||
		valueOf(t, e, groupAttribute, "name", "of found") != -1 || valueOf(t, e, groupMeasure, rowBoxes, "value") != 0 {
		t.Errorf("nothing found: %+v", e.Tasks[0].Rows)
	}
}
