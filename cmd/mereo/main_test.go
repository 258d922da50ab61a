package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"mereo/gen"
	"mereo/gen/verify"
	"mereo/gen/write"
	"mereo/internal/gltest"
)

// TestMain lets the test binary be the program: for worker processes, and for runs under limits.
func TestMain(m *testing.M) {
	if os.Getenv("MEREO_TEST_MAIN") == "1" {
		main()
		return
	}
	os.Setenv("MEREO_TEST_MAIN", "1") // for children
	code := m.Run()
	cleanUp()
	os.Exit(code)
}

// long leaves out a test that takes long where a short run is asked for.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out by -short")
	}
}

// mustMereo runs the program, which must succeed and print what is wanted, and returns all that it prints.
func mustMereo(t *testing.T, want string, args ...string) string {
	t.Helper()
	code, out, stderr := mereo(t, args...)
	if code != 0 || !strings.Contains(out, want) {
		t.Fatalf("%s: exit %d, %s%s, want %q", strings.Join(args, " "), code, out, stderr, want)
	}
	return out
}

// mereo runs a command line and returns its exit code and what it wrote.
func mereo(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, console{in: strings.NewReader(""), out: &o, err: &e})
	return code, o.String(), progressLines.ReplaceAllString(e.String(), "")
}

// tiny is a configuration with pictures so small that a scene takes a moment.
func tiny(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "tiny.yaml")
	if err := os.WriteFile(name, []byte("width: 160\nheight: 120\nsub_frames: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// What a user meets, word for word.
func TestWrongUse(t *testing.T) {
	dir := t.TempDir()
	config := func(text string) string {
		name := filepath.Join(dir, fmt.Sprintf("%x.yaml", len(text)))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	cut := filepath.Join(dir, "cut.glb")
	if err := os.WriteFile(cut, []byte("glTF\x02\x00\x00\x00\xff\x00\x00\x00\xe0\x00\x00\x00JSON{\"asset\":"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	help := "\nrun \"mereo help\" or add --help to a command\n"
	for _, c := range []struct {
		args string
		code int
		want string // DIR stands for the test's folder
	}{
		{"fly", 2, "mereo: unknown command \"fly\" for \"mereo\"" + help},
		{"generate", 2, "mereo: generate: which set? want ptr, trance, qlevr, shopvrb, syndacate or clevr" + help},
		{"generate nothing --out " + out, 2, "mereo: generate: no set \"nothing\", want ptr, trance, qlevr, shopvrb, syndacate or clevr" + help},
		{"generate ptr", 2, "mereo: generate ptr: --out is missing" + help},
		{"generate ptr --out " + out + " --count 0", 2, "mereo: generate ptr: --count is 0, want at least 1" + help},
		{"generate ptr --out " + out + " --count many", 2,
			"mereo: generate ptr: --count is \"many\", want a whole number" + help},
		{"generate ptr --out " + out + " --count 99999999999999999999", 2,
			"mereo: generate ptr: --count is \"99999999999999999999\", want a whole number from -9223372036854775808 to 9223372036854775807" + help},
		{"generate ptr --out " + out + " --seed -1", 2, "mereo: generate ptr: --seed is \"-1\", want a whole number from 0" + help},
		{"generate ptr --out " + out + " --quality best", 2,
			"mereo: generate ptr: --quality is \"best\", want one of standard, draft, reference" + help},
		{"generate ptr --out " + out + " --no-pictures=maybe", 2, "mereo: generate ptr: --no-pictures is \"maybe\", want true or false" + help},
		{"generate ptr --out " + out + " --also a\"b", 2, "mereo: generate ptr: --also is \"a\\\"b\", want words with commas between them" + help},
		{"verify DIR --sample 1e999", 2,
			"mereo: verify: --sample is \"1e999\", want a number from -1.7976931348623157e+308 to 1.7976931348623157e+308" + help},
		{"generate ptr --out " + out + " --workers 0", 2, "mereo: generate ptr: --workers is 0, want at least 1" + help},
		{"generate ptr --out " + out + " --split dev", 2, "mereo: generate ptr: --split is \"dev\", want train, val or test" + help},
		{"generate ptr --out " + out + " --blocks 4/3", 2, "mereo: generate ptr: --blocks is \"4/3\", want i/n with 1 <= i <= n, such as 3/40" + help},
		{"generate ptr --out " + out + " --index 3 --blocks 1/2", 2, "mereo: generate ptr: --index and --blocks exclude each other" + help},
		{"generate ptr --out " + out + " --bogus", 2, "mereo: generate ptr: unknown flag: --bogus" + help},
		{"generate ptr --out " + out + " --models a --partnet b", 2, "mereo: --models excludes --partnet and --mobility" + help},
		{"generate ptr --out " + out + " --config DIR/none.yaml", 1, "mereo: config DIR/none.yaml: no such file or directory\n"},
		{"generate ptr --no-pictures --out " + out + " --config " + config("widht: 800\n"), 1,
			"mereo: ptr: config DIR/b.yaml: line 1, column 1: widht is an unknown key; docs/ptr.md lists the keys\n"},
		{"generate ptr --no-pictures --out " + out + " --config " + config("width: 3\nmax_tries: 0\n"), 1,
			"mereo: ptr: config DIR/16.yaml: max_tries is 0, want 1 to 1000000; width is 3, want 16 to 8192\n"},
		{"generate ptr --no-pictures --count 1 --out " + file, 1, "mereo: gen: output folder: open DIR/file: not a directory\n"},
		{"generate ptr --no-pictures --count 1 --out " + file + "/below", 1, "mereo: gen: output folder: open DIR/file/below: not a directory\n"},
		{"verify", 2, "mereo: verify: 0 arguments, want 1: DIR" + help},
		{"verify DIR --sample 2", 2, "mereo: verify: --sample is 2, want 0 to 1" + help},
		{"verify DIR", 1, "mereo: gen: DIR: no dataset is there: dataset.json is missing\n"},
		{"merge a", 2, "mereo: merge: 1 arguments, want OUT and at least one DIR" + help},
		{"merge DIR/m DIR", 1, "mereo: gen: DIR: no dataset is there: dataset.json is missing\n"},
		{"render x.glb", 2, "mereo: render: --out is missing" + help},
		{"render --out " + out, 2, "mereo: render: name a file, such as desk.glb" + help},
		{"render a/x.glb b/x.obj --out OUT", 2, "mereo: render: the pictures of two files would go to OUT/x; draw them one by one, with an --out each" + help},
		{"render x.glb --size 0x5 --out " + out, 2, `mereo: render: --size is "0x5", want width and height in pixels, 1 to 16384, such as 640x480` + help},
		{"render x.glb --camera left --out " + out, 2,
			`mereo: render: --camera is "left", want the number of a camera of the file, from 0, or orbit:AZIMUTH,ELEVATION` + help},
		{"render x.glb --camera orbit:1,91 --out " + out, 2, `mereo: render: --camera is "orbit:1,91", want orbit:AZIMUTH,ELEVATION or ` +
			`orbit:AZIMUTH,ELEVATION,DISTANCE: elevation is 91 degrees, want -90 to 90` + help},
		{"render x.glb --camera 1 --turntable 4 --out " + out, 2,
			"mereo: render: --turntable goes around the scene: give --camera an orbit, or leave it out" + help},
		{"render x.ply --time 1 --out " + out, 1, "mereo: x.ply: has no animation; --time is for glTF\n"},
		{"render x.glb --time -1 --out " + out, 2, "mereo: render: --time is -1, want at least 0" + help},
		{"render DIR/none.glb --out " + out, 1, "mereo: gltf: DIR/none.glb: no such file or directory\n"},
		{"render " + cut + " --out " + out, 1, "mereo: gltf: DIR/cut.glb: file is cut short: 29 bytes, its header says 255\n"},
		{"assets", 2, "mereo: assets: --out is missing" + help},
		{"assets --out a.png --category Sofa", 2, "mereo: assets: --category has \"sofa\", want one of " + strings.Join(assetCategories(), ", ") + help},
		{"assets --out a.jpg", 2, "mereo: assets: --out is \"a.jpg\", want a name that ends with .png" + help},
		{"assets --out a.png --category mug --size 100", 2, "mereo: assets: --size is 100, want 120 at least for kitchen things" + help},
		{"assets --out a.png --category all --colliders", 2, "mereo: assets: --colliders is for kitchen things, as in --category kitchen" + help},
		{"world check stereo --colliders", 2, "mereo: world check: --colliders is for the sheet; name a file for it, as in --sheet my.png" + help},
		{"bench --set nothing", 2, "mereo: bench: no set \"nothing\", want ptr, trance, qlevr, shopvrb, syndacate or clevr" + help},
		{"bench --config a.yaml", 2, "mereo: bench: --config needs --set" + help},
		{"bench --set syndacate --config a.yaml", 2, "mereo: bench: --config is for sets with a configuration file, not for syndacate" + help},
		{"bench --scenes 0", 2, "mereo: bench: --scenes is 0 and --workers is 2, want at least 1" + help},
		{"version 3", 2, "mereo: version: unexpected argument \"3\"" + help},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))
		if args[0] == "bench" {
			args = append(args, "--workers", "2")
		}
		code, stdout, stderr := mereo(t, args...)
		got := strings.ReplaceAll(stderr, dir, "DIR")
		if code != c.code || got != c.want || stdout != "" {
			t.Errorf("mereo %s: exit %d, want %d\n got %q\nwant %q\nstdout %q", c.args, code, c.code, got, c.want, stdout)
		}
	}
	if entries, _ := os.ReadDir(out); len(entries) > 0 {
		t.Errorf("wrong use left %v in the output folder", entries)
	}
}

// Every command says what it does, with an example, and exits 0.
func TestHelp(t *testing.T) {
	var visit func(cmd *cobra.Command, path []string)
	n := 0
	visit = func(cmd *cobra.Command, path []string) {
		seen := map[string]bool{}
		for _, sub := range cmd.Commands() {
			if seen[sub.Name()] {
				t.Errorf("mereo %s has command %s twice", strings.Join(path, " "), sub.Name())
			}
			seen[sub.Name()] = true
			if !sub.Hidden && sub.Name() != "help" && sub.Name() != "completion" {
				visit(sub, append(path, sub.Name()))
			}
		}
		n++
		code, out, _ := mereo(t, append(path, "--help")...)
		if code != 0 || !strings.Contains(out, "Examples:\n  mereo ") {
			t.Errorf("mereo %s --help: exit %d and no example in\n%s", strings.Join(path, " "), code, out)
		}
	}
	visit(newRoot(console{}), nil)
	if n < 10 {
		t.Errorf("%d commands, want at least 10", n)
	}
	if code, out, _ := mereo(t, "completion", "bash"); code != 0 || !strings.Contains(out, "__start_mereo") {
		t.Errorf("completion: exit %d", code)
	}
	want := fmt.Sprintf("mereo %s, commit unknown, %s, %s/%s\n", gen.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if code, out, _ := mereo(t, "version"); code != 0 || out != want {
		t.Errorf("version: code %d, %q, want %q", code, out, want)
	}
	if code, out, _ := mereo(t, "version", "--licenses"); code != 0 || !strings.Contains(out, "\ngithub.com/spf13/cobra v") || !strings.Contains(out, "Copyright 2009 The Go Authors.") {
		t.Errorf("version --licenses: code %d, %d bytes", code, len(out))
	}
}

func TestRecordsOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ptr")
	config := tiny(t)
	code, out, stderr := mereo(t, "generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--seed", "5", "--config", config)
	if code != 0 || !strings.HasPrefix(out, "train: 3 samples made, 0 were there") || !strings.Contains(out, "train is complete; see ") {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	// What the folder remembers is the same dataset, seed and all, here and elsewhere; another seed must be asked for.
	made := filepath.Join(dir, "dataset.json")
	told := "seed 5, of " + made + "; --seed takes another\n"
	code, out, _ = mereo(t, "generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--config", made)
	if code != 0 || !strings.HasPrefix(out, told+"train: 0 samples made, 3 were there\n") {
		t.Errorf("again: exit %d, %s", code, out)
	}
	other := filepath.Join(t.TempDir(), "ptr")
	mustMereo(t, told+"train: 3 samples made", "generate", "ptr", "--no-pictures", "--out", other, "--count", "3", "--config", made)
	if got, want := tree(t, other), tree(t, dir); got != want {
		t.Errorf("made elsewhere:\n%s\nwant\n%s", got, want)
	}
	const one = "/train/scenes/PTR_train_000001.json"
	mustMereo(t, told+other+"2"+one, "generate", "ptr", "--no-pictures", "--out", other+"2", "--index", "1", "--config", made)
	want, err := os.ReadFile(dir + one)
	if got, err2 := os.ReadFile(other + "2" + one); err != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("sample 1 alone: %v, %v, or other bytes", err, err2)
	}
	out = mustMereo(t, "train: 3 samples made", "generate", "ptr", "--no-pictures", "--out", other+"6", "--count", "3", "--seed", "6", "--config", made)
	if id, err := gen.ReadIdentity(other + "6"); err != nil || id.Seed != 6 || strings.Contains(out, "seed") {
		t.Errorf("with --seed 6: seed %d, %v, %s", id.Seed, err, out)
	}
	code, _, stderr = mereo(t, "generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--seed", "6", "--config", config)
	if want := "mereo: gen: " + dir + ": the folder holds seed 5, asked for 6; take another folder\n"; code != 1 || stderr != want {
		t.Errorf("another seed: exit %d, %q, want %q", code, stderr, want)
	}
	code, _, stderr = mereo(t, "generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--seed", "5")
	if want := "mereo: gen: " + dir + ": the folder holds another configuration: height is 120, asked for 600; take another folder\n"; code != 1 || stderr != want {
		t.Errorf("another configuration: exit %d, %q, want %q", code, stderr, want)
	}

	// One sample again, alone, is the same file.
	alone := filepath.Join(t.TempDir(), "alone")
	code, out, stderr = mereo(t, "generate", "ptr", "--no-pictures", "--out", alone, "--index", "2", "--seed", "5", "--config", config)
	scene := "train/scenes/PTR_train_000002.json"
	if code != 0 || out != alone+"/"+scene+"\n" {
		t.Fatalf("one sample: exit %d, %q %s", code, out, stderr)
	}
	a, err := os.ReadFile(filepath.Join(dir, scene))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(alone, scene))
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("the sample made alone differs: %v", err)
	}

	// Verify finds nothing, and then what was broken.
	code, out, stderr = mereo(t, "verify", dir, "--json", "--sample", "1")
	var report verify.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || report.Samples != 3 || report.Remade != 3 || !report.Pass() {
		t.Errorf("verify: exit %d, %v, %s%s", code, err, out, stderr)
	}
	if err := os.WriteFile(filepath.Join(dir, scene), append(a, ' '), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, _ = mereo(t, "verify", dir)
	if code != 1 || !strings.Contains(out, scene+": checksum: ") {
		t.Errorf("verify of a changed file: exit %d, %s", code, out)
	}
}

// With pictures, one worker process and two make the same folder, though each renderer draws other scenes before.
func TestPictures(t *testing.T) {
	gltest.Renderer(t)
	config := tiny(t)
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	for dir, workers := range map[string]string{one: "1", two: "2"} {
		code, out, stderr := mereo(t, "generate", "ptr", "--gpu", "software", "--out", dir, "--count", "6", "--seed", "7", "--config", config, "--workers", workers)
		if code != 0 {
			t.Fatalf("exit %d, %s%s", code, out, stderr)
		}
	}
	m, err := gen.ReadManifest(one)
	if err != nil {
		t.Fatal(err)
	}
	block, err := gen.ReadBlock(one, "train", 0)
	if err != nil {
		t.Fatal(err)
	}
	files := append(append(m.Files, m.Splits[0].Blocks[0].File), block.Files()...)
	for _, f := range files {
		if err := f.Check(two); err != nil {
			t.Errorf("made by two workers: %v", err)
		}
	}
	readPicture(t, one, "sheet.png")
	code, out, stderr := mereo(t, "verify", one, "--sample", "1")
	if code != 0 {
		t.Errorf("verify: exit %d, %s%s", code, out, stderr)
	}
	merged := filepath.Join(t.TempDir(), "merged")
	if code, out, stderr := mereo(t, "merge", merged, one, two); code != 0 || out != "train is complete in "+merged+"\n" {
		t.Errorf("merge: exit %d, %s%s", code, out, stderr)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var o, e bytes.Buffer
	dir := filepath.Join(t.TempDir(), "ptr")
	code := run(ctx, []string{"generate", "ptr", "--no-pictures", "--out", dir, "--count", "3", "--config", tiny(t)}, console{in: strings.NewReader(""), out: &o, err: &e})
	want := "mereo: stopped; what is finished is on disk, and the same command goes on from there\n"
	if code != 130 || e.String() != want {
		t.Errorf("exit %d, %q, want 130, %q", code, e.String(), want)
	}
}

// self runs this test binary as the program, through a shell line in which $MEREO stands for it.
func self(t *testing.T, line string, env ...string) (code int, stderr string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", line)
	cmd.Env = append(append(os.Environ(), "MEREO_TEST_MAIN=1", "MEREO="+os.Args[0]), env...)
	var e bytes.Buffer
	cmd.Stderr = &e
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), progressLines.ReplaceAllString(e.String(), "")
}

// progressLines say how far work has come without a terminal.
var progressLines = regexp.MustCompile(`(?m)^time=\S+ level=INFO .*\n`)

// A disk that takes no more: the limit on the size of a file, with its signal ignored, makes writes fail half way.
func TestNoSpaceLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ptr")
	code, stderr := self(t, `trap '' XFSZ; ulimit -f 4; exec $MEREO generate ptr --no-pictures --out `+dir+` --count 3 --workers 1`)
	want := "mereo: ptr: train/0: write: train/scenes/PTR_train_000000.json: file too large\n"
	if code != 1 || stderr != want {
		t.Errorf("exit %d, %q, want 1, %q", code, stderr, want)
	}
	left, err := filepath.Glob(filepath.Join(dir, "train", "scenes", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("a failed write left %v", left)
	}
}

// A full file system, where the test may mount one.
func TestFullFileSystem(t *testing.T) {
	dir := t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", dir).Run(); err != nil {
		t.Skipf("mounting a small file system: %v", err)
	}
	defer exec.Command("umount", dir).Run()
	code, stderr := self(t, `exec $MEREO generate ptr --no-pictures --out `+dir+`/ptr --count 9 --workers 1`)
	if want := regexp.MustCompile(`^mereo: (ptr: train/\d+: write: train/scenes/PTR_train_\d+\.json|gen: train/blocks/0000\.journal): no space left on device\n$`); code != 1 || !want.MatchString(stderr) {
		t.Errorf("exit %d, %q, want 1, %s", code, stderr, want)
	}
}

func TestNoWritePermission(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	program := "exec $MEREO"
	if os.Getuid() == 0 { // root may write anywhere; nobody may not, but must reach the program
		if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join("/tmp", fmt.Sprintf("mereo-test-%d", os.Getpid()))
		data, err := os.ReadFile(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied, data, 0o755); err != nil {
			t.Fatal(err)
		}
		defer os.Remove(copied)
		program = "exec setpriv --reuid 65534 --regid 65534 --clear-groups " + copied
	}
	code, stderr := self(t, program+` generate ptr --no-pictures --out `+dir+`/ptr --count 3`)
	if want := "mereo: gen: output folder: mkdir " + dir + "/ptr: permission denied\n"; code != 1 || stderr != want {
		t.Errorf("exit %d, %q, want 1, %q", code, stderr, want)
	}
}

// Without any OpenGL the program says so before it writes, and the doctor names the package.
func TestNoGL(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ptr")
	env := []string{"__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere.json"}
	code, stderr := self(t, `exec $MEREO generate ptr --out `+dir+` --count 3`, env...)
	if code != 1 || !strings.HasPrefix(stderr, "mereo: engine: no OpenGL context can be had: ") || !strings.HasSuffix(stderr, "; \"mereo doctor\" says what is missing\n") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the output folder was made")
	}
	code, stderr = self(t, `$MEREO doctor >&2`, env...)
	if code != 1 {
		t.Errorf("doctor: exit %d, want 1", code)
	}
	for _, want := range []string{"drawing    impossible: ", "apt-get install", "libegl"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("doctor does not say %q:\n%s", want, stderr)
		}
	}
}

func TestDoctor(t *testing.T) {
	gltest.Renderer(t)
	code, out, _ := mereo(t, "doctor")
	if code != 0 || !regexp.MustCompile(`(?m)^drawing    .*OpenGL \d`).MatchString(out) {
		t.Errorf("exit %d, %s", code, out)
	}
	if got, want := parseMeminfo(strings.NewReader("MemTotal: 99 kB\nMemAvailable:   2097152 kB\n")), 2048; got != want {
		t.Errorf("memory is %d MB, want %d", got, want)
	}
}

func TestAssets(t *testing.T) {
	gltest.Renderer(t)
	name := filepath.Join(t.TempDir(), "beds.png")
	code, out, stderr := mereo(t, "assets", "--category", "bed", "--seeds", "1", "--size", "64", "--out", name)
	if code != 0 || !strings.HasPrefix(out, name+": ") {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	if w, h, _ := readPicture(t, filepath.Dir(name), "beds.png"); w < 600 || h < 150 {
		t.Errorf("the sheet is %d x %d", w, h)
	}
}

// A sheet of kitchen things, with what they collide with.
func TestKitchenSheet(t *testing.T) {
	gltest.Renderer(t)
	name := filepath.Join(t.TempDir(), "kitchen.png")
	code, out, stderr := mereo(t, "assets", "--category", "spoon, mug", "--size", "120", "--colliders", "--out", name)
	if code != 0 || !strings.Contains(out, "7 models of mug, spoon") {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	if w, h, rgb := readPicture(t, filepath.Dir(name), filepath.Base(name)); w < 7*120 || h < 2*120 || slices.Min(rgb) > 60 {
		t.Errorf("the sheet is %d x %d, at least %d dark", w, h, slices.Min(rgb))
	}
}

// A sheet of the things of a world; with what they collide with it is wider, and has the outlines of hulls.
func TestWorldSheet(t *testing.T) {
	gltest.Renderer(t)
	name := filepath.Join(t.TempDir(), "stereo.png")
	var wide, black [2]int
	for i, more := range [][]string{nil, {"--colliders"}} {
		code, out, stderr := mereo(t, append([]string{"world", "check", "stereo", "--trials", "1", "--size", "400", "--sheet", name}, more...)...)
		if code != 0 || !strings.Contains(out, "7 things in their looks") {
			t.Fatalf("exit %d, %s%s", code, out, stderr)
		}
		w, _, rgb := readPicture(t, filepath.Dir(name), filepath.Base(name))
		wide[i] = w
		for k := 0; k < len(rgb); k += 3 {
			if max(rgb[k], rgb[k+1], rgb[k+2]) == 0 {
				black[i]++
			}
		}
	}
	if wide[1] < 2*400 || wide[1] <= wide[0] || black[0] > 0 || black[1] < 7*400 {
		t.Errorf("sheets are %d wide, with %d black pixels; want outlines of hulls on the wider one alone", wide, black)
	}
}

// readPicture reads a picture of any size.
func readPicture(t *testing.T, dir, name string) (width, height int, rgb []uint8) {
	t.Helper()
	im, err := write.ReadPicture(dir, name)
	if err == nil {
		width, height = im.Bounds().Dx(), im.Bounds().Dy()
		rgb, err = write.ReadRGB(dir, name, width, height)
	}
	if err != nil {
		t.Fatal(err)
	}
	return width, height, rgb
}

// The sheet of physical scenes has two pictures for each of twelve scenes.
func TestPhysicsSheet(t *testing.T) {
	t.Parallel()
	gltest.Renderer(t)
	name := filepath.Join(t.TempDir(), "physics.png")
	code, out, stderr := mereo(t, "assets", "--physics-sheet", "--size", "40", "--out", name)
	if want := name + ": 12 physical scenes\n"; code != 0 || out != want {
		t.Fatalf("exit %d, %s%s, want %s", code, out, stderr, want)
	}
	w, h, rgb := readPicture(t, filepath.Dir(name), "physics.png")
	if w < 2*160 || h < 2*120 {
		t.Fatalf("the sheet is %d x %d", w, h)
	}
	shown := 0 // pixels that are neither paper nor ink
	for i := 0; i < len(rgb); i += 3 {
		if r, g, b := rgb[i], rgb[i+1], rgb[i+2]; max(r, g, b) > 20 && min(r, g, b) < 240 {
			shown++
		}
	}
	if want := 12 * 2 * 160 * 120 * 3 / 4; shown < want {
		t.Errorf("%d pixels of pictures, want at least %d", shown, want)
	}
}

// The sheet of QLEVR shows seven shapes in eight looks and the six pictures of planes, none of them empty.
func TestQLEVRSheet(t *testing.T) {
	t.Parallel()
	gltest.Renderer(t)
	if code, _, stderr := mereo(t, "assets", "--qlevr-sheet", "--physics-sheet", "--out", "x.png"); code != 2 ||
		!strings.HasPrefix(stderr, "mereo: assets: --physics-sheet and --qlevr-sheet exclude each other\n") {
		t.Errorf("both sheets: exit %d, %s", code, stderr)
	}
	name := filepath.Join(t.TempDir(), "qlevr.png")
	code, out, stderr := mereo(t, "assets", "--qlevr-sheet", "--size", "40", "--out", name)
	if want := name + ": 56 solids and 6 planes\n"; code != 0 || out != want {
		t.Fatalf("exit %d, %s%s, want %s", code, out, stderr, want)
	}
	w, h, rgb := readPicture(t, filepath.Dir(name), "qlevr.png")
	if w < 7*40 || h < 9*40 {
		t.Fatalf("the sheet is %d x %d", w, h)
	}
	// Neither paper nor the gray of the desk, nor letters, which are gray too.
	colored := 0
	for i := 0; i < len(rgb); i += 3 {
		if r, g, b := rgb[i], rgb[i+1], rgb[i+2]; max(r, g, b)-min(r, g, b) > 25 {
			colored++
		}
	}
	if want := 49 * 40 * 40 / 8; colored < want {
		t.Errorf("%d colored pixels, want at least %d: an eighth of the tiles of the solids that are not gray", colored, want)
	}
}

// --physics makes nothing but physical scenes.
func TestGeneratePhysics(t *testing.T) {
	dir := t.TempDir()
	if code, _, stderr := mereo(t, "generate", "ptr", "--physics", "--no-pictures", "--count", "2", "--workers", "1", "--out", dir); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, name := range []string{"PTR_train_000000.json", "PTR_train_000001.json"} {
		data, err := os.ReadFile(filepath.Join(dir, "train", "scenes", name))
		if err != nil || !bytes.Contains(data, []byte(`"physics": true`)) || bytes.Count(data, []byte(`"stability": `)) != 3 {
			t.Errorf("%s: %v, physics and three verdicts are not there", name, err)
		}
	}
}

// Before the first second is over work says how far it has come, or that it has begun; what is over by then says nothing.
func TestProgressBegins(t *testing.T) {
	for want, do := range map[string]func(p *progress){
		`msg=train state="looking at what is there"`: func(*progress) {},
		"msg=train done=2 total=9":                   func(p *progress) { p.update(2, 9) },
	} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p := newProgress(console{err: write}, "train")
		do(p)
		line, err := bufio.NewReader(read).ReadString('\n')
		if p.end(); err != nil || !strings.Contains(line, want) {
			t.Errorf("wrote %q, %v, want %s", line, err, want)
		}
	}
	var e bytes.Buffer
	p := newProgress(console{err: &e}, "train")
	p.end()
	if p.tellBegun(); e.Len() > 0 {
		t.Errorf("work that is over wrote %q", e.String())
	}
}

// Without a terminal there is a line every ten seconds with rate and time left.
func TestProgressLines(t *testing.T) {
	var e bytes.Buffer
	p := newProgress(console{err: &e}, "train")
	p.update(10, 110)
	if e.Len() > 0 {
		t.Errorf("wrote %q at once", e.String())
	}
	p.begun, p.told = p.begun.Add(-20*time.Second), p.told.Add(-tellEvery)
	p.update(50, 110)
	p.update(51, 110)
	p.end()
	if want := regexp.MustCompile(`^time=\S+ level=INFO msg=train done=50 total=110 per_second=(2.00|1.99) left=30s\n$`); !want.MatchString(e.String()) {
		t.Errorf("wrote %q, want %s", e.String(), want)
	}
}
