package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/syndacate"
)

func newEvalSyndacate(c console) *cobra.Command {
	e := evaluation{set: "syndacate", split: "test", baselines: syndacate.Baselines}
	var o syndacate.EvaluateOptions
	var small bool
	cmd := &cobra.Command{
		Use:   "syndacate",
		Short: "Metrics of predictions for a SynDaCaTE task",
		Long: `Compare predictions with the targets of a task's file, and print the task's metric, as the paper
defines it, and what helps to read it. Units of the metric are the standard deviations of all
training targets in the file.

FILE is an .npz with the array y_test or y_train, by the split, or y: one element for each of the
split, in the order of the data, as float32 or float64.
  ImToClass and other class tasks   N x 10 logits, or N integers, the labels from 0
  ImToParts, ImToChars, Words, ...  N x R x D, sets of any number of rows R (ChamferMse)
  PartsToChars                      N x 25 x 18, row by row with the parts (AlignedSetMse)
  ImToSingleChar, ...               N x 18 (Mse)

Tasks of films, --data being their file, vindacate_....npz, whose first tenth is the test split
  FilmNextFrame   N x T-1 x 1 x H x W, frames 1 to T-1 as uint8, or as float32 from 0 to 1 (mean
                  squared error of grays from 0 to 1, beside that of the frame before)
  FilmChars       N x T x R x 18 (ChamferMse of every frame)
  FilmTracking    the same: how often an object's nearest row is that of the frame before
  FilmEvents      N x E x 4 int32, -1 in rows that are no event (precision, recall, F1; --slack)
  FilmPoses       features y_train and y_test, N x T x F, or N x F for the last frame: R^2 of the
                  poses that ridge regression reads from them, objects by brightness

Instead of FILE, but not for films, --baseline takes the predictions from what needs no network
  majority    the most frequent class of the training elements
  lines       their most frequent class with as many lines
  nearest     the target of the training element with the most similar picture; --train N knows N
  zero        zeros
  mean        the mean row of the training targets
  padding     zeros for padding, and the mean of the other training rows`,
		Example: `  mereo eval syndacate --task ImToParts --small --data out/syndacate --pred predictions.npz
  mereo eval syndacate --task ImToClass --data out/syndacate --baseline nearest --train 300 --count 2000
  mereo eval syndacate --task FilmChars --data out/vindacate_aFdFfTh100n10000o3s0t20u10w100.npz --pred y.npz`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Task == "" {
				return usagef("eval syndacate: --task is missing")
			}
			if err := smallTask(&o.Task, small); err != nil {
				return sets.UsageError{Err: fmt.Errorf("eval syndacate: --small: %w", err)}
			}
			o.Data, o.Split, o.Predictions, o.Baseline = e.data, e.split, e.predictions, e.baseline
			return evaluate(c, &e, printSyndacate, func() (*syndacate.Evaluation, error) {
				return syndacate.Evaluate(cmd.Context(), o)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Task, "task", "", "ImToParts, FilmChars, or another data set or task of films (required)")
	f.BoolVar(&small, "small", false, smallHelp)
	f.StringVar(&e.data, "data", "", "the task's file, or the folder that has it (required)")
	f.StringVar(&e.split, "split", e.split, "test or train")
	f.IntVar(&o.Count, "count", 0, "compare only so many elements, the first of the split; 0 is all")
	f.StringVar(&e.predictions, "pred", "", "file of predictions")
	f.StringVar(&e.baseline, "baseline", "", strings.Join(syndacate.Baselines, ", ")+", instead of --pred")
	f.IntVar(&o.Train, "train", 0, "training elements that baseline nearest knows, the first; 0 is all")
	f.IntVar(&o.Slack, "slack", 1, "frames that events of FilmEvents may be away")
	f.BoolVar(&e.json, "json", false, "print JSON")
	return cmd
}

const smallHelp = "the task's file of 400 elements"

// smallTask makes the name of a task that of its small one, where that is asked for.
func smallTask(name *string, small bool) error {
	if !small {
		return nil
	}
	t, err := syndacate.TaskByName(*name)
	if err == nil {
		*name = t.Small().Name
	}
	return err
}

func printSyndacate(w io.Writer, e *syndacate.Evaluation) {
	from := "predictions of " + e.Predictions
	if e.Baseline != "" {
		from = "baseline " + e.Baseline
	}
	if e.Trained > 0 {
		from += fmt.Sprintf(" of %d training elements", e.Trained)
	}
	fmt.Fprintf(w, "task %s, %d elements of split %s, %s\n\n", e.Task, e.Elements, e.Split, from)
	line := "%-24s  %9s\n"
	number := func(v float64) string { return fmt.Sprintf("%.4f", v) }
	if e.Task == syndacate.TaskFilmNextFrame { // squares of small differences
		number = func(v float64) string { return fmt.Sprintf("%.6f", v) }
	}
	fmt.Fprintf(w, line, e.Metric, number(e.Value))
	if e.Films != nil {
		printSyndacateFilms(w, e.Films)
	}
	if e.Loss != nil {
		fmt.Fprintf(w, line, "cross entropy", number(*e.Loss))
	}
	if e.Classes != nil {
		printSyndacateClasses(w, e.Classes)
	}
	if r := e.Rows; r != nil {
		if r.ToPrediction != nil {
			fmt.Fprintf(w, line, "  target to prediction", number(*r.ToPrediction))
			fmt.Fprintf(w, line, "  prediction to target", number(*r.ToTarget))
		}
		how := "the predicted row of the same index"
		if r.Matched == "nearest" {
			how = "the nearest predicted row"
		}
		fmt.Fprintf(w, "\n%d target rows without padding, each with %s:\n", r.Targets, how)
		if r.ClassAccuracy != nil {
			fmt.Fprintf(w, line, "class accuracy", number(*r.ClassAccuracy))
		}
		fmt.Fprintf(w, line, "mean absolute error", "")
		for _, p := range r.Errors {
			fmt.Fprintf(w, line, "  "+p.Entry, number(p.Mean))
		}
	}
	if len(e.Published) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-24s  %-28s  %9s  %9s\n", "published", "", "train", "test")
	for _, p := range e.Published {
		train, spread := "-", ""
		if p.Train > 0 {
			train = number(p.Train)
		}
		if p.Spread > 0 {
			spread = " ± " + number(p.Spread)
		}
		fmt.Fprintf(w, "%-24s  %-28s  %9s  %9s%s\n", p.Model, p.Training, train, number(p.Test), spread)
	}
}

// printSyndacateFilms prints what there is of films only.
func printSyndacateFilms(w io.Writer, f *syndacate.FilmFigures) {
	if f.FrameBefore != nil {
		fmt.Fprintf(w, "%-24s  %9.6f\n", "  of the frame before", *f.FrameBefore)
	}
	if f.Tracked > 0 {
		fmt.Fprintf(w, "%-24s  %9d\n", "  of objects in frames", f.Tracked)
	}
	if f.Slack != nil {
		fmt.Fprintf(w, "\n%-24s  %9s  %9s  %9s  %9s  %9s  %9s\n", fmt.Sprintf("within %d frames", *f.Slack), "precision", "recall",
			"F1", "found", "predicted", "events")
		for _, k := range f.Events {
			fmt.Fprintf(w, "  %-22s  %9.4f  %9.4f  %9.4f  %9d  %9d  %9d\n", k.Kind, k.Precision, k.Recall, k.F1, k.Found, k.Predicted,
				k.Events)
		}
	}
	for _, d := range f.Decoded {
		fmt.Fprintf(w, "\nobject %d in brightness: %d poses, fitted to %d with penalty %g\n", d.Rank, d.Tested, d.Trained, d.Penalty)
		for _, v := range d.R2 {
			fmt.Fprintf(w, "%-24s  %9.4f\n", "  "+v.Entry, v.R2)
		}
	}
}

// printSyndacateClasses prints the confusion matrix, a row for each class of targets, with the shares that are right.
func printSyndacateClasses(w io.Writer, f *syndacate.ClassFigures) {
	fmt.Fprintf(w, "\n%-8s", "")
	for _, name := range f.Names {
		fmt.Fprintf(w, "  %5s", name)
	}
	fmt.Fprintf(w, "  %8s\n", "accuracy")
	for i, name := range f.Names {
		fmt.Fprintf(w, "%-8s", name)
		for _, n := range f.Confusion[i] {
			fmt.Fprintf(w, "  %5d", n)
		}
		share := "-"
		if a := f.Accuracy[i]; a != nil {
			share = fmt.Sprintf("%.4f", *a)
		}
		fmt.Fprintf(w, "  %8s\n", share)
	}
	fmt.Fprintln(w, "rows are classes of targets, columns what is predicted")
}
