package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mereo/gen"
	"mereo/gen/loop"
)

func TestAskWrongUse(t *testing.T) {
	dir := t.TempDir()
	help := "\nrun \"mereo help\" or add --help to a command\n"
	for _, c := range []struct {
		args string
		code int
		want string // DIR stands for the test's folder
	}{
		{"ask", 2, "mereo: ask: 0 arguments, want 1: DIR" + help},
		{"ask a b", 2, "mereo: ask: 2 arguments, want 1: DIR" + help},
		{"ask DIR --workers 0", 2, "mereo: ask: --workers is 0, want at least 1" + help},
		{"ask DIR", 1, "mereo: gen: DIR: no dataset is there: dataset.json is missing\n"},
		{"ask --explain scene.json", 2, "mereo: ask: 0 arguments, want 1: QUESTION-INDEX" + help},
		{"ask --explain scene.json 1 2", 2, "mereo: ask: 2 arguments, want 1: QUESTION-INDEX" + help},
		{"ask --explain scene.json first", 2, "mereo: ask: QUESTION-INDEX is \"first\", want a whole number from 0" + help},
		{"ask --explain scene.json -- -1", 2, "mereo: ask: QUESTION-INDEX is \"-1\", want a whole number from 0" + help},
	} {
		code, stdout, stderr := mereo(t, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		if got := strings.ReplaceAll(stderr, dir, "DIR"); code != c.code || got != c.want || stdout != "" {
			t.Errorf("mereo %s: exit %d, want %d\n got %q\nwant %q\nstdout %q", c.args, code, c.code, got, c.want, stdout)
		}
	}
}

// Scenes that are there are asked again without drawing, and verify agrees with what was asked.
func TestAsk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ptr")
	code, out, stderr := mereo(t, "generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--config", tiny(t))
	if code != 0 {
		t.Fatalf("generate: exit %d, %s%s", code, out, stderr)
	}
	before, err := gen.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	code, out, stderr = mereo(t, "ask", dir)
	if code != 0 || !strings.Contains(out, " questions about 3 scenes (") {
		t.Fatalf("ask: exit %d, %s%s", code, out, stderr)
	}
	after, err := gen.ReadManifest(dir)
	if err != nil || after.Splits[0].Questions == 0 || after.Splits[0].Blocks[0] != before.Splits[0].Blocks[0] {
		t.Errorf("asked again: %v, %d questions in block %v, want some and block %v",
			err, after.Splits[0].Questions, after.Splits[0].Blocks[0], before.Splits[0].Blocks[0])
	}
	code, out, stderr = mereo(t, "verify", dir)
	if code != 0 || !strings.Contains(out, ", 1 blocks asked again: 0 problems\n") {
		t.Errorf("verify: exit %d, %s%s", code, out, stderr)
	}
	code, _, stderr = mereo(t, "ask", dir, "--split", "val")
	if want := "mereo: gen: " + dir + ": split is \"val\", want one that is there (train)\n"; code != 1 || stderr != want {
		t.Errorf("another split: exit %d, %q, want %q", code, stderr, want)
	}
}

// Which set a scene file belongs to is told by the dataset that it lies in.
func TestExplainAnyScene(t *testing.T) {
	dir := t.TempDir()
	for set, scene := range map[string]string{
		"ptr": "train/scenes/PTR_train_000001.json", "qlevr": "3d_scene/train/scenes/3d_train_000001.json",
		"shopvrb": "scenes/train/SHOP_VRB_train_000001.json",
	} {
		args := []string{"generate", set, "--no-pictures", "--out", filepath.Join(dir, set), "--count", "2"}
		if set == "ptr" {
			args = append(args, "--config", tiny(t))
		}
		if code, out, stderr := mereo(t, args...); code != 0 {
			t.Fatalf("generate %s: exit %d, %s%s", set, code, out, stderr)
		}
		code, out, stderr := mereo(t, "ask", "--explain", filepath.Join(dir, set, filepath.FromSlash(scene)), "0")
		if code != 0 || !strings.Contains(out, "question 0") || !strings.Contains(out, "└─ ") || !strings.Contains(out, "\nanswer: ") {
			t.Errorf("%s: exit %d, %s%s", set, code, out, stderr)
		}
	}
	for _, name := range []string{"qlevr/2d_scene/train/scenes/2d_train_000001.json", "qlevr/3d_scene/train/questions/3d_train_000001.json"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		code, out, stderr := mereo(t, "ask", "--explain", name, "0")
		if want := "mereo: ask: " + name + " is no scene file of qlevr; want one of 3d_scene/*/scenes/3d_*.json in the dataset's folder\n"; code != 1 ||
			stderr != want || out != "" {
			t.Errorf("exit %d, %q, want %q", code, stderr, want)
		}
	}
}

func TestTellAsked(t *testing.T) {
	for _, c := range []struct {
		name   string
		result loop.AskResult
		took   time.Duration
		want   string
	}{
		{"all", loop.AskResult{
			Samples: 1000, Questions: 13200, Rejects: map[string]int{"no-answer": 30, "balance": 120},
		}, 2 * time.Second,
			"13200 questions about 1000 scenes (2.0 s, 500 scenes per second; joined files and statistics 1.0 s)\nrejected: balance 120, no-answer 30\n"},
		{"some left", loop.AskResult{
			Samples: 20, Questions: 7,
			Incomplete: []gen.Place{{Split: "train", Block: 1}, {Split: "val", Block: 0}},
		}, 500 * time.Millisecond,
			"7 questions about 20 scenes (0.5 s, 40 scenes per second; joined files and statistics 1.0 s)\n" +
				"not asked, because they lack scenes: blocks [train/1 val/0]; generate them first\n"},
		{"nothing", loop.AskResult{}, time.Second, "0 questions about 0 scenes\n"},
	} {
		var b bytes.Buffer
		tellAsked(&b, c.result, c.took, time.Second)
		if b.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.want)
		}
	}
}
