package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mereo/gen"
	"mereo/internal/dots"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// TestMain lets the test binary be its own worker process and its own run that can be killed.
func TestMain(m *testing.M) {
	ctx := context.Background()
	open := func(set json.RawMessage) (gen.Set, error) {
		var d struct {
			dots.Set
			Marks string
		}
		err := json.Unmarshal(set, &d)
		d.Set.Marks = d.Marks
		return d.Set, err
	}
	switch os.Getenv("GEN_TEST") {
	case "worker":
		signal.Ignore(os.Interrupt)
		if err := Serve(ctx, os.Stdin, os.Stdout, open); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "run":
		_, err := Run(ctx, dots.Set{Side: 5, SlowMS: 2}, gen.Job{Root: os.Getenv("GEN_ROOT"), Split: "train", Pictures: true}, 1100, Options{Workers: 2, Child: children(dots.Set{Side: 5, SlowMS: 2})})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// children makes this test binary the worker.
func children(d dots.Set) *Child {
	set, err := json.Marshal(struct {
		Side, Crash, SlowMS int
		Marks               string
	}{d.Side, d.Crash, d.SlowMS, d.Marks})
	if err != nil {
		panic(err)
	}
	return &Child{
		Command: func() *exec.Cmd {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GEN_TEST=worker")
			return cmd
		},
		Set: set,
	}
}

func mustRun(t *testing.T, d gen.Set, job gen.Job, count int, opt Options) Result {
	t.Helper()
	r, err := Run(t.Context(), d, job, count, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kill ends the process group that cmd leads.
func kill(cmd *exec.Cmd) error {
	err := cmd.Process.Signal(syscall.SIGKILL)
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
