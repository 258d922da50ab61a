package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/syndacate"
	"mereo/gen/syndacate/models"
)

func newTrain(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "train",
		Short:   "Train the published baselines",
		Long:    "Train the published baselines of a dataset on the CPU.",
		Example: "  mereo train syndacate --task PartsToClass --model settransformer --data out/syndacate --out out/run",
		RunE:    wantWord("which set?", "set", "syndacate or features"),
	}
	cmd.AddCommand(newTrainSyndacate(c), newTrainFeatures(c))
	return cmd
}

// trainSyndacate is "mereo train syndacate".
type trainSyndacate struct {
	config         models.Config
	data, out      string
	small          bool
	workers, every int
}

func newTrainSyndacate(c console) *cobra.Command {
	t := &trainSyndacate{}
	cmd := &cobra.Command{
		Use:   "syndacate",
		Short: "Train a baseline on a task of SynDaCaTE",
		Long: fmt.Sprintf(`Train a neural baseline on a task of SynDaCaTE, with the published protocols: batches of 100, Adam, a
learning rate that falls from 1e-3 to 1e-5 along a cosine. With --steps it falls with every step, with
--epochs once in every pass over the data; then the metric is taken on both splits before every epoch.

Models: %s. Training continues from the checkpoint in --out, if there is one.
The folder gets weights.npz (the published names), predictions.npz (of the test split, for
"mereo eval"), result.json and report.html. The same seed gives the same weights on the same
kind of machine, for any number of workers.`, strings.Join(models.Names(), ", ")),
		Example: "  mereo generate syndacate --out out/syndacate --task PartsToClass\n" +
			"  mereo train syndacate --task PartsToClass --model settransformer --data out/syndacate --out out/run " +
			"--train-samples 300 --steps 5000",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("depth") {
				t.config.Depth = -1
			}
			if !cmd.Flags().Changed("steps") && !cmd.Flags().Changed("epochs") {
				t.config.Steps = 5000
			}
			return t.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&t.config.Task, "task", "", "task, such as PartsToClass or ImToParts (required)")
	f.BoolVar(&t.small, "small", false, syndacate.SmallHelp)
	f.StringVar(&t.config.Model, "model", "", "model (required)")
	f.StringVar(&t.data, "data", "", "folder with the task's file, or the file (required)")
	f.StringVar(&t.out, "out", "", "folder of the run (required)")
	f.IntVar(&t.config.TrainSamples, "train-samples", 0, "train on so many elements, chosen by the seed; 0 for all")
	f.IntVar(&t.config.Steps, "steps", 0, "steps of the optimizer (5000 without --epochs)")
	f.IntVar(&t.config.Epochs, "epochs", 0, "passes over the data, instead of --steps")
	f.IntVar(&t.config.Depth, "depth", 0, "layers of models that let one choose (5)")
	f.IntVar(&t.config.Width, "width", 0, "numbers of a row between layers (64, mlp and deepsettoset 100)")
	f.Uint64Var(&t.config.Seed, "seed", 0, "seed of weights, subset and order")
	f.IntVar(&t.workers, "workers", 0, "goroutines (one for each processor); does not change the result")
	f.IntVar(&t.every, "checkpoint-every", 200, "steps between checkpoints")
	return cmd
}

func (t *trainSyndacate) run(ctx context.Context, c console) error {
	for _, flag := range []struct{ name, value string }{
		{"task", t.config.Task}, {"model", t.config.Model}, {"data", t.data}, {"out", t.out},
	} {
		if flag.value == "" {
			return usagef("train syndacate: --%s is missing", flag.name)
		}
	}
	if t.config.Steps != 0 && t.config.Epochs != 0 {
		return usagef("train syndacate: --steps and --epochs exclude each other")
	}
	if err := syndacate.SmallTask(&t.config.Task, t.small); err != nil {
		return sets.UsageError{Err: fmt.Errorf("train syndacate: %w", err)}
	}
	if _, _, err := models.New(t.config); err != nil {
		return sets.UsageError{Err: fmt.Errorf("train syndacate: %w", err)}
	}
	task, err := syndacate.TaskByName(t.config.Task)
	if err != nil {
		return err
	}
	dir := t.data
	if strings.HasSuffix(dir, ".npz") {
		if filepath.Base(dir) != task.File() {
			return usagef("train syndacate: --data is %s, but task %s is read from a file named %s", dir, task.Name, task.File())
		}
		dir = filepath.Dir(dir)
	}
	data, err := models.ReadData(task, dir)
	if err != nil {
		return err
	}
	bar := newProgress(c, "steps")
	result, err := models.Train(ctx, t.config, data, t.out, models.Options{
		Workers: t.workers, CheckpointEvery: t.every, Progress: bar.update,
	})
	bar.end()
	if err != nil {
		return err
	}
	last := result.Last()
	fmt.Fprintf(c.out, "%s %s, %d parameters, %d steps: %s %.4f on %d training elements, %.4f on %d test elements\n",
		result.Config.Task, result.Config.Model, result.Parameters, last.Step, result.Metric,
		last.Train, result.TrainSamples, last.Test, result.TestSamples)
	return nil
}

// trainFeatures is "mereo train features".
type trainFeatures struct {
	checkpoint, data, out string
	small                 bool
	workers               int
}

func newTrainFeatures(c console) *cobra.Command {
	t := &trainFeatures{}
	cmd := &cobra.Command{
		Use:   "features",
		Short: "Write the features that PreTrainedPartsToClass learns from",
		Long: `Pass the pictures of ImToClass through a convolutional network that was trained on ImToParts, and write
what comes before its head as the file of PreTrainedPartsToClass, in the order of the pictures.`,
		Example: "  mereo train syndacate --task ImToParts --model cnn --data out/syndacate --out out/cnn --epochs 100\n" +
			"  mereo train features --checkpoint out/cnn/checkpoint.npz --data out/syndacate",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&t.checkpoint, "checkpoint", "", "checkpoint.npz of a run (required)")
	f.StringVar(&t.data, "data", "", "folder with the file of ImToClass (required)")
	f.StringVar(&t.out, "out", "", "folder for the features (that of the data)")
	f.BoolVar(&t.small, "small", false, "of ImToClassSmall, for PreTrainedPartsToClassSmall")
	f.IntVar(&t.workers, "workers", 0, "goroutines (one for each processor); does not change the result")
	return cmd
}

func (t *trainFeatures) run(ctx context.Context, c console) error {
	switch {
	case t.checkpoint == "":
		return usagef("train features: --checkpoint is missing")
	case t.data == "":
		return usagef("train features: --data is missing")
	case t.out == "":
		t.out = t.data
	}
	bar := newProgress(c, "pictures")
	options := models.Options{Workers: t.workers, Progress: bar.update}
	name, err := models.Features(ctx, t.checkpoint, t.data, t.out, t.small, options)
	bar.end()
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, filepath.Join(t.out, name))
	return nil
}
