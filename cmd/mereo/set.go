package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"mereo/cmd/sets"
	"mereo/engine"
	"mereo/gen"
)

// child makes worker processes of this program, for the software rasteriser; flags are those of the worker command.
func child(s sets.Spec, flags ...string) (*gen.Child, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("where is this program: %w", err)
	}
	set, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return &gen.Child{
		Command: func() *exec.Cmd {
			cmd := exec.Command(program, append([]string{"worker"}, flags...)...)
			// The processes share the cores; threads of the rasteriser inside each would only get in their way.
			cmd.Env = append(os.Environ(), "LP_NUM_THREADS=0")
			return cmd
		},
		Set: set,
	}, nil
}

// probe opens a renderer for a moment to learn what would draw.
func probe(gpu string) (engine.Info, error) {
	r, err := engine.New(engine.Options{GPU: gpu})
	if err != nil {
		return engine.Info{}, fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer r.Close()
	return r.Info(), nil
}
