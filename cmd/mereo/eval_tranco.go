package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mereo/gen/tranco"
)

func newEvalTranco(c console) *cobra.Command {
	e := evaluation{set: "tranco", baselines: tranco.Baselines}
	var candidates string
	var seed uint64
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
		RunE: func(cmd *cobra.Command, args []string) error {
			return evaluate(c, &e, printTrancoEvaluation, func() (*tranco.Evaluation, error) {
				return tranco.Evaluate(cmd.Context(), e.data, tranco.EvalOptions{
					Split: e.split, Predictions: e.predictions, Partial: e.partial, Baseline: e.baseline,
					Candidates: candidates, Seed: seed,
				})
			})
		},
	}
	e.addFlags(cmd, evalHelp{
		data: "the set's folder, or one of its .jsonl files", split: "split (default test)",
		pred: "file of predictions", baseline: "random, empty, reversed or oracle",
		partial: "count samples without a prediction as predicted empty",
		json:    "print the scores as JSON, those of every sample too",
	})
	cmd.Flags().StringVar(&candidates, "candidates", "", "file of candidates by video (default: all clips of the split)")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "seed of --baseline random")
	return cmd
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
