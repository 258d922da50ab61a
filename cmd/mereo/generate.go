package main

import (
	"cmp"
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
	"github.com/spf13/pflag"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/bucket"
	"mereo/gen/export"
	"mereo/gen/loop"
)

// generate is "mereo generate SET".
type generate struct {
	*sets.Entry
	out     string
	request sets.Request
	workers int
	blocks  string
	scratch string
	gpu     string
	records bool
	isolate bool
	also    []string // formats of exports
	push    string   // address of a bucket
	drawing drawing
	ask     sets.Ask
}

func newGenerate(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make a dataset, or go on making it",
		Long: `Make a dataset, or go on making it. The command can be stopped at any moment (Ctrl-C, a kill,
a power cut); run again it goes on, and the result has the same bytes. What it says is complete is
on the disk. A set is one of those below, or a world: a YAML file that "mereo world new" begins.`,
		Example: "  mereo generate ptr --out out/ptr --count 100\n  mereo generate my.yaml --out out/my --count 100",
		// The flags are those of the sets; without a known set the missing word is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE:               whichSet,
	}
	for _, e := range c.sets() {
		cmd.AddCommand(newGenerateSet(c, e).cmd)
	}
	return cmd
}

// whichSet tells that the name of a set is missing or unknown.
func whichSet(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s: which set? want %s", command(cmd), sets.OrList(sets.Names()))
	}
	_, err := sets.Find(args[0])
	return usagef("%s: %w", command(cmd), err)
}

// generator is the command that makes a set, and what commands that prepare it for other machines need of it.
type generator struct {
	cmd *cobra.Command
	// ready finds wrong use of the flags, and says what they ask for. Nothing is opened but the configuration.
	ready func() ([]sets.Run, error)
}

func newGenerateSet(c console, e *sets.Entry) generator {
	g := generate{Entry: e}
	cmd := &cobra.Command{
		Use: e.Name, Short: e.Short, Long: e.Long, Example: e.Example, Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), c) },
	}
	if e.Needs == "" { // then it has splits
		cmd.Long += generateLong
	}
	g.flags(cmd)
	return generator{cmd, g.ready}
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

// flags adds the flags of all sets, but those that the set is without, and its own.
func (g *generate) flags(cmd *cobra.Command) {
	if g.Splits == nil {
		g.Splits = []string{"train", "val", "test"}
	}
	f := pflag.NewFlagSet(g.Name, pflag.ContinueOnError)
	r := &g.request
	f.StringVar(&g.out, "out", "", "the dataset's folder (required)")
	f.IntVar(&r.Count, "count", gen.BlockSize, "samples of the split; more than are there goes on from there")
	f.Uint64Var(&r.Seed, "seed", 0, "seed")
	f.StringVar(&r.Split, "split", "train", "split: "+sets.OrList(g.Splits))
	f.StringVar(&r.Config, "config", "", "configuration, YAML or JSON; or the dataset.json of a dataset to make again, whose seed is taken without --seed")
	f.IntVar(&g.workers, "workers", runtime.NumCPU(), "samples made at once")
	f.StringVar(&g.blocks, "blocks", "", "make only part i of n of the blocks: i/n")
	f.StringVar(&g.scratch, "scratch", "", "make blocks in this folder, of a fast local disk, and put them into --out when finished")
	f.StringVar(&g.gpu, "gpu", "", `device by number or UUID as "mereo doctor" lists them, several with commas, "all", or "software"`)
	f.IntVar(&r.Index, "index", -1, "make this sample alone, or those that are made together from it on, and nothing else")
	f.StringSliceVar(&g.also, "also", nil, "write exports, too, when the split is complete, with commas: "+strings.Join(export.Names(), ", "))
	f.StringVar(&g.push, "push", "", "copy every finished block into this bucket (s3://BUCKET/PREFIX, gs://..., file:///...), and make none that it has")
	f.BoolVar(&g.records, "no-pictures", false, "records only; needs no renderer")
	f.BoolVar(&g.isolate, "isolate", false,
		"make samples in processes of their own, which are started again when one dies; that is so anyhow where processors draw")
	g.drawing.flags(f)
	g.drawing.styles(f)
	f.VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(g.Without, flag.Name) {
			cmd.Flags().AddFlag(flag)
		}
	})
	g.ask = g.Flags(cmd.Flags())
	r.Sources.Flags(cmd.Flags(), g.Folders...)
	r.Changed, r.Draw = cmd.Flags().Changed, g.drawing.apply
}

// check finds wrong use.
func (g *generate) check() error {
	switch {
	case g.out == "":
		return usagef("generate %s: --out is missing", g.Name)
	case g.request.Count < 1:
		return usagef("generate %s: --count is %d, want at least 1", g.Name, g.request.Count)
	case !slices.Contains(g.Splits, g.request.Split):
		return usagef("generate %s: --split is %q, want %s", g.Name, g.request.Split, sets.OrList(g.Splits))
	case g.workers < 1:
		return usagef("generate %s: --workers is %d, want at least 1", g.Name, g.workers)
	case g.request.Index < -1:
		return usagef("generate %s: --index is %d, want at least 0", g.Name, g.request.Index)
	case strings.Contains(g.out, "://"):
		return usagef("generate %s: --out is %q, want a folder; --push copies what is made into a bucket", g.Name, g.out)
	case g.push != "" && g.scratch != "":
		return usagef("generate %s: --push and --scratch exclude each other; with --push let --out be a folder of this machine", g.Name)
	}
	for _, f := range []struct {
		name  string
		given bool
	}{{"push", g.push != ""}, {"also", g.also != nil}, {"blocks", g.blocks != ""}, {"scratch", g.scratch != ""}, {"isolate", g.isolate}} {
		if f.given && g.request.Index >= 0 {
			return usagef("generate %s: --index and --%s exclude each other", g.Name, f.name)
		}
	}
	if _, err := loop.ParsePart(g.blocks); err != nil {
		return usagef("generate %s: --blocks is %q, want i/n with 1 <= i <= n, such as 3/40", g.Name, g.blocks)
	}
	_, err := export.Place(g.also, nil)
	if err == nil {
		err = once(g.also)
	}
	if err != nil {
		return sets.UsageError{Err: fmt.Errorf("generate %s: --also: %w", g.Name, err)}
	}
	return g.drawing.check("generate " + g.Name)
}

// ready is generator.ready.
func (g *generate) ready() ([]sets.Run, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	g.request.Pictures = !g.records
	return g.ask(&g.request)
}

func (g *generate) run(ctx context.Context, c console) error {
	runs, err := g.ready()
	if err != nil {
		return err
	}
	for i := range runs {
		if err := g.make(ctx, c, &runs[i]); err != nil {
			return err
		}
	}
	return nil
}

// make makes a split.
func (g *generate) make(ctx context.Context, c console, run *sets.Run) error {
	set, err := run.Spec.Open()
	if err != nil {
		return err
	}
	if err := g.takeSeed(c, run); err != nil {
		return err
	}
	job := gen.Job{Root: g.out, Seed: run.Seed, Split: run.Split, Pictures: !g.records, GPU: g.gpu}
	if g.request.Index >= 0 {
		return g.one(ctx, c, set, job)
	}
	part, err := loop.ParsePart(g.blocks)
	if err != nil {
		return err
	}
	opt := loop.Options{Workers: g.workers, Part: part, Scratch: g.scratch}
	isolate := g.isolate
	var to *bucket.Bucket
	if g.push != "" {
		if to, err = g.open(ctx, set, job, run.Count, &opt); err != nil {
			return err
		}
	}
	if job.Pictures && !run.Flat {
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
	title := cmp.Or(run.Title, run.Split)
	p := newProgress(c, title)
	if isolate {
		if opt.Child, err = child(run.Spec); err != nil {
			return err
		}
		opt.Child.Alone, opt.Child.Died = g.alone(set, run), p.warn
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
	result, err := loop.Run(ctx, set, job, run.Count, opt)
	p.end()
	err = p.recorded(err)
	if err != nil {
		return err
	}
	g.tell(c, run, result, time.Since(begun))
	if !result.Finished {
		return nil
	}
	if run.After != nil { // before what takes all that the manifest lists
		if err := run.After(ctx, job, c.teller()); err != nil {
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
	if also == nil {
		return nil
	}
	return writeExports(ctx, c, set, g.out, also)
}

// takeSeed takes the seed of the dataset that is made again, and says so. --seed is stronger.
func (g *generate) takeSeed(c console, run *sets.Run) error {
	if g.request.Changed("seed") {
		return nil
	}
	seed, ok, err := sets.Seed(g.request.Config)
	if err == nil && ok {
		run.Seed = seed
		fmt.Fprintf(c.out, "seed %d, of %s; --seed takes another\n", seed, g.request.Config)
	}
	return err
}

// open opens the bucket of --push, where finished blocks go and what is there need not be made.
func (g *generate) open(ctx context.Context, set gen.Set, job gen.Job, count int, opt *loop.Options) (*bucket.Bucket, error) {
	to, err := bucket.Open(g.push)
	if err != nil {
		return nil, err
	}
	there, err := to.Blocks(ctx, job.Split, count)
	if err == nil {
		err = loop.Claim(set, job)
	}
	if err == nil {
		err = to.Claim(ctx, g.out)
	}
	if err != nil {
		return nil, err
	}
	opt.Elsewhere = func(block int) bool {
		_, err := os.Stat(job.Path(gen.BlockPath(job.Split, block)))
		return there[block] && err != nil
	}
	opt.Finished = func(ctx context.Context, block int) error {
		return to.PushBlock(ctx, g.out, job.Split, block, bucket.Options{})
	}
	return to, nil
}

// one makes a single sample again.
func (g *generate) one(ctx context.Context, c console, set gen.Set, job gen.Job) error {
	item, err := loop.One(ctx, set, job, g.request.Index)
	if err != nil {
		return err
	}
	for _, f := range item.Files {
		fmt.Fprintf(c.out, "%s/%s\n", g.out, f.Path)
	}
	return nil
}

// alone gives the command that makes a sample alone.
func (g *generate) alone(set gen.Set, run *sets.Run) func(index int) string {
	var words []string
	if again := set.About().Again; again != "" {
		words = strings.Fields(fmt.Sprintf(again, run.Split, run.Count))
		if i := slices.Index(words, "--out"); i >= 0 {
			words = slices.Delete(words, i, i+2)
		}
	} else {
		name := g.Name
		if set.About().Described {
			name = filepath.Join(g.out, gen.DatasetFile)
		}
		words = append([]string{"mereo", "generate", name, "--config", filepath.Join(g.out, gen.DatasetFile)}, run.Spec.Sources.Words()...)
		if g.gpu != "" {
			words = append(words, "--gpu", g.gpu)
		}
		words = append(words, "--split", run.Split)
	}
	return alone(words, g.out, g.records)
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
func (g *generate) tell(c console, run *sets.Run, r loop.Result, took time.Duration) {
	title := cmp.Or(run.Title, run.Split)
	fmt.Fprintf(c.out, "%s: %d %s made, %d were there", title, r.Made, cmp.Or(g.Samples, "samples"), r.Kept)
	if r.Made > 0 && took > 0 {
		fmt.Fprintf(c.out, " (%.1f s, %.2f per second)", took.Seconds(), float64(r.Made)/took.Seconds())
	}
	fmt.Fprintln(c.out)
	if r.Elsewhere > 0 {
		fmt.Fprintf(c.out, "in the bucket already: %d blocks; \"mereo pull\" brings them here\n", r.Elsewhere)
	}
	if !r.Finished {
		fmt.Fprintf(c.out, "%d blocks of %s are not there yet\n", r.Left, title)
		return
	}
	fmt.Fprintf(c.out, "%s is complete; see %s/README.md and %s/stats.html\n", title, g.out, g.out)
}
