package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/qlevr"
	"mereo/internal/gltest"
)

// TestGenerateQLEVR makes records, checks them, asks them again, and answers the questions by their programs.
func TestGenerateQLEVR(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "qlevr")
	must := func(want string, args ...string) string {
		t.Helper()
		return mustMereo(t, want, args...)
	}
	must("test is complete", "generate", "qlevr", "--no-pictures", "--out", dir, "--count", "30", "--seed", "5", "--split", "test")
	before, err := gen.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	must("300 questions about 30 scenes (", "ask", dir)
	after, err := gen.ReadManifest(dir)
	if err != nil || !reflect.DeepEqual(after.Splits, before.Splits) || after.Splits[0].Questions != 300 {
		t.Errorf("asked again: %v, the manifest has %+v, before %+v", err, after.Splits, before.Splits)
	}
	must(" 30 samples made again, 1 blocks asked again: 0 problems", "verify", dir, "--sample", "1", "--figures")
	out := must("", "eval", dir, "--baseline", "oracle", "--json")
	var e judge.Report
	if err := json.Unmarshal([]byte(out), &e); err != nil || e.Tasks[0].Rows[0].Count != 300 || e.Tasks[0].Rows[0].Scores[0]["accuracy"].Value != 100 {
		t.Errorf("oracle: %v, %s, want 300 of 300", err, out)
	}

	// A sentence that was changed is noticed when the block is asked again.
	name := filepath.Join(dir, "3d_scene/test/questions/3d_test_000007.json")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data = regexp.MustCompile(`"question":"[^"]*"`).ReplaceAll(data, []byte(`"question":"Is it?"`))
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := mereo(t, "verify", dir)
	if code != 1 || !strings.Contains(stdout+stderr, "3d_test_000007.json") {
		t.Errorf("after a change of sentences: exit %d, %s%s, want the file named", code, stdout, stderr)
	}
	must("300 questions about 30 scenes (", "ask", dir, "--split", "test")
	must(": 0 problems", "verify", dir)
	code, _, stderr = mereo(t, "ask", dir, "--templates", dir)
	if want := "qlevr takes no folders of models or templates"; code != 2 || !strings.Contains(stderr, want) {
		t.Errorf("templates: exit %d, %q, want %q", code, stderr, want)
	}
}

// TestGenerateQLEVRPictures makes drawings without a renderer, and one picture with.
func TestGenerateQLEVRPictures(t *testing.T) {
	for dimension, files := range map[string][]string{
		"2": {"2d_scene/train/full_images/2d_full_train_000000.png", "2d_scene/train/questions_train.json", "sheet.png"},
		"3": {"3d_scene/train/images/3d_train_000000.png", "3d_scene/train/questions_train.json", "sheet.png"},
	} {
		if dimension == "3" {
			gltest.Renderer(t)
		}
		dir := filepath.Join(t.TempDir(), "qlevr")
		code, out, stderr := mereo(t, "generate", "qlevr", "--gpu", "software", "--out", dir, "--count", "1", "--quality", "draft",
			"--dimension", dimension)
		if code != 0 {
			t.Fatalf("generate: exit %d, %s%s", code, out, stderr)
		}
		for _, name := range files {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		if code, out, stderr := mereo(t, "verify", dir, "--sample", "1"); code != 0 {
			t.Errorf("verify: exit %d, %s%s", code, out, stderr)
		}
	}
}

// TestQLEVRFlags: flags change the configuration that a folder remembers.
func TestQLEVRFlags(t *testing.T) {
	want := func(change func(*qlevr.Config)) qlevr.Config {
		c := qlevr.DefaultConfig()
		change(&c)
		return c
	}
	for flags, config := range map[string]qlevr.Config{
		"":                             qlevr.DefaultConfig(),
		"--dimension 2":                want(func(c *qlevr.Config) { c.Dimension = 2 }),
		"--locale de --as-published":   want(func(c *qlevr.Config) { c.Locale, c.Published = "de", qlevr.AsPublished }),
		"--quality draft --view plain": want(func(c *qlevr.Config) { c.Quality, c.View = frame.Draft, frame.Plain }),
		"--config DIR/c.yaml":          want(func(c *qlevr.Config) { c.Locale, c.Questions = "de", 3 }),
		"--config DIR/empty.yaml":      qlevr.DefaultConfig(),
		"--config DIR/c.yaml --locale en --dimension 2": want(func(c *qlevr.Config) { c.Questions, c.Dimension = 3, 2 }),
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"c.yaml": "questions: 3\nlocale: de\n", "empty.yaml": "# nothing yet\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(dir, "out")
		args := strings.Fields("generate qlevr --no-pictures --count 1 --out " + out + " " + strings.ReplaceAll(flags, "DIR", dir))
		if code, _, stderr := mereo(t, args...); code != 0 {
			t.Errorf("%s: exit %d, %s", flags, code, stderr)
			continue
		}
		id, err := gen.ReadIdentity(out)
		if err != nil {
			t.Fatal(err)
		}
		var got qlevr.Config
		if err := json.Unmarshal(id.Config, &got); err != nil || !reflect.DeepEqual(got, config) {
			t.Errorf("%s: the configuration is %+v (%v), want %+v", flags, got, err, config)
		}
		// What a folder remembers makes the same set again, alone and into the same folder.
		args = strings.Fields("generate qlevr --no-pictures --index 0 --out " + out + " --config " + filepath.Join(out, "dataset.json"))
		if code, _, stderr := mereo(t, args...); code != 0 {
			t.Errorf("%s: made again: exit %d, %s", flags, code, stderr)
		}
	}
}

// TestQLEVRWrongUse: what QLEVR has not, and configurations that cannot be.
func TestQLEVRWrongUse(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"c.yaml": "questions: 700\nsub_frames: -1\n", "key.yaml": "locale: de\nwidht: 800\n",
		"ptr.json": `{"program": "mereo", "set": "ptr", "config": {}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	if code, _, stderr := mereo(t, "generate", "qlevr", "--no-pictures", "--count", "1", "--out", out); code != 0 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "mereo: generate qlevr: --out is missing"},
		{"--out DIR/a --partnet b", 2, "unknown flag: --partnet"},
		{"--out DIR/a --split dev", 2, `--split is "dev", want train, val or test`},
		{"--out DIR/a --dimension 4", 1, "dimension is 4, want 2 or 3"},
		{"--out DIR/a --dimension two", 2, `--dimension is "two", want a whole number`},
		{"--out DIR/a --locale fr", 1, `locale is "fr", want en or de`},
		{"--out DIR/a --locale fr --dimension 1", 1, `dimension is 1, want 2 or 3; locale is "fr", want en or de`},
		{"--out DIR/a --config DIR/c.yaml", 1, "questions is 700, want 0 to 671; sub_frames is -1, want 0 to 4096"},
		{"--out DIR/a --config DIR/key.yaml", 1, "line 2, column 1: widht is an unknown key"},
		{"--out DIR/a --config DIR/ptr.json", 1, `ptr.json: set is "ptr", want qlevr`},
		{"--out DIR/out --no-pictures --count 1 --locale de", 1, "the folder holds"},
		{"--out DIR/out --no-pictures --count 1 --seed 2", 1, "the folder holds"},
	} {
		code, stdout, stderr := mereo(t, strings.Fields(strings.ReplaceAll("generate qlevr "+c.args, "DIR", dir))...)
		if code != c.code || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("%s: exit %d, %s%s, want %d and %q", c.args, code, stdout, stderr, c.code, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
		t.Error("wrong use left a folder")
	}
}
