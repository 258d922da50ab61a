package main

import (
	"context"
	"fmt"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/engine"
	"mereo/engine/frame"
	"mereo/gen/show"
	"mereo/gen/worlds"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// newWorld is "mereo world".
func newWorld(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "world",
		Short: "Write, check and list worlds: sets that a document describes",
		Long: `A world is a set that a YAML file describes: which things there are, where they may stand, how they
are lit and seen, what is written down and what is asked. docs/worlds.md begins with three lines and
ends with a set with questions; "mereo generate FILE.yaml --out DIR" makes it.`,
		Example: "  mereo world new --out my.yaml\n  mereo world check my.yaml --sheet my.png\n  mereo generate my.yaml --out out/my --count 20",
		RunE:    wantWord("which subcommand?", "subcommand", "new, check, schema or list"),
	}
	cmd.AddCommand(newWorldNew(c), newWorldCheck(c), newWorldSchema(c), newWorldList(c))
	return cmd
}

func newWorldNew(c console) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: "new", Short: "Write a commented document to start from",
		Long:    "Write a document with the usual keys and what they mean, which makes a small set as it is; docs/worlds.md has all keys. Its folder need not be there; a file that is there stays.",
		Example: "  mereo world new --out my.yaml\n  mereo world check my.yaml --sheet my.png\n  mereo generate my.yaml --out out/my --count 20",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if out == "" {
				fmt.Fprint(c.out, worlds.Starter)
				return nil
			}
			if _, err := os.Lstat(out); err == nil {
				return fmt.Errorf("%s is there already; name another file, or remove it", out)
			}
			if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(out, []byte(worlds.Starter), 0o644); err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%s is written; look at it with mereo world check %s --sheet my.png, then mereo generate %s --out out/my --count 20\n", out, out, out)
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file to write; without it the document is printed")
	return cmd
}

func newWorldSchema(c console) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of documents, with which editors complete keys",
		Long: `Print the JSON Schema of documents (draft 2020-12). Editors that know YAML complete keys with it and mark
what is wrong; in Visual Studio Code with the YAML extension put this into the first line of a document:

  # yaml-language-server: $schema=world.schema.json`,
		Example: "  mereo world schema >world.schema.json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := c.out.Write(worlds.Schema())
			return err
		},
	}
}

func newWorldList(c console) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the built-in worlds",
		Long:    "List the built-in worlds, which \"mereo generate\" knows by name, or print the document of one.",
		Example: "  mereo world list\n  mereo world list clevr >my-clevr.yaml",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				text, err := worlds.Text(args[0])
				if err != nil {
					return usagef("world list: %w", err)
				}
				_, err = c.out.Write(text)
				return err
			}
			for _, name := range worlds.Names() {
				w, err := worlds.Load(name, worlds.Folder{})
				if err != nil {
					return err
				}
				fmt.Fprintf(c.out, "%-16s  %s\n", name, w.Title)
			}
			return nil
		},
	}
}

// worldCheck is "mereo world check".
type worldCheck struct {
	file, sheet, split, gpu string
	trials, size            int
	colliders, skipBroken   bool
}

func newWorldCheck(c console) *cobra.Command {
	var w worldCheck
	cmd := &cobra.Command{
		Use: "check FILE", Short: "Check a document, and say what it would make",
		Long: `Check a document: its keys, values, expressions, templates and models. Then draw trial scenes without
pictures, and say how many combinations of values things can have, why scenes are drawn again, and how
fast that is. With --sheet, draw every thing in every look; with --colliders, draw each again with the
convex hulls that it collides with laid over it.`,
		Example: "  mereo world check my.yaml\n  mereo world check my.yaml --sheet my.png --size 400 --colliders\n  mereo world check clevr --trials 1000",
		Args:    exactArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			w.file = args[0]
			return w.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&w.sheet, "sheet", "", "file to write: a picture of every thing in every look, PNG")
	f.StringVar(&w.split, "split", "", "split of the trial scenes (default: the first)")
	f.IntVar(&w.trials, "trials", 200, "scenes to draw without pictures")
	f.IntVar(&w.size, "size", 200, "side of a picture of the sheet, pixels")
	f.BoolVar(&w.colliders, "colliders", false, "show on the sheet what things collide with, too")
	f.BoolVar(&w.skipBroken, sets.SkipBroken, false, "leave out models that cannot be read, as the key skip_broken does")
	f.StringVar(&w.gpu, "gpu", "", `device by number or UUID as "mereo doctor" lists them, or "software"`)
	return cmd
}

// open reads the document, or a built-in one.
func (w *worldCheck) open() (*worlds.World, error) {
	if slices.Contains(worlds.Names(), w.file) {
		return worlds.Load(w.file, worlds.Folder{})
	}
	data, err := folder.Given(w.file, strict.MaxYAML)
	if err != nil {
		return nil, err
	}
	return worlds.Read(w.file, data, worlds.Folder{Path: filepath.Dir(w.file), SkipBroken: w.skipBroken}, nil)
}

func (w *worldCheck) run(ctx context.Context, c console) error {
	if w.trials < 1 || w.size < 32 || w.size > 1024 {
		return usagef("world check: --trials is %d and --size is %d, want at least 1, and 32 to 1024", w.trials, w.size)
	}
	if w.colliders && w.sheet == "" {
		return usagef("world check: --colliders is for the sheet; name a file for it, as in --sheet my.png")
	}
	of, err := w.open()
	if err != nil {
		return err
	}
	if w.split == "" {
		w.split = of.SplitNames()[0]
	}
	begun := time.Now()
	s, err := of.Try(ctx, w.split, w.trials)
	if err != nil {
		return err
	}
	took := time.Since(begun).Seconds()
	fmt.Fprintf(c.out, "%s: the document is right\n", w.file)
	for _, a := range s.Attributes {
		var names []string
		for _, v := range a.Values {
			names = append(names, v.Name)
		}
		if len(names) > 12 {
			names = append(names[:12], fmt.Sprintf("and %d more", len(a.Values)-12))
		}
		fmt.Fprintf(c.out, "  %s: %s\n", a.Name, strings.Join(names, ", "))
	}
	for _, of := range s.Sizes {
		long := fmt.Sprintf("%.3g", of.Min)
		if of.Max > of.Min*1.001 {
			long += fmt.Sprintf(" to %.3g", of.Max)
		}
		fmt.Fprintf(c.out, "  %s: %s, %s long at its longest\n", of.Thing, show.Count(of.Models, "model"), long)
	}
	fmt.Fprintf(c.out, "  %s; %d combinations of values that a thing can have\n", show.Count(s.Models, "model"), s.Combinations)
	for _, note := range of.ModelNotes {
		fmt.Fprintf(c.out, "  %s\n", note)
	}
	total := s.Rejects.Total()
	fmt.Fprintf(c.out, "%d trial scenes of %s: %.1f were drawn for each that is kept", s.Trials, w.split, 1+float64(total)/float64(s.Trials))
	for _, reason := range slices.Sorted(maps.Keys(s.Rejects)) {
		fmt.Fprintf(c.out, "; %s: %d %%", reason, 100*s.Rejects[reason]/(total+s.Trials))
	}
	fmt.Fprintf(c.out, "\n  %.0f scenes a second without pictures on one processor\n", float64(s.Trials)/took)
	if w.sheet == "" {
		return nil
	}
	return w.draw(ctx, c, of)
}

// draw draws the sheet.
func (w *worldCheck) draw(ctx context.Context, c console, of *worlds.World) error {
	specimens, err := of.Specimens(w.size)
	if err != nil {
		return err
	}
	r, err := engine.New(engine.Options{GPU: w.gpu})
	if err != nil {
		return err
	}
	defer r.Close()
	s := sheet{tile: w.size, high: w.size, perFamily: 1}
	if w.colliders {
		s.perFamily = 2
	}
	last := ""
	for _, one := range specimens {
		if err := ctx.Err(); err != nil {
			return err
		}
		if one.Thing != last {
			s.heading(one.Thing, nil)
			last = one.Thing
		}
		im, err := r.Render(one.Scene.Frame())
		if err != nil {
			return err
		}
		tiles := []image.Image{rgbImage(w.size, w.size, im.RGB)}
		if w.colliders {
			scene, err := one.Hulls()
			if err != nil {
				return err
			}
			hulls, err := r.Render(scene.Frame())
			if err != nil {
				return err
			}
			tiles = append(tiles, laidOver(im, hulls))
			one.Name += ", " + show.Count(len(scene.Objects[0].Parts), "hull")
		}
		s.family(one.Name, tiles)
	}
	img, err := s.draw()
	if err != nil {
		return err
	}
	f, err := write.Opaque(filepath.Dir(w.sheet), filepath.Base(w.sheet), img)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d things in their looks\n", f.Path, len(specimens))
	return nil
}

// laidOver is the mean of a picture and one of hulls in place of its thing, with the outlines of the hulls.
func laidOver(im, hulls *frame.Images) image.Image {
	out := make([]uint8, len(im.RGB))
	for i := range hulls.Part {
		right, down := i+1, i+hulls.Width
		outline := right%hulls.Width > 0 && hulls.Part[i] != hulls.Part[right] || down < len(hulls.Part) && hulls.Part[i] != hulls.Part[down]
		for k := 3 * i; k < 3*i+3 && !outline; k++ {
			out[k] = uint8((int(im.RGB[k]) + int(hulls.RGB[k])) / 2)
		}
	}
	return rgbImage(hulls.Width, hulls.Height, out)
}
