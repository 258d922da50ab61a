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

	"mereo/gen/ptr"
)

// evaluated runs "eval ptr".
func evaluated(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := newEvalPTR(console{strings.NewReader(""), &o, &e})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(t.Context())
	return o.String(), err
}

// askedSplit writes a split of two questions about one picture. The program of the second does not give its answer.
func askedSplit(t *testing.T, root, split string) {
	t.Helper()
	for name, text := range map[string]string{
		"questions.json": `{"questions": [
 {"question_index": 0, "image_index": 7, "template_filename": "zero_hop.json", "question_family_index": 4, "type1": "concept",
  "type2": "count-part", "answer": 3, "program": [{"type": "scene", "inputs": []}, {"type": "filter_object-category", "inputs": [0], "value_inputs": ["Cart"]},
   {"type": "unique", "inputs": [1]}, {"type": "query_part-count", "inputs": [2], "value_inputs": ["wheel"]}]},
 {"question_index": 1, "image_index": 7, "template_filename": "one_hop.json", "question_family_index": 2, "type1": "relation",
  "type2": "spatial", "answer": "Cart", "program": [{"type": "scene", "inputs": []}, {"type": "filter_object-category", "inputs": [0], "value_inputs": ["Bed"]},
   {"type": "unique", "inputs": [1]}, {"type": "query_object-category", "inputs": [2]}]}]}`,
		"scenes/PTR_" + split + "_000007.json": `{"image_index": 7, "image_filename": "PTR_val_000007.png", "split": "val",
 "directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "front": [0, -1, 0], "behind": [0, 1, 0], "above": [0, 0, 1], "below": [0, 0, -1]},
 "relationships": {"left": [[], [0]], "right": [[1], []], "front": [[], []], "behind": [[], []]},
 "objects": [
  {"category": "Cart", "3d_coords": [0, 0, 1], "part_color_occluded": {"wheel": ["red", [173, 35, 35]]}, "part_count_occluded": {"wheel": 3}},
  {"category": "Bed", "3d_coords": [1, 0, 1], "part_color_occluded": {}, "part_count_occluded": {}}]}`,
	} {
		name = filepath.Join(root, split, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEval(t *testing.T) {
	root := t.TempDir()
	askedSplit(t, root, "val")
	answers := filepath.Join(root, "answers.jsonl")
	if err := os.WriteFile(answers, []byte(`{"question_index": 1, "answer": "cart"}`), 0o666); err != nil {
		t.Fatal(err)
	}

	out, err := evaluated(t, "--data", root, "--pred", answers, "--partial")
	want := `split val, answers of FILE
questions without an answer, counted as wrong: 1

type1       type2               count  accuracy   Rand.*   Freq.*
concept     query-object            0         -     20.0     26.5
concept     exist-object            0         -     50.1     52.4
concept     count-object            0         -      9.8     19.8
concept     query-part              0         -      8.9     10.9
concept     count-part              1       0.0     10.0     20.1
relation    spatial                 1     100.0     11.5     18.2
relation    geometric               0         -     40.1     41.7
relation    same-attribute          0         -     36.1     39.5
analogy     spatial                 0         -     26.1     32.9
analogy     geometric               0         -     12.1     26.7
arithmetic  compare-integer         0         -     49.7     51.7
arithmetic  sum-minus               0         -     10.0     19.8
physics     stability               0         -     37.9     43.5
physics     possible-change         0         -     40.6     48.1

concept     all                     1       0.0        -        -
relation    all                     1     100.0        -        -
analogy     all                     0         -        -        -
arithmetic  all                     0         -        -        -
physics     all                     0         -        -        -
all         all                     2      50.0     28.4     33.5

* of the paper, on its test split
`
	if got := strings.ReplaceAll(out, answers, "FILE"); err != nil || got != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}

	askedSplit(t, root, "train")
	askedSplit(t, root, "test")
	for _, c := range []struct {
		args, head string
		all        string // its accuracy
	}{
		{"--split val --baseline frequency", "split val, baseline frequency, most frequent answers of split train\n\n", "100.0"},
		{"--split train --baseline frequency", "split train, baseline frequency, most frequent answers of this very split\n\n", "100.0"},
		{"--baseline random", "split test, baseline random\n\n", "15.0"},
		{"--baseline oracle", "split test, baseline oracle\nquestion 1: its program gives bed, stored is cart\n\n", "50.0"},
	} {
		out, err := evaluated(t, append(strings.Fields(c.args), "--data", root)...)
		all := fmt.Sprintf("\nall         all                     2  %8s     28.4     33.5\n", c.all)
		if err != nil || !strings.HasPrefix(out, c.head+"type1 ") || !strings.Contains(out, all) {
			t.Errorf("%s: %v, got\n%s\nwant %sand%s", c.args, err, out, c.head, all)
		}
	}

	out, err = evaluated(t, "--data", root, "--baseline", "frequency", "--json")
	var e ptr.Evaluation
	if err == nil {
		err = json.Unmarshal([]byte(out), &e)
	}
	if err != nil || e.Split != "test" || e.Baseline != "frequency" || e.TrainedOn != "train" || len(e.Scores) != 20 ||
		e.Scores[4].Type2 != "count-part" || e.Scores[4].Accuracy != 100 || e.Scores[4].Count != 1 || e.Scores[4].PaperFreq != 20.1 {
		t.Errorf("%v, got %s", err, out)
	}
}

// What a user meets, word for word.
func TestWrongEval(t *testing.T) {
	for args, want := range map[string]string{
		"--pred a":                                 "eval ptr: --data is missing",
		"--data a":                                 "eval ptr: --pred or --baseline is missing",
		"--data a --pred b --baseline random":      "eval ptr: --pred and --baseline exclude each other",
		"--data a --baseline random --partial":     "eval ptr: --partial is for --pred only",
		"--data a --baseline human":                `eval ptr: --baseline is "human", want random, frequency, oracle`,
		"--data DIR --pred a":                      "ptr: DIR: no split has a questions.json; generate a split in full, or ask its questions",
		"--data DIR --split val --baseline oracle": "ptr: DIR: no split has a questions.json; generate a split in full, or ask its questions",
	} {
		dir := t.TempDir()
		out, err := evaluated(t, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
		if got := strings.ReplaceAll(fmt.Sprint(err), dir, "DIR"); got != want || out != "" {
			t.Errorf("%s:\n got %s\nwant %s\nprinted %q", args, got, want, out)
		}
	}
	for args, want := range map[string]string{
		"eval":                "eval: which set? want ptr, qlevr, shopvrb, syndacate, trance or tranco",
		"eval clevr --data a": `eval: no set "clevr", want ptr, qlevr, shopvrb, syndacate, trance or tranco`,
		"eval ptr --bogus":    "unknown flag: --bogus",
	} {
		c := console{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}
		root := &cobra.Command{Use: "mereo", SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(newEval(c))
		root.SetArgs(strings.Fields(args))
		if err := root.ExecuteContext(t.Context()); fmt.Sprint(err) != want {
			t.Errorf("%s: got %v, want %s", args, err, want)
		}
	}
}
