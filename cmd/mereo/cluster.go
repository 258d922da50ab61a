package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mereo/cmd/sets"
)

// cluster is what commands share that print how "mereo generate" is run by many tasks at once, each with --blocks i/tasks.
type cluster struct {
	command  string // for errors: "slurm script trance"
	flags    *pflag.FlagSet
	run      sets.Run
	blocks   int
	tasks    int // 0: one for each block
	parallel int // 0: all
	cpus     int
	gpu      bool
}

// notOurs are flags of "mereo generate" that the printed command sets itself, or that make no sense in parts: every task would
// pack the HDF5 file, or export.
var notOurs = []string{"blocks", "gpu", "index", "workers", "scratch", "hdf5", "also"}

// folders are flags of "mereo generate" that name files and folders.
var folders = append([]string{"out", "config", "templates"}, sets.ModelFlags...)

// clusterCommand is the command for a kind of cluster; what it does is in its one subcommand.
func clusterCommand(name, short, doc, example string, does *cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: name, Short: short, Long: short + ". See " + doc + ".", Example: example,
		Args: func(cmd *cobra.Command, args []string) error {
			return usagef("%s: want %s %s SET ...", name, name, does.Name())
		},
		RunE: func(cmd *cobra.Command, args []string) error { return nil },
	}
	cmd.AddCommand(does)
	return cmd
}

// clusterCommands are the subcommands of a command that prints something for every set: each has the flags of
// "mereo generate SET". add adds flags of its own; show prints.
func clusterCommands(c console, parent *cobra.Command, what string, add func(cl *cluster, f *pflag.FlagSet), show func(cl *cluster) error) {
	parent.RunE = whichSet
	// The flags are those of the sets; without a known set the missing word is what to tell about.
	parent.FParseErrWhitelist.UnknownFlags = true
	for _, e := range c.sets() {
		g, cl := newGenerateSet(c, e), &cluster{}
		cmd := g.cmd
		given := cmd.Flags()
		cmd.ResetFlags()
		given.VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(notOurs, f.Name) {
				cmd.Flags().AddFlag(f)
			}
		})
		cl.flags = pflag.NewFlagSet("", pflag.ContinueOnError)
		cl.flags.AddFlagSet(cmd.Flags())
		f := cmd.Flags()
		f.IntVar(&cl.tasks, "tasks", 0, "tasks that share the blocks of 1,000 samples; 0 is one for each block, at most 1000")
		f.IntVar(&cl.parallel, "parallel", 0, "tasks that run at once; 0 is as many as the cluster allows")
		f.IntVar(&cl.cpus, "cpus", 4, "processors of a task")
		if given.Lookup("gpu") != nil {
			f.BoolVar(&cl.gpu, "gpu", false, "draw with one GPU per task, instead of with processors alone")
		}
		add(cl, f)
		set := e.Name
		cmd.Short = what + " for " + set
		cmd.Long = parent.Long + "\n\nThe other flags are those of \"mereo generate " + set + "\"."
		cmd.Example = strings.ReplaceAll(parent.Example, sets.ExampleSet, set)
		if needs := e.Needs; needs != "" {
			first, _, _ := strings.Cut(cmd.Example, "\n")
			cmd.Example = strings.Replace(first, "--count", needs+" --count", 1)
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			cl.command = command(cmd)
			if err := cl.check(g); err != nil {
				return err
			}
			return show(cl)
		}
		parent.AddCommand(cmd)
	}
}

// check finds wrong use, and how many tasks there are.
func (cl *cluster) check(g generator) error {
	runs, err := g.ready()
	if err != nil {
		return err
	}
	cl.run = runs[0]
	for _, run := range runs {
		cl.blocks = max(cl.blocks, blocksOf(run.Count))
	}
	switch {
	case cl.tasks < 0:
		return usagef("%s: --tasks is %d, want at least 1", cl.command, cl.tasks)
	case cl.tasks > cl.blocks:
		return usagef("%s: --tasks is %d, want at most %d: so many blocks of 1,000 samples there are", cl.command, cl.tasks, cl.blocks)
	case cl.parallel < 0:
		return usagef("%s: --parallel is %d, want at least 1", cl.command, cl.parallel)
	case cl.cpus < 1:
		return usagef("%s: --cpus is %d, want at least 1", cl.command, cl.cpus)
	case cl.gpu && !cl.draws():
		return usagef("%s: --gpu and --no-pictures exclude each other", cl.command)
	}
	if cl.tasks == 0 {
		cl.tasks = min(cl.blocks, 1000)
	}
	return nil
}

// draws tells whether the samples have pictures that a renderer draws.
func (cl *cluster) draws() bool {
	return cl.flags.Lookup("no-pictures").Value.String() != "true" && !cl.run.Flat
}

// value is the value of a flag of "mereo generate".
func (cl *cluster) value(name string) string { return cl.flags.Lookup(name).Value.String() }

// given are the words of the flags of "mereo generate" that were given, but not of those left out.
func (cl *cluster) given(but ...string) (words []string) {
	cl.flags.VisitAll(func(f *pflag.Flag) {
		if !f.Changed || slices.Contains(but, f.Name) {
			return
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		switch {
		case f.Value.Type() != "bool":
			words = append(words, "--"+f.Name, value)
		case value == "true":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name+"=false")
		}
	})
	return words
}

// sources are the words of the flags that "mereo merge" needs, too.
func (cl *cluster) sources() (words []string) {
	for _, name := range sets.ModelFlags {
		if f := cl.flags.Lookup(name); f != nil && f.Changed {
			words = append(words, "--"+name, f.Value.String())
		}
	}
	return words
}

// absolute makes the folders and files that the flags name absolute, since tasks start elsewhere.
func (cl *cluster) absolute() error {
	for _, name := range folders {
		f := cl.flags.Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		path, err := filepath.Abs(f.Value.String())
		if err != nil {
			return fmt.Errorf("%s: --%s: %w", cl.command, name, err)
		}
		if err := f.Value.Set(path); err != nil {
			return fmt.Errorf("%s: --%s: %w", cl.command, name, err)
		}
	}
	return nil
}

// about says in a line what will be made.
func (cl *cluster) about() string {
	n := strconv.Itoa(cl.blocks)
	if cl.blocks == 1 {
		return "1 block of up to 1,000 samples"
	}
	return n + " blocks of 1,000 samples"
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quote makes a word mean itself in a POSIX shell.
func quote(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// quoted are words for a shell.
func quoted(words ...string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return strings.Join(out, " ")
}
