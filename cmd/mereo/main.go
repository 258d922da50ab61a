// Mereo makes visual-reasoning datasets: pictures with metric depth, masks of objects and parts, scene graphs and physical
// labels, questions with programs and answers, from a seed.
//
// main.go wires and exits. Every subcommand is one file with a constructor that parses flags into a struct and a run method
// on that struct, so that tests call run without a command line.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/lmittmann/tint"
	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	_ "mereo/internal/space" // ends the program where the address space is too small
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitTrouble     = 2   // of commands whose 1 is an answer
	exitInterrupted = 130 // 128 + SIGINT, as shells do
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	os.Exit(run(ctx, os.Args[1:], console{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
	// world is the set of the document that the command line names; nil for none.
	world *sets.Entry
}

// terminal tells whether standard error is one.
func (c console) terminal() bool {
	f, ok := c.err.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// logger writes colored lines to a terminal and structured ones elsewhere.
func (c console) logger() *slog.Logger {
	if c.terminal() {
		return slog.New(tint.NewTextHandler(c.err, &tint.Options{TimeFormat: time.TimeOnly}))
	}
	return slog.New(slog.NewTextHandler(c.err, nil))
}

// json prints a value.
func (c console) json(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// report prints what a command found, as JSON or in words, and fails where that is not good.
func (c console) report(asJSON bool, found any, words func(), good bool) error {
	if !asJSON {
		words()
	} else if err := c.json(found); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if !good {
		return errReported
	}
	return nil
}

// teller shows how the work of a set comes along.
func (c console) teller() sets.Teller {
	return sets.Teller{Out: c.out, Progress: func(what string) (update func(done, total int), end func()) {
		p := newProgress(c, what)
		return p.update, p.end
	}}
}

func usagef(format string, args ...any) error { return sets.Usagef(format, args...) }

// errReported is a failure that was told in full already.
var errReported = errors.New("failed")

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, c console) int {
	args, world, err := withWorld(args)
	if err == nil {
		c.world = world
		root := newRoot(c)
		root.SetArgs(args)
		err = root.ExecuteContext(ctx)
	}
	var usage sets.UsageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailure
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.err, "mereo: stopped; what is finished is on disk, and the same command goes on from there")
		return exitInterrupted
	case errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command"):
		fmt.Fprintf(c.err, "mereo: %v\n", err)
		fmt.Fprintln(c.err, `run "mereo help" or add --help to a command`)
		return exitUsage
	}
	fmt.Fprintf(c.err, "mereo: %v\n", err)
	if errors.As(err, &troubleError{}) {
		return exitTrouble
	}
	return exitFailure
}

// withWorld reads the document that a command line names in place of a set, behind "generate", "script" or "manifest", and puts the name of its
// world there.
func withWorld(args []string) (out []string, world *sets.Entry, err error) {
	for i, word := range args[:max(len(args)-1, 0)] {
		if !slices.Contains([]string{"generate", "script", "manifest"}, word) || !sets.IsWorld(args[i+1]) {
			continue
		}
		if world, err = sets.World(args[i+1], modelsIn(args), skipsIn(args)); err != nil {
			return args, nil, err
		}
		out = slices.Clone(args)
		out[i+1] = world.Name
		return out, world, nil
	}
	return args, nil, nil
}

// modelsIn is the folder of a flag --models.
func modelsIn(args []string) (out string) {
	for i, word := range args {
		if of, ok := strings.CutPrefix(word, "--models="); ok {
			out = of
		} else if word == "--models" && i+1 < len(args) {
			out = args[i+1]
		}
	}
	return out
}

// skipsIn tells whether a command line has the flag --skip-broken.
func skipsIn(args []string) bool {
	return slices.Contains(args, "--"+sets.SkipBroken) || slices.Contains(args, "--"+sets.SkipBroken+"=true")
}

// sets are those that a command line may name: the registered ones, the built-in worlds, and the world of its document.
func (c console) sets() (out []*sets.Entry) {
	for _, list := range [][]sets.Entry{sets.All, sets.Worlds[1:]} {
		for i := range list {
			if c.world == nil || list[i].Name != c.world.Name {
				out = append(out, &list[i])
			}
		}
	}
	if c.world != nil {
		out = append(out, c.world)
	}
	return out
}

func newRoot(c console) *cobra.Command {
	root := &cobra.Command{
		Use:   "mereo",
		Short: "Make visual-reasoning datasets",
		Long: `mereo makes visual-reasoning datasets from a seed: pictures with metric depth, masks of
objects and parts, scene graphs, physical labels, and questions with programs and answers. Same
seed, same data, for any number of workers and machines.`,
		Example:       "  mereo generate ptr --out out/ptr --count 100\n  mereo verify out/ptr",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%s: %w", command(cmd), flagFault(err))
	})
	root.AddCommand(
		newGenerate(c), newSets(c), newAsk(c), newVerify(c), newDiff(c), newEval(c), newInspect(c), newView(), newExplore(c), newTrain(c), newTranco(c), newMerge(c), newPush(c), newPull(c),
		newExport(c),
		newSlurm(c), newK8s(c),
		newRender(c), newAssets(c), newSimulate(c), newBench(c), newDoctor(c), newServe(c), newWorld(c), newVersion(c), newWorker(c),
	)
	return root
}

// command is a command's words after the program's name.
func command(cmd *cobra.Command) string { return strings.TrimPrefix(cmd.CommandPath(), "mereo ") }

// wantWord is what a command does whose work is in its subcommands: it tells that their name is missing or unknown.
func wantWord(ask, kind, want string) func(cmd *cobra.Command, args []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s: %s want %s", command(cmd), ask, want)
		}
		return usagef("%s: no %s %q, want %s", command(cmd), kind, args[0], want)
	}
}

// exactArgs is cobra.ExactArgs with what the arguments are.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return usagef("%s: %d arguments, want %d: %s", command(cmd), len(args), len(names), strings.Join(names, " "))
		}
		return nil
	}
}

// noArgs is for commands that have flags only.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s: unexpected argument %q", command(cmd), args[0])
	}
	return nil
}
