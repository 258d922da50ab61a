package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mereo/gen/write"
)

// slurmCluster is a Slurm cluster for a test.
type slurmCluster struct {
	*testing.T
	env []string // of programs that speak with it
}

// startSlurm starts a cluster of this machine with two processors, which ends with the test. env is what is set for jobs, too.
func startSlurm(t *testing.T, env ...string) *slurmCluster {
	t.Helper()
	if _, err := os.Stat("/usr/sbin/slurmd"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("slurm-wlm and munge, which \"make test\" installs: %v", err)
		}
		t.Skipf("slurm-wlm and munge, which \"make test\" installs: %v", err)
	}
	c := exec.Command("../../scripts/slurm-here", "2", "sh", "-c", `echo "$SLURM_CONF"; exec cat`)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close() // which ends cat, and so the cluster
		if err := c.Wait(); err != nil {
			t.Errorf("slurm-here: %v\n%s", err, stderr.Bytes())
		}
	})
	conf, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("slurm-here: %v\n%s", err, stderr.Bytes())
	}
	return &slurmCluster{t, append(env, "SLURM_CONF="+strings.TrimSpace(conf))}
}

// shell runs a program in a folder, which must succeed, and returns what it prints.
func (t *slurmCluster) shell(dir string, words ...string) string {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), t.env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", words, err, out)
	}
	return string(out)
}

// until waits for something that Slurm does.
func (t *slurmCluster) until(what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited for %s in vain\n%s", what, t.shell("", "squeue"))
		}
	}
}

// jobState is what scontrol says of a job: "FAILED 137".
func (t *slurmCluster) jobState(job string) string {
	t.Helper()
	m := regexp.MustCompile(`(?s)JobState=(\S+) .* ExitCode=(\d+):`).FindStringSubmatch(t.shell("", "scontrol", "show", "job", job))
	return m[1] + " " + m[2]
}

// goOn lets a requeued job, which Slurm holds back for two minutes, start at once.
func (t *slurmCluster) goOn(job string) {
	t.Helper()
	t.until(job+" to be requeued", func() bool { return strings.HasPrefix(t.jobState(job), "PENDING") })
	t.shell("", "scontrol", "update", "jobid="+job, "starttime=now")
}

// submit runs a printed script and returns the numbers of its two jobs.
func (t *slurmCluster) submit(dir, script string) (array, finish string) {
	t.Helper()
	out := t.shell(dir, "bash", script)
	m := regexp.MustCompile(`^array job (\d+) makes the blocks, job (\d+) finishes `).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("%s prints %s", script, out)
	}
	return m[1], m[2]
}

// processOf finds the process that makes a part.
func (t *slurmCluster) processOf(out, part string) (pid int) {
	t.Helper()
	t.until("a process of part "+part, func() bool {
		names, err := filepath.Glob("/proc/[0-9]*/cmdline")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, _ := os.ReadFile(name) // the process may have ended
			words := strings.Split(string(data), "\x00")
			if strings.Contains(string(data), "\x00--out\x00"+out+"\x00--blocks\x00"+part+"\x00") && words[1] == "generate" {
				pid, err = strconv.Atoi(filepath.Base(filepath.Dir(name)))
				return err == nil
			}
		}
		return false
	})
	return pid
}

func send(t *testing.T, pid int, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, s); err != nil {
		t.Fatal(err)
	}
}

// printScript prints a script for words of the command line into a folder.
func printScript(t *testing.T, dir string, words ...string) (name string) {
	t.Helper()
	name = filepath.Join(dir, "make.sh")
	text := mustMereo(t, "#!/bin/bash\n", append([]string{"slurm", "script"}, words...)...)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// sumsOf are the checksums of all files of a folder, by name.
func sumsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if d != nil && d.Name() == ".runs" { // times of runs, which are no part of the dataset
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		f, err := write.Sum(dir, filepath.ToSlash(rel))
		sums[rel] = f.SHA256
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// A job array of six tasks makes six blocks. One task is requeued, one is killed and then requeued, one comes near its time limit;
// the set has the bytes of one that a single process makes.
func TestSlurm(tt *testing.T) {
	long(tt)
	tt.Parallel()
	t := startSlurm(tt)
	dir := t.TempDir()
	want, got := filepath.Join(dir, "one"), filepath.Join(dir, "a 'shared' folder")
	words := []string{"trance", "--no-pictures", "--count", "6000", "--seed", "3", "--out"}
	script := printScript(tt, dir, append(words, got, "--cpus", "1", "--mem", "100M")...)
	array, finish := t.submit(dir, script)
	task := func(i int) string { return fmt.Sprintf("%s_%d", array, i) }
	journal := func(block int) func() bool {
		return func() bool {
			data, _ := os.ReadFile(filepath.Join(got, fmt.Sprintf("train/blocks/%04d.journal", block)))
			return bytes.Count(data, []byte{'\n'}) > 20
		}
	}

	// Something happens to each of three tasks as soon as it has samples; which of them runs first is up to Slurm. The program
	// waits meanwhile, so that it does not end before.
	happens := map[int]func(pid int){
		2: func(pid int) { send(tt, pid, syscall.SIGKILL) },
		3: func(int) { t.shell("", "scontrol", "requeue", task(3)) }, // which continues it
		4: func(pid int) {
			t.shell("", "scancel", "--batch", "--signal=USR1", task(4))
			send(tt, pid, syscall.SIGCONT)
		},
	}
	t.until("samples of three tasks", func() bool {
		for i, do := range happens {
			if journal(i - 1)() {
				pid := t.processOf(got, fmt.Sprintf("%d/6", i))
				send(tt, pid, syscall.SIGSTOP)
				do(pid)
				delete(happens, i)
			}
		}
		return len(happens) == 0
	})
	t.until("the killed task to fail", func() bool { return t.jobState(task(2)) == "FAILED 137" })
	t.goOn(task(3))
	t.goOn(task(4))
	t.until("the finishing job to be canceled", func() bool { return strings.HasPrefix(t.jobState(finish), "CANCELLED") })
	t.shell("", "scontrol", "requeue", task(2))
	t.goOn(task(2))
	t.until("all tasks to end", func() bool { return t.shell("", "squeue", "--noheader") == "" })
	for i, text := range map[int]string{2: "mereo was killed, most often for want of memory", 3: "DUE TO JOB REQUEUE", 4: "the time limit is near: this task goes on later"} {
		log, err := os.ReadFile(filepath.Join(dir, "slurm-"+task(i)+".out"))
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`train: (\d+) samples made, (\d+) were there`).FindStringSubmatch(string(log))
		if !strings.Contains(string(log), "task "+strconv.Itoa(i)+" of 6, start 2\n") || !strings.Contains(string(log), text) ||
			m == nil || m[2] == "0" {
			t.Errorf("task %d says\n%s\nwant a second start that found samples, and %q", i, log, text)
		}
	}

	// The same line again finds everything, and its second job says so.
	_, finish = t.submit(dir, script)
	t.until("the second run to end", func() bool { return t.shell("", "squeue", "--noheader") == "" })
	log, err := os.ReadFile(filepath.Join(dir, "slurm-"+finish+".out"))
	if line := "train is complete in " + got + "\n"; err != nil || string(log) != line {
		t.Errorf("the finishing job says %q, %v; want %q", log, err, line)
	}
	mustMereo(tt, "train is complete", append([]string{"generate"}, append(words, want)...)...)
	if a, b := sumsOf(tt, got), sumsOf(tt, want); !reflect.DeepEqual(a, b) {
		t.Errorf("made by tasks: %d files, by one process: %d; they differ", len(a), len(b))
	}
}

// Blocks are made on the node's disk; pictures, too.
func TestSlurmScratch(tt *testing.T) {
	long(tt)
	tt.Parallel()
	dir, scratch := tt.TempDir(), tt.TempDir()
	t := startSlurm(tt, "NODE_DISK="+scratch)
	want, got := filepath.Join(dir, "one"), filepath.Join(dir, "many")
	words := []string{"syndacate", "--task", "ImToParts,ImToChars", "--count", "3000", "--out"}
	script := printScript(tt, dir, append(words, got, "--cpus", "1", "--tasks", "2", "--parallel", "1", "--scratch", "$NODE_DISK/made here")...)
	array, finish := t.submit(dir, script)
	t.until("all tasks to end", func() bool { return t.shell("", "squeue", "--noheader") == "" })
	for _, job := range []string{array + "_1", array + "_2", finish} {
		if state := t.jobState(job); state != "COMPLETED 0" {
			log, _ := os.ReadFile(filepath.Join(dir, "slurm-"+job+".out"))
			t.Fatalf("job %s is %s:\n%s", job, state, log)
		}
	}
	if left, err := os.ReadDir(filepath.Join(scratch, "made here")); err != nil || len(left) > 0 {
		t.Errorf("the scratch folder has %v, %v; want nothing", left, err)
	}
	mustMereo(tt, "3000 elements made", append([]string{"generate"}, append(words, want)...)...)
	if a, b := sumsOf(tt, got), sumsOf(tt, want); !reflect.DeepEqual(a, b) {
		t.Errorf("made by tasks: %d files, by one process: %d; they differ", len(a), len(b))
	}
}

// A printed script says what is missing, and starts the program with the words that were asked for.
func TestSlurmScript(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "the program")
	for name, text := range map[string]string{
		program:                          "#!/bin/sh\nfor w; do echo \"<$w>\"; done\n",
		filepath.Join(bin, "nvidia-smi"): "#!/bin/sh\n[ \"$1\" = --id=3 ] && echo GPU-5b7f || { echo No devices were found; exit 6; }\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "it's $HOME")
	drawn := []string{"ptr", "--out", out, "--count", "2500", "--physics", "--quality", "draft", "--program", program}
	withGPU := append(drawn, "--gpu", "--partition", "gpu", "--time", "1-12", "--option=--comment=for me", "--scratch", "$NODE_DISK")
	task := []string{"SLURM_ARRAY_TASK_ID=2", "SLURM_CPUS_PER_TASK=4"}
	with := func(more ...string) []string { return append(append([]string{}, task...), more...) }
	made := "<generate>\n<ptr>\n<--count>\n<2500>\n<--physics>\n<--quality>\n<draft>\n<--out>\n<" + out + ">\n<--blocks>\n<2/3>\n<--workers>\n<4>\n"
	for _, c := range []struct {
		words, env []string
		want       string
	}{
		{drawn, nil, ": there is no sbatch: run this where jobs are submitted, such as a login node\n"},
		{drawn, []string{"SLURM_JOB_ID=7"}, ": SLURM_ARRAY_TASK_ID is not set: submit this script as it is, and not from inside a job\n"},
		{drawn, task[:1], ": SLURM_CPUS_PER_TASK is not set: leave the line with --cpus-per-task as it is\n"},
		{append(drawn, "--program", "/nowhere"), task, ": there is no program /nowhere here: it must lie where every node sees it; name it with --program\n"},
		{drawn, task, made + "<--gpu>\n<software>\n"},
		{append(drawn, "--no-pictures"), task, strings.Replace(made, "<--physics>", "<--no-pictures>\n<--physics>", 1)},
		{withGPU, task, ": NODE_DISK is not set: ask for another folder with --scratch, such as /tmp\n"},
		{withGPU, with("NODE_DISK=/a b"), ": CUDA_VISIBLE_DEVICES is not set: Slurm gave this task no NVIDIA GPU; leave the line with --gres=gpu:1 as it is\n"},
		{withGPU, with("NODE_DISK=/a b", "CUDA_VISIBLE_DEVICES=MIG-1"), ": CUDA_VISIBLE_DEVICES is MIG-1: a slice of a GPU cannot draw; ask for a whole one\n"},
		{withGPU, with("NODE_DISK=/a b", "CUDA_VISIBLE_DEVICES=9"), ": nvidia-smi does not know GPU 9: No devices were found\n"},
		{withGPU, with("NODE_DISK=/a b", "CUDA_VISIBLE_DEVICES=3"), made + "<--scratch>\n</a b>\n<--gpu>\n<GPU-5b7f>\n"},
		{withGPU, with("NODE_DISK=/a b", "CUDA_VISIBLE_DEVICES=GPU-0a1b"), made + "<--scratch>\n</a b>\n<--gpu>\n<GPU-0a1b>\n"},
	} {
		name := printScript(t, dir, c.words...)
		run := exec.Command("/bin/bash", name)
		run.Env = append([]string{"PATH=" + bin + ":" + emptyPath(t)}, c.env...)
		text, err := run.CombinedOutput()
		if !strings.HasSuffix(string(text), c.want) || (err == nil) != strings.HasPrefix(c.want, "<") {
			t.Errorf("%v with %v: %v\n%s\nwant %s", c.words, c.env, err, text, c.want)
		}
	}
	text, err := os.ReadFile(printScript(t, dir, withGPU...))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"--array=1-3", "--gres=gpu:1", "--partition=gpu", "--time=1-12", "--requeue", "--open-mode=append", `"--comment=for me"`,
	} {
		if !strings.Contains(string(text), "\n#SBATCH "+line+"\n") {
			t.Errorf("the script has no line #SBATCH %s:\n%s", line, text)
		}
	}
}

// emptyPath is a folder with the few programs that scripts need, and without Slurm.
func emptyPath(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"hostname", "date", "sh"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSlurmWrongUse(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "c.yaml")
	if err := os.WriteFile(config, []byte("widht: 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words string
		code  int
		want  string
	}{
		{"slurm", 2, "mereo: slurm: want slurm script SET ...\n"},
		{"slurm script", 2, "mereo: slurm script: which set? want ptr, trance, qlevr, shopvrb, syndacate or clevr\n"},
		{"slurm script nothing --out a", 2, `mereo: slurm script: no set "nothing", want ptr, trance, qlevr, shopvrb, syndacate or clevr` + "\n"},
		{"slurm script ptr", 2, "mereo: generate ptr: --out is missing\n"},
		{"slurm script ptr --out a --blocks 1/2", 2, "mereo: slurm script ptr: unknown flag: --blocks\n"},
		{"slurm script ptr --out a --count 2500 --tasks 4", 2, "mereo: slurm script ptr: --tasks is 4, want at most 3: so many blocks of 1,000 samples there are\n"},
		{"slurm script ptr --out a --tasks -1", 2, "mereo: slurm script ptr: --tasks is -1, want at least 1\n"},
		{"slurm script ptr --out a --parallel -1", 2, "mereo: slurm script ptr: --parallel is -1, want at least 1\n"},
		{"slurm script ptr --out a --cpus 0", 2, "mereo: slurm script ptr: --cpus is 0, want at least 1\n"},
		{"slurm script ptr --out a --gpu --no-pictures", 2, "mereo: slurm script ptr: --gpu and --no-pictures exclude each other\n"},
		{"slurm script ptr --out a --scratch tmp", 2, `mereo: slurm script ptr: --scratch is "tmp", want a path that begins with / or with a variable, such as '$SLURM_TMPDIR'` + "\n"},
		{"slurm script ptr --out a --program mereo", 2, `mereo: slurm script ptr: --program is "mereo", want a path that begins with /` + "\n"},
		{"slurm script ptr --out a --option qos=low", 2, `mereo: slurm script ptr: --option is "qos=low", want an option of sbatch, such as --option=--qos=low` + "\n"},
		{"slurm script syndacate --out a --gpu", 2, "mereo: slurm script syndacate: unknown flag: --gpu\n"},
		{"slurm script trance --out a --hdf5", 2, "mereo: slurm script trance: unknown flag: --hdf5\n"},
		{"generate ptr --out a --index 3 --scratch b", 2, "mereo: generate ptr: --index and --scratch exclude each other\n"},
		{"slurm script ptr --out a --config " + config, 1, "widht is an unknown key"},
		{"slurm script qlevr --out a --locale fr", 1, `locale is "fr", want en or de`},
	} {
		code, out, stderr := mereo(t, strings.Fields(c.words)...)
		if code != c.code || !strings.Contains(stderr, c.want) || out != "" {
			t.Errorf("%s: exit %d, %s%s, want %d and %q", c.words, code, out, stderr, c.code, c.want)
		}
	}
}
