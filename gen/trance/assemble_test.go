package trance

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
)

func TestAssemble(t *testing.T) {
	cfg := DefaultConfig()
	job := gen.Job{Root: t.TempDir(), Split: "val"}
	var items []gen.Item
	var samples []*Made
	for index := range 8 {
		m := sampled(t, cfg, index)
		samples = append(samples, m)
		if _, err := write.Bytes(job.Root, cfg.infoPath("val", index), encoded(t, cfg.infoRecord(index, m))); err != nil {
			t.Fatal(err)
		}
		items = append(items, gen.Item{Index: index})
	}
	files, err := cfg.assemble(context.Background(), job, items)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
		if err := f.Check(job.Root); err != nil {
			t.Error(err)
		}
	}
	want := []string{"val/data.jsonl", "val/basic.jsonl", "val/properties.json", "val/values.json"}
	if !slices.Equal(names, want) {
		t.Errorf("files are %q, want %q", names, want)
	}

	// What the program's own evaluation reads is what was made.
	var single []*Made
	for _, m := range samples {
		if len(m.Steps) == 1 {
			single = append(single, m)
		}
	}
	if len(single) == 0 || len(single) == len(samples) {
		t.Fatalf("%d of %d samples have one step, want some", len(single), len(samples))
	}
	for name, want := range map[string][]*Made{"data.jsonl": samples, "basic.jsonl": single} {
		n := 0
		err := eachRecord(context.Background(), filepath.Join(job.Root, "val", name), func(r *Record) error {
			if m := want[n]; r.Initial != m.States[0] || r.Final != m.States[len(m.Steps)] || !slices.Equal(r.Reference, m.Steps) {
				t.Errorf("%s: line %d is %v, want %v", name, n, r.Sample, m)
			}
			n++
			return nil
		})
		if err != nil || n != len(want) {
			t.Errorf("%s: %d records and %v, want %d", name, n, err, len(want))
		}
	}

	again, err := cfg.assemble(context.Background(), job, items)
	if err != nil || !slices.Equal(again, files) {
		t.Errorf("again: %v and %v, want %v", again, err, files)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := cfg.assemble(ended, job, items); err == nil {
		t.Error("a run that was ended says nothing")
	}
	broken := cfg.infoPath("val", 3)
	if err := os.WriteFile(filepath.Join(job.Root, broken), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := cfg.assemble(context.Background(), job, items); err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("error is %v, want one that names %s", err, broken)
	}
	if err := files[0].Check(job.Root); err != nil {
		t.Errorf("the file of before is gone: %v", err)
	}
}
