package loop

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"mereo/internal/dots"
)

// told gathers what Child.Died is told.
type told struct {
	mu  sync.Mutex
	all []string
}

func (d *told) add(why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, why.Error())
}

// withChildren are options of two worker processes.
func withChildren(d dots.Set) (Options, *told) {
	how, deaths := children(d), &told{}
	how.Died = deaths.add
	how.Alone = func(index int) string { return fmt.Sprintf("dots --index %d", index) }
	return Options{Workers: 2, Child: how}, deaths
}

// Processes that are killed are started again, and the folder has the bytes of an undisturbed run.
func TestWorkersKilled(t *testing.T) {
	want, got, marks := t.TempDir(), t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 200, Options{})
	opt, deaths := withChildren(dots.Set{Side: 5, Marks: marks})
	mustRun(t, dots.Set{Side: 5}, dots.Train(got), 200, opt)
	dots.SameTree(t, got, want)
	if len(deaths.all) != 20 || !strings.HasSuffix(deaths.all[0], " of train, by SIGKILL") {
		t.Errorf("told of %d deaths, %q, want 20 by SIGKILL", len(deaths.all), deaths.all)
	}
}

// A sample at which processes die is tried three times. The others are made all the same.
func TestSampleThatKills(t *testing.T) {
	want, got := t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 20, Options{})
	opt, deaths := withChildren(dots.Set{Side: 5, Crash: 7})
	job := dots.Train(got)
	_, err := Run(t.Context(), dots.Set{Side: 5}, job, 20, opt)
	if got, want := fmt.Sprint(err), "gen: sample 7 of train, seed 0, is missing: 3 worker processes died of it, the last with exit code 3; "+
		"this makes it alone: dots --index 7; the last words: the pen broke"; got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if len(deaths.all) != 3 || deaths.all[0] != "gen: a worker process died at sample 7 of train, with exit code 3" {
		t.Errorf("told of %q", deaths.all)
	}
	if r := mustRun(t, dots.Set{Side: 5}, job, 20, Options{}); r.Kept != 19 || r.Made != 1 {
		t.Errorf("afterwards %d samples were there and %d made, want 19 and 1", r.Kept, r.Made)
	}
	dots.SameTree(t, got, want)
}

// Where nothing can be made the run ends.
func TestWorkersThatAlwaysDie(t *testing.T) {
	opt, deaths := withChildren(dots.Set{Side: 5, Crash: -1})
	_, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(t.TempDir()), 900, opt)
	if got := fmt.Sprint(err); !strings.HasPrefix(got, "3 samples are missing, the first of them: gen: sample ") || len(deaths.all) > (tries-1)*(maxLost+2) {
		t.Errorf("%d deaths, error %q, want 3 samples that are missing", len(deaths.all), got)
	}
	opt, _ = withChildren(dots.Set{Side: 5, Crash: -2})
	_, err = Run(t.Context(), dots.Set{Side: 5}, dots.Train(t.TempDir()), 900, opt)
	if got, want := fmt.Sprint(err), "gen: 3 worker processes died as they began, the last with exit code 3: the pen broke"; got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	// What a worker says itself is no death.
	opt, deaths = withChildren(dots.Set{})
	_, err = Run(t.Context(), dots.Set{Side: 5}, dots.Train(t.TempDir()), 20, opt)
	if got, want := fmt.Sprint(err), "dots: side is 0, want at least 1"; got != want || len(deaths.all) > 0 {
		t.Errorf("error is %q, want %q; told of %q", got, want, deaths.all)
	}
}
