package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/qlevr"
)

func newEvalQLEVR(c console) *cobra.Command {
	e := evaluation{set: "qlevr", split: "test", baselines: qlevr.Baselines}
	var seed uint64
	var overlap bool
	var human string
	cmd := &cobra.Command{
		Use:   "qlevr",
		Short: "Accuracy of answers to QLEVR questions",
		Long: `Compare answers with those stored in DIR/3d_scene/SPLIT/questions_SPLIT.json, or
DIR/questions_SPLIT.json, and print the share of right ones, in percent: of all questions, by
quantifier in the order of the published table, by the number of quantifiers, by type, by what is
said of the planes, and of questions that only describe planes by how many and how, beside the
paper's accuracies of the most frequent answer (Q-type) and of its best network (MAC).

FILE has one answer for each question, as CSV if its name ends with .csv, else as JSON:
  0,yes                                      CSV; the head question_index,answer may come first
  {"question_index": 0, "answer": true}      one on each line; other keys are ignored
  [{"question_index": 0, "answer": true}]    a list of the same
  {"0": true, "1": "no"}                     answers by question_index
An answer is true or false, or a text that begins with yes or no, in capitals or not.

Instead of FILE, --baseline takes the answers from
  q-type      the more frequent answer of the template's family in split train, or in the evaluated
              split where there is no train; no, where both are as frequent
  oracle      the question's program, run on DIR/3d_scene/SPLIT/scenes_3d_SPLIT.json by an executor
              that questions are not made with
  random      a coin, tossed from --seed

--overlap counts the questions of splits train, val and test that are repeated, and those that
splits share, too.

` + humanHelp,
		Example: `  mereo eval qlevr --data out/qlevr --pred answers.csv
  mereo eval qlevr --data out/qlevr --split val --baseline oracle --json
  mereo eval qlevr --data out/qlevr --human out/qlevr/human_test/anna.test.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if human != "" {
				return evalAnswers(cmd, c, &e, human, func(split string) []string {
					name := filepath.Join(split, "questions_"+split+".json")
					if _, err := os.Stat(filepath.Join(e.data, "3d_scene", name)); err == nil {
						return []string{filepath.Join("3d_scene", name)}
					}
					return []string{filepath.Join("2d_scene", name)}
				}, printQLEVR, func(split string, files []string) (*qlevr.Evaluation, error) {
					got, err := qlevr.Evaluate(cmd.Context(), qlevr.EvalOptions{
						Data: e.data, Split: split, Predictions: files[0], Answered: true,
					})
					if got != nil {
						got.Predictions = human
					}
					return got, err
				})
			}
			return evaluate(c, &e, printQLEVR, func() (*qlevr.Evaluation, error) {
				return qlevr.Evaluate(cmd.Context(), qlevr.EvalOptions{
					Data: e.data, Split: e.split, Predictions: e.predictions, Partial: e.partial, Baseline: e.baseline, Seed: seed,
					Overlap: overlap,
				})
			})
		},
	}
	e.addFlags(cmd, evalHelp{
		data: "the dataset's folder", split: "split", pred: "file of predicted answers",
		baseline: strings.Join(qlevr.Baselines, ", "),
		partial:  "count questions as wrong that have no answer, or one that says neither yes nor no", json: "print JSON",
	})
	humanFlag(cmd, &human)
	cmd.Flags().Uint64Var(&seed, "seed", 0, "of the random baseline")
	cmd.Flags().BoolVar(&overlap, "overlap", false, "count repeated questions, too")
	return cmd
}

func printQLEVR(w io.Writer, e *qlevr.Evaluation) {
	from := "answers of " + e.Predictions
	switch {
	case e.TrainedOn == e.Split:
		from = "baseline " + e.Baseline + ", most frequent answers of this very split"
	case e.TrainedOn != "":
		from = "baseline " + e.Baseline + ", most frequent answers of split " + e.TrainedOn
	case e.Baseline != "":
		from = "baseline " + e.Baseline
	}
	fmt.Fprintf(w, "split %s, %s\n", e.Split, from)
	if e.Missing > 0 {
		fmt.Fprintf(w, "questions without an answer, counted as wrong: %d\n", e.Missing)
	}
	if e.Unreadable > 0 {
		fmt.Fprintf(w, "answers that say neither yes nor no, counted as wrong: %d\n", e.Unreadable)
	}
	if e.FirstWrong != "" {
		fmt.Fprintln(w, e.FirstWrong)
	}
	percent := func(x float64, known bool) string {
		if !known {
			return "-"
		}
		return fmt.Sprintf("%.1f", x)
	}
	group := ""
	line := "%-12s  %-22s  %8s  %8s  %7s  %7s\n"
	for _, s := range e.Scores {
		if group == "" {
			fmt.Fprintf(w, "\n"+line, "", "", "count", "accuracy", "Q-type*", "MAC*")
		} else if group != s.Group {
			fmt.Fprintln(w)
		}
		shown := s.Group
		if group == s.Group {
			shown = ""
		}
		group = s.Group
		fmt.Fprintf(w, line, shown, s.Name, fmt.Sprint(s.Count), percent(s.Accuracy, s.Count > 0),
			percent(s.PaperQType, s.PaperQType > 0), percent(s.PaperMAC, s.PaperMAC > 0))
	}
	fmt.Fprintln(w, "\n* of the paper, on its test split")
	if e.Overlaps == nil {
		return
	}
	fmt.Fprintf(w, "\n%-8s  %9s  %9s  repeated from other splits (with the same answer)\n", "split", "questions", "unique")
	for _, o := range e.Overlaps {
		fmt.Fprintf(w, "%-8s  %9d  %9d ", o.Split, o.Questions, o.Unique)
		for _, s := range o.Shared {
			fmt.Fprintf(w, "  %s %d (%d)", s.With, s.Questions, s.SameAnswer)
		}
		fmt.Fprintln(w)
	}
}
