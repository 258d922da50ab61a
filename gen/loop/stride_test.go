package loop

import (
	"context"
	"fmt"
	"mereo/gen"
	"mereo/gen/verify"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen/write"
	"mereo/scenes/rng"
)

// rows is a set that makes rowStride samples at once: numbers in one file.
type rows struct{ dots.Set }

const rowStride = 100

func (rows) Name() string { return "rows" }

func (rows) Stride() int { return rowStride }

func (rows) About() gen.About { return gen.About{Title: "Rows: numbers"} }

func (rows) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) { return rowMaker{job}, nil }

type rowMaker struct{ job gen.Job }

func (rowMaker) Renderer() string { return "" }

func (rowMaker) Close() error { return nil }

func (m rowMaker) Make(_ context.Context, index int) (*gen.Item, error) {
	numbers := make([]uint64, rowStride)
	for i := range numbers {
		numbers[i] = rng.At(rng.Key{Seed: m.job.Seed, Set: "rows", Split: m.job.Split, Index: index + i}, "number").Uint64()
	}
	f, err := write.JSON(m.job.Root, rowPath(m.job.Split, index), numbers)
	return &gen.Item{Index: index, Files: []write.File{f}}, err
}

func rowPath(split string, index int) string { return fmt.Sprintf("%s/rows/%06d.json", split, index) }

func (rows) Assemble(_ context.Context, job gen.Job) ([]write.File, error) {
	var all []uint64
	for index := 0; index < job.Count; index += rowStride {
		var numbers []uint64
		if err := dots.ReadJSON(job.Root, rowPath(job.Split, index), &numbers); err != nil {
			return nil, err
		}
		all = append(all, numbers...)
	}
	f, err := write.JSON(job.To(), fmt.Sprintf("%s_%d.json", job.Split, job.Count), all[:job.Count])
	return []write.File{f}, err
}

func (rows) NewChecker(context.Context, gen.Job) (gen.Checker, error) { return rowChecker{}, nil }

type rowChecker struct{}

func (rowChecker) Check(context.Context, gen.Item, bool) ([]gen.Problem, error) { return nil, nil }

func (rowChecker) Close() error { return nil }

// Samples that are made many at once come out the same however the work is done, and a split counts samples.
func TestStride(t *testing.T) {
	const count = 2345
	job := func(root string) gen.Job { return gen.Job{Root: root, Split: "train"} }
	want := t.TempDir()
	if r := mustRun(t, rows{}, job(want), count, Options{Workers: 1}); r.Made != count || r.Total != count || !r.Finished {
		t.Errorf("%+v, want %d made, which is all", r, count)
	}
	m, err := gen.ReadManifest(want)
	if err != nil || len(m.Splits) != 1 || m.Splits[0].Samples != count || m.Splits[0].Files != 24 || m.Splits[0].Blocks[2].Count != 345 {
		t.Fatalf("manifest is %+v, %v; want %d samples in 24 files, 345 of them in the last block", m, err, count)
	}

	t.Run("three processes, the last first", func(t *testing.T) {
		got := t.TempDir()
		for i, made := range []int{345, 1000, 1000} {
			if r := mustRun(t, rows{}, job(got), count, Options{Workers: 3, Part: Part{3 - i, 3}}); r.Made != made {
				t.Errorf("part %d made %d, want %d", 3-i, r.Made, made)
			}
		}
		dots.SameTree(t, got, want)
	})
	t.Run("grown inside the last file", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, rows{}, job(got), 2301, Options{})
		if r := mustRun(t, rows{}, job(got), count, Options{}); r.Made != 0 || r.Kept != count {
			t.Errorf("%+v, want %d kept: the file of the last has them", r, count)
		}
		other := t.TempDir() // the other way round
		mustRun(t, rows{}, job(other), count, Options{})
		if r := mustRun(t, rows{}, job(other), 2301, Options{}); r.Made != 0 || !r.Finished {
			t.Errorf("%+v, want nothing made and a shorter file", r)
		}
		dots.SameTree(t, got, other)
		m, err := gen.ReadManifest(got)
		if err != nil || len(m.Splits[0].Joined) != 2 || m.Splits[0].Samples != count {
			t.Errorf("manifest has %+v, %v, want both files", m.Splits[0], err)
		}
		if err := os.WriteFile(filepath.Join(got, "train_2301.json"), []byte("[]"), 0o666); err != nil {
			t.Fatal(err)
		}
		if report, err := verify.Dataset(t.Context(), rows{}, got, verify.Options{}); err != nil || len(report.Problems) != 1 {
			t.Errorf("verify: %+v, %v; want the damaged shorter file", report, err)
		}
		mustRun(t, rows{}, job(got), count, Options{})
		dots.SameTree(t, got, other)
	})
	t.Run("without its plan", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, rows{}, job(got), count, Options{})
		for _, name := range []string{"train/blocks/plan.json", "train/rows/000100.json"} {
			if err := os.Remove(filepath.Join(got, name)); err != nil {
				t.Fatal(err)
			}
		}
		if r := mustRun(t, rows{}, job(got), 400, Options{}); r.Made != 100 || !r.Finished {
			t.Errorf("%+v, want 100 made and the file of 400", r)
		}
	})
	t.Run("merged", func(t *testing.T) {
		a, b, got := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "new")
		mustRun(t, rows{}, job(a), count, Options{Part: Part{1, 2}})
		mustRun(t, rows{}, job(b), count, Options{Part: Part{2, 2}})
		if left, err := Merge(t.Context(), rows{}, got, []string{a, b}); err != nil || left["train"] != 0 {
			t.Fatalf("merge: %v, %v", left, err)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("damaged and mended", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, rows{}, job(got), count, Options{})
		if err := os.WriteFile(filepath.Join(got, "train/rows/002300.json"), []byte("[]"), 0o666); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Dataset(t.Context(), rows{}, got, verify.Options{})
		if err != nil || report.Samples != count || len(report.Problems) != 1 {
			t.Errorf("verify: %+v, %v; want one problem in %d samples", report, err, count)
		}
		if r := mustRun(t, rows{}, job(got), count, Options{}); r.Made != 45 {
			t.Errorf("%+v, want 45 made: those that are wanted of the last file", r)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("one", func(t *testing.T) {
		const say = "gen: index is 250, want a multiple of 100: so many samples are made at once"
		if _, err := One(t.Context(), rows{}, job(t.TempDir()), 250); err == nil || err.Error() != say {
			t.Errorf("error is %v, want %s", err, say)
		}
	})
}

// A plan counts items and samples; the last item of a split may have more than are wanted.
func TestBlockPlan(t *testing.T) {
	p := gen.Plan{Count: 2345, Stride: 100}
	var samples, items []int
	for b := range p.Blocks() {
		samples, items = append(samples, p.Block(b).Samples), append(items, p.Block(b).Items())
	}
	if !slices.Equal(samples, []int{1000, 1000, 345}) || !slices.Equal(items, []int{10, 10, 4}) || p.Block(2).Of(2300) != 45 {
		t.Errorf("samples %d in items %d, %d in the last", samples, items, p.Block(2).Of(2300))
	}
}
