package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/syndacate"
	"mereo/gen/write"
)

// inspect is "mereo inspect".
type inspect struct {
	options syndacate.InspectOptions
	out     string
	frames  string
	small   bool
}

func newInspect(c console) *cobra.Command {
	var i inspect
	cmd := &cobra.Command{
		Use:   "inspect DIR|FILE.npz",
		Short: "Draw samples of a SynDaCaTE file with their parts",
		Long: `Draw elements of a SynDaCaTE file, enlarged, with the lines of their parts, or of what the task is
about, in a color for each object, and the names of classes below. Padding is left out. Lines are
drawn half as wide as the strokes of the picture. Arcs are drawn as curves, discs and polygons as
outlines. The file's name says which classes and rows it has.

Beside the picture come the one without noise, and of strokes in space depth and the places of
objects, where the file has them. Of films there are up to ten frames in a row, in equal steps from
the first to the last; an object has one color in all of them. --out FILE.gif makes the animation
instead, --frames DIR writes every frame as DIR/FILM/FRAME.png.

--pred adds predictions, as one wash that is wider than targets. FILE is as for "mereo
eval"; an array y belongs to split test, which are the first elements.`,
		Example: `  mereo inspect out/syndacate --task ImToChars --small --out characters.png
  mereo inspect out/syndacate --task ImToParts --pred predictions.npz --index 40 --count 1 --out element.png
  mereo inspect out/syndacateplus_pictograms_aFfTh100n400o1p7rTs0u10w100.npz --out pictograms.png
  mereo inspect out/vindacate_aFdFfTh100n400o3s0t20u10w100.npz --count 3 --out films.gif --frames frames`,
		Args: exactArgs("DIR|FILE.npz"),
		RunE: func(cmd *cobra.Command, args []string) error {
			i.options.Data = args[0]
			if !cmd.Flags().Changed("count") {
				i.options.Count = 0
			} else if n := i.options.Count; n < 1 || n > mostInspected {
				return usagef("inspect: --count is %d, want 1 to %d", n, mostInspected)
			}
			return i.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&i.out, "out", "", "the picture, a .png file, or the animation of films, a .gif file (required without --frames)")
	f.StringVar(&i.frames, "frames", "", "folder for every frame of films")
	f.StringVar(&i.options.Task, "task", "", "ImToChars or another data set, whose targets are drawn instead of all parts")
	f.BoolVar(&i.small, "small", false, syndacate.SmallHelp+", with --task")
	f.IntVar(&i.options.Index, "index", 0, "first element of the file")
	f.IntVar(&i.options.Count, "count", 12, "elements; fewer where there are no more")
	f.BoolVar(&i.options.IID, "iid", false, "of a file of --shift, the test elements that are not shifted, test_iid_*")
	f.StringVar(&i.options.Predictions, "pred", "", "file of predictions for the task")
	return cmd
}

// mostInspected is how many elements a sheet has at most.
const mostInspected = 200

func (i *inspect) run(ctx context.Context, c console) error {
	o := &i.options
	extension := filepath.Ext(i.out)
	switch {
	case i.out == "" && i.frames == "":
		return usagef("inspect: --out is missing")
	case i.out != "" && extension != ".png" && extension != ".gif":
		return usagef("inspect: --out is %q, want a name that ends with .png, or .gif for films", i.out)
	case o.Index < 0:
		return usagef("inspect: --index is %d, want at least 0", o.Index)
	case o.Predictions != "" && o.Task == "":
		return usagef("inspect: --pred needs --task")
	case i.small && o.Task == "":
		return usagef("inspect: --small needs --task")
	case o.Task != "" && (extension == ".gif" || i.frames != ""):
		return usagef("inspect: --task is not for films, which --out FILE.gif and --frames need")
	}
	if err := syndacate.SmallTask(&o.Task, i.small); err != nil {
		return sets.UsageError{Err: fmt.Errorf("inspect: %w", err)}
	}
	if i.frames != "" {
		frames, err := syndacate.InspectFrames(ctx, *o, i.frames)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s: %d frames\n", i.frames, frames)
	}
	switch extension {
	case ".gif":
		return i.animate(ctx, c)
	case ".png":
		return i.draw(ctx, c)
	}
	return nil
}

// animate writes films.
func (i *inspect) animate(ctx context.Context, c console) error {
	var b bytes.Buffer
	films, err := syndacate.InspectFilm(ctx, i.options, &b)
	if err != nil {
		return err
	}
	if _, err := write.Bytes(filepath.Dir(i.out), filepath.Base(i.out), b.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d films\n", i.out, films)
	return nil
}

// draw writes a sheet.
func (i *inspect) draw(ctx context.Context, c console) error {
	samples, err := syndacate.Inspect(ctx, i.options)
	if err != nil {
		return err
	}
	img, err := inspectSheet(samples)
	if err != nil {
		return err
	}
	if _, err := write.Opaque(filepath.Dir(i.out), filepath.Base(i.out), img); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d elements\n", i.out, len(samples))
	return nil
}
