package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"mereo/gen/ptr"
)

func newEvalPTR(c console) *cobra.Command {
	e := evaluation{
		set:       "ptr",
		baselines: []string{ptr.BaselineRandom, ptr.BaselineFrequency, ptr.BaselineOracle},
	}
	var human string
	cmd := &cobra.Command{
		Use:   "ptr",
		Short: "Accuracy of answers to PTR questions",
		Long: `Compare answers with those stored in DIR/SPLIT/questions.json and print the share of right ones, in
percent, by sub-type in the order of the published table, by type, and of all questions, beside
the paper's accuracies of random (Rand.) and of most frequent answers (Freq.).

FILE is JSON in one of three forms:
  {"question_index": 0, "answer": "red"}     one on each line; other keys are ignored
  [{"question_index": 0, "answer": "red"}]   a list of the same
  {"0": "red", "1": 3, "2": true}            answers by question_index
An answer is true or false, a whole number, or a word. Answers are compared as single words,
without regard to case and to space around: true is yes, false is no, 3 is "3" but not "three".
Every question of the split needs one answer.

Instead of FILE, --baseline takes the answers from
  random      nowhere: the expected accuracy of a uniform draw from the answer's domain (booleans 2,
              numbers 10, colors 8, categories 5, parts 19, directions 4)
  frequency   the most frequent answer of the question's family in split train, or in the evaluated
              split where there is no train; of equally frequent ones the first by its text
  oracle      the question's program, executed on the scene file

` + humanHelp,
		Example: `  mereo eval ptr --data out/ptr --split val --pred answers.jsonl
  mereo eval ptr --data out/ptr --baseline frequency
  mereo eval ptr --data out/ptr --baseline oracle --json
  mereo eval ptr --data out/ptr --human out/ptr/human_test/anna.test.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if human != "" {
				return evalAnswers(cmd, c, &e, human, func(split string) []string {
					return []string{filepath.Join(split, "questions.json")}
				}, printEvaluation, func(split string, files []string) (*ptr.Evaluation, error) {
					got, err := ptr.Evaluate(cmd.Context(), e.data, ptr.EvalOptions{Split: split, Predictions: files[0], Answered: true})
					if got != nil {
						got.Predictions = human
					}
					return got, err
				})
			}
			return evaluate(c, &e, printEvaluation, func() (*ptr.Evaluation, error) {
				return ptr.Evaluate(cmd.Context(), e.data, ptr.EvalOptions{
					Split: e.split, Predictions: e.predictions, Partial: e.partial, Baseline: e.baseline,
				})
			})
		},
	}
	e.addFlags(cmd, evalHelp{
		data: "the dataset's folder", split: "split (default: the only one that has questions, else test)",
		pred: "file of predicted answers", baseline: "random, frequency or oracle",
		partial: "count questions without an answer as wrong", json: "print the accuracies as JSON",
	})
	humanFlag(cmd, &human)
	return cmd
}

func printEvaluation(w io.Writer, e *ptr.Evaluation) {
	switch {
	case e.Predictions != "":
		fmt.Fprintf(w, "split %s, answers of %s\n", e.Split, e.Predictions)
	case e.TrainedOn == e.Split:
		fmt.Fprintf(w, "split %s, baseline %s, most frequent answers of this very split\n", e.Split, e.Baseline)
	case e.TrainedOn != "":
		fmt.Fprintf(w, "split %s, baseline %s, most frequent answers of split %s\n", e.Split, e.Baseline, e.TrainedOn)
	default:
		fmt.Fprintf(w, "split %s, baseline %s\n", e.Split, e.Baseline)
	}
	if e.Missing > 0 {
		fmt.Fprintf(w, "questions without an answer, counted as wrong: %d\n", e.Missing)
	}
	if e.FirstWrong != "" {
		fmt.Fprintln(w, e.FirstWrong)
	}
	line := "%-10s  %-15s  %8s  %8s  %7s  %7s\n"
	fmt.Fprintf(w, "\n"+line, "type1", "type2", "count", "accuracy", "Rand.*", "Freq.*")
	percent := func(x float64, known bool) string {
		if !known {
			return "-"
		}
		return fmt.Sprintf("%.1f", x)
	}
	for i, s := range e.Scores {
		if i > 0 && s.Type2 == "all" && e.Scores[i-1].Type2 != "all" {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, line, s.Type1, s.Type2, fmt.Sprint(s.Count), percent(s.Accuracy, s.Count > 0),
			percent(s.PaperRand, s.PaperRand > 0), percent(s.PaperFreq, s.PaperFreq > 0))
	}
	fmt.Fprintln(w, "\n* of the paper, on its test split")
}
