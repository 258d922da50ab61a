package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/trance"
)

// tranceSettings are their names as a user reads them.
var tranceSettings = func() string {
	var names []string
	for _, s := range trance.Settings {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}()

func newEvalTrance(c console) *cobra.Command {
	e := evaluation{set: "trance", baselines: trance.Baselines}
	var setting, detail, human string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "trance",
		Short: "How far answers to TRANCE samples lead to their final states",
		Long: `Carry predicted steps out on the initial states of DIR/SPLIT/data.jsonl, compare where they lead
with the final states, and print the published metrics: of all samples, by the number of steps of
the reference, by view, and of the samples that the order of the right steps can spoil. Without
--split it is DIR/test/data.jsonl or, as published, DIR/data.jsonl with its samples of all splits.

  AD, AND    attributes of objects that differ in the end, and that for each step of the reference
  LAcc       share of samples whose final state is reached
  Acc        the same without an overlap and without leaving the plane on the way
  EO         (LAcc - Acc) / LAcc

FILE has one line for each sample, and in setting view for each of its three views:
  {"idx": 7, "view": "left", "steps": [[0, "color.red"], [3, "position.front-left.2"]]}
An answer has at most four steps. Other keys are ignored. view may be left out, except in setting
view.

Setting basic asks about the samples with one step and prints ObjAcc, AttrAcc, ValAcc and Acc.

--detail writes a JSON object for each answer, one on a line: dist, correct, pred, target and the
other keys of the published detail.jsonl, in which pairs are their numbers.

--human scores what people answered in the test of mereo explore: a file of a user's answers to one
problem, DIR/human_test/USER.PROBLEM.jsonl, or several such files of one problem in one. Each line
has at least
  {"user": "anna", "problem": "event", "split": "test", "index": 7, "seconds": 31.5,
   "answer": [{"obj_idx": 0, "attr": "position", "pair": "front.1"}]}
The metrics are those of the samples that were answered, and the mean time is added. Of several
answers of a user to a sample the first counts, and a last line that a crash tore is left out. With
--split only the answers to samples of that split count.

Instead of FILE, --baseline takes the answers from
  random      a uniform draw of as many steps as the reference has
  empty       nowhere: no step
  reversed    the reference, the last step first
  greedy      the difference of the two states, with perfect perception: what differs is set right,
              each time by the first step that breaks no rule
  reference   the reference`,
		Example: `  mereo eval trance --data out/trance --split test --setting event --pred answers.jsonl
  mereo eval trance --data out/trance --setting view --baseline reversed --json
  mereo eval trance --data out/trance --human out/trance/human_test/anna.event.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("human") {
				return evalHuman(cmd, c, &e, human)
			}
			return evaluate(c, &e, printTrance, func() (*trance.Evaluation, error) {
				if !slices.Contains(trance.Settings, trance.Setting(setting)) {
					return nil, usagef("eval trance: --setting is %q, want %s", setting, tranceSettings)
				}
				return trance.Evaluate(cmd.Context(), trance.EvalOptions{
					Data: e.data, Split: e.split, Setting: trance.Setting(setting), Predictions: e.predictions, Partial: e.partial,
					Baseline: e.baseline, Seed: seed, Detail: detail,
				})
			})
		},
	}
	e.addFlags(cmd, evalHelp{
		data: "the dataset's folder", split: "split (default test, or all of DIR/data.jsonl)",
		pred: "file of predicted steps", baseline: strings.Join(trance.Baselines, ", "),
		partial: "judge samples without an answer as answered with no step", json: "print JSON",
	})
	cmd.Flags().StringVar(&setting, "setting", string(trance.EventSetting), tranceSettings)
	cmd.Flags().StringVar(&human, "human", "", "file of answers of people, instead of --pred")
	cmd.Flags().StringVar(&detail, "detail", "", "file to write how each answer was judged, with the published keys")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "of the random baseline")
	return cmd
}

// evalHuman scores answers of people.
func evalHuman(cmd *cobra.Command, c console, e *evaluation, file string) error {
	for _, name := range []string{"pred", "baseline", "partial", "setting", "seed", "detail"} {
		switch {
		case !cmd.Flags().Changed(name):
		case name == "setting":
			return usagef("eval trance: the problem stands in %s, leave --setting out", file)
		default:
			return usagef("eval trance: --human and --%s exclude each other", name)
		}
	}
	if e.data == "" {
		return usagef("eval trance: --data is missing")
	}
	return report(c, e.json, printTrance, func() (*trance.Evaluation, error) {
		got, err := trance.EvaluateHuman(cmd.Context(), trance.HumanOptions{Data: e.data, Split: e.split, File: file})
		if err != nil {
			return nil, err
		}
		if n := got.Human.Torn; n > 0 {
			fmt.Fprintf(c.err, "%s:%d: the last line is not complete, as after a crash; it is left out\n", file, n)
		}
		return got, nil
	})
}

func printTrance(w io.Writer, e *trance.Evaluation) {
	from := "answers of " + e.Predictions
	switch {
	case e.Baseline != "":
		from = "baseline " + e.Baseline
	case e.Human != nil:
		from = "answers of people in " + e.Human.File
	}
	fmt.Fprintf(w, "%s, setting %s, %s\n", e.Data, e.Setting, from)
	if h := e.Human; h != nil {
		fmt.Fprintf(w, "users: %s\nmean time: %.1f s\n", strings.Join(h.Users, ", "), h.AvgSeconds)
		if h.Repeated > 0 {
			fmt.Fprintf(w, "answered again, left out: %d\n", h.Repeated)
		}
	}
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
