package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"mereo/cmd/sets"
	"mereo/engine"
	"mereo/gen/loop"
)

// child makes worker processes of this program, for the software rasterizer; flags are those of the worker command.
func child(s sets.Spec, flags ...string) (*loop.Child, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("where is this program: %w", err)
	}
	set, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return &loop.Child{
		Command: func() *exec.Cmd {
			cmd := exec.Command(program, append([]string{"worker"}, flags...)...)
			// The processes share the cores; threads of the rasterizer inside each would only get in their way.
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

// gpus are the devices that --gpu names, one at least; "" is the renderer's own choice.
func gpus(c console, flag string) ([]string, error) {
	if flag != "all" {
		names := strings.Split(flag, ",")
		if len(names) > 1 && slices.Contains(names, "") {
			return nil, usagef("--gpu is %q, want devices with single commas between them", flag)
		}
		return names, nil
	}
	devices, err := engine.Devices()
	if err != nil {
		return nil, fmt.Errorf("--gpu all: %w", err)
	}
	var out []string
	seen := map[string]bool{} // a card may be listed by several drivers
	for _, d := range devices {
		if d.Software || d.UUID != "" && seen[d.UUID] {
			continue
		}
		name := strconv.Itoa(d.Index)
		if _, err := probe(name); err != nil {
			c.logger().Warn("left out: it cannot draw", "gpu", name, "name", d.Name, "error", err)
			continue
		}
		seen[d.UUID] = true
		out = append(out, name)
	}
	if out == nil {
		return nil, errors.New(`--gpu all: there is no GPU here, only software; leave it out ("mereo doctor" says what is there)`)
	}
	return out, nil
}
