package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mereo/gen/tranco"
)

// trancoCommand runs "tranco ..." or "eval ..." without the program's root.
func trancoCommand(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var o, e bytes.Buffer
	c := console{in: strings.NewReader(""), out: &o, err: &e}
	root := &cobra.Command{Use: "mereo", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(newTranco(c), newEval(c))
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return o.String(), err
}

// coinFile writes annotations of 30 testing videos of 2 steps, one training video and one of a single step.
func coinFile(t *testing.T) string {
	t.Helper()
	entry := `{"class": "MakeTea", "subset": %q, "duration": 8, "annotation": [` +
		`%s{"id": "7", "segment": [1, 4], "label": "boil"}]}`
	second := `{"id": "9", "segment": [5, 9.5], "label": "pour"}, `
	entries := []string{
		`"train": ` + fmt.Sprintf(entry, "training", second), `"short": ` + fmt.Sprintf(entry, "testing", ""),
	}
	for i := range 30 {
		entries = append(entries, fmt.Sprintf(`"v%02d": `, i)+fmt.Sprintf(entry, "testing", second))
	}
	name := filepath.Join(t.TempDir(), "COIN.json")
	if err := os.WriteFile(name, []byte(`{"database": {`+strings.Join(entries, ",\n")+`}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTranco(t *testing.T) {
	coin, out := coinFile(t), filepath.Join(t.TempDir(), "set")
	videos := t.TempDir()
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(videos, fmt.Sprintf("v%02d.mp4", i)), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := trancoCommand(t, "tranco", "build", "--coin", coin, "--out", out, "--videos", videos)
	want := `split  samples   clips   samples of 2 to 7 steps
train        0       0      0    0    0    0    0    0
val         11      22     11    0    0    0    0    0
test         9      18      9    0    0    0    0    0
left out: 12 videos that have no file, the first is short
kept, but annotated beyond their end: 20 videos, the first is v00
lists of candidates have only 18 clips: there are no more in the test split
`
	if err != nil || got != want {
		t.Fatalf("%v, got\n%s\nwant\n%s", err, got, want)
	}

	row := reported(t, out, "--baseline", "reversed").Tasks[0].Rows[0]
	if row.Count != 9 || row.Scores[0]["R"].Value != 1 || row.Scores[0]["KTD"].Value != 1 || row.Scores[0]["EMR"].Value != 0 {
		t.Errorf("reversed: %+v", row)
	}

	// One right clip for one of 9 samples.
	data, err := os.ReadFile(filepath.Join(out, "test.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var first tranco.Record
	line, _, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(line, &first); err != nil {
		t.Fatal(err)
	}
	pred := filepath.Join(t.TempDir(), "p.jsonl")
	putFile(t, pred, fmt.Sprintf(`{"video_id": %q, "clips": [%q]}`, first.VideoID, first.Reference[1]))
	got, err = trancoCommand(t, "eval", out, "--pred", pred, "--partial", "--candidates", filepath.Join(out, "candidates_test_100.json"))
	want = `tranco, split test, answers of FILE
without an answer, counted as wrong: 8
candidates of OUT/candidates_test_100.json

     count       R  95 %                P  95 %              KTD  95 %               SD  95 %              NSD  95 %             EMR  95 %
all      9  0.0556  [0.000 0.167]  0.1111  [0.000 0.333]  1.0000  [1.000 1.000]  1.8889  [1.667 2.000]  0.9444  [0.833 1.000]  0.0000  [0.000 0.299]
`
	if shown := strings.NewReplacer(pred, "FILE", out, "OUT").Replace(got); err != nil || strings.Join(strings.Fields(shown), " ")[:len(strings.Join(strings.Fields(want), " "))] != strings.Join(strings.Fields(want), " ") {
		t.Errorf("%v, got\n%s\nwant\n%s", err, shown, want)
	}
	if r := reported(t, out, "--split", "val", "--baseline", "oracle"); r.Split != "val" || r.Tasks[0].Rows[0].Count != 11 ||
		r.Tasks[0].Rows[0].Scores[0]["EMR"].Value != 1 {
		t.Errorf("oracle of val: %+v", r)
	}
}

// What a user meets, word for word.
func TestWrongTranco(t *testing.T) {
	for args, want := range map[string]string{
		"tranco":                          "tranco: do what? want build",
		"tranco make --coin a":            `tranco: no command "make", want build`,
		"tranco build":                    "tranco build: --coin is missing",
		"tranco build --coin a":           "tranco build: --out is missing",
		"tranco build --coin a --out b c": `tranco build: unexpected argument "c"`,
		"tranco build --coin DIR/none --out b": "tranco: annotations: DIR/none: no such file or directory; " +
			"give the path of COIN's annotation file, COIN.json",
		"eval DIR --set tranco --baseline oracle": "tranco: DIR holds no train.jsonl, val.jsonl or test.jsonl; " +
			"build the set there first",
		"eval DIR/none --set tranco --baseline oracle": "tranco: stat DIR/none: no such file or directory; " +
			"give the folder of a built set",
	} {
		dir := t.TempDir()
		out, err := trancoCommand(t, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
		if got := strings.ReplaceAll(fmt.Sprint(err), dir, "DIR"); got != want || out != "" {
			t.Errorf("%s:\n got %s\nwant %s\nprinted %q", args, got, want, out)
		}
	}
}
