package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/trance"
)

func newGenerateTrance(c console) generator {
	g := generate{set: sets.Trance}
	var strict, compat, ids, between, positions, hdf5 bool
	cmd := &cobra.Command{
		Use:   g.set,
		Short: "Make TRANCE samples: two states of ten objects, and the steps between them",
		Long: `Make TRANCE samples: ten cubes, spheres and cylinders on a plane, of which those in the visible area
are seen; one to four steps that change color, material, shape, size or position; a picture of the
first state and three, from the left, the center and the right, of the last. The answer is the list
of steps. How many steps, which, of which objects: all are balanced over any number of samples.

Every split becomes a folder in the published layout: image/, info/ (the generator's records),
data.jsonl (what the loaders read), basic.jsonl (its samples of one step), properties.json and
values.json. With --hdf5 all complete splits are packed into DIR/data.h5 at the end, unless it holds
them already; beside it lie properties.json and values.json again.` + generateLong,
		Example: `  mereo generate trance --out out/trance --count 100
  mereo generate trance --out out/trance --count 500000
  mereo generate trance --out out/trance --count 10000 --split val
  mereo generate trance --out out/trance --count 20000 --split test --hdf5
  mereo generate trance --out out/again --config out/trance/dataset.json --split val --index 7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case hdf5 && g.records:
				return usagef("generate %s: --no-pictures and --hdf5 exclude each other", g.set)
			case hdf5 && g.index >= 0:
				return usagef("generate %s: --index and --hdf5 exclude each other", g.set)
			}
			return g.run(cmd.Context(), c)
		},
	}
	var config trance.Config
	g.spec = func() (_ sets.Spec, err error) {
		config, err = sets.TranceConfig(g.config)
		if err != nil {
			return sets.Spec{}, err
		}
		config.Strict = config.Strict || strict
		config.IDs = config.IDs || ids
		config.Between = config.Between || between
		if config.IDs && g.records {
			return sets.Spec{}, usagef("generate %s: --no-pictures and identity pictures (--ids) exclude each other", g.set)
		}
		if config.Normals && g.records {
			return sets.Spec{}, usagef("generate %s: --no-pictures and normals (key normals of %s) exclude each other", g.set, g.config)
		}
		if compat {
			config.Published = trance.AsPublished
		}
		if positions {
			config.Problem = trance.ProblemPosition
		}
		g.drawing.apply(&config.Quality, &config.SPP, &config.View)
		return sets.New(g.set, config, sets.Sources{})
	}
	g.after = func(ctx context.Context, c console, job gen.Job) error {
		return packTrance(ctx, c, config, job, hdf5)
	}
	g.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&strict, "strict", false, "no two objects of an initial state are nearer than moves may bring them")
	f.BoolVar(&compat, "compat", false, "keep the quirks of the published generator (docs/trance.md lists them)")
	f.BoolVar(&positions, "positions", false, `only moves: the problem "position"`)
	f.BoolVar(&ids, "ids", false, "add identity pictures of every state from every camera")
	f.BoolVar(&between, "between", false, "add color pictures of the states between the first and the last")
	f.BoolVar(&hdf5, "hdf5", false, "pack the complete splits into DIR/data.h5")
	return generator{cmd, g.ready}
}

// packTrance packs all complete splits of a folder where it shall, and else says which of them a packed file that is there
// lacks. Who comes while another process packs waits for it, and finds the file there.
func packTrance(ctx context.Context, c console, config trance.Config, job gen.Job, pack bool) error {
	if !pack {
		lacks, found, err := unpackedTrance(job.Root)
		if found && len(lacks) > 0 {
			fmt.Fprintf(c.out, "%s/data.h5 lacks %v as now made; --hdf5 packs it again\n", job.Root, lacks)
		}
		return err
	}
	set, err := trance.New(config)
	if err != nil {
		return err
	}
	return gen.Alone(filepath.Join(job.Root, ".data.h5.lock"), func() error {
		splits, _, err := gen.Splits(job.Root)
		if err != nil {
			return err
		}
		lacks, found, err := trance.Unpacked(job.Root, splits)
		if err != nil {
			return err
		}
		already := ""
		if found && len(lacks) == 0 {
			already = " already"
		} else {
			p := newProgress(c, "pack")
			err := config.Pack(ctx, job.Root, splits, p.update)
			p.end()
			if err != nil {
				return err
			}
			if _, err := gen.Finish(ctx, set, job); err != nil { // the manifest lists it
				return err
			}
		}
		fmt.Fprintf(c.out, "%s/data.h5 holds %v%s\n", job.Root, splits, already)
		return nil
	})
}

// unpackedTrance is trance.Unpacked of all complete splits.
func unpackedTrance(root string) (lacks []string, found bool, err error) {
	splits, _, err := gen.Splits(root)
	if err != nil {
		return nil, false, err
	}
	return trance.Unpacked(root, splits)
}
