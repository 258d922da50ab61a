package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	long(t)
	number := func(variable string, short int) int {
		text := os.Getenv(variable)
		if text == "" {
			return short
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s is %q, want a number from 1 on", variable, text)
		}
		return n
	}
	kills, cuts, long := number("MEREO_FAULTS", 10), number("MEREO_CUTS", 2), false
	if os.Getenv("MEREO_FAULTS") != "" {
		long = true
		if os.Getuid() != 0 {
			t.Fatal("make faults mounts file systems: run it as root")
		}
	}
	all := makers(t, t.TempDir())
	some := all[:1] // who meets the faults that are no kills
	if long {
		some = all
	} else {
		all = all[:6] // pictures of one set
	}
	begun := time.Now()
	faults := 0
	kind := func(name string, of []*maker, f func(t *testing.T, m *maker, i int) int) {
		n, begun := 0, time.Now()
		t.Run(name, func(t *testing.T) {
			for i, m := range of {
				t.Run(m.name, func(t *testing.T) { n += f(t, m, i) })
			}
		})
		faults += n
		t.Logf("%s: %d faults, %.0f s", name, n, time.Since(begun).Seconds())
	}
	random := rand.New(rand.NewPCG(1, uint64(kills)))
	kind("kill -9", all, func(t *testing.T, m *maker, i int) int {
		return killed(t, m, random, (i+1)*kills/len(all)-i*kills/len(all))
	})
	// The sets whose files come in the three ways: a block, blocks of several splits, questions beside samples.
	cut := []*maker{all[0], all[4], all[1]}
	if !long {
		cut = cut[:1]
	}
	kind("power cut", cut, func(t *testing.T, m *maker, _ int) int { return powerCuts(t, m, random, cuts) })
	kind("disk full", some, func(t *testing.T, m *maker, _ int) int { return diskFull(t, m, random) })
	kind("read-only", some, func(t *testing.T, m *maker, _ int) int { return readOnly(t, m, random) })
	kind("damaged journal", some, func(t *testing.T, m *maker, _ int) int { return damagedJournal(t, m, random) })
	kind("damaged file", some, damagedFile)
	kind("second process", some, secondProcess)
	kind("clock set back", some, clockSetBack)
	if !t.Failed() {
		t.Logf("%d faults in %.0f s: every dataset was completed, with the files of an undisturbed run", faults, time.Since(begun).Seconds())
	}
}

// between is a moment of an undisturbed run, from a to b of its duration.
func between(random *rand.Rand, ref reference, a, b float64) time.Duration {
	return time.Duration((a + (b-a)*random.Float64()) * float64(ref.took))
}

// killed kills the process that was started n times, goes on each time, and begins anew when a dataset is complete. Worker
// processes must be gone as soon as it is: they could write what the next run writes.
func killed(t *testing.T, m *maker, random *rand.Rand, n int) int {
	ref := m.ref(t)
	dir := filepath.Join(t.TempDir(), "killed")
	for done := 0; done < n; {
		cmd, out, stderr := m.start(t, dir)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("after %d kills: %v, %s%s", done, err, out, stderr)
			}
			m.same(t, dir, fmt.Sprintf("%d kills", done))
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		case <-time.After(between(random, ref, 0, 0.9)):
			workers := children(cmd.Process.Pid)
			if err := cmd.Process.Kill(); err != nil {
				continue
			}
			<-ended
			done++
			for _, pid := range workers {
				for i := 0; alive(pid); i++ {
					if i == 200 {
						t.Fatalf("worker process %d lives on after its parent was killed", pid)
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
		}
	}
	m.completes(t, dir, "a kill")
	return n
}

// children are the processes that a process has started.
func children(pid int) (pids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// alive tells whether a process runs: it is there, and not only waits to be waited for.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(text, []byte(") "))
	return len(rest) > 0 && rest[0] != 'Z' && rest[0] != 'X'
}

// mount runs mount with arguments; where it may not, the test is left out, but not from "make faults".
func mount(t *testing.T, args ...string) {
	t.Helper()
	if text, err := exec.Command("mount", args...).CombinedOutput(); err != nil {
		if os.Getenv("MEREO_FAULTS") != "" {
			t.Fatalf("mount: %v, %s", err, text)
		}
		t.Skipf("mounting a file system needs root: %v, %s", err, text)
	}
}

// tmpfs mounts a small file system.
func tmpfs(t *testing.T, pages int) (dir string) {
	dir = t.TempDir()
	mount(t, "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", 4*pages), "none", dir)
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	return dir
}

// diskFull makes a dataset where it does not fit, and then there is room.
func diskFull(t *testing.T, m *maker, random *rand.Rand) int {
	pages := m.ref(t).pages
	disk := tmpfs(t, max(2, int(float64(pages)*(0.02+0.95*random.Float64()))))
	dir := filepath.Join(disk, "set")
	code, out, stderr := m.run(t, dir)
	if want := regexp.MustCompile(`^mereo: .*[A-Za-z0-9_-]+(\.[a-z0-9]+|/).*: no space left on device\n$`); code != 1 || !want.MatchString(stderr) {
		t.Fatalf("exit %d, %s%s, want a sentence that names the file", code, out, stderr)
	}
	_, there := journals(dir)
	mount(t, "-o", "remount,size=4g", disk)
	if kept := m.completes(t, dir, "a full disk"); there > 0 && kept == 0 {
		t.Errorf("nothing was kept of %d finished samples", there)
	}
	return 1
}

// readOnly makes the folder read-only at some moment. The kernel refuses that of a whole file system while the journal is open,
// so the folder is covered with a read-only view of itself; what a journal does that cannot be written is tested in package gen.
func readOnly(t *testing.T, m *maker, random *rand.Rand) int {
	ref := m.ref(t)
	dir := filepath.Join(tmpfs(t, 1<<20), "set")
	for try := range 20 {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		cmd, out, stderr := m.start(t, dir)
		time.Sleep(between(random, ref, 0, 0.7/float64(1+try))) // earlier and earlier, where the machine has become faster
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		mount(t, "--bind", dir, dir)
		covered := false
		for range 200 { // not while a worker has a file open for writing through the view
			if covered = exec.Command("mount", "-o", "remount,bind,ro", dir).Run() == nil; covered {
				break
			}
		}
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if text, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Fatalf("umount: %v, %s", err, text)
		}
		if err == nil || !covered { // it was faster
			os.RemoveAll(dir)
			continue
		}
		if !regexp.MustCompile(`^mereo: .*: read-only file system\n$`).MatchString(progressLines.ReplaceAllString(stderr.String(), "")) {
			t.Fatalf("%v, %s%s, want a sentence that names the file", err, out, stderr)
		}
		m.completes(t, dir, "a read-only file system")
		return 1
	}
	t.Fatal("no run was there when the folder became read-only")
	return 0
}

// journals are those of a dataset's folder, and how many samples they have together.
func journals(dir string) (names []string, samples int) {
	names, _ = filepath.Glob(filepath.Join(dir, "*", "blocks", "*.journal"))
	for _, name := range names {
		data, _ := os.ReadFile(name)
		samples += bytes.Count(data, []byte(`{"index":`))
	}
	return names, samples
}

// halfMade kills a run when it has written some samples down, and returns the folder and a journal with samples.
func (m *maker) halfMade(t *testing.T) (dir, journal string) {
	t.Helper()
	m.ref(t)
	for range 20 {
		dir := filepath.Join(t.TempDir(), "half")
		cmd, _, _ := m.start(t, dir)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for there := 0; there < 2 && len(ended) == 0; _, there = journals(dir) {
			time.Sleep(2 * time.Millisecond)
		}
		cmd.Process.Kill()
		<-ended
		names, _ := journals(dir)
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil && bytes.Count(data, []byte(`{"index":`)) >= 2 {
				return dir, name
			}
		}
	}
	t.Fatal("no run was killed between its first samples and its end")
	return "", ""
}

// damagedJournal damages the journal of a run that was killed.
func damagedJournal(t *testing.T, m *maker, random *rand.Rand) int {
	dir, journal := m.halfMade(t)
	data, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	foreign := regexp.MustCompile(`^\{"index":\d+`).ReplaceAll(bytes.Split(lines[1], []byte("\t"))[0], []byte(`{"index":777777`))
	middle := len(data) / 2
	garbage := make([]byte, 64)
	for i := range garbage {
		garbage[i] = byte(random.Uint32())
	}
	damages := map[string][]byte{
		"truncated":               data[:len(data)-len(lines[len(lines)-2])/2],
		"garbage":                 slices.Concat(data[:middle], garbage, data[middle+64:]),
		"a line of another block": slices.Concat(lines[0], foreign, []byte("\n"), bytes.Join(lines[1:], nil)),
		"lines twice":             slices.Concat(data, bytes.Join(lines[1:3], nil)),
		"zero bytes at the end":   slices.Concat(data[:middle], make([]byte, len(data)-middle)),
		"zero bytes":              make([]byte, len(data)),
		"empty":                   nil,
	}
	for _, name := range slices.Sorted(maps.Keys(damages)) {
		again := filepath.Join(t.TempDir(), "set")
		if err := os.CopyFS(again, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		path, _ := filepath.Rel(dir, journal)
		if err := os.WriteFile(filepath.Join(again, path), damages[name], 0o666); err != nil {
			t.Fatal(err)
		}
		m.completes(t, again, "a damaged journal ("+name+")")
	}
	return len(damages)
}

// damagedFile damages files of a finished dataset. Runs write what is as a power cut leaves it again by themselves; of other damage to
// what describes samples they say what to do, and that helps.
func damagedFile(t *testing.T, m *maker, i int) (n int) {
	ref := m.ref(t)
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.CopyFS(dir, os.DirFS(ref.dir)); err != nil {
		t.Fatal(err)
	}
	blocks, err := filepath.Glob(filepath.Join(dir, "*", "blocks", "0000.json"))
	if err != nil || len(blocks) == 0 {
		t.Fatalf("no block in %s, %v", dir, err)
	}
	block, _ := filepath.Rel(dir, blocks[0])
	plan := filepath.Join(filepath.Dir(block), "plan.json")
	sample := regexp.MustCompile(`"path": "([^"]+)"`).FindSubmatch(must(os.ReadFile(blocks[0])))
	remove := func(path string) error { return os.Remove(filepath.Join(dir, path)) }
	for k, c := range []struct {
		path, cure string // cure is what the sentence says
		do         func(path string) error
	}{
		{string(sample[1]), "", nil},
		{"manifest.json", "", nil},
		{block, "; remove the file and run the same command again", remove},
		{plan, "; remove the file and run the same command again", remove},
		{"dataset.json", "; the file is damaged; begin the same dataset in an empty folder and copy the file from there", func(path string) error {
			other := filepath.Join(t.TempDir(), "other")
			cmd, _, _ := m.start(t, other)
			for range 2000 {
				if _, err := os.Stat(filepath.Join(other, path)); err == nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			cmd.Process.Kill()
			cmd.Wait()
			return os.WriteFile(filepath.Join(dir, path), must(os.ReadFile(filepath.Join(other, path))), 0o666)
		}},
	} {
		name := filepath.Join(dir, c.path)
		data := must(os.ReadFile(name))
		damage := func(what string, damaged []byte) string {
			t.Helper()
			if err := os.WriteFile(name, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			n++
			return c.path + " was damaged (" + what + ")"
		}
		// All kinds of damage come to every file, but not in every set.
		what := []string{"truncated", "zero bytes", "empty"}[(i+k)%3]
		m.completes(t, dir, damage(what, [][]byte{data[:len(data)/2], make([]byte, len(data)), {}}[(i+k)%3]))
		if c.do != nil {
			what = damage("no JSON", slices.Concat([]byte("x"), data[1:]))
			code, out, stderr := m.run(t, dir)
			want := regexp.MustCompile(`^mereo: gen: .*` + regexp.QuoteMeta(c.path) + `: .*` + regexp.QuoteMeta(c.cure) + `\n$`)
			if code != 1 || !want.MatchString(stderr) {
				t.Fatalf("%s, %s: exit %d, %s%s, want %s", c.path, what, code, out, stderr, want)
			}
			if err := c.do(c.path); err != nil {
				t.Fatal(err)
			}
			m.completes(t, dir, what)
		}
	}
	return n
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// secondProcess runs the command twice at once: the second refuses and names the first, which does not notice. The first is
// halted meanwhile, so that it cannot end before the second has come.
func secondProcess(t *testing.T, m *maker, _ int) int {
	m.ref(t)
	for range 20 {
		dir := filepath.Join(t.TempDir(), "set")
		first, out, errs := m.start(t, dir)
		there := 0
		for i := 0; i < 10000 && there == 0 && alive(first.Process.Pid); i++ {
			time.Sleep(2 * time.Millisecond)
			_, there = journals(dir)
		}
		if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		_, there = journals(dir)
		code, _, stderr := 0, "", ""
		if there > 0 {
			code, _, stderr = m.run(t, dir)
		}
		if err := first.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		if err := first.Wait(); err != nil {
			t.Fatalf("the first: %v, %s%s", err, out, errs)
		}
		if there == 0 { // it was faster, or between two blocks
			continue
		}
		want := regexp.MustCompile(fmt.Sprintf(`^mereo: gen: block \d of \S+ in %s is being made by process %d on host \S+ since `+
			`20\d\d-\d\d-\d\d \d\d:\d\d:\d\d; wait until it ends, or make other blocks with --blocks\n$`, regexp.QuoteMeta(dir), first.Process.Pid))
		if code != 1 || !want.MatchString(stderr) {
			t.Fatalf("the second: exit %d, %s, want %s", code, stderr, want)
		}
		m.same(t, dir, "a second process came")
		return 1
	}
	t.Fatal("no second process came while the first ran")
	return 0
}

// clockSetBack goes on with a run whose files are ten years younger than now, or fifty years older. A clock that is set back
// shows a program just that; libraries that fake the clock do not reach Go, which asks the kernel itself.
func clockSetBack(t *testing.T, m *maker, _ int) int {
	dir, _ := m.halfMade(t)
	n := 0
	files, _, err := sums(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path := range files {
		at := time.Now().AddDate(10, 0, 0)
		if n++; n%2 == 0 {
			at = time.Unix(0, 0)
		}
		if err := os.Chtimes(filepath.Join(dir, path), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if m.completes(t, dir, "the clock was set back") == 0 {
		t.Error("nothing was kept")
	}
	return 1
}
