package main

import (
	"context"
	"fmt"
	"sort"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/loop"
)

// merge is "mereo merge OUT DIR...".
type merge struct {
	out  string
	from []string
	// complete: what is not there is a failure.
	complete bool
	sets.Sources
}

func newMerge(c console) *cobra.Command {
	var m merge
	cmd := &cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "Put the parts of a dataset into one folder",
		Long: `Put the finished blocks of several folders of one dataset into one folder, and finish the splits
that are then complete. Files are linked where the file system can, else copied; the parts
stay as they are. With --complete the command fails unless every split is complete then; OUT itself may be
the only DIR, which finishes a folder that many runs have shared.`,
		Example: `  mereo generate ptr --out a --count 2000 --blocks 1/2
  mereo generate ptr --out b --count 2000 --blocks 2/2
  mereo merge all a b
  mereo merge --complete all all`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("merge: %d arguments, want OUT and at least one DIR", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			m.out, m.from = args[0], args[1:]
			return m.run(cmd.Context(), c)
		},
	}
	cmd.Flags().BoolVar(&m.complete, "complete", false, "fail when blocks are missing")
	m.Sources.Flags(cmd.Flags(), sets.ModelFlags...)
	return cmd
}

func (m *merge) run(ctx context.Context, c console) error {
	set, _, err := sets.Dataset(m.from[0], m.Sources)
	if err != nil {
		return err
	}
	left, err := loop.Merge(ctx, set, m.out, m.from)
	if err != nil {
		return err
	}
	var names []string
	for name := range left {
		names = append(names, name)
	}
	sort.Strings(names)
	missing := 0
	for _, name := range names {
		if left[name] == 0 {
			fmt.Fprintf(c.out, "%s is complete in %s\n", name, m.out)
			continue
		}
		fmt.Fprintf(c.out, "%d blocks of %s are not there yet\n", left[name], name)
		missing += left[name]
	}
	if m.complete && missing > 0 {
		return fmt.Errorf("merge: %s lacks %d blocks; make them and run the same command again", m.out, missing)
	}
	return nil
}
