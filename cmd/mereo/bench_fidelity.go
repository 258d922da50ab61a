package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"mereo/cmd/sets"
	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/internal/folder"
	"mereo/internal/imgdiff"
	"mereo/scenes/shoot"
)

// benchFidelity is a section of minutes to hours, which is measured when it is asked for by name alone.
const benchFidelity = "fidelity"

// fidelity measures how far a set's pictures are from reference pictures of the same samples: FLIP of every color picture, the mean and the
// largest. The noise of the reference pictures is in it.
func (b *bench) fidelity(ctx context.Context, e *sets.Entry, software bool) ([]benchFigure, error) {
	dir, err := folder.Temp("mereo-bench-")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	job := gen.Job{Seed: b.seed, Split: "train", Pictures: true, GPU: b.gpu}
	want, got := filepath.Join(dir, "reference"), filepath.Join(dir, "standard")
	for root, look := range map[string]shoot.Look{want: {Quality: frame.Reference, SPP: b.spp}, got: {}} {
		f := pflag.NewFlagSet(e.Name, pflag.ContinueOnError)
		runs, err := e.Flags(f)(&sets.Request{Config: b.config, Index: -1, Pictures: true, Changed: f.Changed, Draw: func(l *shoot.Look) {
			l.Quality, l.SPP = look.Quality, look.SPP
		}})
		if err != nil {
			return nil, err
		}
		set, err := runs[0].Spec.Open()
		if err != nil {
			return nil, err
		}
		opt, err := b.options(runs[0].Spec, software)
		if err != nil {
			return nil, err
		}
		job.Root = root
		if _, err := loop.Run(ctx, set, job, b.scenes, opt); err != nil {
			return nil, err
		}
	}
	mean := benchFigure{Name: e.Name + " pictures against reference pictures, mean", Unit: "FLIP"}
	worst := benchFigure{Name: e.Name + " pictures against reference pictures, worst", Unit: "FLIP"}
	pictures := 0.0
	for n := range blocksOf(b.scenes) {
		block, err := gen.ReadBlock(got, job.Split, n)
		if err != nil {
			return nil, err
		}
		for i := range block.Items {
			item := &block.Items[i]
			for _, file := range slices.Sorted(maps.Keys(item.Colors)) {
				flip, err := flipOf(filepath.Join(want, file), filepath.Join(got, file))
				if err != nil {
					return nil, err
				}
				mean.Value, pictures = mean.Value+flip, pictures+1
				if flip >= worst.Value {
					worst.Value, worst.Sample = flip, &item.Index
				}
			}
		}
	}
	mean.Value /= pictures
	return []benchFigure{mean, worst}, nil
}

// flipOf is the mean FLIP of two pictures' files.
func flipOf(want, got string) (float64, error) {
	a, err := imgdiff.ReadPNG(want)
	if err != nil {
		return 0, err
	}
	b, err := imgdiff.ReadPNG(got)
	if err != nil {
		return 0, err
	}
	_, mean, err := imgdiff.FLIP(a, b)
	return mean, err
}
