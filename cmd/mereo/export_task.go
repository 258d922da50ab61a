package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mereo/cmd/sets"
	"mereo/gen/syndacate"
)

// taskList are the tasks without the small ones, some on a line.
func taskList() string {
	var names []string
	for _, t := range syndacate.Tasks() {
		if t.Small().Name != t.Name {
			names = append(names, t.Name)
		}
	}
	return strings.Join(sets.Wrapped(names, 90), "\n  ")
}

// runTask exports a task of SynDaCaTE.
func (e *exporting) runTask(ctx context.Context, c console) error {
	switch {
	case len(e.formats) > 1 || !slices.Contains(syndacate.ExportFormats, e.formats[0]):
		return usagef("export: --to is %q, want one of %s with --task", strings.Join(e.formats, ","), strings.Join(syndacate.ExportFormats, ", "))
	case e.out == "":
		return usagef("export: --out is missing")
	case e.splits != nil || e.channels != nil:
		return usagef("export: --split and --with are for datasets, not for tasks; leave them out")
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
	err = syndacate.Export(ctx, syndacate.ExportOptions{Data: e.data, Task: task, Format: e.formats[0], Out: e.out, Float: e.float})
	if err != nil {
		return err
	}
	for _, s := range task.Splits() {
		fmt.Fprintf(c.out, "%s: %s of %s, %d elements\n", e.out, s.Name, task.Name, s.End-s.First)
	}
	return nil
}
