package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Diff exits 0, 1 and 2; a joined file that was changed with its checksum is found by verify, and so are files of nobody where sets put
// folders of splits elsewhere; verify, diff and the card name the dataset alike.
func TestDiffAndWhole(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, out := range []string{a, b} {
		mustMereo(t, "", "generate", "qlevr", "--no-pictures", "--count", "12", "--out", out)
	}
	verified := mustMereo(t, " 0 problems", "verify", a)
	name := regexp.MustCompile(`dataset [0-9a-f]{64}\n`).FindString(verified)
	card, err := os.ReadFile(filepath.Join(a, "README.md"))
	if err != nil || name == "" || !strings.Contains(string(card), strings.TrimPrefix(name, "dataset ")) {
		t.Errorf("verify says %q, the card %s", name, card)
	}
	if want := "samples: made again from the seed, 1"; !strings.Contains(verified, want) {
		t.Errorf("verify says %s, want %q", verified, want)
	}
	mustMereo(t, "equal: 12 samples\n"+name, "diff", a, b)
	if code, _, stderr := mereo(t, "diff", a, dir); code != 2 || !strings.Contains(stderr, "no dataset is there") {
		t.Errorf("no dataset: exit %d, %s", code, stderr)
	}

	joined := "3d_scene/train/questions_train.json"
	path := filepath.Join(b, joined)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := regexp.MustCompile(`"answer":(true|false|"[^"]*"|\d+)`).ReplaceAll(data, []byte(`"answer":"wrong"`))
	manifest := filepath.Join(b, "manifest.json")
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
	lined := strings.Replace(string(text), sum(data), sum(changed), 1)
	lined = strings.Replace(lined, fmt.Sprintf(`"bytes": %d,`, len(data)), fmt.Sprintf(`"bytes": %d,`, len(changed)), 1)
	if lined == string(text) || string(changed) == string(data) || !json.Valid([]byte(lined)) {
		t.Fatal("nothing was changed")
	}
	for name, data := range map[string][]byte{path: changed, manifest: []byte(lined), filepath.Join(b, "3d_scene", "train", "scenes", "more.json"): []byte("{}")} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, out, _ := mereo(t, "verify", b)
	for _, want := range []string{joined + ": joined: ", "3d_scene/train/scenes/more.json: surplus: ", ": 2 problems"} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("verify: exit %d, %s, want %q", code, out, want)
		}
	}
	if code, out, _ := mereo(t, "diff", a, b); code != 1 || !strings.HasPrefix(out, "files: "+joined) {
		t.Errorf("diff: exit %d, %s", code, out)
	}
}
