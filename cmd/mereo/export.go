package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/show"
)

// gltfFormat is the one that --colliders is for.
const gltfFormat = "gltf"

// exporting is "mereo export DIR".
type exporting struct {
	data, out                 string
	formats, splits, channels []string
	workers                   int
	task                      string // of SynDaCaTE; see runTask
	small, float              bool
	colliders                 bool
	count                     int
	sets.Sources
}

func newExport(c console) *cobra.Command {
	var e exporting
	cmd := &cobra.Command{
		Use:   "export DIR",
		Short: "Write a dataset for readers of other formats",
		Long: `Write the complete splits of a dataset for readers of other formats:

` + formatList() + `
The export goes to DIR/exports/FORMAT unless --out names another folder. --to takes several formats with
commas: each sample is read once for all of them, and --out is then the folder in which each has its own.
A run that is stopped goes on when the command is given again, and a dataset that has grown is exported
again where it has. The same dataset gives the same bytes. Pictures are linked where the file system can,
else copied.

--with adds label pictures that a format has a place for. What the dataset's files do not have is found
again from the seed.

With --task the command writes what a task of SynDaCaTE shows (x) and asks for (t) from the task's file,
with the exact shapes and types that the published loaders give:

  npz         x_test, t_test, x_train, t_train in one file for numpy.load
  hdf5        the same arrays in one file for h5py and others, in deflated chunks of whole elements
  webdataset  shards PATH/test/000000.tar, PATH/train/000000.tar ... of 1,000 samples. A sample is named
              by its place in the task's file and has t.npy, json (index, task, split, t), in tasks with
              classes cls, and png for pictures or x.npy for anything else

Pictures of tasks are bytes, 1 x 100 x 100: divide them by 255 to get the published x. --float does it,
with four times the size in memory. Classes are int64, everything else is float32. Elements keep their
order: of 70,000 the first 10,000 are for testing, of 400 the first 200.

Tasks: ` + taskList(),
		Example: `  mereo export out/ptr --to coco
  mereo export out/shopvrb --to webdataset --with depth --split train --out shards
  mereo export out/trance --to coco,hdf5,bop
  mereo export out/syndacate --task PartsToChars --to hdf5 --out parts_to_chars.h5`,
		Args: exactArgs("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.data = args[0]
			return e.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&e.formats, "to", nil, "with commas: "+strings.Join(export.Names(), ", ")+" (required)")
	f.StringVar(&e.out, "out", "", "folder to write, that of the formats' folders if there are several (file to write, with --task npz or hdf5)")
	f.StringSliceVar(&e.splits, "split", nil, "splits to export, with commas (all that are complete)")
	f.StringSliceVar(&e.channels, "with", nil, "further label pictures, with commas: depth, normals, flow, backward_flow, coordinates, amodal")
	f.BoolVar(&e.colliders, "colliders", false, "with gltf: what objects collide with, as a second scene")
	f.IntVar(&e.workers, "workers", runtime.NumCPU(), "samples read at once")
	f.StringVar(&e.task, "task", "", "export this task of SynDaCaTE")
	f.BoolVar(&e.small, "small", false, "the task with 400 elements")
	f.IntVar(&e.count, "count", 0, "elements of the task's file, where they are not 70,000 or 400")
	f.BoolVar(&e.float, "float", false, "pictures of the task as float32 from 0 to 1")
	e.Sources.Flags(cmd.Flags(), sets.ModelFlags...)
	return cmd
}

// formatList are the formats with what they are, a line for each.
func formatList() string {
	var b strings.Builder
	for _, name := range export.Names() {
		fmt.Fprintf(&b, "  %-12s%s\n", name, export.About(name))
	}
	return b.String()
}

func (e *exporting) run(ctx context.Context, c console) error {
	if len(e.formats) == 0 {
		return usagef("export: --to is missing, want one of %s", strings.Join(export.Names(), ", "))
	}
	if e.colliders && !slices.Contains(e.formats, gltfFormat) {
		return usagef("export: --colliders is for gltf, not for %s; leave it out", strings.Join(e.formats, ","))
	}
	if e.task != "" {
		return e.runTask(ctx, c)
	}
	if e.small || e.float || e.count != 0 {
		return usagef("export: --small, --float and --count are for tasks; name one with --task")
	}
	if e.workers < 1 {
		return usagef("export: --workers is %d, want at least 1", e.workers)
	}
	channels, err := export.Place(e.formats, e.channels)
	if err == nil {
		err = once(e.formats)
	}
	if err != nil {
		return sets.UsageError{Err: err}
	}
	set, _, err := sets.Dataset(e.data, e.Sources)
	if err != nil {
		return err
	}
	var all []export.Options
	for k, format := range e.formats {
		out := e.out
		switch {
		case out == "":
			out = exportFolder(e.data, format)
		case len(e.formats) > 1:
			out = filepath.Join(out, format)
		}
		all = append(all, export.Options{
			Format: format, Splits: e.splits, Out: out, Channels: channels[k], Colliders: e.colliders && format == gltfFormat, Workers: e.workers,
		})
	}
	return writeExports(ctx, c, set, e.data, all)
}

// once reports a format that is named twice.
func once(formats []string) error {
	for k, f := range formats {
		if slices.Contains(formats[:k], f) {
			return fmt.Errorf("export: %s is named twice", f)
		}
	}
	return nil
}

// writeExports writes exports of a dataset's folder in one pass and says what is there then.
func writeExports(ctx context.Context, c console, set gen.Set, data string, all []export.Options) error {
	shown, ok := set.(show.Set)
	if !ok {
		return fmt.Errorf("export: %s cannot be exported", set.Name())
	}
	p := newProgress(c, "export")
	all[0].Progress = p.update
	results, err := export.RunAll(ctx, shown, data, all)
	p.end()
	if err != nil {
		return err
	}
	for k, r := range results {
		fmt.Fprintf(c.out, "%s: %s as %s in %s, %d of them there already\n", all[k].Out, show.Count(r.Samples, "sample"), all[k].Format,
			show.Count(r.Shards, "shard"), r.Kept)
	}
	return nil
}

// exportFolder is where an export of a dataset's folder lies if nobody says otherwise.
func exportFolder(data, format string) string { return filepath.Join(data, "exports", format) }
