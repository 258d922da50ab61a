package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWorkersKilled kills worker processes at random moments: the run ends by itself, and every file is what it would have been.
// MEREO_FAULTS is the number of kills of each set; without it there are three, of two sets.
func TestWorkersKilled(t *testing.T) {
	long(t)
	kills, all := 3, makers(t, t.TempDir())[4:]
	if text := os.Getenv("MEREO_FAULTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("MEREO_FAULTS is %q, want a number from 1 on", text)
		}
		kills = n
	} else {
		all = all[:2]
	}
	for i, m := range all {
		m.args = append(m.args, "--isolate")
		random := rand.New(rand.NewPCG(uint64(i), uint64(kills)))
		t.Run(m.name, func(t *testing.T) {
			begun, runs, told := time.Now(), 0, 0
			for done := 0; done < kills; runs++ {
				n, said := workersKilled(t, m, random, kills-done)
				done, told = done+n, told+said
			}
			t.Logf("%d kills, of which %d were told, in %d runs, %.0f s", kills, told, runs, time.Since(begun).Seconds())
		})
	}
}

// workersKilled makes a dataset and meanwhile kills up to n workers. It returns how many it killed, and of how many the run told.
func workersKilled(t *testing.T, m *maker, random *rand.Rand, n int) (killed, told int) {
	ref := m.ref(t)
	stride := 1
	if strings.HasPrefix(m.name, "syndacate") {
		stride = 100
	}
	dir := filepath.Join(t.TempDir(), "killed")
	cmd, out, stderr := m.start(t, dir)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	inHand := map[string]int{} // journals, and the index up to which samples were made or in hand at the last kill
	again := false             // the last kill may have met the sample of the one before
	for len(ended) == 0 && killed < n {
		time.Sleep(5 * time.Millisecond)
		// No sample is met three times, which would end the run.
		waits := false
		for journal, last := range inHand {
			waits = waits || !past(journal, last, stride)
		}
		if waits && (again || random.IntN(4) > 0) {
			continue
		}
		time.Sleep(between(random, ref, 0, 0.05))
		names, there := journals(dir)
		workers := children(cmd.Process.Pid)
		if there == 0 || len(workers) == 0 {
			continue
		}
		for _, name := range names {
			inHand[name] = max(inHand[name], highest(name)+2*stride)
		}
		if syscall.Kill(workers[random.IntN(len(workers))], syscall.SIGKILL) == nil {
			killed++
			again = waits
		}
	}
	if err := <-ended; err != nil {
		t.Fatalf("after %d kills: %v, %s%s", killed, err, out, stderr)
	}
	m.same(t, dir, "kills of workers")
	return killed, strings.Count(stderr.String(), "by SIGKILL")
}

// indices are those of the samples of a journal; none where it is gone.
func indices(journal string) map[int]bool {
	data, err := os.ReadFile(journal)
	if err != nil {
		return nil
	}
	there := map[int]bool{}
	for _, found := range regexp.MustCompile(`(?m)^\{"index":(\d+)`).FindAllSubmatch(data, -1) {
		n, _ := strconv.Atoi(string(found[1]))
		there[n] = true
	}
	return there
}

// highest is the last index of a journal, or the one before its block.
func highest(journal string) (last int) {
	block, _, _ := strings.Cut(filepath.Base(journal), ".")
	last, _ = strconv.Atoi(block)
	last = last*1000 - 1
	for i := range indices(journal) {
		last = max(last, i)
	}
	return last
}

// past tells whether a journal has all samples up to an index, or is gone: its block is finished.
func past(journal string, last, stride int) bool {
	there := indices(journal)
	for i := (last - stride) / 1000 * 1000; there != nil && i <= last; i += stride {
		if !there[i] {
			return false
		}
	}
	return true
}
