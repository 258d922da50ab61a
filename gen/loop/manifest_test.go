package loop

import (
	"context"
	"mereo/gen"
	"mereo/gen/verify"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen/write"
)

// joins is a set that tells which splits were joined.
type joins struct {
	dots.Set
	splits *[]string
}

func (j joins) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	*j.splits = append(*j.splits, job.Split)
	return j.Set.Assemble(ctx, job)
}

// The end of a split joins that split, and others only where their blocks or joined files are not what they were.
func TestSplitsAreJoinedOnce(t *testing.T) {
	root := t.TempDir()
	set := joins{dots.Set{Side: 5}, &[]string{}}
	run := func(split string, count int, want ...string) {
		t.Helper()
		*set.splits = nil
		mustRun(t, set, gen.Job{Root: root, Split: split}, count, Options{})
		if !slices.Equal(*set.splits, want) {
			t.Errorf("after %s: %q were joined, want %q", split, *set.splits, want)
		}
	}
	run("train", 30, "train")
	run("val", 10, "val")
	run("val", 10)
	run("test", 10, "test")
	run("val", 20, "val")
	if err := os.WriteFile(filepath.Join(root, "train", "records.json"), []byte("[]"), 0o666); err != nil {
		t.Fatal(err)
	}
	run("test", 10, "train")
	report, err := verify.Dataset(t.Context(), set, root, verify.Options{})
	if err != nil || !report.Pass() {
		t.Errorf("verify: %+v, %v", report, err)
	}
}
