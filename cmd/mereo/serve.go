package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/serve"
	"mereo/gen/show"
	"mereo/gen/stream"
	"mereo/internal/folder"
)

// serveBallast is memory that is never touched. With it the heap is collected when 64 MiB are used and not every few pictures that are read,
// which takes a fifth of the time of reading them.
const serveBallast = 64 << 20

// newServe is "mereo serve".
func newServe(c console) *cobra.Command {
	var models, address string
	var remote bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer programs: read datasets, make samples without end, build scenes",
		Long: `Answer a program that speaks the protocol of docs/serve.md over standard input and output, until it closes
them: it reads samples of datasets, takes samples from streams, which are made as it goes, with
pictures and labels in shared memory, and simulates and draws scenes that they describe. The Python package mereo starts this command by itself.

With --listen it answers all programs that connect, until Ctrl-C, and prints the address that
mereo.connect of the Python package takes. A socket in a folder (unix:) is for its user alone. With
TCP programs need a token, too: that of the environment variable MEREO_TOKEN, or else one that is
drawn and printed on standard error. Other computers are answered with --allow-remote only.`,
		Example: `  mereo serve
  mereo serve --listen unix:/tmp/mereo.sock
  mereo serve --listen tcp://127.0.0.1:0
  mereo serve --listen tcp://0.0.0.0:7000 --allow-remote`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			defer runtime.KeepAlive(make([]byte, serveBallast))
			drawer := &sceneDrawer{}
			defer drawer.close()
			s := &serve.Server{
				Dataset: func(dir string) (show.Set, gen.Identity, error) { return shown(dir, sets.Sources{Models: models}) },
				Stream: func(ctx context.Context, q *serve.StreamOf) (stream.Options, error) {
					return streamOf(c, q, models)
				},
				Scene: drawer.open, Draw: drawer.draw,
			}
			if address != "" {
				return listen(cmd.Context(), c, s, address, remote)
			}
			if remote {
				return usagef("serve: --allow-remote is for --listen")
			}
			return s.Serve(cmd.Context(), c.in, c.out)
		},
	}
	f := cmd.Flags()
	f.StringVar(&models, "models", "", "folder of models of your own, as in generate")
	f.StringVar(&address, "listen", "", "answer who connects to unix:/path/to.sock or tcp://127.0.0.1:PORT; port 0 takes a free one")
	f.BoolVar(&remote, "allow-remote", false, "let --listen name an address that other computers reach")
	return cmd
}

// shown opens the set of a dataset's folder.
func shown(dir string, s sets.Sources) (show.Set, gen.Identity, error) {
	set, id, err := sets.Dataset(dir, s)
	if err != nil {
		return nil, id, err
	}
	return set.(show.Set), id, nil
}

// streamOf opens what a client wants a stream of.
func streamOf(c console, q *serve.StreamOf, models string) (stream.Options, error) {
	e, err := sets.Find(q.Set)
	if sets.IsWorld(q.Set) {
		e, err = sets.World(q.Set, models, false)
	}
	if err != nil {
		return stream.Options{}, err
	}
	spec, err := specWith(e, q.Config, sets.Sources{Models: models})
	if err != nil {
		return stream.Options{}, err
	}
	set, err := spec.Open()
	if err != nil {
		return stream.Options{}, err
	}
	if e.Streamed != nil {
		if q.Split, err = e.Streamed(q.Split, q.Seed); err != nil {
			return stream.Options{}, err
		}
	} else if splits := e.Splits; splits != nil && !slices.Contains(splits, q.Split) {
		return stream.Options{}, fmt.Errorf("split is %q, want %s", q.Split, sets.OrList(splits))
	}
	opt := stream.Options{
		Set: set.(show.Set), Job: gen.Job{Seed: q.Seed, Split: q.Split, Pictures: q.Pictures, GPU: q.GPU}, Workers: q.Workers,
	}
	if opt.Workers == 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if !q.Pictures || e.Flat {
		return opt, nil
	}
	info, err := probe(q.GPU)
	if err != nil || !info.Software {
		return opt, err
	}
	how, err := child(spec, "--hand")
	if err != nil {
		return opt, err
	}
	opt.Processes = &stream.Processes{Command: how.Command, Set: how.Set, Died: func(why error) { c.logger().Warn(why.Error()) }}
	return opt, nil
}

// specWith is a set with keys of its configuration, as in the file that generate takes.
func specWith(e *sets.Entry, config json.RawMessage, s sets.Sources) (sets.Spec, error) {
	if len(config) == 0 || string(config) == "null" {
		return e.Spec("", "", s)
	}
	if e.Needs != "" { // it has no file of its configuration
		return sets.Spec{Name: e.Name, Config: config, Sources: s}, nil
	}
	dir, err := folder.Temp("mereo-serve-")
	if err != nil {
		return sets.Spec{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		return sets.Spec{}, folder.TempFault(dir, err)
	}
	spec, err := e.Spec(file, "", s)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), file, "")) // it is no file of the client's
	}
	return spec, err
}
