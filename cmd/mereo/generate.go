package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/bucket"
	"mereo/gen/export"
)

// generate is "mereo generate SET": what all sets share.
type generate struct {
	set     string
	out     string
	count   int
	seed    uint64
	seeded  func() bool // --seed is given
	split   string
	splits  []string // that may be asked for; nil: train, val, test
	config  string
	workers int
	blocks  string
	scratch string
	gpu     string
	index   int // -1: all
	records bool
	isolate bool
	also    []string // formats of exports
	push    string   // address of a bucket
	drawing drawing
	// flat: pictures need no renderer; spec says so.
	flat bool
	// spec reads the configuration and changes it by the set's own flags.
	spec func() (sets.Spec, error)
	// after is called when the split is complete; nil for nothing.
	after func(ctx context.Context, c console, job gen.Job) error
}

func newGenerate(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make a dataset, or go on making it",
		Long: `Make a dataset, or go on making it. The command can be stopped at any moment (Ctrl-C, a kill,
a power cut); run again it goes on, and the result has the same bytes. What it says is complete is
on the disk.`,
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
	for _, g := range generators(c) {
		cmd.AddCommand(g.cmd)
	}
	return cmd
}

// generator is the command that makes a set, and what commands that prepare it for other machines need of it.
type generator struct {
	cmd *cobra.Command
	// ready finds wrong use of the flags, and says which set they ask for and how many blocks its split has. Nothing is opened
	// but the configuration.
	ready func() (spec sets.Spec, blocks int, err error)
}

func generators(c console) []generator {
	return []generator{newGeneratePTR(c), newGenerateTrance(c), newGenerateQLEVR(c), newGenerateShopVRB(c), newGenerateSyndacate(c)}
}

// blocksOf is how many blocks a number of samples makes.
func blocksOf(count int) int { return (count + gen.BlockSize - 1) / gen.BlockSize }

// generateLong is what the help of every set ends with.
const generateLong = `

A dataset's folder can hold several splits (train, val, test), made one after the other with
the same seed and configuration. Work is cut into blocks of 1,000 consecutive indices.
--blocks i/n makes the blocks b with b mod n = i-1; the parts can share one folder or be put
together with "mereo merge". A run stops at a block that another process is making. "mereo slurm
script" and "mereo k8s manifest" print what makes the parts on a cluster.`

const (
	isolateHelp   = "make samples in processes of their own, which are started again when one dies" + isolateAnyhow
	isolateAnyhow = "; that is so anyhow where processors draw"
)

const scratchHelp = "make blocks in this folder, of a fast local disk, and put them into --out when finished"

// flags adds the flags of all sets.
func (g *generate) flags(cmd *cobra.Command) {
	if g.splits == nil {
		g.splits = []string{"train", "val", "test"}
	}
	f := cmd.Flags()
	g.seeded = func() bool { return f.Changed("seed") }
	f.StringVar(&g.out, "out", "", "the dataset's folder (required)")
	f.IntVar(&g.count, "count", gen.BlockSize, "samples of the split; more than are there goes on from there")
	f.Uint64Var(&g.seed, "seed", 0, "seed")
	f.StringVar(&g.split, "split", "train", "split: "+orList(g.splits))
	f.StringVar(&g.config, "config", "", "configuration, YAML or JSON; or the dataset.json of a dataset to make again, whose seed is taken without --seed")
	f.IntVar(&g.workers, "workers", runtime.NumCPU(), "samples made at once")
	f.StringVar(&g.blocks, "blocks", "", "make only part i of n of the blocks: i/n")
	f.StringVar(&g.scratch, "scratch", "", scratchHelp)
	f.StringVar(&g.gpu, "gpu", "", `device by number or UUID as "mereo doctor" lists them, several with commas, "all", or "software"`)
	f.IntVar(&g.index, "index", -1, "make this sample alone and nothing else")
	f.StringSliceVar(&g.also, "also", nil, "write exports, too, when the split is complete, with commas: "+strings.Join(export.Names(), ", "))
	f.StringVar(&g.push, "push", "", "copy every finished block into this bucket (s3://BUCKET/PREFIX, gs://..., file:///...), and make none that it has")
	f.BoolVar(&g.records, "no-pictures", false, "records only; needs no renderer")
	f.BoolVar(&g.isolate, "isolate", false, isolateHelp)
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
	case strings.Contains(g.out, "://"):
		return usagef("generate %s: --out is %q, want a folder; --push copies what is made into a bucket", g.set, g.out)
	case g.index >= 0 && g.push != "":
		return usagef("generate %s: --index and --push exclude each other", g.set)
	case g.index >= 0 && g.also != nil:
		return usagef("generate %s: --index and --also exclude each other", g.set)
	case g.index >= 0 && g.blocks != "":
		return usagef("generate %s: --index and --blocks exclude each other", g.set)
	case g.push != "" && g.scratch != "":
		return usagef("generate %s: --push and --scratch exclude each other; with --push let --out be a folder of this machine", g.set)
	case g.index >= 0 && g.scratch != "":
		return usagef("generate %s: --index and --scratch exclude each other", g.set)
	case g.index >= 0 && g.isolate:
		return usagef("generate %s: --index and --isolate exclude each other", g.set)
	}
	if _, err := gen.ParsePart(g.blocks); err != nil {
		return usagef("generate %s: --blocks is %q, want i/n with 1 <= i <= n, such as 3/40", g.set, g.blocks)
	}
	_, err := export.Place(g.also, nil)
	if err == nil {
		err = once(g.also)
	}
	if err != nil {
		return sets.UsageError{Err: fmt.Errorf("generate %s: --also: %w", g.set, err)}
	}
	return g.drawing.check("generate " + g.set)
}

// ready is generator.ready.
func (g *generate) ready() (sets.Spec, int, error) {
	if err := g.check(); err != nil {
		return sets.Spec{}, 0, err
	}
	spec, err := g.spec()
	return spec, blocksOf(g.count), err
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
	if err := g.takeSeed(c); err != nil {
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
	opt := gen.Options{Workers: g.workers, Part: part, Scratch: g.scratch}
	isolate := g.isolate
	var to *bucket.Bucket
	if g.push != "" {
		if to, err = g.open(ctx, set, job, &opt); err != nil {
			return err
		}
	}
	if job.Pictures && !g.flat {
		if opt.GPUs, err = gpus(c, g.gpu); err != nil {
			return err
		}
		info, err := probe(opt.GPUs[0])
		if err != nil {
			return err
		}
		isolate = isolate || info.Software && len(opt.GPUs) == 1
		job.GPU = opt.GPUs[0]
	}
	p := newProgress(c, g.split)
	if isolate {
		if opt.Child, err = child(spec); err != nil {
			return err
		}
		opt.Child.Alone, opt.Child.Died = g.alone(spec), p.warn
	}
	p.record(job, opt)
	opt.Progress = p.update
	if !job.Pictures {
		// Records keep little: as in ask, until the lists of all files are put together.
		defer debug.SetGCPercent(debug.SetGCPercent(400))
		opt.Progress = func(done, total int) {
			p.update(done, total)
			if done == total {
				debug.SetGCPercent(100)
			}
		}
	}
	begun := time.Now()
	result, err := gen.Run(ctx, set, job, g.count, opt)
	p.end()
	err = p.recorded(err)
	if err != nil {
		return err
	}
	g.tell(c, result, time.Since(begun))
	if !result.Finished {
		return nil
	}
	if g.after != nil { // before what takes all that the manifest lists
		if err := g.after(ctx, c, job); err != nil {
			return err
		}
	}
	if to != nil {
		if _, err := to.Push(ctx, g.out, bucket.Options{}); err != nil {
			return err
		}
	}
	var also []export.Options
	for _, format := range g.also {
		also = append(also, export.Options{Format: format, Out: exportFolder(g.out, format), Workers: g.workers})
	}
	if also != nil {
		if err := writeExports(ctx, c, set, g.out, also); err != nil {
			return err
		}
	}
	return nil
}

// takeSeed takes the seed of the dataset that is made again, and says so. --seed is stronger.
func (g *generate) takeSeed(c console) error {
	if g.seeded() {
		return nil
	}
	seed, ok, err := sets.Seed(g.config)
	if err == nil && ok {
		g.seed = seed
		fmt.Fprintf(c.out, "seed %d, of %s; --seed takes another\n", seed, g.config)
	}
	return err
}

// open opens the bucket of --push, where finished blocks go and what is there need not be made.
func (g *generate) open(ctx context.Context, set gen.Set, job gen.Job, opt *gen.Options) (*bucket.Bucket, error) {
	to, err := bucket.Open(g.push)
	if err != nil {
		return nil, err
	}
	there, err := to.Blocks(ctx, g.split, g.count)
	if err == nil {
		err = gen.Claim(set, job)
	}
	if err == nil {
		err = to.Claim(ctx, g.out)
	}
	if err != nil {
		return nil, err
	}
	opt.Elsewhere = func(block int) bool {
		_, err := os.Stat(job.Path(gen.BlockPath(g.split, block)))
		return there[block] && err != nil
	}
	opt.Finished = func(ctx context.Context, block int) error {
		return to.PushBlock(ctx, g.out, g.split, block, bucket.Options{})
	}
	return to, nil
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

// alone gives the command that makes a sample alone.
func (g *generate) alone(spec sets.Spec) func(index int) string {
	words := []string{"mereo", "generate", g.set, "--config", filepath.Join(g.out, gen.DatasetFile)}
	words = append(words, spec.Sources.Words()...)
	if g.gpu != "" {
		words = append(words, "--gpu", g.gpu)
	}
	return alone(append(words, "--split", g.split), g.out, g.records)
}

// alone adds to the words of a command what makes a sample of a dataset alone, beside it.
func alone(words []string, out string, records bool) func(index int) string {
	if records {
		words = append(words, "--no-pictures")
	}
	return func(index int) string {
		return quoted(append(words[:len(words):len(words)], "--index", strconv.Itoa(index), "--out", filepath.Clean(out)+"-alone")...)
	}
}

// tell says what is there now.
func (g *generate) tell(c console, r gen.Result, took time.Duration) {
	fmt.Fprintf(c.out, "%s: %d samples made, %d were there", g.split, r.Made, r.Kept)
	if r.Made > 0 && took > 0 {
		fmt.Fprintf(c.out, " (%.1f s, %.2f per second)", took.Seconds(), float64(r.Made)/took.Seconds())
	}
	fmt.Fprintln(c.out)
	if r.Elsewhere > 0 {
		fmt.Fprintf(c.out, "in the bucket already: %d blocks; \"mereo pull\" brings them here\n", r.Elsewhere)
	}
	if !r.Finished {
		fmt.Fprintf(c.out, "%d blocks of %s are not there yet\n", r.Left, g.split)
		return
	}
	fmt.Fprintf(c.out, "%s is complete; see %s/README.md and %s/stats.html\n", g.split, g.out, g.out)
}
