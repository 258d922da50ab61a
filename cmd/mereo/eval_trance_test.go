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

func TestEvalTranceWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"eval trance":          "eval trance: --data is missing",
		"eval trance --data a": "eval trance: --pred or --baseline is missing",
		"eval trance --data a --pred b --baseline empty":      "exclude each other",
		"eval trance --data a --baseline best":                `--baseline is "best", want random, empty`,
		"eval trance --data a --baseline empty --setting all": `--setting is "all", want basic, event, view`,
		"eval trance --data a --baseline empty --partial":     "--partial is for --pred only",
	} {
		code, _, err := mereo(t, strings.Fields(args)...)
		if code != 2 || !strings.Contains(err, want) {
			t.Errorf("%s: exit %d, error %q, want 2 and %q", args, code, err, want)
		}
	}
}
