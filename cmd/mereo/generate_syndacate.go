package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/syndacate"
)

// generateSyndacate is "mereo generate syndacate": files of elements instead of splits of samples.
type generateSyndacate struct {
	out     string
	tasks   []string
	all     bool
	small   bool
	names   []string // --split
	count   int
	seed    uint64
	workers int
	blocks  string
	scratch string
	index   int // -1: all
	records bool
	isolate bool
	modes   syndacateModes
}

func newGenerateSyndacate(c console) generator {
	var g generateSyndacate
	cmd := &cobra.Command{
		Use:   sets.Syndacate,
		Short: "Make SynDaCaTE files: lines, characters and words with their poses, in the published bytes",
		Long: `Make SynDaCaTE: .npz files of pictures of characters or words with the pose of every line and of
every whole, with the content that the published generator writes for its seeds, byte for byte.

A task names the file that it needs; several share one. --small makes the first 400 elements
instead of 70,000, --count any number; the name of a file says how many it has. Other arguments
of the sampler are chosen by a name: --split takes any file's name or its stem.

Files are made of shards of 100 elements that stay beside them, so that a file can grow and an
interrupted run goes on. --blocks i/n makes a part of the blocks of 1,000 elements; parts can
share one folder or be put together with "mereo merge".

--shift, --classes, --solid, --film and --collide make data of the same kind that go beyond the
published ones, --noise damages any file (docs/syndacate.md).

Tasks: ` + strings.Join(wrapped(syndacate.TaskNames(), 90), "\n"),
		Example: `  mereo generate syndacate --out data --task ImToParts --small
  mereo generate syndacate --out data --task PartsToChars,Words
  mereo generate syndacate --out data --all
  mereo generate syndacate --out data --split syndacate_aFfTh100n5000o2p8rTs7u10w100.npz
  mereo generate syndacate --out data --shift rotation --noise clutter-mid
  mereo generate syndacate --out data --collide elastic --count 1000`,
		Args: noArgs,
	}
	changed := func(flag string) bool { return cmd.Flags().Changed(flag) }
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), c, changed) }
	f := cmd.Flags()
	f.StringVar(&g.out, "out", "", "the folder of the files (required)")
	f.StringSliceVar(&g.tasks, "task", nil, "make the files of these tasks")
	f.BoolVar(&g.all, "all", false, "make the files of all tasks")
	f.StringSliceVar(&g.names, "split", nil, "make the files of these names")
	f.BoolVar(&g.small, "small", false, "400 elements instead of 70,000")
	f.IntVar(&g.count, "count", 0, "elements of a file, instead of what its name, --small or the task says")
	f.Uint64Var(&g.seed, "seed", 0, "seed instead of the published one of the task")
	f.IntVar(&g.workers, "workers", runtime.NumCPU(), "shards made at once")
	f.StringVar(&g.blocks, "blocks", "", "make only part i of n of the blocks: i/n")
	f.StringVar(&g.scratch, "scratch", "", scratchHelp)
	f.IntVar(&g.index, "index", -1, "make the shard from this element on, a multiple of 100, and nothing else")
	f.BoolVar(&g.records, "no-pictures", false, "poses only, in files that end in .poses.npz")
	f.BoolVar(&g.isolate, "isolate", false, strings.TrimSuffix(isolateHelp, isolateAnyhow))
	g.modes.flags(cmd)
	f.SortFlags = false // those of modes come last, each beside its mode
	return generator{cmd, func() (sets.Spec, int, error) {
		files, err := g.files(changed)
		most := 0
		for _, f := range files {
			most = max(most, blocksOf(f.count))
		}
		return sets.Spec{Name: sets.Syndacate}, most, err
	}}
}

// wrapped are lines of words of up to a width.
func wrapped(words []string, width int) (lines []string) {
	line := ""
	for _, w := range words {
		if line != "" && len(line)+2+len(w) > width {
			lines = append(lines, line+",")
			line = ""
		}
		if line != "" {
			line += ", "
		}
		line += w
	}
	return append(lines, line)
}

// file is a file to make.
type syndacateFile struct {
	stem  string
	count int
}

// files are what is asked for, none twice.
func (g *generateSyndacate) files(changed func(flag string) bool) ([]syndacateFile, error) {
	mode, err := g.modes.mode(changed)
	if err != nil {
		return nil, err
	}
	given := 0
	for _, asked := range []bool{changed("task"), g.all, changed("split"), mode != ""} {
		if asked {
			given++
		}
	}
	switch {
	case g.out == "":
		return nil, usagef("generate %s: --out is missing", sets.Syndacate)
	case given != 1:
		return nil, usagef("generate %s: which file? want one of --task, --all, --split, --shift, --classes, --solid, --film and "+
			"--collide; --noise comes with one of them", sets.Syndacate)
	case changed("split") && (changed("seed") || changed("small")):
		return nil, usagef("generate %s: the name that --split takes says the seed; leave --seed and --small out", sets.Syndacate)
	case changed("count") && g.count < 1:
		return nil, usagef("generate %s: --count is %d, want at least 1", sets.Syndacate, g.count)
	case changed("count") && g.small:
		return nil, usagef("generate %s: --count and --small exclude each other", sets.Syndacate)
	case g.workers < 1:
		return nil, usagef("generate %s: --workers is %d, want at least 1", sets.Syndacate, g.workers)
	case g.index < -1:
		return nil, usagef("generate %s: --index is %d, want at least 0", sets.Syndacate, g.index)
	case g.index >= 0 && g.blocks != "":
		return nil, usagef("generate %s: --index and --blocks exclude each other", sets.Syndacate)
	case g.index >= 0 && g.scratch != "":
		return nil, usagef("generate %s: --index and --scratch exclude each other", sets.Syndacate)
	case g.index >= 0 && g.isolate:
		return nil, usagef("generate %s: --index and --isolate exclude each other", sets.Syndacate)
	case mode != "" && g.seed >= 1<<32:
		return nil, usagef("generate %s: --seed is %d, want less than 2^32 with --%s", sets.Syndacate, g.seed, mode)
	}
	var out []syndacateFile
	for _, name := range g.names {
		stem, count, err := syndacate.StemOf(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		out = append(out, syndacateFile{stem, count})
	}
	tasks := g.tasks
	if g.all {
		tasks = syndacate.TaskNames()
	}
	for _, name := range tasks {
		t, err := syndacate.TaskByName(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if g.small {
			t = t.Small()
		}
		if changed("seed") {
			t = t.Seeded(g.seed)
		}
		stem, count, err := t.Stem()
		if err != nil {
			return nil, err
		}
		if f := (syndacateFile{stem, count}); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	if mode != "" {
		elements := syndacate.ElementsOf(mode == "film" || mode == "collide", g.small)
		if changed("count") {
			elements = g.count
		}
		stem, err := g.modes.stem(mode, uint32(g.seed), elements)
		if err != nil {
			return nil, err
		}
		out = append(out, syndacateFile{stem, elements})
	}
	for i := range out {
		if changed("count") {
			out[i].count = g.count
		}
		if out[i].count == 0 {
			return nil, usagef("generate %s: the name %s says no number of elements; give --count", sets.Syndacate, out[i].stem)
		}
		if g.index >= out[i].count {
			return nil, usagef("generate %s: --index is %d, want less than the %d elements of the file", sets.Syndacate, g.index,
				out[i].count)
		}
		if g.modes.noise != "" {
			if out[i].stem, err = g.modes.noisy(out[i].stem, out[i].count); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (g *generateSyndacate) run(ctx context.Context, c console, changed func(flag string) bool) error {
	files, err := g.files(changed)
	if err != nil {
		return err
	}
	part, err := gen.ParsePart(g.blocks)
	if err != nil {
		return usagef("generate %s: --blocks is %q, want i/n with 1 <= i <= n, such as 3/40", sets.Syndacate, g.blocks)
	}
	for _, file := range files {
		job := gen.Job{Root: g.out, Split: file.stem, Pictures: !g.records}
		if g.index >= 0 {
			item, err := gen.One(ctx, syndacate.Set{}, job, g.index)
			if err != nil {
				return err
			}
			for _, f := range item.Files {
				fmt.Fprintf(c.out, "%s/%s\n", g.out, f.Path)
			}
			continue
		}
		p := newProgress(c, file.stem)
		opt := gen.Options{Workers: g.workers, Part: part, Scratch: g.scratch, Progress: p.update}
		if g.isolate {
			if opt.Child, err = child(sets.Spec{Name: sets.Syndacate}); err != nil {
				return err
			}
			words := []string{"mereo", "generate", sets.Syndacate, "--split", file.stem, "--count", strconv.Itoa(file.count)}
			opt.Child.Alone, opt.Child.Died = alone(words, g.out, g.records), p.warn
		}
		p.record(job, opt)
		begun := time.Now()
		result, err := gen.Run(ctx, syndacate.Set{}, job, file.count, opt)
		p.end()
		err = p.recorded(err)
		if err != nil {
			return err
		}
		g.tell(c, file, result, time.Since(begun))
	}
	return nil
}

// tell says what is there now.
func (g *generateSyndacate) tell(c console, file syndacateFile, r gen.Result, took time.Duration) {
	path, err := syndacate.FileName(file.stem, file.count, !g.records)
	if err != nil {
		path = file.stem
	}
	fmt.Fprintf(c.out, "%s/%s: %d elements made, %d were there (%.1f s)\n", g.out, path, r.Made, r.Kept, took.Seconds())
	if !r.Finished {
		fmt.Fprintf(c.out, "the file is not there yet: %d blocks of it are missing\n", r.Left)
	}
}
