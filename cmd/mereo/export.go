package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/syndacate"
)

// export is "mereo export DIR".
type export struct {
	data, task, format, out string
	small, float            bool
	count                   int
}

func newExport(c console) *cobra.Command {
	var e export
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write a task of SynDaCaTE for readers of other formats",
		Long: `Write what a task of SynDaCaTE shows (x) and asks for (t) from the task's file in DIR, with the exact
shapes and types that the published loaders give.

  npz         x_test, t_test, x_train, t_train in one file for numpy.load
  hdf5        the same arrays in one file for h5py and others, in deflated chunks of whole elements
  webdataset  shards PATH/test/000000.tar, PATH/train/000000.tar ... of 1,000 samples. A sample is named
              by its place in the task's file and has t.npy, json (index, task, split, t), in tasks with
              classes cls, and png for pictures or x.npy for anything else

Pictures are bytes, 1 x 100 x 100: divide them by 255 to get the published x. --float does it, with
four times the size in memory. Classes are int64, everything else is float32.

Elements keep their order: of 70,000 the first 10,000 are for testing, of 400 the first 200. The same
data give the same bytes, and a file appears when it is complete.

Tasks: ` + taskList(),
		Example: `  mereo export out/syndacate --task PartsToChars --to hdf5 --out parts_to_chars.h5
  mereo export out/syndacate --task ImToParts --small --to webdataset --out shards`,
		Args: exactArgs("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.data = args[0]
			return e.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&e.task, "task", "", "what to export (required)")
	f.BoolVar(&e.small, "small", false, "the task with 400 elements")
	f.IntVar(&e.count, "count", 0, "elements of the file, where they are not 70,000 or 400")
	f.StringVar(&e.format, "to", "", strings.Join(syndacate.ExportFormats, ", ")+" (required)")
	f.StringVar(&e.out, "out", "", "file to write, or folder of shards (required)")
	f.BoolVar(&e.float, "float", false, "pictures as float32 from 0 to 1")
	return cmd
}

// taskList are the tasks without the small ones, some on a line.
func taskList() string {
	var b strings.Builder
	width := len("Tasks: ")
	for _, t := range syndacate.Tasks() {
		if strings.HasSuffix(t.Name, "Small") {
			continue
		}
		if width+1+len(t.Name) > 98 {
			b.WriteString("\n ")
			width = 1
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Name)
		width += 1 + len(t.Name)
	}
	return b.String()
}

func (e *export) run(ctx context.Context, c console) error {
	switch {
	case e.task == "":
		return usagef("export: --task is missing")
	case e.format == "":
		return usagef("export: --to is missing, want one of %s", strings.Join(syndacate.ExportFormats, ", "))
	case !slices.Contains(syndacate.ExportFormats, e.format):
		return usagef("export: --to is %q, want one of %s", e.format, strings.Join(syndacate.ExportFormats, ", "))
	case e.out == "":
		return usagef("export: --out is missing")
	}
	task, err := syndacate.TaskByName(e.task)
	if err != nil {
		return sets.UsageError{Err: err}
	}
	if e.small {
		task = task.Small()
	}
	if e.count > 0 {
		task = task.Counted(e.count)
	}
	err = syndacate.Export(ctx, syndacate.ExportOptions{Data: e.data, Task: task, Format: e.format, Out: e.out, Float: e.float})
	if err != nil {
		return err
	}
	for _, s := range task.Splits() {
		fmt.Fprintf(c.out, "%s: %s of %s, %d elements\n", e.out, s.Name, task.Name, s.End-s.First)
	}
	return nil
}
