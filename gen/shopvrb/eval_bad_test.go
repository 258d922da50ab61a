package shopvrb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Sentences about wrong files say file, line and cure.
func TestWrongPredictionsAreTold(t *testing.T) {
	visual := func(o *EvalOptions, file string) { o.Visual = file }
	scenes := func(o *EvalOptions, file string) { o.Scenes = file }
	boxes := func(o *EvalOptions, file string) { o.Scenes, o.Match = file, MatchBox }
	order := func(o *EvalOptions, file string) { o.Scenes, o.Match = file, MatchOrder }
	mug := `{"image_index": 0, "objects": [{"name": "mug", ` + evalMask(0, 4, 12) + "}"
	for _, c := range []struct {
		name, text string
		use        func(o *EvalOptions, file string)
		want       string // FILE is the file
	}{
		{"a.csv", "0,2\n1,yes\n4,red\n", visual, "FILE:3: question_index is 4, but DIR/questions/SHOP_VRB_test_questions.json has no such one " +
			"among its 4 questions; choose the split that was answered with --split, and give answers to textual questions with --pred-text"},
		{"a.csv", "0,2\n1,yes\n", visual, "FILE: 2 of 4 questions have no answer, question_index 2 is the first; add them, or count them " +
			"as wrong with --partial"},
		{"a.csv", "0,2\n1,yes\n0,3\n", visual, "FILE:3: question_index 0 was answered in line 1 already; keep one of the two"},
		{"a.csv", "0,['a', 'b']\n", visual, "FILE:1: has 3 columns, want question_index and answer; a list is put in double quotes"},
		{"a.csv", "question_index,answer\nx,yes\n", visual, "FILE:2: question_index is x, want a whole number"},
		{"a.csv", "0,\"yes\n", visual, "FILE:1: no CSV: "},
		{"a.json", "[\n{\"question_index\": 0, \"answer\": 1.5}]", visual, "FILE:2: answer is 1.5, want a text, a whole number, true or false, or a list of texts"},
		{"a.json", "[\n{\"question_index\": 0, \"answer\": [1]}]", visual, "FILE:2: answer is [1], want a text, "},
		{"a.json", "{\"question_index\": 0, \"answer\": null}", visual, "FILE:1: answer is null, want a text, "},
		{"a.json", "{\"question_index\": 0}\n", visual, `FILE:1: is {"question_index": 0}, want {"question_index": n, "answer": x}`},
		{"a.json", "{\"question_index\": \"0\", \"answer\": \"yes\"}\n", visual, `FILE:1: question_index is "0", want a whole number`},
		{"a.json", "{\"questions\": [\n{\"question_index\": 0, \"answer\": \"yes\"},\n", visual, "FILE:3: no JSON at byte "},
		{"a.json", "[] []", visual, "FILE:1: something follows behind the end of the list; keep one list"},
		{"a.json", "{\"question_index\": 0, \"answer\": \"2\"}\n]", visual, "FILE:2: no JSON at byte "},

		{"s.json", mug + "]}\n" + mug + "]}", scenes, "FILE:2: image_index 0 was predicted in line 1 already; keep one of the two"},
		{"s.json", mug + "]}", scenes, "FILE: 1 of 2 scenes are not predicted, image_index 1 is the first; add them, or count their objects as not " +
			"found with --partial"},
		{"s.json", `{"objects": []}`, scenes, "FILE:1: scene has neither image_index nor image_filename; add one of them"},
		{"s.json", `{"image_filename": "x.png", "objects": []}`, scenes, `FILE:1: image_filename is "x.png", want one that ends with _ and a number`},
		{"s.json", `{"image_index": 0}`, scenes, "FILE:1: scene has no objects; write an empty list where none are found"},
		{"s.json", "\n" + `{"image_index": 7, "objects": []}`, scenes, "FILE:2: image_index is 7, but DIR/scenes/SHOP_VRB_test_scenes.json has no such one " +
			"among its 2 scenes; choose the split that was predicted with --split"},
		{"s.json", `{"image_filename": "SHOP_VRB_val_000000.png", "objects": []}`, scenes, `FILE:1: image_filename is "SHOP_VRB_val_000000.png", but ` +
			`"SHOP_VRB_test_000000.png" is image_index 0 of the split; choose the split that was predicted with --split`},
		{"s.json", mug + `, {"size": "medium"}]}`, scenes, `FILE:1: objects[1].size is "medium", want one of small, large, medium-sized`},
		{"s.json", mug + `, {"attribute": "sharp"}]}`, scenes, `FILE:1: objects[1].attribute is "sharp", want a list of texts`},
		{"s.json", mug + `, {"attribute": ["Sharp"]}]}`, scenes, `FILE:1: objects[1].attribute is "Sharp", want one of oven safe, `},
		{"s.json", mug + `, {"name": 3}]}`, scenes, "FILE:1: objects[1].name is 3, want a string or a list of strings"},
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
		o, file := EvalOptions{Data: dir}, filepath.Join(dir, c.name)
		c.use(&o, file)
		_, err := Evaluate(t.Context(), o)
		want := "shopvrb: " + strings.NewReplacer("FILE", file, "DIR", dir).Replace(c.want)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%s\ngot  %v\nwant %s", c.name, c.text, err, want)
		}
	}
}

func TestWrongDataAreTold(t *testing.T) {
	scenes, questions := "scenes/SHOP_VRB_test_scenes.json", "questions/SHOP_VRB_test_questions.json"
	for _, c := range []struct {
		file, text string // "" takes the file away
		o          EvalOptions
		want       string
	}{
		{scenes, "", EvalOptions{Baseline: BaselineOracle}, "DIR: no split has its scenes, scenes/SHOP_VRB_*_scenes.json; generate a split in full"},
		{questions, "\n{}", EvalOptions{Split: "val", Baseline: BaselineOracle}, "DIR: split val has no scenes/SHOP_VRB_val_scenes.json; choose one of test"},
		{questions, "", EvalOptions{Visual: "DIR/a.csv"}, "DIR/questions/SHOP_VRB_test_questions.json is not there; choose another split, or ask its questions"},
		{questions, `{"questions": [{}]}`, EvalOptions{Baseline: BaselineRandom}, "DIR/" + questions + ":1: program is null, want a list of calls"},
		{questions, `{"questions": [` + evalAsked(0, 5, "zero_hop", 0, "2", `"count"`, "red") + "]}", EvalOptions{Baseline: BaselineRandom},
			"DIR/" + questions + ":1: question_index 0: there is no scene with image_index 5 in " + scenes},
		{questions, `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"unique"`, "red") + "]}", EvalOptions{Baseline: BaselineRandom},
			"DIR/" + questions + `:1: question_index 0: program ends with "unique", which gives no answer`},
		{questions, `{"questions": [` + evalAsked(0, 0, "zero_hop", 0, "2", `"query_price"`, "red") + "]}", EvalOptions{Baseline: BaselineRandom},
			"DIR/" + questions + `:1: question_index 0: program ends with "query_price", which gives no answer`},
		{questions, `{"questions": []}`, EvalOptions{Baseline: BaselineQType, Train: "train"},
			"DIR/questions/SHOP_VRB_train_questions.json is not there; choose another split, or ask its questions"},
		{scenes, `{"scenes": [{}]}`, EvalOptions{Baseline: BaselineRandom}, "DIR/" + scenes + ":1: scene has no image_index"},
		{scenes, `{"scenes": [{"image_index": 0, "objects": [{"mask": null}]}]}`, EvalOptions{Scenes: "DIR/a.csv"},
			"DIR/" + scenes + ":1: objects[0] has no mask; add it, or choose --match box or order"},
		{scenes, `{"scenes": []}`, EvalOptions{Baseline: "best"}, `baseline is "best", want one of ["oracle" "random" "q-type"]`},
		{scenes, `{"scenes": []}`, EvalOptions{Scenes: "DIR/a.csv", Match: "best"}, `objects are to be matched by "best", want one of ["mask" "box" "order"]`},
		{scenes, `{"scenes": []}`, EvalOptions{Scenes: "DIR/a.csv", IoU: 1}, "matched objects are to overlap by 1, want more than 0 and less than 1"},
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
		at := strings.NewReplacer("DIR", dir)
		c.o.Data, c.o.Visual, c.o.Scenes = dir, at.Replace(c.o.Visual), at.Replace(c.o.Scenes)
		_, err := Evaluate(t.Context(), c.o)
		if want := "shopvrb: " + at.Replace(c.want); err == nil || err.Error() != want {
			t.Errorf("%s %q\ngot  %v\nwant %s", c.file, c.text, err, want)
		}
	}
	dir := evalFolder(t)
	for _, name := range []string{questions, "questions/SHOP_VRB_test_questions_text.json"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Evaluate(t.Context(), EvalOptions{Data: dir, Baseline: BaselineOracle})
	if err == nil || !strings.HasPrefix(err.Error(), "shopvrb: split test has no questions: neither "+dir) {
		t.Errorf("no questions: %v", err)
	}
}

func TestPartialPredictionsCountAsWrong(t *testing.T) {
	dir := evalFolder(t)
	evalFiles(t, dir, map[string]string{"a.csv": "1,yes\n", "s.json": `[{"image_index": 1, "objects": []}]`})
	e, err := Evaluate(t.Context(), EvalOptions{
		Data: dir, Visual: filepath.Join(dir, "a.csv"), Scenes: filepath.Join(dir, "s.json"), Partial: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if s := scoreOf(t, e, "visual", "all", "all"); s.Count != 4 || s.Right != 1 || e.Questions[0].Missing != 3 {
		t.Errorf("answers: %+v, %+v", s, e.Questions)
	}
	if s := e.Scenes; s.Missing != 1 || s.Objects != 4 || s.Found != 0 || s.Boxes != nil || s.Attributes[0].Accuracy != nil {
		t.Errorf("scenes: %+v", s)
	}
	evalFiles(t, dir, map[string]string{"s.json": `[{"image_index": 0, "objects": [{"name": "mug", "bbox": [0, 0, 9, 9]}]}]`})
	e, err = Evaluate(t.Context(), EvalOptions{Data: dir, Scenes: filepath.Join(dir, "s.json"), Match: MatchBox, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if a := e.Scenes.Attributes[nameAttribute]; e.Scenes.Found != 0 || *a.Accuracy != 0 || a.OfFound != nil || e.Scenes.Boxes.Mean != 0 {
		t.Errorf("nothing found: %+v, %+v", a, e.Scenes)
	}
}
