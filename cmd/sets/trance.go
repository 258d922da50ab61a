package sets

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/trance"
)

// ExampleSet is the set that examples of commands for all sets are about.
const ExampleSet = "trance"

var tranceEntry = entry(kind[trance.Config]{
	defaults: trance.DefaultConfig(),
	parse:    trance.ParseConfig,
	open:     func(c trance.Config, _ Sources) (gen.Set, error) { return trance.New(c) },
	switches: []toggle[trance.Config]{
		{"strict", "no two objects of an initial state are nearer than moves may bring them", func(c *trance.Config) *bool { return &c.Strict }, nil},
		{
			"as-published", "keep the quirks of the published generator (docs/trance.md lists them)",
			nil, func(c *trance.Config) { c.Published = trance.AsPublished },
		},
		{"positions", `only moves: the problem "position"`, nil, func(c *trance.Config) { c.Problem = trance.ProblemPosition }},
		{"ids", "add identity pictures of every state from every camera", func(c *trance.Config) *bool { return &c.IDs }, nil},
		{
			"between", "add color pictures of the states between the first and the last",
			func(c *trance.Config) *bool { return &c.Between }, nil,
		},
		{"film", "add films of the transformation, 12 frames a second, from every camera", func(c *trance.Config) *bool { return &c.Film }, nil},
	},
	flags: tranceFlags,
}, Entry{
	Name:  "trance",
	Short: "Make TRANCE samples: two states of ten objects, and the steps between them",
	Long: `Make TRANCE samples: ten cubes, spheres and cylinders on a plane, of which those in the visible area
are seen; one to four steps that change color, material, shape, size or position; a picture of the
first state and three, from the left, the center and the right, of the last. The answer is the list
of steps. How many steps, which, of which objects: all are balanced over any number of samples.

Every split becomes a folder in the published layout: image/, info/ (the generator's records),
data.jsonl (what the loaders read), basic.jsonl (its samples of one step), properties.json and
values.json. With --hdf5 all complete splits are packed into DIR/data.h5 at the end, unless it holds
them already; beside it lie properties.json and values.json again.`,
	Example: `  mereo generate trance --out out/trance --count 100
  mereo generate trance --out out/trance --count 500000
  mereo generate trance --out out/trance --count 10000 --split val
  mereo generate trance --out out/trance --count 20000 --split test --hdf5
  mereo generate trance --out out/again --config out/trance/dataset.json --split val --index 7`,
	Judge: trance.Judge,
	Bench: Bench{Sample: "samples", Pictures: 4, Records: 20},
})

func tranceFlags(f *pflag.FlagSet) func(c *trance.Config, r *Request, run *Run) error {
	hdf5 := f.Bool("hdf5", false, "pack the complete splits into DIR/data.h5")
	return func(c *trance.Config, r *Request, run *Run) error {
		switch {
		case *hdf5 && !r.Pictures:
			return Usagef("generate trance: --no-pictures and --hdf5 exclude each other")
		case *hdf5 && r.Index >= 0:
			return Usagef("generate trance: --index and --hdf5 exclude each other")
		case c.IDs && !r.Pictures:
			return Usagef("generate trance: --no-pictures and identity pictures (--ids) exclude each other")
		case c.Normals && !r.Pictures:
			return Usagef("generate trance: --no-pictures and normals (key normals of %s) exclude each other", r.Config)
		}
		run.After = func(ctx context.Context, job gen.Job, t Teller) error {
			if *hdf5 {
				return packTrance(ctx, *c, job, t)
			}
			return tellUnpacked(job, t)
		}
		return nil
	}
}

// packTrance packs all complete splits of a folder. Who comes while another process packs waits for it, and finds the file there.
func packTrance(ctx context.Context, config trance.Config, job gen.Job, t Teller) error {
	set, err := trance.New(config)
	if err != nil {
		return err
	}
	return loop.Alone(filepath.Join(job.Root, ".data.h5.lock"), func() error {
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
			update, end := t.Progress("pack")
			err := config.Pack(ctx, job.Root, splits, update)
			end()
			if err != nil {
				return err
			}
			if _, err := loop.Finish(ctx, set, job); err != nil { // the manifest lists it
				return err
			}
		}
		fmt.Fprintf(t.Out, "%s/data.h5 holds %v%s\n", job.Root, splits, already)
		return nil
	})
}

// tellUnpacked says which complete splits a packed file that is there lacks.
func tellUnpacked(job gen.Job, t Teller) error {
	splits, _, err := gen.Splits(job.Root)
	if err != nil {
		return err
	}
	lacks, found, err := trance.Unpacked(job.Root, splits)
	if found && len(lacks) > 0 {
		fmt.Fprintf(t.Out, "%s/data.h5 lacks %v as now made; --hdf5 packs it again\n", job.Root, lacks)
	}
	return err
}
