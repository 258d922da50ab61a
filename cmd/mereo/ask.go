package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/loop"
)

// ask is "mereo ask DIR" and "mereo ask --explain SCENE QUESTION-INDEX".
type ask struct {
	dir      string
	split    string
	workers  int
	explain  string // scene file; empty: ask
	question int    // with explain
	sets.Sources
}

func newAsk(c console) *cobra.Command {
	var a ask
	cmd := &cobra.Command{
		Use:   "ask DIR | --explain SCENE QUESTION-INDEX",
		Short: "Ask the questions of a dataset again, or explain one",
		Long: `Ask the questions of a dataset again, from its scene files and without drawing: with templates of
your own, or after changing them. Blocks that lack scenes are left to "mereo generate". The
command can be stopped at any moment; run again it asks everything again. Same scenes and same
templates, same questions.

With --explain it asks nothing: it prints the program of one question as a tree, with the value
at every node and the answer. SCENE is the picture's scene file in the dataset's folder,
QUESTION-INDEX the number of the question among those of the picture, from 0; where there are visual
and textual ones, visual ones count first.`,
		Example: `  mereo ask out/ptr
  mereo ask out/ptr --split val --templates my-templates
  mereo ask --explain out/ptr/train/scenes/PTR_train_000012.json 9
  mereo ask --explain out/qlevr/3d_scene/train/scenes/3d_train_000012.json 9
  mereo ask --explain out/shopvrb/scenes/train/SHOP_VRB_train_000012.json 22`,
		Args: func(cmd *cobra.Command, args []string) error {
			if a.explain == "" {
				return exactArgs("DIR")(cmd, args)
			}
			return exactArgs("QUESTION-INDEX")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.explain == "" {
				a.dir = args[0]
				return a.run(cmd.Context(), c)
			}
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 0 {
				return usagef("ask: QUESTION-INDEX is %q, want a whole number from 0", args[0])
			}
			a.question = n
			return explain(c.out, a.explain, a.question, a.Sources)
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.split, "split", "", "ask only this split (default: all)")
	f.IntVar(&a.workers, "workers", runtime.NumCPU(), "blocks of 1,000 scenes asked at once")
	f.StringVar(&a.explain, "explain", "", "explain a question of this scene file")
	a.Sources.Flags(cmd.Flags(), sets.FolderFlags...)
	return cmd
}

// explain explains a question about a scene file, of the set of the dataset that the file lies in.
func explain(w io.Writer, scene string, question int, s sets.Sources) error {
	file, err := filepath.Abs(scene)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	root := filepath.Dir(file)
	for i := 0; ; i++ {
		if _, err := os.Stat(filepath.Join(root, gen.DatasetFile)); err == nil {
			break
		} else if i == 4 { // no set's files lie deeper
			return fmt.Errorf("ask: %s lies in no dataset's folder: no %s is above it", scene, gen.DatasetFile)
		}
		root = filepath.Dir(root)
	}
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return err
	}
	e, err := sets.Of(id, s)
	if err != nil {
		return fmt.Errorf("%s: %w", root, err)
	}
	name, err := filepath.Rel(root, file)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	switch ok, err := path.Match(e.Scene, filepath.ToSlash(name)); {
	case e.Explain == nil:
		return fmt.Errorf("ask: %s: set %s has no questions with programs", scene, e.Name)
	case err != nil || !ok:
		return fmt.Errorf("ask: %s is no scene file of %s; want one of %s in the dataset's folder", scene, e.Name, e.Scene)
	}
	return e.Explain(w, scene, question)
}

func (a *ask) run(ctx context.Context, c console) error {
	if a.workers < 1 {
		return usagef("ask: --workers is %d, want at least 1", a.workers)
	}
	// The search leaves much garbage and little else: collecting it four times less often saves a fifth of the time. What
	// comes after it holds the lists of all files.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	set, _, err := sets.Dataset(a.dir, a.Sources)
	if err != nil {
		return err
	}
	p := newProgress(c, "ask")
	begun := time.Now()
	asked := begun // when the last question was asked; what comes after it puts joined files and statistics together
	job, opt := gen.Job{Root: a.dir, Split: a.split}, loop.AskOptions{Workers: a.workers, Progress: func(done, total int) {
		p.update(done, total)
		asked = time.Now()
		if done == total {
			debug.SetGCPercent(100)
		}
	}}
	result, err := loop.Ask(ctx, set, job, opt)
	p.end()
	if err != nil {
		return err
	}
	tellAsked(c.out, result, asked.Sub(begun), time.Since(asked))
	return nil
}

// tellAsked says what was asked and what was left.
func tellAsked(w io.Writer, r loop.AskResult, took, after time.Duration) {
	fmt.Fprintf(w, "%d questions about %d scenes", r.Questions, r.Samples)
	if r.Samples > 0 && took > 0 {
		fmt.Fprintf(w, " (%.1f s, %.0f scenes per second; joined files and statistics %.1f s)",
			took.Seconds(), float64(r.Samples)/took.Seconds(), after.Seconds())
	}
	fmt.Fprintln(w)
	if len(r.Rejects) > 0 {
		var reasons []string
		for reason, n := range r.Rejects {
			reasons = append(reasons, fmt.Sprintf("%s %d", reason, n))
		}
		sort.Strings(reasons)
		fmt.Fprintf(w, "rejected: %s\n", strings.Join(reasons, ", "))
	}
	if len(r.Incomplete) > 0 {
		fmt.Fprintf(w, "not asked, because they lack scenes: blocks %v; generate them first\n", r.Incomplete)
	}
}
