package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	code, out, problem := mereo(t, "eval", "qlevr", "--data", dir, "--pred", filepath.Join(dir, "answers.csv"), "--overlap")
	if code != 0 {
		t.Fatalf("exit %d, error %q", code, problem)
	}
	for _, line := range []string{
		"all           all                            2      50.0     50.0     66.5\n",
		"quantifier    each                           1       0.0     50.0     66.2\n",
		"              total                          0         -     50.0     66.3\n",
		"              4                              1       0.0        -        -\n",
		"type          existence1                     1     100.0        -        -\n",
		"test              2          1 \n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("output\n%s\nhas no line %q", out, line)
		}
	}
	code, out, _ = mereo(t, "eval", "qlevr", "--data", dir, "--baseline", "q-type", "--json")
	var got struct {
		TrainedOn string `json:"trained_on"`
		Scores    []struct{ Accuracy float64 }
	}
	err := json.Unmarshal([]byte(out), &got)
	if code != 0 || err != nil || got.TrainedOn != "test" || got.Scores[0].Accuracy != 100 {
		t.Errorf("q-type as JSON: exit %d, %v, output\n%s", code, err, out)
	}
	code, _, problem = mereo(t, "eval", "qlevr", "--data", dir, "--baseline", "best")
	if code != 2 || !strings.Contains(problem, `--baseline is "best", want q-type, oracle, random`) {
		t.Errorf("exit %d, error %q", code, problem)
	}
}
