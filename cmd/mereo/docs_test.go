package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/internal/gltest"
)

// block returns the first fenced block of a language in a Markdown file.
func block(t *testing.T, name, language string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(data)
	if m == nil {
		t.Fatalf("%s has no %s block", name, language)
	}
	return string(m[1])
}

// needPython skips a test where Python lacks modules.
func needPython(t *testing.T, modules string) {
	t.Helper()
	if out, err := exec.Command("/usr/bin/python3", "-c", "import "+modules).CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with %s: %v\n%s", modules, err, out)
		}
		t.Skipf("python3 with %s: %v", modules, err)
	}
}

// The Python program of docs/ptr.md runs and finds the floor where the documentation says it is.
func TestPythonExample(t *testing.T) {
	gltest.Renderer(t)
	needPython(t, "numpy, PIL")
	dir := filepath.Join(t.TempDir(), "ptr")
	if code, out, stderr := mereo(t, "generate", "ptr", "--gpu", "software", "--out", dir, "--count", "1", "--config", tiny(t)); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	program := block(t, "../../docs/ptr.md", "python")
	out, err := exec.Command("/usr/bin/python3", "-c", program, dir, "train", "0").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !regexp.MustCompile(`(?m)^(Chair|Table|Bed|Refrigerator|Cart) \d+ pixels, \d+\.\d\d m away, \{'`).Match(out) ||
		!strings.Contains(string(out), "lowest point: 0.020 m\n") {
		t.Errorf("the example prints\n%s", out)
	}
}

// The configuration that docs/ptr.md shows is the default one.
func TestDocumentedConfig(t *testing.T) {
	got, err := ptr.ParseConfig("docs/ptr.md", []byte(block(t, "../../docs/ptr.md", "yaml")))
	if err != nil {
		t.Fatal(err)
	}
	if want := ptr.DefaultConfig().String(); got.String() != want {
		t.Errorf("the documented configuration is %s, want %s", got, want)
	}
}

// What docs/qlevr.md shows of QLEVR: its configuration is the default one, and its Python program reads questions.
func TestQLEVRDocs(t *testing.T) {
	got, err := qlevr.ParseConfig("docs/qlevr.md", []byte(block(t, "../../docs/qlevr.md", "yaml")))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, qlevr.DefaultConfig()) {
		t.Errorf("the documented configuration is %+v, want %+v", got, qlevr.DefaultConfig())
	}
	dir := filepath.Join(t.TempDir(), "qlevr")
	if code, out, stderr := mereo(t, "generate", "qlevr", "--out", dir, "--count", "2", "--no-pictures"); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	out, err := exec.Command("/usr/bin/python3", "-c", block(t, "../../docs/qlevr.md", "python"), dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !regexp.MustCompile(`^3d_scene/train/images/3d_train_000000\.png [A-Z].*\? (True|False) \['[a-z_]+\.json', \d`).Match(out) {
		t.Errorf("the example prints\n%s", out)
	}
}

// The Python program of docs/syndacate.md reads a file.
func TestSyndacateDocs(t *testing.T) {
	needPython(t, "numpy")
	dir := t.TempDir()
	if code, out, stderr := mereo(t, "generate", "syndacate", "--out", dir, "--task", "ImToChars", "--small"); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	name := filepath.Join(dir, "syndacate_aFfTh100n400o3p12rTs3u10w100.npz")
	out, err := exec.Command("/usr/bin/python3", "-c", block(t, "../../docs/syndacate.md", "python"), name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want := "F centre -0.205 -0.189\nE centre 0.297 0.569\nA centre -0.028 -0.456\n"; string(out) != want {
		t.Errorf("the example prints\n%s, want\n%s", out, want)
	}
}
