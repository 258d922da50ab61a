package main

import (
	"context"
	"fmt"
	"sort"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
)

// merge is "mereo merge OUT DIR...".
type merge struct {
	out  string
	from []string
	sets.Sources
}

func newMerge(c console) *cobra.Command {
	var m merge
	cmd := &cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "Put the parts of a dataset into one folder",
		Long: `Put the finished blocks of several folders of one dataset into one folder, and finish the splits
that are then complete. Files are linked where the file system can, else copied; the parts
stay as they are.`,
		Example: `  mereo generate ptr --out a --count 2000 --blocks 1/2
  mereo generate ptr --out b --count 2000 --blocks 2/2
  mereo merge all a b`,
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
	m.Sources.Flags(cmd)
	return cmd
}

func (m *merge) run(ctx context.Context, c console) error {
	set, _, err := sets.Dataset(m.from[0], m.Sources)
	if err != nil {
		return err
	}
	left, err := gen.Merge(ctx, set, m.out, m.from)
	if err != nil {
		return err
	}
	var names []string
	for name := range left {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if left[name] == 0 {
			fmt.Fprintf(c.out, "%s is complete in %s\n", name, m.out)
		} else {
			fmt.Fprintf(c.out, "%d blocks of %s are not there yet\n", left[name], name)
		}
	}
	return nil
}
