package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mereo/gen/tranco"
)

func newTranco(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tranco",
		Short: "Build TRANCO from the annotations of COIN",
		Long: `TRANCO asks for the clips between the first and the last moment of a real video. Its data were
never published; "mereo tranco build" makes them from the annotations of COIN, and "mereo eval"
scores predictions.`,
		Example: "  mereo tranco build --coin COIN.json --out out/tranco",
		// The flags are those of build; without a known word the missing one is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE:               wantWord("do what?", "command", "build"),
	}
	cmd.AddCommand(newTrancoBuild(c))
	return cmd
}

// trancoBuild is "mereo tranco build".
type trancoBuild struct{ tranco.BuildOptions }

func newTrancoBuild(c console) *cobra.Command {
	var b trancoBuild
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Make samples, splits and candidates",
		Long: `Make a sample of every video that COIN annotates with 2 to 7 steps: the steps by starting time are
the transformation from the start of the first to the end of the last. DIR becomes
  train.jsonl val.jsonl test.jsonl   one sample per line
  candidates_test.json               the clips of all test samples
  candidates_test_100.json           for each test video 100 of them, its own among them

FILE is COIN.json of COIN's annotations; nothing is downloaded. Videos of subset training are split
train, those of testing are val or test by their id, 5 to 7. With --videos, samples whose video is
not in that folder (VIDEO_ID.mp4 or another ending, at any depth) are left out.

Videos are not opened: samples hold the times of pictures and clips, in seconds, and cutting the
frames out is yours. The same files and seed give the same bytes.`,
		Example: `  mereo tranco build --coin COIN.json --out out/tranco
  mereo tranco build --coin COIN.json --videos ~/coin/videos --out out/tranco`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&b.COIN, "coin", "", "COIN's annotation file (required)")
	f.StringVar(&b.Out, "out", "", "folder to write (required)")
	f.StringVar(&b.Videos, "videos", "", "folder of videos; samples without one are left out (default: keep all)")
	f.Uint64Var(&b.Seed, "seed", 0, "seed of the lists of 100 candidates")
	return cmd
}

func (b *trancoBuild) run(ctx context.Context, c console) error {
	switch {
	case b.COIN == "":
		return usagef("tranco build: --coin is missing")
	case b.Out == "":
		return usagef("tranco build: --out is missing")
	}
	report, err := tranco.Build(ctx, b.BuildOptions)
	if err != nil {
		return err
	}
	printTrancoBuild(c.out, report)
	return nil
}

func printTrancoBuild(w io.Writer, r *tranco.Report) {
	fmt.Fprintf(w, "%-5s  %7s  %6s   samples of 2 to 7 steps\n", "split", "samples", "clips")
	for _, s := range r.Splits {
		fmt.Fprintf(w, "%-5s  %7d  %6d  ", s.Split, s.Samples, s.Clips)
		for _, n := range s.Steps {
			fmt.Fprintf(w, " %4d", n)
		}
		fmt.Fprintln(w)
	}
	if r.TooFew+r.TooMany > 0 {
		fmt.Fprintf(w, "left out: %d videos with fewer than 2 steps, %d with more than 7\n", r.TooFew, r.TooMany)
	}
	if r.NoVideo > 0 {
		fmt.Fprintf(w, "left out: %d videos that have no file, the first is %s\n", r.NoVideo, r.FirstNone)
	}
	if r.Late > 0 {
		fmt.Fprintf(w, "kept, but annotated beyond their end: %d videos, the first is %s\n", r.Late, r.FirstLate)
	}
	if r.Candidates > 0 && r.Candidates < 100 {
		fmt.Fprintf(w, "lists of candidates have only %d clips: there are no more in the test split\n", r.Candidates)
	}
}
