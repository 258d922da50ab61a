package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"testing"
)

// reportLines are the lines of a report.
func reportLines(t *testing.T, name string) (lines []reportLine) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var l reportLine
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, l)
	}
	return lines
}

// A check that was stopped goes on where it was and ends with the same report; what was checked is not checked again.
func TestVerifyGoesOn(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	set := dots.Set{Side: 5, Words: "why"}
	mustRun(t, set, dots.Train(root), 3010, loop.Options{})
	if err := os.WriteFile(filepath.Join(root, "train/records/000007.json"), []byte(`{"X":9}`), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.jsonl")
	want, err := Dataset(t.Context(), set, root, Options{Remake: 0.01, File: whole})
	if err != nil || want.Count() == 0 || want.Samples != 3010 || want.Reasked != 4 {
		t.Fatalf("%d samples, %d blocks asked again, %d problems, %v; want 3010, 4, and problems with one", want.Samples, want.Reasked, want.Count(), err)
	}
	lines := reportLines(t, whole)
	if n := len(lines); n != 6 || lines[0].Verify == nil || lines[1].Block == nil || lines[1].Block.Samples != gen.BlockSize || lines[5].End == nil {
		t.Fatalf("the report has %d lines, want what is checked, four blocks, and the end", n)
	}

	ctx, cancel := context.WithCancel(t.Context())
	parts := filepath.Join(dir, "parts.jsonl")
	_, err = Dataset(ctx, set, root, Options{Remake: 0.01, File: parts, Progress: func(done, _ int) {
		if done > 1500 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error is %v, want that it was cancelled", err)
	}
	if n := len(reportLines(t, parts)); n != 2 {
		t.Fatalf("%d lines after a stop in the second block, want what is checked and the first", n)
	}
	f, err := os.OpenFile(parts, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"block":{"split":"tr`); err != nil { // a kill in the middle of a line
		t.Fatal(err)
	}
	f.Close()
	first := -1
	got, err := Dataset(t.Context(), set, root, Options{Remake: 0.01, File: parts, Progress: func(done, _ int) {
		if first < 0 && done > 0 {
			first = done
		}
	}})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("gone on, the report is another one (%v)", err)
	}
	if first != gen.BlockSize {
		t.Errorf("the first count after going on is %d, want %d at once", first, gen.BlockSize)
	}
	a, _ := os.ReadFile(whole)
	b, _ := os.ReadFile(parts)
	if !bytes.Equal(a, b) {
		t.Errorf("the files of the reports differ: %d and %d bytes", len(a), len(b))
	}

	// A finished one begins anew, and another check is refused.
	if _, err := Dataset(t.Context(), set, root, Options{Remake: 0.01, File: parts}); err != nil {
		t.Error(err)
	}
	if n := len(reportLines(t, parts)); n != 6 {
		t.Errorf("%d lines after a second check, want 6", n)
	}
	_, err = Dataset(t.Context(), set, root, Options{Remake: 0.5, File: parts})
	if want := fmt.Sprintf("gen: %s is not a report of this check; want a new file", parts); fmt.Sprint(err) != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}

// A report lists the first problems and counts the others; the file has all.
func TestVerifyListsTheFirstProblems(t *testing.T) {
	root, file := t.TempDir(), filepath.Join(t.TempDir(), "report.jsonl")
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 1200, loop.Options{})
	if err := os.RemoveAll(filepath.Join(root, "train/images")); err != nil {
		t.Fatal(err)
	}
	r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{File: file})
	if err != nil || len(r.Problems) != maxProblems || r.Count() < 1200 || r.Pass() {
		t.Fatalf("%d problems listed and %d more, %v; want %d of at least 1200", len(r.Problems), r.More, err, maxProblems)
	}
	all := 0
	for _, l := range reportLines(t, file) {
		all += len(l.Folder)
		if l.Block != nil {
			all += len(l.Block.Problems)
		}
	}
	if all != r.Count() {
		t.Errorf("the file has %d problems, want %d", all, r.Count())
	}
}
