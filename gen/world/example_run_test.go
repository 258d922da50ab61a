package world_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/judge"
	"mereo/gen/loop"
	"mereo/gen/show"
	"mereo/gen/verify"
)

// The example set goes the way of all sets: it is made and asked about, checked, scored, changed and exported.
func TestExampleSet(t *testing.T) {
	s, err := newBlocks(96)
	if err != nil {
		t.Fatal(err)
	}
	ctx, job := t.Context(), gen.Job{Root: t.TempDir(), Seed: 1, Split: "train", Pictures: true}
	if made, err := loop.Run(ctx, s, job, 30, loop.Options{Workers: 2}); err != nil || made.Made != 30 || !made.Finished {
		t.Fatalf("made %+v, %v, want 30 samples", made, err)
	}
	report, err := verify.Dataset(ctx, s, job.Root, verify.Options{Remake: 0.2})
	if err != nil || !report.Pass() || report.Samples != 30 || report.Reasked != 1 {
		t.Errorf("checking: %+v, %v", report, err)
	}

	scores, err := judge.Run(ctx, s.judge(), judge.Options{Data: job.Root, Split: "train", Baseline: judge.Oracle})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	scores.Print(&table)
	if !strings.Contains(table.String(), "100.0") {
		t.Errorf("the oracle has\n%s", &table)
	}

	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	made, err := r.Make(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	before := made.Page()
	if len(before.Questions) == 0 || len(before.Relations) == 0 {
		t.Fatalf("the page has no questions or relations: %+v", before)
	}
	changed, _, err := made.Editor().Edit(ctx, []show.Edit{{Kind: show.EditRecolor, Entity: "object 1", Color: "blue"}})
	if err != nil || changed.Page().Entities[0].Facts["color"] != "blue" {
		t.Fatalf("recolored it is %+v, %v", changed, err)
	}
	asked := before.Questions[0].Program
	if trace, err := made.Run(asked); err != nil || trace.Answer != before.Questions[0].Answer {
		t.Errorf("its program gives %+v, %v, want %s", trace, err, before.Questions[0].Answer)
	}

	out := t.TempDir()
	if _, err := export.RunAll(ctx, s, job.Root, []export.Options{{Format: "coco", Out: out}}); err != nil {
		t.Fatal(err)
	}
	if found, _ := filepath.Glob(filepath.Join(out, "*", "*.json")); len(found) == 0 {
		entries, _ := os.ReadDir(out)
		t.Errorf("the export has no annotations: %v", entries)
	}
}
