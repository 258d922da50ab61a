package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	code, out, _ := mereo(t, "eval", "trance", "--data", dir, "--baseline", "greedy")
	if code != 0 || !strings.Contains(out, "all                      1   0.0000   0.0000   1.0000   1.0000   0.0000") {
		t.Errorf("greedy: exit %d, output\n%s", code, out)
	}
	code, out, _ = mereo(t, "eval", "trance", "--data", dir, "--baseline", "empty", "--setting", "basic", "--json")
	var got struct{ Basic struct{ Count int } }
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || got.Basic.Count != 1 {
		t.Errorf("basic as JSON: exit %d, %v, output\n%s", code, err, out)
	}
	detail := filepath.Join(dir, "new", "detail.jsonl")
	code, _, _ = mereo(t, "eval", "trance", "--data", dir, "--baseline", "greedy", "--setting", "view", "--detail", detail)
	if lines, err := os.ReadFile(detail); code != 0 || strings.Count(string(lines), `"pred":[[0,1]]`) != 3 {
		t.Errorf("detail: exit %d, %v, lines\n%s", code, err, lines)
	}
	code, _, problem := mereo(t, "eval", "trance", "--data", dir, "--baseline", "greedy", "--split", "test")
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
	code, out, problem := mereo(t, "eval", "trance", "--data", dir, "--human", file)
	want := dir + `, setting basic, answers of people in ` + file + `
users: anna, bob
mean time: 17.5 s

   count   ObjAcc  AttrAcc   ValAcc      Acc
       2   1.0000   1.0000   0.5000   0.5000
`
	if code != 0 || out != want {
		t.Errorf("exit %d, output\n%s\nwant\n%s", code, out, want)
	}
	if want := file + ":3: the last line is not complete, as after a crash; it is left out\n"; problem != want {
		t.Errorf("told is %q, want %q", problem, want)
	}
	code, out, _ = mereo(t, "eval", "trance", "--data", dir, "--human", file, "--json")
	var got struct {
		Basic struct{ Acc float64 }
		Human struct {
			Seconds float64 `json:"avg_seconds"`
		}
	}
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || got.Basic.Acc != 0.5 || got.Human.Seconds != 17.5 {
		t.Errorf("JSON: exit %d, %v, output\n%s", code, err, out)
	}
	code, _, problem = mereo(t, "eval", "trance", "--data", dir, "--human", filepath.Join(dir, "none.jsonl"))
	if code != 1 || !strings.Contains(problem, "none.jsonl: no such file or directory") {
		t.Errorf("no file: exit %d, error %q", code, problem)
	}
}

func TestEvalTranceWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"eval trance":          "eval trance: --data is missing",
		"eval trance --data a": "eval trance: --pred or --baseline is missing",
		"eval trance --data a --pred b --baseline empty":      "exclude each other",
		"eval trance --data a --baseline best":                `--baseline is "best", want random, empty`,
		"eval trance --data a --baseline empty --setting all": `--setting is "all", want basic, event, view`,
		"eval trance --data a --baseline empty --partial":     "--partial is for --pred only",
		"eval trance --human a":                               "eval trance: --data is missing",
		"eval trance --data a --human b --setting view":       "eval trance: the problem stands in b, leave --setting out",
		"eval trance --data a --human b --pred c":             "eval trance: --human and --pred exclude each other",
	} {
		code, _, err := mereo(t, strings.Fields(args)...)
		if code != 2 || !strings.Contains(err, want) {
			t.Errorf("%s: exit %d, error %q, want 2 and %q", args, code, err, want)
		}
	}
}
