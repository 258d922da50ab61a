package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
)

// generate is "mereo generate SET": what all sets share.
type generate struct {
	set     string
	out     string
	count   int
	seed    uint64
	split   string
	splits  []string // that may be asked for; nil: train, val, test
	config  string
	workers int
	blocks  string
	gpu     string
	index   int // -1: all
	records bool
	drawing drawing
	// flat: pictures need no renderer; spec says so.
	flat bool
	// spec reads the configuration and changes it by the set's own flags.
	spec func() (sets.Spec, error)
	// after is called when the split is complete; nil for nothing.
	after func(ctx context.Context, c console) error
}

func newGenerate(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make a dataset, or go on making it",
		Long: `Make a dataset, or go on making it. The command can be stopped at any moment (Ctrl-C, a kill,
a power cut); run again it goes on, and the result has the same bytes.`,
		Example: "  mereo generate ptr --out out/ptr --count 100\n  mereo generate trance --out out/trance --count 100",
		// The flags are those of the sets; without a known set the missing word is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("generate: which set? want ptr, trance, qlevr, shopvrb or syndacate")
			}
			return usagef("generate: no set %q, want ptr, trance, qlevr, shopvrb or syndacate", args[0])
		},
	}
	cmd.AddCommand(newGeneratePTR(c), newGenerateTrance(c), newGenerateQLEVR(c), newGenerateShopVRB(c), newGenerateSyndacate(c))
	return cmd
}

// generateLong is what the help of every set ends with.
const generateLong = `

A dataset's folder can hold several splits (train, val, test), made one after the other with
the same seed and configuration. Work is cut into blocks of 1,000 consecutive indices.
--blocks i/n makes the blocks b with b mod n = i-1; the parts can share one folder or be put
together with "mereo merge". Runs on a shared folder never make the same block twice.`

// flags adds the flags of all sets.
func (g *generate) flags(cmd *cobra.Command) {
	if g.splits == nil {
		g.splits = []string{"train", "val", "test"}
	}
	f := cmd.Flags()
	f.StringVar(&g.out, "out", "", "the dataset's folder (required)")
	f.IntVar(&g.count, "count", gen.BlockSize, "samples of the split; more than are there goes on from there")
	f.Uint64Var(&g.seed, "seed", 0, "seed")
	f.StringVar(&g.split, "split", "train", "split: "+orList(g.splits))
	f.StringVar(&g.config, "config", "", "configuration, YAML or JSON, or the dataset.json of a dataset to make again")
	f.IntVar(&g.workers, "workers", runtime.NumCPU(), "samples made at once")
	f.StringVar(&g.blocks, "blocks", "", "make only part i of n of the blocks: i/n")
	f.StringVar(&g.gpu, "gpu", "", `device by number or UUID as "mereo doctor" lists them, or "software"`)
	f.IntVar(&g.index, "index", -1, "make this sample alone and nothing else")
	f.BoolVar(&g.records, "no-pictures", false, "records only; needs no renderer")
	g.drawing.flags(cmd)
}

// orList is "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// check finds wrong use.
func (g *generate) check() error {
	switch {
	case g.out == "":
		return usagef("generate %s: --out is missing", g.set)
	case g.count < 1:
		return usagef("generate %s: --count is %d, want at least 1", g.set, g.count)
	case !slices.Contains(g.splits, g.split):
		return usagef("generate %s: --split is %q, want %s", g.set, g.split, orList(g.splits))
	case g.workers < 1:
		return usagef("generate %s: --workers is %d, want at least 1", g.set, g.workers)
	case g.index < -1:
		return usagef("generate %s: --index is %d, want at least 0", g.set, g.index)
	case g.index >= 0 && g.blocks != "":
		return usagef("generate %s: --index and --blocks exclude each other", g.set)
	}
	if _, err := gen.ParsePart(g.blocks); err != nil {
		return usagef("generate %s: --blocks is %q, want i/n with 1 <= i <= n, such as 3/40", g.set, g.blocks)
	}
	return g.drawing.check("generate " + g.set)
}

func (g *generate) run(ctx context.Context, c console) error {
	if err := g.check(); err != nil {
		return err
	}
	spec, err := g.spec()
	if err != nil {
		return err
	}
	set, err := spec.Open()
	if err != nil {
		return err
	}
	job := gen.Job{Root: g.out, Seed: g.seed, Split: g.split, Pictures: !g.records, GPU: g.gpu}
	if g.index >= 0 {
		return g.one(ctx, c, set, job)
	}
	part, err := gen.ParsePart(g.blocks)
	if err != nil {
		return err
	}
	opt := gen.Options{Workers: g.workers, Part: part}
	if job.Pictures && !g.flat {
		info, err := probe(g.gpu)
		if err != nil {
			return err
		}
		if info.Software {
			if opt.Child, err = child(spec); err != nil {
				return err
			}
		}
	}
	p := newProgress(c, g.split)
	opt.Progress = p.update
	begun := time.Now()
	result, err := gen.Run(ctx, set, job, g.count, opt)
	p.end()
	if err != nil {
		return err
	}
	g.tell(c, result, time.Since(begun))
	if g.after != nil && result.Finished {
		return g.after(ctx, c)
	}
	return nil
}

// one makes a single sample again.
func (g *generate) one(ctx context.Context, c console, set gen.Set, job gen.Job) error {
	item, err := gen.One(ctx, set, job, g.index)
	if err != nil {
		return err
	}
	for _, f := range item.Files {
		fmt.Fprintf(c.out, "%s/%s\n", g.out, f.Path)
	}
	return nil
}

// tell says what is there now.
func (g *generate) tell(c console, r gen.Result, took time.Duration) {
	fmt.Fprintf(c.out, "%s: %d samples made, %d were there", g.split, r.Made, r.Kept)
	if r.Made > 0 && took > 0 {
		fmt.Fprintf(c.out, " (%.1f s, %.2f per second)", took.Seconds(), float64(r.Made)/took.Seconds())
	}
	fmt.Fprintln(c.out)
	if len(r.Busy) > 0 {
		fmt.Fprintf(c.out, "left to other runs: blocks %v\n", r.Busy)
	}
	if !r.Finished {
		fmt.Fprintf(c.out, "%d blocks of %s are not there yet\n", r.Left, g.split)
		return
	}
	fmt.Fprintf(c.out, "%s is complete; see %s/README.md and %s/stats.html\n", g.split, g.out, g.out)
}
