package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/tranco"
)

func newTranco(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tranco",
		Short: "Build TRANCO from the annotations of COIN",
		Long: `TRANCO asks for the clips between the first and the last moment of a real video. Its data were
never published; "mereo tranco build" makes them from the annotations of COIN, and "mereo eval
tranco" scores predictions.`,
		Example: "  mereo tranco build --coin COIN.json --out out/tranco",
		// The flags are those of build; without a known word the missing one is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("tranco: do what? want build")
			}
			return usagef("tranco: no command %q, want build", args[0])
		},
	}
	cmd.AddCommand(newTrancoBuild(c))
	return cmd
}

// trancoBuild is "mereo tranco build".
type trancoBuild struct{ tranco.BuildOptions }

func newTrancoBuild(c console) *cobra.Command {
	var b trancoBuild
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Make samples, splits and candidates",
		Long: `Make a sample of every video that COIN annotates with 2 to 7 steps: the steps by starting time are
the transformation from the start of the first to the end of the last. DIR becomes
  train.jsonl val.jsonl test.jsonl   one sample per line
  candidates_test.json               the clips of all test samples
  candidates_test_100.json           for each test video 100 of them, its own among them

FILE is COIN.json of COIN's annotations; nothing is downloaded. Videos of subset training are split
train, those of testing are val or test by their id, 5 to 7. With --videos, samples whose video is
not in that folder (VIDEO_ID.mp4 or another ending, at any depth) are left out.

Videos are not opened: samples hold the times of pictures and clips, in seconds, and cutting the
frames out is yours. The same files and seed give the same bytes.`,
		Example: `  mereo tranco build --coin COIN.json --out out/tranco
  mereo tranco build --coin COIN.json --videos ~/coin/videos --out out/tranco`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&b.COIN, "coin", "", "COIN's annotation file (required)")
	f.StringVar(&b.Out, "out", "", "folder to write (required)")
	f.StringVar(&b.Videos, "videos", "", "folder of videos; samples without one are left out (default: keep all)")
	f.Uint64Var(&b.Seed, "seed", 0, "seed of the lists of 100 candidates")
	return cmd
}

func (b *trancoBuild) run(ctx context.Context, c console) error {
	switch {
	case b.COIN == "":
		return usagef("tranco build: --coin is missing")
	case b.Out == "":
		return usagef("tranco build: --out is missing")
	}
	report, err := tranco.Build(ctx, b.BuildOptions)
	if err != nil {
		return err
	}
	printTrancoBuild(c.out, report)
	return nil
}

func printTrancoBuild(w io.Writer, r *tranco.Report) {
	fmt.Fprintf(w, "%-5s  %7s  %6s   samples of 2 to 7 steps\n", "split", "samples", "clips")
	for _, s := range r.Splits {
		fmt.Fprintf(w, "%-5s  %7d  %6d  ", s.Split, s.Samples, s.Clips)
		for _, n := range s.Steps {
			fmt.Fprintf(w, " %4d", n)
		}
		fmt.Fprintln(w)
	}
	if r.TooFew+r.TooMany > 0 {
		fmt.Fprintf(w, "left out: %d videos with fewer than 2 steps, %d with more than 7\n", r.TooFew, r.TooMany)
	}
	if r.NoVideo > 0 {
		fmt.Fprintf(w, "left out: %d videos that have no file, the first is %s\n", r.NoVideo, r.FirstNone)
	}
	if r.Late > 0 {
		fmt.Fprintf(w, "kept, but annotated beyond their end: %d videos, the first is %s\n", r.Late, r.FirstLate)
	}
	if r.Candidates > 0 && r.Candidates < 100 {
		fmt.Fprintf(w, "lists of candidates have only %d clips: there are no more in the test split\n", r.Candidates)
	}
}

// trancoEval is "mereo eval tranco".
type trancoEval struct {
	data string
	json bool
	tranco.EvalOptions
}

func newEvalTranco(c console) *cobra.Command {
	var e trancoEval
	cmd := &cobra.Command{
		Use:   "tranco",
		Short: "Scores of predicted clip sequences of TRANCO",
		Long: `Compare predicted sequences of clips with the references of DIR/SPLIT.jsonl and print the means over
samples of the paper's metrics:
  R, P   recall and precision of clips. The paper's equations divide by the other sequence than
         these words usually mean; both are printed, "as printed" compares with its tables
  KTD    Kendall's tau distance: share of pairs of common clips in the wrong order; 1 for fewer
         than two common clips
  SD     difference of the numbers of clips
  NSD    the same, divided by the number of clips of the reference
  EMR    share of samples where clips and order are all right

FILE has one prediction on each line; other keys are ignored:
  {"video_id": "VIDEO", "clips": ["VIDEO_0", "VIDEO_1"]}
Every sample of the split needs one. Clips are candidates, each at most once: all clips of the
split, or what --candidates says for the video.

Instead of FILE, --baseline predicts
  random      2 to 7 distinct candidates, drawn from --seed
  empty       nothing
  reversed    the reference from last to first
  oracle      the reference`,
		Example: `  mereo eval tranco --data out/tranco --pred predictions.jsonl
  mereo eval tranco --data out/tranco --baseline random --candidates out/tranco/candidates_test_100.json
  mereo eval tranco --data out/tranco --split val --baseline oracle --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&e.data, "data", "", "the set's folder, or one of its .jsonl files (required)")
	f.StringVar(&e.Split, "split", "", "split (default test)")
	f.StringVar(&e.Predictions, "pred", "", "file of predictions")
	f.StringVar(&e.Baseline, "baseline", "", "random, empty, reversed or oracle, instead of --pred")
	f.StringVar(&e.Candidates, "candidates", "", "file of candidates by video (default: all clips of the split)")
	f.Uint64Var(&e.Seed, "seed", 0, "seed of --baseline random")
	f.BoolVar(&e.Partial, "partial", false, "count samples without a prediction as predicted empty")
	f.BoolVar(&e.json, "json", false, "print the scores as JSON, those of every sample too")
	return cmd
}

// check finds wrong use.
func (e *trancoEval) check() error {
	baselines := []string{
		tranco.BaselineRandom, tranco.BaselineEmpty, tranco.BaselineReversed, tranco.BaselineOracle,
	}
	switch {
	case e.data == "":
		return usagef("eval tranco: --data is missing")
	case e.Predictions == "" && e.Baseline == "":
		return usagef("eval tranco: --pred or --baseline is missing")
	case e.Predictions != "" && e.Baseline != "":
		return usagef("eval tranco: --pred and --baseline exclude each other")
	case e.Baseline != "" && e.Partial:
		return usagef("eval tranco: --partial is for --pred only")
	case e.Baseline != "" && !slices.Contains(baselines, e.Baseline):
		return usagef("eval tranco: --baseline is %q, want %s", e.Baseline, strings.Join(baselines, ", "))
	}
	return nil
}

func (e *trancoEval) run(ctx context.Context, c console) error {
	if err := e.check(); err != nil {
		return err
	}
	got, err := tranco.Evaluate(ctx, e.data, e.EvalOptions)
	if err != nil {
		return err
	}
	if !e.json {
		printTrancoEvaluation(c.out, got)
		return nil
	}
	j := json.NewEncoder(c.out)
	j.SetIndent("", "  ")
	if err := j.Encode(got); err != nil {
		return fmt.Errorf("scores: %w", err)
	}
	return nil
}

func printTrancoEvaluation(w io.Writer, e *tranco.Evaluation) {
	from := "baseline " + e.Baseline
	if e.Predictions != "" {
		from = "predictions of " + e.Predictions
	}
	fmt.Fprintf(w, "split %s, %d samples, %s\n", e.Split, e.Samples, from)
	if e.Candidates != "" {
		fmt.Fprintf(w, "candidates of %s\n", e.Candidates)
	}
	if e.Missing > 0 {
		fmt.Fprintf(w, "samples without a prediction, counted as empty: %d\n", e.Missing)
	}
	m := e.Mean
	fmt.Fprintf(w, "\n%-12s  %6s  %6s  %6s  %6s  %6s  %6s\n", "", "R", "P", "KTD", "SD", "NSD", "EMR")
	line := "%-12s  %6.4f  %6.4f  %6.4f  %6.4f  %6.4f  %6.4f\n"
	fmt.Fprintf(w, line, "as printed", m.RecallAsPrinted, m.PrecisionAsPrinted, m.KTD, m.SD, m.NSD, m.EMR)
	fmt.Fprintf(w, line, "conventional", m.Recall, m.Precision, m.KTD, m.SD, m.NSD, m.EMR)
	fmt.Fprintln(w, "\nas printed in the paper: R = common / predicted clips, P = common / reference clips;")
	fmt.Fprintln(w, "conventional: the other way round")
}
