package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/verify"
)

// verifying is "mereo verify DIR".
type verifying struct {
	dir     string
	figures bool
	sample  float64
	all     bool
	json    bool
	report  string
	workers int
	gpu     string
	sets.Sources
}

func newVerify(c console) *cobra.Command {
	var v verifying
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check a dataset: files, labels, figures",
		Long: `Check a dataset's folder: every file is there with its checksum, and no file that nothing lists is
among them; every sample's labels agree with its pictures; a share of the samples is made again from
the seed and compared; all questions are asked again and compared, with --templates when they were
asked so; what joins or describes samples (joined files, contact sheet, statistics page, card,
manifest, data.h5 of TRANCE) is made again and compared. Of data.h5 the pictures of the same share of
samples are made smaller again, and the page of a dataset of more than 20,000 samples is compared
with its checksum alone; --all leaves nothing to chance. With --figures the set's published figures
are measured too. Exits 1 when anything is wrong.

The last lines say by what means things were proved, and name the dataset by the SHA-256 of its
identity, samples and questions, and by that of its records and questions alone.

Blocks of 1,000 samples are checked one after the other, so a set of a million samples needs no more
memory than a small one, except for --figures. With --report FILE a check that was stopped goes on when
the command is given again; a finished one begins anew. Each line of the file is one of
{"verify": what is checked}, {"folder": [problems]}, {"block": {counts, "problems": [...]}}, and, last,
{"report": what --json prints}. A problem has file, object, rule and detail.`,
		Example: `  mereo verify out/ptr
  mereo verify out/ptr --figures --sample 0.2
  mereo verify out/ptr --json > report.json
  mereo verify out/large --report large.jsonl`,
		Args: exactArgs("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			v.dir = args[0]
			return v.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&v.figures, "figures", false, "also measure the set's published figures")
	f.Float64Var(&v.sample, "sample", 0.001, "share of the samples to make again from the seed, 0 to 1; unless 0, ten of a split at least")
	f.BoolVar(&v.all, "all", false, "make every sample again, and compare all of what --sample compares in part")
	f.BoolVar(&v.json, "json", false, "print the report as JSON")
	f.StringVar(&v.report, "report", "", "write a report of JSON lines to this file, a line for each block; a check that was stopped goes on with it")
	f.IntVar(&v.workers, "workers", runtime.NumCPU(), "samples checked at once")
	f.StringVar(&v.gpu, "gpu", "", `device by number or UUID, or "software"`)
	v.Sources.Flags(cmd.Flags(), sets.FolderFlags...)
	return cmd
}

func (v *verifying) run(ctx context.Context, c console) error {
	if !(v.sample >= 0 && v.sample <= 1) {
		return usagef("verify: --sample is %g, want 0 to 1", v.sample)
	}
	if v.workers < 1 {
		return usagef("verify: --workers is %d, want at least 1", v.workers)
	}
	set, _, err := sets.Dataset(v.dir, v.Sources)
	if err != nil {
		return err
	}
	p := newProgress(c, "verify")
	report, err := verify.Dataset(ctx, set, v.dir, verify.Options{
		Workers: v.workers, Remake: v.sample, All: v.all, Figures: v.figures, GPU: v.gpu, File: v.report, Progress: p.update,
	})
	p.end()
	if err != nil {
		return err
	}
	return c.report(v.json, report, func() { printReport(c.out, report) }, report.Pass())
}

// maxShown keeps a broken dataset from flooding the screen.
const maxShown = 50

func printReport(w io.Writer, r *verify.Report) {
	for i, p := range r.Problems {
		if i == maxShown {
			fmt.Fprintf(w, "... and %d more; --report writes all into a file\n", r.Count()-maxShown)
			break
		}
		object := ""
		if p.Object != "" {
			object = " " + p.Object
		}
		fmt.Fprintf(w, "%s:%s %s: %s\n", p.File, object, p.Rule, p.Detail)
	}
	for _, f := range r.Figures {
		if len(f.Figures) == 0 {
			continue
		}
		fmt.Fprintf(w, "\nfigures of %s\n", f.Split)
		t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
		fmt.Fprintln(t, "\tfigure\ttarget\tvalue")
		for _, g := range f.Figures {
			mark, value := "ok", g.Value
			switch {
			case g.NotJudged != "":
				mark, value = "-", fmt.Sprintf("%s: not judged (%s)", g.Value, g.NotJudged)
			case !g.Pass:
				mark = "OUT"
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", mark, g.Name, g.Target, value)
		}
		t.Flush()
	}
	if r.Note != "" {
		fmt.Fprintln(w, r.Note)
		return
	}
	if len(r.Beside) > 0 {
		fmt.Fprintf(w, "no part of the dataset: %s\n", strings.Join(r.Beside, ", "))
	}
	printProofs(w, r)
	if r.NotDrawn != "" {
		fmt.Fprintf(w, "no color picture was drawn again: %s\n", r.NotDrawn)
	}
	if r.Data != "" {
		fmt.Fprintf(w, "dataset %s\nrecords %s\n", r.Data, r.Records)
	}
	fmt.Fprintf(w, "%d samples, %d files, %d samples made again, %d blocks asked again: %d problems\n",
		r.Samples, r.Files, r.Remade, r.Reasked, r.Count())
}

// printProofs says what was held how, and how likely what is held of a share alone is seen.
func printProofs(w io.Writer, r *verify.Report) {
	part := r.Remade < r.Samples
	shared := false
	for _, p := range r.Proofs {
		how := p.How
		if p.Share && part {
			how, shared = how+fmt.Sprintf(", %d of %d", r.Remade, r.Samples), true
		}
		fmt.Fprintf(w, "%s: %s\n", p.What, how)
	}
	if shared {
		fmt.Fprintf(w, "a single sample that is wrong in what is held of %d of %d alone is seen with a chance of %.3g %%; --all holds it of every one\n",
			r.Remade, r.Samples, 100*float64(r.Remade)/float64(max(1, r.Samples)))
	}
}
