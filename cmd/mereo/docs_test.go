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
	"mereo/gen/shopvrb"
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

// sectionBlocks returns the fenced blocks of a language below a heading of a Markdown file.
func sectionBlocks(t *testing.T, name, heading, language string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(data), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("%s has no heading %q", name, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(section, -1) {
		out = append(out, m[1])
	}
	return out
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

// What docs/shopvrb.md shows: its configuration is the default one, and its Python program reads scenes, texts and questions.
func TestShopVRBDocs(t *testing.T) {
	got, err := shopvrb.ParseConfig("docs/shopvrb.md", []byte(block(t, "../../docs/shopvrb.md", "yaml")))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, shopvrb.DefaultConfig()) {
		t.Errorf("the documented configuration is %+v, want %+v", got, shopvrb.DefaultConfig())
	}
	dir := filepath.Join(t.TempDir(), "shopvrb")
	if code, out, stderr := mereo(t, "generate", "shopvrb", "--out", dir, "--count", "2", "--no-pictures"); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	out, err := exec.Command("/usr/bin/python3", "-c", block(t, "../../docs/shopvrb.md", "python"), dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !regexp.MustCompile(`(?s)^(small|medium-sized|large) .*(graspable|handle-pickable|stationary)\n    [A-Z].*[.?] `).Match(out) {
		t.Errorf("the example prints\n%s", out)
	}
}

// The tables and the program of docs/shopvrb.md make a folder of models that pictures can be made with.
func TestShopVRBModelsDocs(t *testing.T) {
	needPython(t, "json")
	const docs, heading = "../../docs/shopvrb.md", "Your own models"
	tables, programs := sectionBlocks(t, docs, heading, "yaml"), sectionBlocks(t, docs, heading, "python")
	if len(tables) != 2 || len(programs) != 1 {
		t.Fatalf("%d tables and %d programs, want 2 and 1", len(tables), len(programs))
	}
	models, dir := t.TempDir(), filepath.Join(t.TempDir(), "shopvrb")
	for i, name := range []string{"object_properties.yaml", "textual_properties.yaml"} {
		if err := os.WriteFile(filepath.Join(models, name), []byte(tables[i]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("/usr/bin/python3", "-c", programs[0], filepath.Join(models, "squeezer1.gltf")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	mustMereo(t, "train is complete", "generate", "shopvrb", "--out", dir, "--count", "3", "--no-pictures", "--models", models)
	mustMereo(t, ": 0 problems", "verify", dir, "--models", models)
}
