package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/trance"
)

// evalTrance is "mereo eval trance".
type evalTrance struct {
	setting string
	json    bool
	trance.EvalOptions
}

func newEvalTrance(c console) *cobra.Command {
	var e evalTrance
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
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&e.Data, "data", "", "the dataset's folder (required)")
	f.StringVar(&e.Split, "split", "test", "split")
	f.StringVar(&e.setting, "setting", string(trance.EventSetting), "basic, event or view")
	f.StringVar(&e.Predictions, "pred", "", "file of predicted steps")
	f.StringVar(&e.Baseline, "baseline", "", strings.Join(trance.Baselines, ", ")+", instead of --pred")
	f.BoolVar(&e.Partial, "partial", false, "judge samples without an answer as answered with no step")
	f.Uint64Var(&e.Seed, "seed", 0, "of the random baseline")
	f.BoolVar(&e.json, "json", false, "print JSON")
	return cmd
}

// check finds wrong use.
func (e *evalTrance) check() (err error) {
	switch {
	case e.Data == "":
		return usagef("eval trance: --data is missing")
	case e.Predictions == "" && e.Baseline == "":
		return usagef("eval trance: --pred or --baseline is missing")
	case e.Predictions != "" && e.Baseline != "":
		return usagef("eval trance: --pred and --baseline exclude each other")
	case e.Baseline != "" && e.Partial:
		return usagef("eval trance: --partial is for --pred only")
	case e.Baseline != "" && !slices.Contains(trance.Baselines, e.Baseline):
		return usagef("eval trance: --baseline is %q, want %s", e.Baseline, strings.Join(trance.Baselines, ", "))
	}
	if e.Setting, err = trance.ParseSetting(e.setting); err != nil {
		return usagef("eval trance: --setting is %q, want basic, event or view", e.setting)
	}
	return nil
}

func (e *evalTrance) run(ctx context.Context, c console) error {
	if err := e.check(); err != nil {
		return err
	}
	got, err := trance.Evaluate(ctx, e.EvalOptions)
	if err != nil {
		return err
	}
	if e.json {
		j := json.NewEncoder(c.out)
		j.SetIndent("", "  ")
		return j.Encode(got)
	}
	printTrance(c.out, got)
	return nil
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
