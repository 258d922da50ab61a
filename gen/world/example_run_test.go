package world_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/judge"
	"mereo/gen/loop"
	"mereo/gen/show"
	"mereo/gen/verify"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/shoot"
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

// eroded draws as device does, but for the uppermost row of the first object: drivers differ by such pixels.
type eroded struct{ device }

func (d eroded) ShootFrom(s *scenes.Scene, o shoot.Options, poses ...geom.Transform) ([]*frame.Images, error) {
	out, err := d.device.ShootFrom(s, o, poses...)
	for _, im := range out {
		if at := slices.Index(im.Object, 1); at >= 0 {
			for row := im.Object[at : at-at%im.Width+im.Width]; len(row) > 0; row = row[1:] {
				if row[0] == 1 {
					row[0] = 0
				}
			}
		}
	}
	return out, err
}

// A record has the ids that its driver drew; a set that plans samples again to show them reads them from the files.
func TestExampleSetOfAnotherDriver(t *testing.T) {
	s, err := newBlocks(96)
	if err != nil {
		t.Fatal(err)
	}
	ctx, job, open := t.Context(), gen.Job{Root: t.TempDir(), Seed: 1, Split: "train", Pictures: true}, s.Open
	s.Open = func(job gen.Job) (*world.Split[*pile], error) {
		split, err := open(job)
		split.Painter = func(string) (world.Painter, error) { return eroded{}, nil }
		return split, err
	}
	if _, err := loop.Run(ctx, s, job, 4, loop.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if report, err := verify.Dataset(ctx, s, job.Root, verify.Options{}); err != nil || !report.Pass() {
		t.Errorf("checking: %+v, %v", report, err)
	}
	_, read, made := readAndMade(t, s, job)
	if of := func(s show.Sample) show.Rect { return s.Page().Entities[0].Boxes[0] }; of(read) == of(made) {
		t.Errorf("the box of the files is %v, that of the processor, too", of(read))
	}
}
