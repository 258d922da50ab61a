package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/internal/gltest"
	"mereo/internal/oracle"
)

// laidOut are datasets that between them have every file that docs/layouts.md names: arguments of "mereo generate" without --out.
// CONFIG stands for pictures that are made in a moment, NORMALS for a configuration with normals, EXR for both with depth in one form.
var laidOut = [][]string{
	{"ptr --count 2 --config CONFIG", "ptr --count 1 --split val --config CONFIG"},
	{"ptr --count 1 --config EXR"},
	{"ptr --count 1 --physics --film --config CONFIG"},
	{"trance --count 2 --hdf5 --quality draft", "trance --count 1 --split test --quality draft"},
	{"trance --count 5 --positions --between --ids --quality draft --config NORMALS"}, // one of them with several steps
	{"trance --count 1 --film --ids --quality draft --config NORMALS"},
	{"qlevr --count 1 --quality draft --config NORMALS"},
	{"qlevr --count 2 --dimension 2 --locale de", "qlevr --count 1 --split val --dimension 2 --locale de"},
	{"shopvrb --count 1 --quality draft --config NORMALS", "shopvrb --count 1 --split benchmark --quality draft --config NORMALS"},
	{"shopvrb --count 2 --no-pictures --as-published"},
	{"shopvrb --count 1 --drop --film --quality draft --config NORMALS"},
	{"syndacate --task Words --count 120", "syndacate --classes digits --count 20", "syndacate --film --noise blur-low --count 10"},
	{"syndacate --task Words --count 120 --no-pictures"},
}

// layoutRow is a path of the table, as a regular expression, with what it takes to be there.
type layoutRow struct {
	set, path, with string
	expr            string // S is a split
	met             bool
}

// layoutRows reads the table of docs/layouts.md.
func layoutRows(t *testing.T) (rows []*layoutRow) {
	t.Helper()
	text, err := os.ReadFile("../../docs/layouts.md")
	if err != nil {
		t.Fatal(err)
	}
	expr := strings.NewReplacer("000007", `\d{6}`, "000000", `\d{4}00`, "00000.", `\d{5}\.`, "0000.", `\d{4}\.`, ".C.", `\.Camera_(Left|Center|Right)\.`,
		".C/", `\.Camera_(Left|Center|Right)/`,
		"_P_", "_(standard|position)_", "-NN", "-0[123]", "-STATE", "-(initial|0[123]|final)", "NAME", `[^/.]+`, ".runs/", `\.runs/.*`, ".", `\.`)
	for _, m := range regexp.MustCompile(`(?m)^\| (\w+) \| (.*?) \| .* \| (.*?) ?\|$`).FindAllStringSubmatch(string(text), -1) {
		for _, path := range regexp.MustCompile("`(.*?)`").FindAllStringSubmatch(m[2], -1) {
			rows = append(rows, &layoutRow{set: m[1], path: path[1], with: m[3], expr: "^" + expr.Replace(path[1]) + "$"})
		}
	}
	return rows
}

// The table of docs/layouts.md has the path of every file of every set, and its function finds those of every sample.
func TestLayouts(t *testing.T) {
	t.Parallel()
	long(t)
	gltest.Renderer(t)
	rows := layoutRows(t)
	program, _, ok := strings.Cut(fenced(t, "layouts.md", "python")[0], "\nfor path in")
	if !ok || strings.Count(program[strings.Index(program, "\ndef "):], "\n") > 15 {
		t.Errorf("the function is longer than 15 lines, or nothing calls it:\n%s", program)
	}
	config := func(text string) string {
		name := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	named := strings.NewReplacer("CONFIG", tiny(t), "NORMALS", config("normals: true"),
		"EXR", config("{width: 120, height: 80, sub_frames: 1, write: {depth: exr, normals: true}}"))
	for _, commands := range laidOut {
		dir := t.TempDir()
		for _, args := range commands {
			args = named.Replace(args)
			mustMereo(t, "", append([]string{"generate"}, append(strings.Fields(args), "--out", dir)...)...)
		}
		set, _, _ := strings.Cut(commands[0], " ")
		samples := samplesOf(t, dir)
		checkRows(t, commands[0], dir, set, rows, samples)

		asked, err := json.Marshal(samples)
		if err != nil {
			t.Fatal(err)
		}
		found := oracle.Python(t, program+`
import sys
samples = json.loads(sys.argv[2])
for s in samples:
    s["files"] = [str(Path(p).relative_to(sys.argv[1])) for p in files(sys.argv[1], s["split"], s["index"])]
print(json.dumps(samples))
`, dir, string(asked))
		var got []sampleFiles
		if err := json.Unmarshal([]byte(found), &got); err != nil || !reflect.DeepEqual(got, samples) {
			t.Errorf("%s: %v, found\n%+v, want\n%+v", commands[0], err, got, samples)
		}
	}
	for _, r := range rows {
		if !r.met {
			t.Errorf("no dataset has %s, %s", r.set, r.path)
		}
	}
}

// sampleFiles are the files of a sample, sorted.
type sampleFiles struct {
	Split string   `json:"split"`
	Index int      `json:"index"`
	Files []string `json:"files"`
}

// samplesOf reads them from the blocks of a dataset.
func samplesOf(t *testing.T, dir string) (out []sampleFiles) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "blocks", "[0-9]*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var b gen.Block
		read(t, name, &b)
		for _, item := range b.Items {
			s := sampleFiles{Split: b.Split, Index: item.Index}
			for _, f := range item.Files {
				s.Files = append(s.Files, f.Path)
			}
			for _, f := range b.Files() { // those of questions are the block's, with the index in their names
				if !slices.Contains(s.Files, f.Path) && strings.Contains(filepath.Base(f.Path), fmt.Sprintf("_%06d", item.Index)) {
					s.Files = append(s.Files, f.Path)
				}
			}
			slices.Sort(s.Files)
			out = append(out, s)
		}
	}
	return out
}

// checkRows looks whether each file of a dataset is in a row of the table, and what is there always in this one.
func checkRows(t *testing.T, name, dir, set string, rows []*layoutRow, samples []sampleFiles) {
	t.Helper()
	var splits []string
	for _, s := range samples {
		splits = append(splits, regexp.QuoteMeta(s.Split))
	}
	split := regexp.MustCompile(`\bS\b|_S(_|\b)`)
	here := map[*layoutRow]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		path, err = filepath.Rel(dir, path)
		met := 0
		for _, r := range rows {
			if r.set != set && r.set != "all" {
				continue
			}
			expr := split.ReplaceAllStringFunc(r.expr, func(s string) string {
				return strings.Replace(s, "S", "("+strings.Join(splits, "|")+")", 1)
			})
			if regexp.MustCompile(expr).MatchString(path) {
				r.met, here[r] = true, true
				met++
			}
		}
		if met != 1 {
			t.Errorf("%s: %s is in %d rows of the table, want 1", name, path, met)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if (r.set == set || r.set == "all") && r.with == "" && !here[r] {
			t.Errorf("%s: %s is not there, and the table names no condition", name, r.path)
		}
	}
}
