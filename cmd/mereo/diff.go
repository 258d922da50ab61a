package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mereo/gen/diff"
)

// diffing is "mereo diff A B".
type diffing struct {
	a, b string
	json bool
}

func newDiff(c console) *cobra.Command {
	var d diffing
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two datasets: identity, files, labels, pixels",
		Long: `Compare the datasets of two folders, in this order: identity (set, version, seed, configuration);
files that one lacks or that have other bytes; labels (records, questions and what blocks say of
samples, with the place (objects[3].color)); pixels (labels, depth, normals, colors, arrays, with how
many differ and by how much at most). The first difference of each kind is printed, with the number
of files that have one. All bytes are read, so it holds of what is there and not of what checksums say.

Datasets that were drawn by different drivers say so in their blocks, manifests and cards. When
nothing else differs, it is told that it is only the driver's name.

Both are named by the SHA-256 of identity, samples and questions, and by that of records and questions
alone, as in README.md and by "mereo verify". Exits 0 when the datasets are equal, 1 when they differ,
2 when they cannot be compared.`,
		Example: "  mereo diff out/ptr /mnt/other/ptr\n  mereo diff out/ptr /mnt/other/ptr --json",
		Args:    exactArgs("A", "B"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d.a, d.b = args[0], args[1]
			err := d.run(cmd.Context(), c)
			if err != nil && !errors.Is(err, errReported) && !errors.Is(err, context.Canceled) {
				err = troubleError{err}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&d.json, "json", false, "print the report as JSON")
	return cmd
}

// troubleError is a failure of a command whose exit code 1 means something else.
type troubleError struct{ error }

func (e troubleError) Unwrap() error { return e.error }

func (d *diffing) run(ctx context.Context, c console) error {
	p := newProgress(c, "diff")
	report, err := diff.Folders(ctx, d.a, d.b, p.update)
	p.end()
	if err != nil {
		return err
	}
	return c.report(d.json, report, func() { printDiff(c.out, report) }, report.Equal())
}

func printDiff(w io.Writer, r *diff.Report) {
	for _, d := range r.Differences {
		what := d.Kind
		if d.What != "" {
			what += ", " + d.What
		}
		fmt.Fprintf(w, "%s: %s", what, d.File)
		if d.Place != "" {
			fmt.Fprintf(w, " %s", d.Place)
		}
		fmt.Fprintf(w, ": %s\n", d.Detail)
		switch {
		case d.Values > 0:
			fmt.Fprintf(w, "    %d files, %d of their %d values, the largest difference is %g\n", d.Files, d.Values, d.Of, d.Largest)
		case d.Files > 1:
			fmt.Fprintf(w, "    %d files\n", d.Files)
		}
	}
	switch {
	case r.OnlyDriver():
		fmt.Fprintf(w, "only the driver's name differs: %q in A, %q in B\n", r.Drivers[0], r.Drivers[1])
	case r.Drivers != nil:
		fmt.Fprintf(w, "drawn by %q in A, %q in B\n", r.Drivers[0], r.Drivers[1])
	case r.Equal():
		fmt.Fprintf(w, "equal: %d samples\n", r.Samples)
	}
	if r.A == r.B {
		fmt.Fprintf(w, "dataset %s\nrecords %s\n", r.A.Data, r.A.Records)
		return
	}
	fmt.Fprintf(w, "A: dataset %s\n   records %s\nB: dataset %s\n   records %s\n", r.A.Data, r.A.Records, r.B.Data, r.B.Records)
}
