package loop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mereo/gen"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mereo/internal/dots"
	"mereo/internal/ordered"
	"mereo/internal/process"
)

// However the work is done, the folder has the same bytes.
func TestSameBytesHowever(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const count = 1234
	want := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), count, Options{Workers: 1})
	if m, err := gen.ReadManifest(want); err != nil || len(m.Splits) != 1 || m.Splits[0].Samples != count || len(m.Splits[0].Blocks) != 2 {
		t.Fatalf("manifest is %+v, %v; want one split of %d samples in 2 blocks", m, err, count)
	}

	t.Run("eight workers", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Workers: 8})
		dots.SameTree(t, got, want)
	})
	t.Run("two processes", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Workers: 2, Child: children(dots.Set{Side: 5})})
		dots.SameTree(t, got, want)
	})
	t.Run("blocks in two runs, the second first", func(t *testing.T) {
		got := t.TempDir()
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Part: Part{2, 2}})
		if r.Made != 234 || r.Finished || r.Left != 1 {
			t.Errorf("second half: %+v, want 234 made and one block left", r)
		}
		r = mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Part: Part{1, 2}})
		if r.Made != 1000 || !r.Finished {
			t.Errorf("first half: %+v, want 1000 made and finished", r)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("merged", func(t *testing.T) {
		a, b, got := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "new")
		mustRun(t, dots.Set{Side: 5}, dots.Train(a), count, Options{Part: Part{1, 2}})
		mustRun(t, dots.Set{Side: 5}, dots.Train(b), count, Options{Part: Part{2, 2}})
		left, err := Merge(t.Context(), dots.Set{Side: 5}, got, []string{a, b})
		if err != nil || left["train"] != 0 {
			t.Fatalf("merge: %v, %v", left, err)
		}
		dots.SameTree(t, got, want)
		// Again, and with a folder that has everything: nothing moves.
		if _, err := Merge(t.Context(), dots.Set{Side: 5}, got, []string{want, a}); err != nil {
			t.Fatal(err)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("grown", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), 300, Options{})
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		if r.Kept != 300 || r.Made != count-300 {
			t.Errorf("kept %d and made %d, want 300 and %d", r.Kept, r.Made, count-300)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("failed once", func(t *testing.T) {
		got := t.TempDir()
		_, err := Run(t.Context(), dots.Set{Side: 5, Fail: []int{700, 1100}}, dots.Train(got), count, Options{Workers: 3})
		if err == nil || err.Error() != "dots: train/700: no attempt was kept" {
			t.Errorf("error is %v", err)
		}
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		if r.Kept < 690 {
			t.Errorf("kept %d, want what was made before the failure", r.Kept)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("stopped by the context", func(t *testing.T) {
		got := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		stopAt := func(done, total int) {
			if total != count {
				t.Errorf("total is %d, want %d", total, count)
			}
			if done == 200 {
				cancel()
			}
		}
		r, err := Run(ctx, dots.Set{Side: 5}, dots.Train(got), count, Options{Workers: 2, Progress: stopAt})
		if !errors.Is(err, context.Canceled) || r.Made < 200 || r.Made > 210 {
			t.Errorf("made %d, %v; want about 200 and context.Canceled", r.Made, err)
		}
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		dots.SameTree(t, got, want)
	})
	t.Run("damaged and mended", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		for _, name := range []string{"train/records/000003.json", "train/images/dots_train_001100.png"} {
			if err := os.WriteFile(filepath.Join(got, name), []byte("{}"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(filepath.Join(got, "train/images/dots_train_000999.png")); err != nil {
			t.Fatal(err)
		}
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		if r.Made != 3 {
			t.Errorf("made %d, want 3", r.Made)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("a torn journal", func(t *testing.T) {
		got := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Part: Part{2, 2}})
		_, err := Run(t.Context(), dots.Set{Side: 5, Fail: []int{400}}, dots.Train(got), count, Options{Workers: 1, Part: Part{1, 2}})
		if err == nil {
			t.Fatal("no error")
		}
		name := filepath.Join(got, "train/blocks/0000.journal")
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data[:len(data)-30], 0o666); err != nil {
			t.Fatal(err)
		}
		// All samples but that of the torn line count, and the 234 samples of the other block.
		whole := bytes.Count(data, []byte("\n")) - 2
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{})
		if whole < 399 || r.Kept != whole+234 {
			t.Errorf("kept %d, want %d with at least 399 of them", r.Kept, whole+234)
		}
		dots.SameTree(t, got, want)
	})
}

// A run and its worker processes are killed at some moment, three times, and the fourth run ends like an undisturbed one.
func TestKilled(t *testing.T) {
	want, got := t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 1100, Options{})
	for _, ms := range []int{150, 333, 512} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "GEN_TEST=run", "GEN_ROOT="+got)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(ms) * time.Millisecond)
		if err := kill(cmd); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
	}
	r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), 1100, Options{})
	if r.Kept == 0 || r.Made == 0 {
		t.Errorf("kept %d and made %d; the kills came before the first or after the last sample", r.Kept, r.Made)
	}
	dots.SameTree(t, got, want)
}

// Two parts share a folder without meeting. A second run of a part that is being made refuses, before it makes anything, and
// names the first.
func TestTwoRunsShareAFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const count = 2100
	want, got := t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), count, Options{})
	results, errs := make([]Result, 3), make([]error, 3)
	var begun sync.WaitGroup
	begun.Add(1)
	begin := sync.OnceFunc(begun.Done)
	ordered.Each(3, 3, func(i int) {
		opt, set := Options{Workers: 2, Part: Part{1 + i%2, 2}}, dots.Set{Side: 5, SlowMS: 8}
		switch i {
		case 0:
			opt.Progress = func(done, total int) {
				if done > 0 {
					begin()
				}
			}
		case 2:
			begun.Wait()
		}
		results[i], errs[i] = Run(context.Background(), set, dots.Train(got), count, opt)
	})
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	if got, want := fmt.Sprint(errs[2]), fmt.Sprintf(
		"gen: block 0 of train in %s is being made by %s; wait until it ends, or make other blocks with --blocks", got, process.This()); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if a, b, c := results[0].Made, results[1].Made, results[2].Made; a != 1100 || b != 1000 || c != 0 {
		t.Errorf("made %d, %d and %d samples, want 1100, 1000 and none", a, b, c)
	}
	dots.SameTree(t, got, want)
}

// A run that gets to a block of another process keeps what it has made.
func TestBusyLater(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	want, got := t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 1100, Options{})
	if err := Claim(dots.Set{Side: 5}, dots.Train(got)); err != nil {
		t.Fatal(err)
	}
	lock, _, err := openJournal(got, "train", 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(got), 1100, Options{})
	if !errors.Is(err, errBusy) || r.Made < 900 {
		t.Errorf("%+v, %v; want block 0 made and block 1 refused", r, err)
	}
	lock.close()
	again := mustRun(t, dots.Set{Side: 5}, dots.Train(got), 1100, Options{})
	if again.Kept != r.Made {
		t.Errorf("kept %d, want the %d of before", again.Kept, r.Made)
	}
	dots.SameTree(t, got, want)
}

// Runs that begin a folder in the same moment agree on whose it is.
func TestBegunAtOnce(t *testing.T) {
	for range 30 {
		root := filepath.Join(t.TempDir(), "new")
		errs := make([]error, 8)
		ordered.Each(8, 8, func(i int) {
			_, errs[i] = Run(context.Background(), dots.Set{Side: 2}, gen.Job{Root: root, Split: "train"}, 2, Options{Workers: 1})
		})
		for _, err := range errs {
			if err != nil && !errors.Is(err, errBusy) {
				t.Fatal(err)
			}
		}
		if !slices.Contains(errs, nil) {
			t.Fatal(errs)
		}
	}
}

// What would make another dataset of a folder is refused before anything is written.
func TestFolderOfSomethingElse(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 20, Options{})
	before := dots.Checksums(t, root)
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "thesis.tex"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(foreign, "thesis.tex")
	for _, c := range []struct {
		name  string
		set   dots.Set
		job   gen.Job
		count int
		want  string
	}{
		{"seed", dots.Set{Side: 5}, gen.Job{Root: root, Split: "train", Pictures: true, Seed: 3}, 20, "gen: ROOT: the folder holds seed 0, asked for 3; take another folder"},
		{"config", dots.Set{Side: 6}, dots.Train(root), 20, "gen: ROOT: the folder holds another configuration: side is 5, asked for 6; take another folder"},
		{"pictures", dots.Set{Side: 5}, gen.Job{Root: root, Split: "train"}, 20, "gen: ROOT: the folder holds samples with pictures, asked for samples without; take another folder"},
		{"smaller", dots.Set{Side: 5}, dots.Train(root), 10, "gen: ROOT: split train has 20 samples, asked for 10; a split can grow but not shrink"},
		{"nothing", dots.Set{Side: 5}, dots.Train(root), 0, "gen: count is 0, want 1 to 1000000"},
		{"split", dots.Set{Side: 5}, gen.Job{Root: root, Split: "../x", Pictures: true}, 20, `gen: split is "../x", want letters, digits, - and _`},
		{"foreign", dots.Set{Side: 5}, dots.Train(foreign), 20, "gen: ROOT: the folder is not empty and holds no dataset"},
		{"a file", dots.Set{Side: 5}, dots.Train(file), 20, "gen: output folder: open ROOT: not a directory"},
	} {
		_, err := Run(t.Context(), c.set, c.job, c.count, Options{})
		got := strings.ReplaceAll(fmt.Sprint(err), c.job.Root, "ROOT")
		if got != c.want {
			t.Errorf("%s: error is %q, want %q", c.name, got, c.want)
		}
	}
	if dots.Checksums(t, root) != before {
		t.Error("a refused run changed the folder")
	}
	if entries, _ := os.ReadDir(foreign); len(entries) != 1 {
		t.Errorf("a refused run wrote into a foreign folder: %v", entries)
	}
}

func TestSeveralSplits(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	val := func(root string) gen.Job { return gen.Job{Root: root, Split: "val", Pictures: true} }
	mustRun(t, dots.Set{Side: 5}, dots.Train(a), 30, Options{})
	mustRun(t, dots.Set{Side: 5}, val(a), 10, Options{})
	mustRun(t, dots.Set{Side: 5}, val(b), 10, Options{})
	mustRun(t, dots.Set{Side: 5}, dots.Train(b), 30, Options{})
	dots.SameTree(t, a, b)
	m, err := gen.ReadManifest(a)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(m.Splits), 2; got != want || m.Splits[0].Split != "train" || m.Splits[1].Split != "val" {
		t.Errorf("splits are %+v, want train and val", m.Splits)
	}
}

func TestParsePart(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Part
		has  []int // of blocks 0 to 5
	}{
		{"", Part{}, []int{0, 1, 2, 3, 4, 5}},
		{"1/1", Part{1, 1}, []int{0, 1, 2, 3, 4, 5}},
		{"2/3", Part{2, 3}, []int{1, 4}},
		{"7/7", Part{7, 7}, nil},
	} {
		p, err := ParsePart(c.in)
		if err != nil || p != c.want {
			t.Errorf("ParsePart(%q) = %v, %v, want %v", c.in, p, err, c.want)
		}
		var has []int
		for b := range 6 {
			if p.has(b) {
				has = append(has, b)
			}
		}
		if !reflect.DeepEqual(has, c.has) {
			t.Errorf("%q has blocks %v, want %v", c.in, has, c.has)
		}
	}
	for _, in := range []string{"0/3", "4/3", "3", "a/b", "1/0", "-1/2", "1/2/3"} {
		_, err := ParsePart(in)
		if got, want := fmt.Sprint(err), fmt.Sprintf("gen: blocks is %q, want i/n with 1 <= i <= n, such as 3/40", in); got != want {
			t.Errorf("ParsePart(%q): %s, want %s", in, got, want)
		}
	}
}

func ExampleRun() {
	root, err := os.MkdirTemp("", "mereo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(root)
	result, err := Run(context.Background(), dots.Set{Side: 9}, gen.Job{Root: root, Seed: 1, Split: "train"}, 25, Options{Workers: 2})
	fmt.Println(result.Made, result.Finished, err)
	// Output: 25 true <nil>
}

// Each device has a maker of its own, and what is made does not depend on how many there are.
func TestSeveralGPUs(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(one), 40, Options{})
	var mu sync.Mutex
	opened, made := map[string]int{}, map[string]int{}
	set := gpuDots{dots.Set{Side: 5, SlowMS: 1}, func(gpu string, samples int) {
		mu.Lock()
		defer mu.Unlock()
		if samples == 0 {
			opened[gpu]++
		}
		made[gpu] += samples
	}}
	mustRun(t, set, dots.Train(two), 40, Options{Workers: 1, GPUs: []string{"3", "5"}})
	if opened["3"] != 1 || opened["5"] != 1 || made["3"] == 0 || made["5"] == 0 || made["3"]+made["5"] != 40 {
		t.Errorf("opened %v, made %v; want one maker for each of 3 and 5, and 40 samples by both", opened, made)
	}
	dots.SameTree(t, two, one)
}

// gpuDots tells which device its makers were opened for, with 0, and made a sample.
type gpuDots struct {
	dots.Set
	tell func(gpu string, samples int)
}

func (d gpuDots) NewMaker(ctx context.Context, job gen.Job) (gen.Maker, error) {
	d.tell(job.GPU, 0)
	m, err := d.Set.NewMaker(ctx, job)
	return gpuMaker{m, job.GPU, d.tell}, err
}

type gpuMaker struct {
	gen.Maker
	gpu  string
	tell func(gpu string, samples int)
}

func (m gpuMaker) Make(ctx context.Context, index int) (*gen.Item, error) {
	m.tell(m.gpu, 1)
	return m.Maker.Make(ctx, index)
}
