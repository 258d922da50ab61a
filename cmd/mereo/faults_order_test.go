package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/internal/gltest"
	"mereo/internal/powercut"
)

// writing is a command that writes files, below a folder that it gets.
type writing struct {
	name     string
	args     func(dir string) []string
	before   func(t *testing.T, dir string) // makes what is there already; nil for nothing
	pictures bool
}

// writings are commands that write in all ways in which datasets come about. folder is for what they read.
func writings(t *testing.T, folder string) []writing {
	generate := func(args ...string) func(string) []string {
		return func(dir string) []string {
			return append(append([]string{"generate"}, args...), "--workers", "2", "--out", filepath.Join(dir, "set"))
		}
	}
	plain := func(args ...string) []string { return append(args, "--no-pictures") }
	small := filepath.Join(folder, "tiny.json")
	if err := os.WriteFile(small, []byte(`{"sub_frames": 1, "width": 60, "height": 40}`), 0o666); err != nil {
		t.Fatal(err)
	}
	coarse := filepath.Join(folder, "coarse.json")
	if err := os.WriteFile(coarse, []byte(`{"sub_frames": 1, "traced_sub_frames": 1}`), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(t *testing.T, args ...string) {
		t.Helper()
		if code, out, stderr := apart(t, args...); code != 0 {
			t.Fatalf("%s: exit %d, %s%s", strings.Join(args, " "), code, out, stderr)
		}
	}
	made := sync.OnceValue(func() string { // folders of a dataset and of a bucket
		dir := filepath.Join(folder, "made")
		run(t, generate(plain("qlevr", "--count", "2")...)(dir)...)
		run(t, "push", filepath.Join(dir, "set"), "file://"+filepath.Join(dir, "bucket"))
		return dir
	})
	return []writing{
		{name: "trance", args: generate(plain("trance", "--count", "3")...)},
		{name: "qlevr", args: generate(plain("qlevr", "--count", "2")...)},
		{name: "ptr", args: generate(plain("ptr", "--count", "2")...)},
		{name: "shopvrb", args: generate(plain("shopvrb", "--count", "2")...)},
		{name: "syndacate", args: generate("syndacate", "--count", "110", "--task", "PartsToChars")},
		{name: "a split that grows", args: generate(plain("trance", "--count", "4")...), before: func(t *testing.T, dir string) {
			run(t, generate(plain("trance", "--count", "2")...)(dir)...)
		}},
		{name: "questions again", args: func(dir string) []string { return []string{"ask", filepath.Join(dir, "set")} }, before: func(t *testing.T, dir string) {
			run(t, generate(plain("qlevr", "--count", "2")...)(dir)...)
		}},
		{name: "scratch", args: func(dir string) []string {
			return append(generate(plain("qlevr", "--count", "2")...)(dir), "--scratch", filepath.Join(dir, "scratch"))
		}},
		{name: "merge", args: func(dir string) []string {
			return []string{"merge", filepath.Join(dir, "set"), filepath.Join(made(), "set")}
		}},
		{name: "push", args: func(dir string) []string {
			return []string{"push", filepath.Join(made(), "set"), "file://" + filepath.Join(dir, "set")}
		}},
		{name: "pull", args: func(dir string) []string {
			return []string{"pull", "file://" + filepath.Join(made(), "bucket"), filepath.Join(dir, "set")}
		}},
		{name: "trance, pictures, packed", args: generate("trance", "--count", "1", "--gpu", "software", "--hdf5", "--config", coarse), pictures: true},
		{name: "ptr, pictures, exports", args: generate("ptr", "--count", "2", "--gpu", "software", "--config", small, "--also", "coco,webdataset,parquet,hdf5"), pictures: true},
	}
}

// apart runs the program as a process of its own.
func apart(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), progressLines.ReplaceAllString(errs.String(), "")
}

// product is what a command wrote, without times and what was begun elsewhere.
func product(tree powercut.Tree) powercut.Tree {
	out := maps.Clone(tree)
	maps.DeleteFunc(out, func(name string, _ []byte) bool {
		return strings.Contains(name, "/.runs/") || strings.HasPrefix(name, "scratch/")
	})
	return out
}

// order records what a command writes, syncs and renames, and gives the command again wherever a power cut could leave it: each time
// the files must come out as in an undisturbed run. At most so many states are tried, drawn by lot; none says all. At the end of a
// command everything is on the disk.
func order(t *testing.T, c writing, states int) (tried int) {
	if c.pictures {
		gltest.Renderer(t)
	}
	dir := must(filepath.EvalSymlinks(t.TempDir()))
	fresh := func(name string) string {
		t.Helper()
		to := filepath.Join(dir, name)
		if err := os.Mkdir(to, 0o777); err != nil {
			t.Fatal(err)
		}
		if c.before != nil {
			c.before(t, to)
		}
		return to
	}
	recorded := fresh("recorded")
	r, err := powercut.Record(recorded, exec.Command(os.Args[0], c.args(recorded)...))
	if err != nil {
		t.Fatal(err)
	}
	last := r.Ends[len(r.Ends)-1]
	want := product(r.State(last, powercut.All))
	if d := product(r.State(last, powercut.Nothing)).Difference(want); d != "" {
		t.Fatalf("not everything is on the disk when the command ends: %s", d)
	}
	undisturbed := fresh("undisturbed")
	if code, out, stderr := apart(t, c.args(undisturbed)...); code != 0 {
		t.Fatalf("exit %d, %s%s", code, out, stderr)
	}
	if d := product(must(powercut.ReadTree(undisturbed))).Difference(want); d != "" {
		t.Fatalf("two runs are not the same: %s", d)
	}

	type state struct {
		at   int
		luck powercut.Luck
	}
	var all []state
	seen := map[[32]byte]bool{}
	for _, at := range r.Ends {
		for luck := powercut.Nothing; luck < powercut.Lucks; luck++ {
			if sum := treeSum(r.State(at, luck)); !seen[sum] {
				seen[sum] = true
				all = append(all, state{at, luck})
			}
		}
	}
	found := len(all)
	if states > 0 && states < found {
		rand.New(rand.NewPCG(1, uint64(found))).Shuffle(found, func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:states]
	}
	work := make(chan state)
	var wg sync.WaitGroup
	for k := range runtime.NumCPU() {
		wg.Go(func() {
			for s := range work {
				if t.Failed() {
					continue
				}
				again := filepath.Join(dir, fmt.Sprintf("again-%d", k))
				tree := r.State(s.at, s.luck)
				if err := errorOf(os.RemoveAll(again), os.Mkdir(again, 0o777), tree.Write(again)); err != nil {
					t.Error(err)
					continue
				}
				if code, out, stderr := apart(t, c.args(again)...); code != 0 {
					t.Errorf("after line %d, luck %d: exit %d, %s%s\nof %q", s.at, s.luck, code, out, stderr, slices.Sorted(maps.Keys(tree)))
				} else if d := product(must(powercut.ReadTree(again))).Difference(want); d != "" {
					t.Errorf("after line %d, luck %d: %s\nof %q", s.at, s.luck, d, slices.Sorted(maps.Keys(tree)))
				}
			}
		})
	}
	for _, s := range all {
		work <- s
	}
	close(work)
	wg.Wait()
	t.Logf("%d moments, %d different states of the disk, %d tried", len(r.Ends), found, len(all))
	return len(all)
}

func errorOf(errs ...error) error {
	i := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if i < 0 {
		return nil
	}
	return errs[i]
}

// treeSum tells trees apart; times do not count.
func treeSum(tree powercut.Tree) (sum [32]byte) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		fmt.Fprintf(h, "%q %d\n", name, len(tree[name]))
		if !strings.Contains(name, "/.runs/") {
			h.Write(tree[name])
		}
	}
	return [32]byte(h.Sum(nil))
}

// TestOrder tries some states of the commands without pictures; "make faults" all of these, and some of those with pictures.
func TestOrder(t *testing.T) {
	t.Parallel()
	long(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") == "true" || os.Getenv("MEREO_FAULTS") != "" {
			t.Fatal(err)
		}
		t.Skip("strace is not installed")
	}
	all := os.Getenv("MEREO_FAULTS") != ""
	sum := 0
	for _, c := range writings(t, t.TempDir()) {
		states := 4
		switch {
		case c.pictures && !all:
			continue
		case c.pictures: // they take seconds each
			states = 40
		case all:
			states = 0
		}
		t.Run(c.name, func(t *testing.T) { sum += order(t, c, states) })
	}
	t.Logf("%d states of disks after power cuts: every command was completed", sum)
}
