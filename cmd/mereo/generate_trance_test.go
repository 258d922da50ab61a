package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/trance"
	"mereo/internal/gltest"
)

// TestGenerateTrance makes records, checks them, and scores the reference against them.
func TestGenerateTrance(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trance")
	if code, out, stderr := mereo(t, "generate", "trance", "--no-pictures", "--out", dir, "--count", "40", "--seed", "5"); code != 0 {
		t.Fatalf("generate: exit %d, %s%s", code, out, stderr)
	}
	if code, out, stderr := mereo(t, "verify", dir, "--sample", "1"); code != 0 {
		t.Errorf("verify: exit %d, %s%s", code, out, stderr)
	}
	code, out, stderr := mereo(t, "eval", dir, "--split", "train", "--baseline", "reference", "--json")
	var e judge.Report
	if err := json.Unmarshal([]byte(out), &e); code != 0 || err != nil {
		t.Fatalf("eval: exit %d, %v, %s%s", code, err, out, stderr)
	}
	if r := e.Tasks[0].Rows[0]; r.Count != 40 || r.Scores[0]["Acc"].Value != 1 {
		t.Errorf("the reference's row is %+v, want 40 samples, all right", r)
	}
}

// TestTranceFlags: flags change the configuration that a folder remembers.
func TestTranceFlags(t *testing.T) {
	want := func(change func(*trance.Config)) trance.Config {
		c := trance.DefaultConfig()
		change(&c)
		return c
	}
	for flags, config := range map[string]trance.Config{
		"":                         trance.DefaultConfig(),
		"--strict":                 want(func(c *trance.Config) { c.Strict = true }),
		"--as-published --between": want(func(c *trance.Config) { c.Published, c.Between = trance.AsPublished, true }),
		"--film":                   want(func(c *trance.Config) { c.Film = true }),
		"--positions":              want(func(c *trance.Config) { c.Problem = trance.ProblemPosition }),
		"--config DIR/c.yaml":      want(func(c *trance.Config) { c.SubFrames = 5 }),
		"--config DIR/set.json":    want(func(c *trance.Config) { c.Problem = trance.ProblemPosition }),
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"c.yaml":   "sub_frames: 5\n",
			"set.json": `{"program": "mereo", "set": "trance", "config": {"problem": "position", "sub_frames": 4, "traced_sub_frames": 2, "max_attempts": 10000}}`,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(dir, "out")
		args := strings.Fields("generate trance --no-pictures --count 1 --out " + out + " " + strings.ReplaceAll(flags, "DIR", dir))
		if code, _, stderr := mereo(t, args...); code != 0 {
			t.Errorf("%s: exit %d, %s", flags, code, stderr)
			continue
		}
		id, err := gen.ReadIdentity(out)
		if err != nil {
			t.Fatal(err)
		}
		var got trance.Config
		if err := json.Unmarshal(id.Config, &got); err != nil || !reflect.DeepEqual(got, config) {
			t.Errorf("%s: the configuration is %+v (%v), want %+v", flags, got, err, config)
		}
	}
}

// TestTranceWrongUse: what TRANCE has not, and configurations that cannot be.
func TestTranceWrongUse(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "c.yaml"), []byte("problem: moves\nsub_frames: -1\ntraced_sub_frames: 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ptr.json"), []byte(`{"program": "mereo", "set": "ptr", "config": {}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"generate trance":                                        "generate trance: --out is missing",
		"generate trance --out DIR/a --partnet b":                "unknown flag: --partnet",
		"generate trance --out DIR/a --config DIR/c.yaml":        `problem is "moves", want standard or position; sub_frames is -1, want 0 to 4096`,
		"generate trance --out DIR/a --config DIR/ptr.json":      `ptr.json: set is "ptr", want trance`,
		"generate trance --out DIR/a --no-pictures --hdf5":       "--no-pictures and --hdf5 exclude each other",
		"generate trance --out DIR/a --index 3 --hdf5":           "--index and --hdf5 exclude each other",
		"generate trance --out DIR/a --no-pictures --ids":        "--no-pictures and identity pictures (--ids) exclude each other",
		"generate trance --out DIR/a --no-pictures --count 1 -h": "Make TRANCE samples",
	} {
		code, out, stderr := mereo(t, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
		if !strings.Contains(out+stderr, want) || (code == 0) != strings.HasSuffix(args, "-h") {
			t.Errorf("%s: exit %d, %s%s, want %q", args, code, out, stderr, want)
		}
	}
}

// A set is packed when it is complete, and again when it has grown.
func TestTrancePacked(t *testing.T) {
	gltest.Renderer(t)
	dir := filepath.Join(t.TempDir(), "trance")
	config := filepath.Join(t.TempDir(), "quick.yaml")
	if err := os.WriteFile(config, []byte("sub_frames: 1\ntraced_sub_frames: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := mereo(t, "generate", "trance", "--gpu", "software", "--out", dir, "--count", "2", "--hdf5", "--ids", "--config", config)
	if code != 0 {
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := mereo(t, "verify", dir); code != 0 {
		t.Errorf("verify: exit %d, %s%s", code, stdout, stderr)
	}
	packed := func(count, want string, more ...string) {
		t.Helper()
		args := []string{"generate", "trance", "--gpu", "software", "--out", dir, "--ids", "--config", config, "--count", count}
		code, stdout, stderr := mereo(t, append(args, more...)...)
		if want = dir + "/data.h5 " + want + "\n"; code != 0 || !strings.HasSuffix(stdout, want) {
			t.Errorf("%s: exit %d, %s%s, want %q at the end", count, code, stdout, stderr, want)
		}
	}
	packed("2", "holds [train] already", "--hdf5")
	packed("3", "lacks [train] as now made; --hdf5 packs it again")
	packed("3", "holds [train]", "--hdf5")
}
