package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/trance"
)

func newEvalTrance(c console) *cobra.Command {
	e := evaluation{set: "trance", split: "test", baselines: trance.Baselines}
	var setting string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "trance",
		Short: "How far answers to TRANCE samples lead to their final states",
		Long: `Carry predicted steps out on the initial states of DIR/SPLIT/data.jsonl (or DIR/data.jsonl, as
published), compare where they lead with the final states, and print the published metrics: of all
samples, by the number of steps of the reference, by view, and of the samples that the order of the
right steps can spoil.

  AD, AND    attributes of objects that differ in the end, and that for each step of the reference
  LAcc       share of samples whose final state is reached
  Acc        the same without an overlap and without leaving the plane on the way
  EO         (LAcc - Acc) / LAcc

FILE has one line for each sample, and in setting view for each of its three views:
  {"idx": 7, "view": "left", "steps": [[0, "color.red"], [3, "position.front-left.2"]]}
An answer has at most four steps. Other keys are ignored. view may be left out, except in setting
view.

Setting basic asks about the samples with one step and prints ObjAcc, AttrAcc, ValAcc and Acc.

Instead of FILE, --baseline takes the answers from
  random      a uniform draw of as many steps as the reference has
  empty       nowhere: no step
  reversed    the reference, the last step first
  greedy      the difference of the two states, with perfect perception: what differs is set right,
              each time by the first step that breaks no rule
  reference   the reference`,
		Example: `  mereo eval trance --data out/trance --split test --setting event --pred answers.jsonl
  mereo eval trance --data out/trance --setting view --baseline reversed --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return evaluate(c, &e, printTrance, func() (*trance.Evaluation, error) {
				parsed, err := trance.ParseSetting(setting)
				if err != nil {
					return nil, usagef("eval trance: --setting is %q, want basic, event or view", setting)
				}
				return trance.Evaluate(cmd.Context(), trance.EvalOptions{
					Data: e.data, Split: e.split, Setting: parsed, Predictions: e.predictions, Partial: e.partial,
					Baseline: e.baseline, Seed: seed,
				})
			})
		},
	}
	e.addFlags(cmd, evalHelp{
		data: "the dataset's folder", split: "split",
		pred: "file of predicted steps", baseline: strings.Join(trance.Baselines, ", "),
		partial: "judge samples without an answer as answered with no step", json: "print JSON",
	})
	cmd.Flags().StringVar(&setting, "setting", string(trance.EventSetting), "basic, event or view")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "of the random baseline")
	return cmd
}

func printTrance(w io.Writer, e *trance.Evaluation) {
	from := "answers of " + e.Predictions
	if e.Baseline != "" {
		from = "baseline " + e.Baseline
	}
	fmt.Fprintf(w, "%s, setting %s, %s\n", e.Data, e.Setting, from)
	if e.Missing > 0 {
		fmt.Fprintf(w, "without an answer, judged as answered with no step: %d\n", e.Missing)
	}
	fmt.Fprintln(w)
	if b := e.Basic; b != nil {
		fmt.Fprintf(w, "%8s  %7s  %7s  %7s  %7s\n", "count", "ObjAcc", "AttrAcc", "ValAcc", "Acc")
		fmt.Fprintf(w, "%8d  %7.4f  %7.4f  %7.4f  %7.4f\n", b.Count, b.ObjAcc, b.AttrAcc, b.ValAcc, b.Acc)
		return
	}
	fmt.Fprintf(w, "%-16s  %8s  %7s  %7s  %7s  %7s  %7s\n", "", "count", "AD", "AND", "LAcc", "Acc", "EO")
	for _, r := range e.Rows {
		eo := "-"
		if r.EO != nil {
			eo = fmt.Sprintf("%.4f", *r.EO)
		}
		fmt.Fprintf(w, "%-16s  %8d  %7.4f  %7.4f  %7.4f  %7.4f  %7s\n", r.Group, r.Count, r.AvgDist, r.AvgNormDist, r.LooseAcc,
			r.Acc, eo)
	}
}
